"""Puzzles for a class: another one for each pupil, of the same difficulty, and one key for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from printkit.book import Book
from printkit.classroom.class_set import printed_name
from printkit.classroom.hint_strips import draw_strips
from printkit.classroom.reason_strips import draw_reasons
from printkit.daydream import draw_sheet
from printkit.daydream.exercise_key import answers_text, steps_text
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.textbox import LEADING, TextRoom, wrap, write
from rules.daydream.exercise import Exercise
from templates.daydream.exercises import hints_of, load_exercise
from templates.daydream.load import load_daydream
from templates.daydream.names import sheet_title
from templates.page import page_of
from templates.sheet_code import SheetCode
from templates.wording import say

_SIDE, _TOP, _FOOT = 16.0, 14.0, 14.0
_SIZE, _HEAD = 3.3, 4.0
_BETWEEN = 4.0


@dataclass(frozen=True, slots=True)
class PuzzleOrder:
    """What is to be printed for a class."""

    what: str
    """The full name of a Daydream sheet."""
    group: str
    """What the class is called."""
    mark: int
    """Stands in the code of all its sheets."""
    pupils: Sequence[tuple[int, str]]
    """Numbers and names; empty names where the sheets bear numbers alone."""
    tasks: Sequence[tuple[int, int]]
    """Form and number of each pupil's task."""
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"
    seed: int = 0
    named: bool = True
    """Whether every sheet is somebody's; else they are copies."""

    def shown(self, number: int, name: str) -> str:
        """Call a pupil on paper."""
        if not self.named:
            return ""
        return printed_name(name) or say("classroom.number", self.lang, number=number)


def printed_puzzles(
    order: PuzzleOrder,
    *,
    sheets: bool = True,
    key: bool = True,
    hints: bool = False,
    because: bool = False,
) -> bytes:
    """Draw sheets, strips of hints, strips for reasons and key, and give the PDF."""
    parts = (f"Daydream {order.what.rpartition('/')[2]}", order.group)
    title = " · ".join(filter(None, parts))
    pen = PdfPen(title, lang=order.lang, subject="Daydream", duplex="Simplex")
    if sheets:
        _draw_sheets(pen, order)
    if hints:
        told = [hints_of(each, order.lang) for each in _exercises(order)]
        strips = list(zip(_whose(order), told, strict=True))
        draw_strips(pen, strips, title, order.lang, order.paper)
    if because:
        draw_reasons(pen, _whose(order), title, order.lang, order.paper)
    if key:
        _draw_key(pen, order)
    return pen.data()


def _draw_sheets(pen: Pen, order: PuzzleOrder) -> None:
    book = Book(pen, order.paper)
    layout = load_daydream(order.what, paper=order.paper, seed=order.seed)
    kind = SheetCode(order.what, order.paper, order.lang, order.ink, order.seed,
                     class_mark=order.mark)  # fmt: skip
    for (number, name), task in zip(order.pupils, order.tasks, strict=True):
        code = replace(kind, copy=number).with_exercise(*task)
        shown = order.shown(number, name)
        draw = partial(draw_sheet, layout=layout, code=code, name=shown)
        book.sheet(layout.page, draw, bookmark=shown)


def _draw_key(pen: Pen, order: PuzzleOrder) -> None:
    """Write everybody's answers and first steps, as many to a page as find room."""
    paper = page_of(order.paper)
    width = paper.width - 2 * _SIDE
    y = paper.height
    whose = list(zip(order.pupils, order.tasks, strict=True))
    for (number, name), task in whose if order.named else whose[:1]:
        exercise = load_exercise(order.what, order.seed, *task)
        called = say("exercise.title", order.lang, task=task[1])
        head = f"{number}. {order.shown(number, name)} · {called}" if order.named else called
        lines = [
            part
            for text in (answers_text(exercise, order.lang), *steps_text(exercise, order.lang))
            for part in wrap(pen, text, width, _SIZE)
        ]
        height = _HEAD * LEADING + len(lines) * _SIZE * LEADING
        if y + height > paper.height - _FOOT:
            pen.page(paper.width, paper.height, say("exercise.key-of-all", order.lang))
            _write_head(pen, order, width)
            y = _TOP + 12.0
        room = TextRoom(_SIDE, y, width, _HEAD * LEADING)
        write(pen, head, room, size=_HEAD, least=2.0, face="bold", middle=True, cut=True)
        for place, line in enumerate(lines, start=1):
            at = (_SIDE, y + _HEAD * LEADING + place * _SIZE * LEADING)
            pen.words(line, at, size=_SIZE)
        y += height + _BETWEEN


def _whose(order: PuzzleOrder) -> list[str]:
    """Say whose each puzzle is, and which."""
    found = []
    for (number, name), task in zip(order.pupils, order.tasks, strict=True):
        called = say("exercise.title", order.lang, task=task[1])
        shown = order.shown(number, name)
        found.append(f"{shown} · {called}" if shown else called)
    return found


def _exercises(order: PuzzleOrder) -> Iterator[Exercise]:
    for task in order.tasks:
        yield load_exercise(order.what, order.seed, *task)


def _write_head(pen: Pen, order: PuzzleOrder, width: float) -> None:
    sheet = f"{order.what.rpartition('/')[2]} · {sheet_title(order.what, order.lang)}"
    parts = (say("exercise.key-of-all", order.lang), order.group, sheet)
    title = " · ".join(filter(None, parts))
    write(pen, title, TextRoom(_SIDE, _TOP, width, 8), size=7, least=4, face="hand",
          cut=True)  # fmt: skip
