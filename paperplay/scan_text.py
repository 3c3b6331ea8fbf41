"""A scan as a person reads it on a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from templates.wording import say

Scan = Mapping[str, Any]
"""A scan as scripts see it."""

_ELEMENT = re.compile(r"([a-z])\d+(\.(\d|value|circled|linked))?$")
_ON_SCORE_SHEET = re.compile(r"(?:r(\d+)\.)?([a-z]+)(?:\.(\d+))?(?:\.(\d+))?")
_WHOLE = {
    "constellation.lines": "constellation",
    "thorns": "thorns",
    "solo": "solo",
    "total": "total",
}


def place(scan: Scan, lang: str, *, several: bool = False) -> str:
    """Name the file, and the page and the sheet on it where there are more of them."""
    found = str(scan["file"])
    if scan.get("page", 1) > 1:
        found = say("scan.result.page", lang, file=found, page=scan["page"])
    if several or scan.get("index", 1) > 1:
        found = say("scan.result.one-of-several", lang, place=found, index=scan["index"])
    return found


def printable(text: str) -> str:
    """Spell out what would upset a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def as_text(scan: Scan, lang: str, *, several: bool = False) -> str:
    """Tell what a sheet is worth, what to look at and what is wrong on it."""
    board, score = scan["board"], scan["score"]
    facts = {"place": place(scan, lang, several=several), "sheet": title_of(board["sheet"], lang)}
    if board.get("name"):
        head = say("scan.result.head-named", lang, name=printable(board["name"]), **facts)
    else:
        head = say("scan.result.head", lang, **facts)
    task = "exercise" in scan
    lines = [head, *_indented(_task(scan, lang) if task else _worth(board, score, lang))]
    if scan["review"]:
        lines += _indented([say("scan.result.review", lang)])
        lines += _indented((doubt_text(item, lang, scan["board"]) for item in scan["review"]), 4)
    if score.get("problems") and not task:
        lines += _indented([say("scan.result.problems", lang)])
        lines += _indented((problem["message"] for problem in score["problems"]), 4)
    if not scan["review"] and not score.get("problems") and not task:
        lines += _indented([say("scan.result.clear", lang)])
    return "\n".join(lines)


def _indented(lines: Iterator[str] | list[str], by: int = 2) -> list[str]:
    return [" " * by + line for line in lines]


def _task(scan: Scan, lang: str) -> list[str]:
    from paperplay.classroom.exercise_marks import marking_text

    return [marking_text(scan, lang)]


def title_of(sheet: str, lang: str) -> str:
    """Name a sheet of any game."""
    from templates.daydream.names import sheet_title
    from templates.load import is_daydream

    game, _, combination = sheet.partition("/")
    if not is_daydream(sheet):
        return say(f"score_sheets.titles.{game}", lang)
    return f"{sheet_title(sheet, lang)} ({combination})"


def _worth(board: Scan, score: Scan, lang: str) -> Iterator[str]:
    """Tell a Daydream sheet's points by its parts, or each player's."""
    if "totals" in score:
        yield from _totals(board, score, lang)
        return
    right = score["by_rules"]
    parts = [
        say(f"scan.part.{part}", lang, n=points)
        for part, points in right["parts"].items()
        if points
    ]
    # Sheets are ranked by the rules, so that everybody is told the same number everywhere.
    if len(parts) > 1:
        yield say("scan.result.points-by-parts", lang, total=right["total"], parts=", ".join(parts))
    else:
        yield say("scan.result.points", lang, total=right["total"])
    if score["total"] != right["total"]:
        yield say("evening.board.on-paper", lang, total=score["total"])
    if score.get("solo"):
        yield say("scan.result.tier", lang, tier=score["solo"]["name"])


def _totals(board: Scan, score: Scan, lang: str) -> Iterator[str]:
    names = board.get("players") or []
    for number, total in score["totals"].items():
        name = names[int(number) - 1] if int(number) <= len(names) else None
        shown = printable(name) if name else say("scan.result.player", lang, number=number)
        yield say("cli.labelled", lang, label=shown, value=total)


def doubt_text(item: Scan, lang: str, board: Scan | None = None) -> str:
    """Say what a doubtful element may be, and why nobody knows.

    Args:
        item: What a scan's ``review`` says of it.
        lang: The language.
        board: The board, which may have the names of a score sheet's players.
    """
    return say(
        "scan.result.doubt",
        lang,
        element=element_text(item["element"], lang, board),
        guess=value_text(item["guess"], lang),
        other=value_text(item["or"], lang),
        why=why_text(item, lang),
    )


def why_text(item: Scan, lang: str) -> str:
    """Say why an element is doubtful; a scan of an older version has it in its own language."""
    key = f"scan.why.{item.get('why_code')}"
    return say(key, lang) if key in _kinds() else str(item["why"])


def element_text(element: str, lang: str, board: Scan | None = None) -> str:
    """Name an element by its kind; one of a score sheet by its round and player."""
    if element in _WHOLE:
        return say(f"scan.element.{_WHOLE[element]}", lang)
    found = _ELEMENT.match(element)
    if not found or f"scan.element.{found[1]}" not in _kinds():
        return _on_score_sheet(element, lang, board)
    return say(f"scan.element.{found[1]}", lang, id=element)


def _on_score_sheet(element: str, lang: str, board: Scan | None) -> str:
    from templates.wording import words

    found = _ON_SCORE_SHEET.fullmatch(element)
    if not found or f"web.element.{found[2]}" not in words("web"):
        return element
    parts = [say("web.element.round", lang, n=found[1])] if found[1] else []
    parts.append(say(f"web.element.{found[2]}", lang))
    if found[3]:
        names = (board or {}).get("players") or []
        name = names[int(found[3]) - 1] if int(found[3]) <= len(names) else None
        shown = printable(name) if name else say("scan.result.player", lang, number=found[3])
        parts.append(shown)
    return ", ".join([*parts, found[4]] if found[4] else parts)


def _kinds() -> frozenset[str]:
    from templates.wording import words

    return frozenset(words("scan"))


def value_text(value: object, lang: str) -> str:
    """Say what an element reads."""
    if value is None:
        return say("scan.value.nothing", lang)
    if isinstance(value, bool):
        return say("scan.value.yes" if value else "scan.value.no", lang)
    if not isinstance(value, str):
        return str(value)
    role = f"score_sheets.marks.{value}.name"
    if role in _roles():
        return say(role, lang)
    key = f"scan.value.{value}"
    return say(key, lang) if key in _kinds() else value


def _roles() -> frozenset[str]:
    from templates.wording import words

    return frozenset(words("score_sheets"))
