"""Where everything is on one page of a sheet that somebody made."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules.errors import HostError
from rules.own.board import MOST_PAGES
from rules.own.sheet import OwnSheet
from templates.geometry import Box
from templates.own.faults import SheetFaults
from templates.own.file import size_of
from templates.own.flow import SIDE, flow, turns
from templates.own.placing import out_of_place, placed
from templates.own.rows import NoRoom, most_players
from templates.own.shelf import source_of, with_fingerprint
from templates.own.widgets import Paper
from templates.page import Page, page_of
from templates.score_sheet import ScoreSheetLayout, person_area
from templates.score_sheet_check import Fault, faults_of
from templates.sheet_code import SheetCode


@dataclass(frozen=True)
class OwnLayout(ScoreSheetLayout):
    """One page."""

    fingerprint: int = 0
    variant: int = 0
    of: int = 1
    """How many pages there are."""
    others: tuple[int, ...] = ()
    """The other pages on which anything is read."""
    given: tuple[Box, ...] = ()
    """Cells of grids whose digit is printed."""
    pictures: tuple[tuple[str, Box], ...] = ()
    person: Box | None = field(default=None)
    """Where a person's name goes; None where a table shares the sheet."""

    @property
    def own(self) -> OwnSheet:
        """The sheet that this is a page of."""
        sheet = with_fingerprint(self.fingerprint)
        assert sheet is not None, "A sheet that was laid out is known."
        return sheet

    @property
    def name_fields(self) -> Mapping[str, Box]:
        """Where names are written, and every free space."""
        names = {"name": self.person} if self.person else super().name_fields
        return {**names, **self.spaces}

    def as_json(self) -> dict[str, Any]:
        """Give the layout as plain data."""
        told = super().as_json()
        names: object = told["fields"]["name"]  # type: ignore[index]
        if self.person:
            names = self.person.as_json()
        spaces = {name: box.as_json() for name, box in self.spaces.items()}
        return told | {
            "fields": {"name": names, "spaces": spaces},
            "pages": self.of,
            "version": f"{self.fingerprint:08x}",
            "variant": self.variant,
        }


def layout_of(code: SheetCode) -> OwnLayout:
    """Lay out the page that a code speaks of; ``own-unknown`` if its file is not here."""
    if with_fingerprint(code.fingerprint) is None:
        raise HostError("own-unknown", sheet=code.sheet, did_you_mean=None)
    pages = pages_of(code.fingerprint, code.paper, code.players, code.lang, code.variant)
    if code.page > len(pages):
        raise HostError("own-page", page=code.page, pages=len(pages))
    return pages[code.page - 1]


@lru_cache(maxsize=64)
def pages_of(
    fingerprint: int, paper: str, players: int, lang: str, variant: int
) -> tuple[OwnLayout, ...]:
    """Lay out all pages of a sheet."""
    sheet = with_fingerprint(fingerprint)
    assert sheet is not None, "Ask for the sheet first."
    try:
        return laid_out(sheet, paper, players, lang, variant)
    except SheetFaults as error:
        source = source_of(fingerprint)
        raise placed(error, sheet, source) if source else error from None


def laid_out(
    sheet: OwnSheet, paper: str, players: int, lang: str, variant: int = 0
) -> tuple[OwnLayout, ...]:
    """Lay out all pages, and refuse what could not be written on or read back."""
    fewest, most, _ = sheet.players or (0, 0, 0)
    if not fewest <= players <= most:
        raise HostError("bad-value", field="players", value=str(players), expected="integer",
                        low=fewest, high=most, choices=(), did_you_mean=None)  # fmt: skip
    try:
        pages, fault = _pages(sheet, paper, players, lang, variant)
        if fault and players:
            # Many fields side by side: paper that could be printed stays as it was.
            wider, trouble = _pages(sheet, paper, players, lang, variant, wide=True)
            pages, fault = (pages, fault) if trouble else (wider, None)
        if fault:
            # What was refused was never printed either: rows may be as high as their cells need.
            with suppress(NoRoom):
                higher, trouble = _pages(
                    sheet, paper, players, lang, variant, wide=bool(players), exact=True
                )
                pages, fault = (pages, fault) if trouble else (higher, None)
    except NoRoom as error:
        raise _no_room(error, sheet, paper, players, lang) from None
    if fault:
        raise out_of_place(fault, sheet, paper)
    return pages


def _no_room(error: NoRoom, sheet: OwnSheet, paper: str, players: int, lang: str) -> SheetFaults:
    """Say what fits on no page, and which remedy helps."""
    page = page_of(paper, landscape=turns(sheet)[-1])
    most = most_players(sheet, players, page.width - 2 * SIDE, lang)
    remedy = "players" if 0 < most < players else "none"
    if not page.is_wide:
        remedy = "turn" if sheet.landscape is None else "portrait"
    if error.pages:
        remedy, most = "pages", MOST_PAGES
    facts = {"file": sheet.name, "line": 1, "place": f"section {error.section + 1}",
             "paper": paper, "players": players, "most": most, "remedy": remedy}  # fmt: skip
    return SheetFaults([HostError("own-no-room", **facts)])


def _pages(
    sheet: OwnSheet, paper: str, players: int, lang: str, variant: int, *, wide: bool = False,
    exact: bool = False,
) -> tuple[tuple[OwnLayout, ...], Fault | None]:  # fmt: skip
    """Lay out all pages, and name what could not be written on or read back."""
    flowed = flow(sheet, paper, players, lang, variant, wide=wide, exact=exact)
    about = players, variant, len(flowed.papers)
    read = [number for number, each in enumerate(flowed.papers, 1) if each.is_read]
    pages = tuple(
        replace(
            _page(sheet, flowed.page, each, number, about),
            others=tuple(other for other in read if other != number),
        )
        for number, each in enumerate(flowed.papers, 1)
    )
    return pages, next((fault for page in pages for fault in faults_of(page)), None)


def _page(
    sheet: OwnSheet,
    page: Page,
    paper: Paper,
    number: int,
    about: tuple[int, int, int],
) -> OwnLayout:
    players, variant, of = about
    person = person_area(page) if sheet.players is None else None
    pictures = tuple((name, fitted(sheet.pictures[name], area)) for name, area in paper.pictures)
    return OwnLayout(
        sheet.sheet,
        page,
        players,
        number,
        (),
        tuple(paper.choices),
        tuple(paper.digits),
        tuple(paper.boxes),
        tuple(paper.names),
        bands=tuple(paper.bands),
        columns=tuple(paper.columns),
        lines=tuple(paper.lines),
        texts=tuple(paper.texts),
        spaces=dict(paper.spaces),
        fingerprint=sheet.fingerprint,
        variant=variant,
        of=of,
        given=tuple(paper.given),
        pictures=pictures,
        areas={f"picture {name}": area for name, area in pictures},
        person=person,
    )


def fitted(picture: bytes, area: Box) -> Box:
    """Make a picture as large as its room allows, in the middle of it."""
    width, height = size_of(picture) or (1, 1)
    scale = min(area.size[0] / width, area.size[1] / height)
    return Box(area.center, (width * scale, height * scale))
