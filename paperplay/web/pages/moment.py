"""Who won, in one sentence, and what the table can settle about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paperplay.results.evening import Evening
from paperplay.results.scan_text import place
from paperplay.results.standings import Outcome
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import rows_of
from paperplay.web.store.verdicts import Verdicts, in_words, pair_name
from scanner.scan import Scan
from templates.telling import title_of
from templates.wording import say


def winner_text(game: Outcome, lang: str, *, undecided: bool = False) -> str:
    """Say who won, or who leads while questions are open; nothing of tasks."""
    if game.has_task or not game.standings:
        return ""
    first = [one for one in game.standings if one.rank == 1]
    rest = [one.points for one in game.standings if one.rank > 1]
    facts = {
        "who": " & ".join(one.name for one in first),
        "points": first[0].points,
        "next": rest[0] if rest else 0,
    }
    if len(game.standings) == 1:
        return say("web.result.alone", lang, **facts)
    is_open = undecided or game.lacks_pages or any(scan.doubts for scan in game.scans)
    tied = "decided" if game.scans[0].game.shelf_in else "tied"  # what people make says how
    kind = "share" if len(first) > 1 else tied if facts["next"] == facts["points"] else "win"
    return say(f"web.result.{kind}-{'now' if is_open else 'won'}", lang, **facts)


def undecided_in(game: Outcome, result: Evening) -> list[tuple[Scan, Scan]]:
    """Give the pairs of a game's sheets of which nobody knows yet whether they are one."""
    keys = {scan.key for scan in game.scans}
    return [pair for pair in result.perhaps if pair[0].key in keys and pair[1].key in keys]


def question_of(pair: tuple[Scan, Scan], lang: str) -> dict[str, Any]:
    """Ask whether two photos show one sheet, by the names of their people where both have one."""
    one, other = pair
    names = [_name(scan) for scan in pair]
    named = all(names) and not one.game.for_table
    key = "web.result.perhaps" if named else "web.result.perhaps-these"
    return {
        "what": pair_name(one.key, other.key),
        "text": say(key, lang, kept=names[0], other=names[1]),
        "ways": ["one", "two"],
        "sheets": [
            (scan.key, name or place(scan, lang)) for scan, name in zip(pair, names, strict=True)
        ],
    }


def settled_pairs(
    result: Evening, verdicts: Verdicts, lang: str, store: Store
) -> Iterator[dict[str, Any]]:
    """List photos of one sheet, and what was said to be two, with the way to say otherwise."""
    for each in result.twice:
        name = each.name or title_of(each.kept.sheet, lang)
        yield {
            "what": pair_name(each.kept.key, each.other.key),
            "text": say("web.result.twice", lang, name=name),
            "ways": ["two"],
            "sheets": [(scan.key, place(scan, lang)) for scan in (each.kept, each.other)],
        }
    apart = sorted(sorted(pair) for pair, is_one in in_words(verdicts).pairs.items() if not is_one)
    found = rows_of(store, {number for pair in apart for number in pair})
    for pair in apart:
        scans = [found[number].scan for number in pair if number in found]
        if len(scans) == 2 and all(scan.is_read for scan in scans):  # they may be deleted
            yield {
                "what": pair_name(*pair),
                "text": say("web.result.said-two", lang),
                "ways": ["back"],
                "sheets": [(scan.key, _name(scan) or place(scan, lang)) for scan in scans],
            }


def _name(scan: Scan) -> str:
    return (scan.board.names or ("",))[0]
