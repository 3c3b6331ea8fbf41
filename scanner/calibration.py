"""What the readers' chances are worth: how often elements that look so sure are misread."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from scanner.reading import Reading

Curve = Sequence[tuple[float, float]]
"""From what a reader leaves to other readings to how often it is wrong there."""

_DIGIT: Curve = ((1e-4, 1e-4), (1e-3, 1e-3), (4e-3, 8e-3), (5e-3, 0.02), (0.03, 0.03), (0.1, 0.1))
_MARK: Curve = ((1e-4, 3e-5), (2e-3, 3e-4), (0.01, 0.01), (0.05, 0.04), (0.2, 0.15), (0.3, 0.3))
_LINE: Curve = ((2.5e-3, 1e-4), (5e-3, 5e-3), (0.02, 0.04), (0.1, 0.25), (0.3, 0.35))
_COUNT: Curve = ((0.01, 1e-3), (0.02, 0.02), (0.05, 0.2), (0.3, 0.5))
MARK = "mark-faint"
_NO_DIGIT: Curve = ((1e-3, 1e-6), (0.09, 0.008), (0.12, 0.12))
"""The same for no digit where a digit was read: odd ink is seldom nothing."""
DIGIT = "digit-doubtful"
WORTH = {
    DIGIT: _DIGIT,
    MARK: _MARK,
    "line-doubtful": _LINE,
    "count-doubtful": _COUNT,
}
"""By the kind of doubt; beyond its ends a curve is flat, or as the reader says."""
BARE = 1e-6
"""How often a mark is there where no trace of any pen is; the reader leaves nothing then."""
_EVENLY = 0.003
"""How far a misreading may be anything, and not what the ink likes second best."""


def calibrated(reading: Reading) -> Reading:
    """Give other readings the share that they were found to have, however clear the ink is."""
    others = dict(reading.chances)
    del others[reading.guess]
    if not others:
        return reading
    nothing = 0.0
    if reading.doubt == DIGIT and not reading.why and None in others and len(others) > 1:
        # That odd ink may be no digit says little about which one it is, if it is one.
        left_out = others.pop(None)
        nothing = worth(left_out, _NO_DIGIT)
        others = {v: chance / (1 - left_out) for v, chance in others.items()}
    left = sum(others.values())
    is_bare = not left and not reading.guess and reading.doubt == MARK
    wrong = BARE if is_bare else worth(left, WORTH[reading.doubt])
    # The likeliest of the others stays so, but what the ink excludes is not impossible.
    like = {v: (chance / left if left else 0.0) + _EVENLY for v, chance in others.items()}
    share = (1 - nothing) * wrong / sum(like.values())
    chances = {v: share * each for v, each in like.items()}
    if nothing:
        chances[None] = nothing
    return reading.saying({reading.guess: 1 - sum(chances.values()), **chances})


def worth(left: float, curve: Curve) -> float:
    """Say how often a reading is wrong that leaves this much to others."""
    if left <= curve[0][0]:
        return curve[0][1]
    for (low, wrong), (high, more) in zip(curve, curve[1:], strict=False):
        if left <= high:
            along = log(left / low) / log(high / low)
            return exp(log(wrong) + along * log(more / wrong))
    return max(left, curve[-1][1])
