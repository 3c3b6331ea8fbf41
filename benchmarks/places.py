"""Where on a sheet each element of the truth is, so that it is known what a thing on it hides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Json = Mapping[str, Any]
MOST_HIDDEN = 0.5
"""An element with one part of which more than this is hidden cannot be read for sure."""
MOST_OF_A_WAY = 0.35
"""The same for a way of many lines."""


def parts_of(layout: Json) -> dict[str, list[Points]]:
    """Give each element's parts, each as places spread over it, (n, 2), in mm."""
    found: dict[str, list[Points]] = {}
    walk = _score_sheet(layout) if "choices" in layout else _daydream(layout)
    for element, part in walk:
        found.setdefault(element, []).append(part)
    return found


def hidden_by(layout: Json, covered: Callable[[Points], NDArray[np.bool_]]) -> tuple[str, ...]:
    """Name the elements that are hidden.

    Args:
        layout: The sheet's.
        covered: Says of places on the sheet, (n, 2), which cannot be seen.
    """
    hidden = []
    for element, parts in parts_of(layout).items():
        most = MOST_OF_A_WAY if _is_way(element) else MOST_HIDDEN
        if any(covered(part).mean() > most for part in parts):
            hidden.append(element)
    return tuple(hidden)


def middle_of(parts: Iterable[Points]) -> Points:
    """Give the middle of an element's first part."""
    return np.asarray(next(iter(parts)).mean(0), np.float64)


def _is_way(element: str) -> bool:
    return element == "constellation.lines" or element[0] == "o"


def _daydream(layout: Json) -> Iterator[tuple[str, Points]]:
    for cloud in layout["clouds"]:
        yield cloud["id"], _box(cloud)
    for row in layout["rows"]:
        yield from ((row["id"], _box(row[name])) for name in ("dot", "sun"))
    for thing in layout["objects"]:
        points = [point["at"] for point in thing["points"]]
        yield thing["id"], _way([*points, points[0]] if thing["closed"] else points)
    for bonus in layout["bonuses"]:
        yield from ((bonus["id"], _box(bonus[name])) for name in ("line", "leaf"))
    for leaf in layout["leaves"]:
        yield leaf["id"], _box(leaf)
    for thorn in layout["thorns"]:
        yield "thorns", _way([thorn["from"], thorn["to"]])
    for polaroid in layout["polaroids"]:
        yield from ((f"{polaroid['id']}.{name}", _box(polaroid)) for name in ("value", "circled"))
    yield from _extras(layout)
    for name in ("solo", "total"):
        yield name, _box(layout["fields"][name])


def _extras(layout: Json) -> Iterator[tuple[str, Points]]:
    sky = layout["constellation"]
    if sky:
        yield "constellation.lines", _way([point["at"] for point in sky["points"]])
        for point in sky["points"]:
            if point["star"]:
                yield point["star"]["id"], _box({"center": point["at"], **point["star"]})
    for note in layout["notes"]:
        yield from ((note["id"], _box(head)) for head in note["heads"])
    for moon in layout["chain"]:
        yield f"{moon['id']}.value", _box(moon)
        if moon.get("link"):
            yield f"{moon['id']}.linked", _box(moon["link"])
    for frame in layout["frames"]:
        for reward in frame["rewards"]:
            yield f"{frame['id']}.{reward['value']}", _box(reward)


def _score_sheet(layout: Json) -> Iterator[tuple[str, Points]]:
    for choice in layout["choices"]:
        yield choice["group"], _box(choice)
    for thing in [*layout["digits"], *layout["boxes"]]:
        yield thing["id"], _box(thing)


def _box(place: Json) -> Points:
    wide, high = place.get("size") or (2 * place["radius"], 2 * place["radius"])
    x, y = np.meshgrid(np.linspace(-0.45, 0.45, 7) * wide, np.linspace(-0.45, 0.45, 7) * high)
    return np.stack([x.ravel(), y.ravel()], 1) + np.array(place["center"], float)


def _way(points: list[Any]) -> Points:
    t = np.linspace(0, 1, 8)[:, None]
    ends = [np.array(point[:2], float) for point in points]
    return np.concatenate([a * (1 - t) + b * t for a, b in pairwise(ends)])
