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


JUGS = """format = 1
name = "jugs"
title = "Jugs"
[[section]]
variables = { full = "2..3" }
fields = [
  { id = "jug", label = "Tick {full} parts", boxes = 6, answer = "full" },
  { id = "sum", label = "{full} + 4 =", max = 20, answer = "full + 4" },
]
[[section]]
new_page = true
fields = [ { id = "late", label = "2 + 2 =", max = 9, answer = 4 } ]
"""


def test_what_is_wrong_is_ringed_where_it_is(home, capsys):
    (home / "jugs.toml").write_text(JUGS)
    assert main(["class", "new", "5a.csv", "--sheet", "jugs.toml", "--out", "5a.pdf"]) == 0
    group, order = kept_class("5a"), Order("own/jugs")
    pupils = [(one.number, one.name) for one in group.pupils]
    codes = pupils_codes(order, group.mark, pupils)
    pdf = printed_pupils(order, codes)
    full = answers_of(known("own/jugs"), 0, codes[0][0].variant)["jug"]
    for page in (1, 2):
        layout = JUDGE.layout_of(replace(codes[0][0], page=page))
        board = invented(layout, Random(1))
        wrong = {"jug": 5, "sum": full + 4, "late": 7}
        board = {**board, "fields": {name: wrong[name] for name in board["fields"]}}
        sheet = rendered(pdf, 8.0, page - 1)
        filled = fill(sheet, layout.as_json(), board, Hand(3), "blue", 8.0)
        (home / f"{page}.jpg").write_bytes(photograph(filled.image, 3, "good", (1800, 1400)).jpeg)
    capsys.readouterr()
    call = ["class", "scan", "5a.csv", "1.jpg", "2.jpg", "--workers", "1"]
    assert main([*call, "--feedback", "hints.pdf"]) == 0
    told = capsys.readouterr().out
    assert f"Tick {full} parts: 5, right is {full}" in told
    assert "2 + 2 =: 7, right is 4" in told or "2 + 2: 7, right is 4" in told
    assert f"Tick {full} parts: 5" in texts_of((home / "hints.pdf").read_bytes())[0]


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


def test_one_sheet_again_and_sheets_for_whoever_comes_later(home, capsys):
    call = ["class", "new", "5a.csv", "--sheet", "adding.toml"]
    assert main([*call, "--each", "--spares", "2", "--out", "5a.pdf"]) == 0
    pages = texts_of((home / "5a.pdf").read_bytes())
    assert ["Tom" in pages[1], "No. 4" in pages[3], "No. 5" in pages[4]] == [True] * 3
    assert capsys.readouterr().err.count("\n") == 1
    assert main([*call, "--reprint", "Tom", "--dice", "sun", "--out", "tom.pdf"]) == 0
    (alone,) = texts_of((home / "tom.pdf").read_bytes())
    assert alone.endswith(pages[1])
    assert "--dice changes nothing" in capsys.readouterr().err
    assert (home / "tom.pdf").is_file()
    (home / "5a.csv").write_text("Name\nIda\nTom\nEva\nJo\n")
    assert main([*call, "--out", "later.pdf"]) == 0
    assert kept_class("5a").last == 6


def test_a_class_list_is_for_another_command(home, capsys):
    call = ["print", "adding.toml", "--each", "5a.csv", "--out", "5a.pdf"]
    assert main(call) == 2
    assert "class new 5a.csv --sheet adding.toml" in capsys.readouterr().err
    assert main(["print", "adding.toml", "adding.toml", "--out", "5a.pdf"]) == 2
    assert "unexpected extra argument" in capsys.readouterr().err


def test_a_name_that_cannot_be_printed_gives_way_to_its_number(home, capsys):
    (home / "5a.csv").write_text("Name\nZoë O'Brien-Łuk\nNguyễn Thị\n李小龙\n", encoding="utf-8")
    call = ["class", "new", "5a.csv", "--sheet", "adding.toml", "--out", "5a.pdf"]
    assert main([*call, "--key", "key.pdf"]) == 0
    assert "The number stands on paper" in capsys.readouterr().err
    sheets, key = (
        texts_of((home / "5a.pdf").read_bytes()),
        texts_of((home / "key.pdf").read_bytes()),
    )
    assert "Zoë O'Brien-Łuk" in sheets[0]
    assert "No. 2" in sheets[1] and "No. 3" in sheets[2]
    assert "No. 2" in key[0] and "No. 3" in key[1]


def test_a_sheet_for_a_table_is_no_sheet_for_a_class(home, capsys):
    text = ADDING.replace('title = "Adding up"', 'title = "Adding up"\nplayers = 3')
    (home / "adding.toml").write_text(text)
    assert main(["class", "new", "5a.csv", "--sheet", "adding.toml", "--out", "5a.pdf"]) == 2
    assert "every person needs a sheet" in capsys.readouterr().err
    assert not (home / "5a.pdf").exists()
    assert Group.of("5a", names_of(home / "5a.csv")).mark


COUNT = """format = 1
name = "birds"
title = "Bird count"
[[section]]
rounds = 3
fields = [ { id = "seen", max = 99 } ]
"""


def test_points_of_a_sheet_without_answers_can_be_corrected_by_the_fields_id(home, capsys):
    (home / "birds.toml").write_text(COUNT)
    assert main(["class", "new", "5a.csv", "--sheet", "birds.toml", "--out", "5a.pdf"]) == 0
    group, order = kept_class("5a"), Order("own/birds")
    (first, *_) = pupils_codes(order, group.mark, [(1, "Ida")])
    layout = JUDGE.layout_of(first[0])
    board = {**invented(layout, Random(1)), "fields": {"seen.1": 12, "seen.2": 4, "seen.3": 20}}
    page = rendered((home / "5a.pdf").read_bytes(), 8.0, 0)
    filled = fill(page, layout.as_json(), board, Hand(3), "blue", 8.0)
    (home / "ida.jpg").write_bytes(photograph(filled.image, 3, "good", (1800, 1400)).jpeg)
    assert main(["class", "scan", "5a", "ida.jpg", "--keep", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "Ida   36" in told and "Mean: 36.0" in told and "rows" not in told
    call = ["class", "review", "5a", "--lang", "en", "--set", "ida.jpg"]
    assert main([*call, "seen.3", "21"]) == 0
    assert "Ida   37" in capsys.readouterr().out
    assert main([*call, "Nest", "1"]) == 2
    assert "else as in the gradebook" in capsys.readouterr().err
