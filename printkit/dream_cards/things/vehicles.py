"""Things that roll."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, oval, polygon


def train(b: Brush, rng: Random) -> None:
    """A steam engine bound for the left, with smoke over it."""
    colour = rng.choice(("leaf", "red", "blue"))
    for x, y, r in ((24, 22, 6), (34, 13, 8), (50, 9, 9)):
        b.disc(x, y, r, "white", shade=2)
    b.fill("M 2 86 L 14 72 L 14 86 Z", "slate")
    b.fill("M 16 48 L 18 30 L 14 26 L 32 26 L 28 30 L 30 48 Z", "slate", shade=2)
    b.fill("M 38 46 C 38 38 48 38 48 46 Z", "gold")
    b.fill(box(10, 46, 52, 30, 6), colour, shade=6)
    for x in (26, 44):
        b.fill(box(x, 46, 3, 30), "gold", edge=0.6)
    b.disc(10, 56, 5, "yellow")
    b.fill(box(58, 30, 34, 48), colour, shade=5)
    b.fill(box(66, 38, 18, 16, 2), "sky")
    b.fill(box(53, 24, 44, 7, 2), "slate")
    b.fill(box(10, 76, 86, 6), "red")
    for x, r in ((22, 10), (44, 10), (76, 14)):
        _wheel(b, x, 97 - r, r, 6)
    b.line("M 22 87 L 78 87", width=2)


def _wheel(b: Brush, x: float, y: float, radius: float, spokes: int) -> None:
    b.disc(x, y, radius, "slate")
    b.disc(x, y, radius * 0.74, "silver", edge=0.8)
    for i in range(spokes):
        turn = 2 * pi * i / spokes
        tip = (x + radius * 0.74 * cos(turn), y + radius * 0.74 * sin(turn))
        b.line(polygon([(x, y), tip], closed=False), width=0.8)
    b.disc(x, y, radius * 0.2, "red", edge=0.8)


def bicycle(b: Brush, rng: Random) -> None:
    """A bicycle with a basket, bound for the left."""
    colour = rng.choice(("red", "teal", "blue"))
    for x in (22, 78):
        b.line(oval(x, 70, 20, 20), width=4)
        b.line(oval(x, 70, 20, 20), width=1.4, colour="silver")
        for i in range(8):
            c, s = cos(pi * i / 4), sin(pi * i / 4)
            b.line(polygon([(x, 70), (x + 19 * c, 70 + 19 * s)], closed=False), width=0.5)
    b.rod("M 78 70 L 50 70 L 66 40 L 78 70 M 66 40 L 33 40 L 50 70 M 22 70 L 32 32", 3.2, colour)
    b.line("M 66 40 L 68 30", width=2.4)
    b.fill("M 58 30 C 60 25 74 24 80 27 C 80 31 70 31 66 32 Z", "brown")
    b.line("M 32 32 L 30 22 L 42 20 M 30 22 L 38 26", width=2.4)
    b.fill("M 8 30 L 26 30 L 24 46 L 11 46 Z", "tan", shade=2)
    b.line("M 9 35 L 25 35 M 10 40 L 25 40 M 14 30 L 15 46 M 20 30 L 20 46", width=0.7)
    b.disc(50, 70, 6, "silver")
    b.line("M 50 70 L 56 82 M 52 83 L 60 82", width=2)


def car(b: Brush, rng: Random) -> None:
    """A small round car, bound for the left."""
    colour = rng.choice(("red", "sky", "yellow"))
    b.fill(
        "M 4 78 C 2 60 8 54 24 54 C 32 36 42 28 56 28 C 74 28 82 40 86 56 C 96 58 98 66 97 78 Z",
        colour,
        shade=6,
    )
    b.fill("M 31 54 C 36 42 42 36 52 36 L 52 54 Z", "ice")
    b.fill("M 57 36 C 68 36 74 44 77 54 L 57 54 Z", "ice")
    b.line("M 54.5 56 L 54.5 76 M 60 62 L 67 62", width=1)
    b.disc(10, 64, 4.5, "yellow")
    b.fill(box(2, 76, 97, 6, 3), "silver")
    for x in (25, 76):
        b.disc(x, 82, 13, "slate")
        b.disc(x, 82, 6.5, "silver")


def carousel(b: Brush, rng: Random) -> None:
    """A merry-go-round with a pointed roof and two horses."""
    b.line("M 50 2 L 50 12", width=1.6)
    b.fill("M 50 2 L 62 5 L 50 9 Z", "yellow")
    b.rod("M 50 40 L 50 86", 9, "gold")
    for x, y in ((24, 62), (76, 68)):
        b.line(f"M {x} 40 L {x} 88", width=1.8, colour="gold", cased=True)
        _little_horse(b.part(x, y, 34))
    b.fill("M 6 86 L 94 86 L 90 97 L 10 97 Z", "red", shade=3)
    roof = (
        "M 50 10 C 58 24 76 32 96 36 L 96 42 Q 88 50 81 42 Q 73 50 65 42 Q 58 50 50 42 Q "
        "42 50 35 42 Q 27 50 19 42 Q 12 50 4 42 L 4 36 C 24 32 42 24 50 10 Z"
    )
    with b.painted(roof, "blue", shade=3):
        for left, right in ((4, 19), (35, 50), (65, 81)):
            b.fill(f"M 50 10 L {left} 42 L {right} 42 Z", "cream", edge=0.7)


def _little_horse(b: Brush) -> None:
    b.fill(
        "M 8 34 C 14 20 24 12 34 8 L 38 18 C 42 28 42 36 52 40 C 66 44 80 40 86 46 C 96 "
        "54 96 66 92 70 L 84 62 L 88 92 L 78 92 L 72 70 L 44 70 L 34 92 L 24 88 L 34 62 C "
        "28 56 30 46 26 38 L 14 44 Z",
        "white",
    )
    b.line("M 40 12 C 52 18 54 30 52 40", width=2, colour="gold")
