"""Sheets as games and school bags leave them; every kind by two models that share no formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.paper import Flat, Paper, Points, Size
from benchmarks.paper_cone import Cone, Ray
from benchmarks.paper_net import Net, dog_ear, fold, half_fold, ripple
from benchmarks.paper_rolled import Crease, Curl, Rolled, Wave

Rng = np.random.Generator


@dataclass(frozen=True)
class Bent:
    """Bent paper, and where its creases show on the sheet."""

    paper: Paper
    creases: tuple[Points, ...] = ()
    """Each as two places, (2, 2), in mm from the upper left corner."""


def flat(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """Paper that has hardly been touched."""
    return Bent(Rolled(size, float(rng.uniform(0, np.pi)), arch=float(rng.normal(0, 0.03))))


def folded_half(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """One fold, across the longer side or along it, seldom quite in the middle."""
    along = _fold_direction(size, rng, 0.7)
    angle, soft = _angle(rng, most), _softness(rng)
    off = float(rng.normal(0, 4))
    line = _line_across(size, along, off)
    if model:
        through = (float(off * np.cos(along)), float(off * np.sin(along)))
        return Bent(Net(size, (fold(through, along + np.pi / 2, angle, soft),)), (line,))
    return Bent(Rolled(size, along, (Crease(off, angle, soft),), arch=_slack(rng)), (line,))


def folded_thirds(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """A letter: two folds, the one up and the other down, or both the same way."""
    along = _fold_direction(size, rng, 0.8)
    reach = Rolled(size, along).reach
    second = -1 if rng.random() < 0.5 else 1
    angles = [_angle(rng, most), 0.0]
    angles[1] = second * np.sign(angles[0]) * abs(_angle(rng, most))
    places = [side * reach / 3 + float(rng.normal(0, 3)) for side in (-1, 1)]
    soft = _softness(rng)
    lines = tuple(_line_across(size, along, at) for at in places)
    if model:
        pushes = []
        for at, angle in zip(places, angles, strict=True):
            through = (float(at * np.cos(along)), float(at * np.sin(along)))
            pushes.append(fold(through, along + np.pi / 2, float(angle), soft))
        return Bent(Net(size, tuple(pushes)), lines)
    creases = tuple(Crease(a, float(b), soft) for a, b in zip(places, angles, strict=True))
    return Bent(Rolled(size, along, creases, arch=_slack(rng)), lines)


def folded_quarters(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """Folded twice: the second fold is a valley on one side of the first and then a mountain."""
    first, second = _angle(rng, most), _angle(rng, 0.7 * most)
    lean = float(rng.normal(0, 0.008))
    start = 0.0 if rng.random() < 0.5 else np.pi / 2
    off = rng.normal(0, 3, 2)
    opposite = rng.random() < 0.6
    middle = (float(size[0] / 2 + off[0]), float(size[1] / 2 + off[1]))
    lines = tuple(_line_through(size, middle, start + lean + k * np.pi / 2) for k in (0, 1))
    if model:
        through = (float(off[0]), float(off[1]))
        other = half_fold if opposite else fold
        soft = min(_softness(rng), 4.0)
        pushes = (
            fold(through, start + lean, first, soft),
            other(through, start + lean + np.pi / 2, 0.7 * second, soft),
        )
        return Bent(Net(size, pushes), lines)
    ways = start + lean + np.arange(4) * np.pi / 2
    angles = (first, second, first, -second if opposite else second)
    rays = tuple(Ray(float(way), float(a)) for way, a in zip(ways, angles, strict=True))
    return Bent(Cone(size, middle, rays, float(rng.uniform(0.008, 0.05))), lines)


def waved(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """Waves, as of damp paper or of a pad's last sheet."""
    along = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    length = float(rng.uniform(0.4, 1.1) * max(size))
    steep = float(rng.uniform(0.4, 1)) * 0.45 * most
    phase = float(rng.uniform(0, 2 * np.pi))
    if model:
        high = steep * length / (2 * np.pi)
        cross = ripple(along + np.pi / 2, 0.8 * length, 0.3 * high, phase + 1)
        return Bent(Net(size, (ripple(along, length, high, phase), cross)))
    waves = (Wave(steep, length, phase), Wave(0.3 * steep, 0.43 * length, 2 * phase))
    return Bent(Rolled(size, along, waves=waves))


def curled(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """One side or both sides roll up or down, or a corner does."""
    along = float(rng.choice([0, np.pi / 2]) + rng.normal(0, 0.12))
    angle = float(rng.uniform(0.4, 1.0)) * 1.3 * most * (1 if rng.random() < 0.7 else -1)
    if model:
        x, y = rng.choice([-1, 1], 2)
        corner = (float(x * size[0] / 2), float(y * size[1] / 2))
        reach = float(rng.uniform(0.25, 0.5) * np.hypot(*size))
        pushes = [dog_ear(corner, reach, 0.4 * angle * reach)]
        if rng.random() < 0.4:
            other = (corner[0], -corner[1]) if rng.random() < 0.5 else (-corner[0], corner[1])
            pushes.append(dog_ear(other, reach, 0.3 * angle * reach))
        return Bent(Net(size, tuple(pushes)))
    reach = float(rng.uniform(0.2, 0.6)) * 2 * Rolled(size, along).reach
    side = int(rng.choice([-1, 1]))
    curls = [Curl(side, reach, angle)]
    if rng.random() < 0.4:
        curls.append(Curl(-side, 0.5 * reach, 0.6 * angle))
    return Bent(Rolled(size, along, curls=tuple(curls)))


def bowed(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """A single even bow, up or down."""
    along = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    up = 1 if rng.random() < 0.3 else -1
    if model:
        reach = Rolled(size, along).reach
        high = 0.35 * most * reach
        bow = ripple(along, 4 * reach, up * high, np.pi / 2)
        return Bent(Net(size, (bow, bow)))
    return Bent(Rolled(size, along, arch=2 * up * most))


def mixed(size: Size, rng: Rng, most: float, model: int) -> Bent:
    """Folded and waved, or folded with a side that rolls."""
    base = (folded_half, folded_thirds, folded_quarters)[int(rng.integers(3))]
    bent = base(size, rng, 0.7 * most, model)
    more = float(rng.uniform(0.3, 0.9))
    if isinstance(bent.paper, Rolled):
        rolled, phase = bent.paper, float(rng.uniform(0, 6.28))
        waves = (Wave(0.25 * most * more, float(rng.uniform(0.4, 0.9) * max(size)), phase),)
        return Bent(
            Rolled(size, rolled.across, rolled.creases, waves, arch=rolled.arch), bent.creases
        )
    if isinstance(bent.paper, Net):
        way, length = float(rng.uniform(0, np.pi)), float(rng.uniform(0.5, 1) * max(size))
        wave = ripple(way, length, 0.2 * most * more * length / 6.28, float(rng.uniform(0, 6.28)))
        x, y = rng.choice([-1, 1], 2) * np.array(size) / 2
        ear = dog_ear((float(x), float(y)), 0.25 * max(size), 0.06 * more * max(size))
        return Bent(Net(size, (*bent.paper.pushes, wave, ear)), bent.creases)
    return bent


def fold_out(panels: int) -> Callable[[Size, Rng, float, int], Bent]:
    """A stiff board of several panels side by side, which does not quite lie flat."""

    def opened(size: Size, rng: Rng, most: float, model: int) -> Bent:
        places = [size[0] * (k / panels - 0.5) for k in range(1, panels)]
        creases = tuple(Crease(at, _angle(rng, most), float(rng.uniform(0.5, 2))) for at in places)
        return Bent(Rolled(size, 0.0, creases), tuple(_line_across(size, 0.0, at) for at in places))

    return opened


KINDS: dict[str, Callable[[Size, Rng, float, int], Bent]] = {
    "flat": flat,
    "half": folded_half,
    "thirds": folded_thirds,
    "quarters": folded_quarters,
    "wave": waved,
    "curl": curled,
    "bow": bowed,
    "mixed": mixed,
    "fold-out-2": fold_out(2),
    "fold-out-3": fold_out(3),
}
FLAT = Flat


def _fold_direction(size: Size, rng: Rng, often: float) -> float:
    """The direction across the fold: mostly along the longer side."""
    longer = 0.0 if size[0] > size[1] else np.pi / 2
    usual = rng.random() < often
    return float((longer if usual else np.pi / 2 - longer) + rng.normal(0, 0.012))


def _angle(rng: Rng, most: float) -> float:
    """A fold's angle: valley or mountain."""
    return float(rng.uniform(0.25, 1.0) * most * rng.choice([-1, 1]))


def _softness(rng: Rng) -> float:
    return float(np.exp(rng.uniform(np.log(0.6), np.log(14))))


def _slack(rng: Rng) -> float:
    """Paper between its folds is hardly ever quite flat."""
    return float(rng.normal(0, 0.06))


def _line_across(size: Size, along: float, off: float) -> Points:
    way = np.array([np.cos(along), np.sin(along)])
    return _line_through(size, tuple(np.array(size) / 2 + off * way), along + np.pi / 2)


def _line_through(size: Size, through: tuple[float, float], towards: float) -> Points:
    way = np.array([np.cos(towards), np.sin(towards)]) * float(np.hypot(*size))
    return np.array([through - way, through + way])
