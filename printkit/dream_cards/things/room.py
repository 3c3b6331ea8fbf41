"""Things from a room, often far too large for the place they turn up in."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, oval, polygon, smooth


def armchair(b: Brush, rng: Random) -> None:
    """A soft armchair."""
    colour = rng.choice(("wine", "teal", "purple"))
    for x in (20, 74):
        b.fill(box(x, 88, 6, 9), "brown")
    b.fill(smooth("24,76 22,30 34,8 50,5 66,8 78,30 76,76"), colour, shade=6)
    for x, y in ((40, 24), (60, 24), (50, 36)):
        b.disc(x, y, 1.8, "gold", edge=0.7)
    b.fill(box(22, 58, 56, 18, 7), "pink", shade=4)
    b.fill(box(16, 74, 68, 16, 3), colour, shade=4)
    for x in (6, 74):
        b.fill(box(x, 44, 20, 46, 9), colour, shade=4)


def table_lamp(b: Brush, rng: Random) -> None:
    """A lit lamp with a shade and a pull chain."""
    b.fill(smooth("50,56! 60,64 60,78 53,88 47,88 40,78 40,64"), "teal", shade=5)
    b.fill(box(32, 88, 36, 8, 3), "teal", shade=2)
    b.rod("M 50 46 L 50 58", 4, "gold")
    b.line("M 62 46 L 62 60", width=1)
    b.disc(62, 62, 2.4, "gold")
    b.fill("M 32 8 L 68 8 L 84 48 L 16 48 Z", "yellow", shade=6)
    b.line("M 42 8 L 34 48 M 58 8 L 66 48", width=0.8)


def bed(b: Brush, rng: Random) -> None:
    """A bed with a headboard, a pillow and a blanket."""
    blanket = rng.choice(("blue", "red", "teal"))
    b.fill("M 6 26 C 6 14 24 14 24 26 L 24 92 L 6 92 Z", "wood", shade=3)
    b.fill(box(86, 52, 9, 40, 3), "wood", shade=2)
    b.fill(box(16, 68, 72, 14), "brown")
    b.fill(box(20, 56, 70, 16, 4), "white")
    b.fill(smooth("24,58 24,44 32,40 44,46 46,58 34,62"), "white", shade=4)
    b.fill("M 42 60 C 46 48 66 46 88 52 L 90 78 L 42 78 Z", blanket, shade=5)
    b.fill("M 42 60 C 44 54 48 51 54 50 L 54 78 L 42 78 Z", "cream", edge=0.9)
    for x, y in ((64, 58), (76, 62), (66, 70), (80, 72)):
        b.disc(x, y, 2, "yellow", edge=0)


def book(b: Brush, rng: Random) -> None:
    """An open book."""
    b.fill(
        "M 2 34 Q 26 22 50 36 Q 74 22 98 34 L 98 82 Q 74 72 50 86 Q 26 72 2 82 Z", "red", shade=2
    )
    b.fill("M 6 30 Q 28 18 50 32 L 50 80 Q 28 66 6 76 Z", "white")
    b.fill("M 94 30 Q 72 18 50 32 L 50 80 Q 72 66 94 76 Z", "cream")
    for i in range(5):
        y = 36 + 8 * i
        b.line(f"M 13 {y} Q 28 {y - 7} 43 {y + 3}", width=1)
        b.line(f"M 87 {y} Q 72 {y - 7} 57 {y + 3}", width=1)
    b.fill("M 48 80 L 54 80 L 54 97 L 51 93 L 48 97 Z", "gold")


def teapot(b: Brush, rng: Random) -> None:
    """A round teapot with its spout to the left."""
    colour = rng.choice(("blue", "mint", "rose"))
    b.rod("M 74 44 C 98 36 98 72 72 72", 6, colour)
    b.fill("M 28 58 C 16 58 16 40 4 34 L 12 30 C 26 34 26 46 34 48 Z", colour)
    b.fill(smooth("24,62 30,42 50,34 70,42 78,62 68,82 50,86 32,82"), colour, shade=7)
    b.fill(smooth("34,38! 40,30 50,28 60,30 66,38! 50,42"), colour)
    b.disc(50, 24, 4.6, "gold")
    b.fill(box(36, 84, 28, 6, 2), colour)
    for angle in range(0, 360, 72):
        x, y = 50 + 8 * cos(angle * pi / 180), 62 + 8 * sin(angle * pi / 180)
        b.disc(x, y, 5, "white", edge=0.8)
    b.disc(50, 62, 4.4, "yellow", edge=0.8)


def teacup(b: Brush, rng: Random) -> None:
    """A steaming cup on a saucer."""
    stripe = rng.choice(("red", "blue", "purple"))
    for x in (36, 50, 64):
        b.line(f"M {x} 34 C {x - 8} 26 {x + 8} 18 {x} 8", width=2.4, colour="white", cased=True)
    b.fill(oval(48, 88, 44, 8), "white", shade=3)
    b.rod("M 76 52 C 98 46 98 76 70 74", 5, "white")
    cup = "M 14 42 C 14 70 28 86 40 88 L 56 88 C 68 86 82 70 82 42 Z"
    with b.painted(cup, "white", shade=7):
        b.fill("M 0 56 Q 48 70 96 56 L 96 64 Q 48 78 0 64 Z", stripe, edge=0.8)
    b.fill(oval(48, 42, 34, 8), "white")
    b.fill(oval(48, 43, 29, 5.5), "rust")


def candle(b: Brush, rng: Random) -> None:
    """A burning candle in a holder with a handle."""
    b.disc(48, 20, 17, "cream", edge=0)
    b.fill("M 48 4 C 60 18 58 30 48 32 C 38 30 36 18 48 4 Z", "orange")
    b.fill("M 48 15 C 53 22 53 28 48 30 C 43 28 43 22 48 15 Z", "yellow", edge=0.6)
    b.line("M 48 30 L 48 38", width=1.6)
    b.rod("M 74 84 C 96 70 98 96 74 92", 4, "gold")
    b.fill(box(38, 38, 20, 48), "white", shade=5)
    b.fill(
        "M 38 38 L 58 38 L 58 52 Q 55 58 53 50 Q 50 44 47 52 Q 44 64 41 54 Q 38 50 38 46 Z",
        "cream",
        edge=0.9,
    )
    b.fill("M 12 84 L 84 84 C 80 94 72 97 64 97 L 32 97 C 24 97 16 94 12 84 Z", "gold", shade=4)


def clock(b: Brush, rng: Random) -> None:
    """An alarm clock with two bells."""
    for x in (26, 74):
        b.fill(oval(x, 20, 15, 10, -35 if x < 50 else 35), "gold", shade=3)
        b.rod(f"M {x + (50 - x) * 0.1} 86 L {x - (50 - x) * 0.15} 96", 5, "slate")
    b.line("M 50 20 L 50 8 M 44 8 L 56 8", width=2.4)
    b.disc(50, 56, 38, "red", shade=5)
    b.disc(50, 56, 30, "white")
    for i in range(12):
        _hand(b, i, 22 if i % 3 == 0 else 25, 27, 1.6 if i % 3 == 0 else 1)
    hour = rng.randrange(12)
    _hand(b, hour, 0, 13, 3)
    _hand(b, (hour + rng.choice((3, 4, 8, 9))) % 12, 0, 20, 2)
    b.disc(50, 56, 2.6, "ink", edge=0)


def key(b: Brush, rng: Random) -> None:
    """An old key, bit downwards."""
    b.fill(box(46, 34, 8, 62, 2), "gold", shade=2)
    b.fill("M 54 74 L 72 74 L 72 82 L 64 82 L 64 86 L 72 86 L 72 94 L 54 94 Z", "gold")
    bow = smooth("50,10! 34,2 20,14 28,30 50,42 72,30 80,14 66,2")
    b.fill([*bow, *oval(37, 17, 8, 8), *oval(63, 17, 8, 8)], "gold", shade=3)
    b.fill(box(40, 40, 20, 6, 2), "gold")


def mirror(b: Brush, rng: Random) -> None:
    """An oval standing mirror in a golden frame."""
    b.rod("M 50 80 L 24 97", 4, "gold")
    b.rod("M 50 80 L 76 97", 4, "gold")
    b.fill(oval(50, 46, 32, 42), "gold", shade=4)
    glass = oval(50, 46, 25, 35)
    with b.painted(glass, "ice"):
        b.fill("M 20 60 L 60 4 L 70 10 L 24 76 Z", "white", edge=0)
        b.fill("M 40 80 L 82 20 L 86 24 L 44 86 Z", "white", edge=0)
        b.line("M 32 54 L 58 18 M 42 74 L 70 34", width=0.9, colour="sky")
    b.fill(smooth("40,8! 44,2 50,5 56,2 60,8! 50,12"), "red")


def hat(b: Brush, rng: Random) -> None:
    """A tall top hat."""
    band = rng.choice(("red", "teal", "gold"))
    b.fill("M 24 22 L 76 22 L 70 78 L 30 78 Z", "slate", shade=7)
    b.fill(oval(50, 22, 26, 7), "slate")
    b.fill("M 28.6 62 Q 50 70 71.4 62 L 70 78 Q 50 84 30 78 Z", band)
    b.fill(
        "M 30 76 Q 50 84 70 76 C 82 76 92 72 96 66 C 98 82 80 92 50 92 C 20 92 2 82 4 66 "
        "C 8 72 18 76 30 76 Z",
        "slate",
        shade=4,
    )


def glasses(b: Brush, rng: Random) -> None:
    """A pair of round spectacles."""
    b.line("M 8 46 L 2 30 M 92 46 L 98 30", width=3, colour="brown", cased=True)
    b.line("M 44 46 Q 50 38 56 46", width=3.4, colour="brown", cased=True)
    for x in (27, 73):
        b.disc(x, 52, 22, "brown")
        b.disc(x, 52, 17.5, "ice")
        b.line(f"M {x - 10} 54 L {x + 2} 40 M {x - 5} 60 L {x + 8} 45", width=1.4, colour="white")


def hourglass(b: Brush, rng: Random) -> None:
    """An hourglass with sand running."""
    b.fill(
        "M 26 12 L 74 12 C 74 36 56 42 54 50 C 56 58 74 64 74 88 L 26 88 C 26 64 44 58 46 50 "
        "C 44 42 26 36 26 12 Z",
        "ice",
        shade=3,
    )
    b.fill("M 32 26 L 68 26 C 64 38 54 42 52 49 L 48 49 C 46 42 36 38 32 26 Z", "gold", edge=0.9)
    b.fill("M 28 86 C 30 76 44 72 50 64 C 56 72 70 76 72 86 Z", "gold", edge=0.9)
    b.line("M 50 48 L 50 68", width=1.4, colour="gold")
    for x in (22, 78):
        b.rod(f"M {x} 12 L {x} 88", 3, "wood")
    for y in (4, 87):
        b.fill(box(14, y, 72, 9, 3), "brown", shade=3)


def window(b: Brush, rng: Random) -> None:
    """A window with curtains and a flower box."""
    b.fill(box(16, 6, 68, 76), "white", shade=3)
    b.fill(box(22, 12, 56, 64), "sky")
    b.line("M 50 14 L 50 74 M 24 44 L 76 44", width=3.4, colour="white", cased=True)
    for flip in (False, True):
        half = b.part(50, 50, 100, 0, flip)
        half.fill(
            "M 22 12 L 46 12 C 42 34 34 44 26 48 C 30 58 30 68 28 76 L 22 76 Z", "red", shade=2
        )
    b.line(box(22, 12, 56, 64))
    for x in (24, 37, 50, 63, 76):
        b.line(f"M {x} 84 L {x} 76", width=1.6, colour="leaf")
        b.disc(x, 75, 5, "pink" if x % 2 else "yellow")
    b.fill("M 12 82 L 88 82 L 84 97 L 16 97 Z", "wood", shade=3)


def suitcase(b: Brush, rng: Random) -> None:
    """An old suitcase with straps and stickers."""
    b.line("M 38 30 L 38 18 L 62 18 L 62 30", width=4, colour="brown", cased=True)
    b.fill(box(6, 28, 88, 62, 6), "rust", shade=6)
    for x in (20, 72):
        b.fill(box(x, 28, 8, 62), "tan")
        b.fill(box(x + 1, 50, 6, 8), "gold")
    b.disc(50, 48, 8, "sky")
    b.fill("M 38 66 L 60 62 L 62 76 L 40 80 Z", "yellow")


def _hand(b: Brush, hour: int, start: float, end: float, width: float) -> None:
    x, y = sin(pi * hour / 6), -cos(pi * hour / 6)
    ends = [(50 + start * x, 56 + start * y), (50 + end * x, 56 + end * y)]
    b.line(polygon(ends, closed=False), width=width)
