"""Things that belong in the sky."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import oval, polygon, smooth, star


def moon(b: Brush, rng: Random) -> None:
    """A crescent with a sleeping face, open to the right."""
    b.fill(
        "M 64 6 C 30 4 8 28 10 54 C 12 80 38 98 70 92 C 48 84 38 68 39 50 C 40 30 50 14 64 6 Z",
        "yellow",
        shade=7,
    )
    b.fill("M 37 45 C 44 48 49 52 50 57 C 46 59 43 59 38 58 Z", "yellow", edge=0)
    b.line("M 39.5 46 C 45 48 49 52 50 57 C 46 59 43 59 39.6 58.5")
    b.line("M 22 46 Q 28 52 34 47", width=1.6)
    b.line("M 28 70 Q 34 76 42 70", width=1.6)
    b.disc(23, 60, 4, "orange", edge=0)


def sun(b: Brush, rng: Random) -> None:
    """A round face with pointed rays."""
    rays = rng.choice((12, 14, 16))
    b.fill(star(50, 50, 47, 30, rays, rng.uniform(0, 20)), "orange")
    b.disc(50, 50, 29, "yellow", shade=6)
    b.eye(40, 46, 3)
    b.eye(60, 46, 3)
    b.line("M 38 57 Q 50 69 62 57", width=1.7)
    for x in (33, 67):
        b.disc(x, 55, 4, "orange", edge=0)


def big_star(b: Brush, rng: Random) -> None:
    """A large five-pointed star."""
    b.fill(star(50, 53, 47, 21, 5), "yellow", shade=7)
    for i in range(5):
        angle = 2 * pi * i / 5 - pi / 2
        tip = (50 + 40 * cos(angle), 53 + 40 * sin(angle))
        b.line(polygon([(50, 53), tip], closed=False), width=0.6, colour="gold")


def cloud(b: Brush, rng: Random) -> None:
    """A heavy cloud with rain falling from it."""
    for i in range(6):
        x = 18 + 12 * i + rng.uniform(-2, 2)
        b.line(f"M {x} 66 L {x - 5} {84 + 8 * (i % 2)}", width=2.2, colour="blue")
    b.fill(
        "M 22 66 C 4 66 2 44 18 41 C 16 22 40 14 50 27 C 60 12 86 20 83 40 C 100 44 98 66 80 66 Z",
        "white",
        shade=9,
    )


def rainbow(b: Brush, rng: Random) -> None:
    """A bow of bands standing on two small clouds."""
    for radius, colour in ((46, "red"), (39, "yellow"), (32, "green"), (25, "blue")):
        b.fill(_bow(radius, radius - 7), colour, hatch=colour == "blue")
    for x in (15, 85):
        b.fill(
            smooth(f"{x - 15},82 {x - 9},71 {x},68 {x + 9},71 {x + 15},82 {x},86"), "white", shade=4
        )


def _bow(outer: float, inner: float) -> str:
    def half(radius: float, way: int) -> str:
        k = radius * 0.55
        return (
            f"{50 - way * radius} 78 C {50 - way * radius} {74 - k} {50 - way * k} {74 - radius} "
            f"50 {74 - radius} C {50 + way * k} {74 - radius} {50 + way * radius} {74 - k} "
            f"{50 + way * radius} 78"
        )

    return f"M {half(outer, 1)} L {half(inner, -1)} Z"


def comet(b: Brush, rng: Random) -> None:
    """A star flying to the lower left with a long tail."""
    b.fill(
        "M 22 64 C 40 40 64 18 97 5 C 84 22 80 26 94 26 C 76 42 70 42 84 48 C 62 60 50 70 36 80 Z",
        "orange",
    )
    b.fill(
        "M 26 66 C 42 46 62 30 84 18 C 70 34 66 40 76 42 C 58 54 46 64 36 76 Z", "yellow", edge=0
    )
    b.fill(star(28, 72, 24, 11, 5, 20), "white", shade=4)


def planet(b: Brush, rng: Random) -> None:
    """A striped planet with a tilted ring."""
    globe = oval(50, 50, 29, 29)
    first, second = rng.choice((("orange", "sand"), ("rose", "cream"), ("teal", "mint")))
    b.fill(
        "M 6 67 C 2 56 26 40 52 34 C 76 28 98 26 97 34 C 96 40 92 42 88 45 L 84 40 "
        "C 70 36 20 54 14 63 L 16 66 Z",
        "lilac",
    )
    b.fill(globe, first, shade=9)
    with b.inside(globe):
        for y in (30, 48, 62):
            b.fill(
                f"M 18 {y + 10} Q 46 {y + 8} 82 {y - 8} L 82 {y - 2} Q 50 {y + 14} 18 {y + 16} Z",
                second,
                edge=0.6,
            )
    b.fill(
        "M 6 67 C 8 76 34 72 58 64 C 80 57 96 46 97 34 C 92 44 74 50 56 55 C 36 61 12 66 6 67 Z",
        "lilac",
        shade=2,
    )


def balloon(b: Brush, rng: Random) -> None:
    """A hot-air balloon with a basket."""
    first, second = rng.choice((("red", "cream"), ("teal", "yellow"), ("purple", "pink")))
    for x, low in ((34, 44), (45, 47), (55, 53), (66, 56)):
        b.line(f"M {x} 62 L {low} 82", width=0.8)
    skin = (
        "M 50 3 C 76 3 88 22 84 38 C 81 52 68 60 64 68 L 36 68 C 32 60 19 52 16 38 C 12 "
        "22 24 3 50 3 Z"
    )
    with b.painted(skin, first, shade=9):
        b.fill("M 50 3 C 40 20 40 50 46 68 L 54 68 C 60 50 60 20 50 3 Z", second, edge=0.7)
        b.fill("M 50 3 C 20 8 22 50 36 68 L 30 68 C 0 40 10 4 50 3 Z", second, edge=0.7)
        b.fill("M 50 3 C 80 8 78 50 64 68 L 70 68 C 100 40 90 4 50 3 Z", second, edge=0.7)
    b.fill("M 40 82 L 60 82 L 58 97 L 42 97 Z", "wood", shade=3)
    b.line("M 41 87 L 59 87 M 42 92 L 58 92", width=0.7)


def kite(b: Brush, rng: Random) -> None:
    """A four-coloured kite with bows on its tail."""
    b.line(smooth("58,58 66,70 52,80 62,92 50,98", closed=False), width=1.2)
    for x, y in ((64, 68), (55, 79), (60, 90)):
        b.fill(f"M {x} {y} L {x - 7} {y - 4} L {x - 6} {y + 4} Z", "red")
        b.fill(f"M {x} {y} L {x + 7} {y - 4} L {x + 6} {y + 4} Z", "red")
    for points, colour in (
        ([(36, 4), (14, 34), (42, 28)], "red"),
        ([(36, 4), (72, 22), (42, 28)], "yellow"),
        ([(14, 34), (58, 60), (42, 28)], "blue"),
        ([(72, 22), (58, 60), (42, 28)], "green"),
    ):
        b.fill(polygon([(float(x), float(y)) for x, y in points]), colour)


def rocket(b: Brush, rng: Random) -> None:
    """A rocket that flies upwards on its flame."""
    b.fill("M 40 74 C 34 86 44 88 50 99 C 56 88 66 86 60 74 Z", "orange")
    b.fill("M 44 74 C 42 82 47 84 50 90 C 53 84 58 82 56 74 Z", "yellow", edge=0.6)
    b.fill("M 34 48 C 20 56 18 68 20 80 L 36 70 Z", "red", shade=3)
    b.fill("M 66 48 C 80 56 82 68 80 80 L 64 70 Z", "red", shade=3)
    b.fill("M 50 2 C 70 18 72 52 62 74 L 38 74 C 28 52 30 18 50 2 Z", "silver", shade=8)
    b.fill("M 50 2 C 58 8 63 17 66 27 L 34 27 C 37 17 42 8 50 2 Z", "red")
    b.disc(50, 42, 10, "slate")
    b.disc(50, 42, 7, "sky")
    b.fill("M 47 58 L 53 58 L 52 80 L 48 80 Z", "red")


def umbrella(b: Brush, rng: Random) -> None:
    """An open umbrella with a crooked handle."""
    first, second = rng.choice((("red", "cream"), ("blue", "yellow"), ("purple", "pink")))
    b.line("M 50 6 L 50 12", width=2)
    b.rod("M 50 44 L 50 84 C 50 96 34 96 34 84", 3.2, "wood")
    top = (
        "M 4 52 C 6 24 28 10 50 10 C 72 10 94 24 96 52 Q 84 43 73 52 Q 62 43 50 52 Q 38 "
        "43 27 52 Q 16 43 4 52 Z"
    )
    with b.painted(top, first, shade=6):
        b.fill("M 50 10 C 34 22 28 40 27 52 L 50 52 Z", second, edge=0.7)
        b.fill("M 50 10 C 76 14 92 36 96 52 L 73 52 C 72 36 64 20 50 10 Z", second, edge=0.7)


def feather(b: Brush, rng: Random) -> None:
    """A curved feather with its quill."""
    colour = rng.choice(("teal", "blue", "rose"))
    b.fill(
        "M 22 84 C 10 60 26 24 84 6 C 92 30 84 44 74 48 L 78 54 C 68 66 56 68 50 68 L 52 74 "
        "C 42 80 32 82 22 84 Z",
        colour,
        shade=6,
    )
    b.line("M 8 97 C 24 72 46 42 84 6", width=2.4, colour="cream", cased=True)
    for x, y, dx, dy in (
        (36, 58, -12, -6),
        (46, 47, -14, -8),
        (57, 35, -14, -8),
        (40, 64, 10, 4),
        (52, 52, 14, 4),
        (63, 40, 14, 2),
    ):
        b.line(f"M {x} {y} L {x + dx} {y + dy}", width=0.7)


def airship(b: Brush, rng: Random) -> None:
    """A long airship with fins and a cabin."""
    b.fill("M 72 36 L 96 22 L 97 48 L 72 48 Z", "wine")
    b.fill("M 72 60 L 96 74 L 97 48 L 72 48 Z", "wine")
    b.fill("M 38 66 L 62 66 L 58 80 L 40 80 Z", "wood", shade=3)
    for x in (43, 49, 55):
        b.fill(f"M {x - 2} 70 L {x + 2} 70 L {x + 2} 75 L {x - 2} 75 Z", "yellow", edge=0.6)
    hull = oval(46, 48, 44, 22)
    with b.painted(hull, "cream", shade=7):
        b.fill("M 0 44 Q 46 36 92 44 L 92 54 Q 46 48 0 54 Z", "red", edge=0.7)
