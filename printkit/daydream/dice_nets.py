"""Two dice to cut out, fold and glue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printkit.art import Art
from printkit.pen import Pen, Point
from printkit.shapes import line, rays
from printkit.textbox import TextRoom, write
from printkit.when_i_dream.crafts import CUT, FOLD, draw_legend
from rules.dice import PIPS
from templates.page import Page
from templates.wording import say

SIDE = 30.0
_FLAP, _SLANT = 7.0, 5.0
FACES: Mapping[int, tuple[int, int]] = {
    1: (0, 1), 2: (1, 1), 6: (2, 1), 5: (3, 1), 3: (1, 0), 4: (1, 2),
}  # fmt: skip
"""Column and row of each face: a row of four, one above, one below; opposite ones make 7."""


def draw_dice_nets(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw a page with two dice."""
    title = TextRoom(18, 11, page.width - 36, 11)
    write(pen, say("print.nets.title", lang), title, size=9, least=6, face="hand", align="centre",
          middle=True)  # fmt: skip
    hint = TextRoom(18, 23, page.width - 36, 9)
    write(pen, say("print.nets.hint", lang), hint, size=3.4, least=2.83, align="centre")
    tall = 3 * SIDE + 2 * _FLAP
    left = (page.width - 4 * SIDE) / 2
    for number in range(2):
        with pen.placed((left, 36 + _FLAP + number * (tall + 6))):
            _draw_net(Art(pen, ink))
    draw_legend(pen, 18, page.height - 17, lang)


def _draw_net(art: Art) -> None:
    for value, (column, row) in FACES.items():
        _draw_face(art, value, ((column + 0.5) * SIDE, (row + 0.5) * SIDE))
    art.pen.path(line(outline(), closed=True), stroke=CUT, width=0.3)
    folds = [((column * SIDE, SIDE), (column * SIDE, 2 * SIDE)) for column in (1, 2, 3, 4)]
    folds += [((SIDE, row * SIDE), (2 * SIDE, row * SIDE)) for row in (0, 1, 2, 3)]
    folds += [((column * SIDE, row * SIDE), (column * SIDE, (row + 1) * SIDE))
              for column in (1, 2) for row in (0, 2)]  # fmt: skip
    art.pen.path(" ".join(map(line, folds)), stroke=FOLD, width=0.35, dash=(0.1, 1.2))


def _draw_face(art: Art, value: int, at: Point) -> None:
    x, y = at
    if value == 1:  # a sun, as on the sheets
        art.line(rays(x, y, 6, 9, 12), "gold", width=1)
        art.disc(at, 4.6, "sun")
        return
    for dx, dy in PIPS[value]:
        art.disc((x + dx * 8, y + dy * 8), 3, "dusk")


def outline() -> Iterator[Point]:
    """Walk around the net clockwise from the top left of the row, flaps included."""
    s, f, k = SIDE, _FLAP, _SLANT
    yield from ((0, s), (s, s))
    yield from ((s - f, s - k), (s - f, k), (s, 0))
    yield from ((s + k, -f), (2 * s - k, -f), (2 * s, 0))
    yield from ((2 * s + f, k), (2 * s + f, s - k), (2 * s, s))
    yield from ((4 * s, s), (4 * s + f, s + k), (4 * s + f, 2 * s - k), (4 * s, 2 * s))
    yield (2 * s, 2 * s)
    yield from ((2 * s + f, 2 * s + k), (2 * s + f, 3 * s - k), (2 * s, 3 * s))
    yield from ((2 * s - k, 3 * s + f), (s + k, 3 * s + f), (s, 3 * s))
    yield from ((s - f, 3 * s - k), (s - f, 2 * s + k), (s, 2 * s))
    yield (0, 2 * s)
