"""The flattened sheet with coloured notes on it: what is right, what is wrong, what to look at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.doubt_words import doubt_text, missing_text
from scanner.missing import is_lost, missing_of
from scanner.notes import GREEN, ORANGE, Notes
from scanner.pictures import Grey
from scanner.reader import reader_for
from scanner.scan import Scan
from templates.wording import begun, say

_RING = 6.6
_BESIDE_CODE = 45.0
"""From the right edge to where the score ends, mm."""
_GROUP_RIM = 4.6
"""From the middle of a group's outer places to the frame around it, mm."""


def marked_picture(scan: Scan, page: Grey, lang: str) -> NDArray[np.uint8]:
    """Draw notes over a flattened page; the result is red, green, blue."""
    notes = Notes(page)
    reader_for(scan.code).notes(notes, scan, scan.layout, lang)
    _doubts(notes, scan, lang)
    if not scan.game.for_table:
        _total(notes, scan, lang)
    return notes.picture


def _doubts(notes: Notes, scan: Scan, lang: str) -> None:
    places = scan.layout.places
    for missing in missing_of(scan):
        x = min(places[element].at[0] for element in missing.elements)
        y = min(places[element].at[1] for element in missing.elements)
        notes.note(missing_text(missing, scan, lang), ORANGE, (x, y), beside=2.0)
    for doubt in scan.doubts:
        if doubt.element not in places:
            continue
        place = places[doubt.element]
        (x, y), height = place.at, 2 * _RING
        if place.spots and scan.game.for_table:
            wide, height = (side + 2 * _GROUP_RIM for side in place.area.size)
            notes.frame((x, y), (wide, height), _GROUP_RIM, ORANGE)
        else:
            notes.ring((x, y), _RING, ORANGE)
        if is_lost(doubt):
            continue
        notes.note(begun(doubt_text(doubt, scan, lang)), ORANGE, (x, y - height / 2), beside=2.0)


def _total(notes: Notes, scan: Scan, lang: str) -> None:
    """Write the score into the upper margin, where nothing is printed."""
    if scan.has_task:
        text = f"{scan.marking.right} / {scan.marking.of}"
    else:
        text = say("scan.result.points", lang, total=scan.own_score.by_rules.total)
    left = notes.width - _BESIDE_CODE - notes.length(text, 5.0)
    notes.words((left, 4.6), text, ORANGE if scan.doubts else GREEN, size=5.0)
