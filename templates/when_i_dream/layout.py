"""Where everything is on the score sheet of When I Dream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

from rules.when_i_dream import Role
from rules.when_i_dream.board import SHEET
from templates.geometry import point
from templates.page import Page
from templates.score_sheet import (
    Area,
    Choice,
    Digits,
    Label,
    ScoreSheetLayout,
    TickBox,
    between,
    for_players,
    header_areas,
    notes_area,
    stretch_of,
)
from templates.when_i_dream.settings import FILE, Block, Settings, load_settings

DREAMER = "dreamer"


def lay_out(page: Page, players: int, number: int = 1) -> ScoreSheetLayout:
    """Place a whole game: as many rounds as players."""
    table = WhenIDreamTable(page, players, load_settings())
    return ScoreSheetLayout(
        SHEET,
        page,
        players,
        number,
        tuple(range(1, players + 1)),
        choices=tuple(table.choices()),
        digits=(*table.counts(), *table.totals()),
        boxes=(*table.recalled(), *table.penalties()),
        names=tuple(table.names()),
        labels=tuple(table.labels()),
        bands=tuple(table.bands()),
        columns=tuple(table.column_areas()),
        areas=header_areas(page, reminder=True) | notes_area(page, table.bottom),
        points=dict(table.points()),
    )


@dataclass(frozen=True)
class WhenIDreamTable:
    """The table's lines and columns on one page."""

    page: Page
    players: int
    file: Settings

    @cached_property
    def first_column(self) -> float:
        """The left edge of the first player's column."""
        rounds = self.file.rounds
        counts = 2 * rounds.count + rounds.count_gap
        return self.file.frame.left + rounds.label + counts + rounds.recalled

    @cached_property
    def column(self) -> float:
        """The width of a player's column."""
        return (self.page.width - self.file.frame.right - self.first_column) / self.players

    @cached_property
    def points_width(self) -> float:
        """The part of a player's column for the points of a round, 0.0 where there is no room."""
        choice, (least, most) = self.file.choice, self.file.rounds.points.width
        symbols = {"line": 4, "square": 2, "zigzag": 4}[self._block_style]
        free = self.column - choice.column_gap - symbols * choice.least_apart
        return min(most, free) if free >= least else 0.0

    @cached_property
    def paired(self) -> bool:
        """Whether two names share two columns, one above the other."""
        return self.players in self.file.head.paired

    @cached_property
    def boxes_a_line(self) -> int:
        """How many penalty boxes stand side by side."""
        return min(self._most_boxes_a_line, ceil(self.file.penalties.boxes[1] / self.box_lines))

    @cached_property
    def box_lines(self) -> int:
        """How many lines of penalty boxes there are."""
        penalties = self.file.penalties
        least = penalties.crowded.get(str(self.players), penalties.boxes[0])
        return ceil(least / self._most_boxes_a_line)

    @property
    def _most_boxes_a_line(self) -> int:
        return int(self.column / self.file.penalties.apart)

    @cached_property
    def penalty_height(self) -> float:
        """The height of the penalty boxes with the gap above them."""
        penalties = self.file.penalties
        return self.box_lines * penalties.apart + 2 * penalties.gap

    @cached_property
    def stretch(self) -> float:
        """From 0.0, the tightest table, to 1.0, the most generous one that this file allows."""
        room = self.page.height - self.file.frame.bottom - self.file.frame.top
        return stretch_of(room, self._height_at)

    @cached_property
    def name_height(self) -> float:
        """The height of a name's field."""
        return between(self.file.head.name, self.stretch)

    @cached_property
    def round_height(self) -> float:
        """The height of a round's line."""
        return between(self.file.rounds.height, self.stretch)

    @cached_property
    def total_height(self) -> float:
        """The height of a total's field."""
        return between(self.file.total.height, self.stretch)

    @cached_property
    def first_round(self) -> float:
        """The upper edge of the first round."""
        return self.file.frame.top + self._head_at(self.stretch)

    @cached_property
    def last_round(self) -> float:
        """The lower edge of the last round."""
        return self.first_round + self.players * self.round_height

    @cached_property
    def bottom(self) -> float:
        """The lower edge of the totals."""
        return self.last_round + self.penalty_height + self.total_height

    def names(self) -> Iterator[Area]:
        """Yield the place for each name."""
        head, tall, columns = self.file.head, self.name_height, self._columns()
        top = self.file.frame.top + (0.0 if self.paired else head.number)
        for place, left in enumerate(columns):
            right = left + self.column
            if not self.paired:
                yield Area.between(left + 0.6, top, right - 0.6, top + tall)
            elif place % 2 == 0:
                yield Area.between(left + head.beside, top, right + self.column - 0.6, top + tall)
            else:
                before = left - self.column + 0.6
                yield Area.between(before, top + tall, right - head.beside, top + 2 * tall)

    def points(self) -> Iterator[tuple[str, Area]]:
        """Yield where a player may note the points of a round."""
        if not self.points_width:
            return
        size = point(
            self.points_width - 1.2, min(self.file.rounds.points.height, self.round_height - 3.0)
        )
        for number, middle in self._rounds():
            for player, left in enumerate(self._columns(), 1):
                x = left + self.column - self.points_width / 2 - 0.4
                yield f"r{number}.{player}", Area(point(x, middle), size)

    def choices(self) -> Iterator[Choice]:
        """Yield dreamer and roles of every player in every round."""
        marks = (DREAMER, *(role.value for role in Role))
        for number, middle in self._rounds():
            for player, left in enumerate(self._columns(), 1):
                places = self._block(left + (self.column - self.points_width) / 2, middle)
                for mark, (x, y) in zip(marks, places, strict=True):
                    dreams = mark == DREAMER
                    group = f"r{number}.dreamer" if dreams else f"r{number}.role.{player}"
                    value = player if dreams else mark
                    yield Choice(
                        f"{group}.{value}", group, value, point(x, y), self.file.choice.radius, mark
                    )

    def counts(self) -> Iterator[Digits]:
        """Yield the yellow and blue fields of every round."""
        rounds = self.file.rounds
        height = min(rounds.count_height, self.round_height - 2.0)
        for number, middle in self._rounds():
            for index, colour in enumerate(("yellow", "blue")):
                at = point(self._count_middle(index), middle)
                size = point(rounds.count, height)
                yield Digits(f"r{number}.{colour}", at, size, rounds.digits, signed=False)

    def recalled(self) -> Iterator[TickBox]:
        """Yield the box of every round."""
        side = self.file.rounds.box
        for number, middle in self._rounds():
            at = point(self.first_column - self.file.rounds.recalled / 2, middle)
            yield TickBox(f"r{number}.recalled", at, (side, side))

    def penalties(self) -> Iterator[TickBox]:
        """Yield every player's boxes for penalty cards, line by line."""
        penalties = self.file.penalties
        apart = penalties.apart
        top = self.last_round + penalties.gap + apart / 2
        for player, left in enumerate(self._columns(), 1):
            first = left + self.column / 2 - (self.boxes_a_line - 1) / 2 * apart
            for index in range(self.boxes_a_line * self.box_lines):
                line, place = divmod(index, self.boxes_a_line)
                at = point(first + place * apart, top + line * apart)
                yield TickBox(f"penalty.{player}.{index + 1}", at, (penalties.box, penalties.box))

    def totals(self) -> Iterator[Digits]:
        """Yield every player's field for the total."""
        total = self.file.total
        width = min(total.width, self.column - 1.2)
        digits = 3 if width >= 3 * total.digit else 2
        middle = self.bottom - self.total_height / 2
        for player, left in enumerate(self._columns(), 1):
            at = point(left + self.column / 2, middle)
            yield Digits(f"total.{player}", at, point(width, self.total_height), digits)

    def labels(self) -> Iterator[Label]:
        """Yield what is printed beside and above the fields."""
        rounds, head = self.file.rounds, self.file.head
        yield from self._player_labels()
        for number, middle in self._rounds():
            at = point(self.file.frame.left + rounds.label / 2 - 0.3, middle)
            yield Label("number", at, rounds.label, 3.8, number=number)
        heading = self.first_round - head.gap - 2.0
        for index, colour in enumerate(("yellow", "blue")):
            yield Label(colour, point(self._count_middle(index), heading), rounds.count, 3.0)
        box = point(self.first_column - rounds.recalled / 2, heading)
        yield Label("recalled", box, rounds.recalled - 0.2, 2.83)
        beside = self.first_column - 3.0
        boxes = self.last_round + self.penalty_height / 2
        yield Label("penalties", point(beside, boxes), 27.0, 3.0, "right")
        yield Label("total", point(beside, self.bottom - self.total_height / 2), 27.0, 3.6, "right")

    def _player_labels(self) -> Iterator[Label]:
        head, top = self.file.head, self.file.frame.top
        for player, left in enumerate(self._columns(), 1):
            if not self.paired:
                at = point(left + self.column / 2, top + head.number / 2)
                yield Label("number", at, self.column, 2.9, number=player)
                continue
            upper = player % 2 == 1
            x = left + head.beside / 2 if upper else left + self.column - head.beside / 2
            y = top + self.name_height * (0.6 if upper else 1.6)
            yield Label("number", point(x, y), head.beside - 0.4, 3.2, number=player)

    def bands(self) -> Iterator[Area]:
        """Yield the strip of every round."""
        right = self.page.width - self.file.frame.right
        for _, middle in self._rounds():
            half = self.round_height / 2
            yield Area.between(self.file.frame.left, middle - half, right, middle + half)

    def column_areas(self) -> Iterator[Area]:
        """Yield the strip of every player."""
        for left in self._columns():
            yield Area.between(left, self.first_round, left + self.column, self.last_round)

    def _height_at(self, stretch: float) -> float:
        file = self.file
        head = self._head_at(stretch)
        rounds = self.players * between(file.rounds.height, stretch)
        return head + rounds + self.penalty_height + between(file.total.height, stretch)

    def _head_at(self, stretch: float) -> float:
        head = self.file.head
        name = between(head.name, stretch)
        return (2 * name if self.paired else head.number + name) + head.gap

    @cached_property
    def _block_style(self) -> Block:
        styles = self.file.rounds.block
        return for_players(styles, self.players, FILE, "rounds.block")

    def _columns(self) -> list[float]:
        return [self.first_column + place * self.column for place in range(self.players)]

    def _rounds(self) -> Iterator[tuple[int, float]]:
        for place in range(self.players):
            yield place + 1, self.first_round + (place + 0.5) * self.round_height

    def _count_middle(self, index: int) -> float:
        rounds = self.file.rounds
        left = self.file.frame.left + rounds.label + index * (rounds.count + rounds.count_gap)
        return left + rounds.count / 2

    def _block(self, x: float, y: float) -> Iterator[tuple[float, float]]:
        """Yield the places of dreamer and roles around the middle of a block."""
        block, choice = self._block_style, self.file.choice
        room = self.column - choice.column_gap - self.points_width
        across = min(choice.most_apart, room / (2 if block == "square" else 4))
        down = min(choice.most_apart, self.round_height / 2 - choice.round_gap)
        if block == "zigzag":
            down = self.round_height / 2
            # The lower the rounds, the further sideways.
            across = max(choice.zigzag, sqrt(max(0.0, choice.least_apart**2 - down**2)))
        for place in range(4):
            line, column = divmod(place, 2)
            if block == "line":
                yield x + (place - 1.5) * across, y
            elif block == "square":
                yield x + (column - 0.5) * across, y + (line - 0.5) * down
            else:
                yield x + (2 * column + line - 1.5) * across, y + (line - 0.5) * down
