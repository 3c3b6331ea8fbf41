"""What one hand writes it writes alike: digits that are misread together, and confirm each other.

No single digit mends what such a habit breaks, and where a number is written twice, in a cloud and
in a polaroid, both say the same wrong thing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from scanner.reading import Reading
from scanner.weigh import MISTAKE, Group, Outcome, Scales
from templates.game import Value

HABIT, _MOST_LIKE = 1e-3, 2
"""How often a hand writes all of a digit like another one and is believed; which are tried.

Of 941 sheets of unseen hands 4 have a digit that is misread and believed, alone or with others.
"""
ALIKE = 0.5
"""How likely a number is misread as its copy is, if that one is and nothing else tells.

Of 173 pairs of digits by unseen hands 6 were, but some people write one shape only.
"""
_LEAN, _BOTH = 5e-4, 0.003
"""If both leave so much to the same other number, they are it so likely at least.

Of 25,398 pairs of equal digits by unseen hands 204 lean alike, none of them misread: no more than
0.015 with 95 %. So few pairs cost hardly a question.
"""
_LEAST_LIKE = 1e-4
"""Another value that the ink of either leaves less to is not considered; clear ink leaves that."""
_DIGIT = "digit-doubtful"
_DIGITS = frozenset((None, *range(10)))

Digits = Mapping[Value, Sequence[Reading]]


def misread_together(inked: Mapping[str, Reading], scales: Scales) -> list[Group]:
    """Weigh what one hand's digits may be instead, several of them at once."""
    same: dict[Value, list[Reading]] = defaultdict(list)
    for element, reading in inked.items():
        if reading.doubt == _DIGIT and reading.chances.keys() <= _DIGITS:
            same[scales.values[element]].append(reading)
    same.pop(None, None)
    return [*_habits(same, scales), *_copies(same, scales)]


def _habits(same: Digits, scales: Scales) -> Iterator[Group]:
    """Weigh whether somebody writes all digits of one value as others write another one.

    No single digit of theirs mends what that breaks, such as leaves that nobody has filled.
    """
    now = scales.standing
    suspects = scales.suspects({}) if now.problems else ()
    for value, readings in same.items():
        if len(readings) < 2 or not any(r.element in suspects for r in readings):
            continue
        like = {v: sum(r.chances.get(v, 0.0) for r in readings) for v in range(10) if v != value}
        outcomes = [Outcome((value,) * len(readings), 1.0, False, False)]
        for other in sorted(like, key=lambda v: -like[v])[:_MOST_LIKE]:
            verdict = scales.verdict({r.element: other for r in readings})
            mended = len(now.problems) - len(verdict.problems)
            if mended > 0 and verdict.totals != now.totals:
                weight = HABIT * MISTAKE**-mended
                outcomes.append(Outcome((other,) * len(readings), weight, True, True))
        if len(outcomes) > 1:
            yield Group(tuple(r.element for r in readings), tuple(outcomes))


def _copies(same: Digits, scales: Scales) -> Iterator[Group]:
    """Weigh whether a number and its copy are both another one, on which a total hangs.

    Perhaps all that look like it are, or else they would break what these do not.
    """
    for value, readings in same.items():
        for other in (v for v in range(10) if v != value):
            like = {r.element: r.chances.get(other, 0.0) / r.chances[value] for r in readings}
            some = [r for r in readings if like[r.element] >= _LEAST_LIKE]
            for pair in _pairs(some, other, scales):
                least = min(like[name] for name in pair)
                alike = tuple(r.element for r in some if like[r.element] >= least)
                for names in dict.fromkeys((pair, alike)):
                    yield from _otherwise(names, value, other, least, scales)


def _pairs(readings: Sequence[Reading], other: int, scales: Scales) -> Iterator[tuple[str, ...]]:
    """Yield copies that would be wrong as another digit, each with the number that mends it."""
    for copy in (reading for reading in readings if reading.copied):
        broken = scales.verdict({copy.element: other}).problems - scales.standing.problems
        suspects = scales.suspects({copy.element: other}) if broken else ()
        for number in (r for r in readings if not r.copied and r.element in suspects):
            pair = (number.element, copy.element)
            if broken - scales.verdict(dict.fromkeys(pair, other)).problems:
                yield pair


def _otherwise(
    names: tuple[str, ...], value: Value, other: Value, like: float, scales: Scales
) -> Iterator[Group]:
    verdict = scales.verdict(dict.fromkeys(names, other))
    if verdict.totals != scales.standing.totals:
        broken = len(verdict.problems) - len(scales.standing.problems)
        ink = max(ALIKE * like, _BOTH if like >= _LEAN else 0.0)
        weight = ink * MISTAKE ** max(broken, -1)
        standing = Outcome((value,) * len(names), 1.0, False, False)
        yield Group(names, (standing, Outcome((other,) * len(names), weight, True, True)))
