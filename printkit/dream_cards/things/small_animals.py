"""Small animals, which dreams like to make large."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import oval, smooth


def butterfly(b: Brush, rng: Random) -> None:
    """A butterfly with open wings."""
    upper, lower = rng.choice((("orange", "yellow"), ("blue", "sky"), ("purple", "pink")))
    for mirror in (False, True):
        side = b.part(50, 50, 100, 0, mirror)
        side.fill(smooth("51,52! 56,72 72,92 86,84 86,66 74,54"), lower, shade=4)
        side.disc(75, 74, 6, upper)
        side.fill(smooth("51,50! 58,24 76,8 96,10 94,36 80,54"), upper, shade=5)
        side.disc(80, 28, 8, lower)
        side.disc(80, 28, 3.4, "ink", edge=0)
        side.line("M 51 30 Q 56 14 64 10", width=1.2)
        side.disc(64, 10, 1.8, "ink", edge=0)
    b.fill(oval(50, 55, 4.5, 27), "brown")
    b.disc(50, 30, 6, "brown")


def snail(b: Brush, rng: Random) -> None:
    """A snail with a coiled shell, looking left."""
    b.line("M 18 48 L 10 30 M 24 48 L 26 28", width=2, colour="tan", cased=True)
    b.disc(10, 29, 3, "ink", edge=0)
    b.disc(26, 27, 3, "ink", edge=0)
    b.fill(smooth("8,60 14,48 26,48 32,66 46,76 70,80 98,92! 60,96 24,96 12,82"), "tan", shade=4)
    b.disc(60, 52, 31, "rust", shade=7)
    b.line(
        smooth("56,83 82,70 84,44 64,28 42,38 40,60 58,70 72,58 66,42 54,46 56,56", closed=False),
        width=2,
    )
    b.line("M 10 66 Q 14 70 20 68", width=1.2)


def rabbit(b: Brush, rng: Random) -> None:
    """A sitting rabbit with long ears."""
    b.disc(78, 82, 9, "white")
    b.fill(smooth("30,97! 26,78 36,60 50,54 66,60 78,78 72,97!"), "tan", shade=6)
    for x, lean in ((40, -5), (60, 5)):
        b.fill(oval(x + lean, 20, 7.5, 20, lean * 1.6), "tan", shade=2)
        b.fill(oval(x + lean, 21, 3.6, 14, lean * 1.6), "pink", edge=0.7)
    b.fill(smooth("30,48 34,36 50,32 66,36 70,48 62,60 50,64 38,60"), "tan", shade=4)
    b.fill(oval(50, 80, 11, 14), "cream", edge=0.8)
    for x in (41, 59):
        b.eye(x, 45, 2.8)
        b.fill(oval(50 + (x - 50) * 1.5, 94, 10, 4.5), "tan")
    b.fill("M 47 51 L 53 51 L 50 54.5 Z", "rose", edge=0.8)
    b.fill("M 47 57 L 53 57 L 52.5 63 L 47.5 63 Z", "white", edge=0.8)
    b.line(
        "M 50 54 L 50 57 M 36 54 L 22 52 M 36 57 L 23 60 M 64 54 L 78 52 M 64 57 L 77 60", width=0.8
    )


def frog(b: Brush, rng: Random) -> None:
    """A sitting frog with a wide mouth."""
    for flip in (False, True):
        half = b.part(50, 50, 100, 0, flip)
        half.fill(smooth("68,70 86,60 96,74 90,90 70,90"), "green", shade=3)
        half.fill(smooth("76,88 98,90 98,97 72,97"), "lime")
    b.fill(smooth("24,60 30,44 50,40 70,44 76,60 74,84 50,94 26,84"), "green", shade=6)
    b.fill(smooth("36,72 50,64 64,72 62,88 50,92 38,88"), "lime", edge=0.8)
    b.fill(smooth("12,44 18,28 50,22 82,28 88,44 74,58 50,62 26,58"), "green", shade=5)
    for x in (30, 70):
        b.disc(x, 22, 12, "green")
        b.disc(x, 21, 8, "white")
        b.eye(x, 22, 4.4)
    b.line("M 18 44 Q 50 62 82 44", width=1.6)


def ladybird(b: Brush, rng: Random) -> None:
    """A ladybird seen from above."""
    for side in (-1, 1):
        for y, reach, foot in ((42, 44, 32), (58, 47, 60), (74, 42, 86)):
            b.line(
                f"M {50 + side * 30} {y} L {50 + side * 40} {y} L {50 + side * reach} {foot}",
                width=2,
            )
        b.line(f"M {50 + side * 8} 18 Q {50 + side * 12} 6 {50 + side * 22} 4", width=1.4)
    b.fill(oval(50, 24, 19, 15), "ink")
    b.fill(oval(50, 60, 37, 36), "red", shade=7)
    b.line("M 50 24 L 50 96", width=1.8)
    for x, y in ((34, 44), (28, 64), (38, 80)):
        b.disc(x, y, 6, "ink", edge=0)
        b.disc(100 - x, y, 6, "ink", edge=0)
    for x in (41, 59):
        b.disc(x, 20, 4, "white", edge=0)
