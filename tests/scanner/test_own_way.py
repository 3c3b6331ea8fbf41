"""Sheets that people make, the whole way round: file, print, pen, camera, scan, score."""

from __future__ import annotations

import json
from random import Random

import pytest

from paperplay.cli import main
from practice.camera import photograph
from practice.invented import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.own.drawing import code_of
from printkit.press import printed
from scanner import read_photo
from templates.own import shelf
from templates.own.judge import JUDGE, known
from tests.own_sheets import SAMPLES

PX_PER_MM = 8.0


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PAPERPLAY_SHEETS", raising=False)
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    return tmp_path


def photo_of(order, board, seed, copy=0):
    """Photograph a sheet on which a pen did what a board says."""
    layout = JUDGE.layout_of(code_of(known(order.what), order, copy)).as_json()
    page = rendered(printed(order), PX_PER_MM, copy)
    filled = fill(page, layout, board, Hand(seed), "blue", PX_PER_MM)
    return photograph(filled.image, seed, "good", (2000, 1500)).jpeg


@pytest.mark.parametrize(
    ("name", "players"),
    [("five-dice", 3), ("tricks", 4), ("mini-golf", 2), ("quiz", None), ("times-tables", None),
     ("river", None)],
)  # fmt: skip
def test_a_sample_is_read_back(name, players):
    sheet = known(shelf.sheet_in(SAMPLES / f"{name}.toml"))
    order = Order(sheet.sheet, players=players, variant=3 if sheet.has_variants else 0)
    layout = JUDGE.layout_of(code_of(sheet, order))
    board = invented(layout, sheet.sheet, Random(5))
    (scan,) = read_photo(photo_of(order, board, 5))
    assert scan["status"] in ("ok", "review")
    truth = JUDGE.board_from(board)
    asked = {item["element"].removesuffix(".1") for item in scan["review"]}
    wrong = {e for e, value in truth.fields.items() if scan["board"]["fields"][e] != value}
    assert wrong <= asked
    assert len(asked) <= 10  # this hand writes 1s that might be 7s
    assert scan["board"]["sheet"] == sheet.sheet
    if not wrong:
        counted = JUDGE.score_json(JUDGE.score_of(truth), "en")
        assert scan["score"]["totals"] == counted["totals"]
        assert scan["score"]["winners"] == counted["winners"]
    if sheet.has_answers and not wrong:
        assert scan["exercise"]["right"] + len(scan["exercise"]["wrong"]) >= 6
        assert scan["exercise"]["variant"] == order.variant
        assert "{" not in scan["exercise"]["message"]


GAME = """format = 1
name = "evening"
title = "Evening"
players = 2

[[section]]
fields = [
  { id = "one", label = "One", max = 20 },
  { id = "two", label = "Two", options = ["a", "b", "c"] },
]

[score]
total = "one + (5 if two == 'b' else 0)"
"""


def test_paper_from_before_an_edit_is_read_on_by_the_commands(home, monkeypatch, capsys):
    monkeypatch.chdir(home)
    file = home / "evening.toml"
    file.write_text(GAME)
    assert main(["print", "evening.toml", "--out", "evening.pdf"]) == 0
    order = Order(shelf.sheet_in(file))
    board = {"format": 1, "sheet": order.what, "players": ["", ""],
             "fields": {"one.1": 12, "one.2": 17, "two.1": "b", "two.2": "a"}}  # fmt: skip
    (home / "photo.jpg").write_bytes(photo_of(order, board, 4))
    (home / "board.json").write_text(json.dumps(board))
    file.write_text(GAME.replace("5 if", "9 if").replace("One", "Number one"))
    assert main(["print", "evening.toml", "--out", "again.pdf"]) == 0
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})  # another run
    capsys.readouterr()
    assert main(["scan", "photo.jpg", "--json", "--workers", "1"]) == 0
    scan = json.loads(capsys.readouterr().out)
    assert scan["board"]["fields"] == board["fields"]
    assert scan["score"]["totals"] == {"1": 17, "2": 17}
    assert main(["score", "board.json"]) == 0  # which names no version: the newest counts
    assert json.loads(capsys.readouterr().out)["totals"] == {"1": 21, "2": 17}
    assert main(["scan", "photo.jpg", "--names", "Ida,Tom"]) == 0
    assert "Evening" in (told := capsys.readouterr().out)
    assert "Ida: 17" in told and "Tom: 17" in told and "with 17" not in told  # nobody is ahead
    assert main(["layout", "own/evening"]) == 0
    layout = json.loads(capsys.readouterr().out)
    assert {"choices", "digits", "boxes", "lines"} <= set(layout)


def test_a_sheet_whose_file_is_not_here_is_refused_until_its_folder_is_named(
    home, monkeypatch, capsys
):
    (home / "files").mkdir()
    file = home / "files" / "evening.toml"
    file.write_text(GAME)
    order = Order(shelf.sheet_in(file))
    board = {"format": 1, "sheet": order.what, "players": ["", ""], "fields": {"one.1": 3}}
    (home / "photo.jpg").write_bytes(photo_of(order, board, 4))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    monkeypatch.chdir(home)
    assert main(["scan", "photo.jpg", "--json", "--workers", "1"]) == 1
    assert json.loads(capsys.readouterr().out)["code"] == "unknown-own"
    monkeypatch.setenv("PAPERPLAY_SHEETS", "")  # so that the option's change ends with the test
    assert main(["scan", "photo.jpg", "--json", "--sheets", "files", "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["board"]["fields"]["one.1"] == 3
    assert main(["scan", "photo.jpg", "--sheets", "files", "--names", "Ida,Tom"]) == 0
    assert "In the lead: Ida with 3" in capsys.readouterr().out
