"""What does it save that the page knows a hand? Five evenings of writers nobody was trained on.

    python -m benchmarks.evenings --data FOLDER [--split calibrate]

FOLDER holds the handwriting .npz files, as in PAPERPLAY_HANDWRITING. Writers with 100 digits or
more write on five evenings, never the same ink twice. Digits are read together as on a sheet; what
the reader is not sure of is asked, and answered rightly. An answer counts at once for what looks
the same; with a known hand, so do the answers of earlier evenings and the digits that were read
surely on them, right or wrong. A silent error is a wrong digit that nobody was asked about. Single
digits, without the rules, marks and photos of a sheet: those take questions that no hand answers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.alike import is_written_so
from scanner.decide import SETTLED
from scanner.digits import NO_DIGIT
from scanner.marks.writer import read_hand
from scanner.pictures import Floats
from scanner.scan import LEANS, UNCLEAR, Doubt
from training.crops import as_it_came
from training.data import CALIBRATE, TEST, data_folder, load_sources
from training.pool import HERE, dropped_items

EVENINGS, FEWEST, MOST = 5, 100, 150
"""Digits of a writer, at least, and how many of them are taken."""
NAMED = ("mnist", "unipen")
_LIKELY = 0.004
"""The chance from which another reading is offered as an answer."""
_SEED = 12


@dataclass(frozen=True, slots=True)
class Evening:
    """What one writer wrote on one evening, as it was read."""

    chances: Floats
    shapes: Sequence[str]
    labels: NDArray[np.int64]


@dataclass
class Memory:
    """What is known of a hand."""

    answers: list[tuple[Doubt, int]] = field(default_factory=list)
    digits: list[tuple[int, str]] = field(default_factory=list)


def main() -> None:
    """Print questions and silent errors of each evening, without and with a known hand."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--split", choices=["calibrate", "test"], default="test")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    split = {"calibrate": CALIBRATE, "test": TEST}[options.split]
    hands = list(hands_of(data_folder(options.data), split))
    digits = sum(len(evening.labels) for hand in hands for evening in hand)
    print(f"{len(hands)} hands, {digits:,} digits\n")
    print("| evening | " + " | ".join(str(n + 1) for n in range(EVENINGS)) + " |")
    print("| --- " * (EVENINGS + 1) + "|")
    for told, known in (("not known", False), ("known by hand", True)):
        counts = sum(np.array(played(hand, known=known)) for hand in hands)
        for row, what in enumerate(("questions", "silent errors")):
            print(f"| {what}, {told} | " + " | ".join(map(str, np.asarray(counts)[:, row])) + " |")


def hands_of(folder: Path, split: int) -> Iterator[list[Evening]]:
    """Read what writers of a split wrote, evening by evening."""
    dropped = dropped_items(HERE / "dropped_test.json")
    for source in (one for one in load_sources(folder) if one.name in NAMED):
        for crops in as_it_came(source, split):
            fair = crops.part(~np.isin(crops.items, dropped.get(source.name, [])), crops.name)
            rng = np.random.default_rng(_SEED)
            for writer in np.unique(fair.writers):
                own = rng.permutation(np.flatnonzero(fair.writers == writer))[:MOST]
                if len(own) < FEWEST:
                    continue
                each = len(own) // EVENINGS
                parts = [own[n * each : (n + 1) * each] for n in range(EVENINGS)]
                yield [
                    Evening(*read_hand([fair.pictures[i] for i in part])[:2], fair.labels[part])
                    for part in parts
                ]


def played(hand: Sequence[Evening], *, known: bool) -> list[tuple[int, int]]:
    """Count questions and silent errors of each evening."""
    memory, found = Memory(), []
    for evening in hand:
        found.append(_evening(evening, memory))
        if not known:
            memory = Memory()
    return found


def _evening(evening: Evening, memory: Memory) -> tuple[int, int]:
    """Ask about what is not sure, the most doubtful first."""
    questions = silent = 0
    before, sure = list(memory.digits), []
    guesses, best = evening.chances.argmax(axis=1), evening.chances.max(axis=1)
    for place in np.argsort(best):
        guess, label = int(guesses[place]), int(evening.labels[place])
        shape = evening.shapes[place]
        if guess != NO_DIGIT and best[place] >= SETTLED:
            sure.append((guess, shape))
            silent += guess != label
            continue
        doubt = Doubt("", guess if guess != NO_DIGIT else None, None, UNCLEAR, shape=shape)
        value = _known(doubt, evening.chances[place], memory.answers, before)
        if value is None:
            questions += 1
            memory.answers.append((doubt, label))
            sure.append((label, shape))
        else:
            silent += value != label
    memory.digits += sure
    return questions, silent


def _known(
    doubt: Doubt,
    chances: Floats,
    answers: Sequence[tuple[Doubt, int]],
    digits: Sequence[tuple[int, str]],
) -> int | None:
    """Say what a doubtful digit is, by what the hand wrote before; None if that does not say it."""
    for answered, value in reversed(answers):
        if doubt.is_like(answered) and (value == doubt.guess or chances[value] >= _LIKELY):
            return value
    guess = doubt.guess
    if isinstance(guess, int) and chances[guess] >= LEANS:
        return guess if is_written_so(guess, doubt.shape, digits) else None
    return None


if __name__ == "__main__":
    main()
