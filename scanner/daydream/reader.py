"""Daydream's part in reading a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.daydream.board import DaydreamBoard
from rules.daydream.problems import problems_of
from rules.daydream.score import parts_as_marked, parts_by_rules
from rules.daydream.sheet import Sheet
from scanner.daydream.elements import read_sheet
from scanner.daydream.notes import draw_notes
from scanner.daydream.own_print import SURE, is_shown, others
from scanner.reader import SheetReader
from templates.daydream.judge import JUDGE
from templates.daydream.layout import Layout
from templates.game import Value, Verdict
from templates.sheet_code import SheetCode

_FORGOTTEN = 1
"""A marked row with more empty clouds than this is rather marked by mistake."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a game's sheet, or of one with a task."""
    if code.exercise is None:
        return _READER
    from scanner.daydream.tasks import exercise_reader

    return exercise_reader(code)


def _verdict(values: Mapping[str, Value], layout: Layout) -> Verdict:
    sheet = layout.sheet
    board = JUDGE.board_of(values, layout)
    marked, decided = parts_as_marked(board, sheet).total, parts_by_rules(board, sheet).total
    problems = problems_of(board, sheet, (marked, decided), count_lines=False)
    gap = abs(marked - decided)
    return Verdict.of(problems, (marked, decided), gap, _wanting(board, sheet))


def _wanting(board: DaydreamBoard, sheet: Sheet) -> Iterator[str]:
    """Yield the empty clouds of rows that are marked: nobody marks a row before it is full."""
    for row in sheet.rows:
        if board.rows[row.id] is not None:
            empty = [cloud for cloud in row.clouds if board.clouds[cloud] is None]
            if len(empty) <= _FORGOTTEN:
                yield from empty


_READER = SheetReader(
    read_sheet, _verdict, notes=draw_notes, sure=SURE, others=others, is_shown=is_shown
)
