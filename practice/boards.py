"""Boards that players could have left, from games that were really played out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.daydream.extras import heads_for, stars_reached
from rules.daydream.game import EMPTY, PlayedGame
from rules.daydream.plan import Plan
from rules.daydream.sheet import Sheet
from rules.daydream.simulate import MOST_TURNS, parts_of, table_game
from templates.daydream.layout import Layout

Json = dict[str, Any]

NAMES = (
    *("Ida", "Lisa", "Jörg", "Zoé", "Anna", "Émile", "Nils", "Chiara", "Åsa", "Luca", "Eva"),
    *("Tom", "Nina", "Peter", "Björn", "Giulia", "Margot", "Mattia", "Sölve", "Käthe", "Andrea"),
)


def invented(layout: Layout, rng: Random) -> Json:
    """Play alone or at a table, mostly to the end."""
    return daydream_board(layout.sheet, rng)


def daydream_board(sheet: Sheet, rng: Random) -> Json:
    """Play alone or at a table, mostly to the end."""
    game = rng.randrange(1_000_000)
    turns = rng.randint(3, 15) if rng.random() < 0.15 else 500
    first = rng.choices(["careful", "careless"], [3, 1])[0]
    if rng.random() < 0.4:
        return solo_board(sheet, first, game, turns, name=rng.choice(NAMES))
    others = [rng.choice(["careful", "careless"]) for _ in range(rng.randint(1, 3))]
    return table_boards(sheet, [first, *others], game, turns)[0]


def solo_board(
    sheet: Sheet, policy: str, seed: int | str, turns: int = MOST_TURNS, name: str | None = None
) -> Json:
    """Play a solo game, or the first turns of it, and give the board."""
    (game,) = table_game(Plan(sheet), [policy], seed, turns, solo=True)
    return board_json_of(game, name=name)


def table_boards(
    sheet: Sheet, policies: Sequence[str], seed: int | str, turns: int = MOST_TURNS
) -> list[Json]:
    """Play a game of several players with the same rolls and give everyone's board."""
    games = table_game(Plan(sheet), policies, seed, turns)
    names = Random(f"names {seed}").sample(NAMES, len(games))
    return [board_json_of(game, name=name) for game, name in zip(games, names, strict=True)]


def board_json_of(game: PlayedGame, *, name: str | None = None, total: bool | None = None) -> Json:
    """Give what the pen of a player without mistakes has done so far.

    Args:
        game: The game, at its end or in the middle.
        name: What stands in the name field.
        total: Whether the points are written down; by default at the end of a game.
    """
    sheet = game.plan.sheet
    written = game.over if total is None else total
    clouds = {
        cloud.id: None if number == EMPTY else number
        for cloud, number in zip(sheet.clouds, game.numbers, strict=True)
    }
    return {
        "format": 1,
        "sheet": sheet.id,
        "seed": sheet.seed,
        "solo": game.solo,
        "name": name,
        "clouds": clouds,
        "rows": {
            row.id: mark and mark.value for row, mark in zip(sheet.rows, game.marks, strict=True)
        },
        "objects": _objects(game),
        "bonuses": _bonuses(game),
        "leaves": _leaves(game),
        "thorns": game.thorns,
        "polaroids": _polaroids(sheet, clouds),
        "constellation": _constellation(game),
        "notes": {
            note.id: heads_for([clouds[c] for c in note.clouds], note.heads) for note in sheet.notes
        },
        "chain": _chain(game),
        "frames": _frames(game),
        "total": sum(parts_of(game).values()) if written else None,
    }


def _objects(game: PlayedGame) -> dict[str, int]:
    left, drawn = game.drawn, {}
    for thing in game.plan.sheet.objects:
        drawn[thing.id] = min(left, thing.segments)
        left -= drawn[thing.id]
    return drawn


def _bonuses(game: PlayedGame) -> dict[str, str | None]:
    """Objects are finished in order, so bonuses are earned in order."""
    taken = ["line" if line else "leaf" for line in game.bonus_lines]
    bonuses = game.plan.sheet.bonus_ids
    return dict(zip(bonuses, [*taken, *[None] * len(bonuses)], strict=False))


def _leaves(game: PlayedGame) -> dict[str, str | None]:
    """Leaves are circled and filled from the first one on, printed circles first."""
    leaves = sorted(game.plan.sheet.leaves, key=lambda leaf: not leaf.circled)
    states = ["filled"] * game.spent + ["circled"] * game.ready + [None] * game.blank
    by_id = {leaf.id: state for leaf, state in zip(leaves, states, strict=True)}
    return {leaf.id: by_id[leaf.id] for leaf in game.plan.sheet.leaves}


def _polaroids(sheet: Sheet, clouds: dict[str, int | None]) -> dict[str, Json]:
    """Copy the clouds; where circles count, the first of each number gets one."""
    seen: set[int | None] = {None}
    polaroids = {}
    for polaroid in sheet.polaroids:
        value = clouds[polaroid.cloud]
        new = sheet.polaroid_rule == "distinct" and value not in seen
        polaroids[polaroid.id] = {"value": value, "circled": new}
        seen.add(value)
    return polaroids


def _constellation(game: PlayedGame) -> Json | None:
    if game.plan.sheet.constellation is None:
        return None
    return {"lines": game.path, "circled": list(stars_reached(game.plan.sheet, game.path))}


def _chain(game: PlayedGame) -> dict[str, Json]:
    moons = {}
    for place, moon in enumerate(game.plan.sheet.chain):
        value = game.chain[place] if place < len(game.chain) else None
        linked = value is not None and place > 0 and value == game.chain[place - 1]
        moons[moon.id] = {"value": value, "linked": linked}
    return moons


def _frames(game: PlayedGame) -> dict[str, dict[str, str | None]]:
    frames = {}
    for family, frame in enumerate(game.plan.sheet.frames):
        marks: dict[str, str | None] = {}
        for value in frame.rewards:
            crossed = "crossed" if value in game.crossed[family] else None
            marks[str(value)] = "circled" if game.rewards[family] == value else crossed
        frames[frame.id] = marks
    return frames
