"""Films of piles, read as a person would have them read: ``paperplay scan pile.mp4 --json``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.cases import case_of
from benchmarks.films import Film, write_film
from benchmarks.results import Result, compared
from benchmarks.shots import Shot, kept, truth_of

SHEETS = 30
SUFFIXES = (".mp4", ".webm", ".mov")
APART = 100


def film_of(number: int, sheets: int = SHEETS) -> tuple[Shot, str]:
    """Take a film of a pile, or take it out of the folder where it was kept.

    Returns:
        The film's bytes with the truth about each sheet, and how its name ends.
    """
    suffix = SUFFIXES[number % len(SUFFIXES)]
    name = f"film-{number}-of-{sheets}"

    def take() -> Shot:
        cases = [case_of(number * APART + place) for place in range(sheets)]
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"pile{suffix}"
            write_film(path, [case.printed for case in cases], Film(), number)
            return Shot(name, path.read_bytes(), tuple(truth_of(case) for case in cases))

    return kept(name, take), suffix


def read_film(number: int, sheets: int = SHEETS) -> Result:
    """Let the command read a film, and compare."""
    shot, suffix = film_of(number, sheets)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"pile{suffix}"
        path.write_bytes(shot.jpeg)
        command = [sys.executable, "-m", "paperplay", "scan", str(path), "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    scans = [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]
    result = compared(scans, shot)
    found = sum(scan["status"] != "unreadable" for scan in scans)
    if found != sheets or not scans:
        said = answer.stderr.strip().splitlines()[-1:] or [""]
        result.notes.append(f"{shot.name}{suffix}: {found} sheets found of {sheets}. {said[0]}")
    return result


def keep_for_looking(number: int, folder: str, sheets: int = SHEETS) -> Path:
    """Write a film beside its truth, so that it can be watched."""
    shot, suffix = film_of(number, sheets)
    path = Path(folder) / f"{shot.name}{suffix}"
    path.write_bytes(shot.jpeg)
    return path
