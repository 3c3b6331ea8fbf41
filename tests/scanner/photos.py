"""Sheets that are printed, filled in and photographed for the scanner's tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.mistakes import Mistake, with_mistakes
from practice.boards import daydream_board
from practice.camera import photograph
from practice.ink import Picture
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.press import printed
from templates.daydream.load import load_daydream

Json = Mapping[str, Any]

SMALL = (2016, 1512)
"""A photo of 3 megapixels is read as well, and four times as fast."""
PX_PER_MM = 8.0


@dataclass(frozen=True)
class Sheet:
    """A filled-in sheet as it lies on the table."""

    image: Picture
    board: Json
    mistakes: tuple[Mistake, ...] = ()
    hard: tuple[str, ...] = ()
    """Elements that were struck out or written over."""

    def photo(self, seed: int = 1, level: Any = "good", size: tuple[int, int] = SMALL) -> bytes:
        return photograph(self.image, seed, level, size).jpeg


@lru_cache(maxsize=16)
def filled(
    sheet: str,
    seed: int,
    *,
    paper: str = "a4",
    ink: str = "colour",
    lang: str = "en",
    pen: str = "blue",
    mistakes: int = 0,
    corrections: float = 0.0,
    copy: int = 0,
) -> Sheet:
    """Play a game from a seed and fill in the sheet."""
    layout = load_daydream(sheet, paper=paper)
    rng = Random(f"{sheet} {seed}")
    board = daydream_board(layout.sheet, rng)
    made: list[Mistake] = []
    if mistakes:
        board, made = with_mistakes(board, layout.as_json(), rng, mistakes)
    order = Order(f"daydream/{sheet}", paper=paper, ink=ink, lang=lang, copies=copy + 1)
    page = page_of(order, copy)
    data = layout.as_json()
    done = fill(page, data, board, Hand(seed), pen, PX_PER_MM, corrections=corrections)
    return Sheet(done.image, board, tuple(made), done.hard)


@lru_cache(maxsize=8)
def page_of(order: Order, copy: int = 0) -> Picture:
    """Print an order and give one of its copies as a picture; do not write into it."""
    return rendered(printed(order), PX_PER_MM, copy)


def elements_of(board: Json) -> dict[str, Any]:
    """Say what each element of a board shows, by its name in a scan."""
    return dict(_elements(board))


def _elements(board: Json) -> Iterator[tuple[str, Any]]:
    for part in ("clouds", "rows", "objects", "bonuses", "leaves", "notes"):
        yield from board[part].items()
    for part in ("polaroids", "chain", "frames"):
        for element, marks in board[part].items():
            for name, mark in marks.items():
                yield f"{element}.{name}", mark
    sky = board["constellation"]
    if sky is not None:
        yield "constellation.lines", sky["lines"]
        yield "circled stars", sorted(sky["circled"])
    for field in ("thorns", "solo", "total"):
        yield field, board[field]


def misread(scan: Json, board: Json) -> dict[str, tuple[Any, Any]]:
    """Find what a scan has wrong without asking a person: element, written, read."""
    written, read = elements_of(board), elements_of(scan["board"])
    asked = {item["element"] for item in scan["review"]}
    return {
        element: (written[element], read[element])
        for element in written
        if written[element] != read[element] and not _asked(element, asked)
    }


def _asked(element: str, asked: set[str]) -> bool:
    if element == "circled stars":
        return any(name[0] == "s" and name[1:].isdigit() for name in asked)
    return element in asked


def grey_of(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


def png(picture: np.ndarray) -> bytes:
    """Give a picture as a file, without loss."""
    done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    assert done
    return data.tobytes()


def seen_through(
    page: np.ndarray, corners: np.ndarray, size: tuple[int, int], table: int = 120
) -> tuple[np.ndarray, np.ndarray]:
    """Look at a page so that its corners lie at these pixels of a grey photo.

    Corners go clockwise from the page's top left. Also gives the homography from mm on the
    page to pixels, which only the inventor of the photo knows.
    """
    height, width = page.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    # An edge of the page is the outer edge of a pixel, not its middle.
    truth = cv2.getPerspectiveTransform(edges / PX_PER_MM, np.asarray(corners, np.float32))
    between = cv2.getPerspectiveTransform(edges - 0.5, np.asarray(corners, np.float32))
    grey = page if page.ndim == 2 else cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    scale = np.sqrt(abs(np.linalg.det(truth[:2, :2]))) / PX_PER_MM
    # A lens averages over what a pixel sees.
    soft = cv2.GaussianBlur(grey, (0, 0), 0.4 / min(scale, 1.0))
    return cv2.warpPerspective(soft, between, size, borderValue=table), truth


def plain(sheet: str, *, paper: str = "a4", copy: int = 0, **more: Any) -> np.ndarray:
    """Give a printed sheet that nobody has written on, in grey."""
    order = Order(f"daydream/{sheet}", paper=paper, copies=copy + 1, **more)
    return cv2.cvtColor(page_of(order, copy), cv2.COLOR_BGR2GRAY)
