"""Weigh readings together: how likely is what, by the ink and by what the rules make of it?

A board is as likely as its ink, and less likely with everything on it that breaks the rules.
Elements that break or mend the same thing are weighed as a group, every reading of one with
every reading of the others; groups have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from templates.game import Value, Verdict

JudgeValues = Callable[[Mapping[str, Value]], Verdict]
"""What the rules make of a board on which the elements say this."""
Chances = Mapping[Value, float]

MISTAKE = 0.02
"""How likely a player breaks one tie of the rules."""
SUSPECT = 0.001
"""How likely a mark is overlooked at least, where that would mend a total: pens fade."""
_MOST_BROKEN = 3
"""More broken ties than this count as this many."""
SLIP = 1.65
"""How likely somebody copies just this wrong number, in broken ties, whatever else it breaks."""
_ALIKE = 0.1
"""How likely a digit is misread as another one by the same hand is, if that one is.

Of 173 pairs by unseen hands 6 were.
"""
_NO_DIGIT = 0.5
"""What no digit counts where ink is, in broken ties, however many it breaks."""
_MOST_TOGETHER = 200
"""Boards of one group that are all judged; of more only those that differ at two places."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to read a group of elements."""

    values: tuple[Value, ...]
    weight: float
    moves: bool
    """Whether a total is another one than on the board as it stands."""
    matters: bool
    """Whether anything is: a total, or what the rules find odd."""


@dataclass(frozen=True)
class Group:
    """Elements that are weighed together, and all ways to read them."""

    elements: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    """First the board as it stands."""

    def chances(self, element: str) -> dict[Value, float]:
        """Give the chances of everything that an element can say."""
        at, all_ = self.elements.index(element), sum(each.weight for each in self.outcomes)
        found: dict[Value, float] = {}
        for each in self.outcomes:
            found[each.values[at]] = found.get(each.values[at], 0.0) + each.weight / all_
        return found

    def harm(self, element: str) -> float:
        """Give the chance that an element is misread and that something hangs on it."""
        at, standing = self.elements.index(element), self.outcomes[0].values
        bad = [o.weight for o in self.outcomes if o.matters and o.values[at] != standing[at]]
        return sum(bad) / sum(each.weight for each in self.outcomes)

    def risk(self, asked: Sequence[str] = ()) -> float:
        """Give the chance that this group makes a total wrong, once some are asked about."""
        standing = self.outcomes[0].values
        known = [at for at, element in enumerate(self.elements) if element in asked]
        left = [o for o in self.outcomes if all(o.values[at] == standing[at] for at in known)]
        all_ = sum(each.weight for each in left)
        return sum(each.weight for each in left if each.moves) / all_


class Otherwise(dict[str, Value]):
    """What elements say, where some say something else than on the board as it stands."""

    def __init__(self, standing: Mapping[str, Value], changed: Mapping[str, Value]) -> None:
        """Take the board as it stands and what is changed on it."""
        super().__init__(standing)
        self.update(changed)
        self.standing, self.changed = standing, changed


class Scales:
    """Weighs readings against a board as it stands."""

    def __init__(
        self,
        values: Mapping[str, Value],
        judge: JudgeValues,
        copied: Collection[str] = frozenset(),
    ) -> None:
        """Take the board as it stands, and which elements repeat what stands elsewhere."""
        self.values = values
        self._copied = copied
        self._judge = judge
        self._known: dict[frozenset[tuple[str, Value]], Verdict] = {}
        self.standing = self.verdict({})

    def verdict(self, changed: Mapping[str, Value]) -> Verdict:
        """Judge the board with some elements changed."""
        key = frozenset(changed.items())
        if key not in self._known:
            self._known[key] = self._judge(Otherwise(self.values, changed))
        return self._known[key]

    def suspects(self, changed: Mapping[str, Value]) -> Collection[str]:
        """Name the elements that may mend what is odd with some changed; all if nobody can say."""
        find = getattr(self._judge, "suspects", None)
        return find(Otherwise(self.values, changed)) if find else self.values.keys()

    def groups(self, doubtful: Mapping[str, Chances], open_: frozenset[str]) -> list[Group]:
        """Weigh elements, those together that the rules tie together.

        Args:
            doubtful: What each element can say, what it says on the board among it.
            open_: Elements that may be no digit at all: the rules have no say in that.
        """
        return [
            self._group({element: doubtful[element] for element in names}, open_)
            for names in self._tied(doubtful)
        ]

    def alone(
        self,
        element: str,
        chances: Chances,
        open_: frozenset[str] = frozenset(),
        hidden: Collection[Value] = (),
    ) -> Group:
        """Weigh one element against everything else as it stands.

        Args:
            element: Its name.
            chances: What it can say, what it says on the board among it.
            open_: As for groups.
            hidden: What may stand there unseen; it is suspected where it would mend a total.
        """
        return self._group({element: chances}, open_, hidden)

    def _tied(self, doubtful: Mapping[str, Chances]) -> list[list[str]]:
        """Put elements together that change the same things for the rules."""
        tied: list[tuple[set[object], list[str]]] = []
        for element, chances in doubtful.items():
            touched: set[object] = set()
            for value in chances.keys() - {self.values[element]}:
                verdict = self.verdict({element: value})
                touched |= {key[:2] for key in verdict.problems ^ self.standing.problems}
            same = [each for each in tied if each[0] & touched]
            tied = [each for each in tied if not each[0] & touched]
            names = [name for _, others in same for name in others]
            tied.append((touched.union(*(keys for keys, _ in same)), [*names, element]))
        return [names for _, names in tied]

    def _group(
        self, readings: Mapping[str, Chances], open_: frozenset[str], hidden: Collection[Value] = ()
    ) -> Group:
        names = tuple(readings)
        standing = tuple(self.values[name] for name in names)
        outcomes = [
            self._outcome(dict(zip(names, values, strict=True)), readings, open_, hidden)
            for values in _ways(standing, [list(chances) for chances in readings.values()])
        ]
        return Group(names, tuple(outcomes))

    def _outcome(
        self,
        says: Mapping[str, Value],
        readings: Mapping[str, Chances],
        open_: frozenset[str],
        hidden: Collection[Value],
    ) -> Outcome:
        changed = {n: v for n, v in says.items() if v != self.values[n]}
        if not changed:
            return Outcome(tuple(says.values()), 1.0, False, False)
        verdict, now = self.verdict(changed), self.standing
        moves = verdict.totals != now.totals
        # No digit at all breaks every marked row, which says little about the ink.
        judged = {n: v for n, v in changed.items() if not (v is None and n in open_)}
        is_open = len(judged) < len(changed)
        odd = self.verdict(judged) if is_open else verdict
        broken: float = len(odd.problems) - len(now.problems)
        if is_open:  # but a shadow that is taken for a digit breaks something
            broken = min(broken, len(verdict.problems) - len(now.problems))
        if not is_open and broken and all(n in self._copied for n in changed):
            broken = self._slips(verdict, len(changed))
        unseen = moves and any(value in hidden for value in changed.values())
        if unseen and not broken and verdict.gap < now.gap:
            broken = -1  # one of several marks that are missing
        nothing = _NO_DIGIT if is_open and broken >= 0 else 0.0
        ink = self._ink(changed, readings, open_)
        if unseen and broken < 0:
            ink = max(ink, SUSPECT)
        weight = ink * MISTAKE ** (nothing + max(-_MOST_BROKEN, min(broken, _MOST_BROKEN)))
        return Outcome(tuple(says.values()), weight, moves, verdict != now)

    def _ink(
        self, changed: Mapping[str, Value], readings: Mapping[str, Chances], open_: frozenset[str]
    ) -> float:
        """Say how well ink says this; digits that are misread alike confirm each other little."""
        alike: dict[object, list[float]] = {}
        for name, value in changed.items():
            now = self.values[name]
            kind = (now, value) if name in open_ else name
            alike.setdefault(kind, []).append(readings[name][value] / readings[name][now])
        return prod(
            some[0] if len(some) == 1 else max(prod(some), _ALIKE * min(some))
            for some in alike.values()
        )

    def _slips(self, verdict: Verdict, copies: int) -> float:
        """Count the ties that are broken if copies are others; a total is written by itself."""
        now = self.standing
        totals = len(verdict.contradicted) - len(now.contradicted)
        ties = len(verdict.problems) - len(now.problems) - totals
        if ties < 0 and verdict.problems - now.problems:
            return ties + totals  # something is mended, but a slip is still there
        return SLIP * copies * ((ties > 0) - (ties < 0)) + totals


def _ways(
    standing: tuple[Value, ...], possible: Sequence[Sequence[Value]]
) -> Iterator[tuple[Value, ...]]:
    """Yield every way to read elements, first as they stand; of too many those nearest to it."""
    yield standing
    others = [
        [v for v in values if v != now] for now, values in zip(standing, possible, strict=True)
    ]
    if prod(len(values) + 1 for values in others) <= _MOST_TOGETHER:
        every = product(*([now, *values] for now, values in zip(standing, others, strict=True)))
        yield from (way for way in every if way != standing)
        return
    for count in (1, 2):
        for places in combinations(range(len(standing)), count):
            for values in product(*(others[place] for place in places)):
                way = list(standing)
                for place, value in zip(places, values, strict=True):
                    way[place] = value
                yield tuple(way)
