"""Whole games from a seed: how high the scores are, and how often each tier is reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from rules.daydream.extras import heads_for, polaroids_for
from rules.daydream.game import EMPTY, PlayedGame
from rules.daydream.plan import Plan
from rules.daydream.players import player_of
from rules.daydream.score import objects_lost, tier_of
from rules.daydream.sheet import Sheet
from rules.dice import rolls

MOST_TURNS = 500
"""No game is longer; a player who skips for ever is stopped here."""


def solo_game(plan: Plan, policy: str, seed: int | str) -> PlayedGame:
    """Play one solo game to its end."""
    game = PlayedGame(plan, player_of(policy, plan, Random(f"{policy} {seed}")), solo=True)
    play_out([game], seed)
    return game


def table_game(
    plan: Plan,
    policies: Sequence[str],
    seed: int | str,
    turns: int = MOST_TURNS,
    *,
    solo: bool = False,
) -> list[PlayedGame]:
    """Play one game of several players with the same rolls, or its first turns."""
    games = [
        PlayedGame(plan, player_of(policy, plan, Random(f"{policy} {seed} {seat}")), solo=solo)
        for seat, policy in enumerate(policies)
    ]
    play_out(games, seed, turns)
    return games


def play_out(games: Sequence[PlayedGame], seed: int | str, turns: int = MOST_TURNS) -> None:
    """Play a number of turns after the start with the same rolls, or fewer if the game ends."""
    dice = rolls(seed)
    opening = next(dice)
    for game in games:
        game.start(opening)
    for _ in range(turns):
        if any(game.over for game in games):
            return
        roll = next(dice)
        open_before = [list(game.family_left) for game in games]
        for game in games:
            game.turn(roll)
        if not games[0].solo:
            _share_rewards(games, open_before)


def _share_rewards(games: Sequence[PlayedGame], open_before: Sequence[Sequence[int]]) -> None:
    """Give the highest reward to all who filled a family this turn; the others cross it out."""
    for family in range(len(games[0].family_left)):
        winners = [
            game
            for game, before in zip(games, open_before, strict=True)
            if before[family] and not game.family_left[family]
        ]
        taken = {game.take_reward(family) for game in winners} - {None}
        for value in taken:
            for game in games:
                if game.rewards[family] != value:
                    assert value is not None
                    game.crossed[family].add(value)


def parts_of(game: PlayedGame) -> dict[str, int]:
    """Count a game's points, part by part."""
    plan = game.plan
    objects = sum(1 for end in plan.object_ends if end <= game.drawn)
    return {
        "objects": objects,
        "thorns": -objects_lost(game.thorns, objects) if game.solo else 0,
        "constellation": plan.stars_by_line[game.path],
        "notes": sum(
            heads_for(_numbers(game, clouds), note.heads)
            for note, clouds in zip(plan.sheet.notes, plan.notes, strict=True)
        ),
        "polaroids": polaroids_for(
            _numbers(game, (cloud for cloud, _ in plan.polaroids)), plan.sheet
        ),
        "chain": sum(
            plan.sheet.chain[n].link or 0
            for n, (a, b) in enumerate(pairwise(game.chain), start=1)
            if a == b
        ),
        "frames": sum(value or 0 for value in game.rewards),
    }


def _numbers(game: PlayedGame, clouds: Iterable[int]) -> list[int | None]:
    return [None if game.numbers[c] == EMPTY else game.numbers[c] for c in clouds]


@dataclass
class Tally:
    """What many solo games came to."""

    sheet: Sheet
    policy: str
    scores: Counter[int] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.scores.total()

    @property
    def mean(self) -> float:
        """The average total."""
        return sum(total * n for total, n in self.scores.items()) / max(self.games, 1)

    @property
    def tiers(self) -> tuple[float, float, float, float]:
        """The share of games that end in tier 1 to 4."""
        shares = [0, 0, 0, 0]
        for total, n in self.scores.items():
            shares[tier_of(total, self.sheet) - 1] += n
        first, second, third, fourth = (share / max(self.games, 1) for share in shares)
        return first, second, third, fourth


def simulate(
    sheet: Sheet,
    *,
    games: int,
    policy: str,
    dice: int | str = 0,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play many solo games; the same arguments give the same tally."""
    tally = Tally(sheet, policy)
    for n, parts in enumerate(solo_parts(sheet, games=games, policy=policy, dice=dice), start=1):
        tally.scores[sum(parts.values())] += 1
        if progress is not None:
            progress(n)
    return tally


def solo_parts(
    sheet: Sheet, *, games: int, policy: str, dice: int | str = 0
) -> Iterator[Mapping[str, int]]:
    """Play solo games one after the other and give each one's points by part."""
    plan = Plan(sheet)
    for n in range(games):
        yield parts_of(solo_game(plan, policy, f"{dice} {n}"))
