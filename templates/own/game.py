"""Sheets that people make: each has a record of its own, made from this one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from templates.game import Game, Players

if TYPE_CHECKING:
    from rules.own.sheet import OwnSheet

GAME = Game(
    name="own",
    title="Own sheets",
    number=63,
    sheets=(),
    judge_in="templates.own.judge",
    drawing_in="printkit.own.drawing",
    reader_in="scanner.own.reader",
    practice_in="practice.own",
    shelf_in="templates.own.shelf",
)


def record_of(sheet: OwnSheet) -> Game:
    """Make the record of one sheet."""
    from rules.own.board import MOST_PAGES
    from rules.own.sheet import said

    return replace(
        GAME,
        title=said(sheet.title, "en"),
        sheets=(sheet.sheet,),
        players=Players(*sheet.players) if sheet.players else None,
        pages=MOST_PAGES,
        tasks_in="templates.own.tasks" if sheet.has_answers else None,
    )
