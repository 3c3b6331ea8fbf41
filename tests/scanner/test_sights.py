"""What can be seen of a page: grain is no print, and a dark edge may be a thing's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.page import sights
from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.shown_print import BLURS, Print
from scanner.unseen import is_hidden
from templates.daydream.load import load_daydream
from templates.geometry import Box
from templates.sheet_code import SheetCode

LAYOUT = load_daydream("A")
PRINT = Print(blank_page(SheetCode("daydream/A")))
TONES = np.arange(256, dtype=np.uint8)
ROW = LAYOUT.places["r5"].area


def seen(*, left: float, right: float, tone: int, grain: float, edge: int = 0, shade: int = 2):
    """A page on which a grained thing lies from one x to another, mm, beside the row."""
    page = PRINT.blank.copy()
    top, bottom = (round((ROW.center[1] + way) * PX_PER_MM) for way in (-25, 25))
    columns = slice(*(round(x * PX_PER_MM) for x in (left, right)))
    part = page[top:bottom, columns]
    noise = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, part.shape), (0, 0), 1)
    part[:] = np.clip(tone + grain * noise / noise.std(), 0, 255)
    if edge:
        part[:, -edge:] = 60
    flat = page.copy()
    flat[top:bottom, columns] //= shade
    return PRINT.hidden_in(flat, page, TONES, BLURS[0])


@pytest.mark.parametrize(("tone", "grain"), [(225, 15.0), (235, 10.0), (215, 12.0)])
@pytest.mark.parametrize("share", [-0.6, 0.0])
def test_what_a_grained_thing_covers_is_hidden_also_by_half(tone, grain, share):
    left = ROW.center[0] + share * ROW.size[0]
    assert is_hidden(ROW, seen(left=left, right=left + 30, tone=tone, grain=grain))


def test_all_of_a_blank_page_is_seen():
    hidden = PRINT.hidden_in(PRINT.blank, PRINT.blank, TONES, BLURS[0])
    assert not [name for name, place in LAYOUT.places.items() if is_hidden(place.area, hidden)]


def test_a_things_dark_edge_is_none_of_the_players_strokes():
    right = ROW.center[0] - ROW.size[0] / 2 - 0.5
    thing = {"left": right - 30, "right": right, "tone": 235, "grain": 10.0}
    assert is_hidden(ROW, seen(**thing, edge=17))


def test_in_full_light_print_that_looks_otherwise_is_not_hidden():
    left = ROW.center[0] - 0.6 * ROW.size[0]
    thing = {"left": left, "right": left + 30, "tone": 225, "grain": 15.0}
    assert not is_hidden(ROW, seen(**thing, shade=1))


@pytest.mark.parametrize(("paper", "hidden"), [(0.9, True), (1.0, False)])
def test_a_filled_leaf_that_light_has_faded_to_the_tone_of_its_print_is_hidden(paper, hidden):
    """Where the paper is white all over, as in the pictures of apps, no light has burnt it out."""
    leaf, tint = LAYOUT.leaves["l1"], 222
    even = PRINT.blank.copy()
    x, y = (round(each * PX_PER_MM) for each in leaf.center)
    around = np.s_[y - 50 : y + 50, x - 45 : x + 45]
    even[around] = 255
    halves = tuple(round(0.5 * side * PX_PER_MM) for side in leaf.size)
    cv2.ellipse(even, (x, y), halves, 0, 0, 360, tint, -1)
    flat = np.asarray(even * paper, np.uint8)
    flat[around] = even[around]
    place = LAYOUT.places["l1"].area
    assert is_hidden(place, PRINT.hidden_in(flat, even, TONES, BLURS[0])) is hidden


@pytest.mark.parametrize(
    ("lost", "like", "hidden"), [(5, 0.0, True), (5, 0.3, False), (1, 0.0, False), (8, 0.9, True)]
)
def test_where_a_little_is_lost_and_nothing_is_like_print_something_lies(
    lost, like, hidden, monkeypatch
):
    monkeypatch.setattr(sights, "_likeness", lambda *_: like)
    judged, gone, none = np.zeros((3, 60, 60), np.uint8)
    lit = np.zeros((20, 20), np.uint8)
    judged[20:30, 20:30] = 1
    gone[20, 20 : 20 + lost] = 1
    found = sights.Sights(judged, gone, none, none, lambda: (), lit, lit, none, none)
    box = Box((25 / sights.HALF, 25 / sights.HALF), (8.0, 8.0))
    assert found.hides(box) == hidden


@pytest.mark.parametrize(
    ("like", "lost", "hidden"), [(0.15, 20, True), (0.5, 20, False), (0.15, 0, False)]
)
def test_a_slip_of_paper_as_grey_as_tints_is_known_by_what_is_lost_around(
    like, lost, hidden, monkeypatch
):
    monkeypatch.setattr(sights, "_likeness", lambda *_: like)
    monkeypatch.setattr(sights.Sights, "_is_aside", lambda *_: False)
    judged, gone, none = np.zeros((3, 90, 90), np.uint8)
    lit = np.zeros((30, 30), np.uint8)
    judged[40:50, 36:54] = 1
    judged[28:32, 36:54] = 1  # within 4 mm of the place
    gone[40, 40:42] = 1
    gone[28, 36 : 36 + lost] = gone[29, 36 : 36 + lost] = 1
    found = sights.Sights(judged, gone, none, none, lambda: (), lit, lit, none, none)
    assert found.hides(Box((45 / sights.HALF, 45 / sights.HALF), (8.0, 8.0))) == hidden


@pytest.mark.parametrize(("aside", "hidden"), [(0, False), (3, False), (9, True)])
def test_thin_print_that_lies_a_little_aside_in_a_shadow_is_seen(aside, hidden):
    """The bottom line of the total's box, half a millimetre from where it should be."""
    box = LAYOUT.places["total"].area
    page = np.roll(PRINT.blank, aside, axis=0)
    flat = page.copy()
    left, right = (round(x * PX_PER_MM) for x in (box.left - 4, box.right + 4))
    top, bottom = (round(y * PX_PER_MM) for y in (box.top - 4, box.bottom + 4))
    flat[top:bottom, left:right] //= 2
    hides = PRINT.hidden_in(flat, page, TONES, BLURS[0])
    assert is_hidden(box, hides) is hidden
