"""How well sheets that people make are read: our samples, filled in by real hands.

    ./play bench own --photos 25 --first 300000

Every sample at every level, with the hands, pens and camera of the scanner's own benchmark. The
sums that players add up themselves are right, and one in four of a worksheet's answers is wrong,
half of these by one digit: whoever knows the solution must not read it into them.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from benchmarks.camera import Printed, photograph
from benchmarks.fill import PENS, fill
from benchmarks.hands import RealHand, held_out
from practice.own import invented
from practice.pages import PX_PER_MM, blank_page
from printkit.order import Order
from printkit.own.drawing import code_of
from rules.own.sheet import Kind, OwnSheet
from rules.own.variants import answers_of
from scanner import read_photo
from templates.own import shelf
from templates.own.judge import JUDGE, known

SAMPLES = Path(__file__).parents[1] / "templates" / "own" / "samples"
LEVELS = ("good", "hard")


@dataclass
class Tally:
    """What was read of one sample at one level."""

    sheets: int = 0
    unreadable: int = 0
    digits: int = 0
    digits_wrong: int = 0
    numbers: int = 0
    numbers_wrong: int = 0
    marks: int = 0
    marks_wrong: int = 0
    silent: int = 0
    """Elements that were misread and not asked about."""
    ok: int = 0
    ok_wrong: int = 0
    """Sheets called ok with a wrong total."""
    totals: int = 0
    questions: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another sample's sheets as well."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def line(self, name: str, level: str) -> str:
        """Give a row of the table."""
        read = max(self.sheets - self.unreadable, 1)
        digits = 1 - self.digits_wrong / max(self.digits, 1)
        numbers = 1 - self.numbers_wrong / max(self.numbers, 1)
        marks = 1 - self.marks_wrong / max(self.marks, 1)
        return (
            f"| {name} | {level} | {self.sheets} | {self.unreadable} | {digits:.2%} |"
            f" {numbers:.2%} | {marks:.2%} |"
            f" {self.totals / read:.0%} | {self.ok / read:.0%} | {self.ok_wrong} | {self.silent} |"
            f" {self.questions / read:.1f} | {self.seconds / read:.2f} |"
        )


def shot(sheet: OwnSheet, number: int, level: str, keep: Path | None) -> tuple[bytes, Any]:
    """Give a photo of a sheet filled in by a real hand, and its board.

    A photo takes much longer than its reading: kept in a folder it is taken once, and again when
    the board or the layout is another one.
    """
    rng = Random(f"own {sheet.name} {number}")
    order = Order(
        sheet.sheet,
        lang=rng.choice(sheet.languages or ("en",)),
        paper=rng.choices(["a4", "letter"], [4, 1])[0],
        ink=rng.choices(["colour", "light", "black"], [3, 1, 1])[0],
        players=rng.randint(*sheet.players[:2]) if sheet.players else None,
        variant=number % 1000 if sheet.has_variants else 0,
    )
    layout = JUDGE.layout_of(code_of(sheet, order))
    board = with_slips(invented(layout, rng), sheet, rng)
    shown = json.dumps([layout.as_json(), board, order.ink, order.lang], sort_keys=True)
    kept = keep and keep / f"{sheet.name}-{crc32(shown.encode()):08x}-{number}-{level}.jpg"
    if kept and kept.is_file():
        return kept.read_bytes(), board
    hand = RealHand(rng.choice(held_out(None)), f"own {number}")
    pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
    filled = fill(blank_page(order), layout.as_json(), board, hand, pen, PX_PER_MM)
    photo = photograph(Printed(filled.image, PX_PER_MM), f"own {number}", level)  # type: ignore[arg-type]
    if kept:
        kept.write_bytes(photo.jpeg)
    return photo.jpeg, board


def with_slips(board: dict[str, Any], sheet: OwnSheet, rng: Random) -> dict[str, Any]:
    """Get some right answers wrong by one digit."""
    written = dict(board["fields"])
    for name, answer in answers_of(sheet, 0, board.get("variant", 0)).items():
        is_number = sheet.slots(0)[name].field.kind is Kind.NUMBER
        if is_number and written[name] == answer and rng.random() < 0.12:
            digits = list(str(answer))
            at = rng.randrange(len(digits))
            digits[at] = rng.choice([d for d in "0123456789" if d != digits[at]])
            written[name] = int("".join(digits))
    return board | {"fields": written}


def count(tally: Tally, sheet: OwnSheet, number: int, level: str, keep: Path | None) -> None:
    """Read one photo and compare it with the truth."""
    jpeg, data = shot(sheet, number, level, keep)
    tally.sheets += 1
    began = time.perf_counter()
    scan = read_photo(jpeg)[0]
    tally.seconds += time.perf_counter() - began
    if scan["status"] == "unreadable":
        tally.unreadable += 1
        tally.notes.append(f"{number} {scan['code']}")
        return
    truth = JUDGE.board_from(data)
    read = scan["board"]["fields"]
    asked = [item["element"] for item in scan["review"]]
    tally.questions += len(asked)
    for slot in sheet.slots(len(truth.players) if sheet.players else 0).values():
        wrong = truth.fields[slot.id] != read[slot.id]
        if slot.field.kind in (Kind.NUMBER, Kind.GRID):
            tally.numbers += truth.fields[slot.id] is not None
            tally.numbers_wrong += wrong
            tally.digits += len(_digits(truth.fields[slot.id]))
            tally.digits_wrong += _differing(truth.fields[slot.id], read[slot.id])
        else:
            tally.marks += 1
            tally.marks_wrong += wrong
        if wrong and not any(e == slot.id or e.startswith(f"{slot.id}.") for e in asked):
            tally.silent += 1
            said = f"{slot.id}: {truth.fields[slot.id]} read {read[slot.id]}"
            tally.notes.append(f"{number} {said} (silent)")
    is_right = list(JUDGE.score_of(truth).totals) == list(scan["score"]["totals"].values())
    tally.totals += is_right
    tally.ok += scan["status"] == "ok"
    if scan["status"] == "ok" and not is_right:
        tally.ok_wrong += 1
        tally.notes.append(f"{number} OK AND WRONG")


def _digits(number: object) -> str:
    return "" if number is None else str(number).lstrip("-")


def _differing(written: object, read: object) -> int:
    """Count the digits that were misread; all of a number that has become longer or shorter."""
    one, other = _digits(written), _digits(read)
    if len(one) != len(other):
        return max(len(one), len(other))
    return max(sum(a != b for a, b in zip(one, other, strict=True)), int(written != read))


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photos", type=int, default=25, help="of each sample at each level")
    options.add_argument("--first", type=int, default=300_000, help="number of the first photo")
    options.add_argument("--keep", type=Path, help="folder for the photos, to read them again")
    options.add_argument("--only", default="", help="names of samples, with commas between them")
    given = options.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    files = sorted(SAMPLES.glob("*.toml"))
    wanted = given.only.split(",") if given.only else [file.stem for file in files]
    print("| sheet | level | sheets | unreadable | digits | numbers | marks | totals right | ok |"
          " ok and wrong | silent | questions | s |")  # fmt: skip
    print("|" + " --- |" * 13)
    whole = {level: Tally() for level in LEVELS}
    for file in files:
        if file.stem not in wanted:
            continue
        sheet = known(shelf.sheet_in(file))
        for level in LEVELS:
            tally = Tally()
            for number in range(given.first, given.first + given.photos):
                count(tally, sheet, number, level, given.keep)
            print(tally.line(file.stem, level), flush=True)
            for note in tally.notes:
                print(f"  {note}", flush=True)
            whole[level].add(tally)
    for level, tally in whole.items():
        print(tally.line("all", level))


if __name__ == "__main__":
    main()
