"""How a taught board is read: as Daydream's own sheets are, on somebody else's print."""

from __future__ import annotations

from dataclasses import replace

from scanner.board.ghosts import with_ghosts
from scanner.daydream.elements import read_sheet
from scanner.daydream.notes import draw_notes
from scanner.daydream.verdicts import Verdicts
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import Reading, normalised
from templates.board.daydream import BoardLayout
from templates.board.shelf import is_proven
from templates.sheet_code import SheetCode

_LESS_SURE = 0.8
"""The power to which chances are raised until enough photos of a board were confirmed."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a board."""
    return _READER


def read(page: InkPage, layout: BoardLayout) -> dict[str, Reading]:
    """Read every element; what was never proven on this board is less sure."""
    found = with_ghosts(page, layout, read_sheet(page, layout))
    if is_proven(layout.sheet.id.rpartition("/")[2]):
        return found
    return {element: _less_sure(reading) for element, reading in found.items()}


def _less_sure(reading: Reading) -> Reading:
    weights = {value: chance**_LESS_SURE for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(weights))


_READER = SheetReader(read, Verdicts, notes=draw_notes, others=lambda code: [])
