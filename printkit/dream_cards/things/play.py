"""Instruments and toys."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, oval, smooth, star


def violin(b: Brush, rng: Random) -> None:
    """A violin standing upright, with its bow."""
    b.line("M 84 6 L 78 94", width=2.2, colour="brown", cased=True)
    b.line("M 87 8 L 82 92", width=0.8)
    b.fill(
        smooth("46,52 32,54 26,64 32,72 24,82 30,94 46,98 62,94 68,82 60,72 66,64 60,54"),
        "rust",
        shade=5,
    )
    b.fill(box(43, 14, 6, 60), "ink", hatch=False)
    b.fill(smooth("42,16 40,6 46,1 52,6 50,16"), "brown")
    for y in (8, 13):
        b.line(f"M 34 {y} L 58 {y}", width=2)
    b.fill(box(38, 79, 16, 3), "cream")
    b.fill("M 43 86 L 49 86 L 48 95 L 44 95 Z", "ink", hatch=False)
    b.line("M 45 16 L 45 88 M 47 16 L 47 88", width=0.5, colour="cream")
    b.line("M 36 72 Q 33 78 37 84 M 56 72 Q 59 78 55 84", width=1.2)


def piano(b: Brush, rng: Random) -> None:
    """A grand piano with its lid raised."""
    b.fill("M 14 46 C 30 44 34 12 60 10 C 80 8 92 20 96 34 L 88 50 Z", "night", shade=4)
    b.line("M 60 52 L 74 24", width=1.6)
    for x in (18, 80):
        b.fill(f"M {x - 3} 70 L {x + 4} 70 L {x + 2} 96 L {x - 1} 96 Z", "slate")
    b.fill("M 46 74 L 52 74 L 51 92 L 47 92 Z", "slate")
    b.fill("M 8 50 L 92 46 L 92 70 L 8 70 Z", "slate", shade=4)
    b.fill(box(4, 60, 92, 12), "white")
    for i in range(1, 14):
        left = 4 + i * 92 / 14
        b.line(f"M {left} 60 L {left} 72", width=0.6)
        if i % 7 not in (0, 3):
            b.fill(box(left - 1.6, 60, 3.2, 7), "ink", edge=0)


def drum(b: Brush, rng: Random) -> None:
    """A drum with two sticks."""
    side = "M 10 44 L 10 82 C 14 100 86 100 90 82 L 90 44 Z"
    b.fill(side, "red", shade=7)
    with b.inside(side):
        b.line("M 10 52 L 26 90 L 42 56 L 58 94 L 74 56 L 90 88", width=1.4, colour="yellow")
    b.fill("M 10 80 C 14 96 86 96 90 80 L 90 86 C 86 102 14 102 10 86 Z", "gold")
    b.fill("M 10 42 C 14 58 86 58 90 42 L 90 49 C 86 66 14 66 10 49 Z", "gold")
    b.fill(oval(50, 42, 40, 12), "cream")
    for a, c in (((20, 6), (54, 42)), ((84, 8), (44, 40))):
        b.rod(f"M {a[0]} {a[1]} L {c[0]} {c[1]}", 2.8, "wood")
        b.disc(c[0], c[1], 4, "tan")


def bell(b: Brush, rng: Random) -> None:
    """A golden bell with a bow."""
    b.disc(50, 90, 8, "rust")
    b.fill(
        "M 50 14 C 76 14 74 46 80 66 C 84 76 92 78 92 86 L 8 86 C 8 78 16 76 20 66 C 26 "
        "46 24 14 50 14 Z",
        "gold",
        shade=8,
    )
    b.line("M 20 70 Q 50 78 80 70", width=1.4)
    b.fill("M 50 14 C 38 0 24 4 26 14 C 28 24 42 22 50 14 Z", "red", shade=2)
    b.fill("M 50 14 C 62 0 76 4 74 14 C 72 24 58 22 50 14 Z", "red", shade=2)
    b.disc(50, 14, 5, "red")


def chess_knight(b: Brush, rng: Random) -> None:
    """A knight from a chess set, looking left."""
    b.fill(
        smooth(
            "30,80! 34,66 46,52 36,50 22,58 12,54 12,44 24,32 28,20 34,14 34,4! 44,11 "
            "60,14 76,32 78,58 74,80!"
        ),
        "cream",
        shade=7,
    )
    b.line("M 52 18 L 66 34 M 60 18 L 72 38 M 62 34 L 72 54 M 60 52 L 72 66", width=1)
    b.eye(36, 26, 2.6)
    b.disc(17, 48, 1.4, "ink", edge=0)
    b.line("M 16 54 Q 22 52 26 48", width=1.2)
    b.fill(box(24, 78, 56, 8, 3), "cream", shade=3)
    b.fill(box(16, 86, 72, 11, 3), "cream", shade=3)


def dice(b: Brush, rng: Random) -> None:
    """A cube with dots on its three visible sides."""
    b.fill("M 50 6 L 92 26 L 50 46 L 8 26 Z", "white")
    b.fill("M 8 26 L 50 46 L 50 96 L 8 74 Z", "silver")
    b.fill("M 92 26 L 50 46 L 50 96 L 92 74 Z", "grey", hatch=False)
    b.fill(oval(50, 26, 9, 5), "red")
    for x, y in ((18, 43), (40, 53), (29, 61), (18, 68), (40, 79)):
        b.fill(oval(x, y, 4, 5.4, -18), "ink", edge=0)
    for x, y in ((60, 79), (71, 61), (82, 43)):
        b.fill(oval(x, y, 4, 5.4, 18), "ink", edge=0)


def gramophone(b: Brush, rng: Random) -> None:
    """A gramophone with a wide horn."""
    b.fill("M 54 66 C 66 66 72 58 70 44 L 60 40 C 62 52 58 58 50 58 Z", "gold", shade=2)
    b.fill(
        "M 70 46 C 60 42 44 36 28 42 C 22 30 28 10 44 4 C 66 4 92 14 97 32 C 88 34 78 38 70 46 Z",
        "gold",
        shade=3,
    )
    b.fill(oval(37, 23, 21, 10, 112), "orange", shade=2)
    b.fill(oval(38, 24, 9, 4, 112), "rust", edge=0.8)
    b.fill(oval(44, 68, 32, 6), "ink", hatch=False)
    b.fill(oval(44, 67.4, 9, 2), "red", edge=0)
    b.fill(box(10, 72, 70, 20, 2), "wood", shade=4)
    b.fill(box(6, 90, 78, 7, 2), "brown")
    b.line("M 80 82 L 94 82 L 94 74", width=2.4)


def teddy(b: Brush, rng: Random) -> None:
    """A sitting teddy bear with a patch."""
    for x in (30, 70):
        b.disc(x, 12, 10, "tan")
        b.disc(x, 12, 5, "pink", edge=0.7)
        b.fill(oval(x + (x - 50) * 0.5, 60, 9, 15, 30 if x < 50 else -30), "tan", shade=3)
    b.fill(oval(50, 68, 26, 25), "tan", shade=6)
    b.fill(oval(50, 70, 15, 15), "cream", edge=0.8)
    for x in (26, 74):
        b.fill(oval(x, 88, 15, 10), "tan", shade=3)
        b.fill(oval(x, 89, 7, 5.5), "pink", edge=0.7)
    b.fill(oval(50, 28, 27, 24), "tan", shade=5)
    b.fill(oval(50, 36, 12, 9), "cream", edge=0.8)
    b.fill(oval(50, 32, 4.4, 3), "ink", edge=0)
    b.line("M 50 35 L 50 38 M 44 39 Q 50 44 56 39", width=1.2)
    b.eye(39, 24, 2.8)
    b.eye(61, 24, 2.8)


def spinning_top(b: Brush, rng: Random) -> None:
    """A striped spinning top, leaning."""
    b.rod("M 50 6 L 50 30", 5, "gold")
    b.disc(50, 6, 5, "red")
    body = (
        "M 50 26 C 60 26 90 36 90 46 C 90 60 62 72 53 92 L 50 98 L 47 92 C 38 72 10 60 10 "
        "46 C 10 36 40 26 50 26 Z"
    )
    with b.painted(body, "yellow", shade=6):
        for y, colour in ((38, "red"), (54, "blue"), (70, "green")):
            b.fill(
                f"M 0 {y} Q 50 {y + 14} 100 {y} L 100 {y + 8} Q 50 {y + 22} 0 {y + 8} Z",
                colour,
                edge=0.8,
            )


def playing_card(b: Brush, rng: Random) -> None:
    """A playing card with a heart on it."""
    b.fill(box(20, 4, 60, 92, 6), "white", shade=3)
    b.fill(
        "M 50 70 C 28 54 30 36 40 36 C 46 36 49 40 50 45 C 51 40 54 36 60 36 C 70 36 72 54 50 70 Z",
        "red",
    )
    for x, y, turn in ((30, 18, 0), (70, 82, 180)):
        b.part(x, y, 26, turn).fill(
            "M 50 90 C 6 56 10 16 30 16 C 42 16 48 26 50 36 C 52 26 58 16 70 16 "
            "C 90 16 94 56 50 90 Z",
            "red",
            edge=0.7,
        )


def magic_wand(b: Brush, rng: Random) -> None:
    """A wand with a star at its tip and sparks around it."""
    b.rod("M 10 94 L 58 42", 5, "purple")
    b.fill(star(66, 32, 28, 12, 5, 20), "yellow", shade=5)
    for x, y, r in ((24, 32, 8), (92, 66, 8), (38, 12, 6)):
        b.fill(star(x, y, r, r * 0.35, 4), "white")
