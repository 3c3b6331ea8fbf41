"""The teacher's page: rolls to call out, par, and who has which sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from printkit.art import Art
from printkit.book import Book
from printkit.dice_page import draw_die
from printkit.outline import outline_of_rows
from printkit.pen import Pen
from printkit.qr import SIZE, qr_rows
from printkit.shapes import line, rounded
from printkit.textbox import TextOverflow, TextRoom, write
from rules.dice import rolls
from templates.page import Page, page_of
from templates.sheet_code import SheetCode
from templates.wording import say

ROLLS = 48
"""The start and 47 turns, as on the strips for players."""
_COLUMNS = 8
_SIDE = 16.0
"""Margin to the left and right."""
_FOOT = 9.0
_LINE = 12.2
"""Height of a pupil's line."""
_CODE = 9.5
"""Side of a QR code: as small as a phone held over the paper reads."""
_BOX = 5.0
_GAP = 6.0
"""Between the two halves of the index."""
_GREY = "#6b7280"


@dataclass(frozen=True, slots=True)
class TeacherPage:
    """What stands on the page, in words."""

    title: str
    sheet: str
    dice: str
    par: str
    scan: str
    pupils: Sequence[tuple[int, str, SheetCode]]


def draw_teacher_pages(book: Book, told: TeacherPage, lang: str, ink: str) -> None:
    """Draw as many pages as the index needs; the rolls stand on the first."""
    page = page_of(book.paper)
    rest = list(told.pupils)
    first = True
    while rest or first:
        top = 93.0 if first else 30.0
        room = 2 * int((page.height - top - 7.0 - _FOOT) // _LINE)
        here, rest = rest[:room], rest[room:]
        draw = partial(_draw_page, page=page, told=told, here=here, top=top, first=first,
                       lang=lang, ink=ink)  # fmt: skip
        book.sheet(page, draw, bookmark=say("classroom.teacher.bookmark", lang) if first else "")
        first = False


def _draw_page(
    pen: Pen,
    page: Page,
    told: TeacherPage,
    here: Sequence[tuple[int, str, SheetCode]],
    top: float,
    first: bool,
    lang: str,
    ink: str,
) -> None:
    width = page.width - 2 * _SIDE
    half = TextRoom(_SIDE, 10, width * 0.55, 11)
    write(pen, told.title, half, size=8.5, least=3.5, face="hand", middle=True, cut=True)
    right = TextRoom(_SIDE + width * 0.57, 10, width * 0.43, 11)
    write(pen, told.sheet, right, size=4, least=2.6, align="right", middle=True)
    if first:
        _draw_hint(pen, told, width, lang)
        _draw_rolls(pen, told, width, lang, ink)
    _draw_index(pen, page, here, top, lang)


def _draw_hint(pen: Pen, told: TeacherPage, width: float, lang: str) -> None:
    write(pen, say("classroom.teacher.hint", lang), TextRoom(_SIDE, 22.5, width, 8.2), size=3.1,
          least=2.4)  # fmt: skip
    try:
        write(pen, told.scan, TextRoom(_SIDE, 31.4, width, 3.4), size=3.1, least=2, face="code")
    except TextOverflow:
        write(pen, told.scan, TextRoom(_SIDE, 31.4, width, 4.2), size=1.6, least=1, face="code",
              cut=True)  # fmt: skip


def _draw_rolls(pen: Pen, told: TeacherPage, width: float, lang: str, ink: str) -> None:
    top, step, column = 43.0, 7.6, width / _COLUMNS
    title = TextRoom(_SIDE, top - 6, width * 0.5, 4.6)
    write(pen, say("classroom.teacher.rolls", lang, seed=told.dice), title, size=3.8, least=2.2,
          face="bold", middle=True)  # fmt: skip
    par = TextRoom(_SIDE + width * 0.5, top - 6, width * 0.5, 4.6)
    write(pen, told.par, par, size=3.8, least=2.4, face="bold", align="right", middle=True)
    art = Art(pen, ink)
    rows = ROLLS // _COLUMNS
    for number, roll in enumerate(islice(rolls(told.dice), ROLLS)):
        x = _SIDE + number // rows * column
        y = top + (number % rows + 0.5) * step
        label = str(number) if number else say("print.dice.start", lang)
        room = TextRoom(x, y - 2, column - 15.6, 4)
        write(pen, label, room, size=3.3, least=1.6, align="right", middle=True, colour=_GREY)
        for place, value in enumerate(roll):
            draw_die(art, value, x + column - 11 + place * 7.2, y, 6.2)


def _draw_index(
    pen: Pen, page: Page, here: Sequence[tuple[int, str, SheetCode]], top: float, lang: str
) -> None:
    width = (page.width - 2 * _SIDE - _GAP) / 2
    half = (len(here) + 1) // 2
    for side, pupils in enumerate((here[:half], here[half:])):
        x = _SIDE + side * (width + _GAP)
        if pupils:
            _draw_head(pen, x, top, width, lang)
        for place, (number, name, code) in enumerate(pupils):
            _draw_pupil(pen, number, name, code, x, top + 5.5 + place * _LINE, width)


def _draw_head(pen: Pen, x: float, top: float, width: float, lang: str) -> None:
    title = TextRoom(x, top - 0.5, width - 34, 4.5)
    write(pen, say("classroom.teacher.pupils", lang), title, size=3.4, least=2.4, face="bold")
    for place, word in enumerate(("here", "back")):
        centre = _box_centre(x, width, place)
        room = TextRoom(centre - 4.6, top, 9.2, 3.4)
        write(pen, say(f"classroom.teacher.{word}", lang), room, size=2.83, least=2.3,
              align="centre")  # fmt: skip


def _box_centre(x: float, width: float, place: int) -> float:
    return x + width - _CODE - 17.5 + place * 9.6


def _draw_pupil(
    pen: Pen, number: int, name: str, code: SheetCode, x: float, y: float, width: float
) -> None:
    middle = y + _LINE / 2
    number_room = TextRoom(x, middle - 2.5, 8.5, 4)
    write(pen, str(number), number_room, size=3.8, least=2.4, face="bold", align="right",
          middle=True)  # fmt: skip
    room = TextRoom(x + 10.5, y + 1.6, width - _CODE - 34.5, 5.4)
    if name:
        _write_name(pen, name, room)
    else:
        rule = ((room.x, y + 7), (room.x + room.width, y + 7))
        pen.path(line(rule), stroke=_GREY, width=0.2)
    pen.words(code.printed, (room.x, y + 10.5), size=2.83, colour=_GREY)
    for place in range(2):
        centre = _box_centre(x, width, place)
        box = rounded(centre - _BOX / 2, middle - _BOX / 2, _BOX, _BOX, 0.8)
        pen.path(box, stroke="#000000", width=0.25)
    corner = (x + width - _CODE, middle - _CODE / 2)
    modules = outline_of_rows(qr_rows(code.qr_text), SIZE, corner, _CODE / SIZE)
    pen.path(modules, fill="#000000", even_odd=True)
    under = ((x, y + _LINE), (x + width - _CODE - 3, y + _LINE))
    pen.path(line(under), stroke="#c9d1de", width=0.15)


def _write_name(pen: Pen, name: str, room: TextRoom) -> None:
    """Write a name on one line or two, and cut off what no size fits."""
    write(pen, name, room, size=3.7, least=2.2, middle=True, cut=True)
