"""When I Dream's part in reading a sheet."""

from __future__ import annotations

from collections.abc import Mapping

from rules import when_i_dream
from rules.score_sheet import Score
from scanner.games import Board
from scanner.reading import Value
from scanner.score_sheet_reader import Round, by_player, header, played, score_sheet_reader
from templates.score_sheet import ScoreSheetLayout


def _board(values: Mapping[str, Value], layout: ScoreSheetLayout) -> Board:
    def one(number: int) -> Round:
        line = f"r{number}"
        return {
            **{name: values[f"{line}.{name}"] for name in ("dreamer", "yellow", "blue")},
            "recalled": bool(values[f"{line}.recalled"]),
            "roles": by_player(layout, lambda player: values[f"{line}.role.{player}"]),
        }

    boxes = [box.id for box in layout.boxes]

    def cards(player: int) -> int:
        return sum(bool(values[box]) for box in boxes if box.startswith(f"penalty.{player}."))

    return {
        **header(layout),
        "rounds": played(layout, one),
        "penalties": by_player(layout, cards),
        "totals": by_player(layout, lambda player: values[f"total.{player}"]),
    }


def _score_of(board: Board) -> Score:
    return when_i_dream.score_of(when_i_dream.board_from(board))


READER = score_sheet_reader(_board, _score_of)
