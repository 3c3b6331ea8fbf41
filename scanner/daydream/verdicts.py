"""What the rules make of readings, part by part.

Weighing a page judges hundreds of boards that differ at one or two elements. A part of the rules
that sees nothing new has said what it has to say; each row, note and frame is a part for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import compress
from operator import itemgetter, ne
from typing import Any, cast

from rules.daydream.board import DaydreamBoard
from rules.daydream.problems import PARTS, circle_problems, line_problems, total_problems
from rules.daydream.score import AS_MARKED, BY_RULES
from rules.daydream.sheet import Sheet
from templates.daydream.judge import FIELDS
from templates.daydream.layout import Layout
from templates.game import Value, Verdict, oddities

Says = Mapping[str, Value]
Judged = Callable[[DaydreamBoard, Sheet], Any]
Told = Callable[[Any], Any]
_LOOKED_AT = {"thorns": ("thorns", "objects", "solo")}
"""Which fields of a board a part of its totals hangs on, if not on that of its name alone."""
_BY_CLOUDS = ("constellation", "notes", "polaroids")
"""What the rules count by clouds, and not as it is drawn."""
_SINGLY = ("rows", "notes", "frames", "polaroids")
"""What of these fields is judged has nothing to do with its others, but for circles."""
_FORGOTTEN = 1
"""A marked row with more empty clouds than this is rather marked by mistake."""


class Verdicts:
    """Judges the readings of one page."""

    def __init__(self, layout: Layout) -> None:
        """Take the page; nothing is known yet."""
        self._sheet = sheet = layout.sheet
        names = {field: _names(field, sheet) for field in FIELDS}
        self._names = tuple({name: None for some in names.values() for name in some})
        self._all = itemgetter(*self._names)
        self._now: tuple[Value, ...] = ()
        self._made_of = {name: field for field, some in names.items() for name in some}
        self._fields: dict[str, Any] = {
            field: made({}, sheet) for field, made in FIELDS.items() if not names[field]
        }
        self._stale = set(FIELDS) - set(self._fields)
        self._made: DaydreamBoard
        # Counting the lines that can have been earned takes far longer than the rest.
        self._odd = [
            _Part(part, one, oddities, fields, _clouds_of(fields[0], one))
            for part, fields in PARTS.items()
            if names[fields[0]] and part not in (line_problems, circle_problems)
            for one in _single(fields[0], sheet)
        ]
        if names["polaroids"]:
            self._odd.append(_Part(circle_problems, sheet, oddities, ("polaroids",)))
        self._wanting = [
            _Part(_empty, one, frozenset, ("rows",), _clouds_of("rows", one))
            for one in _single("rows", sheet)
        ]
        self._marked, self._decided = (
            [
                _Part(count, sheet, int, (), _clouds_of(part, sheet))
                if part in by_clouds
                else _Part(count, sheet, int, _LOOKED_AT.get(part, (part,)))
                for part, count in counts.items()
                if names[part]
            ]
            for counts, by_clouds in ((AS_MARKED, ()), (BY_RULES, _BY_CLOUDS))
        )
        self._seeing: dict[str, list[_Part]] = {}
        for part in (*self._odd, *self._wanting, *self._marked, *self._decided):
            for name in part.names:
                self._seeing.setdefault(name, []).append(part)

    def __call__(self, values: Says) -> Verdict:
        """Judge the board on which the elements say this."""
        before, self._now = self._now or (self,) * len(self._names), self._all(values)
        changed = [*compress(self._names, map(ne, self._now, before))]
        self._stale.update([self._made_of[name] for name in changed])
        for part in {part for name in changed for part in self._seeing.get(name, ())}:
            part.judge(values, self._board)
        marked, decided = (
            sum([part.says for part in parts]) for parts in (self._marked, self._decided)
        )
        odd = [part.says for part in self._odd if part.says]
        odd.append(oddities(total_problems(cast("int | None", values["total"]), (marked, decided))))
        wanting = [part.says for part in self._wanting if part.says]
        none = frozenset[Any]()
        return Verdict(
            none.union(*odd), (marked, decided), abs(marked - decided), none.union(*wanting)
        )

    def _board(self, values: Says) -> DaydreamBoard:
        """Put a board together, once for all parts; only what has changed is made anew."""
        if self._stale:
            for field in self._stale:
                self._fields[field] = FIELDS[field](values, self._sheet)
            self._stale.clear()
            sheet = self._sheet
            self._made = DaydreamBoard(sheet.id, sheet.seed, name=None, **self._fields)
        return self._made


class _Part:
    """A part of the rules, and what it said to all that it has seen so far."""

    def __init__(
        self,
        judge: Judged,
        sheet: Sheet,
        told: Told,
        fields: Iterable[str],
        clouds: Iterable[str] = (),
    ) -> None:
        """Take what judges a sheet, and the fields and clouds that it looks at."""
        self._judge, self._sheet, self._told = judge, sheet, told
        names = [name for field in fields if field != "clouds" for name in _names(field, sheet)]
        self.names = (*names, *clouds)
        self.says: Any = None
        self._seen = itemgetter(*self.names)
        self._said: dict[object, Any] = {}

    def judge(self, values: Says, board: Callable[[Says], DaydreamBoard]) -> None:
        """Judge a board, unless this part has seen one that looks the same to it."""
        seen = self._seen(values)
        if seen not in self._said:
            self._said[seen] = self._told(self._judge(board(values), self._sheet))
        self.says = self._said[seen]


def _single(field: str, sheet: Sheet) -> list[Sheet]:
    """Give a sheet for each part of a field that is judged for itself."""
    if field not in _SINGLY:
        return [sheet]
    return [_with_only(sheet, **{field: (one,)}) for one in getattr(sheet, field)]


def _with_only(sheet: Sheet, **fields: Any) -> Sheet:
    return replace(sheet, **fields)


def _clouds_of(field: str, sheet: Sheet) -> list[str]:
    """Name the clouds that those look at who judge a field."""
    if field in ("clouds", "leaves"):
        return [cloud.id for cloud in sheet.clouds]
    if field in ("constellation", "chain"):
        return [*sheet.clouds_with("star" if field == "constellation" else "moon")]
    if field == "polaroids":
        return [polaroid.cloud for polaroid in sheet.polaroids]
    if field in _SINGLY:
        return [cloud for one in getattr(sheet, field) for cloud in one.clouds]
    return []


def _empty(board: DaydreamBoard, sheet: Sheet) -> Iterator[str]:
    """Yield the empty clouds of rows that are marked: nobody marks a row before it is full."""
    for row in sheet.rows:
        if board.rows[row.id] is not None:
            empty = [cloud for cloud in row.clouds if board.clouds[cloud] is None]
            if len(empty) <= _FORGOTTEN:
                yield from empty


def _names(field: str, sheet: Sheet) -> tuple[str, ...]:
    """Name the elements that a field of a board is made of."""
    names = _Asked()
    FIELDS[field](names, sheet)
    return tuple(names)


class _Asked(dict[str, None]):
    """Keeps the names that something is asked for."""

    def __missing__(self, name: str) -> None:
        self[name] = None
