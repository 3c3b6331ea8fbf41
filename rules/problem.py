"""What is odd about a board of any game: a code and facts; the words come last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a person should look at, and where it is on the sheet."""

    element: str
    """An element's name, or the part of the board, such as ``objects`` or ``total``."""
    code: StrEnum
    facts: Mapping[str, object]
    """``reason``, where there is one, picks the sentence of this code; the others fill its gaps."""


def problem(element: str, code: StrEnum, reason: str | None = None, **facts: object) -> Problem:
    """Make a problem; its reason is one of its facts."""
    return Problem(element, code, {"reason": reason, **facts})
