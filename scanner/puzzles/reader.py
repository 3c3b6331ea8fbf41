"""How puzzles are read: every digit for itself.

Pupils make mistakes, and the solution must not be asked what somebody wrote: neither the solution
nor the puzzle's rules have a say here, only ink. All that is known is which numbers are asked for:
in a square of six nobody means a seven as easily as a one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.puzzles.marking import PuzzleSlip
from rules.puzzles.sheet import PuzzleSheet
from scanner.notes import GREEN, RED, Notes
from scanner.reader import SheetReader
from scanner.scan import Scan
from scanner.score_sheets.elements import read_score_sheet
from scanner.weigh import JudgeValues
from templates.game import Value, Verdict
from templates.puzzles.layout import PuzzleLayout
from templates.puzzles.tasks import marked_json
from templates.sheet_code import SheetCode
from templates.wording import begun


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a sheet."""
    return _READER


def _judging(layout: PuzzleLayout) -> JudgeValues:
    """Find odd what is no number of the puzzle."""
    most = layout.asked.highest

    def verdict(values: Mapping[str, Value]) -> Verdict:
        odd = (
            e for e, value in values.items() if value is not None and not 1 <= int(value) <= most
        )
        return Verdict(frozenset((element, "range", "") for element in odd), ())

    return verdict


def _others(code: SheetCode) -> list[SheetCode]:
    """Give the code of the sheet with the next puzzles."""
    asked = PuzzleSheet.of(code.sheet.rpartition("/")[2], code.variant)
    return [replace(code, variant=asked.next().variant)]


def _draw_notes(notes: Notes, scan: Scan, layout: PuzzleLayout, lang: str) -> None:
    """Write the right number beside a wrong one, and say what went wrong below."""
    told = marked_json(scan.board, scan.code, scan.doubtful, lang)  # type: ignore[arg-type]
    wrong = {each["element"]: each for each in told["wrong"]}
    for element, place in layout.places.items():
        if element in scan.doubtful:
            continue
        (x, y), (wide, high) = place.at, place.area.size
        if element not in wrong:
            notes.ring((x, y), min(wide, high) / 2 - 0.4, GREEN)
            continue
        said = str(wrong[element]["should_be"])
        notes.words((x + wide / 2 - 3.2, y - high / 2 + 0.4), said, RED, size=3.6)
        if wrong[element]["code"] == PuzzleSlip.WRONG:
            notes.ring((x, y), min(wide, high) / 2 - 0.4, RED)
    if told["broke"]:
        place = layout.places[told["broke"]["element"]]
        notes.note(begun(told["broke"]["message"]), RED, place.at, beside=5.0)


_READER = SheetReader(read_score_sheet, _judging, notes=_draw_notes, others=_others)
