"""Where everything is on one page of a sheet that somebody made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rules.errors import HostError
from rules.own.sheet import OwnSheet
from templates.errors import TemplateError
from templates.geometry import Box
from templates.own.faults import SheetFaults
from templates.own.flow import flow
from templates.own.shelf import with_fingerprint
from templates.own.tables import NoRoom
from templates.own.widgets import Paper
from templates.page import Page
from templates.score_sheet import ScoreSheetLayout, person_area
from templates.score_sheet_check import check_score_sheet
from templates.sheet_code import SheetCode


@dataclass(frozen=True)
class OwnLayout(ScoreSheetLayout):
    """One page."""

    fingerprint: int = 0
    variant: int = 0
    of: int = 1
    """How many pages there are."""
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
    return laid_out(sheet, paper, players, lang, variant)


def laid_out(
    sheet: OwnSheet, paper: str, players: int, lang: str, variant: int = 0
) -> tuple[OwnLayout, ...]:
    """Lay out all pages, and refuse what could not be written on or read back."""
    fewest, most, _ = sheet.players or (0, 0, 0)
    if not fewest <= players <= most:
        raise HostError("bad-value", field="players", value=str(players), expected="integer",
                        low=fewest, high=most, choices=(), did_you_mean=None)  # fmt: skip
    try:
        flowed = flow(sheet, paper, players, lang, variant)
    except NoRoom as error:
        facts = {"file": sheet.name, "line": 0, "place": f"section {error.section + 1}"}
        raise SheetFaults([HostError("own-no-room", **facts)]) from None
    pages = tuple(
        _page(sheet, flowed.page, paper_, number, (players, variant, len(flowed.papers)))
        for number, paper_ in enumerate(flowed.papers, 1)
    )
    for page in pages:
        try:
            check_score_sheet(page)
        except TemplateError as error:
            facts = {"file": sheet.name, "line": 0, "place": error.facts["place"]}
            wrong = f"{error.facts['wrong']} {error.facts['remedy']}"
            raise SheetFaults([HostError("own-overlap", wrong=wrong, **facts)]) from None
    return pages


def _page(
    sheet: OwnSheet, page: Page, paper: Paper, number: int, about: tuple[int, int, int]
) -> OwnLayout:
    players, variant, of = about
    person = person_area(page) if sheet.players is None else None
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
        pictures=tuple(paper.pictures),
        person=person,
    )
