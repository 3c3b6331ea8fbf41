"""An evening as tables of plain values: what every export shows, each in its own form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paperplay.classroom.exercise_marks import has_task, marking_text
from paperplay.evening.games import Game, Place
from paperplay.evening.leaderboard import game_title
from paperplay.evening.results import Evening
from paperplay.scan_text import doubt_text, element_text, place, value_text, why_text
from templates.wording import say

Cell = str | int | bytes | None
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
    lines: tuple[tuple[Cell, ...], ...]
    words: str = "evening"
    """The topic that names the table and its columns."""

    def title(self, lang: str) -> str:
        """Name the table."""
        return say(f"{self.words}.table.{self.name}", lang)

    def header(self, lang: str) -> list[str]:
        """Name the columns."""
        return [say(f"{self.words}.column.{column}", lang) for column in self.columns]


def results_table(evening: Evening, lang: str) -> Table:
    """Give a line for each player: rank, points and what they are made of."""
    columns = (
        *("game", "rank", "name", "points", "marked", "written", "tie-break"),
        *PARTS,
        *("problems", "doubts", "photo", "picture"),
    )
    lines = [_result(game, one, lang) for game in evening.games for one in game.places]
    return Table("results", columns, tuple(lines))


def rows_table(evening: Evening, lang: str) -> Table:
    """Give a line for every row of every player."""
    columns = ("game", "name", "row", "numbers", "mark", "should-be", "verdict", "photo")
    lines = [
        line for game in evening.games for one in game.places for line in _rows(game, one, lang)
    ]
    return Table("rows", columns, tuple(lines))


def review_table(evening: Evening, lang: str) -> Table:
    """Give a line for everything that a person should look at, photos that failed among it."""
    columns = ("game", "name", "element", "guess", "other", "why", "photo", "picture")
    lines: list[tuple[Cell, ...]] = []
    for game in evening.games:
        for scan, pictures in zip(game.sheets, game.pictures, strict=True):
            lines += [_doubt(game, scan, pictures, item, lang) for item in scan["review"]]
    for scan in evening.unread:
        lines.append(("", "", "", "", "", scan["reason"], place(scan, lang), None))
    return Table("review", columns, tuple(lines))


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking words for a formula."""
    return f"'{text}" if text.startswith(_RISKY + _RISKY_WIDE) else text


def _result(game: Game, one: Place, lang: str) -> tuple[Cell, ...]:
    score = one.scan["score"]
    own = "by_rules" in score
    problems = [problem["message"] for problem in score["problems"]] if own else game.problems
    task = has_task(one.scan)
    if task:
        problems = [marking_text(one.scan, lang)]
    # A score sheet is everybody's, with all its pages.
    sheets = (one.scan,) if own else game.sheets
    doubts = [doubt_text(item, lang, scan["board"]) for scan in sheets for item in scan["review"]]
    return (
        game_title(game, lang),
        None if task else one.rank,
        one.name,
        one.points,
        score["total"] if own and not task else None,
        score.get("written"),
        one.tie_break,
        *(one.parts.get(part) for part in PARTS),
        "\n".join(problems),
        "\n".join(doubts),
        place(one.scan, lang),
        one.name_picture,
    )


def _rows(game: Game, one: Place, lang: str) -> Iterator[tuple[Cell, ...]]:
    for row, judged in one.scan["score"].get("rows", {}).items():
        yield (
            game_title(game, lang),
            one.name,
            row,
            " ".join("–" if number is None else str(number) for number in judged["numbers"]),
            value_text(judged["mark"], lang),
            value_text(judged["should_be"], lang),
            say(f"evening.verdict.{verdict(judged)}", lang),
            place(one.scan, lang),
        )


def verdict(judged: Mapping[str, Any]) -> str:
    """Say whether a row is ``right``, ``wrong`` or ``unfinished``."""
    if judged["mark"] == judged["should_be"]:
        return "unfinished" if judged["mark"] is None else "right"
    return "wrong"


def _doubt(
    game: Game,
    scan: Mapping[str, Any],
    pictures: Mapping[str, bytes],
    item: Mapping[str, Any],
    lang: str,
) -> tuple[Cell, ...]:
    return (
        game_title(game, lang),
        game.name_of(scan),
        element_text(item["element"], lang, scan["board"]),
        value_text(item["guess"], lang),
        value_text(item["or"], lang),
        why_text(item, lang),
        place(scan, lang),
        pictures.get(item["element"]),
    )
