"""Finds how hands differ, on the writers of the training split, and writes scanner/hands.npz.

    python -m training.hands --data FOLDER

The features of each digit by each writer are taken as a Gaussian around the writer's
own mean, and the writers' means as a Gaussian around the mean of all. Run it after
training.finish, as the features are those of the network in the package.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.digits import ask
from scanner.marks.digit_crop import normalise
from training.crops import as_it_came
from training.data import TRAIN, Source, data_folder, load_sources
from training.pool import HERE, dropped_items

_SOURCES = ("unipen", "mnist")  # whose writers are known
_DIMENSIONS = 48
_FEWEST = 3  # examples of a digit by one hand that say something about it
_FILE = HERE.parent / "scanner" / "hands.npz"

Matrix = NDArray[np.float64]


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, default=_FILE)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = [s for s in load_sources(data_folder(args.data)) if s.name in _SOURCES]
    features, labels, hands = training_features(sources)
    projection, means, between = differences(features, labels, hands)
    np.savez(
        args.out,
        projection=projection.astype(np.float32),
        means=means.astype(np.float32),
        between=between.astype(np.float32),
    )
    print(f"{len(labels)} digits, largest variances between hands: {np.round(between[:5], 2)}")


def training_features(
    sources: list[Source],
) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Look at every training digit: features of length 1, labels, writers."""
    dropped = dropped_items(HERE / "dropped.json")
    features, labels, hands = [], [], []
    for number, source in enumerate(sources):
        for crops in as_it_came(source, TRAIN):
            kept = ~np.isin(crops.items, dropped.get(source.name, []))
            pictures = np.stack([normalise(p) for p in crops.pictures])[kept]
            parts = np.array_split(pictures, max(1, len(pictures) // 256))
            features += [ask("first", part)[1] for part in parts]
            labels.append(crops.labels[kept])
            hands.append(crops.writers[kept] + 1_000_000 * number)
    rows = np.concatenate(features).astype(np.float64)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return rows, np.concatenate(labels), np.concatenate(hands)


def differences(
    features: Matrix,
    labels: NDArray[np.int64],
    hands: NDArray[np.int64],
    dimensions: int = _DIMENSIONS,
) -> tuple[Matrix, Matrix, Matrix]:
    """Find projection, means and variances as scanner.marks.styles.Styles wants them."""
    means = np.stack([features[labels == digit].mean(axis=0) for digit in range(10)])
    key = hands * 10 + labels
    order = np.argsort(key, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(key[order])) + 1)
    groups = [group for group in groups if len(group) >= _FEWEST]
    size = features.shape[1]
    within, offsets = np.zeros((size, size)), []
    for group in groups:
        middle = features[group].mean(axis=0)
        within += (features[group] - middle).T @ (features[group] - middle)
        offsets.append(middle - means[labels[group[0]]])
    within /= sum(len(group) - 1 for group in groups)
    moved = np.array(offsets)
    # A mean of few examples varies by itself; that part is not the hand's.
    between = moved.T @ moved / len(moved) - within * np.mean([1 / len(g) for g in groups])
    within += np.eye(size) * 1e-4 * np.trace(within) / size
    whiten = np.linalg.inv(np.linalg.cholesky(within))
    telling = whiten @ (np.cov(means.T) + between) @ whiten.T
    project = np.linalg.eigh(telling)[1][:, ::-1][:, :dimensions].T @ whiten
    variances, turn = np.linalg.eigh(project @ between @ project.T)
    project = turn[:, ::-1].T @ project
    return project.T, means @ project.T, np.maximum(variances[::-1], 1e-3)


if __name__ == "__main__":
    main()
