"""Strips of hints, and games in their middle on paper."""

from __future__ import annotations

import pytest

from paperplay.classroom.lists import LONGEST_NAME
from printkit.classroom.hint_strips import draw_strips
from printkit.classroom.progress_page import LessonBar, draw_progress
from printkit.daydream.your_move import draw_move, draw_ways, ways_text
from printkit.puzzles.class_set import PuzzlePrint, printed_puzzles
from rules.daydream.exercise import deduction_form
from rules.daydream.puzzles.your_move import your_move
from rules.puzzles.making import KINDS, puzzle_of
from rules.puzzles.sheet import PuzzleSheet
from templates.daydream.exercises import hints_of as hints_of_deduction
from templates.daydream.exercises import load_exercise, step_text, steps_of
from templates.daydream.load import load_daydream
from templates.languages import LANGUAGES
from templates.page import page_of
from templates.puzzles.names import cell_name
from templates.puzzles.tasks import first_steps, hints_of
from templates.sheet_code import SheetCode
from tests.note_pen import NotePen


class Words(NotePen):
    """Remembers every word."""

    def __init__(self):
        super().__init__()
        self.said = []

    def words(self, text, at, **look):
        self.said.append(text)
        super().words(text, at, **look)


def test_a_strip_takes_the_longest_name_there_can_be():
    pen, name = Words(), "W" * LONGEST_NAME
    draw_strips(pen, [(f"{name} · 12", ("where", "which", "what"))], "7b", "en", "a4")
    assert "".join(pen.said).count("W") == LONGEST_NAME


@pytest.mark.parametrize("kind", ["cages", "chances"])
def test_no_name_is_too_long_for_puzzles(kind):
    code = SheetCode(f"puzzles/{kind}", variant=PuzzleSheet(kind, 2, 7).variant)
    order = PuzzlePrint("7b " * 100, [(code, "W" * LONGEST_NAME)])
    assert len(printed_pages(order, hints=kind != "chances")) == 2 + (kind != "chances")


def test_no_lesson_or_name_is_too_long_for_progress():
    pen = Words()
    lessons = [LessonBar("Doppelstunde" * 9, "12", 0.5)]
    draw_progress(pen, page_of("a4"), "W" * 99, "7b" * 99, lessons)
    assert [text for text in pen.said if text.endswith("…")] == pen.said[:3]


SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


@pytest.mark.parametrize("kind", KINDS)
def test_hints_say_more_and_more_and_the_answer_last(kind):
    for level in KINDS[kind].levels[:4]:
        puzzle = puzzle_of(kind, level, 3)
        first = first_steps(puzzle)[0]
        answer = f"{cell_name(puzzle, first.cell)} = {first.number}"
        for lang in LANGUAGES:
            where, why, what, *later = hints_of(puzzle, lang)
            assert answer in what
            assert answer not in where + why
            assert len(later) == (first.level < level)
            assert not any(" = " in hint for hint in later)


@pytest.mark.parametrize("level", [1, 3, 5])
def test_hints_of_a_deduction(level):
    exercise = load_exercise("daydream/A", 0, deduction_form(level), 2)
    for lang in LANGUAGES:
        where, which, what, *later = hints_of_deduction(exercise, lang)
        assert what == step_text(steps_of(exercise)[0], exercise, lang)
        assert " = " not in where + which
        assert len(later) <= 1


def test_strips_find_room_in_every_language_on_every_paper():
    for lang in LANGUAGES:
        for paper in ("a4", "letter"):
            strips = [
                ("Maximiliane-Charlotte von und zu Hohenstein", hints_of(puzzle_of(*each), lang))
                for each in (("sudoku9", 5, 1), ("cages", 4, 2), ("futoshiki", 5, 3))
            ]
            pen = Words()
            draw_strips(pen, strips * 3, "7b", lang, paper)  # what does not fit raises an error
            assert sum(said == "1" for said in pen.said) == len(strips * 3)


def test_every_copy_has_a_strip_and_the_key_has_a_puzzle_once():
    code = SheetCode("puzzles/sudoku4", variant=PuzzleSheet("sudoku4", 1, 1, count=4).variant)
    order = PuzzlePrint("", [(code, "")] * 5)
    assert len(printed_pages(order, sheets=False, key=False, hints=True)) == 4  # 20 strips
    assert len(printed_pages(order, sheets=False)) == 1


def printed_pages(order, **parts):
    import pypdfium2

    return pypdfium2.PdfDocument(printed_puzzles(order, **parts))


@pytest.mark.parametrize("name", SHEETS)
def test_a_game_in_its_middle_finds_room_in_every_language(name):
    layout = load_daydream(name)
    move = your_move(layout.sheet, 1)
    for lang in LANGUAGES:
        pen = Words()
        draw_move(pen, layout, move, lang, "colour")  # what does not fit raises an error
        digits = [said for said in pen.said if said.isdecimal() and len(said) == 1]
        assert len(digits) >= sum(number is not None for number in move.clouds.values())
        draw_ways(pen, layout, move, lang, "colour")
        assert len(list(ways_text(move, lang))) == len(move.ways)


def test_the_teacher_is_told_what_came_of_it():
    layout = load_daydream("A")
    move, pen = your_move(layout.sheet, 3), Words()
    draw_ways(pen, layout, move, "en", "colour")
    text = " ".join(pen.said)
    for told in ways_text(move, "en"):
        assert told.replace("\u00a0", " ") in text.replace("\u00a0", " ")
