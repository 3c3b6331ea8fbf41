"""A pen is as dark on a board's dark ground as on its light one, and other light is no ink."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np

from scanner.board.blank import as_png
from scanner.board.evened import evened
from scanner.board.find import code_of
from scanner.board.reader import _less_ringed, _proven
from scanner.page.follow import STAGES
from scanner.page.hard_shadows import hard_edges
from scanner.page.ink import InkPage, find_ink
from scanner.page.pieces import pieces_of
from scanner.page.shown_print import Print
from scanner.reading import CORRECTED, Reading
from scanner.unseen import UNSEEN, with_unseen
from templates.board import shelf
from templates.board.marks import Marks
from templates.geometry import Box


def page_with(strokes=(), veils=()):
    """Give a page whose left half is light and whose right half is dark, with thin black lines."""
    printed = np.full((240, 480), 250, np.uint8)
    printed[:, 240:] = 100
    printed[::60, :240] = 30
    ink = np.zeros_like(printed)
    for x, dark in strokes:
        cv2.line(ink, (x, 20), (x + 40, 220), dark, 5)
    for x, dark in veils:
        ink[70:110, x : x + 40] = dark
    return InkPage(np.full_like(printed, 255), ink, printed=printed)


def test_a_stroke_is_as_dark_on_a_dark_ground():
    before = page_with([(60, 200), (300, 78)])
    after = evened(before)
    light, dark = (after.ink[100:140, part].max() for part in (slice(0, 240), slice(240, None)))
    assert abs(int(light) - int(dark)) < 10
    # Thin lines are no ground: what is left of them is not made darker.
    assert after.ink[180, :240].max() == light


def test_a_pale_area_is_no_ink_and_strokes_stay():
    after = evened(page_with([(60, 200)], [(140, 25)]))
    assert after.ink[75:105, 145:175].max() < 8
    assert np.array_equal(after.ink[:, 50:110] > 100, page_with([(60, 200)]).ink[:, 50:110] > 100)
    filled = evened(page_with([(60, 200)], [(140, 150)]))
    assert filled.ink[75:105, 145:175].min() > 140


def test_a_dark_ground_ends_where_no_shadow_does():
    light = np.full((100, 100), 0.65, np.float32)
    light[:, 50:] = 0.4
    paper = np.full_like(light, 245)
    assert hard_edges(light, paper) is not None
    paper[:, 50:] = 110  # its tone in this light is not what was learned
    assert hard_edges(light, paper) is None
    # A shadow on the light half is one, but nothing is told of the dark one by it.
    light[:40, :25] = 0.3
    near = hard_edges(light, paper)
    assert near[20, 20]
    assert not near[:, 55:].any()


def test_print_that_wore_off_at_a_fold_hides_nothing():
    blank = np.full((600, 600), 245, np.uint8)
    for y in range(12, 600, 24):
        cv2.line(blank, (0, y), (600, y), 60, 5)
    worn = blank.copy()
    worn[:, 294:306] = 250
    box = Box((50.0, 50.0), (6.0, 6.0))
    assert find_ink(worn, Print(blank), 0.05).hidden(box)
    assert not find_ink(worn, Print(blank, (50.0,)), 0.05).hidden(box)
    worn[:, 240:360] = 250  # far more than a fold
    assert find_ink(worn, Print(blank, (50.0,)), 0.05).hidden(box)
    assert shelf.Board(name="x", size=(200.0, 90.0), blank="", folds=(90.0,)).page.creases == (90,)


def test_a_ring_that_dark_frames_break_spoils_digits():
    sure = Reading("p1.value", {1: 0.95, 2: 0.001, None: 0.049}, why=CORRECTED)
    poor = replace(sure, chances={1: 0.4, 2: 0.001, None: 0.599}, why="")
    values = {"p1": sure, "p2": replace(sure, why=""), "p3": poor, "p4": poor}
    read = {
        f"{name}.value": replace(each, element=f"{name}.value") for name, each in values.items()
    }
    for name in values:
        ringed = 0.0 if name == "p4" else 0.9
        read[f"{name}.circled"] = Reading(f"{name}.circled", {True: ringed, False: 1 - ringed})
    doubted = _less_ringed(read, values)
    assert {name for name in values if doubted[f"{name}.value"].chances[2] > 0.1} == {"p1", "p3"}
    assert doubted["p1.value"].why == CORRECTED


def test_a_digit_beside_glare_is_asked_about_until_a_board_is_proven(monkeypatch):
    places = {
        name: SimpleNamespace(area=Box((20.0 * n, 9.0), (12.0, 12.0)))
        for n, name in enumerate("ab")
    }
    layout = SimpleNamespace(places=places)
    page = replace(page_with(), hidden=lambda box: box.center[0] > 10 and box.center[1] < 9)
    read = {name: Reading(name, {0: 0.999, 5: 0.001}, shape="0") for name in places}
    monkeypatch.setattr("scanner.board.reader.with_ghosts", lambda page, layout, read, last: read)
    for proven, asked in ((False, {"b"}), (True, set())):
        monkeypatch.setattr("scanner.board.reader.is_proven", lambda name, proven=proven: proven)
        found = with_unseen(_proven(page, layout, read, "own/x"), layout, page.hidden)
        assert {name for name, reading in found.items() if reading.why == UNSEEN} == asked
        assert not found["a"].why
    assert _proven(page, layout, read, "own/x") == read


def test_a_large_board_is_looked_at_everywhere(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    rng = np.random.default_rng(1)
    art = cv2.resize(rng.integers(0, 255, (65, 75)).astype(np.uint8), (1800, 1560))
    art[:, 1300:] = art[:, 1300:] // 3 + 150  # one side is paler than all the rest
    plain = shelf.Board(name="large", size=(300.0, 260.0), blank="", marks=Marks(game="daydream/A"))
    pieces = pieces_of(code_of(shelf.keep(plain, as_png(art))), STAGES[-1][0])
    assert len(pieces.centers) < 300
    for place in ((280.0, 40.0), (280.0, 220.0)):
        assert np.linalg.norm(pieces.centers - place, axis=1).min() < 28
