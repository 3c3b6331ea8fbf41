"""Reads marks on photographs with known boards and says how many are right, kind by kind.

    python -m training.places_check FOLDER

FOLDER holds photos NAME-LEVEL-SEED.jpg, each beside a .json with its true ``board``.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, read_places
from scanner.page.blank import PX_PER_MM, layout_of
from scanner.page.identify import identify
from scanner.page.ink import find_ink
from scanner.page.page_guess import guess_page
from scanner.page.rectify import laid, rectify
from scanner.page.shown_print import print_of
from scanner.page.tags import find_sheets
from scanner.pictures import Grey
from templates.sheet_code import SheetCode

Json = dict[str, Any]
SURE = (0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True)
class Asked:
    """A place and what the board says about it."""

    kind: str
    name: str
    center: tuple[float, float]
    half: tuple[float, float]
    truth: int
    busy: bool = False


def asked_of(layout: Json, board: Json) -> Iterator[Asked]:
    """List all places of a sheet with their truth."""

    def disc(
        kind: str, name: str, place: Json, truth: int, center: Any = None, busy: bool = False
    ) -> Asked:
        radius = place["radius"]
        return Asked(kind, name, center or place["center"], (radius, radius), truth, busy)

    for row in layout["rows"]:
        mark = board["rows"].get(row["id"])
        for side in ("dot", "sun"):
            truth = CIRCLED if mark in (side, "both") else CROSSED if mark == "crossed" else NONE
            yield disc("row", f"{row['id']}.{side}", row[side], truth)
    for bonus in layout["bonuses"]:
        mark = board["bonuses"].get(bonus["id"])
        for side in ("line", "leaf"):
            truth = CIRCLED if mark in (side, "both") else NONE
            yield disc("bonus", f"{bonus['id']}.{side}", bonus[side], truth)
    for leaf in layout["leaves"]:
        mark = board["leaves"].get(leaf["id"])
        drawn = mark == "circled" and not leaf["circled"]
        truth = FILLED if mark == "filled" else CIRCLED if drawn else NONE
        half = leaf["size"][0] / 2, leaf["size"][1] / 2
        yield Asked("leaf", leaf["id"], leaf["center"], half, truth)
    for point in (layout["constellation"] or {"points": []})["points"]:
        if star := point["star"]:
            truth = CIRCLED if star["id"] in board["constellation"]["circled"] else NONE
            yield disc("star", star["id"], star, truth, point["at"], busy=True)
    for note in layout["notes"]:
        for number, head in enumerate(note["heads"]):
            truth = FILLED if number < board["notes"].get(note["id"], 0) else NONE
            yield disc("head", f"{note['id']}.{number}", head, truth)
    for moon in layout["chain"]:
        if moon["link"]:
            linked = (board["chain"].get(moon["id"]) or {}).get("linked")
            yield disc("link", moon["id"], moon["link"], CIRCLED if linked else NONE, busy=True)
    for frame in layout["frames"]:
        marks = board["frames"].get(frame["id"]) or {}
        for reward in frame["rewards"]:
            mark = marks.get(str(reward["value"]))
            truth = {"circled": CIRCLED, "crossed": CROSSED}.get(mark or "", NONE)
            yield disc("reward", f"{frame['id']}.{reward['value']}", reward, truth)
    for polaroid in layout["polaroids"]:
        circled = (board["polaroids"].get(polaroid["id"]) or {}).get("circled")
        half = polaroid["size"][0] / 2, polaroid["size"][1] / 2
        truth = CIRCLED if circled else NONE
        yield Asked("polaroid", polaroid["id"], polaroid["center"], half, truth, busy=True)


def ink_of(path: Path) -> tuple[SheetCode, Grey] | None:
    """Flatten the photo's one sheet; None where it cannot be found."""
    grey = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_2)
    sheets = find_sheets(grey)
    if not sheets:
        return None
    page, start = guess_page(sheets[0])
    code = identify(grey, laid(sheets[0], page, start), sheets[0].turn)
    if code is None:
        return None
    fit = rectify(grey, sheets[0], code, page, start)
    flat = fit.warp.flatten(grey, PX_PER_MM)
    return code, find_ink(flat, print_of(code), fit.misfit).ink


def check(photo: Path, seen: dict[tuple[str, str], list[tuple[bool, float]]]) -> None:
    """Read one photo and note what was right."""
    level = photo.stem.split("-")[1]
    found = ink_of(photo)
    if found is None:
        print(f"{photo.stem}: not found")
        return
    code, ink = found
    board = json.loads(photo.with_suffix(".json").read_text())["board"]
    asked = list(asked_of(layout_of(code).as_json(), board))
    chances = read_places(
        np.asarray(cv2.blur(ink, (3, 3)), np.uint8),
        np.array([one.center for one in asked], np.float32) * PX_PER_MM - 0.5,
        np.array([one.half for one in asked], np.float32) * PX_PER_MM,
        np.array([one.busy for one in asked], bool),
    )
    for one, row in zip(asked, chances, strict=True):
        right = int(row.argmax()) == one.truth
        seen[level, one.kind].append((right, float(row.max())))
        if not right:
            shown = " ".join(f"{chance:.3f}" for chance in row)
            print(f"  {photo.stem} {one.kind} {one.name}: truth {one.truth}, read {shown}")


def main() -> None:
    """Check every photo of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    for photo in sorted(args.folder.glob("*.jpg")):
        if photo.with_suffix(".json").exists():
            check(photo, seen)
    print("level    kind      places     right  wrong and surer than", *SURE)
    for (level, kind), marks in sorted(seen.items()):
        right = np.array([mark[0] for mark in marks])
        surety = np.array([mark[1] for mark in marks])
        silent = [int(np.sum(~right & (surety > sure))) for sure in SURE]
        print(f"{level:9}{kind:10}{len(marks):6} {right.mean():9.3%}  {silent}"
              f"  in doubt {np.mean(surety < 0.95):.2%}")  # fmt: skip


if __name__ == "__main__":
    main()
