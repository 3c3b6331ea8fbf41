"""Finds how far strange shapes are to be believed, on the calibration split, and prints it.

    python -m training.odd_hands --data FOLDER

A logistic regression of "the digit was misread" on the odds that the reader left to other digits
and on how far the crop is from its digit as everybody writes it (scanner/marks/odd_hands.py). The
test split shows what it brings: misreadings among the digits that are surest by either measure.
Run it after training.hands, and put the weights into scanner/marks/odd_hands.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.promise import DROPPED_TEST, NAMED, SHEET
from scanner.digits import NO_DIGIT, look
from scanner.marks.styles import strangeness, styles_in_use
from scanner.marks.writer import join_hand
from training.crops import Crops, as_it_came, photographed
from training.data import CALIBRATE, TEST, Source, data_folder, load_sources
from training.pool import dropped_items

Matrix = NDArray[np.float64]
_SEED = {CALIBRATE: 5, TEST: 99}
_STEPS, _LARGEST_STEP, _SMALL = 200, 0.5, 1e-3


def main() -> None:
    """Fit on one split, look at the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = [s for s in load_sources(data_folder(args.data)) if s.name in NAMED]
    facts, wrong = gathered(sources, CALIBRATE)
    weights = fitted(facts, wrong)
    print(f"{len(wrong)} digits, {int(wrong.sum())} misread: {np.round(weights, 2).tolist()}")
    facts, wrong = gathered(sources, TEST)
    for share in (0.95, 0.9, 0.8):
        plain, strange = (
            int(wrong[np.argsort(by)[: int(share * len(by))]].sum())
            for by in (facts[:, 1], facts @ weights)
        )
        print(f"surest {share:.0%}: {plain} misread by odds alone, {strange} with strangeness")


def gathered(sources: list[Source], split: str) -> tuple[Matrix, Matrix]:
    """Give for each digit 1, log odds of others and log strangeness; and whether it was wrong."""
    rows = [row for crops in _crops(sources, split) for row in _rows(crops)]
    facts, wrong = zip(*rows, strict=True)
    return np.concatenate(facts), np.concatenate(wrong)


def _crops(sources: list[Source], split: str) -> Iterator[Crops]:
    dropped = dropped_items(DROPPED_TEST)
    for source in sources:
        sets = as_it_came(source, split)
        if source.name in NAMED[:2]:
            sets.append(photographed(source, split, _SEED[split]))
        for crops in sets:
            yield crops.part(~np.isin(crops.items, dropped.get(source.name, [])), crops.name)


def _rows(crops: Crops) -> Iterator[tuple[Matrix, Matrix]]:
    styles = styles_in_use()
    for writer in np.unique(crops.writers):
        own = np.flatnonzero(crops.writers == writer)
        for part in np.array_split(own, -(-len(own) // SHEET)):
            chances, features = look([crops.pictures[i] for i in part])
            joined = join_hand(chances, features)
            strange = strangeness(styles.places(features), joined, styles)
            left = np.clip(1 - joined.max(axis=1).astype(np.float64), 1e-6, 0.999)
            facts = np.stack([np.ones(len(part)), np.log(left / (1 - left)), np.log(strange)], 1)
            read = joined.argmax(axis=1)
            digit = read != NO_DIGIT
            yield facts[digit], (read != crops.labels[part])[digit].astype(np.float64)


def fitted(facts: Matrix, wrong: Matrix) -> Matrix:
    """Fit a logistic regression by Newton's method, in small steps."""
    weights = np.zeros(facts.shape[1])
    weights[1] = 1.0
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-facts @ weights))
        curve = facts.T @ (facts * (chance * (1 - chance))[:, None])
        slope = facts.T @ (wrong - chance) - _SMALL * weights
        step = np.linalg.solve(curve + _SMALL * np.eye(len(weights)), slope)
        weights = weights + step * min(1.0, _LARGEST_STEP / float(np.abs(step).max()))
    return weights


if __name__ == "__main__":
    main()
