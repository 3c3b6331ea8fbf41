"""The same seed plays the same game in every version: docs and guests compare their figures.

Every number by which the players and par's search weigh a move has a part in these games. One
that is changed on purpose changes docs/simulation.md or docs/fresh-sheets.md as well.
"""

from __future__ import annotations

import hashlib
from itertools import islice
from random import Random

from rules.daydream.par import careful_games, par_of
from rules.daydream.par_bound import most_points
from rules.daydream.par_search import annealed
from rules.daydream.par_stage import Stage
from rules.daydream.plan import Plan
from rules.daydream.simulate import simulate, solo_game, table_game
from rules.dice import rolls
from templates.daydream.load import load_sheet

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


def written(game):
    """The numbers of a game, cloud by cloud."""
    return "".join("-" if number < 0 else str(number) for number in game.numbers)


def table_of(*lines):
    return "\n".join("  ".join(map(str, line)) for line in lines)


def test_games_are_kept(golden):
    lines = []
    for name in SHEETS:
        plan = Plan(load_sheet(name))
        for policy in ("careful", "careless"):
            tally = simulate(plan.sheet, games=60, policy=policy, dice="kept")
            scores = " ".join(f"{total}:{n}" for total, n in sorted(tally.scores.items()))
            lines.append((name, policy, scores))
            for seed in range(3):
                game = solo_game(plan, policy, seed)
                lines.append((name, policy, written(game), game.drawn, game.thorns, game.spent))
        for game in table_game(plan, ["careful", "careless", "careful"], "kept"):
            lines.append((name, "table", written(game), game.drawn, game.spent, game.rewards))
    golden("daydream-games.txt", table_of(*lines))


def test_pars_are_kept(golden):
    lines = []
    for name in SHEETS:
        par = par_of(load_sheet(name, seed=4), "kept", effort=400_000)
        moves = [
            " ".join(f"{move.die}{move.number - move.die:+}@{move.cloud}" for move in turn)
            for turn in par.turns
        ]
        bonuses = "".join("|" if line else "@" for line in par.lines)
        lines.append((name, par.total, par.optimal, par.start, bonuses, ", ".join(moves)))
    golden("daydream-pars.txt", table_of(*lines))


def test_the_search_goes_the_same_way(golden):
    lines = []
    for name in SHEETS:
        stage = Stage(Plan(load_sheet(name)), list(islice(rolls("kept"), 70)))
        games = careful_games(stage, "kept", "kept", games=3)
        games += careful_games(stage, "kept", "kept", games=2, run=True)
        lines.append((name, most_points(stage.plan, stage.rolls)))
        for hot in (0.3, 5.0):
            games.append(annealed(stage, games[0], Random(1), tries=400, hot=hot, goal=999))
        for game in games:
            script = hashlib.sha256(str(game.script).encode()).hexdigest()[:12]
            lines.append((name, game.outcome.total, f"{game.outcome.promise:.6f}", script))
    golden("daydream-search.txt", table_of(*lines))
