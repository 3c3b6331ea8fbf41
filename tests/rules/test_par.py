"""Par is a game that can be played, and a better one than the careful player finds."""

import json
from itertools import islice
from random import Random

import pytest

from paperplay.cli import main
from rules.daydream import par as par_module
from rules.daydream.game import PlayedGame
from rules.daydream.par import careful_games, par_of
from rules.daydream.par_bound import most_points
from rules.daydream.par_script import SKIP, Reciter, Script
from rules.daydream.par_search import Found, annealed
from rules.daydream.par_stage import Stage
from rules.daydream.plan import Plan
from rules.daydream.players import Careful
from rules.daydream.simulate import parts_of, play_out
from rules.dice import rolls
from templates.daydream.load import load_sheet
from tests.rules.sheets import CHAIN

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
QUICK = 60_000
"""Enough numbers written for a par that is good, but not very."""


class Replay(Careful):
    """Plays the moves of a par again, and insists that each is legal."""

    def __init__(self, plan, par):
        super().__init__(plan, Random(0))
        self._opening = par.start
        self._moves = iter([move for turn in par.turns for move in turn])
        self._lines = dict(zip(sorted(plan.bonus_ends), par.lines, strict=True))

    def start(self, game, roll):
        return self._opening

    def move(self, game, dice, may_skip):
        move = next(self._moves)
        assert move in list(game.moves(dice, may_skip))
        return move

    def wants_line(self, game):
        return self._lines[game.drawn]


def replayed(sheet, par, dice):
    plan = Plan(sheet)
    game = PlayedGame(plan, Replay(plan, par), solo=True)
    source = rolls(dice)
    game.start(next(source))
    for _ in par.turns:
        assert not game.over
        game.turn(next(source))
    assert game.over
    return game


@pytest.mark.parametrize("name", SHEETS)
def test_par_can_be_played(name):
    sheet = load_sheet(name, seed=3)
    par = par_of(sheet, "autumn", effort=QUICK)
    game = replayed(sheet, par, "autumn")
    assert parts_of(game) == par.parts
    assert sum(par.parts.values()) == par.total


def test_an_altered_par_is_noticed():
    sheet = load_sheet("A")
    par = par_of(sheet, "autumn", effort=QUICK)
    with pytest.raises(AssertionError):
        replayed(sheet, par, "winter")


def stage_of(name, seed, dice):
    return Stage(Plan(load_sheet(name, seed=seed)), list(islice(rolls(dice), 60)))


@pytest.mark.parametrize("name", SHEETS)
def test_scripts_end_as_games_by_the_rules_do(name):
    # Hot all the time: games as odd as they come, with skips, bends and leaves for bonuses.
    stage = stage_of(name, 2, "odd")
    one = careful_games(stage, "odd", "test", games=1)[0]
    for n in range(30):
        one = annealed(stage, one, Random(n), tries=20, hot=50.0, goal=999)
        one.outcome = stage.play(one.script)._replace(promise=-999.0, total=-999)
        game = PlayedGame(stage.plan, Reciter(stage.plan, one.script), solo=True)
        play_out([game], "odd")
        assert sum(parts_of(game).values()) == stage.play(one.script).total


def test_turning_the_opening_is_the_same_as_swapping_its_clouds():
    # A 2 and a 3 on two moons, then a 2 on the third: no equal numbers stand together.
    stage = Stage(Plan(CHAIN), [(2, 3), (2, 5), (6, 4), (1, 1)])
    turned = Script([1, 2, 0, 4, 5, 3], [0] * 8, [1, 0, 0, 0], (True,))
    swapped = Script([2, 1, 0, 4, 5, 3], [0] * 8, [0, 0, 0, 0], (True,))
    assert stage.play(turned) == stage.play(swapped)


def test_scripts_that_break_the_rules_are_refused():
    stage = stage_of("A", 0, "odd")
    script = careful_games(stage, "odd", "test", games=1)[0].script
    assert stage.play(script) is not None
    opened = {1 << cloud for cloud in script.clouds[:2]}
    apart = next(c for c in script.clouds[2:] if not stage.touch[c] & sum(opened))
    for clouds in (
        [SKIP, *script.clouds],
        [*script.clouds[:2], SKIP, SKIP, *script.clouds[2:]],
        [*script.clouds[:2], apart, *(c for c in script.clouds[2:] if c != apart)],
    ):
        broken = script.copy()
        broken.clouds = clouds
        assert stage.play(broken) is None


@pytest.mark.parametrize("name", ["D", "DA", "EDF"])
def test_par_beats_the_best_of_many_careful_games(name):
    stage = stage_of(name, 0, "autumn")
    best = careful_games(stage, "autumn", "others", games=60)[0].outcome.total
    par = par_of(load_sheet(name), "autumn", effort=600_000)
    assert par.optimal or par.total > best


@pytest.mark.parametrize(("better_by", "rounds"), [(0, 24), (1, 10), (2, 2)])
def test_the_search_begins_again_until_it_is_well_above_careful_games(
    better_by, rounds, monkeypatch
):
    asked = []

    def bettered(stage, found, name, *how):
        asked.append(name)
        best = found[0]
        total = careful[0].outcome.total + better_by
        return [Found(best.script, best.outcome._replace(total=total))]

    sheet, dice = load_sheet("AD"), "autumn"
    stage = stage_of("AD", 0, dice)
    careful = careful_games(stage, dice, f"par {sheet.id} {sheet.seed} {dice}", games=1)
    monkeypatch.setattr(par_module, "_bettered", bettered)
    monkeypatch.setattr(par_module, "GAMES", 1)
    par_of(sheet, dice)
    assert len(asked) == rounds
    assert len(set(asked)) == rounds / 2, "every try has a chance of its own"


def test_a_par_is_the_same_every_time():
    sheet = load_sheet("D", seed=9)
    assert par_of(sheet, 3, effort=QUICK) == par_of(sheet, 3, effort=QUICK)


@pytest.mark.parametrize(
    ("name", "most"),
    [("A", 15), ("D", 16), ("EF", 16 + 8), ("DA", 35 + 12), ("EDF", 32 + 26 + 15)],
)
def test_nobody_can_exceed_all_that_is_printed(name, most):
    stage = stage_of(name, 0, "1")
    assert most_points(stage.plan, stage.rolls) == most


def test_low_dice_do_not_reach_the_end_of_the_constellation():
    plan = Plan(load_sheet("BC"))
    ones = most_points(plan, [(1, 1)] * 40)
    assert len(plan.sheet.objects) < ones < most_points(plan, [(6, 6)] * 40)
    # Whoever waits long enough gets sixes all the same.
    assert ones >= most_points(plan, [(6, 6)] * 40) - plan.sheet.thorns // 2


def test_only_what_cannot_be_exceeded_is_called_the_best_there_is():
    sheet = load_sheet("D")
    for effort in (2_000, 400_000):
        par = par_of(sheet, "autumn", effort=effort)
        assert par.optimal == (par.total == len(sheet.objects))
    assert not par_of(load_sheet("AD"), "1", effort=2_000).optimal


def test_the_command_says_it_in_words_and_as_json(capsys):
    call = ["par", "D", "--seed", "3", "--dice", "d1", "--seconds", "1"]
    assert main([*call, "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert main([*call, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert f"Par {data['par']} (" in said and ("Mehr geht nicht." in said) == data["optimal"]
    assert sum(data["parts"].values()) == data["par"]


def test_other_sheets_have_no_par(capsys):
    assert main(["par", "dreams/score"]) == 2
    assert "dreams/score" in capsys.readouterr().err


def test_better_games_are_told_as_they_are_found():
    told: list[int] = []
    par = par_of(load_sheet("BC"), "autumn", effort=600_000, found_so_far=told.append)
    assert told == sorted(set(told))
    assert told[0] < told[-1] == par.total
