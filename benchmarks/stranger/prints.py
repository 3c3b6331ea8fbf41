"""Prints and layouts: one PNG at 300 dpi and one JSON for each kind of print, kept in a folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).parents[2]
DPI = 300
PX_PER_MM = DPI / 25.4
"""Of a print, before it is photographed."""
DAYDREAM = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
LANGUAGES = ("de", "en", "fr", "it", "sv")
SEEDS = (0, 8, 4711, 90210, 555123)
INKS = ("colour", "colour", "light", "black", "colour")

Spec = dict[str, Any]
"""Sheet, seed, ink, paper, language, players: what is said to ``paperplay print``."""


def run(*words: object, data: bytes | None = None) -> bytes:
    """Run a command of paperplay and give back what it prints."""
    command = [sys.executable, "-P", "-m", "paperplay", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, input=data, capture_output=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[4:])}: {done.stderr.decode()}")
    return done.stdout


def printed(folder: Path, spec: Spec) -> tuple[Path, dict[str, Any]]:
    """Give the picture of a print, and its layout."""
    stem = "-".join(str(word).replace("/", "_") for word in spec.values())
    picture, layout = folder / f"{stem}.png", folder / f"{stem}.json"
    if not (picture.is_file() and layout.is_file()):
        _print(spec, picture, layout)
    return picture, json.loads(layout.read_text("utf-8"))


def _print(spec: Spec, picture: Path, layout: Path) -> None:
    import pypdfium2 as pdfium

    picture.parent.mkdir(parents=True, exist_ok=True)
    said = {name: (f"--{name}", value) for name, value in spec.items() if name != "sheet"}
    for_layout = [word for name, pair in said.items() if name != "ink" for word in pair]
    pdf = picture.with_suffix(".pdf")
    run("print", spec["sheet"], *for_layout, *said["ink"], "--out", pdf.absolute(), "--force")
    image = pdfium.PdfDocument(pdf)[0].render(scale=DPI / 72).to_numpy()[:, :, :3]
    pdf.unlink()
    cv2.imwrite(str(picture), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    layout.write_bytes(run("layout", spec["sheet"], *for_layout))


def _daydream() -> list[Spec]:
    rng = np.random.RandomState(77)
    return [
        {
            "sheet": sheet,
            "seed": seed,
            "ink": INKS[(turn + place) % 5],
            "paper": "letter" if rng.rand() < 0.12 else "a4",
            "lang": LANGUAGES[rng.randint(5)],
        }
        for turn, seed in enumerate(SEEDS)
        for place, sheet in enumerate(DAYDREAM)
    ]


def _scores(sheet: str, players: range, languages: tuple[str, ...]) -> list[Spec]:
    return [
        {
            "sheet": sheet,
            "players": count,
            "seed": 0,
            "ink": ("colour", "light", "black")[count % 3],
            "paper": "a4",
            "lang": languages[count % 5],
        }
        for count in players
    ]


DAYDREAM_SHEETS = _daydream()
SCORE_SHEETS = [
    *_scores("when-i-dream/score", range(4, 11), LANGUAGES),
    *_scores("dreams/score", range(3, 7), ("sv", "de", "en", "it", "fr")),
]
