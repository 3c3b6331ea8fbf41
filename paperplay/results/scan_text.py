"""A scan as a person reads it on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scanner.check_page import check_of, verdict_lines
from scanner.doubt_words import doubt_texts
from scanner.scan import Scan
from templates.several import listed
from templates.telling import (
    player_name,
    printable,
    problem_texts,
    title_of,
)
from templates.wording import say, sentence


def place(scan: Scan, lang: str, *, several: bool = False) -> str:
    """Name the file, and the page and the sheet on it where there are more of them."""
    found = scan.file
    if scan.page > 1:
        found = say("scan.result.page", lang, file=found, page=scan.page)
    if several or scan.index > 1:
        found = say("scan.result.one-of-several", lang, place=found, index=scan.index)
    return found


def reason_text(scan: Scan, lang: str) -> str:
    """Say why a sheet could not be read, and what to do."""
    return sentence(scan.failure, lang) if scan.failure else ""


def as_text(scan: Scan, lang: str, *, several: bool = False) -> str:
    """Tell what a sheet is worth, what to look at and what is wrong on it."""
    if scan.is_check:
        return check_text(scan, lang, several=several)
    facts = {"place": place(scan, lang, several=several), "sheet": title_of(scan.sheet, lang)}
    name = "" if scan.game.for_table else scan.board.names[0]
    if name:
        head = say("scan.result.head-named", lang, name=printable(name), **facts)
    else:
        head = say("scan.result.head", lang, **facts)
    task = scan.has_task
    lines = [head, *_indented([task_text(scan, lang)] if task else _worth(scan, lang))]
    if scan.doubts:
        lines += _indented([say("scan.result.review", lang)])
        lines += _indented(doubt_texts(scan, lang), 4)
    found = () if task else scan.score.problems
    problems = problem_texts(found, scan.sheet, scan.code.seed, lang)
    if problems:
        lines += _indented([say("scan.result.problems", lang)])
        lines += _indented(problems, 4)
    if not scan.doubts and not problems and not task:
        lines += _indented([say("scan.result.clear", lang)])
    return "\n".join(lines)


def check_text(scan: Scan, lang: str, *, several: bool = False) -> str:
    """Tell what the check page says about printer and phone, and the figures to send."""
    verdict = check_of(scan)
    head = say("check.head", lang, place=place(scan, lang, several=several))
    told = [*verdict_lines(verdict, lang), say("check.send", lang)]
    return "\n".join([head, *_indented(told), *_indented([verdict.figures], 4)])


def _indented(lines: Iterable[str], by: int = 2) -> list[str]:
    return [" " * by + line for line in lines]


def _first(scan: Scan, lang: str) -> Iterator[str]:
    """Say who won, or leads, unless nobody is ahead of anybody."""
    score = scan.table_score
    if len(score.winners) == len(score.totals) and len(score.totals) > 1:
        return
    who = listed([player_name(scan.board.names, each, lang) for each in score.winners], lang)
    points = score.totals[score.winners[0] - 1]
    yield say(
        "web_rounds.won" if score.finished else "web_rounds.leads", lang, who=who, points=points
    )


def _worth(scan: Scan, lang: str) -> Iterator[str]:
    """Tell a player's points by their parts, or each player's."""
    if scan.game.for_table:
        for number, total in enumerate(scan.table_score.totals, start=1):
            who = player_name(scan.board.names, number, lang)
            yield say("cli.labelled", lang, label=who, value=total)
        yield from _first(scan, lang)
        return
    score = scan.own_score
    right = score.by_rules
    parts = [say(f"scan.part.{part}", lang, n=n) for part, n in right.as_json().items() if n]
    # Sheets are ranked by the rules, so that everybody is told the same number everywhere.
    if len(parts) > 1:
        yield say("scan.result.points-by-parts", lang, total=right.total, parts=", ".join(parts))
    else:
        yield say("scan.result.points", lang, total=right.total)
    if score.parts.total != right.total:
        yield say("evening.board.on-paper", lang, total=score.parts.total)
    if score.tier:
        yield say("scan.result.tier", lang, tier=tier_text(scan, lang))


def tier_text(scan: Scan, lang: str) -> str:
    """Name the solo tier that was reached; empty where nobody played alone."""
    told = scan.game.judge.score_json(scan.score, lang).get("solo") or {}
    return str(told.get("name", ""))


def task_text(scan: Scan, lang: str) -> str:
    """Say in one line how a task went."""
    told = scan.game.tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)
    if told["task"] is None:  # it has a title of its own, and no number
        return str(told["message"])
    return say("exercise.result.head", lang, **{"task": told["task"], "level": told["level"],
                                                "text": told["message"]})  # fmt: skip
