"""The evening's result as people read it on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paperplay.classroom.exercise_marks import count_text, has_task, marking_text
from paperplay.evening.games import Game, Place
from paperplay.evening.results import Evening
from paperplay.scan_text import doubt_text, place, title_of
from templates.wording import say


def leaderboard(evening: Evening, lang: str) -> str:
    """Tell who won each game, what is wrong and what to look at."""
    blocks = ["\n".join(_game(game, lang)) for game in evening.games]
    if evening.twice:
        blocks.append("\n".join(twice_lines(evening, lang)))
    return "\n\n".join(blocks)


def game_title(game: Game, lang: str) -> str:
    """Name a game, with its seed where it is not the sheet drawn by hand."""
    title = title_of(game.sheet, lang)
    return say("evening.board.seed", lang, title=title, seed=game.seed) if game.seed else title


def twice_lines(evening: Evening, lang: str) -> list[str]:
    """Say which photos do not count, because another one shows the same sheet better."""
    return [
        say(
            "evening.board.twice",
            lang,
            name=each.name or title_of(each.kept["board"]["sheet"], lang),
            kept=place(each.kept, lang),
            other=place(each.other, lang),
        )
        for each in evening.twice
    ]


def parts_text(one: Place, lang: str) -> str:
    """List what the points are made of."""
    return ", ".join(say(f"scan.part.{part}", lang, n=n) for part, n in one.parts.items() if n)


def _game(game: Game, lang: str) -> Iterator[str]:
    yield game_title(game, lang)
    if has_task(game.sheets[0]):
        yield from _tasks(game, lang)
    else:
        yield from _ranking(game, lang)
    if game.remarks:
        yield "  " + say("evening.board.together", lang)
        yield from (f"    {remark}" for remark in game.remarks)
    if game.problems:
        yield "  " + say("scan.result.problems", lang)
        yield from (f"    {problem}" for problem in game.problems)
    for scan in game.sheets:
        yield from _sheet(game, scan, lang)


def _tasks(game: Game, lang: str) -> Iterator[str]:
    """Tell how many answers are right on each sheet: pupils are not ranked."""
    names = max(len(one.name) for one in game.places)
    for scan in game.sheets:
        yield f"  {game.name_of(scan):<{names}}  {count_text(scan, lang)}"


def _ranking(game: Game, lang: str) -> Iterator[str]:
    names = max(len(one.name) for one in game.places)
    parts = {id(one): parts_text(one, lang) for one in game.places}
    widest = max(map(len, parts.values()))
    for one in game.places:
        tie = ""
        if one.tie_break is not None:
            tie = say("evening.board.tie-break", lang, n=one.tie_break)
        line = f"{one.rank:>3}. {one.name:<{names}}  {one.points:>3}  {parts[id(one)]:<{widest}}"
        yield f"{line}  {tie}".rstrip()


def _sheet(game: Game, scan: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Tell what is wrong with one sheet and what to look at; nothing if all is well."""
    lines = []
    score = scan["score"]
    if has_task(scan):
        lines.append("    " + marking_text(scan, lang))
    elif "by_rules" in score:
        if score["by_rules"]["total"] != score["total"]:
            lines.append("    " + say("evening.board.on-paper", lang, total=score["total"]))
        if score["problems"]:
            lines.append("    " + say("scan.result.problems", lang))
            lines += [f"      {problem['message']}" for problem in score["problems"]]
    if scan["review"]:
        lines.append("    " + say("scan.result.review", lang))
        lines += [f"      {doubt_text(item, lang, scan['board'])}" for item in scan["review"]]
    if lines:
        name = game.name_of(scan)
        where = place(scan, lang)
        yield f"  {name} ({where})" if name else f"  {where}"
        yield from lines
