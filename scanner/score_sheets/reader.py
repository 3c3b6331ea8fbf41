"""The part of a game with a score sheet in reading it; it is the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from scanner.decide import CLEAR
from scanner.marks.number_fields import BELOW_ZERO
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import Reading
from scanner.score_sheets.elements import read_score_sheet
from scanner.unseen import UNSEEN
from templates.game import Value, Verdict
from templates.games import game_of
from templates.score_sheet import ScoreSheetLayout
from templates.score_sheet_judge import ScoreSheetJudge
from templates.sheet_code import SheetCode

Readings = Mapping[str, Reading]


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a page."""
    return _READER


def read(page: InkPage, layout: ScoreSheetLayout) -> dict[str, Reading]:
    """Read a page, and ask nobody about a round that is surely empty."""
    return _with_empty_rounds(read_score_sheet(page, layout), layout)


def verdict(values: Mapping[str, Value], layout: ScoreSheetLayout) -> Verdict:
    """Say what the rules make of this page; totals that are missing are odd as well."""
    judge = _judge(layout)
    score = judge.score_of(judge.board_of(values, layout), layout)
    told = Verdict.of(score.problems, score.totals)
    missing = {(element, "missing", "") for element in missing_totals(values, layout)}
    return replace(told, problems=told.problems | missing)


def missing_totals(values: Mapping[str, Value], layout: ScoreSheetLayout) -> list[str]:
    """Name the totals that nobody wrote though others did: people add up all or none."""
    totals = [field.id for field in layout.digits if field.id.startswith("total.")]
    missing = [total for total in totals if values[total] is None]
    return missing if len(missing) < len(totals) else []


def told(readings: Readings, layout: ScoreSheetLayout) -> Readings:
    """Say what was read as the board has it: ``image 3`` is a 3, or nothing."""
    renamed = {each.group for each in layout.choices if each.says != each.number}
    return {e: _meant(e, readings, layout) if e in renamed else r for e, r in readings.items()}


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


def _with_empty_rounds(readings: Readings, layout: ScoreSheetLayout) -> dict[str, Reading]:
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


_READER = SheetReader(read, lambda layout: partial(verdict, layout=layout), told)
