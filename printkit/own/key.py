"""The answer key of a worksheet: its pages with the solutions on them, for whoever marks by eye.

It has neither tags nor QR codes, so that nobody's photo of it is taken for a pupil's sheet. Every
page has the printed code of the sheet that it solves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from printkit.order import Order
from printkit.own.drawing import DRAWING, code_of, write_name
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.shapes import line
from rules.own.language import Result
from rules.own.sheet import OwnSheet
from rules.own.variants import answers_of
from templates.own.judge import known
from templates.own.layout import OwnLayout, pages_of
from templates.page import CODE_LINE, CODE_SIZE
from templates.sheet_code import SheetCode
from templates.wording import say

_BLUE, _BLACK = "#1d3f94", "#000000"
_STROKE = 0.6
_BEYOND = 0.9
"""From a sign to the ring around it."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A sheet whose solutions are wanted."""

    code: SheetCode
    """Of its first page."""
    name: str = ""


def printed_key(order: Order) -> bytes:
    """Print the key of everything that an order prints: once for copies that are all alike."""
    sheet = known(order.what)
    count = order.copies if order.each and sheet.has_variants else 1
    names = (*order.names, *[""] * count)
    return key_of(order, [Solved(code_of(sheet, order, n), names[n]) for n in range(count)])


def key_of(order: Order, sheets: Sequence[Solved]) -> bytes:
    """Draw solutions: a single sheet as large as it is, several two to a page."""
    title = f"{say('exercise.key-of-all', order.lang)} · {DRAWING.title_of(order.what, order.lang)}"
    pen = PdfPen(title, lang=order.lang, duplex="Simplex")
    draw_key(pen, known(order.what), sheets)
    return pen.data()


def draw_key(pen: PdfPen, sheet: OwnSheet, sheets: Sequence[Solved]) -> None:
    """Draw solutions behind whatever a pen has drawn."""
    pages = [page for one in sheets for page in _pages(sheet, one)]
    for number, (one, layout) in enumerate(pages):
        width, height = layout.page.width, layout.page.height
        if len(sheets) == 1:
            pen.page(width, height)
            _draw(pen, one, layout)
            continue
        if number % 2 == 0:
            pen.page(height, width)
        beside = number % 2 * (height / 2 if height > width else width / 2)
        at = (beside, 0.0) if height > width else (0.0, beside)
        # Letter is wider than half of it is high.
        scale = min(
            max(width, height) / 2 / min(width, height), min(width, height) / max(width, height)
        )
        with pen.placed(at, scale=scale):
            _draw(pen, one, layout)


def _pages(sheet: OwnSheet, one: Solved) -> list[tuple[Solved, OwnLayout]]:
    code = one.code
    pages = pages_of(sheet.fingerprint, code.paper, code.players, code.lang, code.variant)
    return [
        (replace(one, code=replace(code, page=number)), layout)
        for number, layout in enumerate(pages, 1)
    ]


def _draw(pen: Pen, one: Solved, layout: OwnLayout) -> None:
    code = one.code
    DRAWING.draw_page(pen, code, layout)
    write_name(pen, layout.person, one.name)
    x, y = layout.page.code_at
    lines = code.printed_lines
    for up, text in enumerate(reversed(lines)):
        pen.words(text, (x, y - up * CODE_LINE), size=CODE_SIZE, face="code")
    told = say("exercise.key-of-all", code.lang)
    if code.variant:
        told += f" · {say('own.key.variant', code.lang, n=code.variant)}"
    colour = _BLACK if code.ink == "black" else _BLUE
    pen.words(told, (x, y - len(lines) * CODE_LINE - 1.5), size=5.0, face="hand", colour=colour)
    answers = answers_of(layout.own, layout.players, layout.variant)
    _write_answers(pen, layout, answers, colour)


def _write_answers(pen: Pen, layout: OwnLayout, answers: Mapping[str, Result], colour: str) -> None:
    for field in layout.digits:
        if field.id in answers:
            (x, y), size = field.center, min(7.0, 0.66 * field.size[1])
            pen.words(str(answers[field.id]), (x, y + 0.36 * size), size=size, face="hand",
                      align="centre", colour=colour)  # fmt: skip
    for choice in layout.choices:
        if choice.group in answers and answers[choice.group] == choice.value:
            pen.circle(choice.center, choice.radius + _BEYOND, stroke=colour, width=_STROKE)
    for box in layout.boxes:
        counted, _, number = box.id.rpartition(".")
        ticked = answers.get(box.id)
        if counted in answers:
            ticked = int(number) <= int(str(answers[counted]))
        if ticked:
            (x, y), half = box.center, 0.36 * box.size[0]
            for slope in (-1, 1):
                stroke = line(((x - half, y - slope * half), (x + half, y + slope * half)))
                pen.path(stroke, stroke=colour, width=_STROKE)
    for track in layout.lines:
        if drawn := answers.get(track.id):
            pen.path(line(track.way[: int(str(drawn)) + 1]), stroke=colour, width=_STROKE)
