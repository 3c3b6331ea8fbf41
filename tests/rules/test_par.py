"""Par is a game that can be played, and a better one than the careful player finds."""

import json
from random import Random

import pytest

from paperplay.cli import main
from rules.daydream.game import Game
from rules.daydream.par import par_of
from rules.daydream.plan import Plan
from rules.daydream.players import Careful, player_of
from rules.daydream.simulate import parts_of
from rules.dice import rolls
from templates.load import load_sheet


class Replay(Careful):
    """Plays the moves of a par again, and insists that each is legal."""

    def __init__(self, plan, par):
        super().__init__(plan, Random(0))
        self._opening = par.start
        self._moves = iter([move for turn in par.turns for move in turn])

    def start(self, game, roll):
        return self._opening

    def move(self, game, dice, may_skip):
        move = next(self._moves)
        assert move in list(game.moves(dice, may_skip))
        return move


def replayed(sheet, par, dice):
    plan = Plan(sheet)
    game = Game(plan, Replay(plan, par), solo=True)
    source = rolls(dice)
    game.start(next(source))
    for _ in par.turns:
        assert not game.over
        game.turn(next(source))
    assert game.over
    return game


@pytest.mark.parametrize(
    ("name", "seed"), [("A", 0), ("D", 5), ("BC", 0), ("DA", 0), ("BAC", 1), ("EDF", 0)]
)
def test_par_can_be_played(name, seed):
    sheet = load_sheet(name, seed=seed)
    par = par_of(sheet, "autumn", width=12)
    game = replayed(sheet, par, "autumn")
    assert parts_of(game) == par.parts
    assert sum(par.parts.values()) == par.total


def test_an_altered_par_is_noticed():
    sheet = load_sheet("A")
    par = par_of(sheet, "autumn", width=12)
    with pytest.raises(AssertionError):
        replayed(sheet, par, "winter")


def best_careful(sheet, dice, games):
    # Only ties at the opening make these games differ: a handful of different ones.
    plan = Plan(sheet)
    best = -99
    for n in range(games):
        game = Game(plan, player_of("careful", plan, Random(n)), solo=True)
        source = rolls(dice)
        game.start(next(source))
        while not game.over:
            game.turn(next(source))
        best = max(best, sum(parts_of(game).values()))
    return best


@pytest.mark.parametrize(("name", "dice", "games"), [("A", "autumn", 2000), ("EDF", "1", 100)])
def test_par_beats_the_best_of_many_careful_games(name, dice, games):
    sheet = load_sheet(name)
    par = par_of(sheet, dice)
    assert par.optimal or par.total > best_careful(sheet, dice, games)


def test_a_par_is_the_same_every_time():
    sheet = load_sheet("D", seed=9)
    assert par_of(sheet, 3, width=10) == par_of(sheet, 3, width=10)


def test_only_a_full_shelf_is_called_the_best_there_is():
    sheet = load_sheet("D")
    for dice in ("1", "autumn"):
        par = par_of(sheet, dice, width=60)
        assert par.optimal == (par.total == len(sheet.objects))
    assert not par_of(load_sheet("AD"), "1", width=5).optimal


def test_the_command_says_it_in_words_and_as_json(capsys):
    assert main(["par", "A", "--dice", "autumn", "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert main(["par", "A", "--dice", "autumn", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert f"Par {data['par']} (" in said
    assert sum(data["parts"].values()) == data["par"]


def test_other_sheets_have_no_par(capsys):
    assert main(["par", "dreams/score"]) == 2
    assert "dreams/score" in capsys.readouterr().err
