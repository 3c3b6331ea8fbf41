"""Whether two photos show the same sheet, as far as code and ink can tell."""

from __future__ import annotations

from enum import Enum, auto

from scanner.scan import Scan

SAME_INK = 0.75
"""Two photos show one sheet if they agree on this share of the numbers that were written.

Photos of one sheet agree on all that is not in doubt, two players' sheets on few clouds.
Other marks tell less: everybody finishes the same objects first.
"""
ENOUGH = 6
"""So many written numbers have to agree before photos are put together unasked."""


class Likeness(Enum):
    """What two photos have to do with each other."""

    SAME = auto()
    PERHAPS = auto()
    """Nothing speaks against it, but they show too little in common: a person has to say."""
    OTHER = auto()


def likeness(one: Scan, other: Scan) -> Likeness:
    """Say whether two scans show the same piece of paper, as far as code and ink can tell."""
    # Two pupils with photocopies of one task may well have the same answers.
    is_named = bool(one.code.class_mark and one.code.copy)
    if one.code != other.code or (one.has_task and not is_named):
        return Likeness.OTHER
    if not one.game.for_table and _have_other_digits(one, other):
        return Likeness.OTHER
    unsure = {*one.doubtful, *other.doubtful}
    touched = (one.touched.keys() | other.touched.keys()) - unsure
    digits = {element for element, _ in one.digits | other.digits} - unsure
    telling = touched if one.game.for_table else digits or touched
    agree = sum(one.values[element] == other.values[element] for element in telling)
    if agree < SAME_INK * len(telling):
        return Likeness.OTHER
    # A class has one sheet of each number.
    enough = agree >= ENOUGH and (digits or one.game.for_table)
    return Likeness.SAME if is_named or enough else Likeness.PERHAPS


def _have_other_digits(one: Scan, other: Scan) -> bool:
    """Say at a glance that the numbers differ: every photo of a pile is compared with every other.

    As many agree as have one value in both, at most; as many tell something as one of them has,
    without all that is in doubt, at least.
    """
    agree = len(one.digits & other.digits)
    least = max(len(one.digits), len(other.digits)) - len(one.doubts) - len(other.doubts)
    return agree < SAME_INK * least
