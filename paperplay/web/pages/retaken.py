"""What another photo of the same sheet has answered already, so that nobody is asked about it."""

from __future__ import annotations

from collections.abc import Sequence

from paperplay.results.duplicates import once_each
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import SheetRow, row_of
from paperplay.web.store.verdicts import in_words, said_of
from scanner.scan import Doubt

_LAST = 12
"""Photos of one person that are compared: who takes one again does so soon."""


def open_doubts(store: Store, rows: Sequence[SheetRow]) -> dict[int, tuple[Doubt, ...]]:
    """Give what is left to ask about each sheet, beside the same person's other photos of it."""
    found: dict[int, tuple[Doubt, ...]] = {}
    for owner in {row.owner for row in rows}:
        own = {row.id: row for row in rows if row.owner == owner}
        evening = next(iter(own.values())).evening
        others = store.db.execute(
            "SELECT * FROM sheets WHERE evening = ? AND owner = ? AND deleted IS NULL "
            "AND status <> 'unreadable' ORDER BY id DESC LIMIT ?",
            (evening, owner, _LAST),
        ).fetchall()
        compared = {row["id"]: row_of(row) for row in others}
        left: dict[int, set[str]] = {}
        if len(compared) > 1:
            said = in_words(said_of(store, evening)).pairs
            kept = once_each([row.scan for row in compared.values()], said)
            left = {one.best.key: set(one.best.doubtful) for one in kept}
            left |= {other.key: set() for one in kept for other in one.others}
        for number, row in own.items():
            asked = left.get(number, set(row.scan.doubtful))
            found[number] = tuple(d for d in row.scan.doubts if d.element in asked)
    return found
