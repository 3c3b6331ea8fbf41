"""What cannot be seen is not empty; but a clear digit is seen, also if something lies beside it."""

from __future__ import annotations

import pytest

from scanner.calibration import DIGIT
from scanner.reading import Reading
from scanner.unseen import UNSEEN, hidden_share, is_hidden, with_unseen
from templates.load import load_layout

LAYOUT = load_layout("daydream/BC", paper="a4")
CLOUD = LAYOUT.places["c12"].area
LEFT, RIGHT = CLOUD.left - 2, CLOUD.right + 2


def covered(share):
    """Something lies on a cloud, from the left to so much of it and its surroundings."""
    edge = LEFT + share * (RIGHT - LEFT)
    return lambda box: box.center[0] < edge


def digit(guess=5, sure=0.995, *, shape="abc", why=""):
    others = [value for value in (None, *range(10)) if value != guess]
    rest = {value: (1 - sure) / len(others) for value in others}
    return Reading("c12", {guess: sure, **rest}, why=why, doubt=DIGIT, shape=shape)


def seen(reading, share):
    return with_unseen({"c12": reading}, LAYOUT, covered(share))["c12"]


@pytest.mark.parametrize(("covers", "share"), [(0.1, 0.0), (0.5, 0.5), (1.0, 1.0)])
def test_how_much_of_a_place_is_hidden(covers, share):
    assert hidden_share(CLOUD, covered(covers)) == share
    assert is_hidden(CLOUD, covered(covers)) is (share > 0)


def test_what_is_not_hidden_stays_as_it_is():
    assert seen(digit(), 0.0) == digit()


def test_a_clear_digit_that_is_covered_by_half_at_most_is_only_a_little_less_sure():
    reading = seen(digit(), 0.5)
    assert (reading.guess, reading.why) == (5, "")
    assert 0.96 < reading.confidence < 0.98
    assert sum(reading.chances.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("reading", "share"),
    [
        (digit(), 0.8),  # most of it is covered
        (digit(sure=0.97), 0.5),  # not clear
        (digit(guess=None, shape=""), 0.5),  # nothing is seen, which says nothing
        (digit(shape=""), 0.5),  # no single digit: a total may have another one
        (digit(why="digit-struck"), 0.5),
    ],
)
def test_what_else_is_covered_is_asked_about(reading, share):
    doubted = seen(reading, share)
    assert doubted.why == UNSEEN
    assert doubted.confidence < 0.6


@pytest.mark.parametrize(("sheet", "counts"), [("daydream/DA", True), ("daydream/AD", False)])
def test_a_ring_around_a_polaroid_may_be_hidden_though_its_middle_is_seen(sheet, counts):
    """Where rings count nothing, nobody is asked about them."""
    layout = load_layout(sheet, paper="a4")
    frame = layout.places["p1.value"].area
    ring = Reading("p1.circled", {False: 0.999, True: 0.001})

    def edge(box):
        return box.right > frame.right

    (doubted,) = with_unseen({ring.element: ring}, layout, edge).values()
    assert (doubted.why == UNSEEN) is counts
