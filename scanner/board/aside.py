"""Which marks lie a little aside of what is drawn there: a tap that slipped, or all of a kind.

What is drawn is known as proposals, which miss some shapes and find others; so a mark is compared
with the one that is about as large, and a few strays say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scanner.board.propose import Proposal
from scanner.pictures import Floats
from templates.board.marks import Marks
from templates.wording import say

LEAST = 1.6
"""From so far aside on, mm, marks are told of."""
_REACH = 7.0
"""What is drawn further away, mm, is something else."""
_AS_LARGE = 0.72, 1.6
"""How large what is drawn is, beside its mark."""
_ENOUGH, _MOST = 4, 0.6
"""So many of a kind, and this share of it, have to be drawn alike to say where each should be."""


@dataclass(frozen=True)
class Aside:
    """A mark that lies aside: a key of ``boards.part``, and which; none names all of the kind."""

    part: str
    name: str
    far: float
    """How far, mm."""


def asides(marks: Marks, drawn: Sequence[Proposal]) -> list[Aside]:
    """Say which marks lie beside what is drawn there, each once."""
    found = [each for part, boxes in _kinds(marks) for each in _aside(part, boxes, drawn)]
    return list({(each.part, each.name): each for each in found}.values())


def aside_texts(marks: Marks, drawn: Sequence[Proposal], lang: str) -> list[str]:
    """Say the same in words."""
    return [_text(each, lang) for each in asides(marks, drawn)]


def _text(aside: Aside, lang: str) -> str:
    far = f"{aside.far:.0f}"
    if aside.name:
        return say(f"boards.aside.{aside.part}", lang, name=aside.name, far=far)
    part = say(f"boards.part.{aside.part}", lang)
    return say("boards.aside.all", lang, part=part, far=far)


_Boxes = list[tuple[str, tuple[float, float], tuple[float, float]]]
"""What each mark is called, its middle and its size."""


def _kinds(marks: Marks) -> Iterator[tuple[str, _Boxes]]:
    for part in ("clouds", "leaves", "polaroids"):
        yield part, [(str(n), e.center, e.size) for n, e in enumerate(getattr(marks, part), 1)]
    for name in ("dot", "sun"):
        discs = [(n, getattr(row, name)) for n, row in enumerate(marks.rows, 1)]
        yield "rows", [(str(n), e.center, (2 * e.radius,) * 2) for n, e in discs if e]
    yield "chain", [(str(n), e.center, (2 * e.radius,) * 2) for n, e in enumerate(marks.chain, 1)]
    boxes = [(e.id, e.center, e.size) for e in marks.places if e.center and e.size]
    yield "places", [(id_, center, size) for id_, center, size in boxes]


def _aside(part: str, boxes: _Boxes, drawn: Sequence[Proposal]) -> Iterator[Aside]:
    off = np.array([_off(center, size, drawn) for _, center, size in boxes]).reshape(-1, 2)
    known = ~np.isnan(off[:, 0])
    if known.sum() < _ENOUGH:
        return
    usual = np.median(off[known], axis=0)
    away = np.linalg.norm(off - usual, axis=1)
    if (away[known] < LEAST).sum() < max(_ENOUGH, _MOST * len(boxes)):
        return
    whole = float(np.linalg.norm(usual))
    if whole >= LEAST:
        yield Aside(part, "", whole)
        return
    for (name, *_), far in zip(boxes, away, strict=True):
        if far >= LEAST:
            yield Aside(part, name, float(far))


def _off(
    center: tuple[float, float], size: tuple[float, float], drawn: Sequence[Proposal]
) -> Floats:
    """How far a mark is from the nearest shape that is about as large; NaN if there is none."""
    low, high = _AS_LARGE
    fits = [
        np.subtract(center, each.center)
        for each in drawn
        if all(low < b / a < high for a, b in zip(size, each.size, strict=True))
    ]
    nearest = min(fits, key=lambda off: float(np.hypot(*off)), default=None)
    if nearest is None or np.hypot(*nearest) > _REACH:
        return np.full(2, np.nan)
    return np.asarray(nearest, float)
