"""Two ways to play, the same on every sheet: a careless player and a careful one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from rules.daydream.game import EMPTY, SUN, Move, PlayedGame, Player, mark_of_code
from rules.daydream.plan import BASE, Plan


class Careless:
    """Writes the dice as they fall into any cloud that is allowed."""

    def __init__(self, plan: Plan, random: Random) -> None:
        """Take the source of chance from outside."""
        self._random = random
        self._clouds = range(len(plan.sheet.clouds))

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Choose any two clouds."""
        first, second = self._random.sample(self._clouds, 2)
        return first, second

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Write any die into any cloud."""
        die = self._random.choice(dice)
        return Move(die, self._random.choice(sorted(game.frontier)), die)

    def wants_line(self, game: PlayedGame) -> bool:
        """Choose by chance."""
        return self._random.random() < 0.5

    def order(self, game: PlayedGame, rows: list[int]) -> list[int]:
        """Take the rows as they come."""
        return rows


LINE_CHANCE = 0.45
"""How likely a careful player finds a certain number of the dice for a certain cloud."""
LEAF_CHANCE = 0.12
"""The same for 0, 7, 8 and 9, which need leaves."""
CHOICE = 1.9
"""How much choosing where to write helps against a number that would be a repetition."""
LEAF_PRICE = 0.9
"""What a leaf is worth, in lines."""
MOST_LEAVES = 2
"""More leaves than this are not spent on one die."""


class Careful:
    """Weighs every cloud for every number and takes the best, one die at a time.

    A row is worth the lines that it can still be expected to bring; a move is
    worth what it changes, in the rows and in what the combination adds, less
    the leaves that it spends. Points are weighed as the lines of one object.
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        """Weigh lines by the sheet: how long objects are, how far suns stand apart."""
        sheet = plan.sheet
        self._plan = plan
        self._random = random
        suns = sum(sum(thing.suns[1:]) + thing.closed for thing in sheet.objects)
        self._reach = plan.segments / max(suns, 1)
        """How many segments a line to the next sun covers."""
        self._point = plan.segments / len(sheet.objects)
        """How many lines a point is worth."""
        self._suns = frozenset({0, *plan.next_sun})
        self._value = _row_values(round(self._reach, 3))
        path = max(sheet.path_lines, 1)
        self._star = plan.stars_by_line[-1] / path
        self._special = bool(sheet.polaroids or sheet.notes or sheet.frames or sheet.chain) or bool(
            sheet.constellation
        )

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Choose two clouds far from each other that are worth the numbers."""
        clouds = range(len(game.numbers))
        first = max(clouds, key=lambda c: (self._gain(game, c, roll[0]), self._random.random()))
        near = {first, *self._plan.touches[first]}
        apart = [c for c in clouds if c not in near]
        second = max(apart, key=lambda c: (self._gain(game, c, roll[1]), self._random.random()))
        return first, second

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Choose the best of all moves with one of the dice."""
        best, best_gain = None, -1e9
        leaves = min(game.ready, MOST_LEAVES)
        for die in set(dice):
            for number in range(max(0, die - leaves), min(9, die + leaves) + 1):
                price = LEAF_PRICE * abs(number - die)
                for cloud in game.frontier:
                    gain = self._gain(game, cloud, number) - price
                    if gain > best_gain:
                        best, best_gain = Move(die, cloud, number), gain
        assert best is not None
        if may_skip and game.blank and best_gain < LEAF_PRICE - self._thorn(game):
            return Move(max(dice), -1, max(dice))
        return best

    def _thorn(self, game: PlayedGame) -> float:
        return self._point / 2 if game.solo else 1.0

    def wants_line(self, game: PlayedGame) -> bool:
        """Take the line, unless it is short and leaves are scarce."""
        reach = self._plan.next_sun[game.drawn] - game.drawn
        return reach >= 2 or game.ready >= 2 or not game.blank

    def order(self, game: PlayedGame, rows: list[int]) -> list[int]:
        """Draw to the suns first from a sun, else last."""
        on_sun = game.drawn in self._suns
        return sorted(rows, key=lambda r: (mark_of_code(game.codes[r]) == SUN) != on_sun)

    def _gain(self, game: PlayedGame, cloud: int, number: int) -> float:
        gain = 0.0
        value = self._value
        codes = game.codes
        for row, weight, length in self._plan.seats[cloud]:
            code = codes[row]
            gain += value[length, code + (number + 1) * weight] - value[length, code]
        if self._special:
            gain += self._extra(game, cloud, number)
        return gain

    def _extra(self, game: PlayedGame, cloud: int, number: int) -> float:
        """What the combination's own rules make of a number, in lines."""
        plan = self._plan
        points = 0.0
        if cloud in plan.star_clouds:
            points += (number - 4) * self._star
        if cloud in plan.moon_clouds:
            points += self._chain_points(game, number)
        for place, star in plan.polaroids:
            if place == cloud:
                points += self._polaroid_points(game, number, star)
        for note in plan.notes_of[cloud]:
            points += self._note_points(game, plan.notes[note], number)
        family = plan.family_of[cloud]
        if family is not None:
            points += 0.6 / game.family_left[family]
        return points * self._point

    def _chain_points(self, game: PlayedGame, number: int) -> float:
        links = self._plan.sheet.chain
        if len(game.chain) >= len(links):
            return 0.0
        link = links[len(game.chain)].link or 0
        equal = game.chain and game.chain[-1] == number
        # An unequal number forgoes a link that patience could have won.
        return 0.75 * link if equal else -0.25 * link

    def _polaroid_points(self, game: PlayedGame, number: int, star: bool) -> float:
        if self._plan.sheet.polaroid_rule == "difference":
            return (number - 4.5) if star else (2.5 - number)
        seen = {game.numbers[place] for place, _ in self._plan.polaroids}
        return -0.7 if number in seen else 0.3

    def _note_points(self, game: PlayedGame, clouds: tuple[int, ...], number: int) -> float:
        written = [game.numbers[c] for c in clouds if game.numbers[c] != EMPTY]
        if not written:
            return 0.0
        if number in written:
            return 0.8 if written.count(number) == 1 else 0.6
        return -0.35 if len(clouds) == 2 else -0.15


class _RowValues(dict[tuple[int, int], float]):
    """The lines that a row in some state can be expected to bring, worked out when asked for."""

    def __init__(self, reach: float) -> None:
        self._reach = reach

    def __missing__(self, key: tuple[int, int]) -> float:
        length, code = key
        self[key] = value = _row_value(length, code, self._reach)
        return value


@cache
def _row_values(reach: float) -> _RowValues:
    return _RowValues(reach)


def _row_value(length: int, code: int, reach: float) -> float:
    numbers: list[int | None] = []
    for _ in range(length):
        code, digit = divmod(code, BASE)
        numbers.append(digit - 1 if digit else None)
    written = [n for n in numbers if n is not None]
    if len(set(written)) < len(written):
        return 0.0
    sun = _sun_chance(numbers)
    different = _difference_chance(written, length - len(written))
    return length * (max(different - sun, 0.0) + sun * reach)


def _difference_chance(written: Sequence[int], empty: int) -> float:
    """How likely the rest of a row will differ from what is written, and within itself."""
    used = sum(1 <= n <= 6 for n in written)
    chance = 1.0
    for more in range(empty):
        bad = min((used + more) / 6, 0.95)
        chance *= 1 - bad**CHOICE
    return chance


def _sun_chance(numbers: Sequence[int | None]) -> float:
    """How likely a row becomes consecutive, over all ways in which it still can."""
    length = len(numbers)
    miss = 1.0
    for step in (1, -1):
        for first in range(10):
            if not 0 <= first + step * (length - 1) <= 9:
                continue
            miss *= 1 - _way_chance(numbers, first, step)
    return 1 - miss


def _way_chance(numbers: Sequence[int | None], first: int, step: int) -> float:
    chance = 1.0
    for place, number in enumerate(numbers):
        wanted = first + step * place
        if number is None:
            chance *= LINE_CHANCE if 1 <= wanted <= 6 else LEAF_CHANCE
        elif number != wanted:
            return 0.0
    return chance


POLICIES: dict[str, type[Careless] | type[Careful]] = {"careless": Careless, "careful": Careful}


def player_of(policy: str, plan: Plan, random: Random) -> Player:
    """Make a player that follows a policy."""
    return POLICIES[policy](plan, random)
