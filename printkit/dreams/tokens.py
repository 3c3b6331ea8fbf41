"""Small things to cut out: image numbers, crescents for the track, and stars."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printkit.art import Art, hatching
from printkit.dreams.players import draw_symbol
from printkit.pen import Pen
from printkit.shapes import box, crescent, star
from printkit.when_i_dream.crafts import CUT

_BLACK = "#1b1b1f"


@contextmanager
def cut_out(pen: Pen, x: float, y: float, side: float) -> Iterator[None]:
    """Draw what follows into a square that is cut out."""
    with pen.placed((x, y)):
        yield
        pen.path(box(0, 0, side, side), stroke=CUT, width=0.2)


def draw_number(pen: Pen, image: int, side: float, ink: str) -> None:
    """Draw the number that lies beside a picture."""
    middle = side / 2
    Art(pen, ink).fill(star(middle, middle, side * 0.43, 8, 0.78), "moon")
    at = (middle, middle + side * 0.17)
    pen.words(str(image), at, size=side * 0.48, face="hand", align="centre")


def draw_crescent(pen: Pen, player: str, side: float, ink: str) -> None:
    """Draw a player's crescent for the track."""
    middle = side / 2
    Art(pen, ink).fill(crescent(middle - 0.2, middle, side * 0.4), "moon", edge=0.2)
    draw_symbol(pen, player, (middle + side * 0.18, middle), side * 0.18, ink)


def draw_star(pen: Pen, player: str, kind: str, side: float, ink: str) -> None:
    """Draw one of a player's three stars."""
    x, y = side / 2, side / 2 + side * 0.03
    shape = star(x, y, side * 0.42, 5, 0.58)
    if kind == "black":
        pen.path(shape, fill=_BLACK)
    elif kind == "grey" and ink == "colour":
        pen.path(shape, fill="#a3a5ad")
    pen.path(shape, stroke=_BLACK, width=0.4)
    if kind == "grey" and ink != "colour":
        with pen.clipped(shape):
            pen.path(hatching(shape, 0.9, 45), stroke=_BLACK, width=0.25)
    pen.circle((x, y), side * 0.2, fill="#ffffff", stroke=_BLACK, width=0.25)
    draw_symbol(pen, player, (x, y), side * 0.14, ink)
