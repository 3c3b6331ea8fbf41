"""The part of a game with a score sheet in reading it; it is the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from scanner.decide import CLEAR
from scanner.marks.number_fields import BELOW_ZERO
from scanner.reader import SheetReader
from scanner.reading import Reading
from scanner.score_sheets.elements import read_score_sheet
from scanner.unseen import UNSEEN
from templates.game import Value
from templates.games import game_of
from templates.score_sheet import ScoreSheetLayout
from templates.score_sheet_judge import ScoreSheetJudge
from templates.sheet_code import SheetCode

Readings = Mapping[str, Reading]


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a page."""
    return _READER


def contradictions(values: Mapping[str, Value], layout: ScoreSheetLayout) -> int:
    """Count what the rules find odd on this page, and the totals that are missing."""
    judge = _judge(layout)
    problems = judge.score_of(judge.board_of(values, layout), layout).problems
    return len(problems) + missing_totals(values, layout)


def missing_totals(values: Mapping[str, Value], layout: ScoreSheetLayout) -> int:
    """Count the totals that nobody wrote though others did: people add up all or none."""
    totals = [values[field.id] for field in layout.digits if field.id.startswith("total.")]
    missing = totals.count(None)
    return missing if missing < len(totals) else 0


def told(readings: Readings, layout: ScoreSheetLayout) -> Readings:
    """Say what was read as the board has it: ``image 3`` is a 3, or nothing."""
    settled = _with_empty_rounds(readings, layout)
    renamed = {each.group for each in layout.choices if each.says != each.number}
    return {e: _meant(e, settled, layout) if e in renamed else r for e, r in settled.items()}


def _meant(element: str, readings: Readings, layout: ScoreSheetLayout) -> Reading:
    line = element.partition(".")[0] + "."
    beside = {e: reading.guess for e, reading in readings.items() if e.startswith(line)}
    chances: dict[Value, float] = {}
    for marked, chance in readings[element].chances.items():
        value = _judge(layout).meant({**beside, element: marked}, layout)[element]
        chances[value] = chances.get(value, 0.0) + chance
    return replace(readings[element], chances=chances)


def _judge(layout: ScoreSheetLayout) -> ScoreSheetJudge:
    return cast(ScoreSheetJudge, game_of(layout.sheet).judge)


def _with_empty_rounds(readings: Readings, layout: ScoreSheetLayout) -> Readings:
    """Ask nobody about a round that is surely empty: a fold across it is no mark."""
    settled = dict(readings)
    for number in layout.rounds:
        line = [e for e in readings if e.startswith(f"r{number}.")]
        if all(_is_empty(readings[e]) for e in line):
            settled |= {e: replace(readings[e], why="") for e in line}
    return settled


def _is_empty(reading: Reading) -> bool:
    written = reading.guess or reading.why in (BELOW_ZERO, UNSEEN)
    return not written and reading.confidence >= CLEAR


_READER = SheetReader(read_score_sheet, contradictions, told)
