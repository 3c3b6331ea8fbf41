"""A number that cannot have been rolled is a question before it is a mistake.

The digit may have been misread. So one is asked about, the one that is most likely to be another;
when the teacher has said that all of them stand there, it is said that they cannot be.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import cast

from rules.daydream.board import DaydreamBoard
from rules.daydream.dice_check import DiceVerdict, check_dice
from scanner.scan import Doubt, Scan
from templates.daydream.load import load_sheet

NOT_ROLLED = "not-rolled"
_LOOKS_LIKE = ("689", "742", "713", "852", "917", "368", "058", "124", "306", "475")
"""What a written 0, 1, 2 … may be instead, the likeliest first."""


def checked_dice(scan: Scan, dice: str) -> DiceVerdict:
    """Compare a sheet with the rolls; nothing is held against what is in doubt."""
    sheet = load_sheet(scan.sheet, seed=scan.code.seed)
    return check_dice(cast(DaydreamBoard, scan.board), sheet, dice, scan.doubtful)


def still_open(found: DiceVerdict, said: Collection[str]) -> list[str]:
    """Name the clouds among which a number cannot have been rolled and nobody has looked at."""
    suspects = [cloud for clouds in found.suspects.values() for cloud in clouds]
    return [cloud for cloud in suspects if cloud not in said]


def asked_about(scan: Scan, found: DiceVerdict, dice: str, said: Collection[str]) -> Scan:
    """Put the likeliest misreading in doubt, unless the teacher has vouched for all of them."""
    suspects = still_open(found, said)
    if not suspects:
        return scan
    cloud = min(suspects, key=lambda each: scan.confidence.get(each, 1.0))
    number = cast(int, scan.values[cloud])
    digits = map(int, _LOOKS_LIKE[number])
    fitting = [n for n in digits if checked_dice(scan.settled(cloud, n), dice).wrong < found.wrong]
    other = fitting[0] if fitting else int(_LOOKS_LIKE[number][0])
    likely = (number, *fitting) if fitting else (number, other)
    return replace(scan, doubts=(*scan.doubts, Doubt(cloud, number, other, NOT_ROLLED, likely)))
