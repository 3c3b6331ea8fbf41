"""How fast and how small printing is, as ratios within one run.

    python benchmarks/printing.py

A ratio of processor times depends neither on the machine nor on what else it does. Whole
commands are measured against importing reportlab's canvas, many sheets against one. Ends with
status 1 if a bar is missed.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

MOST_START = 3.0
"""One sheet, against ``import reportlab.pdfgen.canvas``."""
MOST_CLASS = 12.0
"""300 sheets, against one."""
MOST_BYTES = 4096
"""What each further sheet adds."""
CLASS = 300
SHEETS = ("daydream/A", "daydream/BAC", "daydream/EDF", "dreams/score")


def seconds_of(work: Callable[[], object], rounds: int) -> float:
    """Give the processor time of the fastest of some rounds: the one least disturbed."""
    best = float("inf")
    for _ in range(rounds):
        begin = _used()
        work()
        best = min(best, _used() - begin)
    return best


def _used() -> float:
    """Give the processor time so far, processes started from here included."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def run(arguments: Sequence[str]) -> None:
    """Run Python once, in a process of its own."""
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def start_ratios() -> tuple[float, float]:
    """Measure a whole ``paperplay print A``, and ``--help``, against importing reportlab."""
    bare = seconds_of(lambda: run(["-c", "import reportlab.pdfgen.canvas"]), 7)
    sheet = seconds_of(lambda: run(["-m", "paperplay", "print", "A", "--out", "-"]), 7)
    words = seconds_of(lambda: run(["-m", "paperplay", "--help"]), 7)
    return sheet / bare, words / bare


def class_of(sheet: str) -> tuple[float, float]:
    """Say how many times one sheet's time 300 take, and how many bytes each further one adds."""
    from printkit.order import Order
    from printkit.press import printed

    printed(Order(sheet))  # loads templates and fonts
    one = seconds_of(lambda: printed(Order(sheet)), 7)
    many = seconds_of(lambda: printed(Order(sheet, copies=CLASS)), 2)
    bytes_each = (len(printed(Order(sheet, copies=CLASS))) - len(printed(Order(sheet)))) / (
        CLASS - 1
    )
    return many / one, bytes_each


def main() -> int:
    """Measure, print a table, and say whether every bar is met."""
    sheet, words = start_ratios()
    rows = [
        ("paperplay print A, against importing reportlab", sheet, MOST_START),
        ("paperplay --help, against importing reportlab", words, 1.0),
    ]
    for name in SHEETS:
        times, size = class_of(name)
        rows.append((f"{CLASS} sheets {name}, against one", times, MOST_CLASS))
        rows.append((f"bytes for each further {name}", size, MOST_BYTES))
    for name, value, bar in rows:
        print(f"{name:48} {value:9.2f}   at most {bar:g}{'' if value <= bar else '   MISSED'}")
    return 0 if all(value <= bar for _, value, bar in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
