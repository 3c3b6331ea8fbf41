"""Measures whether a second opinion on doubtful crops helps: shifts, a second network, Tesseract.

    python -m benchmarks.opinions --data FOLDER [--second OTHER.onnx] [--split calibrate]

For each it prints how many crops are read right, and how many of the surest 97 %.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.curves import surest
from scanner import tesseract
from scanner.digits import NO_DIGIT, look_at_normalised, normalise, softmax
from training.crops import as_it_came, photographed
from training.data import CALIBRATE, data_folder, load_sources

_DOUBTFUL = 0.97  # crops below this chance are asked about again
_SEED = 17

Floats = NDArray[np.float32]
Pictures = NDArray[np.uint8]


def main() -> None:
    """Print one line for each kind of second opinion."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--split", default=CALIBRATE)
    parser.add_argument("--second", type=Path, help="another network of the same form")
    parser.add_argument("--tesseract", type=int, default=60, help="doubtful crops for Tesseract")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = load_sources(data_folder(args.data))
    sets = [crops for source in sources for crops in as_it_came(source, args.split)]
    sets += [photographed(source, args.split, _SEED) for source in sources[:2]]
    crops = [p for one in sets for p in one.pictures]
    pictures = np.stack([normalise(crop) for crop in crops])
    labels = np.concatenate([one.labels for one in sets])
    first = _read(pictures)
    doubtful = first.max(axis=1) < _DOUBTFUL
    print(f"{len(labels)} crops, {int(doubtful.sum())} doubtful (surest chance below {_DOUBTFUL})")
    _line("no second opinion", first, labels)
    for name, others in _shifted(pictures[doubtful]).items():
        _line(name, _blended(first, doubtful, others), labels)
    if args.second:
        net = cv2.dnn.readNetFromONNX(str(args.second))
        _line(
            "a second network", _blended(first, doubtful, [_other(net, pictures[doubtful])]), labels
        )
    if args.tesseract and tesseract.is_available():
        _ask_tesseract(crops, first, labels, np.flatnonzero(doubtful)[: args.tesseract])


def _read(pictures: Pictures) -> Floats:
    parts = [look_at_normalised(pictures[i : i + 64])[0] for i in range(0, len(pictures), 64)]
    return np.concatenate(parts)


def _shifted(pictures: Pictures) -> dict[str, list[Floats]]:
    """Read the pictures again, moved, turned and resized."""
    moves = {
        (dx, dy): _read(np.roll(pictures, (dy, dx), axis=(1, 2)))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    turns = [
        _read(_turned(pictures, angle, size))
        for angle, size in ((6, 1), (-6, 1), (0, 0.92), (0, 1.08))
    ]
    return {
        "four shifts by a pixel": list(moves.values()),
        "two turns and two sizes": turns,
        "all eight": [*moves.values(), *turns],
    }


def _turned(pictures: Pictures, angle: float, size: float) -> Pictures:
    side = pictures.shape[1]
    move = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), angle, size)
    return np.stack([np.asarray(cv2.warpAffine(p, move, (side, side)), np.uint8) for p in pictures])


def _other(net: cv2.dnn.Net, pictures: Pictures) -> Floats:
    net.setInput(pictures[:, None].astype(np.float32) / 255)
    return softmax(np.asarray(net.forward(["scores", "features"])[0], np.float32))


def _blended(first: Floats, doubtful: NDArray[np.bool_], others: list[Floats]) -> Floats:
    """Take the mean of all opinions where there was doubt."""
    blended = first.copy()
    blended[doubtful] = np.mean([first[doubtful], *others], axis=0)
    return blended


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
