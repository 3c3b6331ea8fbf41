"""The players' own sheets of all evenings, each once, however many photos show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from paperplay.results.duplicates import once_each
from paperplay.results.names import tidy
from paperplay.web.pages.counted import FEW
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import lines_of, scans_of
from paperplay.web.store.verdicts import in_words, said_of
from templates.games import all_sheets, game_of

SHEETS = tuple(sheet for sheet in all_sheets() if not game_of(sheet).for_table)
"""What can be stamped, from easy to hard: the sheets of which each player has one."""
_MOST_LOOKED_AT = 30
"""Evenings whose photos are put together; of older ones what is open stays open."""


@dataclass(frozen=True, slots=True)
class PastSheet:
    """One sheet of a player."""

    id: int
    evening: int
    name: str
    sheet: str
    seed: int
    total: int
    """By the rules."""
    tie_break: int
    tier: int | None
    """Reached alone; None for a sheet played with others."""
    day: str
    """When the evening began, UTC."""
    owners: frozenset[str]
    """Who handed it in."""
    is_open: bool
    """Whether something on it is in doubt still."""


def same(name: str) -> str:
    """Give what two spellings of one name have in common."""
    return tidy(name).casefold()


def results_of(store: Store, evening: int | None = None) -> list[PastSheet]:
    """Give the players' sheets, of one evening or of all; tasks are no game."""
    rows = store.lines(
        "sheets.id, evening,"
        " coalesce(json_extract(now, '$.board.name'), ''),"
        " json_extract(now, '$.board.sheet'),"
        " coalesce(json_extract(now, '$.board.seed'), 0),"
        " json_extract(now, '$.score.by_rules.total'),"
        " json_extract(now, '$.score.tie_break'),"
        " json_extract(now, '$.score.solo.tier'), started, sheets.owner, status = 'review'",
        "sheets JOIN evenings ON evenings.id = evening WHERE status <> 'unreadable'"
        " AND deleted IS NULL AND json_type(now, '$.exercise') IS NULL"
        " AND json_type(now, '$.check') IS NULL"
        f"{'' if evening is None else ' AND evening = ?'}",
        *(() if evening is None else (evening,)),
    )
    photos = map(_photo, rows)
    return list(_put_together(store, (photo for photo in photos if photo.sheet in SHEETS)))


def _photo(row: Sequence[Any]) -> PastSheet:
    facts = dict(zip((each.name for each in fields(PastSheet)), row, strict=True))
    return PastSheet(**facts | {"owners": frozenset((facts["owners"],))})


def each_once(results: Iterable[PastSheet]) -> list[PastSheet]:
    """Leave out sheets that were photographed again: the same player, evening and result."""
    found: dict[object, PastSheet] = {}
    for each in results:
        told = (each.evening, same(each.name), each.sheet, each.seed, each.total, each.tie_break)
        found.setdefault((*told, each.tier) if each.name else each.id, each)
    return list(found.values())


def _put_together(store: Store, photos: Iterable[PastSheet]) -> Iterator[PastSheet]:
    """Give sheets for photos where it makes a difference: a photo may answer what another asks."""
    by_evening: dict[int, dict[int, PastSheet]] = {}
    for photo in photos:
        by_evening.setdefault(photo.evening, {})[photo.id] = photo
    said = {row["evening"] for row in store.db.execute("SELECT DISTINCT evening FROM verdicts")}
    differs = [
        evening
        for evening, own in by_evening.items()
        if evening in said or any(each.is_open or not each.name for each in own.values())
    ]
    looked_at = set(sorted(differs)[-_MOST_LOOKED_AT:])
    for evening, own in by_evening.items():
        whole = _sheets_of(store, evening, own) if evening in looked_at else None
        yield from own.values() if whole is None else whole


def _sheets_of(
    store: Store, evening: int, photos: Mapping[int, PastSheet]
) -> list[PastSheet] | None:
    """Put an evening's photos together, if they are not too many."""
    lines = lines_of(store, evening)
    if len(lines) > FEW:
        return None
    scans = scans_of(store, [line.id for line in lines])
    said = in_words(said_of(store, evening)).pairs
    found = []
    photos_in_order = [scans[line.id] for line in lines if line.id in scans]
    for one in once_each(photos_in_order, said):
        own = [photos[each.key] for each in (one.best, *one.others) if each.key in photos]
        if not own:
            continue
        scan, score = one.best, one.best.own_score
        found.append(
            replace(
                own[0],
                name=scan.board.names[0],
                total=score.by_rules.total,
                tie_break=score.tie_break or 0,
                tier=score.tier,
                owners=frozenset().union(*(each.owners for each in own)),
                is_open=bool(scan.doubts),
            )
        )
    return found
