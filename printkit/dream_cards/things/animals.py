"""Animals of the land and the air."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, limb, oval, smooth


def cat(b: Brush, rng: Random) -> None:
    """A sitting cat with a curled tail."""
    colour = rng.choice(("orange", "grey", "slate"))
    b.fill(limb("66,88 86,88 92,72 84,60 90,50", 9, 7), colour, shade=2)
    b.fill(smooth("30,96! 28,70 36,48 50,42 64,48 74,70 74,96!"), colour, shade=6)
    b.fill(smooth("42,96! 40,74 50,60 60,74 58,96!"), "cream", edge=0.8)
    b.fill(smooth("26,28 24,6! 40,14 60,14 76,6! 74,28 72,42 50,52 28,42"), colour, shade=5)
    b.fill("M 29 20 L 28 12 L 36 17 Z", "pink", edge=0.7)
    b.fill("M 71 20 L 72 12 L 64 17 Z", "pink", edge=0.7)
    for x in (40, 60):
        b.fill(oval(x, 30, 5, 5.5), "yellow")
        b.fill(oval(x, 30, 1.8, 4.6), "ink", edge=0)
    b.fill("M 47 38 L 53 38 L 50 41.5 Z", "rose", edge=0.8)
    b.line("M 50 41 Q 46 46 42 43 M 50 41 Q 54 46 58 43", width=1.1)
    b.line("M 36 40 L 18 37 M 36 43 L 19 45 M 64 40 L 82 37 M 64 43 L 81 45", width=0.7)


def owl(b: Brush, rng: Random) -> None:
    """An owl on a branch."""
    b.rod("M 4 90 L 96 88", 5, "wood")
    b.fill(
        smooth("50,92 26,82 20,54 24,26 22,6! 38,14 62,14 78,6! 76,26 80,54 74,82"),
        "brown",
        shade=6,
    )
    b.fill(smooth("50,90 36,78 36,56 50,48 64,56 64,78"), "tan", edge=0.8)
    for y, xs in ((60, (44, 52)), (68, (40, 48, 56)), (76, (44, 52))):
        for x in xs:
            b.line(f"M {x} {y} Q {x + 2} {y + 4} {x + 4} {y}", width=0.9)
    b.fill(smooth("24,46 18,64 26,82 36,70 34,52"), "rust", shade=3)
    b.fill(smooth("76,46 82,64 74,82 64,70 66,52"), "rust", shade=3)
    for x in (38, 62):
        b.disc(x, 32, 12.5, "cream")
        b.disc(x, 32, 8, "yellow")
        b.eye(x, 32, 4.6)
    b.fill("M 46 38 L 54 38 L 50 47 Z", "orange")
    for x in (40, 58):
        b.line(
            f"M {x - 3} 93 L {x - 3} 87 M {x} 94 L {x} 87 M {x + 3} 93 L {x + 3} 87",
            width=1.6,
            colour="gold",
        )


def elephant(b: Brush, rng: Random) -> None:
    """An elephant with a raised trunk, looking left."""
    b.line("M 92 50 Q 99 60 95 72", width=1.8)
    for x in (44, 78):
        b.fill(box(x, 66, 13, 30), "slate")
    b.fill(smooth("34,44 52,32 76,32 94,46 94,70 80,78 50,80 34,70"), "grey", shade=6)
    for x in (36, 70):
        b.fill(box(x, 68, 14, 29), "grey", edge=0)
        b.line(f"M {x} 72 L {x} 97 L {x + 14} 97 L {x + 14} 74")
        b.line(f"M {x + 3} 94 L {x + 3} 97 M {x + 7} 94 L {x + 7} 97", width=0.8)
    b.fill(limb("24,46 18,60 9,60 5,46 9,32 5,20 10,10", 16, 7), "grey")
    b.fill(smooth("48,32 34,22 20,28 15,44 22,58 36,64 48,60"), "grey", shade=3)
    b.line("M 6 52 L 11 51 M 5 40 L 10 40 M 6 28 L 11 27", width=0.8)
    b.fill(smooth("22,60! 18,70 10,76! 22,76 29,63!"), "white", edge=0.9)
    b.fill(smooth("40,30 56,24 64,40 58,60 46,64 38,50"), "silver", shade=4)
    b.eye(27, 38, 2.4)


def giraffe(b: Brush, rng: Random) -> None:
    """A giraffe with a very long neck, looking left."""
    b.line("M 84 64 Q 92 72 88 82", width=1.8)
    for x, lean in ((50, -1), (76, 1)):
        b.fill(f"M {x} 70 L {x + 7} 70 L {x + 5 + lean} 97 L {x + lean} 97 Z", "gold")
    body = smooth(
        "44,60 40,34 34,18 28,16 14,22 10,17 16,11 28,6 38,6 46,14 50,34 58,54 76,56 "
        "86,64 84,78 64,80 48,76"
    )
    b.line("M 30 8 L 28 0 M 37 7 L 38 0", width=2)
    b.fill("M 40 8 L 52 4 L 46 13 Z", "yellow")
    with b.painted(body, "yellow", shade=5):
        for x, y, r in (
            (40, 22, 3.5),
            (47, 32, 3.5),
            (42, 40, 4),
            (51, 46, 4),
            (46, 55, 4),
            (56, 62, 5),
            (68, 62, 5),
            (80, 66, 4),
            (50, 70, 4),
            (62, 74, 4),
            (74, 74, 4),
        ):
            b.fill(oval(x, y, r, r * 0.85, rng.uniform(0, 90)), "rust", edge=0.4)
    for x in (46, 72):
        b.fill(f"M {x} 74 L {x + 8} 74 L {x + 6} 97 L {x + 1} 97 Z", "yellow", edge=0)
        b.line(f"M {x} 75 L {x + 1} 97 L {x + 6} 97 L {x + 8} 76")
    b.eye(30, 12, 1.8)
    b.line("M 12 19 L 18 18", width=0.9)


def fox(b: Brush, rng: Random) -> None:
    """A fox sitting with its bushy tail, looking left."""
    b.fill(smooth("58,90 78,92 94,76 92,54 82,40 78,56 68,70"), "orange", shade=4)
    b.fill(smooth("92,56 88,44 82,40! 79,54 84,58! 87,54"), "white")
    b.fill(smooth("34,96! 36,66 40,46 56,44 68,66 72,84 70,96!"), "orange", shade=5)
    b.fill(smooth("38,60 36,76 44,88 48,70 46,54"), "white", edge=0.8)
    b.line("M 48 96 L 50 78", width=1)
    b.fill(
        smooth("6,44! 22,32 30,22 28,4! 42,16 52,16 64,6! 62,28 60,44 44,54 24,52"),
        "orange",
        shade=4,
    )
    b.fill(smooth("6,44! 22,42 34,44 46,52 30,54 16,50"), "white", edge=0.9)
    b.fill("M 31 16 L 31 9 L 37 16 Z", "ink", edge=0)
    b.fill("M 60 18 L 61 11 L 54 17 Z", "ink", edge=0)
    b.disc(7, 44, 3.4, "ink", edge=0)
    b.eye(32, 34, 2.4)
    b.eye(48, 34, 2.4)


def swan(b: Brush, rng: Random) -> None:
    """A swimming swan with a bent neck, looking left."""
    b.fill(
        smooth(
            "24,66 26,50 34,40 36,28 30,20 24,24 14,24 22,12 36,8 46,18 46,36 42,48 60,48 "
            "80,46 98,36! 92,64 76,82 44,84 28,78"
        ),
        "white",
        shade=5,
    )
    b.fill(smooth("48,62 62,50 82,48 96,40! 88,62 72,74 56,74"), "silver", shade=3)
    b.line("M 60 64 Q 74 64 88 54 M 62 70 Q 72 70 80 64", width=0.8)
    b.fill("M 23 15 L 6 24 L 14 28 L 24 25 Z", "orange")
    b.fill("M 22 14 L 26 17 L 24 25 L 19 20 Z", "ink", edge=0)
    b.eye(29, 16, 1.8)


def penguin(b: Brush, rng: Random) -> None:
    """A penguin with a scarf."""
    for x in (38, 62):
        b.fill(oval(x, 95, 11, 4), "orange")
    b.fill(smooth("24,46 6,64 8,74! 28,64"), "night", shade=2)
    b.fill(smooth("76,46 94,64 92,74! 72,64"), "night", shade=2)
    b.fill(smooth("50,3 70,12 74,36 80,66 70,92 50,96 30,92 20,66 26,36 30,12"), "night")
    b.fill(
        smooth("50,22 58,12 68,20 66,36 72,64 64,86 50,91 36,86 28,64 34,36 32,20 42,12"),
        "white",
        shade=5,
        edge=0.8,
    )
    b.eye(41, 25, 2.8)
    b.eye(59, 25, 2.8)
    b.fill("M 44 30 L 56 30 L 50 38 Z", "orange")
    b.fill(smooth("28,42 50,48 72,42 73,49 50,56 27,49"), "red")
    b.fill("M 60 52 L 69 50 L 72 72 L 62 74 Z", "red", shade=2)
