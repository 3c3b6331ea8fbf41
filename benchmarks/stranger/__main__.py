"""How well are photos read that somebody took who had not read the scanner?

    PAPERPLAY_HANDWRITING=FOLDER ./play bench stranger --album ALBUM [--groups …] [--photos 24]

FOLDER holds the collection of handwriting (benchmarks/hands.py). The photos that are missing in
ALBUM are taken, and all are read: with seeds below 100000 half of the writers write, from there on
the others. The first run finds out which digits are not what their label says, in half a minute.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2

from benchmarks.albums import print_groups
from benchmarks.results import Result
from benchmarks.stranger.album import GROUPS, REPORTING, take
from benchmarks.stranger.measuring import measured
from training.data import data_folder


def main() -> None:
    """Take photos, read them and print the table."""
    parser = argparse.ArgumentParser(prog="bench stranger", description=__doc__)
    parser.add_argument("--album", type=Path, required=True, help="folder for the photos")
    parser.add_argument("--groups", nargs="+", choices=GROUPS, default=GROUPS, metavar="GROUP",
                        help=f"only these of {', '.join(GROUPS)}")  # fmt: skip
    parser.add_argument("--photos", type=int, default=24, help="of each group")
    parser.add_argument("--first", type=int, default=REPORTING, metavar="SEED")
    parser.add_argument("--take-only", action="store_true", help="take photos, do not read them")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(options.first, options.first + options.photos)
    found: dict[str, Result] = {}
    for group in options.groups:
        take(options.album, group, seeds, data_folder())
        if not options.take_only:
            found[group] = measured(options.album, group, seeds)
    if found:
        print_groups("stranger", found)


if __name__ == "__main__":
    main()
