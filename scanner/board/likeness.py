"""How much a board is like itself elsewhere: a bare grid may be taken for itself one cell off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scanner.board.features import Features, features_of
from scanner.pictures import PX_PER_MM, Floats, Grey
from templates.board.shelf import Board

_LIKE_ITSELF = 0.3
"""From this share of its features on, a board fits itself elsewhere too well to be trusted."""
_ELSEWHERE = 6.0
"""How far elsewhere begins, mm."""
_EQUAL = 0.85
"""How much features look like each other that are the same but for their place."""
_SPARSE = 4
"""One feature in so many is looked for elsewhere."""


def likeness(blank: Grey) -> float:
    """How much of a board fits itself elsewhere: a bare grid may be read one cell off."""
    found = features_of(blank)
    found = replace(found, at=found.at / PX_PER_MM, pixel=found.pixel / PX_PER_MM)
    if len(found) < 8:
        return 1.0
    some = sparse(found)
    alike = (_alike(some, found, some.at + step) for step in steps(found))
    return max(alike, default=0) / len(some)


def sparse(found: Features) -> Features:
    """Leave most features out, weak and strong ones alike."""
    return found.those(np.arange(len(found)) % _SPARSE == 0)


def steps(found: Features) -> list[tuple[float, float]]:
    """Give the ways, mm, by which most features of a board look like others of it."""
    some = sparse(found)
    one, other = np.nonzero(some.looks @ found.looks.T > _EQUAL)
    moves = found.at[other] - some.at[one]
    moves = moves[np.linalg.norm(moves, axis=1) > _ELSEWHERE]
    # Of all pairs of equal things those side by side are the most.
    ways, often = np.unique(np.round(moves / 2) * 2, axis=0, return_counts=True)
    return [(float(x), float(y)) for x, y in ways[np.argsort(-often, kind="stable")[:6]]]


def _alike(some: Features, found: Features, moved: Floats) -> int:
    """How many features have one that looks the same where they would be."""
    near = np.linalg.norm(moved[:, None] - found.at[None], axis=2) < 2.5
    likes = np.where(near, some.looks @ found.looks.T, -1)
    return int(np.count_nonzero(likes.max(axis=1) > _EQUAL))


def is_repeating(board: Board) -> bool:
    """Whether a board is so much like itself elsewhere that stickers are advised."""
    return board.likeness > _LIKE_ITSELF
