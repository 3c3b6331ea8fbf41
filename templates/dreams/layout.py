"""Where everything is on the score sheet of Dreams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import msgspec

from rules.dreams import IMAGES, SHEET
from templates.cards import materials
from templates.files import convert, read_toml
from templates.geometry import Point, Size, point
from templates.page import Page
from templates.score_sheet import (
    PEN_CIRCLE,
    Area,
    Choice,
    Digits,
    Label,
    Marked,
    Range,
    ScoreSheetLayout,
    Token,
    between,
    for_players,
    header_areas,
    stretch_of,
)

FILE = "dreams/score.toml"
TOKEN = 2.0
"""Radius of a printed player's colour."""


class ForPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on how many play."""

    lines: int
    rounds: int
    points: float = 0.0
    """Width beside a block for the points of a round; 0 where they stand below its images."""


class DreamsMeasures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is the same for all."""

    side: float
    air: float
    top: float
    bottom: float
    name: float
    token: float
    total: Size
    gap: float
    label: float


class DreamsChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The symbols to circle."""

    radius: float
    across: Range
    down: Range
    parts: Range
    blocks: Range


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says."""

    players: dict[str, ForPlayers]
    page: DreamsMeasures
    choice: DreamsChoices


def lay_out(page: Page, players: int, number: int = 1) -> ScoreSheetLayout:
    """Place one page of a game; later pages number their rounds on."""
    table = DreamsTable(
        page, players, number, convert(read_toml(FILE), Template, f"templates/{FILE}")
    )
    return ScoreSheetLayout(
        SHEET,
        page,
        players,
        number,
        table.rounds,
        choices=tuple(table.choices()),
        digits=tuple(table.totals()),
        boxes=(),
        names=tuple(table.names()),
        labels=tuple(table.labels()),
        tokens=tuple(table.tokens()),
        bands=tuple(table.bands()),
        columns=tuple(table.columns()),
        areas=header_areas(page, reminder=True),
        points=dict(table.points()),
    )


@dataclass(frozen=True)
class DreamsTable:
    """The table's lines and blocks on one page."""

    page: Page
    players: int
    number: int
    file: Template

    @cached_property
    def here(self) -> ForPlayers:
        """What the file says for this many players."""
        return for_players(self.file.players, self.players, f"templates/{FILE}", "players")

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of this page's rounds."""
        before = (self.number - 1) * self.here.rounds
        return tuple(range(before + 1, before + self.here.rounds + 1))

    @cached_property
    def colour_columns(self) -> int:
        """How many players' colours stand side by side."""
        return ceil(self.players / self.here.lines)

    @cached_property
    def image_columns(self) -> int:
        """How many images stand side by side."""
        return ceil(IMAGES / self.here.lines)

    @cached_property
    def left(self) -> float:
        """The left edge of the first block."""
        return self.file.page.side + self.file.page.label

    @cached_property
    def stretch(self) -> float:
        """How generous the blocks may be, 0.0 to 1.0."""
        room = self.page.width - self.file.page.side - self.left - self.file.page.air
        return stretch_of(room, self._width_at)

    @cached_property
    def block(self) -> float:
        """The width of a block, pen circles included."""
        return self._block_at(self.stretch)

    @cached_property
    def first_round(self) -> float:
        """The upper edge of the first round."""
        page = self.file.page
        return page.top + page.name + page.gap

    @cached_property
    def last_round(self) -> float:
        """The lower edge of the last round."""
        page = self.file.page
        return self.page.height - page.bottom - page.total[1] - page.gap

    def names(self) -> Iterator[Area]:
        """Yield the place for each name, beside the player's colour."""
        page = self.file.page
        for left in self._blocks()[1:]:
            right = left + max(self.block, 18.0 + page.token)
            yield Area.between(left + page.token, page.top, right, page.top + page.name)

    def choices(self) -> Iterator[Choice]:
        """Yield what was true and every player's vote, in every round."""
        for round_number, middle in zip(self.rounds, self._middles(), strict=True):
            for player, left in enumerate(self._blocks()):
                yield from self._block_choices(f"r{round_number}", player, left, middle)

    def totals(self) -> Iterator[Digits]:
        """Yield every player's field for the total."""
        width, height = self.file.page.total
        middle = self.last_round + self.file.page.gap + height / 2
        for player, left in enumerate(self._blocks()[1:], 1):
            at = point(left + self.block / 2, middle)
            yield Digits(f"total.{player}", at, point(min(width, self.block), height), 2)

    def tokens(self) -> Iterator[Token]:
        """Yield the players' colours beside their names and in their own votes."""
        page = self.file.page
        for player, left in enumerate(self._blocks()[1:], 1):
            yield Token(player, point(left + TOKEN + 0.4, page.top + page.name / 2), TOKEN)
            for middle in self._middles():
                yield Token(player, self._colour(player, left, middle), TOKEN)

    def labels(self) -> Iterator[Label]:
        """Yield what is printed beside and above the fields."""
        page = self.file.page
        for number, middle in zip(self.rounds, self._middles(), strict=True):
            at = point(self.file.page.side + page.label / 2, middle)
            yield Label("number", at, page.label, 3.8, number=number)
        first, last = (self._colour(place, self.left, 0) for place in (1, self.colour_columns))
        heading = page.top + page.name - 2.0
        width = self.colour_columns * between(self.file.choice.across, self.stretch)
        yield Label("mortal", point((first[0] + last[0]) / 2, heading), width, 3.0)
        one, two = (self._image(place, self.left, 0) for place in (1, self.image_columns))
        width = self.image_columns * between(self.file.choice.across, self.stretch)
        yield Label("vision", point((one[0] + two[0]) / 2, heading), width, 3.0)
        yield self._total_label()

    def _total_label(self) -> Label:
        """Name the totals at their left, right of the QR code."""
        first = next(self.totals())
        right = first.center[0] - first.size[0] / 2 - 2.0
        room = right - self.page.qr_boxes[0].right
        return Label("total", point(right, first.center[1]), room, 3.6, "right")

    def bands(self) -> Iterator[Area]:
        """Yield the strip of every round."""
        for middle in self._middles():
            half = self._pitch / 2
            right = self.page.width - self.file.page.side
            yield Area.between(self.file.page.side, middle - half, right, middle + half)

    def columns(self) -> Iterator[Area]:
        """Yield the strip of every player."""
        for left in self._blocks()[1:]:
            right = left + self.block + self.here.points
            yield Area.between(left, self.first_round, right, self.last_round)

    def points(self) -> Iterator[tuple[str, Area]]:
        """Yield where a player may note the points of a round."""
        width = self.here.points
        for number, middle in zip(self.rounds, self._middles(), strict=True):
            for player, left in enumerate(self._blocks()[1:], 1):
                if width:
                    at = point(left + self.block + width / 2, middle)
                    size = point(width - 1.4, min(11.0, self._pitch - 3.4))
                else:
                    (x1, _), (x2, y) = (self._image(image, left, middle) for image in (3, 4))
                    at, size = point((x1 + x2) / 2, y + self._down), point(x2 - x1 + 5.6, 6.2)
                yield f"r{number}.{player}", Area(at, size)

    @cached_property
    def _pitch(self) -> float:
        """The height of a round."""
        return (self.last_round - self.first_round) / self.here.rounds

    @cached_property
    def _down(self) -> float:
        """From one line of a block to the next."""
        least, most = self.file.choice.down
        return min(most, max(least, self._pitch / self.here.lines - 0.6))

    def _middles(self) -> list[float]:
        """Give the middle of each round's line."""
        return [self.first_round + (place + 0.5) * self._pitch for place in range(self.here.rounds)]

    def _width_at(self, stretch: float) -> float:
        gaps = self.players * (between(self.file.choice.blocks, stretch) + self.here.points)
        return (self.players + 1) * self._block_at(stretch) + gaps

    def _block_at(self, stretch: float) -> float:
        choice = self.file.choice
        steps = self.colour_columns + self.image_columns - 1
        inside = steps * between(choice.across, stretch) + between(choice.parts, stretch)
        return inside + 2 * PEN_CIRCLE

    def _blocks(self) -> list[float]:
        """Give the left edges of the block of truth and of the players' blocks."""
        gap = between(self.file.choice.blocks, self.stretch)
        step = self.block + gap + self.here.points
        first = self.left + self.block + gap
        return [self.left, *(first + place * step for place in range(self.players))]

    def _colour(self, player: int, left: float, middle: float) -> Point:
        return self._place(player - 1, self.colour_columns, left, middle)

    def _image(self, image: int, left: float, middle: float) -> Point:
        choice = self.file.choice
        step = between(choice.across, self.stretch)
        beside = left + self.colour_columns * step + between(choice.parts, self.stretch)
        return self._place(image - 1, self.image_columns, beside, middle)

    def _place(self, index: int, columns: int, left: float, middle: float) -> Point:
        line, column = divmod(index, columns)
        across = between(self.file.choice.across, self.stretch)
        x = left + PEN_CIRCLE + column * across
        return point(x, middle + (line - (self.here.lines - 1) / 2) * self._down)

    def _block_choices(
        self, line: str, player: int, left: float, middle: float
    ) -> Iterator[Choice]:
        """Yield one block; player 0 is the block of truth."""
        radius = self.file.choice.radius
        group = f"{line}.vote.{player}" if player else f"{line}.mortal"
        for other in range(1, self.players + 1):
            if other == player:
                continue
            name, value = _named(group, "player", other, vote=player > 0)
            at = self._colour(other, left, middle)
            yield Choice(name, group, value, at, radius, materials().dreams.colours[other - 1])
        group = group if player else f"{line}.vision"
        for image in range(1, IMAGES + 1):
            name, value = _named(group, "image", image, vote=player > 0)
            at = self._image(image, left, middle)
            yield Choice(name, group, value, at, radius, str(image))


def _named(group: str, kind: str, number: int, *, vote: bool) -> tuple[str, Marked]:
    """Give a choice's id and value: a vote says of which kind its number is."""
    if vote:
        return f"{group}.{kind}.{number}", {kind: number}
    return f"{group}.{number}", number
