"""Chance that is the same for ever."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def mixed(things: Sequence[T], chance: Random) -> list[T]:
    """Give things in another order, by the one method that Python promises never to change."""
    return sorted(things, key=lambda _: chance.random())
