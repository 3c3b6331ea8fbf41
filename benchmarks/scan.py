"""How well are photographed sheets read? Real hands and a camera that the scanner never saw.

    PAPERPLAY_HANDWRITING=FOLDER ./play bench scan [--photos 300] [--workers 2]

FOLDER holds the collection of handwriting (benchmarks/hands.py); only writers that the digit
reader was not trained on write here. Each filled-in sheet is photographed at three levels.
``--scores N`` takes N photos a level of the other games' score sheets, ``--conditions N`` N photos
each under special conditions, ``--paper N`` N photos a group of bent paper and poor cameras,
``--habits N`` N photos a group of odd pens, habits and covered marks (see
docs/benchmark-photos.md; ``--group NAME`` only those of one group), ``--disturbed`` 17 disturbances
of five good photos, ``--films N`` N films of leafing through thirty sheets, ``--speed`` compares
reading with cv2.imread, ``--keep FOLDER`` keeps the photos, so that another run need not take
them again. For the share of wrong totals that nobody is asked about take 1,500 photos. Exit
status 1: a bar was missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.results import Result, measure
from benchmarks.shots import KEPT, LEVELS, shot_under, shots_of

BARS = {
    "found": (1.0, 1.0, 0.98),
    "digits": (0.993, 0.993, 0.985),
    "digits not in review": (0.9995, 0.9995, 0.998),
    "marks": (0.997, 0.995, 0.985),
    "totals": (0.98, 0.98, 0.92),
    "silent totals": (0.002, 0.002, 0.005),
    "reviews": (2.0, 2.0, 5.0),
}
"""What must be reached at each level: at least, for the last two at most."""
AT_MOST = ("silent totals", "reviews")


def photos_of(job: tuple[str, int]) -> dict[tuple[str, str], Result]:
    """Take one case's photos at every level and read them."""
    import cv2

    cv2.setNumThreads(1)
    shots = shots_of(*job)
    return {(level, shot.truths[0].sheet): measure(shot) for level, shot in shots.items()}


def special_of(job: tuple[str, int]) -> tuple[str, Result]:
    """Read one photo under a special condition."""
    import cv2

    from benchmarks.conditions import resaved, shrunk, turned

    cv2.setNumThreads(1)
    condition, number = job
    shot = shot_under(condition, number)
    if condition == "changed file":
        change = (resaved, shrunk, lambda data: turned(data, 1 + number % 3))[number % 3]
        return condition, _unchanged(shot.jpeg, change(shot.jpeg), shot.name)
    return condition, measure(shot)


def _unchanged(before: bytes, after: bytes, name: str) -> Result:
    """Whether re-saving, shrinking or turning changes what is read."""
    from scanner import read_photo

    one, other = read_photo(before)[0], read_photo(after)[0]
    same = one.get("board") == other.get("board")
    if not same:
        boards = one.get("board") or {}, other.get("board") or {}
        parts = [k for k in boards[0] if boards[0].get(k) != boards[1].get(k)]
        return Result(sheets=1, notes=[f"{name}: changed in {', '.join(parts)}"])
    return Result(sheets=1, boards=1, totals=1)


def print_level(level: str, results: dict[str, Result]) -> list[str]:
    """Print a level's table and name the bars that it misses."""
    whole = Result()
    print(f"\n## {level}\n\n| sheet | sheets | unreadable | digits | marks | boards | totals "
          "| silent totals | reviews a sheet | CPU s |")  # fmt: skip
    print("| --- " * 10 + "|")
    for sheet, result in [*sorted(results.items()), ("all", whole)]:
        if sheet != "all":
            whole.add(result)
        figures = result.figures()
        marks = result.share(result.right, result.seen, result.marks)
        read = max(result.sheets, 1)
        print(f"| {sheet} | {result.sheets} | {result.unreadable} | {figures['digits']:.2%} "
              f"| {marks:.2%} | {result.boards / read:.1%} | {figures['totals']:.1%} "
              f"| {result.silent_totals} | {figures['reviews']:.2f} "
              f"| {result.seconds / read:.2f} |")  # fmt: skip
    print("\n| kind | seen | right | in review | wrong, not in review |\n" + "| --- " * 5 + "|")
    for kind in sorted(whole.seen):
        silent = whole.sure[kind] - whole.sure_right[kind]
        print(f"| {kind} | {whole.seen[kind]} | {whole.right[kind] / whole.seen[kind]:.2%} "
              f"| {1 - whole.sure[kind] / whole.seen[kind]:.2%} | {silent} |")  # fmt: skip
    missed = []
    print("\n| bar | wanted | reached |\n| --- | --- | --- |")
    for name, reached in whole.figures().items():
        wanted = BARS[name][LEVELS.index(level)]
        met = reached <= wanted if name in AT_MOST else reached >= wanted
        sign = "≤" if name in AT_MOST else "≥"
        print(f"| {name} | {sign} {wanted:g} | {reached:.4f}{'' if met else ' missed'} |")
        missed += [] if met else [f"{level}: {name}"]
    for note in whole.notes:
        print(f"- {note}")
    return missed


def _mapped(workers: int, function, jobs: list) -> Iterator:
    if workers == 1:
        yield from map(function, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(function, jobs, chunksize=2)


def main() -> int:
    """Measure, print and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=300, help="photos a level")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--scores", type=int, default=0, help="photos of score sheets a level")
    parser.add_argument("--conditions", type=int, default=0, help="photos a special condition")
    parser.add_argument("--paper", type=int, default=0, help="photos a group of bent paper")
    parser.add_argument("--habits", type=int, default=0, help="photos a group of odd habits")
    parser.add_argument("--disturbed", action="store_true", help="17 disturbances, 5 photos each")
    parser.add_argument("--films", type=int, default=0, help="films of 30 sheets each")
    parser.add_argument("--group", action="append", help="only this group; may be repeated")
    parser.add_argument("--take-only", action="store_true", help="take photos, do not read them")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", help="folder that keeps the photos for the next run")
    options = parser.parse_args()
    if options.keep:
        os.environ[KEPT] = options.keep
    missed: list[str] = []
    for games, count in (("daydream", options.photos), ("scores", options.scores)):
        if not count:
            continue
        levels: dict[str, dict[str, Result]] = {level: defaultdict(Result) for level in LEVELS}
        jobs = [(games, options.first + number) for number in range(count)]
        for results in _mapped(options.workers, photos_of, jobs):
            for (level, sheet), result in results.items():
                levels[level][sheet].add(result)
        for level in LEVELS:
            missed += print_level(level, levels[level])
    if options.conditions:
        print_conditions(options.first, options.conditions, options.workers)
    disturbed = 5 if options.disturbed else 0
    albums = (("paper", options.paper), ("habits", options.habits), ("disturbed", disturbed))
    for album, count in albums:
        if count:
            run_album(album, count, options)
    if options.films:
        run_films(options)
    if options.speed:
        from benchmarks.speed import print_speed

        print_speed()
    print("\n" + ("Missed: " + "; ".join(missed) if missed else "All bars are met."))
    return 1 if missed else 0


def run_album(album: str, count: int, options: argparse.Namespace) -> None:
    """Take the photos of an album's groups, read them and print the table."""
    from benchmarks.albums import groups_of, jobs_of, print_groups, read_one, take_one

    groups = [name for name in groups_of(album) if not options.group or name in options.group]
    jobs = jobs_of(album, groups, options.first, count)
    if options.take_only:
        for name in _mapped(options.workers, take_one, jobs):
            print(name, flush=True)
        return
    found: dict[str, Result] = defaultdict(Result)
    for group, result in _mapped(options.workers, read_one, jobs):
        found[group].add(result)
    print_groups(album, found)


def run_films(options: argparse.Namespace) -> None:
    """Take films of piles, have them read and print the table."""
    from benchmarks.albums import print_groups
    from benchmarks.film_scan import keep_for_looking, read_film

    whole = Result()
    for number in range(options.first, options.first + options.films):
        if options.keep:
            print(keep_for_looking(number, options.keep), flush=True)
        if not options.take_only:
            whole.add(read_film(number))
    if not options.take_only:
        print_groups("films", {"pile of 30": whole})


def print_conditions(first: int, count: int, workers: int) -> None:
    """Print the table of special conditions."""
    from benchmarks.conditions import CONDITIONS

    names = ("four sheets", *CONDITIONS, "changed file")
    jobs = [(name, first + number) for name in names for number in range(count)]
    found: dict[str, Result] = defaultdict(Result)
    for condition, result in _mapped(workers, special_of, jobs):
        found[condition].add(result)
    print("\n## Special conditions\n\n| condition | sheets | unreadable | totals | silent totals "
          "| reviews a sheet |\n" + "| --- " * 6 + "|")  # fmt: skip
    for name, result in found.items():
        figures = result.figures()
        print(f"| {name} | {result.sheets} | {result.unreadable} | {figures['totals']:.1%} "
              f"| {result.silent_totals} | {figures['reviews']:.2f} |")  # fmt: skip
    for result in found.values():
        for note in result.notes:
            print(f"- {note}")


if __name__ == "__main__":
    sys.exit(main())
