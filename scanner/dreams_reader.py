"""Dreams' part in reading a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules import dreams
from rules.score_sheet import Score
from scanner.games import Board
from scanner.reading import Reading, Value
from scanner.score_sheet_reader import Round, by_player, header, played, score_sheet_reader
from templates.score_sheet import ScoreSheetLayout


def _board(values: Mapping[str, Value], layout: ScoreSheetLayout) -> Board:
    def one(number: int) -> Round:
        line = f"r{number}"
        mortal = values.get(f"{line}.mortal")
        marked = by_player(layout, lambda player: values.get(f"{line}.vote.{player}"))
        votes = {player: vote_of(vote, int(player), mortal) for player, vote in marked.items()}
        return {"vision": values.get(f"{line}.vision"), "mortal": mortal, "votes": votes}

    return {
        **header(layout),
        "rounds": played(layout, one),
        "totals": by_player(layout, lambda player: values[f"total.{player}"]),
    }


def vote_of(marked: Value, player: int, mortal: Value) -> int | None:
    """Give the number of a vote such as ``image 3``; None if it is not of the right kind.

    While nobody knows who is mortal, any number may be right.
    """
    if marked is None:
        return None
    kind, _, number = str(marked).partition(" ")
    right = "image" if player == mortal else "player"
    return int(number) if mortal is None or kind == right else None


def _told(readings: Mapping[str, Reading], layout: ScoreSheetLayout) -> dict[str, Reading]:
    """Say votes as plain numbers, as the board has them."""
    told = dict(readings)
    for number in layout.rounds:
        mortal = readings[f"r{number}.mortal"].guess
        for player in range(1, layout.players + 1):
            reading = readings[f"r{number}.vote.{player}"]
            chances: dict[Value, float] = {}
            for marked, chance in reading.chances.items():
                vote = vote_of(marked, player, mortal)
                chances[vote] = chances.get(vote, 0.0) + chance
            told[reading.element] = replace(reading, chances=chances)
    return told


def _score_of(board: Board) -> Score:
    return dreams.score_of(dreams.board_from(board))


def _join(pages: Sequence[Board]) -> Board:
    return dreams.join_pages([dreams.board_from(page) for page in pages]).as_json()


READER = score_sheet_reader(_board, _score_of, told=_told, join=_join)
