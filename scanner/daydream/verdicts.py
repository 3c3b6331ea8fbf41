"""What the rules make of readings, part by part.

Weighing a page judges hundreds of boards that differ at one or two elements. A part of the rules
that sees nothing new has said what it has to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Any

from rules.daydream.board import DaydreamBoard
from rules.daydream.problems import PARTS, line_problems, total_problems
from rules.daydream.score import parts_as_marked, parts_by_rules
from rules.daydream.sheet import Sheet
from templates.daydream.judge import FIELDS
from templates.daydream.layout import Layout
from templates.game import Value, Verdict, oddities

Part = Callable[[DaydreamBoard, Sheet], Any]
Looks = Callable[[DaydreamBoard], tuple[object, ...]]
Told = Callable[[Any], Any]
_DRAWN = ("objects", "solo", "thorns", "chain", "frames")
_MARKED = attrgetter(*_DRAWN, "constellation", "notes", "polaroids")
_DECIDED = attrgetter(*_DRAWN, "clouds")
"""The fields of a board that its totals hang on."""
_FILLED_IN = attrgetter("clouds", "rows")
_FORGOTTEN = 1
"""A marked row with more empty clouds than this is rather marked by mistake."""
_total = attrgetter("total")


class Verdicts:
    """Judges the readings of one page."""

    def __init__(self, layout: Layout) -> None:
        """Take the page; nothing is known yet."""
        self._sheet = layout.sheet
        names = {field: tuple(_asked_by(made, self._sheet)) for field, made in FIELDS.items()}
        self._fields = {field: itemgetter(*some) for field, some in names.items() if some}
        self._none: dict[str, Any] = {
            field: FIELDS[field]({}, self._sheet) for field in FIELDS.keys() - self._fields
        }
        # Counting the lines that can have been earned takes far longer than the rest.
        self._odd: list[tuple[Part, Looks]] = [
            (part, attrgetter("sheet", *fields))
            for part, fields in PARTS.items()
            if names[fields[0]] and part is not line_problems
        ]
        self._made: dict[tuple[str, object], object] = {}
        self._known: dict[tuple[object, ...], Any] = {}

    def __call__(self, values: Mapping[str, Value]) -> Verdict:
        """Judge the board on which the elements say this."""
        board = self._board(values)
        marked = self._judged(parts_as_marked, board, _MARKED, _total)
        decided = self._judged(parts_by_rules, board, _DECIDED, _total)
        odd = [self._judged(part, board, looks, oddities) for part, looks in self._odd]
        odd.append(oddities(total_problems(board.total, (marked, decided))))
        wanting = self._judged(_wanting, board, _FILLED_IN, frozenset)
        return Verdict(frozenset().union(*odd), (marked, decided), abs(marked - decided), wanting)

    def _board(self, values: Mapping[str, Value]) -> DaydreamBoard:
        """Put a board together; a field of which the elements say the same is the same object."""
        fields = dict(self._none)
        for field, said in self._fields.items():
            key = field, said(values)
            if key not in self._made:
                self._made[key] = FIELDS[field](values, self._sheet)
            fields[field] = self._made[key]
        return DaydreamBoard(self._sheet.id, self._sheet.seed, name=None, **fields)

    def _judged(self, part: Part, board: DaydreamBoard, looks: Looks, told: Told) -> Any:
        """Ask a part of the rules, unless it has judged the same fields before."""
        key = (part, *map(id, looks(board)))
        if key not in self._known:
            self._known[key] = told(part(board, self._sheet))
        return self._known[key]


def _wanting(board: DaydreamBoard, sheet: Sheet) -> Iterator[str]:
    """Yield the empty clouds of rows that are marked: nobody marks a row before it is full."""
    for row in sheet.rows:
        if board.rows[row.id] is not None:
            empty = [cloud for cloud in row.clouds if board.clouds[cloud] is None]
            if len(empty) <= _FORGOTTEN:
                yield from empty


def _asked_by(made: Callable[[Any, Sheet], object], sheet: Sheet) -> _Asked:
    """Name the elements that a field of a board is made of."""
    names = _Asked()
    made(names, sheet)
    return names


class _Asked(dict[str, None]):
    """Keeps the names that something is asked for."""

    def __missing__(self, name: str) -> None:
        self[name] = None
