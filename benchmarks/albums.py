"""Albums of photos in groups: taken by number, read, and printed as a table.

A kept photo lies in its folder as a JPEG to look at and as a pickle with the truth beside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.results import Result, measure
from benchmarks.shots import KEPT, Shot, kept, truth_of

if TYPE_CHECKING:
    from benchmarks.paper_groups import Take

Job = tuple[str, str, int]
"""Album, group, number of the case."""
APART = 1003
"""Between the first cases of two groups, which share no case and begin with different sheets.

With a multiple of eight, which are all sheets there are, two photos a group would never show the
harder ones.
"""
NOTES = 12
"""How many findings are named for each group."""


def groups_of(album: str) -> dict[str, Take]:
    """Give an album's groups: what takes a photo, by name."""
    from benchmarks.disturbed_groups import DISTURBED
    from benchmarks.habit_groups import HABIT
    from benchmarks.paper_groups import PAPER

    return {"paper": PAPER, "habits": HABIT, "disturbed": DISTURBED}[album]


def jobs_of(album: str, groups: list[str], first: int, count: int) -> list[Job]:
    """Number an album's photos."""
    places = list(groups_of(album))
    # Disturbances are all put on the same few photos, to be compared with one another.
    apart = 0 if album == "disturbed" else APART
    return [
        (album, group, first + apart * places.index(group) + number)
        for number in range(count)
        for group in groups
    ]


def shot_of(job: Job) -> Shot:
    """Take one photo, or take it out of the folder where it was kept."""
    album, group, number = job
    name = f"{album}-{group}-{number}"
    shot = kept(name, lambda: _taken(name, *job))
    folder = os.environ.get(KEPT)
    if folder and not (picture := Path(folder) / f"{name}.jpg").is_file():
        picture.write_bytes(shot.jpeg)
    return shot


def _taken(name: str, album: str, group: str, number: int) -> Shot:
    rng = np.random.default_rng(list(f"{group} {number}".encode()))
    cases, taken = groups_of(album)[group](number, rng)
    truths = tuple(truth_of(*each) for each in zip(cases, taken.hidden, strict=True))
    return Shot(name, taken.jpeg, truths)


def take_one(job: Job) -> str:
    """Take a photo and keep it; say its name."""
    _one_core()
    return shot_of(job).name


def read_one(job: Job) -> tuple[str, Result]:
    """Take or find a photo and read it."""
    _one_core()
    return job[1], measure(shot_of(job))


def _one_core() -> None:
    import cv2

    cv2.setNumThreads(1)


def print_groups(album: str, found: Mapping[str, Result]) -> None:
    """Print what became of each group, and which photos were refused or silently wrong."""
    head = ("group", "sheets", "refused", "all right", "digits right", "marks right")
    more = (
        "totals right",
        "ok but total wrong",
        "questions a sheet",
        "wrong, not asked, of 1,000 marks",
    )
    last = ("hidden, not asked", "CPU s")
    print(f"\n## {album}\n\n| {' | '.join(head + more + last)} |")
    print("| --- " * len(head + more + last) + "|")
    whole = Result()
    for result in found.values():
        whole.add(result)
    for name, result in [*found.items(), ("all", whole)]:
        print(f"| {name} | {' | '.join(_cells(result))} |")
    for name, result in found.items():
        loud = [note for note in result.notes if "not in review" not in note]
        quiet = [note for note in result.notes if "not in review" in note]
        for note in [*loud, *quiet[:NOTES]]:
            print(f"- {name}: {note}")
        if len(quiet) > NOTES:
            print(f"- {name}: and {len(quiet) - NOTES} more that are wrong and not in review")


def _cells(result: Result) -> list[str]:
    figures = result.figures()
    marks = result.share(result.right, result.seen, result.marks)
    seen = sum(result.seen.values())
    silent = sum(result.sure.values()) - sum(result.sure_right.values())
    hidden = f"{result.hidden_unasked} of {result.hidden}" if result.hidden else "–"
    return [
        *(f"{result.sheets}", f"{result.unreadable}", f"{result.boards}"),
        *(f"{figures['digits']:.2%}", f"{marks:.2%}", f"{figures['totals']:.1%}"),
        *(f"{result.silent_totals}", f"{figures['reviews']:.2f}"),
        *(f"{1000 * silent / max(seen, 1):.1f}", hidden),
        f"{result.seconds / max(result.sheets, 1):.2f}",
    ]
