"""The samples are what the present program prints and reads."""

from __future__ import annotations

import json

import pytest

from paperplay.commands.demo import elements
from samples.make import HERE, OWN, SAMPLES, sheet_of
from scanner import read_photo
from templates.scores import score_json

GAMES = sorted(SAMPLES)


@pytest.fixture(autouse=True)
def nothing_printed(tmp_path, monkeypatch):
    """What was printed on this machine has nothing to do with our samples."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_is_as_it_is_printed_now(game):
    printed = (HERE / game / "sheet.pdf").read_bytes()
    same = printed == sheet_of(SAMPLES[game])  # pytest would spend minutes on what is different
    assert same, "Make the samples anew: python -m samples.make"


@pytest.mark.parametrize("game", GAMES)
def test_the_photo_is_read_as_it_was_written(game):
    written = json.loads((HERE / game / "board.json").read_text(encoding="utf-8"))
    (scan,) = read_photo(HERE / game / "photo.jpg")
    asked = {doubt["element"] for doubt in scan["review"]}
    wrong = dict(elements(written)).items() ^ dict(elements(scan["board"])).items()
    assert len(asked) <= 2
    assert len({element for element, _ in wrong}) <= len(asked)


def test_a_mistake_of_the_player_is_reported():
    (scan,) = read_photo(HERE / "daydream/photo.jpg")
    assert [(p["element"], p["code"]) for p in scan["score"]["problems"]] == [("r9", "row-mark")]


@pytest.mark.parametrize("name", OWN)
def test_own_sheets_are_printed_read_and_scored_as_they_were(name):
    folder = HERE / "own" / name
    same = (folder / "sheet.pdf").read_bytes() == sheet_of(OWN[name])
    assert same, "Make the samples anew: python -m samples.make"
    board = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    score = json.loads((folder / "score.json").read_text(encoding="utf-8"))
    assert score_json(board, "en") == score
    (scan,) = read_photo(folder / "photo.jpg")
    asked = {doubt["element"] for doubt in scan["review"]}
    wrong = {e for e, v in board["fields"].items() if scan["board"]["fields"][e] != v}
    assert wrong <= asked
    assert len(asked) <= 8
    if not wrong:
        told = ("total", "totals", "scores", "winners", "finished")
        assert {key: scan["score"][key] for key in told} == {key: score[key] for key in told}
