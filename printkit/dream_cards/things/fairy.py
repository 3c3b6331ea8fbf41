"""Figures from tales and the things that go with them."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, limb, oval, smooth


def ghost(b: Brush, rng: Random) -> None:
    """A friendly ghost."""
    b.fill(
        "M 16 92 C 18 60 10 6 50 5 C 90 6 82 60 84 92 Q 76 100 68 90 Q 60 82 50 92 Q 40 100 32 90 "
        "Q 24 84 16 92 Z",
        "white",
        shade=8,
    )
    b.fill(oval(38, 36, 5.5, 8), "ink", edge=0)
    b.fill(oval(62, 36, 5.5, 8), "ink", edge=0)
    b.fill(oval(50, 56, 6, 8), "ink", edge=0)
    for x in (28, 72):
        b.disc(x, 48, 4.5, "pink", edge=0)


def dragon(b: Brush, rng: Random) -> None:
    """A sitting dragon with a wing, breathing fire to the left."""
    b.fill(smooth("14,30! 2,24 6,32! -1,38 6,42! 3,50 16,40!"), "orange")
    b.fill(smooth("60,50! 64,18 92,4! 90,20 98,28! 90,36 94,48! 80,52 68,62"), "lime", shade=4)
    b.line("M 64 50 L 90 8 M 64 52 L 94 30 M 66 56 L 90 48", width=0.8)
    b.fill(limb("62,84 82,92 94,80 88,66 80,70", 16, 3), "green", shade=2)
    b.fill("M 82 72 L 74 62 L 86 62 Z", "red")
    b.fill(
        smooth(
            "36,97! 34,70 40,50 38,40 24,42 14,38 16,28 28,24 32,14 44,12 54,22 56,42 "
            "66,62 74,84 70,97!"
        ),
        "green",
        shade=6,
    )
    b.fill(smooth("42,96 38,74 44,54 52,70 54,96"), "yellow", edge=0.8)
    for y in (64, 74, 84):
        b.line(f"M 40 {y} L 51 {y}", width=0.8)
    for x, y in ((52, 14), (58, 26), (60, 40)):
        b.fill(f"M {x - 3} {y + 4} L {x + 7} {y - 3} L {x + 3} {y + 9} Z", "red", edge=0.9)
    b.fill("M 36 14 L 34 3 L 43 12 Z", "cream")
    b.eye(35, 23, 3)
    b.disc(18, 31, 1.3, "ink", edge=0)
    b.line("M 16 36 Q 26 38 34 33", width=1)


def unicorn(b: Brush, rng: Random) -> None:
    """A standing unicorn with a coloured mane, looking left."""
    b.fill(smooth("86,50 98,56 94,74 98,88! 86,78 84,62"), "rose", shade=3)
    for x in (44, 80):
        b.fill(f"M {x} 64 L {x + 8} 64 L {x + 6} 96 L {x} 96 Z", "silver")
    b.fill(
        smooth(
            "36,70 38,52 34,38 26,38 14,46 8,40 14,28 26,16 38,16 48,26 54,42 72,42 88,48 "
            "90,64 80,72 54,74"
        ),
        "white",
        shade=5,
    )
    for x in (38, 72):
        b.fill(f"M {x} 68 L {x + 10} 68 L {x + 8} 97 L {x + 1} 97 Z", "white", edge=0)
        b.line(f"M {x} 68 L {x + 1} 97 L {x + 8} 97 L {x + 10} 70")
        b.fill(f"M {x + 0.8} 91 L {x + 8.4} 91 L {x + 8} 97 L {x + 1} 97 Z", "gold")
    b.fill(smooth("32,14 44,12 54,22 58,36 64,44 54,50 48,38 42,24"), "rose", shade=3)
    b.line("M 44 16 Q 54 28 58 44", width=0.9)
    b.fill("M 23 20 L 10 -1 L 31 15 Z", "gold")
    b.line("M 17.5 11.5 L 21.5 8 M 20.5 16 L 26 11.5", width=0.9)
    b.fill("M 34 15 L 37 5 L 41 15 Z", "white")
    b.eye(25, 28, 2.4)
    b.line("M 11 42 L 17 40", width=1)


def snowman(b: Brush, rng: Random) -> None:
    """A snowman with a hat, a carrot nose and a broom."""
    b.line("M 86 38 L 82 96", width=2.6, colour="wood", cased=True)
    b.fill("M 80 38 L 78 16 L 98 18 L 92 38 Z", "tan")
    b.line("M 68 54 L 86 48 M 32 54 L 14 44 M 14 44 L 8 46 M 14 44 L 12 37", width=2.2)
    b.disc(50, 78, 20, "white", shade=6)
    b.disc(50, 53, 16, "white", shade=5)
    b.disc(50, 32, 13, "white", shade=4)
    b.fill("M 50 32 L 28 36 L 50 37 Z", "orange")
    b.disc(45, 28, 1.9, "ink", edge=0)
    b.disc(54, 28, 1.9, "ink", edge=0)
    for y in (50, 58, 72, 81):
        b.disc(50, y, 1.9, "ink", edge=0)
    b.fill(box(38, 4, 24, 17, 1), "slate", shade=3)
    b.fill(box(38, 15, 24, 5), "red")
    b.fill(box(30, 20, 40, 4, 2), "slate")


def robot(b: Brush, rng: Random) -> None:
    """A square robot with an antenna."""
    b.line("M 50 16 L 50 6", width=1.8)
    b.disc(50, 5, 4, "red")
    for side in (-1, 1):
        b.rod(f"M {50 + side * 24} 54 L {50 + side * 38} 60 L {50 + side * 38} 74", 5, "grey")
        b.fill(box(50 + side * 38 - 6, 72, 12, 9, 3), "slate")
        b.rod(f"M {50 + side * 12} 82 L {50 + side * 12} 90", 7, "grey")
        b.fill(box(50 + side * 13 - 10, 89, 20, 8, 3), "slate")
        b.fill(box(50 + side * 28 - 4, 26, 8, 12, 2), "gold")
    b.fill(box(26, 48, 48, 36, 4), "teal", shade=5)
    b.fill(box(33, 55, 34, 16, 2), "cream")
    b.line("M 36 66 L 42 60 L 48 66 L 54 58 L 60 65 L 64 60", width=1.2)
    for x, colour in ((38, "red"), (50, "yellow"), (62, "green")):
        b.disc(x, 77.5, 2.8, colour)
    b.fill(box(26, 16, 48, 30, 5), "silver", shade=5)
    for x in (39, 61):
        b.disc(x, 28, 6.5, "yellow")
        b.eye(x, 28, 2.8)
    b.fill(box(38, 37, 24, 5), "white", edge=0.9)
    b.line("M 44 37 L 44 42 M 50 37 L 50 42 M 56 37 L 56 42", width=0.8)


def crown(b: Brush, rng: Random) -> None:
    """A golden crown with jewels."""
    b.fill("M 14 84 L 4 30 L 28 54 L 50 14 L 72 54 L 96 30 L 86 84 Z", "yellow", shade=6)
    for x, y in ((4, 28), (50, 12), (96, 28)):
        b.disc(x, y, 5, "red")
    b.fill(box(12, 74, 76, 14, 3), "gold", shade=3)
    for x, colour in ((28, "blue"), (50, "red"), (72, "blue")):
        b.disc(x, 81, 4.4, colour)


def astronaut(b: Brush, rng: Random) -> None:
    """A floating astronaut who waves."""
    b.fill(box(28, 44, 44, 36, 8), "grey", shade=3)
    b.fill(limb("36,52 20,46 12,28", 14, 11), "white")
    b.fill(limb("64,52 80,60 84,76", 14, 11), "white")
    b.fill(limb("42,74 36,86 30,95", 16, 13), "white")
    b.fill(limb("58,74 64,86 66,96", 16, 13), "white")
    b.disc(11, 26, 6.5, "orange")
    b.disc(85, 79, 6.5, "orange")
    b.fill(box(34, 46, 32, 34, 9), "white", shade=5)
    b.fill(box(42, 56, 16, 11, 2), "sky")
    b.disc(46, 61.5, 2, "red", edge=0.7)
    b.disc(53, 61.5, 2, "green", edge=0.7)
    b.disc(50, 26, 22, "white", shade=5)
    visor = oval(50, 27, 16, 14)
    with b.painted(visor, "night"):
        b.fill("M 36 34 L 48 10 L 54 10 L 40 40 Z", "sky", edge=0)


def cauldron(b: Brush, rng: Random) -> None:
    """A bubbling cauldron over a fire."""
    flames = "22,96 12,84 14,64! 23,76 29,66! 38,84 50,76! 62,84 71,66! 77,76 86,64! 88,84 78,96"
    b.fill(smooth(flames), "orange")
    b.fill(smooth("26,96 19,86 21,77! 30,86 38,82! 50,92 62,82! 70,86 79,77! 81,86 74,96"), "gold")
    for ends in ("17,97 83,90", "17,90 83,97"):
        b.fill(limb(ends, 5, 5), "brown")
    for x, y, r in ((34, 16, 6), (50, 8, 4.5), (64, 18, 7), (48, 24, 4)):
        b.disc(x, y, r, "lime")
    b.fill(smooth("16,36! 8,52 22,74 50,84 78,74 92,52 84,36!"), "slate", shade=7)
    b.fill(oval(50, 36, 40, 9), "slate")
    b.fill(oval(50, 36, 34, 6.4), "lime")
    for x in (34, 52, 66):
        b.disc(x, 35, 3.4, "lime", edge=0.8)


def mermaid(b: Brush, rng: Random) -> None:
    """A mermaid with long hair and a green tail."""
    b.fill(smooth("36,34 26,54 30,70 42,62 60,40 60,12 48,4 36,10"), "rust", shade=4)
    b.fill(smooth("78,84 86,66! 90,76 99,72! 94,92 82,94"), "teal", shade=3)
    b.fill(smooth("40,58 38,76 52,92 72,94 86,86 80,78 68,80 60,72 58,58"), "teal", shade=4)
    for x, y in ((46, 66), (52, 76), (60, 84), (70, 87), (48, 84 - 6)):
        b.line(f"M {x - 3} {y} Q {x} {y + 4} {x + 3} {y}", width=0.9)
    b.fill(limb("58,44 70,52 78,42 82,30", 6, 5), "tan")
    b.fill(smooth("42,42 38,58 48,64 60,58 57,42 50,38"), "tan", shade=3)
    b.fill(limb("43,44 34,54 40,66", 6, 5), "tan")
    for x in (45, 54):
        b.disc(x, 49, 4.4, "purple", edge=0.9)
    b.disc(50, 24, 14, "tan", shade=3)
    b.fill(smooth("36,26 36,12 50,6 64,12 64,26 58,16 46,14"), "rust")
    b.eye(45, 25, 1.9)
    b.eye(56, 25, 1.9)
    b.line("M 46 31 Q 50 35 55 31", width=1.1)
