"""How a taught board is read: as our sheets are, on somebody else's print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scanner.board.ghosts import with_ghosts
from scanner.daydream.elements import read_sheet
from scanner.daydream.notes import draw_notes
from scanner.daydream.verdicts import Verdicts
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import Reading, normalised
from templates.board.daydream import BoardLayout
from templates.board.record import OWN_JUDGED_IN
from templates.board.shelf import is_proven, last_read
from templates.game import SheetLayout
from templates.games import game_of
from templates.own.layout import OwnLayout
from templates.sheet_code import SheetCode

_LESS_SURE = 0.8
"""The power to which chances are raised until enough photos of a board were confirmed."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a board."""
    if game_of(code.sheet).judge_in != OWN_JUDGED_IN:
        return _READER
    from scanner.own import reader as own

    return replace(own.reader_for(code), read=own_read, others=lambda code: [])


def read(page: InkPage, layout: BoardLayout) -> dict[str, Reading]:
    """Read every element; what was never proven on this board is less sure."""
    return _proven(page, layout, read_sheet(page, layout), layout.sheet.id)


def own_read(page: InkPage, layout: OwnLayout) -> dict[str, Reading]:
    """The same of a board that is scored by a sheet that somebody made."""
    from scanner.own.reader import read as read_own

    return _proven(page, layout, read_own(page, layout), layout.sheet)


def _proven(
    page: InkPage, layout: SheetLayout, readings: Mapping[str, Reading], sheet: str
) -> dict[str, Reading]:
    name = sheet.rpartition("/")[2]
    found = with_ghosts(page, layout, readings, last_read(name))
    if is_proven(name):
        return found
    return {element: _less_sure(reading) for element, reading in found.items()}


def _less_sure(reading: Reading) -> Reading:
    weights = {value: chance**_LESS_SURE for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(weights))


_READER = SheetReader(read, Verdicts, notes=draw_notes, others=lambda code: [])
