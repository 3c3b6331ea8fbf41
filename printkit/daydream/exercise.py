"""A Daydream sheet with a task on it: the grid, what is given, and what is to be done.

Numbers are given in a colour of their own, so that nobody takes them for a pupil's. Given
symbols are as light as all that a pen may cross.
"""

from __future__ import annotations

from printkit.daydream.accents import accent_of
from printkit.daydream.exercise_card import draw_card
from printkit.daydream.garden import draw_plant, draw_sleeping_moon
from printkit.daydream.labels import draw_line_field, draw_strip, write_below_title, write_name
from printkit.daydream.shelf import draw_board, draw_picture
from printkit.daydream.sky import draw_sky
from printkit.furniture import draw_furniture
from printkit.pen import Pen
from printkit.shapes import ellipse, line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom as TextBox
from printkit.textbox import write
from rules.daydream.board import RowMark
from rules.daydream.exercise import DEDUCTION, Exercise
from templates.daydream.exercises import exercise_on
from templates.daydream.layout import Layout, Symbols
from templates.daydream.names import sheet_title
from templates.daydream.regions import TAG_HALF
from templates.fresh_titles import fresh_title
from templates.geometry import Box, Point
from templates.sheet_code import SheetCode
from templates.wording import say

_DIGIT = {"colour": "#56698f", "light": "#56698f", "black": "#6e6e6e"}
"""Of given numbers, which nobody has to write over."""
_MARK = {"colour": "#93a3c2", "light": "#93a3c2", "black": "#a6a6a6"}
"""Of given symbols: a pen goes there as well."""
_RING = 0.3
"""How far a given ring lies outside its symbol, mm."""
_DIGIT_SIZE = 0.8
"""Of a digit, by the height of its field."""


def draw_exercise(pen: Pen, layout: Layout, code: SheetCode, name: str = "") -> None:
    """Draw one copy of a task on the page that has been begun."""
    exercise = exercise_on(code)
    assert exercise is not None, "The code says which task it is."
    page = layout.page
    size = f"{page.width:g}x{page.height:g}"
    kept = f"task {exercise.form} {exercise.task} {code.sheet} {code.seed} {size}"
    with pen.stamp(f"{kept} {code.lang} {code.ink}") as new:
        if new:
            ink = SheetInk(pen, code.ink, accent_of(code.sheet))
            draw_task(ink, layout.for_task(exercise.form), exercise, code.lang)
    if name:
        write_name(pen, layout.name, name)
    draw_furniture(pen, page, code)


def draw_task(ink: SheetInk, layout: Layout, exercise: Exercise, lang: str) -> None:
    """Draw everything that all copies of a task share."""
    title = say("exercise.title", lang, task=exercise.task)
    write_title(ink, layout, exercise.level, title, lang)
    draw_line_field(ink, layout.name, say("rules.label.name", lang))
    draw_line_field(ink, layout.date, say("rules.label.date", lang))
    draw_card(ink, card_room(layout), exercise.form, lang)
    draw_scene(ink, layout, exercise)
    sky = layout.sky
    free = not any(sky.bottom + 20 > box.top > sky.top for box in layout.page.qr_boxes)
    if exercise.kind == DEDUCTION and free:
        draw_reason(ink, layout, say("exercise.because", lang))
    _draw_score(ink, layout, len(exercise.asked), lang)
    if layout.strip:
        draw_strip(ink, layout, lang)


def draw_scene(ink: SheetInk, layout: Layout, exercise: Exercise) -> None:
    """Draw the grid with what is given, and what makes the page friendly."""
    _draw_shelves(ink, layout)
    draw_sky(ink, layout)
    draw_given(ink, layout, exercise)
    draw_plant(ink, layout)
    draw_sleeping_moon(ink, _moon_room(layout))


def _moon_room(layout: Layout) -> Box:
    """Give the room of the tiers, or on an upright page all that is free below the grid."""
    texts, page = layout.texts, layout.page
    if page.is_wide:
        return texts.get("picture", texts["tiers"])
    bottom = layout.strip[0].top - 6.0 if layout.strip else layout.total.top - 8.0
    return Box.between(page.width / 2, layout.sky.bottom + 3.0, layout.sky.right, bottom)


def draw_given(ink: SheetInk, layout: Layout, exercise: Exercise) -> None:
    """Draw the numbers and symbols that are given."""
    for cloud, number in exercise.clouds.items():
        if number is not None:
            write_digit(ink, layout.clouds[cloud], number, _DIGIT[ink.ink])
    for row in exercise.sheet.rows:
        symbols = layout.rows[row.id]
        mark = exercise.rows[row.id]
        if mark is not None:
            draw_mark(ink, symbols, mark, _MARK[ink.ink])


def write_digit(ink: SheetInk, field: Box, number: int, colour: str) -> None:
    """Write a number into a cloud."""
    size = field.size[1] * _DIGIT_SIZE
    x, y = field.center
    ink.pen.words(
        str(number), (x, y + size * 0.32), size=size, face="hand", align="centre", colour=colour
    )


def draw_mark(
    ink: SheetInk, symbols: Symbols, mark: RowMark, colour: str, width: float = 0.5
) -> None:
    """Circle a symbol, or cross out both, as a pen would have."""
    if mark is RowMark.CROSSED:
        strokes = [_cross(place.center, place.radius) for place in (symbols.dot, symbols.sun)]
    else:
        place = symbols.dot if mark is RowMark.DOT else symbols.sun
        reach = place.radius + _RING
        strokes = [ellipse(*place.center, reach, reach)]
    for stroke in strokes:
        ink.pen.path(stroke, stroke=colour, width=width)


def _cross(at: Point, radius: float) -> str:
    (x, y), r = at, radius * 0.85
    one = line(((x - r, y - r), (x + r, y + r)))
    return f"{one} {line(((x - r, y + r), (x + r, y - r)))}"


def write_title(ink: SheetInk, layout: Layout, level: int, title: str, lang: str) -> None:
    """Write the title, and below it which sheet and level this is."""
    place = layout.texts["title"]
    # No legend stands beside it here: it may reach as far as the field for the name.
    place = Box.between(place.left, place.top, layout.page.width / 2 - TAG_HALF, place.bottom)
    box = TextBox(place.left, place.top, place.size[0], 7.6)
    write(ink.pen, title, box, size=7.6, least=5.0, face="hand", middle=True, colour=ink.deep)
    sheet = layout.sheet
    own = fresh_title(sheet.seed, lang) if sheet.seed else sheet_title(sheet.id, lang)
    told = say("exercise.level", lang, level=level)
    write_below_title(ink.pen, place, f"Daydream {sheet.id.rpartition('/')[2]}", told, own)


def card_room(layout: Layout) -> Box:
    """Give the room beside the grid, or where there is none above the last shelf."""
    if "card" in layout.texts:
        return layout.texts["card"]
    top = min(place.origin[1] for place in layout.objects.values())
    first, code = layout.shelves[0], layout.page.qr_boxes[1]
    right = min(first.right, code.left - 1.0) if code.bottom > top else first.right
    return Box.between(first.left, top - 0.6, right, layout.shelves[-2].bottom)


def _draw_shelves(ink: SheetInk, layout: Layout) -> None:
    """Keep the shelves that are not below the card, with their things, to look at."""
    above = 0.0 if "card" in layout.texts else layout.shelves[-2].center[1]
    for board in layout.shelves:
        if board.center[1] > above:
            draw_board(ink, board)
    for place in layout.objects.values():
        if place.origin[1] > above:
            draw_picture(ink, place)


def draw_reason(ink: SheetInk, layout: Layout, told: str, lines: int = 2) -> None:
    """Draw lines below the grid, to write on why something must be so."""
    sky = layout.sky
    right = layout.page.width / 2 - 6
    for place in range(lines):
        y = sky.bottom + 9 + 8 * place
        ink.pen.path(line(((sky.left, y), (right, y))), stroke="#9aa3b2", width=0.25)
        if not place:
            ink.pen.words(told, (sky.left, y - 1.2), size=3.4, face="text", colour="#5b6472")


def _draw_score(ink: SheetInk, layout: Layout, of: int, lang: str) -> None:
    """Draw a box for whoever marks the sheet by hand."""
    box = layout.total
    ink.pen.path(
        rounded(box.left, box.top, *box.size, 1.6),
        fill="#ffffff", stroke=ink.line_of("sun"), width=0.6,
    )  # fmt: skip
    at = (box.left - 2, box.center[1] + 1.4)
    ink.pen.words(say("exercise.score", lang, of=of), at, size=4.4, face="hand", align="right")
