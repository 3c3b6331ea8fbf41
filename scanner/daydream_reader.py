"""Daydream's part in reading a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.daydream.parse import board_from
from rules.daydream.problems import problems_of
from rules.daydream.score import parts_as_marked, parts_by_rules
from scanner.board import daydream_board
from scanner.daydream import read_sheet
from scanner.games import Board, SheetReader
from scanner.reading import Value
from templates.daydream.layout import Layout
from templates.scores import daydream_score_json


def _board(values: Mapping[str, Value], layout: Layout) -> Board:
    return daydream_board(values, layout.sheet).as_json()


def _contradictions(values: Mapping[str, Value], layout: Layout) -> int:
    sheet = layout.sheet
    board = daydream_board(values, sheet)
    totals = parts_as_marked(board, sheet).total, parts_by_rules(board, sheet).total
    return len(problems_of(board, sheet, totals, count_lines=False))


def _score(board: Board, layout: Layout, lang: str) -> dict[str, Any]:
    return daydream_score_json(board_from(board, layout.sheet), layout.sheet, lang)


READER = SheetReader(read_sheet, _board, _contradictions, _score)
