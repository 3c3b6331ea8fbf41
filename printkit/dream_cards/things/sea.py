"""Things that live, float or stand in the sea."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, limb, oval, smooth, star


def whale(b: Brush, rng: Random) -> None:
    """A big whale that looks to the left and blows water."""
    b.line("M 30 34 C 30 22 26 16 18 16", width=2.6, colour="sky", cased=True)
    b.line("M 30 34 C 30 20 36 14 44 16", width=2.6, colour="sky", cased=True)
    body = smooth(
        "4,58 10,42 28,34 50,40 68,52 82,50 88,38! 80,26 90,22 94,32! 97,24 100,36 "
        "94,46 92,60 78,76 52,84 22,80 8,70"
    )
    with b.painted(body, "blue", shade=6):
        b.fill("M 0 62 C 20 70 36 70 50 68 C 62 72 70 76 76 76 L 60 95 L 0 95 Z", "ice", edge=0.8)
        for x in (16, 26, 36, 46, 56):
            b.line(f"M {x} 72 Q {x + 4} 78 {x + 12} 84", width=0.7)
    b.fill("M 44 66 C 52 70 56 80 52 92 C 42 90 36 80 38 68 Z", "blue", shade=4)
    b.line("M 4 60 Q 14 68 26 62", width=1.4)
    b.eye(22, 54, 2.6)


def fish(b: Brush, rng: Random) -> None:
    """A striped fish that looks to the left."""
    body_colour, stripe = rng.choice((("orange", "white"), ("yellow", "blue"), ("rose", "cream")))
    b.fill(
        "M 72 50 C 84 40 90 28 98 26 C 94 42 94 58 98 74 C 90 72 84 60 72 50 Z",
        body_colour,
        shade=4,
    )
    b.fill("M 34 26 C 44 8 62 10 72 34 Z", body_colour)
    b.fill("M 42 74 C 48 88 58 88 62 70 Z", body_colour)
    body = smooth("4,52! 18,32 42,22 64,32 80,50 64,70 42,78 18,70")
    with b.painted(body, body_colour, shade=7):
        b.fill("M 34 10 C 28 40 28 60 34 90 L 44 90 C 38 60 38 40 44 10 Z", stripe, edge=0.8)
        b.fill("M 60 10 C 54 40 54 60 60 90 L 68 90 C 62 60 62 40 68 10 Z", stripe, edge=0.8)
    b.fill("M 42 52 C 54 46 60 54 56 64 C 50 64 44 60 42 52 Z", body_colour)
    b.disc(18, 45, 5.4, "white")
    b.eye(17, 45, 2.8)
    b.line("M 6 56 Q 12 61 18 58", width=1.3)


def octopus(b: Brush, rng: Random) -> None:
    """An octopus with curling arms."""
    colour = rng.choice(("rose", "orange", "purple"))
    for flip in (False, True):
        half = b.part(50, 50, 100, 0, flip)
        for arm in (
            "38,56 22,62 8,56 4,44 12,38",
            "40,62 26,74 10,74 4,86",
            "44,64 36,82 22,88 26,98",
            "49,64 47,80 41,92 48,98",
        ):
            half.fill(limb(arm, 11, 3), colour)
    b.fill(smooth("32,62 22,40 26,16 50,4 74,16 78,40 68,62 50,68"), colour, shade=8)
    for x in (40, 60):
        b.disc(x, 42, 6.5, "white")
        b.eye(x, 43, 3.4)
    b.line("M 44 55 Q 50 60 56 55", width=1.4)
    for x, y, r in ((40, 20, 3), (52, 14, 2.2), (60, 22, 2.6)):
        b.disc(x, y, r, "pink", edge=0)


def turtle(b: Brush, rng: Random) -> None:
    """A swimming turtle seen from the side, looking left."""
    b.fill(smooth("30,62 14,78 6,94 20,92 40,74"), "lime", shade=3)
    b.fill(smooth("70,62 84,72 94,84 80,84 62,72"), "lime", shade=3)
    b.fill(smooth("84,58 98,64! 82,66"), "lime")
    b.fill(smooth("28,54 20,46 10,44 2,50 4,60 16,66 30,66"), "lime", shade=4)
    back = smooth("20,64! 28,38 50,26 74,38 88,64! 54,72")
    with b.painted(back, "leaf", shade=7):
        for x in (36, 54, 72):
            b.fill(star(x, 48, 9, 9, 3, 30), "green", edge=0.8)
        for x in (28, 46, 64, 82):
            b.fill(star(x, 64, 7, 7, 3, 0), "green", edge=0.8)
    b.eye(11, 52, 2.4)
    b.line("M 4 59 Q 9 62 14 60", width=1.2)


def jellyfish(b: Brush, rng: Random) -> None:
    """A jellyfish with a round bell and long threads."""
    colour = rng.choice(("pink", "lilac", "mint"))
    for i in range(7):
        x = 22 + 9.3 * i
        end = 88 + 10 * (i % 2)
        b.line(
            f"M {x} 48 C {x - 10} 60 {x + 10} 72 {x} {end}", width=2.2, colour=colour, cased=True
        )
    b.fill(
        "M 12 50 C 8 16 30 3 50 3 C 70 3 92 16 88 50 Q 81 58 75 50 Q 69 58 62 50 Q 56 58 50 50 "
        "Q 44 58 38 50 Q 31 58 25 50 Q 19 58 12 50 Z",
        colour,
        shade=8,
    )
    b.eye(40, 34, 2.8)
    b.eye(60, 34, 2.8)
    b.line("M 45 41 Q 50 45 55 41", width=1.3)


def crab(b: Brush, rng: Random) -> None:
    """A crab with two raised claws."""
    for flip in (False, True):
        half = b.part(50, 50, 100, 0, flip)
        half.rod(
            "M 70 66 L 84 62 L 92 70 M 70 72 L 84 68 L 92 84 M 70 78 L 78 74 L 86 94", 3.4, "red"
        )
        half.rod("M 74 58 L 90 50 L 86 36", 5, "red")
        half.fill(smooth("80,38 74,22 82,8! 86,22! 94,8! 98,24 92,38"), "red", shade=3)
        half.line("M 59 54 L 60 40", width=2)
    b.fill(smooth("20,66 28,54 50,49 72,54 80,66 70,82 50,87 30,82"), "red", shade=6)
    for x in (40, 60):
        b.disc(x, 39, 5, "white")
        b.eye(x, 39, 2.6)
    b.line("M 40 72 Q 50 80 60 72", width=1.5)


def seahorse(b: Brush, rng: Random) -> None:
    """A seahorse with a curled tail, looking left."""
    b.fill(smooth("66,44 86,40 92,54 82,64 66,62"), "yellow")
    b.line("M 68 50 L 88 48 M 68 55 L 88 57", width=0.7)
    b.fill(
        smooth(
            "62,90 48,96 34,88 34,74 46,70 52,78 46,82! 42,79 41,86 50,89 58,80 52,64 "
            "40,50 44,36 34,32 14,36 10,30 30,22 36,12 42,4! 48,10 54,3! 58,10 68,6! "
            "66,18 70,30 64,40 72,56 72,76"
        ),
        "orange",
        shade=6,
    )
    for y in (46, 54, 62, 70):
        b.line(f"M {46 + (y - 46) * 0.3} {y} L {68} {y - 1}", width=0.8)
    b.eye(47, 20, 3)


def ship(b: Brush, rng: Random) -> None:
    """A sailing ship with two masts and a flag, bound for the left."""
    for x, top in ((36, 12), (64, 6)):
        b.rod(f"M {x} {top} L {x} 72", 2.4, "brown")
    b.fill("M 64 6 L 80 10 L 64 14 Z", "red")
    for x, y, w, h in ((36, 18, 20, 20), (36, 42, 26, 24), (64, 16, 18, 18), (64, 38, 24, 28)):
        left, right = x - w / 2, x + w / 2
        b.fill(
            f"M {left} {y} L {right} {y} Q {right - 7} {y + h / 2} {right} {y + h} "
            f"L {left} {y + h} Q {left - 7} {y + h / 2} {left} {y} Z",
            "cream",
            shade=4,
        )
    b.line("M 14 68 L 0 56 L 22 44", width=1)
    b.fill("M 6 66 L 92 66 C 98 62 98 58 98 56 L 86 60 L 84 70 L 12 70 Z", "wood")
    b.fill("M 8 70 L 92 70 C 90 84 86 90 82 94 L 26 94 C 16 88 10 80 8 70 Z", "brown", shade=6)
    for x in (30, 46, 62, 78):
        b.disc(x, 80, 3.2, "yellow", edge=0.8)


def paper_boat(b: Brush, rng: Random) -> None:
    """A boat folded from a sheet of paper."""
    b.fill("M 50 16 L 76 62 L 24 62 Z", "white", shade=0)
    b.fill("M 50 16 L 76 62 L 50 62 Z", "silver")
    b.fill("M 2 48 L 26 62 L 74 62 L 98 48 L 80 88 L 20 88 Z", "white")
    b.fill("M 98 48 L 80 88 L 50 88 L 62 62 L 74 62 Z", "silver")
    b.line("M 20 88 L 38 62", width=0.8)


def submarine(b: Brush, rng: Random) -> None:
    """A submarine with a periscope, port-holes and a screw."""
    b.line("M 46 34 L 46 12 L 34 12", width=4.5, colour="slate", cased=True)
    b.fill("M 34 44 L 38 28 L 60 28 L 64 44 Z", "gold", shade=3)
    for y in (48, 72):
        b.fill(oval(95, y, 3.5, 9), "slate")
    b.line("M 84 60 L 96 60", width=3)
    b.fill(smooth("84,44 94,34! 92,86! 80,74"), "orange")
    b.fill(smooth("4,60 12,46 34,40 66,42 88,54 92,60 88,66 66,79 34,81 12,75"), "yellow", shade=7)
    for x in (24, 44, 64):
        b.disc(x, 60, 7.5, "slate")
        b.disc(x, 60, 5, "sky")


def anchor(b: Brush, rng: Random) -> None:
    """A ship's anchor with a piece of rope."""
    b.line(smooth("50,10 70,4 84,14 76,26 90,34", closed=False), width=3, colour="tan", cased=True)
    b.fill(
        "M 46 18 L 54 18 L 54 30 L 72 30 L 72 38 L 54 38 L 54 82 C 68 80 78 72 80 62 L 70 66 "
        "L 84 46 L 94 68 L 88 64 C 84 84 68 92 50 97 C 32 92 16 84 12 64 L 6 68 L 16 46 L 30 66 "
        "L 20 62 C 22 72 32 80 46 82 L 46 38 L 28 38 L 28 30 L 46 30 Z",
        "slate",
        shade=3,
    )
    b.fill([*oval(50, 12, 9, 9), *oval(50, 12, -4.6, 4.6)], "slate")


def iceberg(b: Brush, rng: Random) -> None:
    """A jagged iceberg with its lower part under water."""
    b.fill("M 8 62 L 20 84 L 40 97 L 62 92 L 82 80 L 93 62 Z", "sky", shade=6)
    b.fill("M 6 62 L 20 36 L 32 42 L 48 6 L 62 26 L 70 20 L 86 46 L 95 62 Z", "white")
    b.fill("M 48 6 L 62 26 L 58 44 L 68 62 L 46 62 L 52 34 Z", "ice", edge=0.7)
    b.fill("M 70 20 L 86 46 L 95 62 L 80 62 L 74 42 Z", "ice", edge=0.7)
    b.fill("M 20 36 L 26 50 L 22 62 L 32 62 L 32 42 Z", "ice", edge=0.7)
    b.line(
        "M 0 62 Q 12 58 25 62 Q 37 66 50 62 Q 62 58 75 62 Q 88 66 100 62", width=2, colour="deep"
    )


def island(b: Brush, rng: Random) -> None:
    """A small round island with one palm."""
    b.fill(smooth("4,88! 18,78 48,72 82,78 96,88! 50,97"), "sand", shade=4)
    b.rod("M 44 76 C 46 56 50 42 58 32", 5.5, "wood")
    for angle in (-165, -125, -60, -20, 25, 150):
        x, y = cos(angle * pi / 180), sin(angle * pi / 180)
        leaf = (
            f"58,30! {58 + 18 * x},{20 + 16 * y} "
            f"{58 + 36 * x},{38 + 26 * y}! {58 + 18 * x},{32 + 18 * y}"
        )
        b.fill(smooth(leaf), "green", shade=2)
    for x, y in ((55, 34), (62, 34)):
        b.disc(x, y, 3.6, "brown")


def shell(b: Brush, rng: Random) -> None:
    """A scallop shell with a pearl before it."""
    fan = (
        "M 50 90 C 20 84 2 60 8 40 Q 14 28 24 28 Q 30 14 42 18 Q 50 8 58 18 Q 70 14 76 28 "
        "Q 86 28 92 40 C 98 60 80 84 50 90 Z"
    )
    b.fill(fan, "pink", shade=6)
    for x, y in ((12, 42), (25, 29), (42, 19), (58, 19), (75, 29), (88, 42)):
        b.line(f"M 50 88 L {x} {y}", width=0.9)
    b.fill("M 34 84 L 66 84 L 70 96 L 30 96 Z", "rose", shade=2)
    b.disc(74, 86, 9, "white", shade=3)


def bottle(b: Brush, rng: Random) -> None:
    """A bottle with a letter in it, lying on its side."""
    glass = (
        "M 8 40 C 4 40 3 44 3 48 L 3 60 C 3 66 6 70 12 70 L 58 70 C 68 70 70 62 78 60 L "
        "90 60 L 90 46 L 78 46 C 70 44 68 38 58 38 Z"
    )
    b.fill(glass, "mint", shade=5)
    b.fill("M 16 46 L 52 44 L 54 62 L 18 64 Z", "cream")
    for y in (49, 54, 59):
        b.line(f"M 22 {y + 0.6} L 46 {y - 0.6}", width=0.8)
    b.fill(box(86, 43, 5, 20), "mint")
    b.fill(box(91, 47, 8, 12, 2), "wood")
