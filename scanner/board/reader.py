"""How a taught board is read: as our sheets are, on somebody else's print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scanner.board.evened import evened
from scanner.daydream.elements import read_sheet
from scanner.daydream.notes import draw_notes
from scanner.daydream.verdicts import Verdicts
from scanner.marks.ghosts import with_ghosts
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import CORRECTED, Reading, normalised
from scanner.unseen import is_hidden
from templates.board.daydream import BoardLayout
from templates.board.record import OWN_JUDGED_IN
from templates.board.shelf import is_proven, last_read
from templates.game import SheetLayout
from templates.games import game_of
from templates.own.layout import OwnLayout
from templates.sheet_code import SheetCode

_LESS_SURE = 0.8
"""The power to which chances are raised until enough photos of a board were confirmed."""
_LEFT = 0.5
"""How much of what a digit reads as stays likely that a ring may have spoilt."""
_CLEAR = 0.9
"""From this chance on a digit is not spoilt."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a board."""
    if game_of(code.sheet).judge_in != OWN_JUDGED_IN:
        return _READER
    from scanner.own import reader as own

    return replace(own.reader_for(code), read=own_read, others=lambda code: [])


def read(page: InkPage, layout: BoardLayout) -> dict[str, Reading]:
    """Read every element; what was never proven on this board is less sure."""
    page = evened(page)
    readings = _less_ringed(read_sheet(page, layout), layout.polaroids)
    return _proven(page, layout, readings, layout.sheet.id)


def own_read(page: InkPage, layout: OwnLayout) -> dict[str, Reading]:
    """The same of a board that is scored by a sheet that somebody made."""
    from scanner.own.reader import read as read_own

    page = evened(page)
    return _proven(page, layout, read_own(page, layout), layout.sheet)


def _proven(
    page: InkPage, layout: SheetLayout, readings: Mapping[str, Reading], sheet: str
) -> dict[str, Reading]:
    name = sheet.rpartition("/")[2]
    found = with_ghosts(page, layout, readings, last_read(name))
    if is_proven(name):
        return found
    sure = {element: _less_sure(reading) for element, reading in found.items()}
    return {
        # Boards shine: what is seen of a digit beside glare may be another one.
        element: replace(reading, shape="")
        if reading.shape and is_hidden(layout.places[element].area, page.hidden)
        else reading
        for element, reading in sure.items()
    }


def _less_ringed(readings: Mapping[str, Reading], polaroids: Iterable[str]) -> dict[str, Reading]:
    """Doubt digits in polaroids that may be spoilt by a ring: dark frames break it to pieces.

    What is left of it looks like a digit that was struck out, or like part of one.
    """
    found = dict(readings)
    for polaroid in polaroids:
        reading, ring = readings[f"{polaroid}.value"], readings[f"{polaroid}.circled"]
        clear = max(chance for value, chance in reading.chances.items() if value is not None)
        ringed = ring.chances.get(True, 0.0) > 0.5 and clear < _CLEAR
        if reading.why == CORRECTED or ringed:
            share = (1 - _LEFT) / len(reading.chances)
            chances = {v: _LEFT * chance + share for v, chance in reading.chances.items()}
            found[reading.element] = replace(reading, chances=normalised(chances))
    return found


def _less_sure(reading: Reading) -> Reading:
    weights = {value: chance**_LESS_SURE for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(weights))


_READER = SheetReader(read, Verdicts, notes=draw_notes, others=lambda code: [])
