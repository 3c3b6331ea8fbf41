"""What is wrong with a layout, told with the line of the file that it is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.errors import HostError
from rules.own.sheet import Field, OwnSheet, said
from templates.languages import DEFAULT_LANGUAGE
from templates.own.faults import SheetFaults
from templates.own.lines import line_at, lines_of
from templates.own.widgets import compact
from templates.score_sheet_check import Fault


def out_of_place(fault: Fault, sheet: OwnSheet, paper: str) -> SheetFaults:
    """Say in the file's own words what could not be written on or read back."""
    other = _named(fault.other, sheet)
    place = _named(fault.place, sheet) or fault.place
    facts = {"file": sheet.name, "line": 1, "place": place, "paper": paper}
    if fault.kind == "small":
        return SheetFaults([HostError("own-small", **facts)])
    if fault.kind == "edge" or not other:  # all else that we print are tags and codes
        return SheetFaults([HostError("own-edge", **facts)])
    if _is_by_hand(fault.place, sheet) or _is_by_hand(fault.other, sheet):
        return SheetFaults([HostError("own-overlap", other=other, **facts)])
    return SheetFaults([HostError("own-crowded", other=other, **facts)])


def _is_by_hand(place: str, sheet: OwnSheet) -> bool:
    _, field = sheet.fields.get(_named(place, sheet), (None, None))
    return field is not None and field.at is not None


def _named(place: str, sheet: OwnSheet) -> str:
    """Name a field by its id, and words by themselves; nothing for what we print ourselves."""
    for kind in ("text ", "picture "):
        if place.startswith(kind):
            return place.removeprefix(kind)
    name = place.rpartition(" ")[2].partition(".")[0]
    return name if name in sheet.fields or name == "name" else ""


def placed(error: SheetFaults, sheet: OwnSheet, path: Path) -> SheetFaults:
    """Give faults of a layout their file, and the line of the section or field."""
    return SheetFaults(list(_placed(error, sheet, path)))


def too_long(words: str, sheet: OwnSheet, path: Path | None) -> HostError:
    """Say that words would be cut off, with the line of what they were made from."""
    text = _text_of(path)
    file = path.name if path else sheet.name
    for steps, field, rounds in _choices(sheet):
        for lang in sheet.languages or (DEFAULT_LANGUAGE,):
            if words == said(compact(field, lang).label, lang):
                line, told = line_at(lines_of(text), steps), words.replace("\n", ": ")
                if not rounds:
                    return HostError("own-legend-beside", file=file, line=line, text=told)
                return HostError("own-legend-long", file=file, line=line, text=told)
    line, told = _line_of(words, text), " ".join(words.split())[:40]
    return HostError("own-text-long", file=file, line=line, text=told)


def _choices(sheet: OwnSheet) -> Iterator[tuple[tuple[str | int, ...], Field, int]]:
    """Yield the fields that have options, each with its place in the file and its rounds."""
    for number, section in enumerate(sheet.sections):
        for at, field in enumerate(section.fields):
            if field.options:
                yield ("section", number, "fields", at), field, section.rounds


def _line_of(words: str, text: str) -> int:
    """Find the line on which words stand, or begin."""
    begun = words.partition("\n")[0][:20]
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if begun in line), 1)


def _text_of(path: Path | None) -> str:
    try:
        return path.read_text(encoding="utf-8-sig") if path else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _placed(error: SheetFaults, sheet: OwnSheet, path: Path) -> Iterator[HostError]:
    found = lines_of(_text_of(path))
    for each in error.all:
        steps = _steps(str(each.facts["place"]), sheet)
        facts = {**each.facts, "file": path.name, "line": line_at(found, steps)}
        yield HostError(each.code, **facts)


def _steps(place: str, sheet: OwnSheet) -> tuple[str | int, ...]:
    for number, section in enumerate(sheet.sections):
        if place == f"section {number + 1}":
            return "section", number
        for at, field in enumerate(section.fields):
            if place == field.id:
                return "section", number, "fields", at
    return ()
