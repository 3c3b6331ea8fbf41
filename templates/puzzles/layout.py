"""Where everything is on a sheet of puzzles.

All lengths are millimetres from the top left of the page, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules.errors import HostError
from rules.puzzles.grid import Puzzle, RuleKind
from rules.puzzles.sheet import PuzzleSheet, element_of
from templates.geometry import Box, point
from templates.page import Page, page_of
from templates.score_sheet import Digits, ScoreSheetLayout, Text, header_areas, person_area
from templates.sheet_code import SheetCode
from templates.wording import say

SIDE, TOP, FOOT = 22.0, 33.6, 33.2
"""From the paper's edges to where puzzles may stand: tags and codes lie outside."""
_BETWEEN = 6.0
_CAPTION, _LABELS = 6.0, 4.6
_BECAUSE = 17.0
"""Height of the room for a reason."""
_RIM = 0.15
"""Between a cell's edge and its field."""
_CAGE_LABEL = 4.2
_GAP = 0.42
"""Between the cells of a square with signs, as a share of a cell."""
_LARGEST = {"sudoku9": 13.4, "cages": 17.0, "futoshiki": 13.5}
_LARGE = {"sudoku9": 17.6, "cages": 26.0, "futoshiki": 20.0}
_LARGEST_CELL, _LARGE_CELL = 15.0, 24.0
_SQUARE_BESIDE = 60.0
"""Wider rooms than twice this have a square in their middle."""
_CLOUD = 11.0


@dataclass(frozen=True, slots=True)
class Square:
    """One puzzle on the page."""

    puzzle: Puzzle
    place: int
    """Which one of the page, from 1."""
    left: float
    top: float
    cell: float
    gap: float = 0.0
    """Between cells, where signs stand."""

    @property
    def has_labels(self) -> bool:
        """Whether cells have a number in their corner."""
        return any(rule.kind is RuleKind.CAGE for rule in self.puzzle.grid.rules)

    @property
    def side(self) -> float:
        """How wide and high it is."""
        size = self.puzzle.grid.size
        return size * self.cell + (size - 1) * self.gap

    def box(self, cell: int) -> Box:
        """Give the whole of a cell."""
        row, column = divmod(cell, self.puzzle.grid.size)
        left = self.left + column * (self.cell + self.gap)
        top = self.top + row * (self.cell + self.gap)
        return Box.between(left, top, left + self.cell, top + self.cell)

    def field(self, cell: int) -> Box:
        """Give the part of a cell in which a digit is written."""
        box = self.box(cell)
        above = _CAGE_LABEL if self.has_labels else _RIM
        return Box.between(box.left + _RIM, box.top + above, box.right - _RIM, box.bottom - _RIM)


@dataclass(frozen=True)
class PuzzleLayout(ScoreSheetLayout):
    """One sheet."""

    asked: PuzzleSheet = field(default=PuzzleSheet("sudoku4", 1, 1))
    person: Box = field(default=Box((0.0, 0.0), (0.0, 0.0)))
    squares: tuple[Square, ...] = ()
    rows: tuple[tuple[Box, ...], ...] = ()
    """The clouds of each question about chances."""

    @property
    def name_fields(self) -> Mapping[str, Box]:
        """Where the name is written, and reasons."""
        return {"name": self.person, **self.spaces}

    def as_json(self) -> dict[str, Any]:
        """Give the layout as plain data."""
        spaces = {name: box.as_json() for name, box in self.spaces.items()}
        return super().as_json() | {
            "fields": {"name": self.person.as_json(), "spaces": spaces},
            "variant": self.asked.variant,
        }


def layout_of(code: SheetCode) -> PuzzleLayout:
    """Lay out the sheet that a code speaks of; ``puzzle-unknown`` if there is none."""
    try:
        asked = PuzzleSheet.of(code.sheet.rpartition("/")[2], code.variant)
    except ValueError:
        raise HostError("puzzle-unknown", sheet=code.sheet, variant=code.variant) from None
    return laid_out(asked, code.paper, code.lang)


@lru_cache(maxsize=64)
def laid_out(asked: PuzzleSheet, paper: str, lang: str) -> PuzzleLayout:
    """Lay out a sheet."""
    page = page_of(paper)
    empty = PuzzleLayout(
        sheet=f"puzzles/{asked.kind}",
        page=page,
        players=0,
        number=1,
        rounds=(),
        choices=(),
        digits=(),
        boxes=(),
        names=(),
        texts=tuple(_head(asked, page, lang)),
        asked=asked,
        person=person_area(page),
    )
    return _with_questions(empty, lang) if asked.questions else _with_squares(empty, lang)


def _head(asked: PuzzleSheet, page: Page, lang: str) -> Iterator[Text]:
    areas = header_areas(page)
    yield Text(say(f"puzzles.title.{asked.kind}", lang), areas["title"], 6.6, face="hand")
    right = page.qr_boxes[1].left - 1.5
    below = Box.between(SIDE, areas["title"].bottom + 1.6, right, TOP - 1.4)
    about = say(f"puzzles.about.{asked.kind}", lang)
    yield Text(about, below, 4.2 if asked.large else 3.3, top=True)


# ------------------------------------------------------------------ the classics


def _with_squares(layout: PuzzleLayout, lang: str) -> PuzzleLayout:
    squares, texts, spaces = [], list(layout.texts), {}
    asked = layout.asked
    slots = _slots(layout.page, asked)
    for place, (puzzle, slot) in enumerate(zip(asked.puzzles, slots, strict=False), 1):
        beside = asked.because and asked.count == 2  # two high squares leave no room below
        room = _square_room(slot, asked.because and not beside)
        square = _square(puzzle, place, room, asked, beside=beside)
        squares.append(square)
        facts = {"number": puzzle.number, "level": puzzle.level, "place": place}
        title = say(f"puzzles.caption{'-of' if asked.count > 1 else ''}", lang, **facts)
        caption = Box.between(slot.left, slot.top, slot.right, slot.top + _CAPTION - 1.0)
        texts.append(Text(title, caption, 5.0 if asked.large else 3.6, face="bold"))
        if asked.because:
            area = _because(slot, square, beside=beside)
            head = Box.between(area.left, area.top, area.right, area.top + 5.0)
            texts.append(Text(say("exercise.because", lang), head, 4.2 if asked.large else 3.4))
            spaces[f"p{place}.because"] = Box.between(
                area.left, area.top + 5.0, area.right, area.bottom
            )
    return replace(
        layout,
        squares=tuple(squares),
        digits=tuple(_fields(squares)),
        texts=tuple(texts),
        spaces=spaces,
    )


def _slots(page: Page, asked: PuzzleSheet) -> list[Box]:
    """Divide the page: one below the other, or two and two."""
    across = 2 if asked.count > 2 else 1
    down = -(-asked.count // across)
    width = (page.width - 2 * SIDE - (across - 1) * _BETWEEN) / across
    height = (page.height - TOP - FOOT - (down - 1) * _BETWEEN / 2) / down
    return [
        Box.between(left, top, left + width, top + height)
        for row in range(down)
        for column in range(across)
        for left in [SIDE + column * (width + _BETWEEN)]
        for top in [TOP + row * (height + _BETWEEN / 2)]
    ]


def _square_room(slot: Box, because: bool) -> Box:
    foot = slot.bottom - (_BECAUSE + 2.0 if because else 0.0)
    return Box.between(slot.left + _LABELS, slot.top + _CAPTION + _LABELS, slot.right, foot)


def _square(puzzle: Puzzle, place: int, room: Box, asked: PuzzleSheet, *, beside: bool) -> Square:
    size = puzzle.grid.size
    share = _GAP if asked.kind == "futoshiki" else 0.0
    most = (_LARGE if asked.large else _LARGEST).get(
        asked.kind, _LARGE_CELL if asked.large else _LARGEST_CELL
    )
    cell = min(most, min(room.size) / (size + (size - 1) * share))
    cell = int(cell * 20) / 20  # whole twentieths, so that no rounding adds up
    gap = round(cell * share, 2)
    side = size * cell + (size - 1) * gap
    alone = room.size[0] > 2 * _SQUARE_BESIDE and not beside
    left = room.left + (room.size[0] - side - _LABELS) / 2 if alone else room.left
    return Square(puzzle, place, round(left, 2), round(room.top, 2), cell, gap)


def _because(slot: Box, square: Square, *, beside: bool) -> Box:
    """Give the room for a reason: below the square, or beside it."""
    if beside:
        left = square.left + square.side + 5.0
        return Box.between(left, square.top, slot.right, square.top + square.side)
    top = square.top + square.side + 2.0
    high = _BECAUSE if slot.bottom - top < 34.0 else 28.0
    return Box.between(slot.left, top, slot.right, top + high)


def _fields(squares: list[Square]) -> Iterator[Digits]:
    for square in squares:
        for cell in square.puzzle.asked:
            box = square.field(cell)
            name = element_of(square.place, square.puzzle, cell)
            yield Digits(name, box.center, box.size, 1, signed=False)


# ------------------------------------------------------------------ chances


def _with_questions(layout: PuzzleLayout, lang: str) -> PuzzleLayout:
    """Set a question below the other: the row, and the field for the answer at its right."""
    asked, page = layout.asked, layout.page
    texts, rows, digits, spaces = list(layout.texts), [], [], {}
    width = page.width - 2 * SIDE
    high = min(38.0, (page.height - TOP - FOOT - 8.0) / len(asked.questions))
    caption = Box.between(SIDE, TOP, SIDE + width, TOP + _CAPTION - 1.0)
    title = say("puzzles.caption", lang, number=asked.number, level=asked.level)
    texts.append(Text(title, caption, 5.0 if asked.large else 3.6, face="bold"))
    size = 4.4 if asked.large else 3.4
    for n, question in enumerate(asked.questions, 1):
        top = TOP + 8.0 + (n - 1) * high
        key = f"{question.mark}-leaf" if question.leaf else question.mark
        words = say(f"puzzles.chance.{key}", lang)
        texts.append(Text(f"{n}.", Box.between(SIDE, top, SIDE + 8.0, top + _CLOUD), 4.0,
                          face="bold"))  # fmt: skip
        rows.append(
            tuple(
                Box.between(left, top, left + _CLOUD, top + _CLOUD)
                for place in range(len(question.row))
                for left in [SIDE + 9.0 + place * (_CLOUD + 1.6)]
            )
        )
        right = SIDE + width
        room = Box.between(SIDE + 76.0, top, right - 36.0, top + 14.0)
        texts.append(Text(words, room, size, top=True))
        digits.append(Digits(f"q{n}", point(right - 22.0, top + 6.0), (20.0, 12.0), 2, False))
        of = Box.between(right - 10.5, top, right, top + 12.0)
        texts.append(Text("/ 36", of, 3.8))
        if asked.because:
            line = Box.between(SIDE + 9.0, top + 14.5, SIDE + 40.0, top + 20.0)
            texts.append(Text(say("exercise.because", lang), line, 3.2))
            spaces[f"q{n}.because"] = Box.between(SIDE + 42.0, top + 14.5, right, top + high - 2.0)
    return replace(layout, rows=tuple(rows), digits=tuple(digits), texts=tuple(texts),
                   spaces=spaces)  # fmt: skip
