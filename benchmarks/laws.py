"""Do quick ways and slow rules agree? Play games as odd as they come, and recount them.

    ./play bench laws [--minutes 1] [--first 1]

The simulator keeps a game as indices and running counts, and par's search keeps even less.
Both must end as the rules of the sheet say: ``tests/rules/test_laws.py`` holds the same laws
for some examples, this goes on with others. A law that fails names the case; ``--first CASE``
begins there.
"""

from __future__ import annotations

import argparse
import random as chance
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from practice.boards import board_json_of
from rules.daydream.dice_check import check_dice
from rules.daydream.game import Move, PlayedGame
from rules.daydream.par_bound import most_points
from rules.daydream.par_script import SKIP, Reciter, Script
from rules.daydream.par_stage import Stage
from rules.daydream.parse import board_from
from rules.daydream.plan import Plan
from rules.daydream.rows import mark_of
from rules.daydream.score import score_of
from rules.daydream.sheet import Sheet
from rules.daydream.simulate import parts_of, play_out
from rules.dice import rolls
from templates.daydream.load import load_sheet

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
BEGINNING_CROSSES_OUT = {"clover": 5, "bow_tie": 2}


@dataclass
class Wild:
    """Does anything that is allowed, and writes it down."""

    random: Random
    skips: float
    """How often a die is skipped where that is allowed."""
    moves: list[Move | None] = field(default_factory=list)
    """None begins a turn."""
    orders: list[list[int]] = field(default_factory=list)
    lines: list[bool] = field(default_factory=list)

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Choose any two clouds."""
        first, second = self.random.sample(range(len(game.numbers)), 2)
        self.moves += [Move(roll[0], first, roll[0]), Move(roll[1], second, roll[1])]
        return first, second

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Choose any move, now and then with many leaves."""
        if len(dice) == 2:
            self.moves.append(None)
        skip = may_skip and self.random.random() < self.skips
        found = [move for move in game.moves(dice, may_skip) if (move.cloud == SKIP) == skip]
        plain = [move for move in found if move.number == move.die]
        self.moves.append(self.random.choice(plain if self.random.random() < 0.6 else found))
        return self.moves[-1]  # type: ignore[return-value]

    def wants_line(self, game: PlayedGame) -> bool:
        """Choose by chance."""
        self.lines.append(self.random.random() < 0.5)
        return self.lines[-1]

    def order(self, game: PlayedGame, rows: list[int]) -> list[int]:
        """Take the rows in any order."""
        self.orders.append(self.random.sample(rows, len(rows)))
        return self.orders[-1]


class Referee:
    """Recounts a game from what was done, with the names that stand on the sheet."""

    def __init__(self, sheet: Sheet, player: Wild, *, solo: bool) -> None:
        """Go through the whole game, slowly."""
        self.sheet, self.solo = sheet, solo
        self._orders, self._lines = iter(player.orders), iter(player.lines)
        self.clouds: dict[str, int] = {}
        self.rows: dict[str, str | None] = {row.id: None for row in sheet.rows}
        self.objects = {thing.id: 0 for thing in sheet.objects}
        self.bonuses: dict[str, str | None] = dict.fromkeys(sheet.bonus_ids)
        circled = sum(leaf.circled for leaf in sheet.leaves)
        self.leaves = Counter({"circled": circled, None: len(sheet.leaves) - circled})
        self.thorns = 0
        self.chain: list[int] = []
        self.frames = {f.id: dict.fromkeys(map(str, f.rewards)) for f in sheet.frames}
        self.filled_in: dict[str, int] = {}
        """In which turn the clouds of a frame were full."""
        self.turns = 0
        for move in player.moves:
            self._go_on(move)

    def _go_on(self, move: Move | None) -> None:
        if move is None:
            self.turns += 1
        elif move.cloud == SKIP:
            self.thorns += self.solo and self.thorns < self.sheet.thorns
            self._leaf()
        else:
            self.leaves["circled"] -= abs(move.number - move.die)
            self.leaves["filled"] += abs(move.number - move.die)
            self._write(self.sheet.clouds[move.cloud].id, move.number)

    def _leaf(self) -> None:
        if self.leaves[None]:
            self.leaves[None] -= 1
            self.leaves["circled"] += 1

    def _write(self, cloud: str, number: int) -> None:
        assert cloud not in self.clouds
        self.clouds[cloud] = number
        if self.sheet.cloud_by_id[cloud].symbol == "moon":
            self.chain = [*self.chain, number][: len(self.sheet.chain)]
        for frame in self.sheet.frames:
            if frame.id not in self.filled_in and self.clouds.keys() >= set(frame.clouds):
                self.filled_in[frame.id] = self.turns
                left = [value for value, mark in self.frames[frame.id].items() if mark is None]
                if self.solo and left:
                    self.frames[frame.id][left[0]] = "circled"
        full = [r for r in self.sheet.rows if cloud in r.clouds and set(r.clouds) <= {*self.clouds}]
        if len(full) > 1:
            full = [self.sheet.rows[n] for n in next(self._orders)]
        for row in full:
            mark = mark_of([self.clouds[each] for each in row.clouds])
            self.rows[row.id] = mark and mark.value
            for _ in row.clouds if mark != "crossed" else ():
                self._draw(to_sun=mark == "sun")

    def _draw(self, *, to_sun: bool) -> None:
        """Draw a line on the first object that is not finished."""
        thing = next((t for t in self.sheet.objects if self.objects[t.id] < t.segments), None)
        if thing is None:
            return
        if self.objects[thing.id] == 0 and self.solo:
            self._cross_out(BEGINNING_CROSSES_OUT.get(thing.name))
        points = thing.suns + thing.suns[:1]
        self.objects[thing.id] += 1
        while to_sun and not points[self.objects[thing.id]]:
            self.objects[thing.id] += 1
        if self.objects[thing.id] == thing.segments and thing.bonus is not None:
            line = next(self._lines)
            self.bonuses[thing.bonus] = "line" if line else "leaf"
            if line:
                self._draw(to_sun=True)
            else:
                self._leaf()

    def _cross_out(self, value: int | None) -> None:
        for frame in self.frames.values():
            if str(value) in frame and "circled" not in frame.values():
                frame[str(value)] = "crossed"


def holds_for_games(
    sheet: Sheet, case: int, *, solo: bool, turns: int = 500, skips: float = 0.2
) -> list[PlayedGame]:
    """Play wild games on one sheet with the same rolls; the rules must count what they counted."""
    random = Random(case)
    plan = Plan(sheet)
    players = [Wild(random, random.random() * 2 * skips) for _ in range(1 if solo else 3)]
    games = [PlayedGame(plan, player, solo=solo) for player in players]
    play_out(games, case, turns)
    referees = [Referee(sheet, player, solo=solo) for player in players]
    if not solo:
        _share(sheet, referees)
    for game, referee in zip(games, referees, strict=True):
        _agrees(board_json_of(game, total=True), game, referee, case)
    return games


def _agrees(told: Mapping[str, Any], game: PlayedGame, referee: Referee, case: int) -> None:
    sheet = referee.sheet
    given = {cloud: n for cloud, n in told["clouds"].items() if n is not None}
    assert given == referee.clouds
    assert told["rows"] == referee.rows
    assert told["objects"] == referee.objects
    assert told["bonuses"] == referee.bonuses
    assert Counter(told["leaves"].values()) == +referee.leaves
    assert told["thorns"] == referee.thorns
    chain = [moon["value"] for moon in told["chain"].values()]
    assert [value for value in chain if value is not None] == referee.chain
    assert told["frames"] == referee.frames
    board = board_from(told, sheet)
    score = score_of(board, sheet)
    assert not score.problems
    assert asdict(score.parts) == asdict(score.by_rules) == parts_of(game)
    verdict = check_dice(board, sheet, case)
    assert verdict.possible and verdict.counts_fit
    done = len(referee.clouds) == len(sheet.clouds)
    drawn = all(referee.objects[thing.id] == thing.segments for thing in sheet.objects)
    assert game.over == (done or drawn)


def _share(sheet: Sheet, referees: Sequence[Referee]) -> None:
    """Give the rewards of a table: the first turn in which a frame is full, and the second."""
    for frame in sheet.frames:
        turns = sorted({r.filled_in[frame.id] for r in referees if frame.id in r.filled_in})
        for value, turn in zip(frame.rewards, turns, strict=False):
            for referee in referees:
                first = referee.filled_in.get(frame.id) == turn
                referee.frames[frame.id][str(value)] = "circled" if first else "crossed"


def wild_script(plan: Plan, random: Random, *, skips: float) -> Script:
    """Write down a whole game that breaks no rule, with skips, bends and leaves."""
    clouds = random.sample(range(len(plan.touches)), 2)
    filled = set(clouds)
    while len(filled) < len(plan.touches):
        second = len(clouds) % 2 == 1
        if random.random() < skips and not (second and clouds[-1] == SKIP):
            clouds.append(SKIP)
            continue
        beside = {c for cloud in filled for c in plan.touches[cloud]} - filled
        clouds.append(random.choice(sorted(beside)))
        filled.add(clouds[-1])
    turns = len(clouds) // 2 + 1
    bends = [random.choice((0, 0, 0, 1, -1, 2, -3)) for _ in range(2 * turns)]
    turned = [random.randrange(2) for _ in range(turns)]
    lines = tuple(random.random() < 0.5 for _ in plan.bonus_ends)
    return Script(clouds, bends, turned, lines)


class Strict(Reciter):
    """Recites a script, and notes whether every move is allowed."""

    legal = True

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Compare with all moves there are."""
        move = super().move(game, dice, may_skip)
        self.legal = self.legal and move in set(game.moves(dice, may_skip))
        return move


def holds_for_scripts(sheet: Sheet, case: int, *, skips: float = 0.15) -> None:
    """Play a script as par's search does and by the rules: both must end alike."""
    random = Random(case)
    plan = Plan(sheet)
    script = wild_script(plan, random, skips=random.random() * 2 * skips)
    stage = Stage(plan, list(islice(rolls(case), len(script.turned))))
    outcome = stage.play(script)
    assert outcome is not None
    player = Strict(plan, script)
    game = PlayedGame(plan, player, solo=True)
    play_out([game], case)
    assert player.legal and game.over
    board = board_from(board_json_of(game), sheet)
    assert outcome.total == sum(parts_of(game).values()) == score_of(board, sheet).by_rules.total
    assert outcome.total <= most_points(plan, stage.rolls)
    _spoilt(stage, script, random, case)


def _spoilt(stage: Stage, script: Script, random: Random, case: int) -> None:
    """Swap two clouds, or a cloud and a skip: refused exactly where a game would not allow it."""
    broken = script.copy()
    a, b = random.sample(range(2, len(broken.clouds)), 2)
    broken.clouds[a], broken.clouds[b] = broken.clouds[b], broken.clouds[a]
    player = Strict(stage.plan, broken)
    game = PlayedGame(stage.plan, player, solo=True)
    try:
        play_out([game], case)
    except IndexError:  # the swap left the last dice without a cloud
        player.legal = False
    outcome = stage.play(broken)
    assert (outcome is not None) == player.legal
    if outcome is not None:
        assert outcome.total == sum(parts_of(game).values())


LAWS: dict[str, Callable[[Sheet, int], object]] = {
    "solo games": lambda sheet, case: holds_for_games(sheet, case, solo=True),
    "games of three": lambda sheet, case: holds_for_games(sheet, case, solo=False),
    "first turns": lambda sheet, case: holds_for_games(sheet, case, solo=True, turns=case % 12),
    "many skips": lambda sheet, case: holds_for_games(sheet, case, solo=True, skips=0.5),
    "scripts": holds_for_scripts,
    "scripts with many skips": lambda sheet, case: holds_for_scripts(sheet, case, skips=0.4),
}


def main() -> int:
    """Try the laws on other cases every time, until time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--first", type=int, help="The first case; else by chance.")
    options = parser.parse_args()
    case = chance.randrange(10**9) if options.first is None else options.first
    tried, until = Counter[str](), time.monotonic() + 60 * options.minutes
    while not tried or time.monotonic() < until:
        sheet = load_sheet(SHEETS[case % len(SHEETS)], seed=case // len(SHEETS) % 1000)
        for name, law in LAWS.items():
            try:
                law(sheet, case)
            except AssertionError:
                print(f"{name}: case {case}, sheet {sheet.id}, seed {sheet.seed}", flush=True)
                raise
            tried[name] += 1
        case += 1
    print(", ".join(f"{name}: {n}" for name, n in tried.items()) + "; all laws hold.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
