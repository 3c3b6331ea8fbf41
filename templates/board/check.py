"""What is missing or wrong in what was marked on a board: codes and facts, said elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations as combinations_of
from typing import Any

import msgspec

from templates.board.daydream import combination_of, grid_of, polaroids_of, rows_of
from templates.board.marks import Marks
from templates.board.own import LINE, is_whole, sheet_of, wanted
from templates.board.shelf import Board
from templates.daydream.compose import polaroid_rule
from templates.daydream.model import combinations
from templates.wording import say

_PARTS = {
    "constellation": "constellation",
    "notes": "notes",
    "moon-chain": "chain",
    "frames": "frames",
    "polaroids-difference": "polaroids",
    "polaroids-distinct": "polaroids",
}
"""What has to be marked where a rule is in play."""
_MOST_OVERLAP = 0.7
"""Neighbours may touch; their middles are further apart than this, as a share of their sides."""
_Box = tuple[tuple[float, float], tuple[float, float]]
_MOST_MISSING = 8
_MOST_NAMED = 40
"""Leaves, moons and stars are named by ordinals, of which there are so many."""


@dataclass(frozen=True)
class Lack:
    """Something that is missing: a key of ``boards.lack``, and its facts."""

    code: str
    facts: dict[str, Any] = field(default_factory=dict)


def lack_text(lack: Lack, lang: str) -> str:
    """Say what is missing."""
    facts = lack.facts
    if "part" in facts:
        facts = facts | {"part": say(f"boards.part.{facts['part']}", lang)}
    return say(f"boards.lack.{lack.code}", lang, **facts)


def lacks_of(board: Board) -> list[Lack]:
    """Say everything that is missing before games on a board can be read."""
    marks = board.marks
    if board.is_own:
        return [*_own(board), *_outside(board)]
    if not board.is_daydream or board.combination not in combinations():
        return [Lack("game")]
    return [*_rows(marks), *_objects(marks), *_parts(board), *_outside(board), *_twice(marks)]


def _own(board: Board) -> Iterator[Lack]:
    """Name the places of an own sheet that are not marked, and marks that it knows nothing of."""
    sheet = sheet_of(board)
    if sheet is None:
        yield Lack("sheet", {"sheet": board.marks.game})
        return
    marks = {mark.id: mark for mark in board.marks.places}
    places = {place.id: place for place in wanted(sheet, board.marks.players)}
    missing = [id_ for id_, place in places.items()
               if id_ not in marks or not is_whole(marks[id_], place)]  # fmt: skip
    for id_ in missing[:_MOST_MISSING]:
        if places[id_].kind == LINE:
            yield Lack("line", {"id": id_, "n": len(places[id_].slot.field.points)})
        else:
            yield Lack("place", {"id": id_})
    if len(missing) > _MOST_MISSING:
        yield Lack("places", {"n": len(missing) - _MOST_MISSING})
    for id_ in sorted(marks.keys() - places.keys())[:_MOST_MISSING]:
        yield Lack("stray", {"id": id_})
    boxes = [(mark.center, mark.size) for mark in marks.values() if mark.center and mark.size]
    both = next((pair for pair in combinations_of(boxes, 2) if _overlap(*pair)), None)
    if both:
        (x, y), _ = both[0]
        yield Lack("twice", {"part": "places", "x": round(x), "y": round(y)})


def _rows(marks: Marks) -> Iterator[Lack]:
    if not marks.clouds:
        yield Lack("clouds")
        return
    if not marks.rows:
        yield Lack("rows")
    told = {id_ for id_, _, _ in rows_of(marks, grid_of(marks))}
    for number, row in enumerate(marks.rows, 1):
        if row.dot is None:
            yield Lack("dot", {"n": number})
        if row.sun is None:
            yield Lack("sun", {"n": number})
        if row.dot and row.sun and f"r{number}" not in told:
            yield Lack("whose", {"n": number})


def _objects(marks: Marks) -> Iterator[Lack]:
    if not marks.objects:
        yield Lack("objects")
    for number, thing in enumerate(marks.objects, 1):
        if len(thing.points) < 2:
            yield Lack("points", {"n": number})
    if marks.total is None:
        yield Lack("total")


def _parts(board: Board) -> Iterator[Lack]:
    for extra in combination_of(board).extras:
        if not getattr(board.marks, _PARTS[extra]):
            yield Lack("part", {"part": _PARTS[extra], "game": board.combination})
    if polaroid_rule(combination_of(board).extras):
        told = {one.id for one in polaroids_of(board.marks)}
        for number in range(1, len(board.marks.polaroids) + 1):
            if f"p{number}" not in told:
                yield Lack("polaroid", {"n": number})
    for name in ("leaves", "chain", "frames", "constellation"):
        if len(getattr(board.marks, name)) > _MOST_NAMED:
            yield Lack("many", {"part": name, "most": _MOST_NAMED})


def _twice(marks: Marks) -> Iterator[Lack]:
    """Name the kinds of which two lie on each other: what is written there would be read twice."""
    symbols = [disc for row in marks.rows for disc in (row.dot, row.sun) if disc]
    of_kind = {
        "clouds": [(each.center, each.size) for each in marks.clouds],
        "leaves": [(each.center, each.size) for each in marks.leaves],
        "polaroids": [(each.center, each.size) for each in marks.polaroids],
        "rows": [(each.center, (each.radius, each.radius)) for each in symbols],
        "chain": [(each.center, (each.radius, each.radius)) for each in marks.chain],
    }
    for name, boxes in of_kind.items():
        both = next((pair for pair in combinations_of(boxes, 2) if _overlap(*pair)), None)
        if both:
            (x, y), _ = both[0]
            yield Lack("twice", {"part": name, "x": round(x), "y": round(y)})


def _overlap(one: _Box, other: _Box) -> bool:
    away = (abs(a - b) for a, b in zip(one[0], other[0], strict=True))
    room = (_MOST_OVERLAP * (a + b) / 2 for a, b in zip(one[1], other[1], strict=True))
    return all(far < wide for far, wide in zip(away, room, strict=True))


def _outside(board: Board) -> Iterator[Lack]:
    """Name the kinds of marks that lie beside the board."""
    plain = msgspec.to_builtins(board.marks)
    for name, part in plain.items():
        if any(not _within(at, board.size) for at in _points(part)):
            yield Lack("outside", {"part": name})


def _points(part: object) -> Iterator[tuple[float, float]]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key in ("center", "at", "from", "to"):
                yield value[0], value[1]
            else:
                yield from _points(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _points(each)


def _within(at: tuple[float, float], size: tuple[float, float]) -> bool:
    return 0 <= at[0] <= size[0] and 0 <= at[1] <= size[1]
