"""A grading scale: from which share of what can be reached which mark is given."""

from __future__ import annotations

from dataclasses import dataclass

from paperplay.classroom.store import Group
from rules.errors import HostError

_LONGEST = 20
"""Marks on a scale, and letters of a mark."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Marks by the percentage from which on they are given, the highest first."""

    steps: tuple[tuple[float, str], ...]

    @classmethod
    def of(cls, text: str) -> Scale:
        """Read ``90=1, 75=2, 0=6``; ``class-scale`` if it is none."""
        try:
            pairs = [part.split("=") for part in text.split(",")]
            steps = [(float(share), mark.strip()) for share, mark in pairs]
        except ValueError:
            raise HostError("class-scale", scale=text[:60]) from None
        shares = [share for share, _ in steps]
        fine = all(mark and len(mark) <= _LONGEST for _, mark in steps) and len(steps) <= _LONGEST
        if not fine or len(set(shares)) < len(steps) or not all(0 <= s <= 100 for s in shares):
            raise HostError("class-scale", scale=text[:60])
        return cls(tuple(sorted(steps, reverse=True)))

    @classmethod
    def for_class(cls, group: Group, text: str | None = None) -> Scale | None:
        """Give the scale that a call names, else the class's own; None if it has none."""
        text = text or group.scale
        return cls.of(text) if text else None

    def mark_for(self, share: float) -> str:
        """Give the mark for a share from 0 to 1; nothing below the lowest step."""
        percent = round(100 * share, 6)
        return next((mark for least, mark in self.steps if percent >= least), "")


def share_of(points: int | None, par: int | None, answers: tuple[int, int] | None) -> float | None:
    """Say how much was reached: points of par, answers of all, the mean of both; None if unknown.

    A game without par is not marked: what can be reached is not known.
    """
    shares = []
    if points is not None:
        if not par or par < 0:
            return None
        shares.append(min(1.0, max(0.0, points / par)))
    if answers is not None:
        shares.append(answers[0] / answers[1] if answers[1] else 0.0)
    return sum(shares) / len(shares) if shares else None
