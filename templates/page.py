"""Paper and what every sheet carries so that it can be found in a photo.

All lengths are millimetres from the top left of the page, x to the right, y down.
Printer and scanner take the places of tags, QR code and printed code from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import HostError

Point = tuple[float, float]

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Portrait sizes, by the name that the command takes."""

KINDS: tuple[str, ...] = (
    "daydream/A",
    "daydream/D",
    "daydream/BC",
    "daydream/EF",
    "daydream/AD",
    "daydream/DA",
    "daydream/BAC",
    "daydream/EDF",
    "when-i-dream/score",
    "dreams/score",
)
"""Every sheet that can be read back; its index is part of tags and codes. Only append."""

TAG = 10.0
"""Side of a tag, its black border included."""
TAG_QUIET = 1.5
"""White kept free around a tag."""
TAG_FROM_EDGE = 14.0
"""From the paper's edge to the centre of a tag."""
TURNS = 7
"""Copies take turns with this many sets of tags, so that sheets on one table can be told apart."""
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
"""Room kept for the printed code."""


@dataclass(frozen=True, slots=True)
class TagPlace:
    """One tag of a page."""

    place: int
    """Index into PLACES."""
    center: Point


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag's number says."""

    sheet: str
    turn: int
    place: int


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper as it lies before the player."""

    paper: str
    width: float
    height: float

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
    def qr_center(self) -> Point:
        """The middle of the QR code: beside the bottom-left tag, level with its lower edge."""
        left = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET + QR_QUIET
        bottom = self.height - TAG_FROM_EDGE + TAG / 2
        return (left + QR / 2, bottom - QR / 2)

    @property
    def code_at(self) -> Point:
        """Where the printed code's base line begins: right of the QR code, at its foot."""
        x, y = self.qr_center
        return (x + QR / 2 + QR_QUIET, y + QR / 2 - 0.4)


def page_of(paper: str, *, landscape: bool = False) -> Page:
    """Give a page of this paper.

    Raises:
        HostError: ``unknown-paper``.
    """
    if paper not in PAPERS:
        raise HostError("unknown-paper", paper=paper, known=", ".join(PAPERS))
    width, height = PAPERS[paper]
    return Page(paper, height, width) if landscape else Page(paper, width, height)


def tag_id(sheet: str, copy: int, place: int) -> int:
    """Give the number of the tag at a place of a copy of a sheet."""
    if not 0 <= place < len(PLACES):
        raise ValueError(f"a page has no tag place {place}")
    return 8 * (TURNS * KINDS.index(sheet) + copy % TURNS) + place


def tag_of(number: int) -> Tag | None:
    """Say what a tag's number means; None for a tag that no sheet carries."""
    group, place = divmod(number, 8)
    kind, turn = divmod(group, TURNS)
    return Tag(KINDS[kind], turn, place) if 0 <= kind < len(KINDS) else None
