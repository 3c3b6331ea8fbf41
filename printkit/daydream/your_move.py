"""Your move on paper: a game in its middle, two dice, lines for reasons; and what may come of it.

Nothing is read from it again, so that it has neither tags nor a code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from printkit.book import Book
from printkit.daydream.accents import accent_of
from printkit.daydream.exercise import card_room, draw_reason, draw_scene
from printkit.daydream.exercise_card import draw_answers, draw_paper, is_tall, write_both
from printkit.daydream.labels import draw_line_field, write_below_title
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.shapes import ellipse, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, write
from rules.daydream.exercise import Exercise, bare, deduction_form
from rules.daydream.game import Move
from rules.daydream.puzzles.your_move import GAMES, YourMove, your_move
from templates.daydream.element_names import grid_names
from templates.daydream.layout import Layout
from templates.daydream.load import load_daydream
from templates.daydream.names import sheet_title
from templates.geometry import Box, Point
from templates.wording import say

_DIE = 12.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """What is to be printed."""

    what: str
    """The full name of a Daydream sheet."""
    number: int
    copies: int = 1
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"
    seed: int = 0


def printed_moves(order: MoveOrder, *, sheets: bool = True, key: bool = True) -> bytes:
    """Draw copies, the teacher's page, or both, and give the PDF."""
    layout = load_daydream(order.what, paper=order.paper, seed=order.seed)
    move = your_move(layout.sheet, order.number)
    title = say("puzzles.title.move", order.lang)
    pen = PdfPen(f"{title} {order.number}", lang=order.lang, subject="Daydream", duplex="Simplex")
    book = Book(pen, order.paper)
    facts: dict[str, Any] = {"layout": layout, "move": move, "lang": order.lang, "ink": order.ink}
    for _ in range(order.copies if sheets else 0):
        book.sheet(layout.page, partial(draw_move, **facts), bookmark="")
    if key:
        book.sheet(layout.page, partial(draw_ways, **facts), bookmark="")
    return pen.data()


def draw_move(pen: Pen, layout: Layout, move: YourMove, lang: str, ink: str) -> None:
    """Draw the game, what was rolled, and what is asked."""
    drawn, task = _begun(pen, layout, move, lang, ink)
    draw_line_field(drawn, task.name, say("rules.label.name", lang))
    draw_line_field(drawn, task.date, say("rules.label.date", lang))
    room = card_room(task)
    draw_paper(drawn, room)
    words, dice = _parted(room)
    one, other = move.roll
    text = say("puzzles.move.text", lang, one=one, other=other, leaves=move.leaves)
    write_both(drawn, words, say("puzzles.move.head", lang), text)
    for at, number in zip(dice, move.roll, strict=True):
        _draw_die(drawn, at, number)
    draw_reason(drawn, task, say("puzzles.move.would", lang), lines=3)


def draw_ways(pen: Pen, layout: Layout, move: YourMove, lang: str, ink: str) -> None:
    """Draw the same for the teacher, with what came of the best ways."""
    drawn, task = _begun(pen, layout, move, lang, ink)
    told = list(ways_text(move, lang))
    head = say("puzzles.move.key", lang)
    about = say("puzzles.move.counted", lang, games=GAMES)
    texts = ["\n".join([about, *told[:most]]) for most in range(len(told), 1, -1)]
    draw_answers(drawn, card_room(task), head, [*texts, "\n".join(told[:2])])


def ways_text(move: YourMove, lang: str) -> Iterator[str]:
    """Say what came of each way: ``1. C3 = 4, D2 = 7 (6 + 1): 11.2``."""
    names = grid_names(move.sheet.id, move.sheet.seed)
    for place, way in enumerate(move.ways, 1):
        done = ", ".join(_done(each, move, names, lang) for each in way.moves)
        points = f"{way.points:.1f}".replace(".", "." if lang == "en" else ",")
        yield say("puzzles.move.way", lang, n=place, moves=done, points=points)


def _done(each: Move, move: YourMove, names: Mapping[str, str], lang: str) -> str:
    if each.cloud < 0:
        return say("puzzles.move.skip", lang, die=each.die)
    name = names[move.sheet.clouds[each.cloud].id]
    bent = each.number - each.die
    how = f" ({each.die} {'+' if bent > 0 else '−'} {abs(bent)})" if bent else ""
    return f"{name}\u00a0=\u00a0{each.number}{how}"


def _begun(
    pen: Pen, layout: Layout, move: YourMove, lang: str, ink: str
) -> tuple[SheetInk, Layout]:
    form = deduction_form(1)
    task, drawn = layout.for_task(form), SheetInk(pen, ink, accent_of(layout.sheet.id))
    place = task.texts["title"]
    title = f"{say('puzzles.title.move', lang)} {move.number}"
    room = TextRoom(place.left, place.top, place.size[0], 7.6)
    write(pen, title, room, size=7.6, least=4.6, face="hand", middle=True, colour=drawn.deep)
    played = say("puzzles.move.after", lang, n=move.turns)
    name = f"Daydream {layout.sheet.id.rpartition('/')[2]}"
    write_below_title(pen, place, name, played, sheet_title(layout.sheet.id, lang))
    given = Exercise(bare(layout.sheet), form, move.number, move.clouds, move.rows, {}, ())
    draw_scene(drawn, task, given)
    return drawn, task


def _parted(room: Box) -> tuple[Box, tuple[Point, Point]]:
    """Divide the card: words, and the places of two dice beside or below them."""
    inside = Box.between(room.left + 5, room.top + 3, room.right - 5, room.bottom - 2.5)
    if is_tall(room):
        y = inside.bottom - _DIE / 2 - 2
        words = Box.between(inside.left, inside.top, inside.right, y - _DIE / 2 - 3)
        return words, ((inside.left + _DIE, y), (inside.left + 2.4 * _DIE, y))
    x, y = inside.right - _DIE / 2 - 2, room.center[1]
    words = Box.between(inside.left, inside.top, x - _DIE / 2 - 6, inside.bottom)
    if room.size[1] > 2.6 * _DIE:
        return words, ((x, y - 0.65 * _DIE), (x, y + 0.65 * _DIE))
    words = Box.between(inside.left, inside.top, x - 1.8 * _DIE - 4, inside.bottom)
    return words, ((x - 1.25 * _DIE, y), (x, y))


def _draw_die(ink: SheetInk, at: Point, number: int) -> None:
    x, y = at
    ink.shape(rounded(x - _DIE / 2, y - _DIE / 2, _DIE, _DIE, 2.2), "white", width=0.5)
    for dx, dy in _PIPS[number]:
        pip = ellipse(x + dx * 0.27 * _DIE, y + dy * 0.27 * _DIE, 1.15, 1.15)
        ink.pen.path(pip, fill=ink.deep)
