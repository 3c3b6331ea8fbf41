"""The same sheet photographed twice counts once; photocopies are told apart by their ink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SAME_INK = 0.75
"""Two photos show one sheet if they agree on this share of the numbers that were written.

Photos of one sheet agree on all that is not in doubt, two players' sheets on few clouds.
Other marks tell less: everybody finishes the same objects first.
"""
_NOT_INK = frozenset(("format", "sheet", "seed", "name", "players"))


@dataclass(frozen=True, slots=True)
class Found:
    """One scan of a photo."""

    scan: Mapping[str, Any]
    """As scripts see it."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """PNG of the names and of what is doubtful, by element."""


@dataclass(slots=True)
class Kept:
    """One sheet that counts, and the other photos of it."""

    number: int
    """From 1, in the order of the photos."""
    best: Found
    others: list[Found] = field(default_factory=list)


def once_each(found: Sequence[Found]) -> list[Kept]:
    """Keep the best photo of every sheet, in the order in which sheets came up."""
    kept: list[Kept] = []
    for one in found:
        same = next((each for each in kept if is_same_sheet(each.best.scan, one.scan)), None)
        if same is None:
            kept.append(Kept(len(kept) + 1, one))
        elif _quality(one.scan) > _quality(same.best.scan):
            same.others.append(same.best)
            same.best = one
        else:
            same.others.append(one)
    return kept


def is_same_sheet(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Say whether two scans show the same piece of paper: code and ink agree."""
    if _printed(one) != _printed(other):
        return False
    if "exercise" in one:
        # Two pupils with photocopies of one task may well have the same answers.
        return False
    ink, more = dict(ink_on(one["board"])), dict(ink_on(other["board"]))
    unsure = {item["element"] for scan in (one, other) for item in scan["review"]}
    touched = {place for place in ink.keys() | more.keys() if _element(place) not in unsure}
    telling = {place for place in touched if _is_digit(place)} or touched
    agree = sum(ink.get(place) == more.get(place) for place in telling)
    return agree >= SAME_INK * len(telling)


def _printed(scan: Mapping[str, Any]) -> tuple[object, ...]:
    board = scan["board"]
    return board["sheet"], board.get("seed"), scan.get("copy"), scan.get("sheet_code")


def ink_on(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield everything on a board that a pen has touched."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if place or name not in _NOT_INK:
                yield from ink_on(inner, (*place, str(name)))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value, start=1):
            # A list of names says which ones are there, not where they stand in it.
            step = inner if isinstance(inner, str) else str(number)
            yield from ink_on(inner, (*place, step))
    elif value not in (None, False, 0, "") or (value == 0 and _is_digit(place)):
        yield place, value


def _is_digit(place: tuple[str, ...]) -> bool:
    """A zero in a cloud was written; zero lines were not."""
    return place[0] == "clouds" or place[-1] == "value"


def _element(place: tuple[str, ...]) -> str:
    """Name an element as the review does, as far as the two names agree."""
    if place[0] == "constellation":
        return "constellation.lines" if place[1] == "lines" else place[-1]
    if place[0] == "rounds":
        inner = ["vote" if step == "votes" else "role" if step == "roles" else step
                 for step in place[2:]]  # fmt: skip
        return ".".join((f"r{place[1]}", *inner))
    if place[0] == "totals":
        return f"total.{place[1]}"
    return ".".join(place[1:]) or place[0]


def _quality(scan: Mapping[str, Any]) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = list(scan["confidence"].values())
    return -len(scan["review"]), round(sum(sure) / len(sure), 6) if sure else 0.0
