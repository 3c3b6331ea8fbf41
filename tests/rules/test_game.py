"""The simulator plays by the rules, and the same seed plays the same game."""

from dataclasses import replace
from itertools import islice
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules.daydream.game import CROSSED, DOT, EMPTY, SUN, Move, PlayedGame, mark_of_code
from rules.daydream.plan import BASE, Plan
from rules.daydream.players import player_of
from rules.daydream.score import tier_of
from rules.daydream.simulate import parts_of, simulate, solo_game, solo_parts, table_game
from rules.dice import rolls
from templates.daydream.load import load_sheet
from tests.rules.sheets import CONSTELLATION, PLAIN

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


def plan_of(sheet):
    return Plan(load_sheet(sheet))


class Witness:
    """Plays like another player, and checks that every move is legal."""

    def __init__(self, inner):
        self.inner = inner
        self.moves = 0
        self.skips = 0

    def start(self, game, roll):
        return self.inner.start(game, roll)

    def move(self, game, dice, may_skip):
        move = self.inner.move(game, dice, may_skip)
        assert move in set(game.moves(dice, may_skip))
        if move.cloud >= 0:
            touching = game.plan.touches[move.cloud]
            assert game.numbers[move.cloud] == EMPTY
            assert any(game.numbers[beside] != EMPTY for beside in touching)
        self.moves += 1
        self.skips += move.cloud < 0
        return move

    def wants_line(self, game):
        return self.inner.wants_line(game)

    def order(self, game, rows):
        return self.inner.order(game, rows)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("policy", ["careless", "careful"])
def test_every_move_is_legal_and_every_game_ends(sheet, policy):
    plan = plan_of(sheet)
    for seed in range(3):
        witness = Witness(player_of(policy, plan, Random(seed)))
        game = PlayedGame(plan, witness, solo=True)
        dice = rolls(seed)
        game.start(next(dice))
        while not game.over:
            game.turn(next(dice))
        assert game.thorns == min(witness.skips, plan.sheet.thorns)
        assert game.ready >= 0 and game.blank >= 0
        assert game.ready + game.blank + game.spent == len(plan.sheet.leaves)


def test_a_die_may_be_skipped_once_a_turn_and_bent_by_as_many_leaves_as_are_ready():
    plan = plan_of("A")
    game = PlayedGame(plan, player_of("careless", plan, Random(1)), solo=True)
    game.start((3, 4))
    game.ready = 2
    offered = list(game.moves([6], may_skip=True))
    assert {move.number for move in offered if move.cloud >= 0} == {4, 5, 6, 7, 8}
    assert Move(6, -1, 6) in offered
    assert Move(6, -1, 6) not in list(game.moves([6], may_skip=False))


@pytest.mark.parametrize(
    ("numbers", "mark"),
    [
        ([2, 3, 4, 5], SUN),
        ([4, 3, 2, 1], SUN),
        ([1, 0], SUN),
        ([2, 4, 3, 5], DOT),
        ([8, 9, 0], DOT),
        ([3, 5, 3], CROSSED),
        ([0, 0], CROSSED),
    ],
)
def test_marks(numbers, mark):
    assert mark_of_code(sum((n + 1) * BASE**i for i, n in enumerate(numbers))) == mark


def test_lines_to_suns_stop_where_objects_end():
    plan = plan_of("A")
    ends = sorted(plan.object_ends)
    for drawn in range(plan.segments):
        following = min(end for end in ends if end > drawn)
        assert drawn < plan.next_sun[drawn] <= following
    assert plan.next_sun[plan.segments] == plan.segments


def test_the_same_seed_plays_the_same_game():
    sheet = load_sheet("EDF")
    one = simulate(sheet, games=20, policy="careful", dice=7)
    assert one.scores == simulate(sheet, games=20, policy="careful", dice=7).scores
    assert one.scores != simulate(sheet, games=20, policy="careful", dice=8).scores


def test_players_at_one_table_share_rolls_and_rewards():
    plan = plan_of("EDF")
    seen = set()
    for seed in range(12):
        games = table_game(plan, ["careful", "careful", "careless"], seed)
        assert any(game.over for game in games)
        for family in range(3):
            taken = [game.rewards[family] for game in games]
            seen |= set(taken)
            if 2 in taken:
                assert 5 in taken
        assert all(game.thorns == 0 for game in games)
    assert {5, 2, None} <= seen


def test_the_clover_crosses_out_the_fives_in_solo():
    plan = plan_of("EDF")
    clover = plan.start_of["clover"]
    for seed in range(10):
        game = solo_game(plan, "careful", seed)
        for crossed, reward in zip(game.crossed, game.rewards, strict=True):
            assert (5 in crossed) == (game.drawn > clover and reward != 5) or reward == 2


def test_parts_count_thorns_in_pairs():
    plan = plan_of("A")
    game = solo_game(plan, "careless", 1)
    objects = parts_of(game)["objects"]
    for thorns, lost in [(0, 0), (1, 0), (2, 1), (3, 1), (99, min(49, objects))]:
        game.thorns = thorns
        assert parts_of(game)["thorns"] == -lost


@pytest.mark.parametrize(
    ("total", "tier"), [(-4, 1), (0, 1), (4, 1), (5, 2), (9, 3), (13, 4), (40, 4)]
)
def test_tiers(total, tier):
    assert tier_of(total, load_sheet("A")) == tier


def test_careful_beats_careless_on_every_sheet():
    for name in SHEETS:
        sheet = load_sheet(name)
        careful = simulate(sheet, games=30, policy="careful")
        careless = simulate(sheet, games=30, policy="careless")
        assert careful.mean > careless.mean + 2, name


@given(st.integers(0, 2**40))
def test_dice_are_dice_and_repeatable(seed):
    first = list(islice(rolls(seed), 60))
    assert first == list(islice(rolls(seed), 60))
    assert all(1 <= face <= 6 for roll in first for face in roll)


def test_dice_are_fair_and_the_same_in_every_version():
    faces = [face for roll in islice(rolls("fair"), 30_000) for face in roll]
    assert all(9_600 < faces.count(face) < 10_400 for face in range(1, 7))
    assert list(islice(rolls(1), 6)) == list(islice(rolls("1"), 6))
    assert list(islice(rolls(1), 6)) == [(4, 4), (1, 2), (3, 2), (1, 2), (6, 2), (1, 2)]


def test_a_die_is_bent_from_nought_to_nine_and_no_further():
    plan = plan_of("A")
    game = PlayedGame(plan, player_of("careless", plan, Random(1)), solo=True)
    game.start((3, 4))
    game.ready = 20
    assert {move.number for move in game.moves([3], may_skip=False)} == set(range(10))


def test_stars_and_suns_are_those_of_the_rules():
    first = replace(CONSTELLATION, constellation=("s0", None, "s1", None, "s2"))
    assert Plan(first).stars_by_line == [0, 1, 2, 2, 3]  # the first line touches both its ends
    assert Plan(CONSTELLATION).stars_by_line == [0, 0, 1, 1, 2, 3]
    assert Plan(PLAIN).stars_by_line == [0]
    # *..*  *.*.o  *.*: nine segments, and a closed outline ends where it began
    assert Plan(PLAIN).next_sun == (3, 3, 3, 5, 5, 7, 7, 9, 9, 9)


def test_without_a_seed_the_dice_are_those_of_nought():
    sheet = load_sheet("A")
    some = list(solo_parts(sheet, games=3, policy="careless"))
    assert some == list(solo_parts(sheet, games=3, policy="careless", dice=0))
    told = []
    tally = simulate(sheet, games=3, policy="careless", progress=told.append)
    assert tally.scores == simulate(sheet, games=3, policy="careless", dice=0).scores
    assert sorted(tally.scores.elements()) == sorted(sum(parts.values()) for parts in some)
    assert told == [1, 2, 3]
