"""How well puzzles are marked from photos: squares and chances, filled in by real hands.

    ./play bench puzzle_photos --photos 80 --first 300000

Every kind in turn, all levels, one to four on a sheet, camera levels good and hard in turn. About
one answer in twelve is wrong and one in seventeen missing. Counted are answers that are marked
wrongly without a question, and questions for 50 digits.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
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
from rules.puzzles.sheet import ALL_KINDS, PuzzleSheet, levels_of, most_of  # noqa: E402
from scanner import read_photo  # noqa: E402
from templates.puzzles.judge import JUDGE  # noqa: E402
from templates.sheet_code import SheetCode  # noqa: E402

LEVELS = ("good", "hard")


def shot(number: int) -> tuple[PuzzleSheet, bytes, dict[str, Any], str]:
    """Give a sheet, its photo, what was written, and the camera's level."""
    rng = Random(f"puzzle photo {number}")
    kind = ALL_KINDS[number % len(ALL_KINDS)]
    level = LEVELS[number // len(ALL_KINDS) % 2]
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
    hand = RealHand(rng.choice(held_out(None)), f"puzzle {number}")
    pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
    filled = fill(blank_page(order), layout.as_json(), board, hand, pen, PX_PER_MM)
    photo = photograph(Printed(filled.image, PX_PER_MM), f"puzzle {number}", level)  # type: ignore[arg-type]
    return sheet, photo.jpeg, board, level


def count(number: int, tallies: dict[tuple[str, str], Counter[str]]) -> None:
    """Read one photo and compare the marking with the truth."""
    sheet, jpeg, board, level = shot(number)
    tally = tallies.setdefault((sheet.kind, level), Counter())
    tally["sheets"] += 1
    scan = read_photo(jpeg)[0]
    if scan["status"] == "unreadable":
        tally["unreadable"] += 1
        print(f"{number} {sheet.kind} {level}: {scan['code']}", flush=True)
        return
    asked = {item["element"] for item in scan["review"]}
    marked = {each["element"] for each in scan["exercise"]["wrong"]}
    written, read = board["fields"], scan["board"]["fields"]
    tally["questions"] += len(asked)
    for element, right in sheet.answers.items():
        tally["answers"] += 1
        tally["digits"] += len(str(written[element])) if written[element] is not None else 0
        tally["misread"] += read[element] != written[element]
        if element not in asked and (element in marked) != (written[element] != right):
            tally["mismarked"] += 1
            said = f"{element}: {written[element]} read {read[element]}, right is {right}"
            print(f"{number} {sheet.kind} {level} {said} (silent)", flush=True)


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--photos", type=int, default=400)
    options.add_argument("--first", type=int, default=300_000, help="number of the first photo")
    given = options.parse_args()
    tallies: dict[tuple[str, str], Counter[str]] = {}
    began = time.perf_counter()
    for number in range(given.first, given.first + given.photos):
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
