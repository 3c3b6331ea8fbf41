"""Puzzles for a class: several on a page, levels by pupil, hints, and the gradebook."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from paperplay.classroom.puzzles_ordered import PuzzleWish, for_pupils, on_sheets
from paperplay.classroom.store import kept_class
from paperplay.classroom.task_feedback import task_feedback
from paperplay.cli import main
from practice.camera import photograph
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from rules.daydream.exercise import deduction_form
from rules.puzzles.sheet import PuzzleSheet
from scanner.scan import Doubt, Scan
from templates.languages import LANGUAGES
from templates.puzzles.judge import JUDGE
from templates.sheet_code import SheetCode

PX_PER_MM = 8.0


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5a.csv").write_text("Name;Niveau\nIda;2\nTom;\nEva;9\n", encoding="utf-8")
    return tmp_path


def pages(file):
    return len(pypdfium2.PdfDocument(Path(file).read_bytes()))


def test_a_pupils_level_that_a_sheet_cannot_have_stops_no_class(home, capsys):
    Path("5a.csv").write_text("Name;level\nIda;5\nTom;\n", encoding="utf-8")
    call = ["class", "puzzle", "deduction", "--sheet", "EF", "--no-key", "--out", "p.pdf"]
    assert main([*call, "--level", "2", "--each", "5a.csv"]) == 0
    order = on_sheets("deduction", "daydream/EF", kept_class("5a"), level=2, number=1)
    assert order.tasks == [(deduction_form(4), 1), (deduction_form(2), 2)]


def test_a_level_that_a_sheet_cannot_have_is_said_before_anything_is_kept(home, capsys):
    call = ["class", "puzzle", "deduction", "--sheet", "EF", "--level", "5", "--out", "p.pdf"]
    for lang in LANGUAGES:
        for words in ([], ["--each", "5a.csv"]):
            assert main([*call, *words, "--lang", lang]) == 2
            told = capsys.readouterr().err
            assert "5" in told and "BC" in told
    assert not Path("p.pdf").exists()
    assert kept_class("5a") is None


def test_reasons_of_a_deduction_are_written_on_strips_beside_it(home):
    call = ["class", "puzzle", "deduction", "--sheet", "AD", "--no-key", "--lang", "en"]
    assert main([*call, "--each", "5a.csv", "--because", "--out", "p.pdf"]) == 0
    assert main([*call, "--each", "5a.csv", "--out", "plain.pdf"]) == 0
    assert main([*call, "--copies", "5", "--because", "--out", "copies.pdf"]) == 0
    assert (pages("p.pdf"), pages("plain.pdf"), pages("copies.pdf")) == (4, 3, 7)
    strips = pypdfium2.PdfDocument(Path("p.pdf").read_bytes())[3].get_textpage().get_text_bounded()
    assert strips.count("I know because …") == 15
    assert [name in strips for name in ("Ida", "Tom", "Eva")] == [True] * 3
    same = [rendered(Path(file).read_bytes(), 2.0, 1) for file in ("p.pdf", "plain.pdf")]
    assert (same[0] == same[1]).all()


def test_two_on_a_page_at_the_pupils_own_level_all_the_way_to_the_gradebook(home, capsys):
    call = ["class", "puzzle", "sudoku4", "--level", "1", "--per-page", "2", "--each", "5a.csv",
            "--hints", "--key", "key.pdf", "--out", "p.pdf", "--lang", "en"]  # fmt: skip
    assert main(call) == 0
    assert (pages("p.pdf"), pages("key.pdf")) == (4, 2)  # three sheets, six strips; six solutions
    group = kept_class("5a")
    order = for_pupils(PuzzleWish("sudoku4", 1, 1, count=2), group, hide=False)
    sheets = [PuzzleSheet.of("sudoku4", code.variant) for code, _ in order.sheets]
    assert [(one.level, one.numbers) for one in sheets] == [(2, (1, 2)), (1, (3, 4)), (1, (5, 6))]
    code, ida = order.sheets[0][0], sheets[0]
    fields = dict(ida.answers)
    wrong, empty = (e for e in list(fields)[-2:])
    fields |= {wrong: fields[wrong] % 4 + 1, empty: None}
    board = {"format": 1, "sheet": "puzzles/sudoku4", "variant": ida.variant, "name": "",
             "fields": fields}  # fmt: skip
    page = rendered(Path("p.pdf").read_bytes(), PX_PER_MM, 0)
    layout = JUDGE.layout_of(code).as_json()
    filled = fill(page, layout, board, Hand(4), "blue", PX_PER_MM)
    Path("ida.jpg").write_bytes(photograph(filled.image, 4, "good", (2000, 1500)).jpeg)
    capsys.readouterr()
    scan = ["class", "scan", "5a", "ida.jpg", "--json", "--feedback", "back.pdf", "--lang", "en"]
    assert main(scan) == 0
    told = json.loads(capsys.readouterr().out)
    first, *others = told["pupils"]
    (task,) = first["tasks"]
    assert (task["right"], task["of"]) == (len(fields) - 2, len(fields))
    assert [each["status"] for each in others] == ["missing", "missing"]
    assert pages("back.pdf") == 1


def test_one_pupils_puzzle_is_printed_again_as_it_was(home):
    call = ["class", "puzzle", "sudoku4", "--each", "5a.csv", "--no-key"]
    assert main([*call, "--out", "all.pdf"]) == 0
    assert main([*call, "--reprint", "2", "--out", "one.pdf"]) == 0
    assert (pages("all.pdf"), pages("one.pdf")) == (3, 1)
    again = rendered(Path("one.pdf").read_bytes(), 2.0, 0)
    first = rendered(Path("all.pdf").read_bytes(), 2.0, 1)
    assert (again == first)[:, :-60].all()  # beside the ruler, which the first page has
    assert main(["class", "puzzle", "sudoku4", "--reprint", "2", "--out", "x.pdf"]) == 2


def test_what_is_wrong_has_a_number_on_the_feedback_and_what_is_unsure_a_question_mark():
    asked = PuzzleSheet("sudoku4", 1, 1, count=2)
    code = SheetCode("puzzles/sudoku4", copy=1, variant=asked.variant)
    first, second, third, *_ = asked.answers
    fields = {**asked.answers, first: asked.answers[first] % 4 + 1, second: None}
    board = JUDGE.board_from(
        {"format": 1, "sheet": "puzzles/sudoku4", "variant": asked.variant, "fields": fields}
    )
    scan = Scan("ida.jpg", paper=code, ink=board, doubts=(Doubt(third, 1, 7, "digit-doubtful"),))
    told = task_feedback(scan, "Ida", "5a", b"", "en")
    centers = {e: place.area.center for e, place in scan.layout.places.items()}
    assert [(note.hint, note.at) for note in told.places] == [
        (1, centers[first]), (2, centers[second]), (0, centers[third])
    ]  # fmt: skip
    assert told.points == f"{len(fields) - 2} / {len(fields)}"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["sudoku9", "--per-page", "3"], "3 puzzles (Sudoku 9 × 9) find no room on a page"),
        (["sudoku6", "--large", "--per-page", "2"], "find no room"),
        (["sudoku4", "--level", "5"], "Sudoku 4 × 4 has no level 5"),
        (["chances", "--hints"], "--hints does not go with"),
        (["symbols", "--hints"], "--hints does not go with symbols"),
        (["mistakes", "--because"], "--because does not go with mistakes"),
        (["move", "--each", "5a.csv"], "--each does not go with move"),
        (["move", "--level", "2"], "--level does not go with move"),
        (["clouds", "--level", "2"], "--level does not go with clouds"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_written(words, told, capsys):
    assert main(["class", "puzzle", *words, "--out", "p.pdf", "--lang", "en"]) == 2
    assert told in capsys.readouterr().err
    assert not Path("p.pdf").exists()


def test_a_move_to_talk_about_and_copies_of_a_deduction_with_hints():
    assert main(["class", "puzzle", "move", "--copies", "3", "--out", "move.pdf"]) == 0
    assert pages("move.pdf") == 4
    call = ["class", "puzzle", "deduction", "--level", "2", "--copies", "7", "--hints", "--no-key"]
    assert main([*call, "--out", "d.pdf"]) == 0
    assert pages("d.pdf") == 9  # two pages of strips, six on the first
