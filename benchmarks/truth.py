"""The kinds of elements that results are grouped by."""

from __future__ import annotations

_KINDS = {
    "c": "cloud",
    "r": "row",
    "o": "object",
    "b": "bonus",
    "l": "leaf",
    "p": "polaroid",
    "s": "star",
    "n": "note",
    "m": "moon",
    "f": "frame",
}
DIGITS = frozenset({"cloud", "polaroid.value", "moon.value"})
"""The kinds that are numbers; all others but the total are marks."""


def kind_of(element: str) -> str:
    """Name an element's kind, to group results."""
    if element in ("thorns", "solo", "total", "constellation.lines"):
        return element
    kind = _KINDS[element[0]]
    return f"{kind}.{element.partition('.')[2]}" if kind in ("polaroid", "moon") else kind


def score_sheet_kind(element: str) -> str:
    """Name an element's kind, to group results: ``r3.vote.2`` is a ``vote``."""
    first, *rest = element.split(".")
    return rest[0] if first.startswith("r") and rest else first
