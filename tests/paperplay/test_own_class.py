"""A class with a worksheet that its teacher made: printed with names, marked from photos."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from paperplay.classroom.lists import names_of
from paperplay.classroom.store import Group, kept_class
from paperplay.cli import main
from practice.camera import photograph
from practice.own import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.own.class_set import printed_pupils, pupils_codes
from printkit.own.drawing import code_of
from rules.own.score import marked
from rules.own.variants import answers_of
from templates.own import shelf
from templates.own.judge import JUDGE, known
from tests.own_sheets import texts_of

ADDING = """format = 1
name = "adding"
title = "Adding up"
[[section]]
rounds = 6
variables = { a = "10..40", b = "2..9" }
fields = [ { id = "sum", label = "{a} + {b} =", digits = 2, answer = "a + b" } ]
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5a.csv").write_text("Name\nIda\nTom\nEva\n")
    (tmp_path / "adding.toml").write_text(ADDING)
    return tmp_path


def test_every_pupil_has_other_numbers_and_is_marked_by_them(home, capsys):
    assert main(["class", "new", "5a.csv", "--sheet", "adding.toml", "--out", "5a.pdf"]) == 0
    group = kept_class("5a")
    sheet = known("own/adding")
    order = Order(sheet.sheet)
    pupils = [(one.number, one.name) for one in group.pupils]
    pdf = printed_pupils(order, pupils_codes(order, group.mark, pupils))
    truths = {}
    for place, pupil in enumerate(group.pupils[:2]):
        code = replace(
            code_of(sheet, order, pupil.number), class_mark=group.mark, variant=pupil.number
        )
        layout = JUDGE.layout_of(code)
        board = invented(layout, Random(pupil.number))
        truths[pupil.name] = marked(JUDGE.board_from(board), sheet).right
        page = fill(rendered(pdf, 8.0, place), layout.as_json(), board, Hand(place), "blue", 8.0)
        jpeg = photograph(page.image, place, "good", (1800, 1400)).jpeg
        (home / f"{place}.jpg").write_bytes(jpeg)
    capsys.readouterr()
    assert main(["class", "scan", "5a.csv", "0.jpg", "1.jpg", "--json", "--workers", "1"]) == 0
    book = json.loads(capsys.readouterr().out)
    tasks = {each["name"]: each.get("tasks") for each in book["pupils"]}
    assert {name: tasks[name][0]["right"] for name in truths} == truths
    assert tasks["Eva"] is None
    files = ["--csv", "book.csv", "--xlsx", "book.xlsx", "--html", "book.html"]
    files += ["--feedback", "hints.pdf"]
    assert main(["class", "scan", "5a.csv", "0.jpg", "1.jpg", *files, "--workers", "1"]) == 0
    assert f"{truths['Ida']}" in (home / "book.csv").read_text(encoding="utf-8-sig")
    assert (home / "hints.pdf").read_bytes().startswith(b"%PDF")


def test_the_key_has_everybodys_answers(home, capsys):
    call = ["class", "new", "5a.csv", "--sheet", "adding.toml", "--out", "5a.pdf"]
    assert main([*call, "--key", "key.pdf"]) == 0
    pages = texts_of((home / "key.pdf").read_bytes())
    assert len(pages) == 2
    assert "Ida" in pages[0]
    assert "Tom" in pages[0]
    assert "Eva" in pages[1]
    wanted = answers_of(known("own/adding"), 0, 3).values()
    assert all(str(answer) in pages[1].split() for answer in wanted)
    assert main([*call, "--force", "--key", "5a.pdf"]) == 2
    assert "of its own" in capsys.readouterr().err


def test_a_sheet_for_a_table_is_no_sheet_for_a_class(home, capsys):
    text = ADDING.replace('title = "Adding up"', 'title = "Adding up"\nplayers = 3')
    (home / "adding.toml").write_text(text)
    assert main(["class", "new", "5a.csv", "--sheet", "adding.toml", "--out", "5a.pdf"]) == 2
    assert "every person needs a sheet" in capsys.readouterr().err
    assert not (home / "5a.pdf").exists()
    assert Group.of("5a", names_of(home / "5a.csv")).mark
