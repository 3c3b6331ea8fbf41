"""Who won, in one sentence, and what the table can settle about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paperplay.results.evening import Evening
from paperplay.results.scan_text import place
from paperplay.results.standings import Outcome
from paperplay.web.store.verdicts import Verdicts, pair_name
from scanner.scan import Scan
from templates.telling import title_of
from templates.wording import say


def winner_text(game: Outcome, lang: str) -> str:
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
    is_open = any(scan.doubts for scan in game.scans)
    kind = "share" if len(first) > 1 else "tied" if facts["next"] == facts["points"] else "win"
    return say(f"web.result.{kind}-{'now' if is_open else 'won'}", lang, **facts)


def pairs_of(result: Evening, verdicts: Verdicts, lang: str) -> Iterator[dict[str, Any]]:
    """List photos that show one sheet, or may do so, with what can be said about them."""
    told = dict(verdicts)
    for each in result.twice:
        what = pair_name(each.kept.key, each.other.key)
        name = each.name or title_of(each.kept.sheet, lang)
        text = say("evening.board.twice", lang, name=name, **_files(each.kept, each.other, lang))
        yield {"what": what, "text": text, "ways": ["two"], "told": told.get(what)}
    for one, other in result.perhaps:
        text = say("web.result.perhaps", lang, **_files(one, other, lang))
        yield {"what": pair_name(one.key, other.key), "text": text, "ways": ["one", "two"],
               "told": None}  # fmt: skip
    for what, how in verdicts:
        if how == "two":
            text = say("web.result.said-two", lang)
            yield {"what": what, "text": text, "ways": ["back"], "told": how}


def _files(kept: Scan, other: Scan, lang: str) -> dict[str, str]:
    return {"kept": place(kept, lang), "other": place(other, lang)}
