"""What the scanner has to know about a game: how to read its sheet and how to judge it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from scanner.ink import InkPage
from scanner.reading import Reading, Value
from templates.sheet_code import SheetCode

Layout = Any
"""The game's own layout, as ``templates.load.load_layout`` gives it."""
Board = dict[str, Any]
Told = Callable[[Mapping[str, Reading], Layout], Mapping[str, Reading]]


def as_read(readings: Mapping[str, Reading], layout: Layout) -> Mapping[str, Reading]:
    """Leave readings as they are: the board has their values."""
    return readings


@dataclass(frozen=True)
class SheetReader:
    """One game's part in reading a sheet: everything else is shared.

    To add a game: a template, rules, and one of these (docs/add-your-own-sheet.md).
    """

    read: Callable[[InkPage, Layout], dict[str, Reading]]
    """Read every element of a flattened page, each for itself."""
    board: Callable[[Mapping[str, Value], Layout], Board]
    """Put the elements' values together into a board."""
    contradictions: Callable[[Mapping[str, Value], Layout], int]
    """Count what the rules find odd if the elements say this."""
    score: Callable[[Board, Layout, str], dict[str, Any]]
    """Score a board, with messages in a language."""
    told: Told = as_read
    """Say decided readings as the board has them, where elements are read otherwise."""
    join: Callable[[Sequence[Board]], Board] | None = None
    """Put the pages of one game together; None where a game has one page."""


READERS: dict[str, str] = {
    "daydream": "scanner.daydream_reader",
    "when-i-dream": "scanner.when_i_dream_reader",
    "dreams": "scanner.dreams_reader",
}
"""The module of each game; it has a SheetReader named ``READER``."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a sheet by its code: one with a task is read for its answers alone."""
    if code.exercise is None:
        return reader_of(code.sheet)
    from scanner.exercise_reader import exercise_reader

    return exercise_reader(code)


def reader_of(sheet: str) -> SheetReader:
    """Give the reader of a sheet such as ``daydream/BAC``."""
    reader: SheetReader = import_module(READERS[sheet.partition("/")[0]]).READER
    return reader
