"""Which fresh sheets play fairly: each is judged once and remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from paperplay.folders import data_folder
from rules.daydream.fairness import Fairness, fairness_of
from rules.errors import HostError
from templates.daydream.fresh import EDITION
from templates.load import MOST_SEED, is_daydream, load_sheet, sheet_name

FILE = "fair-seeds.json"
MOST_UNFAIR = 40
"""How many seeds in a row may play unfairly before the search is given up."""


def daydream_name(name: str) -> str:
    """Give the full name of a Daydream sheet.

    Raises:
        HostError: ``unknown-sheet``, or ``no-fresh-kind`` for a sheet that has no seeds.
    """
    full = sheet_name(name)
    if not is_daydream(full):
        raise HostError("no-fresh-kind", sheet=full)
    return full


def judged(sheet: str, seed: int) -> Fairness:
    """Say how a sheet plays; the first time, that takes a second or two."""
    key = f"{EDITION} {sheet} {seed}"
    known = _remembered()
    if key in known:
        return known[key]
    found = fairness_of(load_sheet(sheet, seed=seed))
    _remember({**_remembered(), key: found})
    return found


def fair_from(sheet: str, first: int) -> Iterator[tuple[int, Fairness]]:
    """Go through the seeds from one on, and give the fair ones."""
    unfair = 0
    for seed in range(first, MOST_SEED + 1):
        found = judged(sheet, seed)
        unfair = 0 if found.fair else unfair + 1
        if found.fair:
            yield seed, found
        if unfair == MOST_UNFAIR:
            return


def next_fair(sheet: str, seed: int) -> int | None:
    """Name the first fair seed after one; None if there is none for a long while."""
    return next((found for found, _ in fair_from(sheet, seed + 1)), None)


def _file() -> Path:
    return data_folder() / FILE


def _remembered() -> dict[str, Fairness]:
    try:
        data: dict[str, dict[str, Any]] = json.loads(_file().read_text(encoding="utf-8"))
        return {key: Fairness(**{**one, "tiers": tuple(one["tiers"])}) for key, one in data.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        # Not there or spoilt: sheets are judged anew, and the file is written anew.
        return {}


def _remember(judgements: dict[str, Fairness]) -> None:
    text = json.dumps({key: asdict(one) for key, one in judgements.items()}, indent=1)
    path = _file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half_written = path.with_suffix(".new")
        half_written.write_text(text, encoding="utf-8")
        half_written.replace(path)
    except OSError:
        # A folder that cannot be written to costs a second the next time, nothing more.
        return
