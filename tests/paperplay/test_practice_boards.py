"""Boards of played games: the rules must find nothing odd, and count what the game counted."""

from __future__ import annotations

from dataclasses import asdict
from random import Random

import pytest

from benchmarks.mistakes import KINDS, with_mistakes
from practice.boards import board_json_of, solo_board, table_boards
from practice.dreams import dreams_board
from practice.when_i_dream import when_i_dream_board
from rules import dreams, when_i_dream
from rules.daydream.parse import board_from
from rules.daydream.plan import Plan
from rules.daydream.score import score_of
from rules.daydream.simulate import MOST_TURNS, parts_of, solo_game, table_game
from templates.daydream.load import load_daydream, load_sheet

COMBINATIONS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


def scored(board, sheet):
    return score_of(board_from(board, sheet), sheet)


@pytest.mark.parametrize("name", COMBINATIONS)
@pytest.mark.parametrize("policy", ["careless", "careful"])
@pytest.mark.parametrize("turns", [0, 5, 12, MOST_TURNS])
def test_a_solo_game_is_counted_as_it_was_played(name, policy, turns):
    sheet = load_sheet(name)
    for seed in range(4):
        (game,) = table_game(Plan(sheet), [policy], seed, turns, solo=True)
        score = scored(board_json_of(game, total=True), sheet)
        assert not score.problems
        assert asdict(score.parts) == asdict(score.by_rules) == parts_of(game)


@pytest.mark.parametrize("name", COMBINATIONS)
@pytest.mark.parametrize("turns", [7, MOST_TURNS])
def test_a_game_of_three_is_counted_as_it_was_played(name, turns):
    sheet = load_sheet(name)
    policies = ["careful", "careless", "careful"]
    for seed in range(3):
        for game in table_game(Plan(sheet), policies, seed, turns):
            score = scored(board_json_of(game, total=True), sheet)
            assert not score.problems
            assert asdict(score.parts) == asdict(score.by_rules) == parts_of(game)


def test_a_game_ends_as_the_simulator_says():
    plan = Plan(load_sheet("A"))
    (game,) = table_game(plan, ["careless"], 3, solo=True)
    assert game.over
    simulated = solo_game(plan, "careless", 3)
    assert [len(each.numbers) for each in (game, simulated)] == [22, 22]
    assert simulated.over


def test_a_reward_goes_to_the_first_and_is_lost_to_the_others():
    boards = [
        board
        for seed in range(6)
        for board in table_boards(load_sheet("EDF"), ["careful", "careless", "careless"], seed)
    ]
    circled = [value for board in boards for f in board["frames"].values() for value in f.items()]
    assert ("5", "circled") in circled
    assert ("5", "crossed") in circled


def test_the_same_seed_plays_the_same_game():
    sheet = load_sheet("BC")
    assert solo_board(sheet, "careful", 1) == solo_board(sheet, "careful", 1)
    assert solo_board(sheet, "careful", 1) != solo_board(sheet, "careful", 2)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_mistakes_are_found_by_the_rules(name):
    layout = load_daydream(name)
    right = table_boards(layout.sheet, ["careful", "careful"], 9)[0]
    assert not scored(right, layout.sheet).problems
    for seed in range(25):
        wrong, made = with_mistakes(right, layout.as_json(), Random(seed))
        assert 1 <= len(made) <= 3
        assert wrong != right
        # Nobody can tell from the paper that a bonus or a reward was not taken.
        tellable = [each for each in made if each.element[0] not in "bf"]
        assert bool(scored(wrong, layout.sheet).problems) >= bool(tellable)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mistake_changes_what_it_names(kind):
    changed = set()
    for name in ("EDF", "BAC", "DA"):
        layout = load_daydream(name)
        board = table_boards(layout.sheet, ["careful", "careful"], 4)[0]
        mistake = kind(board, layout.as_json(), Random(1))
        if mistake:
            assert board != table_boards(layout.sheet, ["careful", "careful"], 4)[0]
            changed.add(mistake.kind)
    assert len(changed) == 1


@pytest.mark.parametrize("players", range(4, 11))
def test_an_evening_with_when_i_dream_is_in_order(players):
    for seed in range(10):
        board = when_i_dream_board(players, Random(seed))
        score = when_i_dream.score_of(when_i_dream.board_from(board))
        assert score.finished
        assert not score.problems


@pytest.mark.parametrize("players", range(3, 7))
def test_an_evening_with_dreams_is_in_order(players):
    for seed in range(10):
        score = dreams.score_of(dreams.board_from(dreams_board(players, Random(seed))))
        assert score.finished
        assert not score.problems


def test_an_evening_can_be_broken_off():
    assert len(when_i_dream_board(6, Random(0), rounds=2)["rounds"]) == 2
    half = dreams_board(4, Random(0), rounds=3)
    assert len(half["rounds"]) == 3
    assert not half["totals"]
