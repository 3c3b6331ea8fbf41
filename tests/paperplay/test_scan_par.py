"""Par after a scan: searched for once, remembered, and set beside the player's points."""

import json

import cv2
import numpy as np
import pytest

from paperplay import par_store
from paperplay.cli import main
from paperplay.par_store import known_par
from rules.daydream import par as search
from rules.errors import HostError
from scanner import pipeline
from scanner.scan import DicePar
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from templates.wording import say
from tests.scans import scan_of


@pytest.fixture
def searches(monkeypatch):
    """Let the search be quick, and note what was searched for."""
    asked = []

    def quick(sheet, dice):
        asked.append((sheet.id, sheet.seed, dice))
        return search.Par(14 + sheet.seed, {}, (0, 1), (), (), optimal=sheet.seed == 1)

    monkeypatch.setattr(search, "par_of", quick)
    return asked


@pytest.fixture
def photos(tmp_path, monkeypatch):
    """Make photos of sheets that read as boards of these names and seeds."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def make(*sheets):
        boards = {f"{n}.png": sheet for n, sheet in enumerate(sheets)}
        for name in boards:
            cv2.imwrite(str(tmp_path / name), np.full((30, 40), 200, np.uint8))

        def read(picture, keep):
            return [told(picture, *boards[picture.name])]

        monkeypatch.setattr(pipeline, "read_picture", read)
        return str(tmp_path)

    return make


def told(picture, sheet, seed, number):
    """A sheet with three finished objects; only its first clouds tell it from others."""
    board = {"format": 1, "sheet": sheet, "players": [""] * 4, "rounds": []}
    if sheet != "dreams/score":
        done = {thing.id: thing.segments for thing in load_sheet(sheet, seed=seed).objects[:3]}
        clouds = {f"c{c}": (c + number) % 7 for c in range(1, 10)}
        board = {"format": 1, "sheet": sheet, "seed": seed, "clouds": clouds, "objects": done}
    return scan_of(board, file=picture.name)


def test_par_is_searched_for_once(searches):
    assert known_par("daydream/A", 3, "autumn") == known_par("A", 3, "autumn")
    assert searches == [("daydream/A", 3, "autumn")]
    assert known_par("A", 1, "autumn") == DicePar("autumn", 15, optimal=True)
    assert known_par("A", 3, "winter").total == 17
    assert len(searches) == 3


@pytest.mark.parametrize("spoilt", ["{", "[]", '"total"', "{KEY: 7}", '{KEY: {"total": "x"}}'])
def test_a_spoilt_memory_is_searched_for_anew(spoilt, searches, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    known_par("A", 2, "autumn")
    file = tmp_path / "paperplay" / par_store.FILE
    (key,) = json.loads(file.read_text(encoding="utf-8"))["known"]
    file.write_text(spoilt.replace("KEY", json.dumps(key)), encoding="utf-8")
    assert known_par("A", 2, "autumn").total == 16
    assert len(searches) == 2


def test_a_sheet_that_there_is_not_has_no_par(searches):
    with pytest.raises(HostError):
        known_par("Q", 0, "autumn")
    with pytest.raises(HostError):
        known_par("A", 1_000_000, "autumn")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_player_sees_points_and_par(lang, photos, searches, capsys):
    folder = photos(("daydream/A", 0, 0))
    assert main(["scan", folder, "--dice", "autumn", "--workers", "1", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert f"  {say('fresh.you-and-par', lang, total=3, par=14)}\n" in out
    assert say("fresh.optimal", lang) not in out


def test_where_par_cannot_be_exceeded_it_says_so(photos, searches, capsys):
    folder = photos(("daydream/A", 1, 0))
    assert main(["scan", folder, "--dice", "autumn", "--workers", "1"]) == 0
    assert "  You: 3, par: 15. Nobody can have more.\n" in capsys.readouterr().out


def test_a_table_sees_par_of_each_sheet_once(photos, searches, capsys):
    folder = photos(("daydream/A", 0, 0), ("daydream/A", 0, 3), ("daydream/BAC", 7, 5))
    assert main(["scan", folder, "--dice", "autumn", "--workers", "1"]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Par for")]
    assert [line.rpartition(" ")[2] for line in said] == ["14", "21"]


def test_programs_get_it_as_a_field_and_other_games_do_not(photos, searches, capsys):
    folder = photos(("daydream/A", 0, 0), ("dreams/score", 0, 2))
    assert main(["scan", folder, "--dice", "autumn", "--workers", "1", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["par"] == {"dice": "autumn", "total": 14, "optimal": False}
    assert "par" not in second
    assert main(["scan", folder, "--workers", "1", "--json"]) == 0
    assert '"par"' not in capsys.readouterr().out


@pytest.mark.parametrize("dice", ["", "a seed that is far too long"])
def test_dice_that_cannot_be_printed_are_refused(dice, photos, searches, capsys):
    folder = photos(("daydream/A", 0, 0))
    for lang in LANGUAGES:
        assert main(["scan", folder, "--dice", dice, "--lang", lang]) == 2
        caught = capsys.readouterr()
        assert caught.out == "" and "--dice" in caught.err
    assert searches == []
