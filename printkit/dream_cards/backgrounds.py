"""The places where dreams happen. They stay calm, so that the things on them stand out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, polygon, smooth
from printkit.dream_cards.sky import SIDE, Light, sky, small_stars, wave

Background = Callable[[Brush, Light, float, Random], None]
"""Draws a place in a light; the number says how far from the top its ground begins, mm."""


def sea(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Open water with low waves."""
    sky(b, light, horizon, rng)
    for i in range(3):
        y = horizon + (SIDE - horizon) * i / 3
        edge = box(-1, y, SIDE + 2, SIDE) if i == 0 else wave(y, rng, 1.6, 5)
        b.wash(edge, "sea", towards=light.tint, share=light.share + 0.12 * (2 - i), edge=0.7)
    for _ in range(9):
        x, y = rng.uniform(3, SIDE - 9), rng.uniform(horizon + 3, SIDE - 3)
        b.line(
            f"M {x} {y} Q {x + 1.5} {y - 1} {x + 3} {y} Q {x + 4.5} {y + 1} {x + 6} {y}",
            width=0.8,
            colour="ice",
        )


def underwater(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """The bottom of the sea, with weeds and bubbles."""
    b.wash(box(-1, -1, SIDE + 2, SIDE + 2), "mint", towards="sea", share=0.45)
    for i in range(1, 5):
        b.wash(wave(horizon * i / 5, rng, 2), "sea", towards="deep", share=(i - 1) / 4)
    b.wash(wave(horizon, rng, 2.5), "sand", towards="sea", share=0.3, edge=1)
    for _ in range(6):
        x, high = rng.uniform(2, SIDE - 2), rng.uniform(6, 12)
        b.line(
            f"M {x} {horizon + 3} C {x - 3} {horizon - high / 3} {x + 3} {horizon - high * 0.6} "
            f"{x} {horizon - high}",
            width=3 if not b.palette.hatches else 1,
            colour="teal",
        )
    for _ in range(8):
        b.disc(
            rng.uniform(3, SIDE - 3),
            rng.uniform(3, horizon),
            rng.uniform(0.5, 1.3),
            "ice",
            edge=0.5,
        )


def desert(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Sand dunes."""
    sky(b, light, horizon, rng)
    for i, colour in enumerate(("tan", "sand", "sand")):
        y = horizon + i * (SIDE - horizon) * 0.3
        b.wash(
            wave(y, rng, 4 - i, 2),
            colour,
            towards=light.tint,
            share=light.share * (1 - i * 0.3),
            edge=0.9,
        )
    for _ in range(5):
        x, y = rng.uniform(4, SIDE - 12), rng.uniform(horizon + 8, SIDE - 3)
        b.line(f"M {x} {y} Q {x + 4} {y - 1.2} {x + 8} {y}", width=0.7, colour="wood")


def hills(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Rolling green hills with a few flowers."""
    sky(b, light, horizon, rng)
    for i, colour in enumerate(("mint", "lime", "green")):
        y = horizon + i * (SIDE - horizon) * 0.28
        b.wash(wave(y, rng, 5 - i, 2), colour, towards=light.tint, share=light.share, edge=0.9)
    for _ in range(7):
        x, y = rng.uniform(3, SIDE - 3), rng.uniform(SIDE - 7, SIDE - 2)
        b.disc(x, y, 0.7, rng.choice(("white", "yellow", "pink")), edge=0.4)


def city(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """A row of roofs with lit windows, and a street before it."""
    sky(b, light, horizon, rng)
    x = -2.0
    while x < SIDE:
        width, height = rng.uniform(7, 11), rng.uniform(5, 13)
        _town_house(b, light, (x, horizon - height, width, height + 2), rng)
        x += width
    b.wash(box(-1, horizon, SIDE + 2, SIDE), "grey", towards=light.tint, share=0.35, edge=0.9)
    b.wash(box(-1, horizon, SIDE + 2, 1.6), "silver", towards=light.tint, share=0.3, edge=0.6)


def _town_house(
    b: Brush, light: Light, place: tuple[float, float, float, float], rng: Random
) -> None:
    x, y, width, height = place
    wall = rng.choice(("slate", "dusk", "purple", "grey"))
    if rng.random() < 0.5:
        roof = polygon([(x, y), (x + width / 2, y - 3), (x + width, y)])
        b.wash(roof, wall, towards=light.low, share=0.35, edge=0.7)
    b.wash(box(x, y, width, height), wall, towards=light.low, share=0.5, edge=0.7)
    for row in range(int((height - 2) // 3)):
        for column in (0.22, 0.62):
            if rng.random() < 0.7:
                spot = box(x + width * column, y + 1.2 + row * 3, 1.3, 1.6)
                b.wash(spot, "yellow", edge=0.4)


def forest(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Pale firs in two rows and a mossy ground."""
    sky(b, light, horizon, rng)
    for row, share in ((0, 0.62), (1, 0.38)):
        x = rng.uniform(-6, 0)
        while x < SIDE + 4:
            height = rng.uniform(16, 24) - row * 5
            low = horizon + 1 + row * 2
            fir = polygon([(x - 5, low), (x, low - height), (x + 5, low)])
            b.wash(fir, "leaf", towards=light.low, share=share, edge=0.5)
            x += rng.uniform(7, 10)
    b.wash(
        wave(horizon, rng, 1.5), "leaf", towards=light.tint, share=light.share * 0.6 + 0.1, edge=0.9
    )
    b.wash(
        wave(horizon + 8, rng, 2), "green", towards=light.tint, share=light.share * 0.5, edge=0.7
    )


def clouds(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """High up, over a floor of clouds."""
    sky(b, light, SIDE, rng)
    for i in range(3):
        share = (0.55, 0.3, 0.0)[i]
        b.wash(_puffs(horizon + i * 6, rng), "white", towards=light.top, share=share, edge=0.9)


def _puffs(y: float, rng: Random) -> str:
    parts = [f"M -3 {y}"]
    x = -3.0
    while x < SIDE:
        width = rng.uniform(9, 14)
        lift = width * 0.42
        parts.append(f"C {x} {y - lift} {x + width} {y - lift} {x + width} {y}")
        x += width
    return " ".join(parts) + f" L {x} {SIDE + 2} L -3 {SIDE + 2} Z"


def room(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """A room with a papered wall and a wooden floor."""
    paper = rng.choice(("mint", "pink", "lilac", "cream"))
    b.wash(box(-1, -1, SIDE + 2, SIDE + 2), paper, towards="white", share=0.35)
    for i in range(7):
        b.wash(box(2 + i * 10, -1, 5, horizon), paper, towards="white", share=0.5, edge=0.25)
    b.wash(box(-1, horizon, SIDE + 2, SIDE), "tan", edge=0.9)
    b.wash(box(-1, horizon - 2.5, SIDE + 2, 2.5), "white", edge=0.8)
    for i in range(-2, 10):
        x = 35 + (i * 10 - 35) * 0.75
        b.line(f"M {x} {horizon} L {35 + (x - 35) * 1.7} {SIDE}", width=0.5, colour="wood")


def snow(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Snow on the ground and in the air."""
    sky(b, light, horizon, rng)
    for i in range(3):
        y = horizon + i * (SIDE - horizon) * 0.3
        b.wash(wave(y, rng, 3.5 - i, 2), "ice", towards="white", share=0.4 * i, edge=0.9)
    for _ in range(26):
        x, y = rng.uniform(2, SIDE - 2), rng.uniform(2, horizon)
        b.disc(x, y, rng.uniform(0.3, 0.7), "white", edge=0 if b.palette.ink == "colour" else 0.4)


def space(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """Far out among the stars, over the edge of a grey world."""
    b.wash(box(-1, -1, SIDE + 2, SIDE + 2), "night")
    for i in range(1, 4):
        b.wash(wave(horizon * i / 4, rng, 4, 2), "night", towards="dusk", share=i * 0.2)
    small_stars(b, rng, 34, SIDE - 3)
    b.wash(
        f"M -2 {horizon + 8} Q 35 {horizon - 6} 72 {horizon + 8} L 72 72 L -2 72 Z",
        "silver",
        towards="dusk",
        share=0.25,
        edge=1,
    )
    for x in (12, 34, 58):
        spot, y = rng.uniform(2, 4), rng.uniform(horizon + 8, SIDE - 3)
        b.wash(smooth(f"{x - spot},{y} {x},{y - 1} {x + spot},{y} {x},{y + 1}"), "grey", edge=0.6)


def stage(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """A theatre: boards, a pale backdrop and curtains at both sides."""
    backdrop = rng.choice(("cream", "mint", "ice", "lilac"))
    b.wash(box(-1, -1, SIDE + 2, SIDE + 2), backdrop, towards="white", share=0.3)
    b.wash(box(-1, horizon, SIDE + 2, SIDE), "wood", towards="cream", share=0.3, edge=0.9)
    for y in (horizon + 5, horizon + 11, horizon + 18):
        b.line(f"M 0 {y} L {SIDE} {y}", width=0.5, colour="brown")
    for flip in (False, True):
        half = b.part(35, 35, 100, 0, flip)
        half.wash(
            "M 14 14 L 24 14 C 24 40 22 60 21 90 L 14 90 Z",
            "red",
            towards="pink",
            share=0.2,
            edge=0.9,
        )
        half.line("M 18 14 C 18 40 17 64 17 90 M 21.5 14 C 21.5 40 20 64 19.5 90", width=0.6)
    top = " ".join(f"Q {x + 5} 8 {x + 10} 2.5" for x in range(0, 70, 10))
    b.wash(f"M 0 2.5 {top} L 70 -2 L 0 -2 Z", "red", edge=0.9)


def chequered(b: Brush, light: Light, horizon: float, rng: Random) -> None:
    """A chequered floor that runs to the horizon under an open sky."""
    sky(b, light, horizon, rng)
    b.wash(box(-1, horizon, SIDE + 2, SIDE), "white", towards=light.low, share=0.3, edge=0.9)
    rows = [horizon + (SIDE + 1 - horizon) * t for t in (0, 0.1, 0.24, 0.43, 0.68, 1.0)]
    for i, (top, low) in enumerate(zip(rows, rows[1:], strict=False)):
        for k in range(-12, 12):
            if (k + i) % 2:
                continue
            edges = [
                (35 + (k + d) * _spread(y, horizon), y)
                for d, y in ((0, top), (1, top), (1, low), (0, low))
            ]
            if edges[2][0] > -1 and edges[3][0] < SIDE + 1:
                b.wash(polygon(edges), "lilac", towards=light.tint, share=light.share, edge=0.4)
                if b.palette.hatches:
                    b.fill(polygon(edges), "sea", edge=0.4)


def _spread(y: float, horizon: float) -> float:
    """How wide a tile is at this height, in mm."""
    return 5 + (y - horizon) * 0.42


BACKGROUNDS: dict[str, Background] = {
    place.__name__: place
    for place in (
        *(sea, underwater, desert, hills, city, forest),
        *(clouds, room, snow, space, stage, chequered),
    )
}
