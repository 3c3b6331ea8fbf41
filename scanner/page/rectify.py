"""Flatten a photographed page: first by its tags, then by everything that is printed on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.blank import PX_PER_MM, blank_page, page_px
from scanner.page.page_guess import Homography
from scanner.page.tags import SeenSheet, page_corners
from scanner.pictures import Floats, Grey
from scanner.reader import layout_of
from templates.geometry import Box
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE, TAG, Page
from templates.sheet_code import SheetCode

STEP = 4.0
"""From node to node of the warp, mm."""
TILE = 16.0
"""Side of the pieces of print that are looked for, mm."""
SEARCH = 2.6
"""How far a piece may be from where it is expected, mm."""
COARSE = 3
"""Scale at which pieces are looked for, px per mm."""
_BAND = 3  # nodes whose part of the page is drawn at once
_ROUNDS = 3
_GOOD_MATCH = 0.45
_LEAST_MATCH = 0.15
_IN_PLACE = 0.6  # mm
_LEAST_DISTINCT = 120.0
_MOST_PIECES = 120
_LOCAL = 20.0  # reach of a local correction, mm
_TRUST = 0.6  # weight of "no local correction" beside the pieces around


@dataclass(frozen=True)
class Warp:
    """Where each node of a page is in the picture."""

    page: Page
    nodes: Floats
    """(rows, columns, 2) pixels, a node every STEP mm from the top left of the page."""

    def flatten(self, grey: Grey, px_per_mm: int) -> Grey:
        """Draw the page as seen from straight above; white outside the picture.

        In bands of a few nodes, so that a band's part of the map stays in the processor's cache.
        """
        width, height = page_px(self.page, px_per_mm)
        step = round(STEP * px_per_mm)
        nodes = self.nodes.astype(np.float32)
        rows, columns = nodes.shape[:2]
        flat = np.empty((height, width), np.uint8)
        fine = np.empty(((_BAND + 1) * step, columns * step, 2), np.float32)
        for row in range(0, rows - 1, _BAND):
            band = nodes[row : row + _BAND + 1]
            part, drawn = fine[: len(band) * step], flat[row * step : (row + _BAND) * step]
            cv2.resize(band, (columns * step, len(part)), dst=part)
            # Enlarging puts a node into the middle of its square, and the page begins at a node.
            part = part[step // 2 : step // 2 + len(drawn), step // 2 : step // 2 + width]
            cv2.remap(
                grey,
                part,
                None,
                cv2.INTER_LINEAR,
                dst=drawn,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=255,
            )
        return flat


@dataclass(frozen=True)
class Fit:
    """A warp, and how well the print lies where it should."""

    warp: Warp
    misfit: float
    """What is left between print and blank, mm: the 90th percentile over the pieces."""
    found: float
    """The share of the pieces of print that were found."""
    own: float = 0.0
    """The share of this sheet's own print, without tags and codes, that lies where it should."""


def rectify(grey: Grey, seen: SeenSheet, code: SheetCode, page: Page, start: Homography) -> Fit:
    """Find out where every part of the page is in the picture.

    Args:
        grey: The picture.
        seen: The sheet's tags.
        code: What the sheet says about itself: its blank is what we compare with.
        page: The page it is printed on.
        start: From mm on the page to pixels, as its tags suggest.
    """
    warp = _by_tags(seen, page, start)
    pieces = _pieces(code)
    found, misfit, own = 0.0, float("inf"), 0.0
    for round_ in range(_ROUNDS):
        moves, scores = _moves(grey, warp, pieces)
        good = scores > _GOOD_MATCH
        if good.sum() < 6:
            break
        field, residual = _field(pieces.centers[good], moves[good], scores[good], warp.page)
        warp = _moved(warp, field)
        found = float(good.mean())
        own = _in_place(pieces, moves, scores, field)
        far = np.linalg.norm(moves[good], axis=1)
        # After a second look, what is still off was not mended by the first.
        off = far if round_ else residual
        misfit = float(np.percentile(off, 90))
        if float(np.percentile(far, 95)) < 0.4 * SEARCH:
            break
    return Fit(warp, misfit, found, own)


def _in_place(pieces: _Pieces, moves: Floats, scores: Floats, field: Floats) -> float:
    """The share of a sheet's own pieces that look most like the blank where the blank has them.

    Print that hardly shows still does so at its place; another sheet's print is like it anywhere.
    """
    column, row = np.round(pieces.centers / STEP).astype(int).T
    off = np.linalg.norm(moves - field[row, column], axis=1)
    right = (off < _IN_PLACE) & (scores > _LEAST_MATCH)
    return float(right[pieces.own].mean()) if pieces.own.any() else 0.0


def share_found(grey: Grey, warp: Warp, code: SheetCode, box: Box) -> float:
    """The share of the print inside a part of the page that lies where the blank has it."""
    pieces = _pieces(code)
    moves, scores = _moves(grey, warp, pieces)
    x, y = pieces.centers[:, 0], pieces.centers[:, 1]
    inside = (x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)
    right = (scores > _GOOD_MATCH) & (np.linalg.norm(moves, axis=1) < _IN_PLACE)
    return float(right[inside].mean()) if inside.any() else 0.0


def _by_tags(seen: SeenSheet, page: Page, start: Homography) -> Warp:
    """Bend the plain perspective so that all tags lie where they were seen."""
    nodes = _page_nodes(page)
    plain = cv2.perspectiveTransform(nodes.reshape(-1, 1, 2), start).reshape(nodes.shape)
    if len(seen.tags) < 4:
        return Warp(page, plain)
    flat = np.concatenate([page_corners(page, tag.place) for tag in seen.tags])
    where = np.concatenate([tag.corners for tag in seen.tags])
    off = where - cv2.perspectiveTransform(flat.reshape(-1, 1, 2), start).reshape(-1, 2)
    terms, wanted = _bend_terms(flat, page), _bend_terms(nodes.reshape(-1, 2), page)
    weight = np.diag([0.0, 0.0, 0.0, 0.02, 0.02, 0.02]) * len(flat)
    bend = np.linalg.solve(terms.T @ terms + weight + 1e-6 * np.eye(6), terms.T @ off)
    return Warp(page, plain + (wanted @ bend).reshape(nodes.shape))


def _page_nodes(page: Page) -> Floats:
    columns = int(np.ceil(page.width / STEP)) + 1
    rows = int(np.ceil(page.height / STEP)) + 1
    x, y = np.meshgrid(np.arange(columns) * STEP, np.arange(rows) * STEP)
    return np.stack([x, y], axis=-1).astype(np.float64)


def _bend_terms(points: Floats, page: Page, cubic: bool = False) -> Floats:
    x = points[:, 0] / page.width * 2 - 1
    y = points[:, 1] / page.height * 2 - 1
    terms = [np.ones_like(x), x, y, x * x, x * y, y * y]
    if cubic:
        terms += [x**3, x * x * y, x * y * y, y**3]
    return np.stack(terms, axis=1)


@dataclass(frozen=True)
class _Pieces:
    """Pieces of the blank that can be recognised, and where they are."""

    pictures: tuple[Grey, ...]
    centers: Floats
    """(n, 2) mm."""
    own: NDArray[np.bool_]
    """(n,) whether a piece is this sheet's own: no part of a tag or a code, which all have."""


@lru_cache(maxsize=24)
def _pieces(code: SheetCode) -> _Pieces:
    blank = blank_page(code)
    small = cv2.resize(
        blank, None, fx=COARSE / PX_PER_MM, fy=COARSE / PX_PER_MM, interpolation=cv2.INTER_AREA
    )
    side = round(TILE * COARSE)
    margin = round((SEARCH + 1) * COARSE)
    height, width = small.shape
    places = [
        (top, left)
        for top in range(margin, height - side - margin + 1, side)
        for left in range(margin, width - side - margin + 1, side)
    ]
    strength = {
        (top, left): _distinctness(small[top : top + side, left : left + side])
        for top, left in places
    }
    chosen = [place for place in places if strength[place] > _LEAST_DISTINCT]
    # More than enough: leave out the weakest.
    chosen = sorted(sorted(chosen, key=lambda place: -strength[place])[:_MOST_PIECES])
    centers = np.array([(x + side / 2, y + side / 2) for y, x in chosen]).reshape(-1, 2) / COARSE
    return _Pieces(
        tuple(np.ascontiguousarray(small[y : y + side, x : x + side]) for y, x in chosen),
        centers,
        ~_furnished(centers, layout_of(code).page),
    )


def _furnished(centers: Floats, page: Page) -> NDArray[np.bool_]:
    """Say which pieces share something with a tag or a code."""
    x, y = page.code_at
    code = Box.between(x, y - CODE_LINE - CODE_SIZE, x + CODE_LENGTH, y + 1.0)
    tags = [Box(tag.center, (TAG, TAG)) for tag in page.tags]
    touched = np.zeros(len(centers), bool)
    for box in (*page.qr_boxes, *tags, code):
        reach = (np.array(box.size) + TILE) / 2
        touched |= (np.abs(centers - box.center) < reach).all(axis=1)
    return touched


def _distinctness(piece: Grey) -> float:
    """How well the print of a piece fixes it in both directions."""
    across = cv2.Sobel(piece, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(piece, cv2.CV_32F, 0, 1)
    xx, yy, xy = (across**2).mean(), (down**2).mean(), (across * down).mean()
    weakest = (xx + yy) / 2 - np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    return float(weakest)


def _moves(grey: Grey, warp: Warp, pieces: _Pieces) -> tuple[Floats, Floats]:
    """Look for every piece around its place: how far it is off, mm, and how sure that is."""
    flat = warp.flatten(grey, COARSE)
    side, reach = round(TILE * COARSE), round(SEARCH * COARSE)
    moves = np.zeros((len(pieces.pictures), 2))
    scores = np.zeros(len(pieces.pictures))
    corners = np.round(pieces.centers * COARSE - side / 2).astype(int)
    for n, (picture, (left, top)) in enumerate(zip(pieces.pictures, corners, strict=True)):
        around = flat[top - reach : top + side + reach, left - reach : left + side + reach]
        match = cv2.matchTemplate(around, picture, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(match)
        if 0 < x < 2 * reach and 0 < y < 2 * reach:
            dx = _peak(match[y, x - 1], best, match[y, x + 1])
            dy = _peak(match[y - 1, x], best, match[y + 1, x])
            moves[n] = (x + dx - reach) / COARSE, (y + dy - reach) / COARSE
            scores[n] = best
    return moves, scores


def _peak(before: float, at: float, after: float) -> float:
    """The top of a parabola through three values, from -0.5 to 0.5."""
    curve = before - 2 * at + after
    return 0.0 if curve >= 0 else float(np.clip((before - after) / (2 * curve), -0.5, 0.5))


def _field(
    at: Floats, moves: Floats, scores: Floats, page: Page
) -> tuple[NDArray[np.float64], Floats]:
    """A smooth field of displacements at the nodes, mm, and what it leaves at each piece."""
    cubic = len(at) >= 24
    terms = _bend_terms(at, page, cubic)
    weight = scores**2
    ridge = np.eye(terms.shape[1]) * 0.05
    ridge[0, 0] = ridge[1, 1] = ridge[2, 2] = 1e-4
    for _ in range(4):
        weighted = terms * weight[:, None]
        bend = np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ moves)
        left = moves - terms @ bend
        size = np.linalg.norm(left, axis=1)
        # Pieces that disagree with their surroundings were mistaken: they lose their say.
        spread = max(1.5 * float(np.median(size)), 0.12)
        weight = scores**2 / (1 + (size / spread) ** 4)
    nodes = _page_nodes(page)
    smooth = (_bend_terms(nodes.reshape(-1, 2), page, cubic) @ bend).reshape(nodes.shape)
    local, kept = _local(nodes, at, left, weight)
    return smooth + local, np.linalg.norm(left - kept, axis=1)[weight > 0.2 * scores**2]


def _local(
    nodes: Floats, at: Floats, left: Floats, weight: Floats
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the pieces around still say, at the nodes and at the pieces themselves."""

    def smoothed(points: Floats) -> NDArray[np.float64]:
        gap = ((points[:, None, :] - at[None, :, :]) ** 2).sum(axis=2)
        say = weight[None, :] * np.exp(-gap / (2 * (_LOCAL / 2) ** 2))
        return np.asarray(say @ left / (say.sum(axis=1, keepdims=True) + _TRUST))

    # The field is smooth: every third node is enough, the others lie between.
    rows, columns = nodes.shape[:2]
    sparse = nodes[::3, ::3]
    field = smoothed(sparse.reshape(-1, 2)).reshape(sparse.shape)
    between = np.array([[1 / 3, 0, 0], [0, 1 / 3, 0]])
    dense = cv2.warpAffine(
        field,
        between,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(dense, np.float64), smoothed(at)


def _moved(warp: Warp, field: NDArray[np.float64]) -> Warp:
    """Read the warp at places that are displaced on the page."""
    rows, columns = warp.nodes.shape[:2]
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    there = np.stack([x, y], axis=-1) + field / STEP
    # Outside the nodes the warp goes on as it ends: pad it, so that edges can move, too.
    padded = np.pad(warp.nodes, ((2, 2), (2, 2), (0, 0)), mode="reflect", reflect_type="odd")
    moved = cv2.remap(
        padded.astype(np.float32), (there + 2).astype(np.float32), None, cv2.INTER_LINEAR
    )
    return Warp(warp.page, moved.astype(np.float64))
