"""The panels of a fold-out board that a combination shows: a board of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.errors import HostError
from templates.board.marks import Marks, marks_from, plain_of
from templates.board.shelf import Board, checked

_AT = ("center", "at", "from", "to")
_NAMED = {"clouds": "c", "objects": "o"}
"""The kinds of marks that others name, and how their names begin."""


@dataclass(frozen=True)
class Strip:
    """A panel as it was and as it lies now, mm from the left."""

    left: float
    right: float
    now: float


def strips(board: Board, panels: Sequence[int]) -> list[Strip]:
    """Lay chosen panels, counted from 1, side by side; ``board-panels`` if there are no such."""
    count = len(board.panels)
    if not panels or len(set(panels)) < len(panels) or not all(1 <= n <= count for n in panels):
        raise HostError("board-panels", name=board.name, n=count)
    found, now = [], 0.0
    for number in panels:
        left, right = board.panels[number - 1]
        found.append(Strip(left, right, now))
        now += right - left
    return found


def part_of(board: Board, name: str, panels: Sequence[int], game: str = "") -> Board:
    """Give some panels of a board as a board: what is marked on others is left out."""
    chosen = strips(board, panels)
    width = chosen[-1].now + chosen[-1].right - chosen[-1].left
    return checked(
        replace(
            board,
            name=name,
            size=(round(width, 2), board.size[1]),
            folds=tuple(round(strip.now, 2) for strip in chosen[1:]),
            marks=_marks(board.marks, chosen, game or board.marks.game),
            fingerprint=0,
        )
    )


def _marks(marks: Marks, chosen: Sequence[Strip], game: str) -> Marks:
    plain = plain_of(marks) | {"game": game}
    names: dict[str, str] = {}
    for kind, told in plain.items():
        if isinstance(told, list | tuple):
            kept = [(n, moved) for n, each in enumerate(told, 1) if (moved := _moved(each, chosen))]
            plain[kind] = [each for _, each in kept]
            if letter := _NAMED.get(kind):
                names |= {f"{letter}{n}": f"{letter}{m}" for m, (n, _) in enumerate(kept, 1)}
        elif isinstance(told, dict):
            plain[kind] = _moved(told, chosen)
    return marks_from(_renamed(plain, names), game)


def _moved(mark: Any, chosen: Sequence[Strip]) -> Any:
    """Move a mark with its panel; None if any of it is on a panel that is left out."""
    at = [x for x, _ in _places(mark)]
    if not all(any(strip.left <= x <= strip.right for strip in chosen) for x in at):
        return None
    return _shifted(mark, chosen)


def _places(mark: Any) -> Iterator[Sequence[float]]:
    for key, value in mark.items() if isinstance(mark, Mapping) else ():
        if key in _AT:
            yield value
        else:
            for each in value if isinstance(value, list | tuple) else (value,):
                yield from _places(each)


def _shifted(mark: Any, chosen: Sequence[Strip]) -> Any:
    if isinstance(mark, list | tuple):
        return [_shifted(each, chosen) for each in mark]
    if not isinstance(mark, Mapping):
        return mark
    found = {}
    for key, value in mark.items():
        found[key] = _at(value, chosen) if key in _AT else _shifted(value, chosen)
    return found


def _at(place: Sequence[float], chosen: Sequence[Strip]) -> list[float]:
    strip = next(each for each in chosen if each.left <= place[0] <= each.right)
    return [round(place[0] - strip.left + strip.now, 2), place[1]]


def _renamed(told: Any, names: Mapping[str, str]) -> Any:
    """Call clouds and objects by their new names; what is gone is not named any more."""
    if isinstance(told, list | tuple):
        return [_renamed(each, names) for each in told]
    if not isinstance(told, Mapping):
        return told
    found: dict[str, Any] = {}
    for key, value in told.items():
        if key == "clouds" and value and all(isinstance(each, str) for each in value):
            found[key] = [names[each] for each in value if each in names]
        elif key in ("cloud", "object") and isinstance(value, str):
            found[key] = names.get(value, "")
        else:
            found[key] = _renamed(value, names)
    return found
