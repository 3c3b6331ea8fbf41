"""The invented pen: ink lands where the layout says, and nowhere else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from benchmarks.conditions import written_areas
from benchmarks.jottings import jottings
from practice.boards import solo_board, table_boards
from practice.dreams import dreams_board
from practice.ink import PENS
from practice.pen import fill, marks_of
from practice.strokes import Hand
from practice.when_i_dream import when_i_dream_board
from templates.daydream.load import load_daydream
from templates.load import load_layout

PX_PER_MM = 4


def blank(layout):
    width, height = layout["page"]
    return np.full((round(height * PX_PER_MM), round(width * PX_PER_MM), 3), 250, np.uint8)


def places_of(layout):
    """The middle of every element of a Daydream sheet, and how far ink may be from it."""
    reach = {}
    for part in ("clouds", "leaves", "polaroids"):
        for one in layout[part]:
            reach[one["id"]] = [(one["center"], 0.9 * max(one["size"]))]
    for row in layout["rows"]:
        reach[row["id"]] = [(row[s]["center"], 2.2 * row[s]["radius"]) for s in ("dot", "sun")]
    for bonus in layout["bonuses"]:
        sides = [bonus["line"], bonus["leaf"]]
        reach[bonus["id"]] = [(side["center"], 2.2 * side["radius"]) for side in sides]
    return reach


@pytest.fixture(scope="module")
def played():
    layout = load_daydream("EDF")
    boards = table_boards(layout.sheet, ["careful", "careless"], 2)
    return layout.as_json(), boards[0]


@pytest.mark.parametrize("seed", range(12))
def test_ink_stays_by_the_element_that_it_belongs_to(played, seed):
    layout, board = played
    reach = places_of(layout)
    checked = 0
    for mark in marks_of(layout, board, Hand(seed)):
        places = reach.get(mark.element.split(".")[0])
        for stroke in mark.strokes if places else ():
            far = [np.hypot(*(stroke[:, :2] - middle).T) / most for middle, most in places]
            assert np.min(far, axis=0).max() < 1, mark.element
            checked += 1
    assert checked > 50


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("digit", range(10))
def test_a_digit_stays_in_its_box(seed, digit):
    points = np.concatenate(Hand(seed).digit(digit, (30, 20), (10, 11)))[:, :2]
    assert (np.abs(points - [30, 20]) < [5.4, 5.9]).all()
    assert np.ptp(points[:, 1]) > 3.5


def test_what_is_marked_is_what_the_board_says(played):
    layout, board = played
    marked = {mark.element for mark in marks_of(layout, board, Hand(1))}
    assert {c for c, number in board["clouds"].items() if number is not None} <= marked
    assert not {c for c, number in board["clouds"].items() if number is None} & marked
    assert {r for r, mark in board["rows"].items() if mark} <= marked
    assert not {r for r, mark in board["rows"].items() if not mark} & marked
    assert {o for o, lines in board["objects"].items() if lines} <= marked
    assert ("total" in marked) == (board["total"] is not None)


def test_an_empty_board_leaves_the_page_as_it_was(played):
    layout, _ = played
    page = blank(layout)
    filled = fill(page, layout, {"clouds": {}}, Hand(0), "blue", PX_PER_MM)
    assert not filled.marked
    assert (filled.image == page).all()


def test_a_leaf_that_is_printed_circled_gets_no_circle(played):
    layout, _ = played
    printed = next(leaf["id"] for leaf in layout["leaves"] if leaf["circled"])
    bare = next(leaf["id"] for leaf in layout["leaves"] if not leaf["circled"])
    strokes = {
        mark.element: len(mark.strokes)
        for mark in marks_of(layout, {"leaves": {printed: "filled", bare: "filled"}}, Hand(0))
    }
    assert strokes[bare] == strokes[printed] + 1


@pytest.mark.parametrize("pen", PENS)
def test_every_pen_darkens_and_never_lightens(played, pen):
    layout, board = played
    page = blank(layout)
    inked = fill(page, layout, board, Hand(5), pen, PX_PER_MM).image
    assert (inked <= page).all()
    dark = (inked.min(2) < 200).mean()
    assert 0.005 < dark < 0.2


def test_pencil_is_lighter_than_felt(played):
    layout, board = played
    images = [
        fill(blank(layout), layout, board, Hand(5), pen, PX_PER_MM).image
        for pen in ("pencil", "felt")
    ]
    assert images[0].mean() > images[1].mean() + 1


def test_the_same_hand_writes_the_same_twice_and_another_differently(played):
    layout, board = played
    first, again, other = (
        fill(blank(layout), layout, board, Hand(seed), "blue", PX_PER_MM).image
        for seed in (7, 7, 8)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_corrections_are_listed_as_hard(played):
    layout, board = played
    filled = fill(blank(layout), layout, board, Hand(3), "blue", PX_PER_MM, corrections=0.3)
    numbers = [c for c, number in board["clouds"].items() if number is not None]
    assert 3 < len(filled.hard) < 0.6 * len(numbers)
    assert set(filled.hard) <= set(numbers)
    assert not fill(blank(layout), layout, board, Hand(3), "blue", PX_PER_MM).hard


def test_a_negative_total_has_a_minus_sign(played):
    layout, _ = played
    counts = [
        sum(len(mark.strokes) for mark in marks_of(layout, {"total": total}, Hand(0)))
        for total in (-1, 1)
    ]
    assert counts[0] == counts[1] + 1


def test_solo_draws_thorns_in_order(played):
    layout, _ = played
    board = solo_board(load_daydream("EDF").sheet, "careful", 3) | {"thorns": 2}
    marked = {mark.element for mark in marks_of(layout, board, Hand(0))}
    assert {"solo", "t1", "t2"} <= marked
    assert "t3" not in marked


@pytest.mark.parametrize(
    ("sheet", "players", "invent"),
    [("dreams/score", 4, dreams_board), ("when-i-dream/score", 6, when_i_dream_board)],
)
def test_a_score_sheet_is_filled_in_completely(sheet, players, invent):
    layout = load_layout(sheet, players=players).as_json()
    rounds = len({choice["group"].split(".")[0] for choice in layout["choices"]})
    board = invent(players, Random(2), rounds=min(rounds, 4))
    marked = {mark.element for mark in marks_of(layout, board, Hand(2))}
    groups = {choice["group"] for choice in layout["choices"]}
    if sheet.startswith("dreams"):
        expected = {g for g in groups if int(g[1 : g.index(".")]) <= len(board["rounds"])}
        assert marked & groups == expected
    else:
        assert len(marked & groups) == len(board["rounds"]) * players
        assert {f"r{n}.yellow" for n in range(1, len(board["rounds"]) + 1)} <= marked


@pytest.mark.parametrize("name", ["A", "AD", "BAC", "EDF"])
def test_jottings_keep_away_from_everything_that_is_read(name):
    layout = load_daydream(name)
    board = table_boards(layout.sheet, ["careful", "careless"], 2)[0] | {"total": 7}
    written = 0
    for seed in range(20):
        for stroke in jottings(layout, board, Hand(seed)):
            written += 1
            for middle, wide, high in written_areas(layout.as_json()):
                inside = np.abs(stroke[:, :2] - middle) < [wide / 2, high / 2]
                assert not inside.all(1).any()
    assert written > 50
