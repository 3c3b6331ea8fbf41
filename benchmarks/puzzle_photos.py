"""How well puzzles are marked from photos: squares, chances, deductions, filled in by real hands.

    ./play bench puzzle_photos --photos 80 --first 300000
    ./play bench puzzle_photos --photos 80 --first 300000 --kind deduction

Every kind in turn, all levels, one to four on a sheet, deductions on sheet A, camera levels good
and hard in turn; with `--kind`, only the photos of that kind among them. About
one answer in twelve is wrong and one in seventeen missing. Counted are answers that are marked
wrongly without a question, and questions for 50 digits.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.camera import Printed, photograph  # noqa: E402
from benchmarks.fill import PENS, fill  # noqa: E402
from benchmarks.hands import RealHand, held_out  # noqa: E402
from practice.pages import PX_PER_MM, blank_page  # noqa: E402
from practice.puzzles import invented  # noqa: E402
from printkit.order import Order  # noqa: E402
from rules.daydream.exercise import DEDUCTION, deduction_form  # noqa: E402
from rules.daydream.puzzles.solver import LEVELS as DEDUCTION_LEVELS  # noqa: E402
from rules.puzzles.sheet import ALL_KINDS, PuzzleSheet, levels_of, most_of  # noqa: E402
from scanner import read_photo  # noqa: E402
from templates.daydream.exercises import load_exercise  # noqa: E402
from templates.daydream.load import load_daydream  # noqa: E402
from templates.puzzles.judge import JUDGE  # noqa: E402
from templates.sheet_code import SheetCode  # noqa: E402

KINDS = (*ALL_KINDS, DEDUCTION)
LEVELS = ("good", "hard")
_WRONG, _EMPTY = 0.08, 0.06


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo, and the truth about it."""

    kind: str
    level: str
    """Of the camera."""
    right: Mapping[str, int]
    jpeg: bytes
    written: Mapping[str, int | None]


def kind_of(number: int) -> str:
    """Say what is on a photo."""
    return KINDS[number % len(KINDS)]


def shot_of(number: int) -> Shot:
    """Take a photo."""
    level = LEVELS[number // len(KINDS) % 2]
    kind = kind_of(number)
    return _deduction(number, level) if kind == DEDUCTION else _squares(number, kind, level)


def _squares(number: int, kind: str, level: str) -> Shot:
    """Give squares or chances."""
    rng = Random(f"puzzle photo {number}")
    sheet = PuzzleSheet(
        kind,
        rng.choice(levels_of(kind)),
        rng.randint(1, 4095),
        rng.randint(1, most_of(kind, large=False)),
        because=rng.random() < 0.3,
    )
    order = Order(
        f"puzzles/{kind}",
        lang=rng.choice(("de", "en", "fr", "it", "sv")),
        paper=rng.choices(["a4", "letter"], [4, 1])[0],
        ink=rng.choices(["colour", "light", "black"], [3, 1, 1])[0],
        variant=sheet.variant,
    )
    code = SheetCode(order.what, order.paper, order.lang, order.ink, variant=order.variant)
    layout = JUDGE.layout_of(code)
    board = invented(layout, rng)
    jpeg = _taken(order, layout.as_json(), board, rng, number, level)
    return Shot(kind, level, sheet.answers, jpeg, board["fields"])


def _taken(
    order: Order, layout: dict[str, Any], board: dict[str, Any], rng: Random, number: int,
    level: str,
) -> bytes:  # fmt: skip
    """Fill a sheet in and photograph it."""
    hand = RealHand(rng.choice(held_out(None)), f"puzzle {number}")
    pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
    filled = fill(blank_page(order), layout, board, hand, pen, PX_PER_MM)
    photo = photograph(Printed(filled.image, PX_PER_MM), f"puzzle {number}", level)  # type: ignore[arg-type]
    return photo.jpeg


def _deduction(number: int, level: str) -> Shot:
    """Give a deduction on sheet A."""
    rng = Random(f"deduction photo {number}")
    form = deduction_form(rng.choice(DEDUCTION_LEVELS))
    task = load_exercise("daydream/A", 0, form, rng.randint(1, 4095))
    board = task.solved().as_json()
    right = {cloud: task.numbers[cloud] for cloud in task.asked}
    for cloud in right:
        luck = rng.random()
        if luck < _EMPTY + _WRONG:
            board["clouds"][cloud] = None if luck < _EMPTY else rng.randint(1, 6)
    written = {**board, "clouds": {cloud: board["clouds"][cloud] for cloud in right}, "rows": {}}
    order = Order("daydream/A", lang=rng.choice(("de", "en", "fr", "it", "sv")),
                  exercise=(form, task.task), key="none")  # fmt: skip
    layout = load_daydream("daydream/A").for_task(form).as_json()
    return Shot(DEDUCTION, level, right, _taken(order, layout, written, rng, number, level),
                written["clouds"])  # fmt: skip


def count(number: int, tallies: dict[tuple[str, str], Counter[str]]) -> None:
    """Read one photo and compare the marking with the truth."""
    shot = shot_of(number)
    level, written = shot.level, shot.written
    tally = tallies.setdefault((shot.kind, level), Counter())
    tally["sheets"] += 1
    scan = read_photo(shot.jpeg)[0]
    if scan["status"] == "unreadable":
        tally["unreadable"] += 1
        print(f"{number} {shot.kind} {level}: {scan['code']}", flush=True)
        return
    asked = {item["element"] for item in scan["review"]}
    marked = {each["element"] for each in scan["exercise"]["wrong"]}
    board = scan["board"]
    read = board["fields"] if "fields" in board else board["clouds"]
    tally["questions"] += len(asked)
    for element, right in shot.right.items():
        tally["answers"] += 1
        tally["digits"] += len(str(written[element])) if written[element] is not None else 0
        tally["misread"] += read[element] != written[element]
        if element not in asked and (element in marked) != (written[element] != right):
            tally["mismarked"] += 1
            said = f"{element}: {written[element]} read {read[element]}, right is {right}"
            print(f"{number} {shot.kind} {level} {said} (silent)", flush=True)


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--photos", type=int, default=400)
    options.add_argument("--first", type=int, default=300_000, help="number of the first photo")
    options.add_argument("--kind", choices=KINDS, help="only the photos of this kind")
    given = options.parse_args()
    tallies: dict[tuple[str, str], Counter[str]] = {}
    began = time.perf_counter()
    for number in range(given.first, given.first + given.photos):
        if given.kind in (None, kind_of(number)):
            count(number, tallies)
    print("| kind | photo | sheets | unreadable | answers | misread | mismarked, not asked |"
          " questions for 50 digits |")  # fmt: skip
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    tallies["all", ""] = sum(tallies.values(), Counter())
    for (kind, level), n in sorted(tallies.items()):
        often = 50 * n["questions"] / max(n["digits"], 1)
        print(f"| {kind} | {level} | {n['sheets']} | {n['unreadable']} | {n['answers']} |"
              f" {n['misread']} | {n['mismarked']} | {often:.2f} |")  # fmt: skip
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
