"""The dice of a class: what can have been rolled, and what cannot."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from practice.boards import solo_board, table_boards
from rules.daydream.board import blank
from rules.daydream.dice_check import check_dice
from rules.daydream.flow import Flow
from rules.daydream.parse import board_from
from rules.dice import rolls
from templates.daydream.load import load_sheet

A = load_sheet("daydream/A")


def board(numbers, *, sheet=A, **more):
    """A board with these numbers in its first clouds."""
    clouds = {cloud.id: number for cloud, number in zip(sheet.clouds, numbers, strict=False)}
    data = {"format": 1, "sheet": sheet.id, "seed": 0, "clouds": clouds, **more}
    return board_from(data, sheet)


def dice_of(seed, turns):
    source = rolls(seed)
    return [next(source) for _ in range(turns + 1)]


def played(turns, seed="7b"):
    return [face for roll in dice_of(seed, turns) for face in roll]


SPARE = [leaf.id for leaf in A.leaves if not leaf.circled]
PRINTED = [leaf.id for leaf in A.leaves if leaf.circled]

# ------------------------------------------------------------------ by hand


def test_the_rolls_of_the_table_below():
    assert dice_of("7b", 3) == [(2, 4), (2, 5), (4, 2), (2, 2)]


@pytest.mark.parametrize(
    ("numbers", "marks", "wrong", "suspects"),
    [
        ([], {}, 0, {}),  # not played yet
        ([2, 4], {}, 0, {}),
        ([5, 2, 4, 2], {}, 0, {}),  # in any order, in any cloud
        ([2, 5], {PRINTED[0]: "filled"}, 1, {5: ("c2",)}),  # no leaf bends the start
        ([2, 4, 2, 6], {}, 1, {6: ("c4",)}),
        ([2, 4, 2, 6], {PRINTED[0]: "filled"}, 0, {}),  # the 5, bent by one
        ([2, 4, 2, 7], {PRINTED[0]: "filled"}, 1, {7: ("c4",)}),  # two leaves away
        ([2, 4, 7], {PRINTED[0]: "filled", SPARE[0]: "filled"}, 0, {}),  # a leaf for the skipped 2
        ([2, 4, 4, 5], {}, 1, {4: ("c2", "c3")}),  # one 4 too many, nobody knows which
        ([2, 4, 9, 9], {}, 2, {9: ("c3", "c4")}),
        ([2, 4, 5], {SPARE[0]: "circled"}, 0, {}),  # the 2 was skipped
        ([2, 4, 3], {SPARE[0]: "circled", PRINTED[0]: "filled"}, 0, {}),  # the 5, and a 2 made 3
        ([2, 4, 5, 2, 4], {SPARE[0]: "circled"}, 0, {}),
        ([2, 4, 4, 2, 4], {SPARE[0]: "circled"}, 1, {4: ("c2", "c3", "c5")}),
    ],
)
def test_numbers_and_rolls(numbers, marks, wrong, suspects):
    verdict = check_dice(board(numbers, leaves=marks), A, "7b")
    assert (verdict.wrong, dict(verdict.suspects)) == (wrong, suspects)
    assert verdict.possible is (wrong == 0)


@pytest.mark.parametrize(
    ("numbers", "marks", "fits"),
    [
        ([], {}, True),
        ([2], {}, False),  # the start has two numbers
        ([2, 4], {SPARE[0]: "circled", SPARE[1]: "circled"}, False),  # no turn skips both dice
        ([2, 4, 5], {}, False),  # a die was left out, and no leaf is circled for it
        ([2, 4, 5], {SPARE[0]: "circled"}, True),
        ([2, 4, 2, 5], {SPARE[0]: "circled"}, False),  # a leaf without a skipped die
        ([2, 4, 2, 5, 4], {leaf: "circled" for leaf in SPARE}, False),
        # With every leaf circled more dice may have been skipped than leaves tell.
        (played(7)[:9], {leaf: "circled" for leaf in SPARE}, True),
    ],
)
def test_as_many_numbers_as_dice_that_were_not_skipped(numbers, marks, fits):
    verdict = check_dice(board(numbers, leaves=marks), A, "7b")
    assert verdict.counts_fit is fits


def test_a_bonus_leaf_stands_for_no_skipped_die():
    leaf, bonus = {SPARE[0]: "circled"}, A.bonus_ids[0]
    whole = board([2, 4, 2, 5], leaves=leaf, bonuses={bonus: "leaf"})
    assert check_dice(whole, A, "7b").counts_fit
    both = board([2, 4, 5], leaves=leaf, bonuses={bonus: "both"})  # nobody knows
    assert check_dice(both, A, "7b").counts_fit


def test_thorns_tell_how_many_dice_were_skipped():
    every = {leaf: "circled" for leaf in SPARE}
    # Of each of seven rolls one die was skipped, and there were only five leaves to circle.
    numbers = [2, 4, 5, 4, 2, 6, 6, 5, 6]
    assert check_dice(board(numbers, leaves=every), A, "7b").possible
    assert check_dice(board(numbers, leaves=every, solo=True, thorns=7), A, "7b").possible
    shorter = board(numbers, leaves=every, solo=True, thorns=5)
    assert dict(check_dice(shorter, A, "7b").suspects) == {6: ("c6", "c7", "c9")}
    assert check_dice(shorter, A, "7b", unsure=["thorns"]).possible


def test_the_last_die_of_a_full_sheet_is_lost_without_a_leaf():
    odd = load_sheet("daydream/A", seed=0)
    assert len(odd.clouds) % 2 == 0
    numbers = played(11)[:-2]  # the start and ten turns: 22 clouds
    assert check_dice(board(numbers), odd, "7b").counts_fit
    # One die skipped, so that one cloud is left for the last two dice.
    skipped = [*played(1)[:-1], *played(11)[4:-1]]
    verdict = check_dice(board(skipped, leaves={SPARE[0]: "circled"}), odd, "7b")
    assert verdict.possible and verdict.counts_fit


def test_nothing_is_held_against_what_was_not_read_for_certain():
    strange = board([2, 4, 2, 9])
    assert not check_dice(strange, A, "7b").possible
    assert check_dice(strange, A, "7b", unsure=["c4"]).possible
    # It may also be an empty cloud that was taken for a number.
    smudge = board([2, 4, 2, 5, 7])
    assert not check_dice(smudge, A, "7b").possible
    verdict = check_dice(smudge, A, "7b", unsure=["c5"])
    assert verdict.possible and verdict.counts_fit
    assert check_dice(board([2, 4, 2, 6]), A, "7b", unsure=[PRINTED[0]]).possible


def test_a_leaf_that_was_not_read_for_certain_may_stand_for_a_skip_or_not():
    leaf = {SPARE[0]: "circled"}
    for numbers in ([2, 4, 5], [2, 4, 2, 5]):
        assert check_dice(board(numbers, leaves=leaf), A, "7b", unsure=[SPARE[0]]).counts_fit
    # Filled for certain, it is a skip and bends a die; else it may do neither.
    bent = board([2, 4, 6], leaves={SPARE[0]: "filled"})
    assert check_dice(bent, A, "7b").possible
    assert check_dice(bent, A, "7b", unsure=[SPARE[0]]).possible
    assert not check_dice(board([2, 4, 7], leaves=leaf), A, "7b", unsure=[SPARE[0]]).possible


def test_a_bonus_that_was_not_read_for_certain_may_have_been_a_leaf():
    leaf, bonus = {SPARE[0]: "circled"}, A.bonus_ids[0]
    for mark in (None, "line", "leaf"):
        whole = board([2, 4, 2, 5], leaves=leaf, bonuses={bonus: mark})
        assert check_dice(whole, A, "7b", unsure=[bonus]).counts_fit
        assert check_dice(whole, A, "7b").counts_fit is (mark == "leaf")


# ------------------------------------------------------------------ laws

SHEETS = [load_sheet(f"daydream/{name}") for name in ("A", "D", "BC", "DA", "EDF")]
GAMES = {
    "sheet": st.sampled_from(SHEETS),
    "policy": st.sampled_from(["careful", "careless"]),
    "seed": st.integers(0, 10_000),
    "turns": st.integers(0, 60),
}


@given(**GAMES)
@settings(max_examples=40)
def test_every_game_with_these_dice_passes(sheet, policy, seed, turns):
    solo = board_from(solo_board(sheet, policy, seed, turns), sheet)
    verdict = check_dice(solo, sheet, seed)
    assert verdict.possible and verdict.counts_fit and not verdict.suspects


@given(seed=st.integers(0, 10_000), turns=st.integers(0, 30))
@settings(max_examples=15)
def test_everybody_at_a_table_passes(seed, turns):
    for data in table_boards(A, ["careful", "careless", "careful"], seed, turns):
        assert check_dice(board_from(data, A), A, seed).possible


@given(**GAMES, place=st.integers(0, 100), number=st.integers(0, 9))
@settings(max_examples=40)
def test_a_changed_number_that_cannot_come_up_is_named(sheet, policy, seed, turns, place, number):
    data = solo_board(sheet, policy, seed, turns)
    filled = [cloud for cloud, value in data["clouds"].items() if value is not None]
    changed = filled[place % len(filled)]
    assume(data["clouds"][changed] != number)
    clouds = {**data["clouds"], changed: number}
    verdict = check_dice(board_from({**data, "clouds": clouds}, sheet), sheet, seed)
    assert verdict.wrong <= 1
    if not verdict.possible:
        assert changed in verdict.suspects[number]


def test_changed_numbers_are_mostly_noticed():
    """So that the law above does not hold by finding nothing."""
    noticed = 0
    for seed in range(30):
        data = solo_board(A, "careless", seed)  # who bends no die
        clouds = {**data["clouds"], "c1": 9 if data["clouds"]["c1"] != 9 else 0}
        noticed += not check_dice(board_from({**data, "clouds": clouds}, A), A, seed).possible
    assert noticed == 30


def test_the_dice_of_another_class_are_noticed():
    data = board_from(solo_board(A, "careless", 5), A)
    assert check_dice(data, A, 5).possible
    assert sum(not check_dice(data, A, seed).possible for seed in range(6, 26)) >= 18


def test_an_empty_sheet_is_possible_with_any_dice():
    for sheet in SHEETS:
        assert check_dice(blank(sheet), sheet, "any").possible


# ------------------------------------------------------------------ the flow below


def test_a_flow_takes_back_what_was_sent_too_soon():
    flow = Flow()
    flow.edge("s", "a", 1, 1)
    flow.edge("s", "b", 1, 4)
    flow.edge("a", "t", 1, 5)
    flow.edge("a", "b", 1, 1)
    flow.edge("b", "t", 1, 1)
    assert flow.cost("s", "t", 2) == 1 + 5 + 4 + 1


def test_a_flow_that_does_not_fit_costs_without_end():
    flow = Flow()
    flow.edge("s", "t", 3, 2)
    assert flow.cost("s", "t", 4) == float("inf")
