"""What the readers of all score sheets share: rounds, pages, and judging by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.score_sheet import Code, Problem, Score
from scanner.decide import CLEAR
from scanner.games import Board, SheetReader, Told, as_read
from scanner.reading import Reading, Value
from scanner.score_sheets import read_score_sheet
from templates.score_sheet import ScoreSheetLayout
from templates.scores import message_of

Round = dict[str, Any]
Readings = Mapping[str, Reading]


def score_sheet_reader(
    board: Callable[[Mapping[str, Value], ScoreSheetLayout], Board],
    score_of: Callable[[Board], Score],
    *,
    told: Told = as_read,
    join: Callable[[Sequence[Board]], Board] | None = None,
) -> SheetReader:
    """Make the reader of a game with a score sheet.

    Args:
        board: Puts the values of groups, fields and boxes together into a board.
        score_of: The rules: scores a board.
        told: Says readings as the board has them, where the two differ.
        join: Puts the pages of one game together, if it can have several.
    """

    def contradictions(values: Mapping[str, Value], layout: ScoreSheetLayout) -> int:
        problems = list(problems_of_page(score_of(board(values, layout)), layout))
        return len(problems) + missing_totals(values, layout)

    def score(read: Board, layout: ScoreSheetLayout, lang: str) -> dict[str, Any]:
        whole = score_of(read)
        shown = replace(whole, problems=tuple(problems_of_page(whole, layout)))
        return shown.as_json(lambda problem: message_of(problem, lang))

    def settled(readings: Readings, layout: ScoreSheetLayout) -> Readings:
        return told(with_empty_rounds(readings, layout), layout)

    return SheetReader(read_score_sheet, board, contradictions, score, settled, join)


def with_empty_rounds(readings: Readings, layout: ScoreSheetLayout) -> Readings:
    """Ask nobody about a round that is surely empty: a fold across it is no mark."""
    settled = dict(readings)
    for number in layout.rounds:
        line = [e for e in readings if e.startswith(f"r{number}.")]
        if all(not readings[e].guess and readings[e].confidence >= CLEAR for e in line):
            settled |= {e: replace(readings[e], why="") for e in line}
    return settled


def problems_of_page(score: Score, layout: ScoreSheetLayout) -> Iterator[Problem]:
    """Yield what can be said of a page alone.

    A later page knows nothing of the rounds before it: they are no gap, and totals that
    count them cannot be checked before the pages are put together.
    """
    first = layout.rounds[0]
    for problem in score.problems:
        if first > 1 and problem.code is Code.TOTAL:
            continue
        if problem.code is Code.ROUND_GAP and int(str(problem.facts["round"])) < first:
            continue
        yield problem


def missing_totals(values: Mapping[str, Value], layout: ScoreSheetLayout) -> int:
    """Count the totals that nobody wrote though others did: people add up all or none."""
    totals = [values[field.id] for field in layout.digits if field.id.startswith("total.")]
    missing = totals.count(None)
    return missing if missing < len(totals) else 0


def played(layout: ScoreSheetLayout, read: Callable[[int], Round]) -> list[Round]:
    """List the rounds up to the last one that a pen has touched.

    Rounds on earlier pages are there, and empty, so that each has its own number.
    """
    rounds = [read(number) for number in range(1, layout.rounds[-1] + 1)]
    while rounds and _is_empty(rounds[-1]):
        rounds.pop()
    return rounds


def by_player(layout: ScoreSheetLayout, value: Callable[[int], Value]) -> dict[str, Value]:
    """Key what each player has by the player's number, without what nobody wrote."""
    each = {str(player): value(player) for player in range(1, layout.players + 1)}
    return {player: given for player, given in each.items() if given is not None}


def header(layout: ScoreSheetLayout) -> Board:
    """Begin a board. Names stay pictures: nobody's hand is read, so they are empty."""
    return {"format": 1, "sheet": layout.sheet, "players": [""] * layout.players}


def _is_empty(one: Any) -> bool:
    if isinstance(one, Mapping):
        return all(_is_empty(each) for each in one.values())
    return one is None or one is False
