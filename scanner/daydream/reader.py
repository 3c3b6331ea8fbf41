"""Daydream's part in reading a sheet."""

from __future__ import annotations

from scanner.daydream.elements import read_sheet
from scanner.daydream.notes import draw_notes
from scanner.daydream.own_print import SURE, is_shown, others
from scanner.daydream.verdicts import Verdicts
from scanner.marks.ghosts import with_ghosts
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import Reading
from templates.daydream.layout import Layout
from templates.sheet_code import SheetCode


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a game's sheet, or of one with a task."""
    if code.exercise is None:
        return _READER
    from scanner.daydream.tasks import exercise_reader

    return exercise_reader(code)


def read(page: InkPage, layout: Layout) -> dict[str, Reading]:
    """Read every element; a laminated sheet may still have ink of the last game."""
    return with_ghosts(page, layout, read_sheet(page, layout), by_kind=True)


_READER = SheetReader(read, Verdicts, notes=draw_notes, sure=SURE, others=others, is_shown=is_shown)
