"""Marks beside what is drawn on a board are told of."""

from __future__ import annotations

import random
from functools import cache

import cv2
import msgspec
import pytest

from benchmarks.boards_art import draw_board
from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from scanner.board.aside import aside_texts, asides
from scanner.board.blank import size_px
from scanner.board.propose import proposals
from templates.board.marks import marks_from


@cache
def drawn_on(number):
    plan = plan_of(number)
    grey = cv2.cvtColor(draw_board(plan), cv2.COLOR_BGR2GRAY)
    return proposals(cv2.resize(grey, size_px(plan.size), interpolation=cv2.INTER_AREA))


def marked(number, by=(0.0, 0.0)):
    def moved(place):
        return [side + far for side, far in zip(place, by, strict=True)]

    return marks_from(taps_of(plan_of(number), moved), "taps")


def with_cloud(marks, number, by):
    clouds = list(marks.clouds)
    cloud = clouds[number]
    center = tuple(side + far for side, far in zip(cloud.center, by, strict=True))
    clouds[number] = msgspec.structs.replace(cloud, center=center)
    return msgspec.structs.replace(marks, clouds=tuple(clouds))


@pytest.mark.parametrize("number", [1, 3])
def test_true_marks_lie_where_they_are_drawn_and_one_that_slipped_does_not(number):
    drawn, marks = drawn_on(number), marked(number)
    assert asides(marks, drawn) == []
    # People do not tap all middles alike, and not all in the middle.
    rng = random.Random(number)
    for n in range(len(marks.clouds)):
        marks = with_cloud(marks, n, (rng.uniform(0, 1.2), rng.uniform(-0.6, 0.6)))
    assert asides(marks, drawn) == []
    (told,) = aside_texts(with_cloud(marked(number), 6, (-2.2, 2.0)), drawn, "en")
    assert told == "Cloud c7 lies 3 mm beside what is drawn there."


def test_a_whole_kind_that_lies_aside_is_told_of_once():
    told = aside_texts(marked(3, (3.0, 0.0)), drawn_on(3), "en")
    assert "All of these lie 3 mm beside what is drawn: clouds." in told
    assert "All of these lie 3 mm beside what is drawn: symbols of rows." in told
    assert len(told) == len(set(told)) <= 4


def test_where_hardly_anything_is_drawn_nothing_is_said():
    assert asides(with_cloud(marked(3), 6, (3, 0)), drawn_on(3)[:3]) == []
