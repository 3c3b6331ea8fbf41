"""The evening's result as people read it on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paperplay.results.evening import Evening
from paperplay.results.scan_text import place, task_text
from paperplay.results.standings import Outcome
from scanner.doubt_words import doubt_texts
from scanner.scan import Scan
from templates.fresh_titles import fresh_title
from templates.telling import problem_texts, title_of
from templates.wording import say


def leaderboard(evening: Evening, lang: str) -> str:
    """Tell who won each game, what is wrong and what to look at."""
    blocks = ["\n".join(_game(game, lang)) for game in evening.games]
    if told := twice_lines(evening, lang):
        blocks.append("\n".join(told))
    return "\n\n".join(blocks)


def game_title(game: Outcome, lang: str) -> str:
    """Name a game, with its seed where it is not the sheet drawn by hand."""
    title = title_of(game.sheet, lang)
    return (
        say("evening.board.seed", lang, title=title, seed=fresh_title(game.seed, lang))
        if game.seed
        else title
    )


def twice_lines(evening: Evening, lang: str) -> list[str]:
    """Say which photos show one sheet, and which may do so."""
    together = [
        say(
            "evening.board.twice",
            lang,
            name=each.name or title_of(each.kept.sheet, lang),
            kept=place(each.kept, lang),
            other=place(each.other, lang),
        )
        for each in evening.twice
    ]
    perhaps = [
        say("evening.board.perhaps", lang, kept=place(one, lang), other=place(other, lang))
        for one, other in evening.perhaps
    ]
    return together + perhaps


def parts_text(parts: Mapping[str, int], lang: str) -> str:
    """List what points are made of."""
    return ", ".join(say(f"scan.part.{part}", lang, n=n) for part, n in parts.items() if n)


def _game(game: Outcome, lang: str) -> Iterator[str]:
    yield game_title(game, lang)
    if game.has_task:
        yield from _tasks(game, lang)
    else:
        yield from _ranking(game, lang)
    if game.remarks:
        yield "  " + say("evening.board.together", lang)
        yield from (f"    {remark}" for remark in game.remarks)
    if game.problems:
        yield "  " + say("scan.result.problems", lang)
        yield from (f"    {problem}" for problem in game.problems)
    for scan in game.scans:
        yield from _sheet(game, scan, lang)


def _tasks(game: Outcome, lang: str) -> Iterator[str]:
    """Tell how many answers are right on each sheet: pupils are not ranked."""
    names = max(len(one.name) for one in game.standings)
    for scan in game.scans:
        yield f"  {game.name_of(scan):<{names}}  {count_text(scan, lang)}"


def count_text(scan: Scan, lang: str) -> str:
    """Say how many answers of a task are right, or how many mistakes were found."""
    return scan.game.tasks.count_text(scan.marking, scan.code, lang)


def _ranking(game: Outcome, lang: str) -> Iterator[str]:
    names = max(len(one.name) for one in game.standings)
    parts = [parts_text(one.parts, lang) for one in game.standings]
    widest = max(map(len, parts))
    for one, made_of in zip(game.standings, parts, strict=True):
        tie = ""
        if one.tie_break is not None:
            tie = say("evening.board.tie-break", lang, n=one.tie_break)
        line = f"{one.rank:>3}. {one.name:<{names}}  {one.points:>3}  {made_of:<{widest}}"
        yield f"{line}  {tie}".rstrip()


def _sheet(game: Outcome, scan: Scan, lang: str) -> Iterator[str]:
    """Tell what is wrong with one sheet and what to look at; nothing if all is well."""
    lines = []
    if scan.has_task:
        lines.append("    " + task_text(scan, lang))
    elif not scan.game.for_table:
        on_paper = scan.own_score.parts.total
        if scan.own_score.by_rules.total != on_paper:
            lines.append("    " + say("evening.board.on-paper", lang, total=on_paper))
        if scan.score.problems:
            lines.append("    " + say("scan.result.problems", lang))
            told = problem_texts(scan.score.problems, scan.sheet, scan.code.seed, lang)
            lines += [f"      {problem}" for problem in told]
    if scan.doubts:
        lines.append("    " + say("scan.result.review", lang))
        lines += [f"      {doubt}" for doubt in doubt_texts(scan, lang)]
    if lines:
        name = game.name_of(scan)
        where = place(scan, lang)
        yield f"  {name} ({where})" if name else f"  {where}"
        yield from lines
