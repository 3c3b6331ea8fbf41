"""Learn an empty board from several photos: one flat picture of what they agree on.

The first photo, whose corners are known, is laid flat panel by panel. The others are registered
to it as photos of games will be, so that whatever bends a lens or a board is the same for all.
Glare only ever brightens, and is elsewhere in each photo: the lower middle of them is the print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import HostError
from scanner.board.blank import as_png
from scanner.board.features import CLOSER, SIDE, features_of
from scanner.board.find import registered
from scanner.board.flatten import fitted
from scanner.board.hinged import PanelView
from scanner.board.likeness import likeness
from scanner.page.tags import find_stickers
from scanner.page.warp import Warp, page_nodes
from scanner.pictures import PX_PER_MM, Grey
from templates.board.marks import Marks
from templates.board.shelf import Board, draft, drop
from templates.games import all_sheets
from templates.geometry import Box

FEWEST, ENOUGH, MOST = 1, 3, 8
"""Photos; with fewer than three glare that lies in one of them may stay."""
_BURNT = 250
"""From this tone on a pixel shows nothing but light."""
_GLARE = 9
"""Glare is wider than this, px."""
_DISAGREE = 45
"""By how much two photos differ, once blurred, where they do not show the same."""
_PATCH = 8.0
"""How large a part is that is told of, mm."""
_PAPER = 250
"""The tone that the lightest paper gets."""
_LEAST_FIT = 0.6
"""The share of the print that another photo of the same board has where the first has it."""
Corners = Sequence[tuple[float, float]]
"""Around the board from its top left, clockwise, those at folds among them, px."""


@dataclass(frozen=True)
class Taught:
    """What was learned."""

    board: Board
    blank: Grey
    unclear: tuple[Box, ...]
    """Parts that no two photos agree on, mm."""
    refused: tuple[int, ...]
    """The numbers of photos that do not show the same board, from 0."""
    stickers: int = 0
    """How many stickers were on it."""


def teach(photos: Sequence[Grey], board: Board, corners: Corners) -> Taught:
    """Learn a board of which name, size and folds are known.

    Raises:
        HostError: ``board-photos``, ``board-corners``, or ``board-apart`` if the photos do not
            show the same board.
    """
    if not FEWEST <= len(photos) <= MOST:
        raise HostError("board-photos", n=len(photos), fewest=FEWEST, most=MOST)
    view = view_by(corners, board)
    first = _laid(photos[0], board, view)
    flats, refused = [first], []
    plain = draft(replace(board, marks=Marks(game=all_sheets()[0])), as_png(first))
    try:
        for number, photo in enumerate(photos[1:], 1):
            flat = _registered(photo, plain)
            if flat is None:
                refused.append(number)
            else:
                flats.append(flat)
    finally:
        drop(plain)
    if len(photos) > 1 and len(flats) == 1:
        raise HostError("board-apart", n=len(photos))
    blank, unclear = agreed(flats)
    learned = replace(board, photos=len(flats))
    learned = replace(learned, likeness=likeness(blank))
    return Taught(learned, blank, unclear, tuple(refused), len(find_stickers(blank)))


def view_by(corners: Corners, board: Board) -> PanelView:
    """Lay every panel between its four corners."""
    edges = (0.0, *board.folds, board.size[0])
    if len(corners) != 2 * len(edges):
        raise HostError("board-corners", n=len(corners), wanted=2 * len(edges))
    above, below = np.array(corners[: len(edges)]), np.array(corners[len(edges) :])[::-1]
    planes = []
    for (left, right), panel in zip(pairwise(edges), range(len(edges) - 1), strict=True):
        high = board.size[1]
        flat = np.array([(left, 0), (right, 0), (right, high), (left, high)], np.float32)
        four = np.array([above[panel], above[panel + 1], below[panel + 1], below[panel]])
        sides = np.roll(four, -1, axis=0) - four
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        if not (turns > 0).all():
            raise HostError("board-corners", n=len(corners), wanted=2 * len(edges))
        plane = cv2.getPerspectiveTransform(flat, four.astype(np.float32))
        planes.append(np.asarray(plane, np.float64))
    return PanelView(planes[0], folds=board.folds, planes=tuple(planes))


def _laid(photo: Grey, board: Board, view: PanelView) -> Grey:
    nodes = page_nodes(board.page)
    warp = Warp(board.page, view.seen(nodes.reshape(-1, 2)).reshape(nodes.shape))
    return warp.flatten(photo, PX_PER_MM)


def _registered(photo: Grey, plain: Board) -> Grey | None:
    stickers = find_stickers(photo)
    for side in (SIDE, CLOSER):
        found = registered(replace(features_of(photo, side), stickers=stickers), plain)
        if found is not None:
            fit = fitted(photo, found)
            if fit.own >= _LEAST_FIT:
                return fit.warp.flatten(photo, PX_PER_MM)
    return None


def agreed(flats: Sequence[Grey]) -> tuple[Grey, tuple[Box, ...]]:
    """What most pictures show, and the parts in which no two of them agree."""
    even = np.stack(_in_one_light(flats))
    even.sort(axis=0)
    blank = even[(len(flats) - 1) // 2]
    soft = [cv2.GaussianBlur(each, (0, 0), PX_PER_MM / 2) for each in even[:2]]
    apart = cv2.absdiff(soft[0], soft[-1]) > _DISAGREE
    light = float(np.percentile(blank[::7, ::7], 99))
    blank = cv2.convertScaleAbs(blank, alpha=_PAPER / max(light, 60.0))
    return np.asarray(blank, np.uint8), tuple(_patches(apart))


def _in_one_light(flats: Sequence[Grey]) -> list[Grey]:
    """The same pictures, as if all were taken in the same light; what is burnt is white."""
    height, width = flats[0].shape
    small = (max(width // PX_PER_MM // 2, 8), max(height // PX_PER_MM // 2, 8))
    tiny = [
        cv2.resize(flat, small, interpolation=cv2.INTER_AREA).astype(np.float32) + 1
        for flat in flats
    ]
    usual = np.median(np.stack(tiny), axis=0)
    burnt = np.stack([_burnt(flat) for flat in flats])
    # What is white in most photos is white: only glare is elsewhere each time.
    burnt &= 2 * burnt.sum(axis=0) <= len(flats)
    found = []
    for flat, own, glare in zip(flats, tiny, burnt, strict=True):
        light = cv2.GaussianBlur(cv2.medianBlur(own / usual, 5), (0, 0), 5)
        wide = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
        even = np.clip(flat / np.maximum(wide, 0.1), 0, 255).astype(np.uint8)
        found.append(np.where(glare, np.uint8(255), even))
    return found


def _burnt(flat: Grey) -> NDArray[np.bool_]:
    """Where a photo shows glare and what is close to it; sharpened edges are no glare."""
    white = (flat >= _BURNT).astype(np.uint8)
    wide = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((_GLARE, _GLARE), np.uint8))
    return np.asarray(cv2.dilate(wide, np.ones((5, 5), np.uint8)) > 0)


def _patches(apart: NDArray[np.bool_]) -> list[Box]:
    side = round(_PATCH * PX_PER_MM)
    rows, columns = -(-apart.shape[0] // side), -(-apart.shape[1] // side)
    return [
        Box(((column + 0.5) * _PATCH, (row + 0.5) * _PATCH), (_PATCH, _PATCH))
        for row in range(rows)
        for column in range(columns)
        if apart[row * side : (row + 1) * side, column * side : (column + 1) * side].mean() > 0.15
    ]
