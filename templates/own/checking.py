"""Everything that can be said about a sheet file before it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rules.errors import HostError
from rules.own.sheet import OwnSheet
from templates.languages import DEFAULT_LANGUAGE
from templates.own.faults import SheetFaults
from templates.own.file import open_sheet
from templates.own.layout import OwnLayout, laid_out
from templates.own.placing import placed
from templates.page import PAPERS


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet that can be printed, in all the ways in which it may be."""

    sheet: OwnSheet
    layouts: tuple[tuple[str, OwnLayout], ...]
    """Every page on every paper, with its language."""
    misfits: tuple[HostError, ...] = ()
    """Why it cannot be printed on a paper, while it can on another."""


def checked(path: Path) -> Checked:
    """Read a file and lay it out for every paper, language and number of players that differ.

    Raises:
        HostError: It cannot be read; ``SheetFaults`` if it is wrong, or fits on no paper.
    """
    sheet = open_sheet(path)
    layouts: list[tuple[str, OwnLayout]] = []
    misfits: list[SheetFaults] = []
    for paper in PAPERS:
        try:
            layouts += _on(sheet, paper)
        except SheetFaults as error:
            misfits.append(placed(error, sheet, path))
    if not layouts:
        raise misfits[0]
    return Checked(sheet, tuple(layouts), tuple(each for faults in misfits for each in faults.all))


def _on(sheet: OwnSheet, paper: str) -> list[tuple[str, OwnLayout]]:
    """Lay it out in every language and for every number of players that differs."""
    return [
        (lang, page)
        for lang in sheet.languages or (DEFAULT_LANGUAGE,)
        for players in (sorted(set(sheet.players)) if sheet.players else (0,))
        for page in laid_out(sheet, paper, players, lang)
    ]
