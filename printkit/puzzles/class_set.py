"""Puzzles for a class: the sheets, a key that explains first steps, and strips of hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from printkit.book import Book
from printkit.classroom.hint_strips import Strip, draw_strips
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.puzzles.drawing import DRAWING
from printkit.puzzles.squares import draw_square, write_number
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, wrap, write
from rules.puzzles.grid import Puzzle
from rules.puzzles.sheet import PuzzleSheet
from templates.games import game_of
from templates.page import Page, page_of
from templates.puzzles.layout import Square
from templates.puzzles.tasks import first_steps, hints_of, step_text
from templates.sheet_code import SheetCode
from templates.wording import say

_SIDE, _TOP, _FOOT = 16.0, 28.0, 14.0
_PEN = "#c2342f"
"""The teacher's red."""
_KEY = 46.0
"""Side of a square on the key."""
_ENTRY = 60.0
_TEXT = 3.3


@dataclass(frozen=True, slots=True)
class PuzzlePrint:
    """What is to be printed."""

    title: str
    sheets: Sequence[tuple[SheetCode, str]]
    """The code of each sheet, and the name on it."""
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"

    @property
    def puzzles(self) -> list[tuple[Puzzle, str]]:
        """All puzzles, each with whose it is; copies of one come once."""
        found: dict[tuple[PuzzleSheet, str], None] = {}
        for code, name in self.sheets:
            found[PuzzleSheet.of(code.sheet.rpartition("/")[2], code.variant), name] = None
        return [(puzzle, name) for asked, name in found for puzzle in asked.puzzles]


def printed_puzzles(
    order: PuzzlePrint, *, sheets: bool = True, key: bool = True, hints: bool = False
) -> bytes:
    """Draw sheets, strips and key, and give the PDF."""
    pen = PdfPen(order.title, lang=order.lang, duplex="Simplex")
    if sheets:
        book = Book(pen, order.paper)
        for code, name in order.sheets:
            page = game_of(code.sheet).judge.layout_of(code).page
            book.sheet(page, partial(DRAWING.draw_sheet, code=code, name=name), bookmark=name)
    if hints:
        draw_strips(pen, _strips(order), order.title, order.lang, order.paper)
    if key:
        _draw_key(pen, order)
    return pen.data()


def _begin(pen: Pen, order: PuzzlePrint, key: str) -> Page:
    page = page_of(order.paper)
    pen.page(page.width, page.height, say(key, order.lang))
    title = f"{say(key, order.lang)} · {order.title}"
    room = TextRoom(_SIDE, 12.0, page.width - 2 * _SIDE, 9.0)
    write(pen, title, room, size=7, least=4, face="hand", cut=True)
    return page


def _head(puzzle: Puzzle, name: str, lang: str) -> str:
    caption = say("puzzles.caption", lang, number=puzzle.number, level=puzzle.level)
    return f"{name} · {caption}" if name else caption


def _draw_key(pen: Pen, order: PuzzlePrint) -> None:
    """Draw every solution, its first steps beside it, as many to a page as find room."""
    page, y = page_of(order.paper), 1e9
    ink = SheetInk(pen, order.ink)
    for asked in _chances(order):
        if y + _ENTRY > page.height - _FOOT:
            page, y = _begin(pen, order, "exercise.key-of-all"), _TOP
        y = _write_answers(pen, asked, order, page, y)
    for puzzle, name in order.puzzles:
        if y + _ENTRY > page.height - _FOOT:
            page, y = _begin(pen, order, "exercise.key-of-all"), _TOP
        head = _head(puzzle, name, order.lang)
        _write_head(pen, head, page, y)
        square = _small(puzzle, _SIDE + 5.0, y + 10.0)
        draw_square(ink, square)
        for cell in puzzle.asked:
            write_number(pen, square, cell, puzzle.solution[cell], colour=_PEN, face="text")
        steps = first_steps(puzzle)
        numbers = _numbered(puzzle)
        at, x = y + 10.0, _SIDE + _KEY + 14.0
        for step in steps:
            text = f"{numbers[steps.index(step)]}. {step_text(step, puzzle, order.lang)}"
            for part in wrap(pen, text, page.width - _SIDE - x, _TEXT):
                pen.words(part, (x, at + _TEXT), size=_TEXT)
                at += _TEXT * 1.3
            at += 1.2
        y += _ENTRY


def _write_head(pen: Pen, head: str, page: Page, y: float) -> None:
    """Say whose puzzle it is and which, smaller if the name is long."""
    room = TextRoom(_SIDE, y, page.width - 2 * _SIDE, 5.0)
    write(pen, head, room, size=4.0, least=2.0, face="bold", middle=True, cut=True)


def _numbered(puzzle: Puzzle) -> list[int]:
    """Give the numbers of the steps that are told."""
    from rules.puzzles.marking import way_of

    steps = way_of(puzzle).steps
    return [steps.index(step) + 1 for step in first_steps(puzzle)]


def _small(puzzle: Puzzle, left: float, top: float) -> Square:
    size = puzzle.grid.size
    share = 0.42 if puzzle.kind == "futoshiki" else 0.0
    cell = round(_KEY / (size + (size - 1) * share), 2)
    return Square(puzzle, 1, left, top, cell, round(cell * share, 2))


def _chances(order: PuzzlePrint) -> list[tuple[PuzzleSheet, str]]:
    found: dict[tuple[PuzzleSheet, str], None] = {}
    for code, name in order.sheets:
        asked = PuzzleSheet.of(code.sheet.rpartition("/")[2], code.variant)
        if asked.questions:
            found[asked, name] = None
    return list(found)


def _write_answers(
    pen: Pen, whose: tuple[PuzzleSheet, str], order: PuzzlePrint, page: Page, y: float
) -> float:
    asked, name = whose
    caption = say("puzzles.caption", order.lang, number=asked.number, level=asked.level)
    _write_head(pen, f"{name} · {caption}" if name else caption, page, y)
    for n, question in enumerate(asked.questions, 1):
        row = " ".join("_" if number is None else str(number) for number in question.row)
        rolls = ", ".join(question.rolls)
        text = f"{n}.  {row} :  {question.answer} / 36:  {rolls}"
        for part in wrap(pen, text, page.width - 2 * _SIDE, _TEXT):
            y += _TEXT * 1.4
            pen.words(part, (_SIDE, y + 4.0), size=_TEXT)
    return y + 12.0


def _strips(order: PuzzlePrint) -> list[Strip]:
    """Give a strip for every puzzle of every sheet: copies have one each."""
    return [
        (_head(puzzle, name, order.lang), hints_of(puzzle, order.lang))
        for code, name in order.sheets
        for puzzle in PuzzleSheet.of(code.sheet.rpartition("/")[2], code.variant).puzzles
    ]
