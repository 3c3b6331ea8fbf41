"""A sheet in a few words, as every page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from paperplay.evening.games import Place
from paperplay.evening.leaderboard import parts_text
from paperplay.scan_text import title_of
from paperplay.web.reading import EXTRA
from paperplay.web.security import Visitor
from paperplay.web.sheets import SheetRow
from paperplay.web.store import Store
from paperplay.web.told import told
from templates.daydream.load import is_daydream
from templates.wording import say


@dataclass(frozen=True, slots=True)
class Card:
    """What is said of one sheet at a glance."""

    id: int
    status: str
    has_picture: bool
    may_change: bool
    title: str
    """The kind of sheet, or the file's name where nothing was read."""
    reason: str = ""
    """Why nothing could be read."""
    name: str = ""
    points: int | None = None
    """By the rules; None where several players are on the sheet."""
    parts: str = ""
    totals: tuple[tuple[str, int], ...] = ()
    """Names and points of a score sheet's players."""
    tier: str = ""
    doubts: int = 0
    problems: tuple[str, ...] = ()


def card_of(store: Store, row: SheetRow, lang: str, visitor: Visitor) -> Card:
    """Describe a sheet."""
    scan = told(store, row, lang)
    mine = row.may_change(visitor)
    has_picture = row.flat is not None
    if row.status == "unreadable":
        file, reason = scan["file"], scan["reason"]
        return Card(row.id, row.status, has_picture, mine, title=file, reason=reason)
    board, score = scan["board"], scan["score"]
    own = is_daydream(board["sheet"])
    rules = score.get("by_rules", {})
    place = Place(1, "", 0, scan, parts=rules.get("parts", {}))
    return Card(
        *(row.id, row.status, has_picture, mine),
        title=title_of(board["sheet"], lang),
        name=row.name,
        points=rules["total"] if own else None,
        parts=parts_text(place, lang),
        totals=() if own else tuple(_totals(board.get("players") or [], score, lang)),
        tier=(score.get("solo") or {}).get("name", "") if own else "",
        doubts=len(scan["review"]),
        problems=tuple(problem["message"] for problem in score["problems"]),
    )


def player_names(row: SheetRow) -> list[str]:
    """Give the names that can be changed on a sheet: one, or a score sheet's players."""
    board = row.scan["board"]
    if is_daydream(board["sheet"]):
        return [row.name]
    count = max(len(board.get("players") or ()), len(row.scan[EXTRA]["names"]))
    names = [*(board.get("players") or ()), *[None] * count][:count]
    return [name or "" for name in names]


def _totals(names: list[str | None], score: dict[str, object], lang: str) -> list[tuple[str, int]]:
    totals = score["totals"]
    assert isinstance(totals, dict)
    told = []
    for number, total in totals.items():
        name = names[int(number) - 1] if int(number) <= len(names) else None
        told.append((name or say("scan.result.player", lang, number=number), int(total)))
    return told
