"""Things that are built and stay where they stand."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, oval, polygon, smooth


def house(b: Brush, rng: Random) -> None:
    """A small house with a smoking chimney."""
    wall = rng.choice(("cream", "pink", "mint"))
    for x, y, r in ((72, 16, 5), (78, 7, 4)):
        b.disc(x, y, r, "white")
    b.fill(box(64, 20, 10, 22), "rust", shade=2)
    b.fill(box(18, 48, 64, 48), wall, shade=6)
    b.fill("M 8 52 L 50 14 L 92 52 Z", "red", shade=6)
    b.fill(box(42, 66, 16, 30), "brown", shade=3)
    b.disc(54, 82, 1.4, "yellow", edge=0)
    for x in (24, 64):
        b.fill(box(x, 60, 12, 13), "yellow")
        b.line(f"M {x + 6} 60 L {x + 6} 73 M {x} 66.5 L {x + 12} 66.5", width=0.8)
    b.disc(50, 38, 6, "sky")


def lighthouse(b: Brush, rng: Random) -> None:
    """A striped lighthouse whose beams shine to both sides."""
    for tip in ((0, 8, 0, 28), (100, 8, 100, 28)):
        b.fill(f"M 50 18 L {tip[0]} {tip[1]} L {tip[2]} {tip[3]} Z", "yellow", edge=0.5)
    b.fill(smooth("14,98! 20,88 36,86 54,88 74,85 88,98!"), "grey", shade=4)
    tower = "M 40 28 L 60 28 L 67 90 L 33 90 Z"
    with b.painted(tower, "white", shade=7):
        for y in (36, 58, 80):
            b.fill(f"M 20 {y} L 80 {y} L 80 {y + 11} L 20 {y + 11} Z", "red", edge=0.7)
    b.fill(box(42, 12, 16, 14), "yellow")
    b.line("M 50 12 L 50 26", width=0.8)
    b.fill("M 38 12 L 50 2 L 62 12 Z", "red")
    b.fill(box(35, 25, 30, 4), "slate")
    b.fill("M 46 90 L 46 83 C 46 78 54 78 54 83 L 54 90 Z", "brown")


def castle(b: Brush, rng: Random) -> None:
    """A castle with three pointed towers and a gate."""
    for x, top, flag in ((14, 34, "yellow"), (72, 34, "yellow"), (42, 24, "red")):
        b.line(f"M {x + 8} {top - 22} L {x + 8} {top - 8}", width=1.2)
        b.fill(f"M {x + 8} {top - 22} L {x + 20} {top - 18} L {x + 8} {top - 14} Z", flag)
    b.fill(box(40, 26, 20, 42), "silver", shade=5)
    b.fill("M 36 26 L 50 10 L 64 26 Z", "blue", shade=3)
    b.fill(
        "M 24 52 L 24 96 L 76 96 L 76 52 L 70 52 L 70 58 L 62 58 L 62 52 L 54 52 L 54 58 L 46 58 "
        "L 46 52 L 38 52 L 38 58 L 30 58 L 30 52 Z",
        "silver",
        shade=4,
    )
    for x in (12, 68):
        b.fill(box(x, 36, 20, 60), "silver", shade=5)
        b.fill(f"M {x - 3} 36 L {x + 10} 18 L {x + 23} 36 Z", "blue", shade=3)
        b.fill(box(x + 7, 48, 6, 11, 3), "ink", edge=0)
    b.fill(box(47, 34, 6, 11, 3), "ink", edge=0)
    b.fill("M 40 96 L 40 80 C 40 66 60 66 60 80 L 60 96 Z", "brown", shade=3)
    b.line("M 45 72 L 45 96 M 50 70 L 50 96 M 55 72 L 55 96", width=0.8)


def windmill(b: Brush, rng: Random) -> None:
    """A windmill with four lattice sails."""
    b.fill("M 38 44 L 62 44 L 72 97 L 28 97 Z", "cream", shade=7)
    b.fill("M 34 46 C 34 28 66 28 66 46 Z", "red", shade=4)
    b.fill("M 44 97 L 44 84 C 44 78 56 78 56 84 L 56 97 Z", "brown")
    b.fill(box(46, 60, 9, 10), "sky")
    start = rng.uniform(25, 60)
    for i in range(4):
        sail = b.part(50, 40, 86, start + 90 * i)
        sail.fill(box(51, 4, 12, 34), "white")
        sail.line(
            "M 51 12.5 L 63 12.5 M 51 21 L 63 21 M 51 29.5 L 63 29.5 M 57 4 L 57 38", width=0.7
        )
        sail.line("M 50 50 L 50 3", width=2.4, colour="brown", cased=True)
    b.disc(50, 40, 4.5, "gold")


def tent(b: Brush, rng: Random) -> None:
    """A striped circus tent with a flag."""
    b.line("M 50 4 L 50 22", width=1.6)
    b.fill("M 50 4 L 66 9 L 50 14 Z", "yellow")
    b.fill("M 16 54 L 84 54 L 88 96 L 12 96 Z", "cream", shade=4)
    for x in (16, 33.5, 59, 76.5):
        b.fill(
            f"M {x} 54 L {x + 8} 54 L {x + 8 + (x - 46) * 0.1} 96 L {x + (x - 50) * 0.1} 96 Z",
            "red",
        )
    b.fill("M 40 96 C 44 84 48 70 50 60 C 52 70 56 84 60 96 Z", "ink", hatch=False)
    top = (
        "M 50 20 C 56 36 72 46 94 50 L 92 60 Q 85 66 79 58 Q 72 66 64 58 Q 57 66 50 58 Q "
        "43 66 36 58 Q 28 66 21 58 Q 15 66 8 60 L 6 50 C 28 46 44 36 50 20 Z"
    )
    with b.painted(top, "red", shade=3):
        b.fill("M 50 20 L 21 58 L 36 58 Z", "cream", edge=0.7)
        b.fill("M 50 20 L 64 58 L 79 58 Z", "cream", edge=0.7)


def well(b: Brush, rng: Random) -> None:
    """A stone well with a roof and a bucket."""
    for x in (22, 78):
        b.rod(f"M {x} 30 L {x} 64", 5, "wood")
    b.line("M 50 38 L 50 54", width=1.4)
    b.rod("M 20 38 L 80 38", 3.4, "brown")
    b.fill("M 42 52 L 58 52 L 56 64 L 44 64 Z", "tan", shade=3)
    b.fill("M 50 4 L 96 32 L 4 32 Z", "rust", shade=6)
    b.line("M 34 23 L 66 23 M 20 28 L 80 28 M 42 15 L 58 15", width=0.8)
    b.fill(oval(50, 64, 36, 8), "slate")
    b.fill("M 14 64 C 20 76 80 76 86 64 L 82 96 L 18 96 Z", "grey", shade=6)
    for y, xs in ((80, (24, 40, 58, 74)), (88, (32, 50, 66))):
        b.line(f"M 17 {y} L 83 {y}", width=0.8)
        for x in xs:
            b.line(f"M {x} {y} L {x} {y + 8}", width=0.8)


def bridge(b: Brush, rng: Random) -> None:
    """A stone bridge with two arches."""
    b.fill(
        "M 2 58 Q 50 22 98 58 L 98 80 L 88 80 C 88 60 58 58 56 80 L 44 80 C 42 58 12 60 12 80 "
        "L 2 80 Z",
        "tan",
        shade=4,
    )
    b.line("M 2 66 Q 50 32 98 66", width=1)
    b.fill("M 2 50 Q 50 12 98 50 L 98 58 Q 50 22 2 58 Z", "wood", shade=3)
    for x, y in ((16, 44), (33, 35), (50, 32), (67, 35), (84, 44)):
        b.line(f"M {x} {y} L {x} {y + 6}", width=0.9)
    for x, y in ((44, 54), (56, 54), (50, 62), (7, 72), (93, 72)):
        b.line(f"M {x - 4} {y} L {x + 4} {y}", width=0.8)


def staircase(b: Brush, rng: Random) -> None:
    """Stairs that climb to the right and end in the air."""
    count = 8
    step, rise = 92 / count, 86 / count
    steps = [(4.0, 97.0)]
    for i in range(count):
        steps += [(4 + i * step, 97 - (i + 1) * rise), (4 + (i + 1) * step, 97 - (i + 1) * rise)]
    steps += [(96.0, 97 - count * rise + 18), (26.0, 97.0)]
    b.fill(polygon(steps), "cream", shade=4)
    for i in range(count):
        x, y = 4 + i * step, 97 - (i + 1) * rise
        b.fill(box(x - 1.5, y - 2, step + 1.5, 4), "wood")


def ladder(b: Brush, rng: Random) -> None:
    """A tall wooden ladder."""
    for i in range(8):
        y = 12 + i * 11
        b.rod(f"M 36 {y} L 64 {y}", 3, "tan")
    for x in (36, 64):
        b.rod(f"M {x} 4 L {x} 97", 4, "wood")


def door(b: Brush, rng: Random) -> None:
    """A door standing ajar in its frame, with light behind it."""
    colour = rng.choice(("blue", "red", "teal"))
    b.fill("M 18 97 L 18 26 C 18 -4 82 -4 82 26 L 82 97 Z", "cream", shade=3)
    b.fill("M 26 97 L 26 28 C 26 6 74 6 74 28 L 74 97 Z", "yellow")
    b.fill("M 26 97 L 26 28 C 26 16 36 11 46 11 C 54 11 60 18 60 32 L 60 92 Z", colour, shade=4)
    b.fill("M 32 56 L 32 32 C 32 22 40 18 46 18 C 52 18 55 26 55 34 L 55 55 Z", colour, edge=0.8)
    b.fill("M 32 64 L 55 62 L 55 86 L 32 90 Z", colour, edge=0.8)
    b.disc(56, 60, 2.6, "gold")
    b.fill(box(12, 95, 76, 4), "grey")


def volcano(b: Brush, rng: Random) -> None:
    """A volcano with lava and a cloud of smoke."""
    b.fill(smooth("40,36 30,26 34,12 48,10 56,2 70,6 74,18 66,28 60,36"), "silver", shade=5)
    for x, y in ((26, 22), (80, 28), (18, 38), (84, 44)):
        b.disc(x, y, 2.6, "orange")
    slope = "M 2 97 C 22 84 32 58 38 34 Q 50 40 62 34 C 68 58 78 84 98 97 Z"
    b.fill(slope, "brown", shade=8)
    b.fill(
        "M 38 34 Q 50 40 62 34 C 64 44 66 50 68 56 C 62 62 62 50 58 54 C 54 58 58 78 52 80 "
        "C 46 82 50 56 46 56 C 42 56 42 70 37 68 C 32 66 36 50 38 34 Z",
        "orange",
    )
    b.fill(oval(50, 35, 12, 3.4), "yellow")


def mountain(b: Brush, rng: Random) -> None:
    """Two peaks with snow on them."""
    b.fill("M 40 96 L 74 34 L 100 96 Z", "slate", shade=4)
    b.fill("M 74 34 L 64 52 L 71 58 L 76 52 L 82 58 L 84 57 Z", "white")
    b.fill("M 0 96 L 38 8 L 76 96 Z", "grey", shade=8)
    b.fill("M 38 8 L 24 40 L 32 36 L 37 46 L 44 38 L 50 46 L 53 42 Z", "white")
    for x, y in ((20, 70), (30, 82), (48, 68), (56, 84)):
        b.line(f"M {x} {y} L {x + 4} {y + 8}", width=0.8)


def waterfall(b: Brush, rng: Random) -> None:
    """Water that falls between two cliffs into a pool."""
    b.fill(oval(50, 90, 44, 9), "sea")
    b.fill("M 34 10 L 66 10 L 68 88 L 32 88 Z", "sky")
    for x, y in ((38, 16), (45, 30), (52, 20), (59, 34), (41, 52), (50, 58), (57, 66), (62, 14)):
        b.line(f"M {x} {y} L {x} {y + 20}", width=1.4, colour="white")
        b.line(f"M {x + 2} {y} L {x + 2} {y + 16}", width=0.6)
    b.fill("M 6 90 L 10 40 L 4 22 L 16 8 L 36 10 L 40 30 L 34 50 L 38 88 Z", "slate", shade=5)
    b.fill("M 94 90 L 90 44 L 97 24 L 86 6 L 66 10 L 60 28 L 66 56 L 62 88 Z", "slate", shade=5)
    for x in (20, 80):
        b.fill(smooth(f"{x - 18},12 {x - 10},3 {x + 2},5 {x + 14},3 {x + 18},12 {x},15"), "green")
    for x, r in ((32, 6), (42, 7), (53, 8), (64, 6)):
        b.disc(x, 88, r, "white")


def pyramid(b: Brush, rng: Random) -> None:
    """A pyramid of large blocks."""
    b.fill("M 44 12 L 98 92 L 2 92 Z", "sand")
    b.fill("M 44 12 L 98 92 L 66 92 Z", "wood")
    for i, y in enumerate((28, 44, 60, 76)):
        left, edge = 44 - (y - 12) * 0.525, 44 + (y - 12) * 0.275
        b.line(f"M {left} {y} L {edge} {y}", width=0.8)
        for k in range(i + 1):
            x = left + (edge - left) * (k + 0.6) / (i + 1.4)
            b.line(f"M {x} {y} L {x} {y + 16}", width=0.7)


def lamp_post(b: Brush, rng: Random) -> None:
    """An old street lamp, lit."""
    b.disc(50, 20, 19, "cream", edge=0)
    b.fill("M 42 97 L 44 88 L 47 84 L 47 40 L 53 40 L 53 84 L 56 88 L 58 97 Z", "slate", shade=2)
    b.rod("M 36 44 L 64 44", 2.4, "slate")
    b.fill("M 40 12 L 60 12 L 56 36 L 44 36 Z", "yellow")
    b.line("M 50 12 L 50 36", width=0.8)
    b.fill("M 36 12 L 50 2 L 64 12 Z", "slate")
    b.fill(box(42, 36, 16, 4), "slate")
