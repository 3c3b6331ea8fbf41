"""Which fresh sheets play fairly: each is judged once and remembered."""

from __future__ import annotations

import time
from collections.abc import Iterator

from paperplay.remembered import found_once
from rules.daydream.fairness import Fairness, fairness_of
from rules.errors import HostError
from templates.daydream.load import load_sheet
from templates.games import game_of, sheet_name
from templates.load import MOST_SEED
from templates.sheet_code import EDITION
from templates.wording import say

FILE = "fair-seeds.json"
MOST_SECONDS = 4.5
"""How long a check before printing may take on one core, with what comes around it 5."""
MOST_UNFAIR = 40
"""How many seeds in a row may play unfairly before the search is given up."""


def daydream_name(name: str) -> str:
    """Give the full name of a Daydream sheet; ``no-fresh-kind`` for one that has no seeds."""
    full = sheet_name(name)
    if not game_of(full).has_seeds:
        raise HostError("no-fresh-kind", sheet=full)
    return full


def judged(sheet: str, seed: int) -> Fairness:
    """Say how a sheet plays; the first time, that takes a second or two."""
    return found_once(
        FILE,
        f"{EDITION} {sheet} {seed}",
        Fairness,
        lambda: fairness_of(load_sheet(sheet, seed=seed)),
    )


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


def unfair_text(sheet: str, seed: int, lang: str) -> str | None:
    """Say that a sheet is not fair and which one is; None if it is fair.

    What is not remembered is judged, for MOST_SECONDS at most. If no fair sheet was
    found by then, the text names the command that looks on.
    """
    began = time.process_time()
    if judged(sheet, seed).fair:
        return None
    facts = {"sheet": sheet.rpartition("/")[2], "seed": seed}
    one_check = 0.0
    for other in range(seed + 1, MOST_SEED + 1):
        before = time.process_time()
        if before + one_check - began > MOST_SECONDS:
            return say("fresh.unfair-so-far", lang, next=other, **facts)
        if judged(sheet, other).fair:
            return say("fresh.unfair", lang, fair=other, **facts)
        one_check = max(one_check, time.process_time() - before)
    return say("fresh.unfair-so-far", lang, next=1, **facts)
