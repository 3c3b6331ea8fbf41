"""Two photos of one sheet make one reading: what one does not show is taken from the other."""

from __future__ import annotations

from dataclasses import replace

from scanner.scan import Doubt, Scan

UNSEEN = "unseen"
"""Why an element is asked about whose place a photo does not show."""
DIFFER = "photos-differ"


def joined(best: Scan, other: Scan) -> Scan:
    """Complete a reading by another photo of the same sheet; where they differ, ask.

    Both read the same ink, so agreement settles a doubt only where one of them was sure.
    """
    values, sure = dict(best.values), dict(best.confidence)
    doubts = {doubt.element: doubt for doubt in best.doubts}
    others = {doubt.element: doubt for doubt in other.doubts}
    for element, value in other.values.items():
        mine, theirs = doubts.get(element), others.get(element)
        if theirs and theirs.why == UNSEEN:
            continue
        if mine and mine.why == UNSEEN:
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
            doubts[element] = mine or Doubt(element, *likely, DIFFER, likely)
    judge = best.game.judge
    return replace(
        best,
        ink=judge.board_of(values, best.layout).named(best.board.names),
        confidence=sure,
        doubts=tuple(doubts.values()),
        pictures={**other.pictures, **best.pictures},
        joined=(*best.joined, other.file),
    )
