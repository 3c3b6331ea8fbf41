"""The sky behind a scene, in the light of an hour."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, star

SIDE = 70.0
"""Side of a dream card in mm."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colours of an hour: overhead, at the horizon, and what they do to the land."""

    top: str
    low: str
    tint: str
    """The land's colours lean towards this one."""
    share: float
    stars: bool = False


LIGHTS = {
    "day": Light("sky", "ice", "white", 0.1),
    "dawn": Light("pink", "cream", "pink", 0.2),
    "dusk": Light("lilac", "orange", "dusk", 0.3),
    "night": Light("night", "dusk", "night", 0.5, stars=True),
    "storm": Light("slate", "silver", "slate", 0.35),
}

_BANDS = 5


def wave(y: float, rng: Random, height: float = 2.0, steps: int = 3) -> str:
    """The upper edge of something that fills the card from ``y`` down, softly uneven."""
    step = (SIDE + 4) / steps
    parts = [f"M -2 {y}"]
    for i in range(steps):
        x = -2 + i * step
        lift = rng.uniform(0.4, 1.0) * height * (-1 if i % 2 else 1)
        parts.append(f"C {x + step / 3} {y - lift} {x + step * 2 / 3} {y - lift} {x + step} {y}")
    return " ".join(parts) + f" L {SIDE + 2} {SIDE + 2} L -2 {SIDE + 2} Z"


def sky(b: Brush, light: Light, low: float, rng: Random) -> None:
    """Colour the sky in soft bands down to ``low`` mm, with small stars at night."""
    b.wash(box(-1, -1, SIDE + 2, SIDE + 2), light.top)
    for i in range(1, _BANDS):
        b.wash(
            wave(low * i / _BANDS, rng, 1.5), light.top, towards=light.low, share=i / (_BANDS - 1)
        )
    if light.stars:
        small_stars(b, rng, 16, low - 4)


def small_stars(b: Brush, rng: Random, count: int, low: float) -> None:
    """Scatter small stars from the top of the card down to ``low`` mm."""
    for _ in range(count):
        x, y, size = rng.uniform(2, SIDE - 2), rng.uniform(2, low), rng.uniform(0.35, 0.8)
        b.fill(
            star(x, y, size, size * 0.4, 4), "cream", edge=0.3 if b.palette.ink != "colour" else 0
        )
