"""One sheet filled in at random: marks on all its symbols, digits and lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scanner.marks.places import CROSSED, ODD
from training import places_marks as marks
from training import places_unseen as unseen
from training.places_marks import Chances, Draw, Mark, Points, shared
from training.shapes import Rng

Json = dict[str, Any]


@dataclass
class Place:
    """A symbol and what was done to it, in mm."""

    kind: str
    center: Points
    half: Points
    busy: bool
    chances: Chances


@dataclass
class Filling:
    """All strokes on one sheet, and the truth at its places."""

    strokes: list[Points] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def add(self, kind: str, center: Points, half: Points, mark: Mark, busy: bool = False) -> None:
        """Draw a mark at a place."""
        self.strokes += [stroke + center for stroke in mark.strokes]
        self.places.append(Place(kind, center, half, busy, mark.chances))


_USUAL: list[tuple[Draw, float]] = [
    (marks.circle, 0.28), (marks.cross, 0.16), (marks.fill, 0.06), (marks.arc, 0.04),
    (marks.slash, 0.03), (marks.tick, 0.02), (marks.blot, 0.03), (marks.put_right, 0.02),
]  # fmt: skip
_LEAF: list[tuple[Draw, float]] = [
    (marks.circle, 0.25), (marks.fill, 0.27), (marks.circled_and_filled, 0.12),
    (marks.cross, 0.03), (marks.arc, 0.03), (marks.slash, 0.02), (marks.blot, 0.02),
]  # fmt: skip
_HEAD: list[tuple[Draw, float]] = [
    (marks.fill, 0.42), (marks.circle, 0.08), (marks.cross, 0.05), (marks.slash, 0.03),
    (marks.tick, 0.02), (marks.blot, 0.03), (marks.arc, 0.02),
]  # fmt: skip
_BUSY: list[tuple[Draw, float]] = [(marks.circle, 0.42), (marks.arc, 0.05)]


class _Hand:
    """One player: how loosely and how much they draw."""

    def __init__(self, rng: Rng, held_out: bool) -> None:
        self.rng = rng
        self.loose = float(rng.uniform(0, 1))
        self.often = float(rng.choice([1.0, 0.35, 0.03], p=[0.85, 0.1, 0.05]))
        self.held_out = held_out

    def mark(self, choices: list[tuple[Draw, float]], half: Points) -> Mark:
        """Do something to a symbol, or nothing."""
        at = self.rng.random() / self.often
        for draw, share in choices:
            at -= share
            if at < 0:
                other = unseen.INSTEAD.get(draw) if self.held_out else None
                return (other or draw)(half, self.rng, self.loose)
        return marks.nothing()

    def maybe(self, chance: float) -> bool:
        return bool(self.rng.random() < chance * self.often)


def fill_sheet(layout: Json, rng: Rng, *, held_out: bool = False) -> Filling:
    """Fill in a sheet; ``held_out`` draws in ways that training never sees."""
    hand, filling = _Hand(rng, held_out), Filling()
    if "choices" in layout:
        _score_sheet(layout, hand, filling)
        return filling
    _rows(layout, hand, filling)
    _discs(layout, hand, filling)
    _sky(layout, hand, filling)
    _chain(layout, hand, filling)
    _digits(layout, hand, filling)
    _lines(layout, hand, filling)
    _stray(layout, hand, filling)
    return filling


def _disc(place: Json) -> tuple[Points, Points]:
    return np.array(place["center"], float), np.full(2, float(place["radius"]))


def _box(place: Json) -> tuple[Points, Points]:
    return np.array(place["center"], float), np.array(place["size"], float) / 2


def _rows(layout: Json, hand: _Hand, filling: Filling) -> None:
    for row in layout["rows"]:
        if hand.maybe(0.07):
            _struck_together(row, hand, filling)
            continue
        for name in ("dot", "sun"):
            center, half = _disc(row[name])
            filling.add(name, center, half, hand.mark(_USUAL, half))


def _struck_together(row: Json, hand: _Hand, filling: Filling) -> None:
    """Strike both symbols through with one long line or one large cross."""
    (dot, small), (sun, large) = _disc(row["dot"]), _disc(row["sun"])
    rng, along = hand.rng, (sun - dot) / np.hypot(*(sun - dot))
    aside = np.array([-along[1], along[0]])
    ends = dot - along * rng.uniform(1.5, 3.5), sun + along * rng.uniform(1.5, 3.5)
    if rng.random() < 0.5:
        spread = aside * rng.normal(0, 0.5)
        strokes = [marks.line(ends[0] - spread, ends[1] + spread, rng, 0.02)]
        if rng.random() < 0.3:
            strokes.append(strokes[0] + aside * rng.normal(0, 0.8))
    else:
        wide = aside * rng.uniform(1.3, 3.0)
        pairs = ((ends[0] - wide, ends[1] + wide), (ends[0] + wide, ends[1] - wide))
        strokes = [marks.line(a, b, rng, 0.03) for a, b in pairs]
    filling.strokes += strokes
    for name, center, half in (("dot", dot, small), ("sun", sun, large)):
        filling.places.append(Place(name, center, half, False, shared(ODD, 0.65, CROSSED)))


def _discs(layout: Json, hand: _Hand, filling: Filling) -> None:
    for bonus in layout["bonuses"]:
        for side in ("line", "leaf"):
            center, half = _disc(bonus[side])
            filling.add("bonus", center, half, hand.mark(_USUAL, half))
    for frame in layout["frames"]:
        for reward in frame["rewards"]:
            center, half = _disc(reward)
            filling.add("reward", center, half, hand.mark(_USUAL, half))
    for note in layout["notes"]:
        for head in note["heads"]:
            center, half = _disc(head)
            filling.add("head", center, half, hand.mark(_HEAD, half))
    for leaf in layout["leaves"]:
        center, half = _box(leaf)
        filling.add("leaf", center, half, hand.mark(_LEAF, half))
    solo = layout["fields"]["solo"]
    center, half = _box(solo)
    filling.add("box", center, half, hand.mark(_USUAL[1:], half))
    for polaroid in layout["polaroids"]:
        center, half = _box(polaroid)
        filling.add("polaroid", center, half, hand.mark(_BUSY, half), busy=True)
        if hand.maybe(0.75):
            inside = half * hand.rng.uniform(0.4, 0.85)
            _write(center + hand.rng.normal(0, 0.5, 2), inside, hand, filling)


def _sky(layout: Json, hand: _Hand, filling: Filling) -> None:
    """Draw the constellation's lines so far, and circle stars whether or not they are on them."""
    points = (layout["constellation"] or {"points": []})["points"]
    if not points:
        return
    until = int(hand.rng.integers(0, len(points) + 1))
    at = [np.array(point["at"], float) for point in points]
    filling.strokes += _path(at[:until], hand)
    for point in points:
        if point["star"]:
            center, half = np.array(point["at"], float), np.full(2, point["star"]["radius"])
            filling.add("star", center, half, hand.mark(_BUSY, half), busy=True)


def _path(points: list[Points], hand: _Hand) -> list[Points]:
    rng, strokes = hand.rng, []
    for a, b in zip(points, points[1:], strict=False):
        stray = rng.normal(0, 0.15 + 0.25 * hand.loose, (2, 2))
        strokes.append(marks.line(a + stray[0], b + stray[1], rng, 0.02))
    return strokes


def _chain(layout: Json, hand: _Hand, filling: Filling) -> None:
    above: Points | None = None
    for moon in layout["chain"]:
        center, half = _disc(moon)
        if hand.maybe(0.7):
            _write(center, half * hand.rng.uniform(0.5, 0.85), hand, filling)
        if moon["link"] and above is not None:
            at, small = _disc(moon["link"])
            filling.add("link", at, small, hand.mark(_BUSY, small), busy=True)
            if hand.maybe(0.5):
                aside = hand.rng.normal(0, 1.5) * np.array([above[1] - center[1],
                                                            center[0] - above[0]]) / 12  # fmt: skip
                t = half[0] * 0.9 / np.hypot(*(center - above))
                start, end = above * (1 - t) + center * t, above * t + center * (1 - t)
                filling.strokes.append(marks.line(start + aside, end + aside, hand.rng))
        above = center


def _write(center: Points, half: Points, hand: _Hand, filling: Filling) -> None:
    strokes = marks.digit(int(hand.rng.integers(10)), half, hand.rng)
    filling.strokes += [stroke + center for stroke in strokes]


def _fields(layout: Json) -> Iterator[tuple[Points, Points, float]]:
    for cloud in layout["clouds"]:
        yield *_box(cloud), 0.6
    for box in layout["strip"]:
        yield *_box(box), 0.2
    yield *_box(layout["fields"]["total"]), 0.5


def _digits(layout: Json, hand: _Hand, filling: Filling) -> None:
    for center, half, often in _fields(layout):
        if hand.maybe(often):
            off = hand.rng.normal(0, 0.15, 2) * half
            _write(center + off, half * hand.rng.uniform(0.6, 1.1), hand, filling)


def _lines(layout: Json, hand: _Hand, filling: Filling) -> None:
    for thing in layout["objects"]:
        points = [np.array(point["at"], float) for point in thing["points"]]
        if thing["closed"]:
            points.append(points[0])
        until = int(hand.rng.integers(0, len(points) + 1))
        filling.strokes += _path(points[:until], hand)
    for thorn in layout["thorns"]:
        if hand.maybe(0.4):
            filling.strokes += _path([np.array(thorn["from"]), np.array(thorn["to"])], hand)


def _stray(layout: Json, hand: _Hand, filling: Filling) -> None:
    """Leave specks, and lines that pass beside symbols without touching them."""
    rng = hand.rng
    for place in filling.places:
        if rng.random() < 0.05:
            at = place.center + rng.normal(0, 2, 2)
            filling.strokes.append(at + np.array([[0, 0], [0.05, 0.05]]))
        if rng.random() < 0.02 * hand.often:
            angle = rng.uniform(0, 6.3)
            away = np.array([np.cos(angle), np.sin(angle)])
            along = np.array([-away[1], away[0]])
            at = place.center + away * (place.half + rng.uniform(0.6, 2.5))
            reach = rng.uniform(1, 6, 2)
            ends = at - along * reach[0], at + along * reach[1]
            others = [np.hypot(*(_nearest(other.center, *ends) - other.center) / other.half)
                      for other in filling.places]  # fmt: skip
            if min(others) > 1.15:
                filling.strokes.append(marks.line(*ends, rng, 0.02))


def _nearest(point: Points, start: Points, end: Points) -> Points:
    along = end - start
    t = np.clip(np.dot(point - start, along) / max(np.dot(along, along), 1e-9), 0, 1)
    return start + t * along


def _score_sheet(layout: Json, hand: _Hand, filling: Filling) -> None:
    for choice in layout["choices"]:
        center, half = _disc(choice)
        filling.add("choice", center, half, hand.mark(_USUAL, half))
    for box in layout["boxes"]:
        center, half = _box(box)
        filling.add("box", center, half, hand.mark(_USUAL[1:], half))
    for number in layout["digits"]:
        center, half = _box(number)
        if hand.maybe(0.6):
            _write(center, half * 0.8, hand, filling)
