"""A sheet in a few words, as every page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from paperplay.results.leaderboard import count_text, parts_text
from paperplay.results.scan_text import reason_text, tier_text
from paperplay.web.pages.pupil_names import pupil_name
from paperplay.web.server.security import Visitor
from paperplay.web.store.sheets import SheetRow
from scanner.check_page import check_of, verdict_lines
from scanner.doubt_words import missing_text
from scanner.missing import missing_of
from scanner.scan import Scan
from templates.telling import player_name, problem_texts, title_of
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
    check: tuple[str, ...] = ()
    """What the page that proves printer and phone says about them."""
    problems: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """What the photo does not show."""


def card_of(row: SheetRow, lang: str, visitor: Visitor, whole: Scan | None = None) -> Card:
    """Describe a sheet, as its photo shows it, or as all photos of it do."""
    scan = whole or row.scan
    about = (row.id, scan.status, row.flat is not None, visitor.may_change(row.owner))
    if not scan.is_read:
        return Card(*about, title=scan.file, reason=reason_text(scan, lang))
    if scan.is_check:
        verdict = check_of(scan)
        told = tuple(verdict_lines(verdict, lang))
        status = "ok" if verdict.is_fine else "review"
        return Card(about[0], status, *about[2:], title=say("check.title", lang), check=told)
    own = None if scan.game.for_table or scan.has_task else scan.own_score
    name = "" if scan.game.for_table else scan.board.names[0]
    totals = scan.table_score.totals if scan.game.for_table else ()
    found = () if scan.has_task else scan.score.problems
    problems = problem_texts(found, scan.sheet, scan.code.seed, lang)
    parts = count_text(scan, lang) if scan.has_task else ""
    return Card(
        *about,
        title=title_of(scan.sheet, lang),
        name=name or (pupil_name(scan) if visitor.is_host else ""),
        points=own.by_rules.total if own else None,
        parts=parts_text(own.by_rules.as_json(), lang) if own else parts,
        totals=tuple((player_name(row.names, n, lang), total) for n, total in enumerate(totals, 1)),
        tier=tier_text(scan, lang) if own else "",
        doubts=len(scan.doubts),
        problems=tuple(problems),
        missing=tuple(missing_text(each, scan, lang) for each in missing_of(scan)),
    )
