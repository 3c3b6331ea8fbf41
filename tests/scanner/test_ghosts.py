"""Ink that the last game left on a board is asked about; a pen is a pen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from scanner.board.blank import size_px
from scanner.marks.ghosts import GHOST, with_ghosts
from scanner.page.ink import InkPage
from scanner.pictures import PX_PER_MM
from scanner.reading import Reading
from templates.board.daydream import layout_on
from templates.board.marks import marks_from
from templates.board.shelf import Board

DIGIT, MARK = "digit-doubtful", "mark-faint"


@pytest.fixture(scope="module")
def layout():
    plan = plan_of(0)
    marks = marks_from(taps_of(plan), "taps")
    return layout_on(Board(name=plan.name, size=plan.size, blank="", marks=marks))


def read(layout, dark, values, last=None):
    """Draw a stroke at every element of ``dark`` and read ``values``."""
    width, height = size_px((layout.page.width, layout.page.height))
    ink = np.zeros((height, width), np.uint8)
    for element, darkness in dark.items():
        x, y = (round(side * PX_PER_MM) for side in layout.places[element].area.center)
        cv2.line(ink, (x - 9, y - 12), (x + 9, y + 12), int(darkness), 4)
    readings = {
        element: Reading(
            element, {value: 0.9, None: 0.1}, doubt=DIGIT if element[0] == "c" else MARK
        )
        for element, value in values.items()
    }
    return with_ghosts(InkPage(ink, ink), layout, readings, last)


def asked(readings):
    return {element for element, reading in readings.items() if reading.why}


PEN = {f"c{n}": 180 for n in range(1, 9)}
DIGITS = {f"c{n}": n for n in range(1, 9)}


def test_what_is_much_paler_than_the_pen_is_asked_about(layout):
    found = read(layout, PEN | {"c3": 45, "r2": 40}, DIGITS | {"r2": "sun"})
    assert asked(found) == {"c3", "r2"}
    assert found["c3"].why == GHOST
    assert found["c3"].guess == 3
    assert found["c3"].confidence < 0.75
    assert found["c4"].confidence == 0.9


def test_a_lighter_hand_is_none(layout):
    assert asked(read(layout, PEN | {"c3": 110, "r2": 95}, DIGITS | {"r2": "sun"})) == set()


def test_pale_ink_all_over_is_the_pen(layout):
    assert asked(read(layout, dict.fromkeys(PEN, 45), DIGITS)) == set()


def test_nothing_is_asked_where_nothing_was_drawn_or_little(layout):
    """Printed circles have no ink, and with two marks nobody can tell what the pen is."""
    printed = next(leaf.id for leaf in layout.sheet.leaves if leaf.circled)
    assert asked(read(layout, PEN, DIGITS | {printed: "circled", "r2": False})) == set()
    # What is left of its print when that is taken away is no ghost, either.
    assert asked(read(layout, PEN | {printed: 30}, DIGITS | {printed: "circled"})) == set()
    assert asked(read(layout, PEN | {printed: 30}, DIGITS | {printed: "filled"})) == {printed}
    assert asked(read(layout, {"c1": 180, "c2": 45}, {"c1": 1, "c2": 2})) == set()


def test_what_the_last_game_had_need_not_be_as_pale(layout):
    dark = PEN | {"c3": 110}
    other = {f"c{n}": 0 for n in range(1, 9)}
    assert asked(read(layout, dark, DIGITS, other | {"c3": 3})) == {"c3"}
    assert asked(read(layout, dark, DIGITS, other)) == set()
    assert asked(read(layout, PEN, DIGITS, other | {"c3": 3})) == set()
    # The same game once more: a second photo of it.
    assert asked(read(layout, dark, DIGITS, DIGITS)) == set()
