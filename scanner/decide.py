"""Decide doubtful elements together with what the rules tie them to.

A polaroid repeats its cloud, a row's symbol follows from its numbers, the total from
everything: a reading that contradicts the rules is less likely, because most players
make few mistakes. But they do make some: ink that is clear is never overruled, and a
contradiction between clear readings is the player's and is reported as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from scanner.reading import Reading, normalised
from templates.game import Value

CountProblems = Callable[[Mapping[str, Value]], int]
"""Counts what contradicts the rules if the elements say this."""

CLEAR = 0.995
"""From this chance on, ink is clear: the rules are not asked."""
MISTAKE = 0.02
"""How likely a player breaks one tie of the rules."""
_LEAST = 0.004
"""Readings less likely than this are not considered."""
_SOFTER = 0.4
"""The power to which chances are raised where ink is no proper mark."""
_SUSPECT = 0.0003
"""From this chance on another reading is possible."""
_MOST_SUSPECTS = 16
_MOST_CANDIDATES = 3
_MOST_DOUBTFUL = 24
_SWEEPS = 3


def decide(readings: Mapping[str, Reading], judge: CountProblems) -> dict[str, Reading]:
    """Weigh doubtful readings by ink and by what the rules make of them; others stay the same."""
    judge = _remembering(judge)
    decided = {element: _open(reading) for element, reading in readings.items()}
    doubtful = sorted(
        (e for e, r in decided.items() if r.confidence < CLEAR),
        key=lambda e: -decided[e].confidence,
    )
    values = {element: reading.guess for element, reading in decided.items()}
    # A page full of doubt is not settled by rules: it goes to a person as it is.
    if len(doubtful) > _MOST_DOUBTFUL:
        return dict(readings)
    weighed = dict(decided)
    for _ in range(_SWEEPS if doubtful else 0):
        before = dict(values)
        for element in doubtful:
            weighed[element] = _weighed(decided[element], values, judge)
            values[element] = weighed[element].guess
        if values == before:
            break
    checked = {e: _checked(readings[e], r) if e in doubtful else r for e, r in weighed.items()}
    return _with_suspects(checked, values, judge)


def _remembering(judge: CountProblems) -> CountProblems:
    """CountProblems the same values once: every doubtful element asks about what stands now."""
    known: dict[tuple[Value, ...], int] = {}

    def remembered(values: Mapping[str, Value]) -> int:
        key = tuple(values.values())  # of the same elements in the same order
        if key not in known:
            known[key] = judge(values)
        return known[key]

    return remembered


def _open(reading: Reading) -> Reading:
    """Let the rules have more say about ink that is no proper mark, such as a corrected digit."""
    if not reading.why:
        return reading
    softened = {value: chance**_SOFTER for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(softened))


def _with_suspects(
    readings: dict[str, Reading], values: Mapping[str, Value], judge: CountProblems
) -> dict[str, Reading]:
    """Ask about clear readings that contradict the rules where another one would not.

    They are not overruled: it may well be the player's mistake. But a misread digit
    would look just like it, so that a person should look.
    """
    broken = judge(values)
    if not broken:
        return readings
    possible = sorted(
        (e for e, r in readings.items() if not r.why and r.chances.get(r.runner_up, 0) >= _SUSPECT),
        key=lambda e: -readings[e].chances[readings[e].runner_up],
    )
    for element in possible[:_MOST_SUSPECTS]:
        reading = readings[element]
        if judge({**values, element: reading.runner_up}) < broken:
            readings[element] = replace(reading, why="rules-disagree")
    return readings


def _weighed(reading: Reading, values: Mapping[str, Value], judge: CountProblems) -> Reading:
    likely = sorted(reading.chances, key=lambda value: -reading.chances[value])
    likely = [v for v in likely if reading.chances[v] >= _LEAST][:_MOST_CANDIDATES]
    if len(likely) < 2:
        return reading
    broken = {value: judge({**values, reading.element: value}) for value in likely}
    fewest = min(broken.values())
    weights: dict[Value, float] = {
        value: chance * MISTAKE ** min(broken.get(value, fewest + 2) - fewest, 3)
        for value, chance in reading.chances.items()
    }
    return replace(reading, chances=normalised(weights))


def _checked(before: Reading, after: Reading) -> Reading:
    """Ask a person where the rules would have it otherwise than the ink."""
    if after.guess == before.guess or before.confidence < 0.8:
        return after
    return replace(after, why=after.why or "rules-disagree")
