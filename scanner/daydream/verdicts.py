"""What the rules make of readings, part by part.

Weighing a page judges hundreds of boards that differ at one or two elements. A part of the rules
that sees nothing new has said what it has to say; each row, note and frame is a part for itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
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
        self._rules = _rules_of(layout.sheet)
        self._now: tuple[object, ...] = (self,) * len(self._rules.names)
        self._fields: dict[str, Any] = {}
        self._stale = set(FIELDS)
        self._made: DaydreamBoard
        self._said: dict[_Part, dict[object, Any]] = defaultdict(dict)
        self._says: dict[_Part, Any] = {}

    def __call__(self, values: Says) -> Verdict:
        """Judge the board on which the elements say this."""
        rules, says = self._rules, self._says
        before, self._now = self._now, rules.all(values)
        changed = [*compress(rules.names, map(ne, self._now, before))]
        self._stale.update([rules.made_of[name] for name in changed])
        for part in {part for name in changed for part in rules.seeing.get(name, ())}:
            seen, said = part.seen(values), self._said[part]
            if seen not in said:
                said[seen] = part.told(part.judge(self._board(values), part.sheet))
            says[part] = said[seen]
        marked, decided = (
            sum([says[part] for part in parts]) for parts in (rules.marked, rules.decided)
        )
        odd = [says[part] for part in rules.odd if says[part]]
        odd.append(oddities(total_problems(cast("int | None", values["total"]), (marked, decided))))
        wanting = [says[part] for part in rules.wanting if says[part]]
        none = frozenset[Any]()
        return Verdict(
            none.union(*odd), (marked, decided), abs(marked - decided), none.union(*wanting)
        )

    def _board(self, values: Says) -> DaydreamBoard:
        """Put a board together, once for all parts; only what has changed is made anew."""
        if self._stale:
            sheet = self._rules.sheet
            for field in self._stale:
                self._fields[field] = FIELDS[field](values, sheet)
            self._stale.clear()
            self._made = DaydreamBoard(sheet.id, sheet.seed, name=None, **self._fields)
        return self._made


@dataclass(frozen=True, eq=False)
class _Part:
    """A part of the rules, and what it looks at."""

    judge: Judged
    sheet: Sheet
    told: Told
    names: tuple[str, ...]

    @cached_property
    def seen(self) -> Callable[[Says], object]:
        """Picks what it looks at."""
        return itemgetter(*self.names)


@dataclass(frozen=True, eq=False)
class _Rules:
    """The rules of one sheet in parts."""

    sheet: Sheet
    made_of: Mapping[str, str]
    """For each element the field of a board that it belongs to."""
    odd: Sequence[_Part]
    wanting: Sequence[_Part]
    marked: Sequence[_Part]
    decided: Sequence[_Part]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All elements."""
        return tuple(self.made_of)

    @cached_property
    def all(self) -> Callable[[Says], tuple[Value, ...]]:
        """Picks what they say."""
        return itemgetter(*self.names)

    @cached_property
    def seeing(self) -> Mapping[str, Sequence[_Part]]:
        """For each element the parts that look at it."""
        found: dict[str, list[_Part]] = {}
        for part in (*self.odd, *self.wanting, *self.marked, *self.decided):
            for name in part.names:
                found.setdefault(name, []).append(part)
        return found


@lru_cache(maxsize=16)
def _rules_of(sheet: Sheet) -> _Rules:
    names = {field: _names(field, sheet) for field in FIELDS}
    made_of = {name: field for field, some in names.items() for name in some}
    # Counting the lines that can have been earned takes far longer than the rest.
    odd = [
        _part(part, one, oddities, fields, _clouds_of(fields[0], one))
        for part, fields in PARTS.items()
        if names[fields[0]] and part not in (line_problems, circle_problems)
        for one in _single(fields[0], sheet)
    ]
    if names["polaroids"]:
        odd.append(_part(circle_problems, sheet, oddities, ("polaroids",)))
    wanting = [
        _part(_empty, one, frozenset, ("rows",), _clouds_of("rows", one))
        for one in _single("rows", sheet)
    ]
    marked, decided = (
        [
            _part(count, sheet, int, (), _clouds_of(part, sheet))
            if part in by_clouds
            else _part(count, sheet, int, _LOOKED_AT.get(part, (part,)))
            for part, count in counts.items()
            if names[part]
        ]
        for counts, by_clouds in ((AS_MARKED, ()), (BY_RULES, _BY_CLOUDS))
    )
    return _Rules(sheet, made_of, odd, wanting, marked, decided)


def _part(
    judge: Judged, sheet: Sheet, told: Told, fields: Iterable[str], clouds: Iterable[str] = ()
) -> _Part:
    """Make a part of what judges a sheet, and the fields and clouds that it looks at."""
    names = [name for field in fields if field != "clouds" for name in _names(field, sheet)]
    return _Part(judge, sheet, told, (*names, *clouds))


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
