"""How cards stand on a page: grids, cut marks, and where a card's back has to go."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.pen import Pen, Point
from printkit.shapes import line
from templates.page import Page

MARGIN = 6.35
"""What home printers leave white."""
BLEED = 3.0
FOLD_GAP = 3.0
"""Between a fold and the cards beside it."""
_MARK = 4.0
_LEAST_MARK = 1.0
_CUT = "#8c8c8c"


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cards of one page stand."""

    page: Page
    size: tuple[float, float]
    columns: int
    rows: int
    left: float
    top: float
    bleed: float
    fold: bool
    """Whether the backs stand on the right half of the same page."""

    @property
    def gap(self) -> float:
        """Between two cards: room for both bleeds."""
        return 2 * self.bleed

    @property
    def places(self) -> int:
        """How many cards the page holds."""
        return self.columns * self.rows

    def front(self, place: int) -> Point:
        """Give the top left corner of a card."""
        row, column = divmod(place, self.columns)
        width, height = self.size
        return (self.left + column * (width + self.gap), self.top + row * (height + self.gap))

    def back(self, place: int, *, short_edge: bool = False) -> Point:
        """Give the top left corner of a card's back, as its own page or half shows it.

        Turning the paper over its long edge, or folding it, swaps left and right;
        turning it over its short edge swaps top and bottom.
        """
        x, y = self.front(place)
        if short_edge:
            return (x, self.page.height - y - self.size[1])
        return (self.page.width - x - self.size[0], y)


def grid_of(
    page: Page, size: tuple[float, float], *, bleed: bool, fold: bool, head: float = 0.0
) -> Grid:
    """Fill a page with as many cards as its printable area takes, cut marks included.

    ``head`` is kept free at the top, for words.
    """
    width, height = size
    extra = BLEED if bleed else 0.0
    edge = MARGIN + _LEAST_MARK + extra
    half = page.width / 2 - FOLD_GAP - extra if fold else page.width - edge
    columns = _count(half - edge, width, 2 * extra)
    rows = _count(page.height - 2 * edge - head, height, 2 * extra)
    wide = columns * (width + 2 * extra) - 2 * extra
    tall = rows * (height + 2 * extra) - 2 * extra
    left = page.width / 2 - FOLD_GAP - extra - wide if fold else (page.width - wide) / 2
    top = (page.height - tall + head) / 2
    return Grid(page, size, columns, rows, left, top, extra, fold)


def _count(room: float, side: float, gap: float) -> int:
    return int((room + gap + 1e-6) // (side + gap))


def draw_cut_lines(pen: Pen, grid: Grid, used: int) -> None:
    """Draw where to cut (solid) and to fold (dotted); ``used`` places are taken."""
    places = [grid.front(place) for place in range(used)]
    if grid.fold:
        places += [grid.back(place) for place in range(used)]
        middle, bottom = grid.page.width / 2, grid.page.height - MARGIN
        pen.path(line(((middle, MARGIN), (middle, bottom))), stroke=_CUT, width=0.3, dash=(0.1, 1))
    width, height = grid.size
    xs = sorted({round(x + side, 3) for x, _ in places for side in (0, width)})
    ys = sorted({round(y + side, 3) for _, y in places for side in (0, height)})
    top, bottom = ys[0] - grid.bleed, ys[-1] + grid.bleed
    left, right = xs[0] - grid.bleed, xs[-1] + grid.bleed
    up = min(_MARK, top - MARGIN)
    aside = min(_MARK, left - MARGIN)
    marks = [((x, top - up), (x, top)) for x in xs] + [((x, bottom), (x, bottom + up)) for x in xs]
    marks += [((left - aside, y), (left, y)) for y in ys]
    marks += [((right, y), (right + aside, y)) for y in ys]
    if not grid.bleed:  # cards touch: the lines themselves are cut
        marks += [((x, top), (x, bottom)) for x in xs] + [((left, y), (right, y)) for y in ys]
    pen.path(" ".join(line(ends) for ends in marks), stroke=_CUT, width=0.15)
