"""Measures whether a second opinion on doubtful crops helps: shifts, a second network, Tesseract.

    python -m benchmarks.opinions --data FOLDER [--split calibrate]

For each it prints how many crops are read right, and how many of the surest 97 %, and
what the opinions cost for each crop that is asked about.
"""

from __future__ import annotations

import argparse
import time

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.curves import surest
from scanner.digits import (
    DOUBTFUL,
    FIRST_SAYS,
    NO_DIGIT,
    SECOND_SAYS,
    ask,
    softmax,
)
from scanner.marks.digit_crop import normalise
from scanner.page import tesseract
from training.crops import as_it_came, photographed
from training.data import CALIBRATE, data_folder, load_sources

_SEED = 17

Floats = NDArray[np.float32]
Pictures = NDArray[np.uint8]


def main() -> None:
    """Print one line for each kind of second opinion."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--split", default=CALIBRATE)
    parser.add_argument("--tesseract", type=int, default=60, help="doubtful crops for Tesseract")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = load_sources(data_folder(args.data))
    sets = [crops for source in sources for crops in as_it_came(source, args.split)]
    sets += [photographed(source, args.split, _SEED) for source in sources[:2]]
    crops = [p for one in sets for p in one.pictures]
    pictures = np.stack([normalise(crop) for crop in crops])
    labels = np.concatenate([one.labels for one in sets])
    scores = _scores("first", pictures)
    first = softmax(scores)
    doubtful = first.max(axis=1) < DOUBTFUL
    print(f"{len(labels)} crops, {int(doubtful.sum())} doubtful (surest chance below {DOUBTFUL})")
    _line("no second opinion", first, labels)
    began = time.process_time()
    for name, others in _shifted(pictures[doubtful]).items():
        _line(name, _blended(first, doubtful, others), labels)
    _cost("all eight", began, doubtful)
    began = time.process_time()
    second = _scores("second", pictures[doubtful])
    _cost("the second network", began, doubtful)
    both = first.copy()
    both[doubtful] = softmax(FIRST_SAYS * scores[doubtful] + SECOND_SAYS * second)
    _line("the second network alone", _blended(first, doubtful, [softmax(second)], 0), labels)
    _line("both networks", both, labels)
    moved = [_scores("second", m) for m in _moved(pictures[doubtful])]
    mean = np.mean([second, *moved], axis=0)
    both[doubtful] = softmax(FIRST_SAYS * scores[doubtful] + SECOND_SAYS * mean)
    _line("both networks, the second also with four shifts", both, labels)
    if args.tesseract and tesseract.is_available():
        _ask_tesseract(crops, first, labels, np.flatnonzero(doubtful)[: args.tesseract])


def _scores(name: str, pictures: Pictures) -> Floats:
    return np.concatenate([ask(name, pictures[i : i + 64])[0] for i in range(0, len(pictures), 64)])


def _moved(pictures: Pictures) -> list[Pictures]:
    """Move the pictures by a pixel to each side."""
    return [np.roll(pictures, way, axis=(1, 2)) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))]


def _shifted(pictures: Pictures) -> dict[str, list[Floats]]:
    """Read the pictures again, moved, turned and resized."""
    moves = [softmax(_scores("first", moved)) for moved in _moved(pictures)]
    turns = [
        softmax(_scores("first", _turned(pictures, angle, size)))
        for angle, size in ((6, 1), (-6, 1), (0, 0.92), (0, 1.08))
    ]
    return {
        "four shifts by a pixel": moves,
        "two turns and two sizes": turns,
        "all eight": [*moves, *turns],
    }


def _turned(pictures: Pictures, angle: float, size: float) -> Pictures:
    side = pictures.shape[1]
    move = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), angle, size)
    return np.stack([np.asarray(cv2.warpAffine(p, move, (side, side)), np.uint8) for p in pictures])


def _blended(
    first: Floats, doubtful: NDArray[np.bool_], others: list[Floats], own: int = 1
) -> Floats:
    """Take the mean of all opinions where there was doubt; ``own`` is 0 to leave out the first."""
    blended = first.copy()
    blended[doubtful] = np.mean([first[doubtful]] * own + others, axis=0)
    return blended


def _cost(name: str, began: float, doubtful: NDArray[np.bool_]) -> None:
    each = 1000 * (time.process_time() - began) / max(1, int(doubtful.sum()))
    print(f"{name}: {each:.2f} ms of processor time for each doubtful crop")


def _line(name: str, chances: Floats, labels: NDArray[np.int64]) -> None:
    right, sure = chances.argmax(axis=1) == labels, chances.max(axis=1)
    kept = surest(right, sure, 0.97)
    loss = -np.log(np.maximum(chances[np.arange(len(labels)), labels], 1e-6)).mean()
    print(
        f"{name}: {100 * right.mean():.3f} % right, surest 97 %: {100 * kept.mean():.3f} % "
        f"({int((~kept).sum())} wrong), mean log loss {loss:.4f}"
    )


def _ask_tesseract(
    crops: list[Pictures], first: Floats, labels: NDArray[np.int64], asked: NDArray[np.int64]
) -> None:
    """Say how often Tesseract is right where we doubt, and where the two of us agree."""
    began = time.perf_counter()
    heard = [tesseract.read_character(crops[i], alphabet="0123456789") for i in asked]
    each = 1000 * (time.perf_counter() - began) / max(len(asked), 1)
    said = np.array([int(h.text) if h and len(h.text) == 1 else NO_DIGIT for h in heard])
    ours = first[asked].argmax(axis=1) == labels[asked]
    theirs = said == labels[asked]
    print(
        f"Tesseract on {len(asked)} doubtful crops: {100 * theirs.mean():.1f} % right, "
        f"{each:.0f} ms each, ours {100 * ours.mean():.1f} %; "
        f"right where ours is wrong: {int((theirs & ~ours).sum())}"
    )


if __name__ == "__main__":
    main()
