"""How much room a field needs on paper, and where its places go inside that room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from rules.own.sheet import EMPTY, Field, Kind, said, slot_id
from templates.geometry import Box, Size, point
from templates.score_sheet import Align, Choice, Digits, Text, TickBox, Track

SPOT = 7.3
"""From one circle or box to the next."""
APART = 9.0
"""The same where neighbours may both be circled: rings beside a sign are not to touch its own."""
RADIUS = 2.4
TICK = 5.0
FIELD_HEIGHT = (9.2, 11.5)
"""Of a number's field: where room is scarce, and where there is plenty."""
LABEL = 3.5
"""Type size of labels."""
SMALL = 3.0
LETTER = 0.53
"""Width of a letter, about, as a share of the type size."""
LINE = 1.25
_WORDS = 8.4
"""From a cell's left end to the words beside a sign: a ring around the sign stays clear of them."""
_CELL = (10.4, 14.0)
_LETTERS = "abcdefghijkl"


@dataclass
class Paper:
    """What has been placed on one page so far."""

    choices: list[Choice] = field(default_factory=list)
    digits: list[Digits] = field(default_factory=list)
    boxes: list[TickBox] = field(default_factory=list)
    lines: list[Track] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    bands: list[Box] = field(default_factory=list)
    columns: list[Box] = field(default_factory=list)
    names: list[Box] = field(default_factory=list)
    spaces: dict[str, Box] = field(default_factory=dict)
    given: list[Box] = field(default_factory=list)
    """Cells of grids whose digit is printed."""
    pictures: list[tuple[str, Box]] = field(default_factory=list)

    @property
    def is_read(self) -> bool:
        """Whether a scan says anything about it."""
        return bool(self.choices or self.digits or self.boxes or self.lines)

    def write(
        self,
        words: str,
        area: Box,
        size: float = LABEL,
        *,
        align: Align = "left",
        bold: bool = False,
        top: bool = False,
    ) -> None:
        """Print words, if there are any."""
        if words:
            self.texts.append(Text(words, area, size, align, "bold" if bold else "text", top))


def text_width(words: str, size: float = LABEL) -> float:
    """Estimate how wide words are in one line."""
    return LETTER * size * max((len(line) for line in words.split("\n")), default=0) + 0.8


def text_height(words: str, width: float, size: float = LABEL) -> float:
    """Estimate how high words are in a column of this width."""
    lines = sum(max(1, ceil(text_width(line, size) * 1.06 / width)) for line in words.split("\n"))
    return lines * size * LINE


def signs_of(each: Field, lang: str) -> Sequence[tuple[str, str]]:
    """Give each option's sign, which is circled, and the words beside it."""
    labels = [said(option.label, lang) or str(option.value) for option in each.options]
    if all(len(label) <= 2 for label in labels):
        return [(label, "") for label in labels]
    return [(_LETTERS[n], label) for n, label in enumerate(labels)]


def compact(each: Field, lang: str) -> Field:
    """Give a field that fits into a cell: what its letters mean stands beside its label."""
    signs = signs_of(each, lang) if each.options else ()
    if not any(words for _, words in signs):
        return each
    told = ", ".join(f"{sign}\u00a0{words}" for sign, words in signs)
    label = "\n".join(filter(None, (said(each.label, lang), told)))
    options = tuple(
        replace(option, label={"": sign})
        for option, (sign, _) in zip(each.options, signs, strict=True)
    )
    return replace(each, label={"": label}, options=options)


def is_wide(each: Field, lang: str) -> bool:
    """Whether a field takes the whole width: its label stands above it."""
    if each.kind in (Kind.CHOICE, Kind.SEVERAL):
        return any(words for _, words in signs_of(each, lang))
    return each.kind in (Kind.GRID, Kind.LINE, Kind.SPACE, Kind.NAME)


def least_width(each: Field) -> float:
    """Give the narrowest cell that a field can be in, some air included."""
    match each.kind:
        case Kind.NUMBER:
            return number_width(each.digits) + 1.6
        case Kind.CHOICE | Kind.SEVERAL:
            return _pitch(each) * min(len(each.options), 3) + 0.6
        case Kind.TALLY:
            return SPOT * min(each.boxes, 3) + 0.6
    return SPOT + 0.6


def _pitch(each: Field) -> float:
    return APART if each.kind is Kind.SEVERAL else SPOT


def full_width(each: Field) -> float:
    """Give the width at which nothing of it has to go to another line."""
    count = {Kind.TALLY: each.boxes}.get(each.kind, len(each.options))
    return max(least_width(each), _pitch(each) * count + 0.6)


def number_width(digits: int) -> float:
    """Give the least width of a number's field."""
    return 10.4 if digits == 1 else 6.0 + 5.0 * digits


def heights(each: Field, width: float, lang: str) -> tuple[float, float]:
    """Give a field's height in a cell of this width: at least, and where there is plenty."""
    pitch = _pitch(each)
    match each.kind:
        case Kind.NUMBER:
            return FIELD_HEIGHT
        case Kind.CHOICE | Kind.SEVERAL if is_wide(each, lang):
            lines = ceil(len(each.options) / _words_a_line(each, width, lang))
            return lines * pitch, lines * (pitch + 0.8)
        case Kind.CHOICE | Kind.SEVERAL | Kind.TALLY:
            count = each.boxes if each.kind is Kind.TALLY else len(each.options)
            lines = ceil(count / max(1, int((width - 0.5) / pitch)))
            return lines * pitch, lines * (pitch + 0.8)
        case Kind.GRID:
            return tuple(len(each.given) * cell for cell in _cells(each, width))  # type: ignore[return-value]
        case Kind.LINE:
            return each.height or 20.0, each.height or 26.0
        case Kind.SPACE:
            return each.height or 24.0, each.height or 40.0
        case Kind.NAME:
            return 9.5, 11.0
    return SPOT, SPOT + 0.8


def _cells(each: Field, width: float) -> tuple[float, float]:
    most = width / max(1, len(each.given[0]))
    return min(_CELL[0], most), min(_CELL[1], most)


def _words_a_line(each: Field, width: float, lang: str) -> int:
    """Say how many options with their words stand side by side."""
    widest = max(_WORDS + 1.4 + text_width(words) for _, words in signs_of(each, lang))
    return max(1, min(len(each.options), int(width / widest)))


def place(paper: Paper, each: Field, ids: tuple[int, int], area: Box, lang: str) -> None:
    """Put a field's places into its cell; ``ids`` are round and player, 0 for none."""
    name = slot_id(each.id, *ids)
    match each.kind:
        case Kind.NUMBER:
            wide = min(area.size[0] - 1.6, max(number_width(each.digits) * 1.3, 19.0))
            size = point(max(wide, number_width(each.digits)), area.size[1])
            signed = each.low < 0
            paper.digits.append(Digits(name, point(*area.center), size, each.digits, signed))
        case Kind.CHOICE | Kind.SEVERAL if is_wide(each, lang):
            _place_words(paper, each, name, area, lang)
        case Kind.CHOICE | Kind.SEVERAL:
            spots = _spots(area, len(each.options), _pitch(each))
            for (sign, _), option, at in zip(
                signs_of(each, lang), each.options, spots, strict=True
            ):
                paper.choices.append(_choice(each, name, option.value, sign, at))
        case Kind.TALLY:
            for number, at in enumerate(_spots(area, each.boxes), 1):
                paper.boxes.append(TickBox(f"{name}.{number}", at, (TICK, TICK)))
        case Kind.BOX:
            paper.boxes.append(TickBox(name, point(*area.center), (TICK, TICK)))
        case Kind.GRID:
            _place_grid(paper, each, name, area)
        case Kind.LINE:
            inner = Box(area.center, (area.size[0] - 6.0, area.size[1] - 6.0))
            points = tuple(
                point(inner.left + x * inner.size[0], inner.top + y * inner.size[1])
                for x, y in each.points
            )
            paper.lines.append(Track(name, points, each.closed))
        case Kind.SPACE | Kind.NAME:
            paper.spaces[name] = area


def _choice(each: Field, name: str, value: int | str, sign: str, at: tuple[float, float]) -> Choice:
    """Make one of several its own group: each of them may be circled."""
    if each.kind is Kind.SEVERAL:
        own = f"{name}.{value}"
        return Choice(own, own, True, at, RADIUS, "", sign)
    return Choice(f"{name}.{value}", name, value, at, RADIUS, "", sign)


def _spots(area: Box, count: int, pitch: float = SPOT) -> list[tuple[float, float]]:
    """Set circles or boxes in lines, in the middle of a cell."""
    a_line = max(1, min(count, int((area.size[0] - 0.5) / pitch)))
    lines = ceil(count / a_line)
    a_line = ceil(count / lines)
    step = max(pitch, min(area.size[1] / lines, pitch + 1.2))
    left = area.center[0] - (a_line - 1) * pitch / 2
    top = area.center[1] - (lines - 1) * step / 2
    return [point(left + n % a_line * pitch, top + n // a_line * step) for n in range(count)]


def _place_words(paper: Paper, each: Field, name: str, area: Box, lang: str) -> None:
    a_line = _words_a_line(each, area.size[0], lang)
    lines = ceil(len(each.options) / a_line)
    wide = min(area.size[0] / a_line, 70.0) if a_line > 1 else area.size[0]
    step = area.size[1] / lines
    for number, ((sign, words), option) in enumerate(
        zip(signs_of(each, lang), each.options, strict=True)
    ):
        left, y = area.left + number % a_line * wide, area.top + (number // a_line + 0.5) * step
        at = point(left + 3.7, y)
        paper.choices.append(_choice(each, name, option.value, sign, at))
        room = Box.between(left + _WORDS, y - SPOT / 2 + 0.2, left + wide - 1.0, y + SPOT / 2 - 0.2)
        paper.write(words, room, LABEL)


def _place_grid(paper: Paper, each: Field, name: str, area: Box) -> None:
    rows, columns = len(each.given), len(each.given[0])
    cell = round(min(area.size[1] / rows, area.size[0] / columns), 2)
    left = area.left
    for row, column, digit in each.cells:
        at = point(left + (column - 0.5) * cell, area.top + (row - 0.5) * cell)
        size: Size = (cell, cell)
        if digit == EMPTY:
            inner = (round(cell - 0.3, 2), round(cell - 0.3, 2))
            paper.digits.append(Digits(f"{name}.{row}.{column}", at, inner, 1, signed=False))
        else:
            paper.given.append(Box(at, size))
            paper.write(digit, Box(at, (cell - 1, cell - 1)), cell * 0.55, align="centre")
