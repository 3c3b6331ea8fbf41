"""Pages: rows set below each other, as generously as they fit on as few pages as they can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.own.board import MOST_PAGES
from rules.own.sheet import Field, OwnSheet, said
from templates.geometry import Box
from templates.own.rows import Columns, NoRoom, Row, columns_for
from templates.own.tables import Sections
from templates.own.widgets import (
    Paper,
    full_width,
    heights,
    is_wide,
    least_width,
    place,
    text_height,
)
from templates.page import Page, page_of
from templates.score_sheet import Text, header_areas

SIDE, TOP, FOOT = 22.0, 33.6, 33.2
"""From the paper's edges to where rows may stand: tags and codes lie outside."""
_STEPS = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
"""How generous rows may be."""


@dataclass(frozen=True)
class Flowed:
    """All pages of a sheet."""

    page: Page
    papers: tuple[Paper, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    row: Row
    top: float
    height: float


def flow(
    sheet: OwnSheet, paper: str, players: int, lang: str, variant: int, *, wide: bool = False,
    exact: bool = False,
) -> Flowed:  # fmt: skip
    """Lay out all pages: upright, unless the other way takes fewer pages, or it says so.

    Args:
        sheet: What is laid out.
        paper: On which paper.
        players: How many share it; 0 for one person.
        lang: Of its words.
        variant: Of a worksheet.
        wide: Whether players' columns may become wider than usual.
        exact: Whether rows are as high as their cells need.

    Raises:
        NoRoom: A section fits neither way.
    """
    found: list[tuple[int, Flowed]] = []
    trouble: NoRoom | None = None
    for landscape in turns(sheet):
        try:
            page = page_of(paper, landscape=landscape)
            one = _flow(sheet, page, players, lang, variant, wide, exact)
        except NoRoom as error:
            trouble = trouble or error
            continue
        found.append((len(one.papers), one))
        if len(one.papers) == 1:
            break
    if not found:
        assert trouble is not None
        raise trouble
    return min(found, key=lambda each: each[0])[1]


def turns(sheet: OwnSheet) -> tuple[bool, ...]:
    """Say which ways the pages may lie: upright, on their side, or both."""
    if sheet.landscape is not None:
        return (sheet.landscape,)
    # Whoever places things has to know how the page lies.
    by_hand = any(each.at is not None for _, each in sheet.fields.values())
    return (False,) if by_hand else (False, True)


def _flow(
    sheet: OwnSheet, page: Page, players: int, lang: str, variant: int, wide: bool, exact: bool
) -> Flowed:
    columns = columns_for(sheet, players, SIDE, page.width - 2 * SIDE, lang, wide=wide)
    sections = Sections(sheet, columns, lang, variant, exact)
    rows = list(sections.rows())
    names = sections.names() if players else None
    pages = min((_paged(rows, names, page, stretch) for stretch in _STEPS), key=_cost)
    last = max([len(pages), *(f.page for _, f in sheet.fields.values() if f.at is not None)])
    if last > MOST_PAGES:
        raise NoRoom(len(sheet.sections) - 1, pages=True)
    papers = tuple(Paper() for _ in range(last))
    for lines, one in zip(pages, papers, strict=False):
        _set(lines, one, columns)
        _set_columns(lines, one, sections)
    for section, each in sheet.fields.values():
        if each.at is not None:
            _set_by_hand(papers[each.page - 1], each, sections.label(section, each, 0), page, lang)
    for number, one in enumerate(papers, 1):
        _head(one, sheet, page, lang, f"{number}/{last}" if last > 1 else "")
    return Flowed(page, papers)


def _paged(rows: Sequence[Row], names: Row | None, page: Page, stretch: float) -> list[list[_Line]]:
    bottom = page.height - FOOT
    pages: list[list[_Line]] = [[]]
    y, named = TOP, False

    def height_of(row: Row) -> float:
        return row.tight + stretch * (row.wide - row.tight)

    def add(row: Row) -> None:
        nonlocal y
        pages[-1].append(_Line(row, y, height_of(row)))
        y += height_of(row)

    for number, row in enumerate(rows):
        before = [names] if names and row.for_each and not named else []
        need = sum(height_of(each) for each in (*before, *_together(rows, number)))
        if pages[-1] and (row.breaks or y + need > bottom + 0.01):
            pages.append([])
            y, named = TOP, False
            before = [names] if names and row.for_each else []
            before += [head for head in row.heads if head is not row]
        if y + height_of(row) > bottom + 0.01 and not pages[-1]:
            raise NoRoom(row.section)
        for each in before:
            add(each)
            named = named or each is names
        add(row)
    return pages


def _together(rows: Sequence[Row], number: int) -> Iterator[Row]:
    """Give the rows that must stand on one page from this one on."""
    while True:
        yield rows[number]
        if not rows[number].with_next or number + 1 == len(rows):
            return
        number += 1


def _cost(pages: Sequence[Sequence[_Line]]) -> tuple[int, int]:
    """Weigh a way to fill pages: few of them, and no section torn apart without need."""
    torn = sum(not any(line.row.starts for line in page[:2]) for page in pages)
    return len(pages), torn


def _set(lines: Sequence[_Line], paper: Paper, columns: Columns) -> None:
    for line in lines:
        width = columns.table if line.row.for_each else columns.width
        area = Box.between(columns.left, line.top, columns.left + width, line.top + line.height)
        if line.row.banded:
            paper.bands.append(area)
        line.row.put(paper, area)


def _set_columns(lines: Sequence[_Line], paper: Paper, sections: Sections) -> None:
    """Draw the players' columns from their first row to the last."""
    own = [line for line in lines if line.row.for_each and line.row.banded]
    if own:
        whole = Box.between(0.0, own[0].top, 1.0, own[-1].top + own[-1].height)
        for player in range(1, sections.columns.players + 1):
            paper.columns.append(sections.columns.of(player, whole))


def _set_by_hand(paper: Paper, each: Field, label: str, page: Page, lang: str) -> None:
    """Place a field where its file says, its label above it."""
    assert each.at is not None
    left, top = each.at
    usual = 60.0 if is_wide(each, lang) else full_width(each) + 1.0
    width = each.width or max(least_width(each), min(usual, page.width - SIDE - left))
    if label:
        above = text_height(label, width)
        paper.write(label, Box.between(left, top, left + width, top + above), top=True)
        top += above + 0.4
    low, high = heights(each, width, lang)
    height = each.height or (low + high) / 2
    place(paper, each, (0, 0), Box.between(left, top, left + width, top + height), lang)


def _head(paper: Paper, sheet: OwnSheet, page: Page, lang: str, number: str) -> None:
    """Write title and instructions above the rows, and which page it is below them."""
    areas = header_areas(page)
    title = said(sheet.title, lang)
    paper.texts.append(Text(title, areas["title"], 6.6, face="hand"))
    code = page.qr_boxes[1]
    below = Box.between(SIDE, areas["title"].bottom + 1.6, code.left - 1.5, TOP - 1.4)
    paper.write(said(sheet.about, lang), below, 3.3, top=True)
    if number:
        foot = Box.between(page.width - 60.0, page.height - FOOT + 1.5, page.width - SIDE,
                           page.height - FOOT + 6.5)  # fmt: skip
        paper.write(number, foot, 3.2, align="right")
