"""Pages of Daydream with a few lines on them, and chances as single places give them."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.daydream import elements as reader
from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, ODD
from scanner.page.blank import PX_PER_MM, page_px
from scanner.page.ink import InkPage
from templates.daydream.load import load_daydream

PLAIN, DIFFERENT, MOONS, STARS = (load_daydream(name) for name in ("A", "DA", "EDF", "BAC"))
ROW, BONUS = PLAIN.sheet.rows[0].id, PLAIN.sheet.bonus_ids[0]
KINDS = {"-": NONE, "o": CIRCLED, "x": CROSSED, "f": FILLED, "?": ODD}


def place(kind):
    """Chances of a place that is clearly one thing, or of several things alike."""
    chances = np.zeros(5)
    for one in kind:
        chances[KINDS[one]] += 1 / len(kind)
    return chances


def untouched(layout):
    return {name: place("-") for name, _ in reader._places(layout)}


def page(layout, *lines):
    """A flattened page with lines on it, mm."""
    width, height = page_px(layout.page)
    ink = np.zeros((height, width), np.uint8)
    for line in lines:
        ends = [tuple(round(float(c) * PX_PER_MM) for c in end) for end in line]
        cv2.line(ink, *ends, 200, 4)
    return InkPage(grey=255 - ink, ink=ink)


def by_element(readings):
    return {reading.element: reading for reading in readings}
