"""The groups of photos with hard paper and hard cameras; see docs/benchmark-photos.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.paper_camera import Way, exposed, painted, set_up
from benchmarks.photo import Picture, Printed
from benchmarks.sending import messenger, saved_once

Rng = np.random.Generator
FOURTY_DEGREES = float(np.radians(40))


@dataclass(frozen=True)
class Group:
    """One kind of photo."""

    way: Callable[[Rng], Way]
    sent: Callable[[Picture, Rng], bytes] = saved_once
    """How the picture becomes the file that arrives."""


def _fold(kind: str) -> Callable[[Rng], Way]:
    return lambda rng: Way(kind, FOURTY_DEGREES, hard=bool(rng.random() < 0.5))


def _hard(rng: Rng) -> Way:
    """What comes out of a school bag, by a careless hand and any phone."""
    kind = str(rng.choice(["flat", "half", "thirds", "quarters", "wave", "curl", "mixed"]))
    return Way(kind, FOURTY_DEGREES, hard=True, wide=bool(rng.random() < 0.1), share=(0.6, 0.95))


def _small(rng: Rng) -> Way:
    kind = str(rng.choice(["flat", "flat", "wave", "half"]))
    share = (0.82, 0.95) if rng.random() < 0.5 else (0.45, 0.7)
    return Way(kind, 0.25, per_mm=(2.5, 3.4), share=share, size=(2048, 1536))


PAPER: dict[str, Group] = {
    "folded-half": Group(_fold("half")),
    "folded-quarters": Group(_fold("quarters")),
    "folded-thirds": Group(_fold("thirds")),
    "folded-and-waved": Group(_fold("mixed")),
    "wave": Group(_fold("wave")),
    "curl": Group(_fold("curl")),
    "bow-1.5": Group(lambda rng: Way("bow", bow=0.015)),
    "bow-4": Group(lambda rng: Way("bow", bow=0.04)),
    "ultra-wide": Group(lambda rng: Way("flat", wide=True, hard=bool(rng.random() < 0.3))),
    "small": Group(_small),
    "messenger": Group(
        lambda rng: Way(str(rng.choice(["flat", "half", "wave"])), 0.3, share=(0.75, 0.95)),
        messenger,
    ),
    "blur": Group(lambda rng: Way("flat", blur=float(rng.uniform(1 / 1200, 1 / 600)))),
    "hard": Group(_hard),
}


def taken(group: str, page: Printed, seed: int | str) -> bytes:
    """Take one photo of one sheet; the same arguments give the same photo."""
    rng = np.random.default_rng(list(f"{group} {seed}".encode()))
    kind = PAPER[group]
    way = kind.way(rng)
    scene, bent = set_up(page.size, way, rng)
    picture = painted([page], scene, bent.creases, way, rng)
    return kind.sent(exposed(picture, way, rng), rng)
