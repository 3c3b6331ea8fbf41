"""How long reading a photo takes, beside opening it with cv2.imread, and what takes that long.

Processor time on one core, least of several runs that take turns: machines are noisy.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from statistics import median
from tempfile import NamedTemporaryFile
from typing import Any
from unittest.mock import patch

import cv2
from PIL import Image

from benchmarks.albums import groups_of
from benchmarks.camera import photograph_table
from benchmarks.cases import case_of
from benchmarks.conditions import shrunk, turned
from benchmarks.shots import shots_of
from scanner import pipeline, read_photo

RUNS = 9
STAGES = {
    "find_sheets": "tags",
    "_known": "code",
    "rectify": "fit",
    "flatten": "flatten",
    "find_ink": "ink",
    "with_unseen": "unseen",
    "decide": "decide",
}
"""Steps of scanner/pipeline.py, and what they are called here; "rest" opens and tells."""
_ORIENTATION, _HELD_UPRIGHT = 274, 6


def print_speed() -> None:
    """Compare reading with opening: each sheet, then other kinds of photos, then by stage."""
    cv2.setNumThreads(1)
    print("\n## Speed, one core\n\n| photo | cv2.imread | read | ratio |\n" + "| --- " * 4 + "|")
    ratios, stages = [], Counter[str]()
    photos = {n: shots_of("daydream", n)["good"] for n in range(8)}
    for shot in photos.values():
        ratios.append(_compared(shot.truths[0].sheet, shot.jpeg))
        stages.update(_stages(shot.jpeg))
    print(f"| median of the eight | | | {median(ratios):.2f} |")
    for name, jpeg in _others(photos[2].jpeg):
        _compared(name, jpeg)
    whole = sum(stages.values())
    print(f"\n| {' | '.join(stages)} |\n" + "| --- " * len(stages) + "|")
    print(f"| {' | '.join(f'{each / whole:.0%}' for each in stages.values())} |")


def _others(jpeg: bytes) -> Iterator[tuple[str, bytes]]:
    """Give photos that are not one flat upright sheet of 12 megapixels, by name."""
    yield "turned by a note in the file", _noted(turned(jpeg, 1))
    for count in (2, 4):
        pages = [case_of(n).printed for n in range(count)]
        yield f"{count} sheets", photograph_table(pages, count).jpeg
    for group in ("folded-half", "folded-quarters"):
        yield group, _folded(group)
    yield "3 megapixels", shrunk(jpeg, 0.5)
    yield "48 megapixels", shrunk(jpeg, 2.0)


def _folded(group: str) -> bytes:
    import numpy as np

    return groups_of("paper")[group](0, np.random.default_rng(0))[1].jpeg


def _noted(jpeg: bytes) -> bytes:
    """Note in a file how the camera was held."""
    exif = Image.Exif()
    exif[_ORIENTATION] = _HELD_UPRIGHT
    note = exif.tobytes()
    return jpeg[:2] + b"\xff\xe1" + (len(note) + 2).to_bytes(2, "big") + note + jpeg[2:]


def _compared(name: str, jpeg: bytes) -> float:
    with NamedTemporaryFile(suffix=".jpg") as file:
        file.write(jpeg)
        file.flush()
        opened, read = fastest(partial(cv2.imread, file.name), partial(read_photo, file.name))
    print(f"| {name} | {opened * 1000:.0f} ms | {read * 1000:.0f} ms | {read / opened:.2f} |")
    return read / opened


def fastest(*works: Callable[[], object]) -> list[float]:
    """The least processor time of each of several works, taking turns."""
    times = [[_seconds(work) for work in works] for _ in range(RUNS)]
    return [min(column) for column in zip(*times, strict=True)]


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _stages(jpeg: bytes) -> Counter[str]:
    """Say how much of the quickest of some readings went where, each stage without the others."""
    runs = []
    for _ in range(RUNS):
        with _watched() as spent:
            whole = _seconds(partial(read_photo, jpeg))
        spent["rest"] = whole - spent.total()
        runs.append(spent)
    return min(runs, key=lambda spent: spent.total())


@contextmanager
def _watched() -> Iterator[Counter[str]]:
    spent = Counter({name: 0.0 for name in ("decode", *STAGES.values(), "read")})
    within = [0.0]

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*values: Any, **named: Any) -> Any:
            began = time.process_time()
            within.append(0.0)
            try:
                return work(*values, **named)
            finally:
                took = time.process_time() - began
                spent[name] += took - within.pop()
                within[-1] += took

        return watched

    reader_for = pipeline.reader_for
    steps = {step: timed(name, getattr(pipeline, step)) for step, name in STAGES.items()}
    steps["_locate"] = timed("decode", pipeline._locate)
    steps["reader_for"] = lambda code: replace(
        reader_for(code), read=timed("read", reader_for(code).read)
    )
    with patch.multiple(pipeline, **steps):
        yield spent
