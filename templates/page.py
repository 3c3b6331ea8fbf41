"""Paper and what every sheet carries so that it can be found in a photo.

All lengths are millimetres from the top left of the page, x to the right, y down.
Printer and scanner take the places of tags, QR codes and printed code from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zlib import crc32

from rules.errors import HostError
from templates.geometry import Box, Point

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Portrait sizes, by the name that the command takes. Codes on paper count them: only append."""

TAG = 10.0
"""Side of a tag, its black border included."""
TAG_QUIET = 1.5
"""White kept free around a tag."""
TAG_FROM_EDGE = 14.0
"""From the paper's edge to the centre of a tag."""
TURNS = 73
"""Sheets take turns with this many sets of tags, so that those on one table can be told apart."""
STICKERS = (584, 585, 586)
"""Tags that no sheet carries: they are stuck on boards whose print repeats itself."""
_PAGES_APART = 29
"""Turns from one page of a game to the next."""
PLACES: tuple[str, ...] = (
    "top-left",
    "top",
    "top-right",
    "right",
    "bottom-right",
    "bottom",
    "bottom-left",
    "left",
)
"""Where the tags are, by place number."""

QR_VERSION = 2
QR_MODULES = 25
QR_MODULE = 0.8
QR = QR_MODULES * QR_MODULE
"""Side of the QR code without its quiet zone."""
QR_QUIET = 4 * QR_MODULE
"""White kept free around the QR code."""
CODE_SIZE = 3.4
"""Type size of the printed code."""
CODE_LENGTH = 40.0
"""Room kept for a line of the printed code."""
CODE_LINE = 4.0
"""From one line of the printed code to the next; there are at most two."""


@dataclass(frozen=True, slots=True)
class TagPlace:
    """One tag of a page."""

    place: int
    """Index into PLACES."""
    center: Point


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag's number says."""

    turn: int
    place: int


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper as it lies before the player."""

    paper: str
    width: float
    height: float

    @property
    def is_wide(self) -> bool:
        """Whether it lies on its long side."""
        return self.width > self.height

    @property
    def creases(self) -> tuple[float, ...]:
        """Where it is folded for ever, mm from the left."""
        return ()

    @property
    def tags(self) -> tuple[TagPlace, ...]:
        """The eight tags, in the order of PLACES."""
        near, right, bottom = TAG_FROM_EDGE, self.width - TAG_FROM_EDGE, self.height - TAG_FROM_EDGE
        across, down = self.width / 2, self.height / 2
        centers = (
            (near, near),
            (across, near),
            (right, near),
            (right, down),
            (right, bottom),
            (across, bottom),
            (near, bottom),
            (near, down),
        )
        return tuple(TagPlace(place, center) for place, center in enumerate(centers))

    @property
    def qr_centers(self) -> tuple[Point, Point]:
        """The middles of the QR codes: beside the bottom-left tag and beside the top-right one.

        One is level with its tag's lower edge, the other with its tag's upper edge.
        """
        aside = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET + QR_QUIET + QR / 2
        inside = TAG_FROM_EDGE - TAG / 2 + QR / 2
        return (aside, self.height - inside), (self.width - aside, inside)

    @property
    def qr_boxes(self) -> tuple[Box, Box]:
        """The QR codes with the white around them."""
        side = QR + 2 * QR_QUIET
        first, second = self.qr_centers
        return Box(first, (side, side)), Box(second, (side, side))

    def furniture(self) -> Iterator[tuple[str, Box]]:
        """Yield tags and QR codes with the white around them."""
        side = TAG + 2 * TAG_QUIET
        for tag in self.tags:
            yield f"tag {tag.place}", Box(tag.center, (side, side))
        for number, box in enumerate(self.qr_boxes, start=1):
            yield f"QR code {number}", box

    @property
    def code_at(self) -> Point:
        """Where the printed code's last base line begins: right of the lower QR, at its foot."""
        x, y = self.qr_centers[0]
        return (x + QR / 2 + QR_QUIET, y + QR / 2 - 0.4)


def page_of(paper: str, *, landscape: bool = False) -> Page:
    """Give a page of this paper; ``unknown-paper`` if there is none."""
    if paper not in PAPERS:
        raise HostError("unknown-paper", paper=paper, known=", ".join(PAPERS))
    width, height = PAPERS[paper]
    return Page(paper, height, width) if landscape else Page(paper, width, height)


def turn_of(sheet: str, seed: int, copy: int = 0, page: int = 1) -> int:
    """Give the set of tags of a copy: copies and pages of one print run differ."""
    first = crc32(f"{sheet} {seed}".encode())
    return (first + copy + _PAGES_APART * (page - 1)) % TURNS


def tag_id(turn: int, place: int) -> int:
    """Give the number of the tag at a place of a page."""
    if not (0 <= turn < TURNS and 0 <= place < len(PLACES)):
        raise ValueError(f"there is no tag at place {place} of turn {turn}")
    return len(PLACES) * turn + place


def tag_of(number: int) -> Tag | None:
    """Say what a tag's number means; None for a tag that no sheet carries."""
    turn, place = divmod(number, len(PLACES))
    return Tag(turn, place) if 0 <= turn < TURNS else None
