"""Par: a very good solo game for one sheet and one seed of the dice.

The careful player, with a little noise in its reckoning, plays a thousand games. The best
of them are altered die by die (``par_search``), knowing all rolls; the best that came out of
that are altered once more. Where that brings little, it is done again with other games. The
search counts the numbers that it writes, not the seconds, so that the same call always gives
the same par. It ends at once where a game reaches what no game can exceed (``par_bound``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from rules.daydream.game import Move, PlayedGame
from rules.daydream.par_bound import most_points
from rules.daydream.par_script import Diarist, Reciter, Script
from rules.daydream.par_search import MOST_SKIPS, Found, annealed
from rules.daydream.par_stage import Stage
from rules.daydream.plan import Plan
from rules.daydream.sheet import Sheet
from rules.daydream.simulate import parts_of, play_out
from rules.dice import rolls

EFFORT = 96_000_000
"""How many numbers are written at the most: a minute on one core, but mostly far fewer."""
TRIES = 12
"""How often the search begins, at the most."""
FEW = 5
"""How often it begins where par is above the best of the careful games, if only just."""
AHEAD = 2
"""Par is to be this many points above the best of the careful games; else there is another try."""
GAMES = 1000
"""How many games the careful player plays beforehand."""
NOISE = 0.8
"""By how many lines its reckoning may be off."""


@dataclass(frozen=True, slots=True)
class Round:
    """How the best games so far are altered."""

    tries: int
    """Games tried from each of them; half the effort decides from how many."""
    heats: tuple[float, ...]
    """How hot the search begins, in points: with the first game, the second, and so on anew."""

    def games(self, tries: int) -> int:
        """From how many games a number of tries begin."""
        return max(round(tries / self.tries), 1)


ROUNDS = (Round(40_000, (0.3, 0.5)), Round(80_000, (0.3,)))


@dataclass(frozen=True)
class Par:
    """The best game found."""

    total: int
    parts: dict[str, int]
    start: tuple[int, int]
    """The clouds of the opening, by index."""
    turns: tuple[tuple[Move, ...], ...]
    """What was done with the dice of each roll."""
    lines: tuple[bool, ...]
    """For each bonus of the sheet whether the line was to be taken, or the leaf."""
    optimal: bool
    """Whether no game at all can have more points."""


def par_of(
    sheet: Sheet,
    dice: int | str,
    *,
    effort: int = EFFORT,
    found_so_far: Callable[[int], None] = lambda total: None,
) -> Par:
    """Search for a very good game; the same arguments give the same one.

    Args:
        sheet: What is played on.
        dice: The seed of the rolls.
        effort: How many numbers are written at the most.
        found_so_far: Told the points of the best game whenever there is a better one.
    """
    plan = Plan(sheet)
    clouds = len(sheet.clouds)
    stage = Stage(plan, list(islice(rolls(dice), (clouds + MOST_SKIPS + 3) // 2)))
    goal = most_points(plan, stage.rolls)
    name = f"par {sheet.id} {sheet.seed} {dice}"
    games = min(GAMES, max(effort // TRIES // clouds // 10, 1))
    careful = careful_games(stage, dice, name, games=games)
    usual = careful[0].outcome.total
    enough = min(usual + AHEAD, goal)
    if sheet.polaroid_rule == "distinct":
        careful = _best_first(careful + careful_games(stage, dice, name, games=games, run=True))
    changes = max(effort // TRIES // clouds // len(ROUNDS), 1)
    best = careful[:1]
    found_so_far(best[0].outcome.total)
    for n in range(TRIES):
        total = best[0].outcome.total
        if total >= (enough if n else goal) or (n >= FEW and total > usual):
            break
        others = careful[n * ROUNDS[0].games(changes) :] or careful
        for one in ROUNDS:
            found = _bettered(stage, others, f"{name} {n}", one, changes, goal)
            before = best[0].outcome.total
            others = best = _best_first(best + found)
            if best[0].outcome.total > before:
                found_so_far(best[0].outcome.total)
    return _par(stage, best[0].script, dice, goal)


def careful_games(
    stage: Stage, dice: int | str, name: str, *, games: int, run: bool = False
) -> list[Found]:
    """Play games of a careful player who does not reckon quite alike; the best come first."""
    found: list[Found] = []
    for n in range(games):
        player = Diarist(stage.plan, Random(f"{name} {n}"), NOISE, run=run)
        play_out([PlayedGame(stage.plan, player, solo=True)], dice)
        script = player.script(stage.rolls)
        outcome = stage.play(script)
        assert outcome is not None
        found.append(Found(script, outcome))
    return _best_first(found)


def _best_first(found: Sequence[Found]) -> list[Found]:
    return sorted(found, key=lambda one: (-one.outcome.total, -one.outcome.promise))


def _bettered(
    stage: Stage, found: list[Found], name: str, how: Round, tries: int, goal: int
) -> list[Found]:
    """Anneal the best of the games that were found; the best that comes of it first."""
    after = found[:1]
    games = how.games(tries)
    for n, (begin, hot) in enumerate(zip(found[:games], cycle(how.heats), strict=False)):
        if after[0].outcome.total >= goal:
            break
        random = Random(f"{name} {how.tries} {n}")
        after.append(annealed(stage, begin, random, tries=tries // games, hot=hot, goal=goal))
        after = _best_first(after)
    return after


def _par(stage: Stage, script: Script, dice: int | str, goal: int) -> Par:
    """Play the script by the rules and write down what was done."""
    player = Reciter(stage.plan, script)
    game = PlayedGame(stage.plan, player, solo=True)
    play_out([game], dice)
    parts = parts_of(game)
    total = sum(parts.values())
    turns = tuple(tuple(turn) for turn in player.turns)
    return Par(total, parts, player.opening, turns, script.lines, optimal=total >= goal)
