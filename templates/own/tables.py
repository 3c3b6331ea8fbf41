"""Sections as rows of a table: what stands in each, and how high it has to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from math import ceil

from rules.own.sheet import Field, Kind, OwnSheet, Section, said
from rules.own.variants import NUMBER, Drawn, drawn, filled_in, gaps_in
from templates.geometry import Box
from templates.own.rows import AIR, FRAME, WIDEST_LABEL, Columns, NoRoom, Row, inner, side_by_side
from templates.own.sections import WHOLE_WIDTH
from templates.own.widgets import (
    LABEL,
    SMALL,
    Paper,
    compact,
    full_width,
    heights,
    is_wide,
    least_width,
    place,
    text_height,
    text_width,
)

_HEADING = (8.0, 10.5)
_NAMES = (11.5, 13.0)
_GAP = 7.0
"""Between lines that stand side by side."""
_ROWS_A_BLOCK = 9


@dataclass
class Sections:
    """Makes the rows of a sheet's sections."""

    sheet: OwnSheet
    columns: Columns
    lang: str
    variant: int
    exact: bool = False
    """Whether rows are as high as their cells need, which are narrower than their columns."""
    _drawn: dict[str, Mapping[int, Drawn]] = field(default_factory=dict)

    def rows(self) -> Iterator[Row]:
        """Give every row, in reading order; hand-placed fields have none."""
        for number, section in enumerate(self.sheet.sections):
            for row in self._section(section):
                yield replace(row, section=number)

    def _section(self, section: Section) -> Iterator[Row]:
        fields = [each for each in section.fields if each.at is None]
        rows = self._fields(section, fields) if fields else iter(())
        every = chain(self._head(section), self._picture(section), rows)
        for number, row in enumerate(every):
            yield row if number else replace(row, starts=True, breaks=section.new_page)

    def _head(self, section: Section) -> Iterator[Row]:
        title, text = said(section.title, self.lang), said(section.text, self.lang)
        if title:

            def put_title(paper: Paper, area: Box) -> None:
                room = Box.between(area.left + 1.0, area.bottom - 6.0, area.right, area.bottom)
                paper.write(title, room, 4.2, bold=True)

            yield Row(*_HEADING, put_title, with_next=True)
        if text:
            height = text_height(text, self.columns.width - 2.0) + 1.5

            def put_text(paper: Paper, area: Box) -> None:
                room = Box.between(area.left + 1.0, area.top, area.right - 1.0, area.bottom - 0.5)
                paper.write(text, room, LABEL, top=True)

            yield Row(height, height + 1.0, put_text, with_next=bool(section.fields))

    def _picture(self, section: Section) -> Iterator[Row]:
        if section.picture:

            def put(paper: Paper, area: Box) -> None:
                paper.pictures.append((section.picture, area))

            yield Row(section.height, section.height, put)

    def _fields(self, section: Section, fields: Sequence[Field]) -> Iterator[Row]:
        whole = any(each.kind in WHOLE_WIDTH for each in fields)
        if section.for_each or (section.rounds and len(fields) > 1 and not whole):
            small = [compact(each, self.lang) for each in fields]
            if not section.for_each:
                yield from self._listed(section, small)
            elif section.rounds:
                yield from self._by_rounds(section, small)
            else:
                yield from self._by_fields(section, small)
        elif section.rounds and not whole:
            yield from self._in_lines(section, [(fields[0], number) for number in section.times])
        else:
            for number in section.times:
                yield from self._once(section, fields, number)

    def _once(self, section: Section, fields: Sequence[Field], number: int) -> Iterator[Row]:
        """Set fields below each other, those that need it across the whole width."""
        for wide, group in groupby(fields, lambda each: is_wide(each, self.lang)):
            if wide:
                yield from (self._across(section, each, number) for each in group)
            else:
                yield from self._in_lines(section, [(each, number) for each in group])

    def label(self, section: Section, each: Field, number: int) -> str:
        """Give a field's label, the numbers of this variant filled in."""
        words = said(each.label, self.lang)
        if section.id not in self._drawn:
            self._drawn[section.id] = drawn(section, self.variant)
        numbers = self._drawn[section.id].get(number, {})
        return filled_in(words, {**numbers, NUMBER: number} if number else numbers)

    def _round(self, section: Section, number: int) -> str:
        labels = section.round_labels
        return said(labels[number - 1], self.lang) if labels else str(number)

    def _heading(self, section: Section, each: Field) -> str:
        """Give what stands above a column: no label whose numbers differ from line to line."""
        words = said(each.label, self.lang)
        if not self._is_drawn(section, each):
            return words
        return "" if each in section.fields else words.partition("\n")[2]

    def _lead(self, section: Section, each: Field, number: int) -> str:
        """Give what stands before a field of a column, where its numbers are drawn anew."""
        if not self._is_drawn(section, each):
            return ""
        words = self.label(section, each, number)
        return words if each in section.fields else words.partition("\n")[0]

    def _is_drawn(self, section: Section, each: Field) -> bool:
        return bool(section.variables and gaps_in(said(each.label, self.lang)))

    def _row_heights(self, fields: Sequence[Field], widths: Sequence[float]) -> tuple[float, float]:
        less = FRAME if self.exact else 0.0
        sizes = [heights(e, w - less, self.lang) for e, w in zip(fields, widths, strict=True)]
        return max(low for low, _ in sizes) + AIR[0], max(high for _, high in sizes) + AIR[1]

    def _by_fields(self, section: Section, fields: Sequence[Field]) -> Iterator[Row]:
        """Make a row for each field, with a cell for each player."""
        columns = self.columns
        for each in fields:
            label = self.label(section, each, 0)
            tight, wide = self._row_heights([each], [columns.column])
            tight = max(tight, text_height(label, columns.labels - 2.0) + AIR[0])

            def put(paper: Paper, area: Box, each: Field = each, label: str = label) -> None:
                room = Box.between(
                    area.left + 1.0, area.top + 0.3, area.left + columns.labels, area.bottom - 0.3
                )
                paper.write(label, room, bold=each.is_sum)
                for player in range(1, columns.players + 1):
                    cell = inner(columns.of(player, area))
                    place(paper, each, (0, player), cell, self.lang)

            yield Row(tight, max(tight, wide), put, banded=True, for_each=True)

    def _by_rounds(self, section: Section, fields: Sequence[Field]) -> Iterator[Row]:
        """Make a row for each round; every player has all the fields side by side."""
        columns = self.columns
        shares = [least_width(each) for each in fields]
        widths = [columns.column * share / sum(shares) for share in shares]
        tight, wide = self._row_heights(fields, widths)
        heads: tuple[Row, ...] = ()
        # What letters stand for takes several lines, and nobody could do without it.
        headings = [self._heading(section, each) for each in fields]
        legends = [
            text_height(words, width - 1.0, SMALL) + 1.5
            for each, words, width in zip(fields, headings, widths, strict=True)
            if each not in section.fields
        ]
        if (len(fields) > 1 and any(headings)) or legends:
            low, high = max([5.0, *legends]), max([6.0, *legends])

            def put_head(paper: Paper, area: Box) -> None:
                for player in range(1, columns.players + 1):
                    for words, cell in zip(
                        headings, side_by_side(columns.of(player, area), widths), strict=True
                    ):
                        paper.write(words, inner(cell, 0.4), SMALL, align="centre")

            heads = (Row(low, high, put_head, with_next=True, for_each=True),)
            yield heads[0]
        for number in section.times:

            def put(paper: Paper, area: Box, number: int = number) -> None:
                room = Box.between(
                    area.left + 1.0, area.top + 0.3, area.left + columns.labels - 0.5,
                    area.bottom - 0.3,
                )  # fmt: skip
                leads = filter(None, (self._lead(section, each, number) for each in fields))
                paper.write(", ".join(leads) or self._round(section, number), room)
                for player in range(1, columns.players + 1):
                    cells = side_by_side(columns.of(player, area), widths)
                    for each, cell in zip(fields, cells, strict=True):
                        place(paper, each, (number, player), inner(cell), self.lang)

            yield Row(tight, wide, put, banded=True, heads=heads, for_each=True)

    def _listed(self, section: Section, fields: Sequence[Field]) -> Iterator[Row]:
        """Make a row for each round, with a column for each field."""
        names = [text_width(self._round(section, n)) for n in section.times]
        labels = min(max([9.0, *names]), 50.0)
        room = self.columns.width - labels
        headings = [self._heading(section, each) for each in fields]
        before = [
            max(text_width(self._lead(section, each, n)) for n in section.times) + 1.2
            if self._is_drawn(section, each)
            else 0.0
            for each in fields
        ]
        needs = [
            max(lead + full_width(each), min(text_width(words, SMALL), 40.0))
            for each, lead, words in zip(fields, before, headings, strict=True)
        ]
        if sum(needs) > room:
            needs = [lead + least_width(e) for e, lead in zip(fields, before, strict=True)]
        if sum(needs) > room:
            raise NoRoom(self.sheet.sections.index(section))
        widths = [min(need * room / sum(needs), need + 22.0) for need in needs]
        free = [width - lead for width, lead in zip(widths, before, strict=True)]
        tight, wide = self._row_heights(fields, free)

        def cells(area: Box) -> list[Box]:
            right = Box.between(area.left + labels, area.top, area.right, area.bottom)
            return side_by_side(right, widths)

        def put_head(paper: Paper, area: Box) -> None:
            for words, cell in zip(headings, cells(area), strict=True):
                paper.write(words, inner(cell, 0.4), SMALL, align="centre")

        heads: tuple[Row, ...] = ()
        if any(headings):
            tallest = max(
                text_height(words, width - 1.0, SMALL)
                for words, width in zip(headings, widths, strict=True)
            )
            heads = (Row(tallest + 1.5, tallest + 2.5, put_head, with_next=True),)
            yield heads[0]
        for number in section.times:

            def put(paper: Paper, area: Box, number: int = number) -> None:
                room = Box.between(
                    area.left + 1.0, area.top + 0.3, area.left + labels - 0.5, area.bottom - 0.3
                )
                paper.write(self._round(section, number), room)
                for each, lead, cell in zip(fields, before, cells(area), strict=True):
                    if lead:
                        wide = min(cell.size[0], lead + full_width(each) + 1.0)
                        cell = Box(cell.center, (wide, cell.size[1]))
                        words = Box.between(
                            cell.left, area.top + 0.3, cell.left + lead, area.bottom - 0.3
                        )
                        paper.write(self._lead(section, each, number), words, align="right")
                        cell = Box.between(cell.left + lead, area.top, cell.right, area.bottom)
                    place(paper, each, (number, 0), inner(cell), self.lang)

            yield Row(tight, wide, put, banded=True, heads=heads)

    def _in_lines(self, section: Section, lines: Sequence[tuple[Field, int]]) -> Iterator[Row]:
        """Make lines of a label and a field, several side by side where there is room."""
        if any(is_wide(each, self.lang) for each, _ in lines):
            yield from (self._across(section, each, number) for each, number in lines)
            return
        whole = self.columns.width
        texts = [self._line_label(section, each, number) for each, number in lines]
        cell = max(full_width(each) for each, _ in lines) + 1.0
        cell = min(cell, whole * 0.7)
        labels = min(max(map(text_width, texts)) + 2.5, WIDEST_LABEL * 2, whole - cell)
        most = max(1, int((whole + _GAP) / (labels + cell + _GAP)))
        wanted = section.columns or min(most, ceil(len(lines) / _ROWS_A_BLOCK), 4)
        blocks = min(most, wanted)
        tall = ceil(len(lines) / blocks)
        step = min((whole + _GAP) / blocks, labels + cell + 3 * _GAP)
        sizes = [self._row_heights([each], [cell]) for each, _ in lines]
        for row in range(tall):
            chosen = range(row, len(lines), tall)
            tight = max(
                max(sizes[n][0], text_height(texts[n], labels - 1.5) + AIR[0]) for n in chosen
            )
            high = max(sizes[n][1] for n in chosen)

            def put(paper: Paper, area: Box, chosen: range = chosen) -> None:
                for block, n in enumerate(chosen):
                    left = area.left + block * step
                    room = Box.between(
                        left + 1.0, area.top + 0.3, left + labels - 0.5, area.bottom - 0.3
                    )
                    each, number = lines[n]
                    paper.write(texts[n], room, bold=each.is_sum)
                    wide = min(cell, full_width(each) + 1.0)
                    space = Box.between(left + labels, area.top, left + labels + wide, area.bottom)
                    place(paper, each, (number, 0), inner(space), self.lang)

            yield Row(tight, max(tight, high), put, banded=True)

    def _line_label(self, section: Section, each: Field, number: int) -> str:
        words = self.label(section, each, number)
        if not number or "{" in said(each.label, self.lang):
            return words
        return " ".join(filter(None, (self._round(section, number), words)))

    def _across(self, section: Section, each: Field, number: int) -> Row:
        """Make a row of a field that takes the whole width, its label above it."""
        label = self._line_label(section, each, number)
        width = self.columns.width
        above = text_height(label, width - 2.0) + 2.6 if label else 1.2
        wide = min(each.width or width, width)
        low, high = heights(each, wide - 2.0, self.lang)
        if each.kind is Kind.NAME:
            return self._name(each, number, label, (low, high))

        def put(paper: Paper, area: Box) -> None:
            words = Box.between(area.left + 1.0, area.top + 1.8, area.right - 1.0, area.top + above)
            paper.write(label, words, top=True)
            cell = Box.between(
                area.left + 1.0, area.top + above, area.left + wide - 1.0, area.bottom - 1.2
            )
            place(paper, each, (number, 0), cell, self.lang)

        return Row(above + low + 1.6, above + high + 2.6, put)

    def _name(self, each: Field, number: int, label: str, size: tuple[float, float]) -> Row:
        before = min(text_width(label) + 3.0, self.columns.width * 0.55) if label else 1.0
        tight = max(size[0], text_height(label, before - 2.0) + 1.0)

        def put(paper: Paper, area: Box) -> None:
            words = Box.between(area.left + 1.0, area.top, area.left + before, area.bottom - 1.0)
            paper.write(label, words)
            cell = Box.between(area.left + before, area.top + 0.5,
                               min(area.right, area.left + before + 90.0),
                               area.bottom - 0.5)  # fmt: skip
            place(paper, each, (number, 0), cell, self.lang)

        return Row(tight, max(tight, size[1]), put)

    def names(self) -> Row:
        """Make the row with a place for each player's name."""
        columns = self.columns

        def put(paper: Paper, area: Box) -> None:
            for player in range(1, columns.players + 1):
                cell = columns.of(player, area)
                number = Box.between(
                    cell.left + 0.6, cell.bottom - 5.6, cell.left + 5.0, cell.bottom - 0.8
                )
                paper.write(str(player), number, LABEL, bold=True)
                paper.names.append(
                    Box.between(
                        cell.left + 5.2, cell.top + 0.8, cell.right - 1.0, cell.bottom - 0.8
                    )
                )

        return Row(*_NAMES, put, with_next=True, for_each=True)
