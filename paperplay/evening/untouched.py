"""Sheets that nobody has written on: they lie on the pile, but nobody plays with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperplay.classroom.exercise_marks import has_task
from paperplay.evening.duplicates import ink_on
from rules.daydream.board import blank
from templates.load import is_daydream, load_sheet


def is_untouched(scan: Mapping[str, Any]) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    if scan["status"] == "unreadable" or scan["review"] or has_task(scan):
        return False
    board = scan["board"]
    ink = set(ink_on(board))
    if ink and is_daydream(board["sheet"]):
        sheet = load_sheet(board["sheet"], seed=board.get("seed") or 0)
        ink -= set(ink_on(blank(sheet).as_json()))  # a leaf has a printed ring
    return not ink
