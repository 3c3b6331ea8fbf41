"""Rows of a page and the columns that they share: how high one is, and what it puts where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rules.own.sheet import OwnSheet, said
from templates.geometry import Box
from templates.own.widgets import Paper, least_width, text_width

AIR = (0.9, 2.4)
"""Between the fields of two rows, at least, and where there is plenty of room."""
FRAME = 0.6
"""By how much a cell is narrower than its column."""
WIDEST_LABEL = 62.0
"""Before the players' columns."""

WIDEST_COLUMN = 56.0
"""Of a player, unless the fields need more."""

Put = Callable[[Paper, Box], None]
"""Places a row's fields and words into its area."""


@dataclass(frozen=True)
class Row:
    """One line of the page."""

    tight: float
    wide: float
    put: Put
    banded: bool = False
    """Whether every other one of its kind has a tint."""
    with_next: bool = False
    """Whether it must not stand alone at the foot of a page."""
    heads: tuple[Row, ...] = ()
    """What is repeated above it at the top of another page."""
    for_each: bool = False
    """Whether it belongs to the players' columns."""
    breaks: bool = False
    """Whether it begins a page."""
    starts: bool = False
    """Whether it begins a section: a good place for another page."""
    section: int = 0
    """The number of its section, from 0."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where everything stands across the page."""

    left: float
    width: float
    players: int
    labels: float
    """Width of the labels before the players' columns."""
    widest: float = WIDEST_COLUMN
    """No column becomes wider."""

    @property
    def table(self) -> float:
        """Width of a row with all players' columns."""
        return self.labels + self.players * self.column

    @property
    def column(self) -> float:
        """Width of a player's column."""
        return min((self.width - self.labels) / max(1, self.players), self.widest)

    def of(self, player: int, area: Box) -> Box:
        """Give a player's part of a row."""
        left = self.left + self.labels + (player - 1) * self.column
        return Box.between(left, area.top, left + self.column, area.bottom)


class NoRoom(ValueError):
    """Something does not fit, however it is turned."""

    def __init__(self, section: int, *, pages: bool = False) -> None:
        super().__init__(section)
        self.section = section
        """Its number, from 0."""
        self.pages = pages
        """Whether there are too many pages, all of which have room."""


def columns_for(
    sheet: OwnSheet, players: int, left: float, width: float, lang: str, *, wide: bool = False
) -> Columns:
    """Give all tables of the players the same columns, so that they stand below each other.

    Args:
        sheet: Whose fields they have to hold.
        players: How many columns there are.
        left: Where labels and columns begin.
        width: Of both together.
        lang: Of the labels.
        wide: Whether columns become as wide as their fields need, however wide that is.

    Raises:
        NoRoom: They cannot stand side by side.
    """
    labels, least = 8.0, 14.0
    for number, section in enumerate(sheet.sections):
        if section.for_each and section.fields:
            alone = section.variables or not section.rounds
            names = [said(each.label, lang) for each in section.fields if alone]
            names += [said(each, lang) for each in section.round_labels]
            labels = max([labels, *(text_width(name) + 2.0 for name in names)])
            needs = [least_width(each) for each in section.fields]
            least = max(least, sum(needs) if section.rounds else max(needs))
            room = (width - min(labels, 24.0)) / max(players, 1)
            if room < least:
                raise NoRoom(number)
    # Long labels are broken into lines before columns become too narrow.
    labels = min(labels, WIDEST_LABEL, width - least * players)
    widest = max(WIDEST_COLUMN, least) if wide else WIDEST_COLUMN
    return Columns(left, width, players, labels, widest)


def most_players(sheet: OwnSheet, players: int, width: float, lang: str) -> int:
    """Say how many players' columns fit side by side, at most so many."""
    for fewer in range(players, 0, -1):
        with suppress(NoRoom):
            columns_for(sheet, fewer, 0.0, width, lang)
            return fewer
    return 0


def inner(cell: Box, air: float = AIR[0] / 2) -> Box:
    """Leave some air around what stands in a cell."""
    return Box(cell.center, (cell.size[0] - FRAME, round(cell.size[1] - 2 * air, 2)))


def side_by_side(area: Box, widths: Sequence[float]) -> list[Box]:
    """Cut a row into cells of these widths."""
    found, left = [], area.left
    for width in widths:
        found.append(Box.between(left, area.top, left + width, area.bottom))
        left += width
    return found
