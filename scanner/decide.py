"""Decide doubtful elements together with what the rules tie them to.

A polaroid repeats its cloud, a row's symbol follows from its numbers, the total from
everything: a reading that contradicts the rules is less likely, because most players
make few mistakes. But they do make some: ink that is clear is never overruled, and a
contradiction between clear readings is the player's and is reported as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from scanner.reading import Reading, Value, normalised

Judge = Callable[[Mapping[str, Value]], int]
"""Counts what contradicts the rules if the elements say this."""

CLEAR = 0.985
"""From this chance on, ink is clear: the rules are not asked."""
MISTAKE = 0.02
"""How likely a player breaks one tie of the rules."""
_LEAST = 0.004
"""Readings less likely than this are not considered."""
_MOST_CANDIDATES = 3
_MOST_DOUBTFUL = 24
_SWEEPS = 3


def decide(readings: Mapping[str, Reading], judge: Judge) -> dict[str, Reading]:
    """Weigh the readings of doubtful elements by what the rules make of them.

    Args:
        readings: What was read, element by element.
        judge: The rules of the game.

    Returns:
        The same elements; doubtful ones with the chances that ink and rules give together.
    """
    decided = dict(readings)
    doubtful = sorted(
        (e for e, r in readings.items() if r.confidence < CLEAR),
        key=lambda e: -readings[e].confidence,
    )
    # A page full of doubt is not settled by rules: it goes to a person as it is.
    if not doubtful or len(doubtful) > _MOST_DOUBTFUL:
        return decided
    values = {element: reading.guess for element, reading in decided.items()}
    for _ in range(_SWEEPS):
        before = dict(values)
        for element in doubtful:
            decided[element] = _weighed(readings[element], values, judge)
            values[element] = decided[element].guess
        if values == before:
            break
    return {e: _checked(readings[e], r) if e in doubtful else r for e, r in decided.items()}


def _weighed(reading: Reading, values: Mapping[str, Value], judge: Judge) -> Reading:
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
