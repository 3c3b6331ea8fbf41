"""Two photos of one sheet make one reading: what one does not show is taken from the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from scanner.scan import CONTRADICTED, Doubt, Scan
from scanner.unseen import UNSEEN

DIFFER = "photos-differ"
_EITHER = 0.5
"""The chance that a total is wrong where two photos are sure of different things."""
_DIGIT, _CLEAR = "digit-doubtful", 0.9
"""A written total that was so clear by itself is no question if the whole sheet gives it."""


def joined(best: Scan, other: Scan) -> Scan:
    """Complete a reading by another photo of the same sheet; where they differ, ask.

    Both read the same ink, so agreement settles a doubt only where one of them was sure.
    """
    values, sure = dict(best.values), dict(best.confidence)
    doubts = {doubt.element: doubt for doubt in best.doubts}
    others = {doubt.element: doubt for doubt in other.doubts}
    filled = False
    for element, value in other.values.items():
        mine, theirs = doubts.get(element), others.get(element)
        if theirs and theirs.why == UNSEEN:
            continue
        if mine and mine.why == UNSEEN:
            filled = True
            values[element], sure[element] = value, other.confidence.get(element, 1.0)
            doubts.pop(element)
            if theirs:
                doubts[element] = theirs
        elif value == values[element]:
            if mine and not theirs:
                del doubts[element]
                sure[element] = max(sure.get(element, 0.0), other.confidence.get(element, 0.0))
        elif not theirs:
            likely = (values[element], value)
            doubts[element] = mine or Doubt(element, *likely, DIFFER, likely, _EITHER)
    judge = best.game.judge
    pairs = zip_longest(best.board.names, other.board.names, fillvalue="")
    whole = replace(
        best,
        ink=judge.board_of(values, best.layout).named([one or another for one, another in pairs]),
        confidence=sure,
        doubts=tuple(doubts.values()),
        rest=1 - (1 - best.rest) * (1 - other.rest) if filled else best.rest,
        pictures={**other.pictures, **best.pictures},
        joined=(*best.joined, other.file),
    )
    return replace(whole, doubts=tuple(_with_evidence(whole))) if filled else whole


def _with_evidence(scan: Scan) -> Iterator[Doubt]:
    """Compare written totals with the whole sheet: neither photo alone showed all that counts."""
    for doubt in scan.doubts:
        against = scan.contradiction(doubt.element)
        clear = doubt.why == _DIGIT and scan.confidence.get(doubt.element, 0.0) >= _CLEAR
        if against or not (doubt.why == CONTRADICTED or (clear and _is_confirmed(doubt, scan))):
            yield doubt
    for problem in () if scan.has_task else scan.score.problems:
        if problem.code == "total" and problem.element not in scan.doubtful:
            written = scan.values[problem.element]
            yield Doubt(problem.element, written, None, CONTRADICTED, (written,))


def _is_confirmed(doubt: Doubt, scan: Scan) -> bool:
    """Whether it is a written total, and the sheet speaks against the other reading of it."""
    return scan.settled(doubt.element, doubt.other).contradiction(doubt.element) is not None
