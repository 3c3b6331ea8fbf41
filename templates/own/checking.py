"""Everything that can be said about a sheet file before it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rules.errors import HostError
from rules.own.sheet import OwnSheet
from templates.languages import DEFAULT_LANGUAGE
from templates.own.faults import SheetFaults
from templates.own.file import open_sheet
from templates.own.layout import OwnLayout, laid_out
from templates.own.lines import line_at, lines_of
from templates.page import PAPERS


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet that can be printed, in all the ways in which it may be."""

    sheet: OwnSheet
    layouts: tuple[tuple[str, OwnLayout], ...]
    """Every page on every paper, with its language."""


def checked(path: Path) -> Checked:
    """Read a file and lay it out for every paper, language and number of players that differ.

    Raises:
        HostError: It cannot be read; ``SheetFaults`` if it is wrong.
    """
    sheet = open_sheet(path)
    layouts: list[tuple[str, OwnLayout]] = []
    for lang in sheet.languages or (DEFAULT_LANGUAGE,):
        for paper in PAPERS:
            for players in sorted(set(sheet.players)) if sheet.players else (0,):
                try:
                    pages = laid_out(sheet, paper, players, lang)
                except SheetFaults as error:
                    raise SheetFaults(list(_placed(error, path, sheet))) from None
                layouts += [(lang, page) for page in pages]
    return Checked(sheet, tuple(layouts))


def _placed(error: SheetFaults, path: Path, sheet: OwnSheet) -> Iterator[HostError]:
    """Give faults of a layout the line of the section or field that they are about."""
    found = lines_of(path.read_text(encoding="utf-8-sig"))
    for each in error.all:
        yield HostError(each.code, **{**each.facts, "file": path.name,
                                      "line": _line(each, sheet, found)})  # fmt: skip


def _line(error: HostError, sheet: OwnSheet, found: dict[tuple[str | int, ...], int]) -> int:
    about = str(error.facts["place"])
    for number, section in enumerate(sheet.sections):
        if error.code == "own-no-room" and about == f"section {number + 1}":
            return line_at(found, ("section", number))
        for place, field in enumerate(section.fields):
            if any(word.partition(".")[0] == field.id for word in about.split()):
                return line_at(found, ("section", number, "fields", place))
    return 1


def line_of_text(path: Path, words: str) -> int:
    """Find the line on which words stand, or begin."""
    begun = words[:20]
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if begun in line:
            return number
    return 1
