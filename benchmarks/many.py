"""Many photos: two workers against one, and whether memory grows with the number of files.

    ./play bench many [--photos 200]

Bars: two workers are at least 1.6 times as fast as one, print the same, and memory does not
grow with the number of files. Each run is the whole command in a process of its own, start-up
included. Memory is that of the largest of a run's processes. The clock needs a machine that
has nothing else to do; processor time, printed beside it, is the same on a busy one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

DIFFERENT = 4
"""Photos that are made; the others are copies of them, which takes as long to read."""
ENOUGH = 1.6
MOST_GROWTH = 1.1


class Run(NamedTuple):
    """One call of the command."""

    seconds: float
    processor: float
    """Seconds of all its processes."""
    megabytes: float
    printed: list[bytes]
    """Its lines, without how long each sheet took."""


def make_photos(folder: Path, count: int) -> None:
    """Photograph a few filled-in sheets, and copy the photos until there are enough."""
    from practice.boards import daydream_board
    from practice.camera import photograph
    from practice.pages import rendered
    from practice.pen import fill
    from practice.strokes import Hand
    from printkit.order import Order
    from printkit.press import printed
    from templates.daydream.load import load_daydream

    layout = load_daydream("BAC")
    blank = rendered(printed(Order("daydream/BAC")), 8.0)
    taken = []
    for seed in range(DIFFERENT):
        board = daydream_board(layout.sheet, Random(seed))
        sheet = fill(blank, layout.as_json(), board, Hand(seed), "blue", 8.0)
        taken.append(photograph(sheet.image, seed, "good", (4032, 3024)).jpeg)
    for number in range(count):
        (folder / f"{number:04}.jpg").write_bytes(taken[number % DIFFERENT])


def run(folder: Path, workers: int, files: int) -> Run:
    """Scan a number of photos."""
    names = [f"{number:04}.jpg" for number in range(files)]
    call = [sys.executable, "-m", "paperplay", "scan", "--json", "--workers", str(workers)]
    with tempfile.TemporaryFile() as out:
        began = time.perf_counter()
        env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_THREAD_LIMIT": "1"}
        process = subprocess.Popen([*call, *names], cwd=folder, stdout=out, env=env)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        assert status == 0, f"paperplay scan ended with {status}"
        out.seek(0)
        lines = [line.rpartition(b'"seconds"')[0] for line in out.read().splitlines()]
        busy = usage.ru_utime + usage.ru_stime
        return Run(seconds, busy, usage.ru_maxrss / 1024, lines)


def main() -> int:
    """Measure, print and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200)
    count = parser.parse_args().photos
    eighth = max(2, count // 8)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Elsewhere, because a run begins with the memory of whoever starts it.
        maker = get_context("spawn").Process(target=make_photos, args=(folder, count))
        maker.start()
        maker.join()
        run(folder, 1, 1)  # draws the blank sheet
        one, two, few = run(folder, 1, count), run(folder, 2, count), run(folder, 2, eighth)
    for workers, done in ((1, one), (2, two)):
        speed = count / done.seconds
        print(
            f"{count} photos, workers: {workers}: {done.seconds:.1f} s, {speed:.2f} a second, "
            f"processor time {done.processor:.1f} s"
        )
    print(f"two against one: {one.seconds / two.seconds:.2f} x (at least {ENOUGH} x)")
    print(f"memory: {few.megabytes:.0f} MB for {eighth}, {two.megabytes:.0f} MB for {count} photos")
    bars = {
        f"two workers {ENOUGH} times as fast": one.seconds >= ENOUGH * two.seconds,
        "the same result": one.printed == two.printed,
        "memory does not grow": two.megabytes <= MOST_GROWTH * few.megabytes,
    }
    missed = [bar for bar, met in bars.items() if not met]
    print("Missed: " + "; ".join(missed) if missed else "All bars are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
