"""Pages in the order of the printer: fronts, backs, and blank backs where paper is turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import dist
from typing import Literal, Protocol

from printkit.imposition import MARGIN, Grid, draw_cut_lines, grid_of
from printkit.pen import Pen, Point
from printkit.ruler import draw_ruler
from printkit.shapes import box
from printkit.textbox import TextRoom, write
from templates.page import Page, page_of

Backs = Literal["duplex-long", "duplex-short", "fold"]
Side = Callable[[Pen], None]
"""Draws one side of a card, its top left corner at the origin."""
_SPREAD = 1.5
_HEAD = 19.0
"""Height for a deck's name and hint."""


def stamped(name: str, draw: Side) -> Side:
    """Give a side that is drawn once under this name and shown again by it."""

    def side(pen: Pen) -> None:
        with pen.stamp(name) as new:
            if new:
                draw(pen)

    return side


class PageDrawing(Protocol):
    """Draws a whole page."""

    def __call__(self, pen: Pen, page: Page) -> None:
        """Draw it."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of one size, to be cut out."""

    name: str
    """For the bookmark."""
    size: tuple[float, float]
    fronts: Sequence[Side]
    backs: Sequence[Side]
    """As many as fronts, or one for all; none where the back stays white."""

    hint: str = ""
    """What it is for, to be written above it with its name; only for decks without backs."""

    further: Sequence[tuple[int, str]] = ()
    """Other decks within this one: the first card of each, and its name."""

    def names_from(self, first: int, places: int) -> str:
        """Name the decks that begin on the page that begins with this card."""
        begun = [(0, self.name), *self.further]
        return " · ".join(name for card, name in begun if first <= card < first + places)

    def back_of(self, card: int) -> Side:
        """Give a card's back."""
        return self.backs[card if len(self.backs) > 1 else 0]


@dataclass(slots=True)
class Book:
    """Collects leaves of paper for one print run."""

    pen: Pen
    paper: str
    backs: Backs = "duplex-long"
    bleed: bool = False
    back_shift: tuple[float, float] = (0.0, 0.0)
    two_sided: bool = False
    """Whether every leaf has a back page, so that fronts and backs stay in step."""
    pages: int = field(default=0, init=False)

    def leaf(self, draw: PageDrawing, *, landscape: bool = False, bookmark: str = "") -> None:
        """Add a leaf with one printed side."""
        page = page_of(self.paper, landscape=landscape)
        self.sheet(page, partial(draw, page=page), bookmark=bookmark)

    def sheet(self, page: Page, draw: Callable[[Pen], None], *, bookmark: str = "") -> None:
        """Add a leaf whose page its layout has chosen."""
        self._begin(page, bookmark)
        draw(self.pen)
        if self._turned:
            self._begin(page, "")

    def deck(self, deck: Deck) -> None:
        """Add a deck, as many leaves as it needs."""
        fold = self.backs == "fold" and bool(deck.backs)
        grid = self._grid_of(deck)
        for first in range(0, len(deck.fronts), grid.places):
            used = min(grid.places, len(deck.fronts) - first)
            self._begin(grid.page, deck.names_from(first, grid.places))
            if fold:
                self._draw_backs(deck, grid, first, used)
            self._draw_fronts(deck, grid, first, used)
            if deck.hint:
                _write_head(self.pen, grid.page, deck)
            draw_cut_lines(self.pen, grid, used)
            if self._turned:
                self._begin(grid.page, "")
                if deck.backs:
                    with self.pen.placed(self.back_shift):
                        self._draw_backs(deck, grid, first, used)

    def places(self, deck: Deck) -> int:
        """Say how many cards of a deck a page holds."""
        return self._grid_of(deck).places

    @property
    def _turned(self) -> bool:
        return self.two_sided and self.backs != "fold"

    def _grid_of(self, deck: Deck) -> Grid:
        fold = self.backs == "fold" and bool(deck.backs)
        return self._best_grid(deck.size, fold, _HEAD if deck.hint else 0.0)

    def _best_grid(self, size: tuple[float, float], fold: bool, head: float) -> Grid:
        # Duplex needs portrait: there, turning over the long edge keeps cards upright.
        turns = (False, True) if fold else (False,)
        grids = [
            grid_of(
                page_of(self.paper, landscape=turn), size, bleed=self.bleed, fold=fold, head=head
            )
            for turn in turns
        ]
        return max(grids, key=lambda grid: grid.places)

    def _begin(self, page: Page, bookmark: str) -> None:
        self.pen.page(page.width, page.height, bookmark or None)
        self.pages += 1
        if self.pages == 1:
            draw_ruler(self.pen, page)

    def _draw_fronts(self, deck: Deck, grid: Grid, first: int, used: int) -> None:
        for place in range(used):
            self._draw_side(deck.fronts[first + place], grid, grid.front(place), out=grid.bleed)

    def _draw_backs(self, deck: Deck, grid: Grid, first: int, used: int) -> None:
        short = self.backs == "duplex-short"
        # One tint for all backs may run over the cut, so that a paper slightly askew shows no edge.
        alike = len({id(deck.back_of(first + place)) for place in range(used)}) == 1
        out = max(grid.bleed, _SPREAD) if alike else grid.bleed
        corners = [grid.back(place, short_edge=short) for place in range(used)]
        for place, at in enumerate(corners):
            side = deck.back_of(first + place)
            # Not over the card beside it, whose hatching would turn black there.
            with self.pen.clipped(_room_around(at, corners, grid.size, out)):
                if not short:
                    self._draw_side(side, grid, at, out=out)
                    continue
                # Turned over the short edge the paper's top is at the bottom; the card must not be.
                corner = (at[0] + grid.size[0], at[1] + grid.size[1])
                self._draw_side(side, grid, corner, turn=180, out=out)

    def _draw_side(
        self, side: Side, grid: Grid, at: tuple[float, float], turn: float = 0.0, out: float = 0.0
    ) -> None:
        (width, height) = grid.size
        with (
            self.pen.placed(at, turn=turn),
            self.pen.clipped(box(-out, -out, width + 2 * out, height + 2 * out)),
        ):
            side(self.pen)


def _room_around(at: Point, corners: Sequence[Point], size: Point, out: float) -> str:
    """Give a card with so much around it, on the sides where no other card begins at once."""
    (x, y), (width, height) = at, size

    def free(across: float, down: float) -> float:
        beside = (x + across * width, y + down * height)
        return 0.0 if any(dist(beside, corner) < 0.01 for corner in corners) else out

    left, up, right, down = free(-1, 0), free(0, -1), free(1, 0), free(0, 1)
    return box(x - left, y - up, width + left + right, height + up + down)


def _write_head(pen: Pen, page: Page, deck: Deck) -> None:
    room = TextRoom(16, MARGIN + 1.5, page.width - 32, 9)
    write(pen, deck.name, room, size=8, least=6, face="hand", align="centre")
    room = TextRoom(16, MARGIN + 11.5, page.width - 32, 4)
    write(pen, deck.hint, room, size=3.4, least=2.6, align="centre")
