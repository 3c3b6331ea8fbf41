"""Ranks: the strongest first, and equal ones share a rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


def by_strength(strengths: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Give rank and place in the list, the strongest first; after equal ones ranks are skipped."""
    rank = 0
    order = sorted(range(len(strengths)), key=strengths.__getitem__, reverse=True)
    for count, place in enumerate(order, start=1):
        if count == 1 or strengths[place] != strengths[order[count - 2]]:
            rank = count
        yield rank, place
