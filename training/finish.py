"""Calibrates the trained networks, writes them into the package and prints their accuracy.

    python -m training.finish --out WORK_FOLDER --data FOLDER [--package scanner]

The temperature and the weights of the two opinions come from the calibration split,
which was neither trained on nor is tested on: digits as they came for the temperature
of the sure, and for the weights, which decide about the doubtful, also digits as
photographed. Pictures in which no ink was found say nothing and are left out. The
weights are printed; those in scanner/digits.py also regard what is no digit. A network that was
not trained again stays as it is.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.digits import read_everything, single_crops
from scanner.digits import DOUBTFUL, NETWORKS, ask
from scanner.marks.digit_crop import normalise
from training.crops import as_it_came, photographed
from training.data import CALIBRATE, Source, data_folder, load_sources
from training.network import SHAPES, DigitNet, save_onnx

_SEED = 5
_PACKAGE = Path(__file__).parent.parent / "scanner"


def main() -> None:
    """Find the temperatures, write the ONNX files, print weights and table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--package", type=Path, default=_PACKAGE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    sources = load_sources(data_folder(args.data))
    pictures, labels, plain = calibration_pictures(sources)
    known = torch.from_numpy(labels)
    scores = []
    for name in ("first", "second"):
        if not (args.out / f"{name}.pt").is_file():
            scores.append(torch.from_numpy(_asked(name, pictures)))
            print(f"{name}: kept as it is")
            continue
        net = DigitNet(SHAPES[name])
        net.load_state_dict(torch.load(args.out / f"{name}.pt")["average"])
        raw = scores_of(net.eval(), pictures)
        temperature = best_temperature(raw[plain], known[plain])
        scores.append(raw / temperature)
        path = args.package / NETWORKS[name]
        save_onnx(net, path, temperature)
        print(f"{name}: temperature {temperature:.3f}, {path.stat().st_size} bytes")
    doubtful = torch.softmax(scores[0], dim=1).amax(dim=1) < DOUBTFUL
    says = best_weights(scores[0][doubtful], scores[1][doubtful], known[doubtful])
    print(f"best for digits: FIRST_SAYS, SECOND_SAYS = {says[0]:.2f}, {says[1]:.2f}")
    single_crops(read_everything(sources))


def calibration_pictures(
    sources: list[Source],
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Gather the calibration split: pictures with ink, labels, and which are as they came."""
    sets = [
        (crops.pictures, crops.labels, True) for s in sources for crops in as_it_came(s, CALIBRATE)
    ]
    for source in sources[:2]:
        crops = photographed(source, CALIBRATE, _SEED)
        sets.append((crops.pictures, crops.labels, False))
    pictures = np.stack([normalise(crop) for crops, _, _ in sets for crop in crops])
    labels = np.concatenate([labels for _, labels, _ in sets])
    plain = np.concatenate([np.full(len(crops), plain) for crops, _, plain in sets])
    inked = pictures.any(axis=(1, 2))
    return pictures[inked], labels[inked], plain[inked]


def scores_of(net: DigitNet, pictures: NDArray[np.uint8]) -> torch.Tensor:
    """Run a network as it came out of the training."""
    with torch.no_grad():
        parts = np.array_split(pictures, max(1, len(pictures) // 256))
        return torch.cat([net(torch.from_numpy(p).unsqueeze(1).float() / 255)[0] for p in parts])


def _asked(name: str, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Run a network of the package."""
    parts = np.array_split(pictures, max(1, len(pictures) // 256))
    return np.concatenate([ask(name, part)[0] for part in parts])


def best_temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """Find the temperature at which the calibration split is least surprising."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(3), 120))
    losses = [float(functional.cross_entropy(scores / float(t), labels)) for t in tried]
    return float(tried[int(np.argmin(losses))])


def best_weights(
    first: torch.Tensor, second: torch.Tensor, labels: torch.Tensor
) -> tuple[float, float]:
    """Find how much each of two opinions counts, so that doubtful crops surprise least."""
    tried = [(a, b) for a in np.arange(0, 1.01, 0.05) for b in np.arange(0, 1.51, 0.05)]
    losses = [
        float(functional.cross_entropy(float(a) * first + float(b) * second, labels))
        for a, b in tried
    ]
    return tried[int(np.argmin(losses))]


if __name__ == "__main__":
    main()
