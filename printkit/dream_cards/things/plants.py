"""Plants and fruit."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import oval, smooth


def tree(b: Brush, rng: Random) -> None:
    """A broad tree with red fruit."""
    b.fill(smooth("42,56 44,80 32,97! 68,97! 56,80 58,56"), "brown", shade=4)
    b.fill(
        smooth("12,48 10,32 24,22 34,8 54,6 70,12 78,24 92,34 88,52 72,62 50,60 28,62"),
        "green",
        shade=9,
    )
    for x, y in ((28, 36), (46, 22), (66, 28), (54, 44), (76, 44), (36, 52)):
        b.disc(x + rng.uniform(-2, 2), y + rng.uniform(-2, 2), 3.6, "red")


def fir(b: Brush, rng: Random) -> None:
    """A fir tree in three tiers."""
    b.fill("M 44 84 L 56 84 L 56 97 L 44 97 Z", "brown")
    for top, low, half in ((48, 88, 36), (26, 64, 29), (4, 40, 21)):
        b.fill(
            f"M 50 {top} L {50 + half} {low} Q {50 + half / 2} {low - 5} 50 {low} "
            f"Q {50 - half / 2} {low - 5} {50 - half} {low} Z",
            "leaf",
            shade=6,
        )


def cactus(b: Brush, rng: Random) -> None:
    """A cactus with two arms and a flower."""
    b.fill(
        "M 40 97 L 40 70 L 26 70 C 14 70 12 62 12 54 L 12 42 C 12 34 24 34 24 42 L 24 52 "
        "C 24 57 26 57 30 57 L 40 57 L 40 18 C 40 4 60 4 60 18 L 60 48 L 70 48 C 76 48 76 46 76 42 "
        "L 76 30 C 76 22 88 22 88 30 L 88 44 C 88 56 84 62 74 62 L 60 62 L 60 97 Z",
        "green",
        shade=5,
    )
    for x, y in (
        (46, 24),
        (54, 32),
        (46, 42),
        (54, 54),
        (46, 66),
        (54, 76),
        (46, 88),
        (17, 50),
        (82, 38),
    ):
        b.line(f"M {x} {y} L {x} {y + 4}", width=1.1)
    for i in range(5):
        turn = 2 * pi * i / 5 - pi / 2
        b.disc(50 + 5 * cos(turn), 8 + 5 * sin(turn), 4, "rose", edge=0.8)
    b.disc(50, 8, 3, "yellow", edge=0.8)


def mushroom(b: Brush, rng: Random) -> None:
    """A red mushroom with white spots."""
    b.fill(smooth("38,50 40,74 30,94 50,98 70,94 60,74 62,50"), "cream", shade=5)
    cap = "M 6 54 C 6 20 30 6 50 6 C 70 6 94 20 94 54 C 78 62 22 62 6 54 Z"
    with b.painted(cap, "red", shade=8):
        for x, y, r in (
            (26, 36, 8),
            (50, 20, 8),
            (74, 38, 9),
            (50, 46, 6),
            (12, 50, 5),
            (88, 54, 5),
        ):
            b.disc(x, y, r, "white", edge=0.8)
    b.fill("M 36 58 Q 50 64 64 58 L 66 66 Q 50 74 34 66 Z", "white", edge=0.9)


def sunflower(b: Brush, rng: Random) -> None:
    """A sunflower on a long stalk."""
    b.rod("M 50 40 C 48 60 52 80 50 97", 4, "leaf")
    b.fill(smooth("50,80! 30,66 18,70 26,84"), "green", shade=3)
    b.fill(smooth("50,88! 70,74 84,78 74,92"), "green", shade=3)
    for i in range(14):
        turn = 360 * i / 14
        x, y = cos(turn * pi / 180), sin(turn * pi / 180)
        b.fill(oval(50 + 24 * x, 34 + 24 * y, 9.5, 5, turn), "yellow")
    b.disc(50, 34, 17, "brown", shade=4)
    for x, y in ((44, 28), (54, 27), (58, 36), (50, 35), (43, 38), (51, 43)):
        b.disc(x, y, 1.5, "tan", edge=0)


def pumpkin(b: Brush, rng: Random) -> None:
    """A pumpkin lantern with a cut face."""
    b.fill("M 46 26 C 46 14 52 8 60 6 L 64 12 C 58 14 56 20 56 26 Z", "leaf")
    for x, half in ((22, 19), (78, 19), (34, 20), (66, 20), (50, 20)):
        b.fill(oval(x, 60, half, 36), "orange", shade=4)
    for x in (34, 66):
        b.fill(f"M {x - 9} 54 L {x} 40 L {x + 9} 54 Z", "yellow")
    b.fill(
        "M 24 66 L 34 70 L 40 66 L 50 72 L 60 66 L 66 70 L 76 66 C 72 86 28 86 24 66 Z", "yellow"
    )


def apple(b: Brush, rng: Random) -> None:
    """A red apple with one leaf."""
    b.fill(
        smooth("50,30 66,22 86,30 92,54 78,86 60,95 50,91 40,95 22,86 8,54 14,30 34,22"),
        "red",
        shade=9,
    )
    b.line("M 50 32 Q 48 18 54 6", width=3.4, colour="brown", cased=True)
    b.fill("M 54 20 C 60 6 76 4 88 8 C 84 22 68 26 54 20 Z", "green", shade=3)
    b.fill(oval(26, 46, 4, 9, 20), "pink", edge=0)


def clover(b: Brush, rng: Random) -> None:
    """A clover with four leaves."""
    b.rod("M 50 46 C 52 66 58 84 70 96", 3.6, "leaf")
    for turn in (45, 135, 225, 315):
        leaf = b.part(50, 44, 88, turn)
        leaf.fill(
            "M 50 50 C 30 40 28 8 42 6 C 48 6 50 10 50 14 C 50 10 52 6 58 6 C 72 8 70 40 50 50 Z",
            "green",
            shade=4,
        )
        leaf.line("M 50 46 L 50 24", width=0.9)


def rose(b: Brush, rng: Random) -> None:
    """A red rose with thorns."""
    b.rod("M 50 44 C 52 66 48 82 50 97", 3.6, "leaf")
    b.fill("M 52 66 L 60 62 L 53 71 Z", "leaf")
    b.fill("M 49 80 L 41 76 L 48 85 Z", "leaf")
    b.fill(smooth("50,84! 64,68 84,66 74,82"), "green", shade=3)
    b.fill(smooth("24,22 26,44 50,56 74,44 76,22 62,8 50,12 38,8"), "red", shade=5)
    b.fill(smooth("24,22 40,28 52,44 50,56! 30,48"), "red", shade=3)
    b.fill(smooth("76,22 62,30 54,42 50,56! 70,48"), "red", shade=3)
    b.line(smooth("36,22 50,30 64,22 54,14 44,20 52,24", closed=False), width=1.4)
