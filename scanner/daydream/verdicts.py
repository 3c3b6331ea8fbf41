"""What the rules make of readings, part by part.

Weighing a page judges hundreds of boards that differ at one or two elements from the board as it
stands. Only parts that look at these are asked, and none twice about what it has seen before; each
row, note and frame is a part for itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any, cast

from rules.daydream.board import DaydreamBoard
from rules.daydream.problems import PARTS, circle_problems, line_problems, total_problems
from rules.daydream.score import AS_MARKED, BY_RULES
from rules.daydream.sheet import Sheet
from scanner.weigh import Otherwise
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
_LACKING = 2
"""An object that lacks more lines than this was rather left as it is."""


class Verdicts:
    """Judges the readings of one page."""

    def __init__(self, layout: Layout) -> None:
        """Take the page; nothing is known yet."""
        self._rules = _rules_of(layout.sheet)
        self._said: dict[_Part, dict[object, Any]] = defaultdict(dict)
        self._standing: Says = {}
        self._fields: dict[str, Any] = {}
        self._says: dict[_Part, Any] = {}

    def __call__(self, values: Says) -> Verdict:
        """Judge the board on which the elements say this."""
        rules, says = self._rules, self._said_of(values)
        marked, decided, odd, wanting = (
            [says[part] for part in parts & says.keys()]  # the others say nothing
            for parts in (rules.marked, rules.decided, rules.odd, rules.wanting)
        )
        totals = sum(marked), sum(decided)
        odd.append(oddities(total_problems(cast("int | None", values["total"]), totals)))
        none = frozenset[Any]()
        return Verdict(none.union(*odd), totals, abs(totals[0] - totals[1]), none.union(*wanting))

    def suspects(self, values: Says) -> frozenset[str]:
        """Name what is looked at by parts that find something odd: nothing else can mend that."""
        rules, says = self._rules, self._said_of(values)
        looking = {part for part in rules.odd & says.keys() if says[part]}
        if self(values).contradicted:
            looking |= rules.marked | rules.decided
        return frozenset(name for part in looking for name in part.names) | {"total"}

    def _said_of(self, values: Says) -> dict[_Part, Any]:
        """Give what all parts say that say anything, and some others."""
        board = values if isinstance(values, Otherwise) else Otherwise(values, {})
        standing, changed = board.standing, board.changed
        if standing is not self._standing:
            self._standing, self._fields = standing, self._made_of(standing, FIELDS)
            says = self._judged(self._rules.parts, standing, {})
            self._says = {part: told for part, told in says.items() if told}
        touched = {part for name in changed for part in self._rules.seeing.get(name, ())}
        return self._says | self._judged(touched, values, changed)

    def _judged(
        self, parts: Iterable[_Part], values: Says, changed: Iterable[str]
    ) -> dict[_Part, Any]:
        """Give what parts say, each asked only about what it has not seen before."""
        board: DaydreamBoard | None = None
        says = {}
        for part in parts:
            seen, said = part.seen(values), self._said[part]
            if seen not in said:
                board = board or self._board(values, changed)
                said[seen] = part.told(part.judge(board, part.sheet))
            says[part] = said[seen]
        return says

    def _board(self, values: Says, changed: Iterable[str]) -> DaydreamBoard:
        """Put a board together; only what has changed is made anew."""
        sheet = self._rules.sheet
        anew = self._made_of(values, {self._rules.made_of[name] for name in changed})
        return DaydreamBoard(sheet.id, sheet.seed, name=None, **(self._fields | anew))

    def _made_of(self, values: Says, fields: Iterable[str]) -> dict[str, Any]:
        return {field: FIELDS[field](values, self._rules.sheet) for field in fields}


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
    odd: frozenset[_Part]
    wanting: frozenset[_Part]
    marked: frozenset[_Part]
    decided: frozenset[_Part]

    @cached_property
    def parts(self) -> Sequence[_Part]:
        """All of them."""
        return (*self.odd, *self.wanting, *self.marked, *self.decided)

    @cached_property
    def seeing(self) -> Mapping[str, Sequence[_Part]]:
        """For each element the parts that look at it."""
        found: dict[str, list[_Part]] = {}
        for part in self.parts:
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
    wanting.append(_part(_nearly_finished, sheet, frozenset, ("objects",)))
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
    return _Rules(sheet, made_of, *map(frozenset, (odd, wanting, marked, decided)))


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


def _nearly_finished(board: DaydreamBoard, sheet: Sheet) -> Iterator[str]:
    """Yield objects that lack little while a later one is begun: that is a slip, or a pale line."""
    objects = list(sheet.segments_of.items())
    begun = [place for place, (thing, _) in enumerate(objects) if board.objects[thing]]
    for thing, segments in objects[: begun[-1]] if begun else ():
        if 0 < segments - board.objects[thing] <= _LACKING and board.objects[thing]:
            yield thing


def _names(field: str, sheet: Sheet) -> tuple[str, ...]:
    """Name the elements that a field of a board is made of."""
    names = _Asked()
    FIELDS[field](names, sheet)
    return tuple(names)


class _Asked(dict[str, None]):
    """Keeps the names that something is asked for."""

    def __missing__(self, name: str) -> None:
        self[name] = None
