"""The most lines that a board can have earned, against every order there is."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from time import process_time

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rules.daydream.lines import farthest, most_segments, track_of
from rules.daydream.rows import should_be
from tests.rules.sheets import PLAIN, board, boards, sheet, things


class Pen:
    """Draws as a player would, point by point, with no idea of a track."""

    def __init__(self, objects, as_leaf=()):
        self.objects = objects
        self.as_leaf = as_leaf
        self.at = 0  # the object being drawn
        self.point = 0
        self.drawn = 0

    def segment(self):
        """Draw one segment; say whether it ended on a sun."""
        thing = self.objects[self.at]
        self.drawn += 1
        self.point += 1
        on_sun = thing.suns[self.point % len(thing.suns)]
        if self.point == thing.segments:
            self.at, self.point = self.at + 1, 0
            return on_sun, thing.bonus is not None and thing.bonus not in self.as_leaf
        return on_sun, False

    def dot_line(self):
        if self.at < len(self.objects):
            _, bonus = self.segment()
            if bonus:
                self.sun_line()

    def sun_line(self):
        while self.at < len(self.objects):
            on_sun, bonus = self.segment()
            if on_sun:
                if bonus:
                    self.sun_line()
                return


def drawn_in_order(objects, rows, as_leaf=()):
    pen = Pen(objects, as_leaf)
    for is_sun, length in rows:
        for _ in range(length):
            pen.sun_line() if is_sun else pen.dot_line()
    return pen.drawn


def best_of_all_orders(objects, rows, as_leaf=()):
    return max(drawn_in_order(objects, order, as_leaf) for order in set(permutations(rows)))


@st.composite
def shelves(draw):
    """A few objects, each beginning and ending on a sun."""
    pictures = []
    for _ in range(draw(st.integers(1, 5))):
        inner = draw(st.text("*.", min_size=1, max_size=6))
        closed = draw(st.booleans())
        pictures.append("*" + inner + ("o" if closed else "*") + draw(st.sampled_from(["", "+"])))
    return things(*pictures)


ROWS = st.lists(st.tuples(st.booleans(), st.integers(1, 5)), max_size=6)


@settings(max_examples=400)
@given(shelves(), ROWS, st.data())
def test_the_bound_is_the_best_of_all_orders(objects, rows, data):
    bonuses = [thing.bonus for thing in objects if thing.bonus]
    as_leaf = data.draw(st.sets(st.sampled_from(bonuses))) if bonuses else set()
    track = track_of(replace(PLAIN, objects=objects), as_leaf)
    dots = [length for is_sun, length in rows if not is_sun]
    suns = [length for is_sun, length in rows if is_sun]
    best = best_of_all_orders(objects, rows, as_leaf)
    assert farthest(track, dots, suns) == best
    enough = data.draw(st.integers(0, best + 1))
    assert min(enough, best) <= farthest(track, dots, suns, enough) <= best


@settings(max_examples=60)
@given(boards(PLAIN))
def test_a_board_earns_what_its_rows_and_bonuses_do(drawn):
    rows = [
        (should_be(drawn, row) == "sun", len(row.clouds))
        for row in PLAIN.rows
        if should_be(drawn, row) in ("dot", "sun")
    ]
    as_leaf = [bonus for bonus, mark in drawn.bonuses.items() if mark == "leaf"]
    assert most_segments(drawn, PLAIN) == best_of_all_orders(PLAIN.objects, rows, as_leaf)


@pytest.mark.parametrize(
    ("clouds", "most"),
    [
        ("------", 0),
        ("12----", 0),  # no row is complete
        ("146---", 3 + 2),  # three dot lines finish the object, and its bonus goes on to a sun
        ("123---", 3 + 2 + 2 + 2),  # three sun lines and a bonus
        ("151---", 0),  # crossed out
        ("1--2--", 3 + 2 + 2),  # two sun lines, and a bonus between them
    ],
)
def test_most_segments(clouds, most):
    assert most_segments(board(PLAIN, clouds), PLAIN) == most


def test_the_examples_of_the_rule_book():
    cup = sheet(objects=("*..*..*..*..o",))
    assert most_segments(board(cup, "146---"), cup) == 3
    assert most_segments(board(cup, "123---"), cup) == 9


def test_a_bonus_taken_as_a_leaf_draws_no_line():
    assert most_segments(board(PLAIN, "123---", bonuses={"b1": "leaf"}), PLAIN) == 3 + 2 + 2
    for mark in ("line", "both", None):
        assert most_segments(board(PLAIN, "123---", bonuses={"b1": mark}), PLAIN) == 9


def test_the_first_sun_line_ends_a_begun_one():
    one = sheet(objects=("*..*...*",))
    # Two dots and two suns: the suns first take 3 and 4, the dots first waste two.
    track = track_of(one)
    assert track.leap(2, 2) == 7
    assert farthest(track, [2], [1]) == 5
    assert farthest(track, [3], [1]) == 7


def test_a_large_sheet_is_judged_at_once():
    chance = random.Random(8)
    started = process_time()
    for _ in range(40):
        pictures = ["*" + "".join(chance.choice("..*") for _ in range(6)) + "o" for _ in range(50)]
        rows = [chance.choice((3, 4, 5, 6)) for _ in range(36)]
        suns = chance.randint(0, 12)
        track = track_of(sheet(objects=pictures))
        assert farthest(track, rows[suns:], rows[:suns]) < track.segments[-1]
    # About 10 ms each where nothing else is running; trying all orders would take years.
    assert process_time() - started < 8
