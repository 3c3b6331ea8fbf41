"""Sheets as all their photos show them: what one does not show is taken from another.

Where two photos are sure of different things, somebody is asked, and the answer counts for both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from paperplay.results.duplicates import Kept, once_each
from paperplay.web.pages.counted import sheets_together
from paperplay.web.server.security import Visitor
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import SheetRow, doubtful_sheets, last_of, rows_of
from paperplay.web.store.verdicts import in_words, said_of
from scanner.joining import DIFFER
from scanner.scan import Doubt, Scan
from templates.places import is_same

_LAST = 12
"""Photos of one person that are compared in a crowd: who takes one again does so soon."""


@dataclass(frozen=True, slots=True)
class Whole:
    """One sheet, and the photos of it, the best first."""

    scan: Scan
    rows: tuple[SheetRow, ...]

    def doubts_for(self, visitor: Visitor) -> tuple[Doubt, ...]:
        """Give what somebody can say something about.

        Where photos of several people differ, only who may change all of them settles it.
        """
        if not visitor.may_change(self.rows[0].owner):
            return ()
        if all(visitor.may_change(row.owner) for row in self.rows):
            return self.scan.doubts
        return tuple(doubt for doubt in self.scan.doubts if doubt.why != DIFFER)

    def shown_by(self, doubt: Doubt) -> list[int]:
        """Give the photos on which a doubtful place is looked at: two, where they differ."""
        rows = [row for row in self.rows if row.flat and doubt.element not in row.scan.unseen]
        first, *others = rows or self.rows
        mine = first.scan.values[doubt.element]
        differ = [row for row in others if not is_same(row.scan.values[doubt.element], mine)]
        return [row.id for row in (first, *differ[: doubt.why == DIFFER]) if row.flat]


def open_sheets(store: Store, evening: int) -> list[Whole]:
    """Give the sheets of an evening on which something is open."""
    kept = sheets_together(store, evening)
    if kept is None:
        rows = doubtful_sheets(store, evening)
        kept = [
            one
            for owner in {row.owner for row in rows}
            for one in _of_person(store, evening, [row for row in rows if row.owner == owner])
        ]
    return list(_with_rows(store, [one for one in kept if one.best.doubts]))


def whole_of(store: Store, row: SheetRow) -> Whole:
    """Give a sheet that was read with all its photos."""
    kept = sheets_together(store, row.evening)
    if kept is None:
        kept = _of_person(store, row.evening, [row])
    own = _with_rows(store, [one for one in kept if row.id in _keys(one)])
    return next(own, Whole(row.scan, (row,)))


def _of_person(store: Store, evening: int, rows: Sequence[SheetRow]) -> list[Kept]:
    """Put these photos of one person together with that person's last ones."""
    last = last_of(store, evening, rows[0].owner, _LAST)
    scans = {row.id: row.scan for row in (*rows, *last)}
    return once_each(
        [scans[number] for number in sorted(scans)], in_words(said_of(store, evening)).pairs
    )


def _with_rows(store: Store, kept: Collection[Kept]) -> Iterator[Whole]:
    found = rows_of(store, [key for one in kept for key in _keys(one)])
    for one in kept:
        if all(key in found for key in _keys(one)):  # else somebody has deleted one just now
            yield Whole(one.best, tuple(found[key] for key in _keys(one)))


def _keys(one: Kept) -> list[int]:
    return [one.best.key, *(other.key for other in one.others)]
