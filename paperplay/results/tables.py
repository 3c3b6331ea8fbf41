"""An evening as tables of plain values: what every export shows, each in its own form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paperplay.results.evening import Evening
from paperplay.results.leaderboard import game_title
from paperplay.results.scan_text import place, reason_text, task_text
from paperplay.results.standings import Outcome, Standing
from scanner.doubt_words import doubt_texts, why_asked
from scanner.scan import Doubt, Scan
from templates.game import RowVerdict
from templates.telling import element_text, problem_texts, value_text
from templates.wording import say

TableCell = str | int | bytes | None
"""Words, a number, the PNG of a picture, or nothing."""

PARTS = ("objects", "thorns", "constellation", "notes", "polaroids", "chain", "frames")
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
_RISKY_WIDE = ("＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class Table:
    """A header and the lines under it."""

    name: str
    """``results``, ``rows`` or ``review``."""
    columns: tuple[str, ...]
    """Keys of ``evening.column``."""
    lines: tuple[tuple[TableCell, ...], ...]
    words: str = "evening"
    """The topic that names the table and its columns."""
    heads: tuple[str, ...] = ()
    """What further columns are called, in words of their own."""

    def title(self, lang: str) -> str:
        """Name the table."""
        return say(f"{self.words}.table.{self.name}", lang)

    def header(self, lang: str) -> list[str]:
        """Name the columns."""
        return [*(say(f"{self.words}.column.{each}", lang) for each in self.columns), *self.heads]


def results_table(evening: Evening, lang: str) -> Table:
    """Give a line for each player: rank, points and what they are made of."""
    columns = (
        *("game", "rank", "name", "points", "marked", "written", "tie-break"),
        *PARTS,
        *("problems", "doubts", "photo", "picture"),
    )
    lines = [_result(game, one, lang) for game in evening.games for one in game.standings]
    return Table("results", columns, tuple(lines))


def rows_table(evening: Evening, lang: str) -> Table:
    """Give a line for every row of every player."""
    columns = ("game", "name", "row", "numbers", "mark", "should-be", "verdict", "photo")
    lines = [
        line for game in evening.games for one in game.standings for line in _rows(game, one, lang)
    ]
    return Table("rows", columns, tuple(lines))


def review_table(evening: Evening, lang: str) -> Table:
    """Give a line for everything that a person should look at, photos that failed among it."""
    columns = ("game", "name", "element", "guess", "other", "why", "photo", "picture")
    lines: list[tuple[TableCell, ...]] = []
    for game in evening.games:
        for scan in game.scans:
            lines += [_doubt(game, scan, doubt, lang) for doubt in scan.doubts]
    for scan in evening.unread:
        lines.append(("", "", "", "", "", reason_text(scan, lang), place(scan, lang), None))
    return Table("review", columns, tuple(lines))


def kept_table(evening: Evening, lang: str) -> Table:
    """Give a line for every free space of a sheet: its picture is kept, and nothing is read."""
    lines = [
        (game_title(game, lang), game.name_of(scan), _space(element, scan, lang),
         place(scan, lang), picture)
        for game in evening.games
        for scan in game.scans
        for element, picture in scan.pictures.items()
        if not element.startswith("name")
        and element not in {*scan.confidence, *scan.doubtful}
    ]  # fmt: skip
    return Table("kept", ("game", "name", "element", "photo", "picture"), tuple(lines))


def _space(element: str, scan: Scan, lang: str) -> str:
    return element_text(element, scan.sheet, scan.code.drawn_by, lang, scan.board.names)


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking words for a formula."""
    return f"'{text}" if text.startswith(_RISKY + _RISKY_WIDE) else text


def _result(game: Outcome, one: Standing, lang: str) -> tuple[TableCell, ...]:
    own = None if one.scan.game.for_table else one.scan.own_score
    problems: list[str] = [*game.problems]
    if game.has_task:
        problems = [task_text(one.scan, lang)]
    elif own:
        problems = problem_texts(own.problems, game.sheet, game.seed, lang)
    # A score sheet is everybody's, with all its pages.
    scans = (one.scan,) if own else game.scans
    doubts = [doubt for scan in scans for doubt in doubt_texts(scan, lang)]
    return (
        game_title(game, lang),
        None if game.has_task else one.rank,
        one.name,
        one.points,
        own.parts.total if own and not game.has_task else None,
        own.written if own else None,
        one.tie_break,
        *(one.parts.get(part) for part in PARTS),
        "\n".join(problems),
        "\n".join(doubts),
        place(one.scan, lang),
        one.name_picture,
    )


def _rows(game: Outcome, one: Standing, lang: str) -> Iterator[tuple[TableCell, ...]]:
    if one.scan.game.for_table:
        return
    for line in row_lines(one.scan, lang):
        yield (game_title(game, lang), one.name, *line, place(one.scan, lang))


def row_lines(scan: Scan, lang: str) -> Iterator[tuple[TableCell, ...]]:
    """Give every row of a sheet: its numbers, its mark, what it should be, and the verdict."""
    for row, judged in scan.own_score.rows.items():
        yield (
            element_text(row, scan.sheet, scan.code.seed, lang),
            " ".join("–" if number is None else str(number) for number in judged.numbers),
            value_text(judged.mark, lang),
            value_text(judged.should_be, lang),
            say(f"evening.verdict.{verdict(judged)}", lang),
        )


def verdict(judged: RowVerdict) -> str:
    """Say whether a row is ``right``, ``wrong`` or ``unfinished``."""
    if judged.mark == judged.should_be:
        return "unfinished" if judged.mark is None else "right"
    return "wrong"


def doubt_cells(doubt: Doubt, scan: Scan, lang: str) -> tuple[TableCell, ...]:
    """Give an element, what it may be, and why nobody knows."""
    return (
        element_text(doubt.element, scan.sheet, scan.code.drawn_by, lang, scan.board.names),
        value_text(doubt.guess, lang),
        value_text(doubt.other, lang),
        why_asked(doubt, scan, lang),
    )


def _doubt(game: Outcome, scan: Scan, doubt: Doubt, lang: str) -> tuple[TableCell, ...]:
    return (
        game_title(game, lang),
        game.name_of(scan),
        *doubt_cells(doubt, scan, lang),
        place(scan, lang),
        scan.pictures.get(doubt.element),
    )
