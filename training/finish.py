"""Calibrates a trained network, writes it into the package and prints its accuracy table.

    python -m training.finish --data FOLDER --out WORK_FOLDER [--onnx scanner/digits.onnx]

The temperature comes from the calibration split, which was neither trained on nor
is tested on: crops as they came, crops as photographed, and what is no digit.
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
from scanner.digits import NO_DIGIT, normalise
from training.crops import as_it_came, no_digits, photographed
from training.data import CALIBRATE, Source, data_folder, load_sources
from training.network import DigitNet, save_onnx

_SEED = 5
_PACKAGE = Path(__file__).parent.parent / "scanner" / "digits.onnx"


def main() -> None:
    """Find the temperature, write the ONNX file, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--onnx", type=Path, default=_PACKAGE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    sources = load_sources(data_folder(args.data))
    net = DigitNet()
    net.load_state_dict(torch.load(args.out / "checkpoint.pt")["average"])
    pictures, labels = calibration_pictures(sources)
    temperature = best_temperature(_scores(net.eval(), pictures), torch.from_numpy(labels))
    save_onnx(net, args.onnx, temperature)
    print(f"temperature {temperature:.3f}, {args.onnx.stat().st_size} bytes")
    single_crops(read_everything(sources))


def calibration_pictures(
    sources: list[Source],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Gather the calibration split in all its forms."""
    sets = [crops for source in sources for crops in as_it_came(source, CALIBRATE)]
    sets += [photographed(source, CALIBRATE, _SEED) for source in sources[:2]]
    crops = [p for one in sets for p in one.pictures]
    labels = [one.labels for one in sets]
    strokes = next(source for source in sources if source.is_strokes)
    for some in no_digits(strokes, CALIBRATE, 200, _SEED).values():
        crops += some
        labels.append(np.full(len(some), NO_DIGIT))
    return np.stack([normalise(crop) for crop in crops]), np.concatenate(labels)


def _scores(net: DigitNet, pictures: NDArray[np.uint8]) -> torch.Tensor:
    with torch.no_grad():
        parts = np.array_split(pictures, max(1, len(pictures) // 256))
        return torch.cat([net(torch.from_numpy(p).unsqueeze(1).float() / 255)[0] for p in parts])


def best_temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """Find the temperature at which the calibration split is least surprising."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(3), 120))
    losses = [float(functional.cross_entropy(scores / float(t), labels)) for t in tried]
    return float(tried[int(np.argmin(losses))])


if __name__ == "__main__":
    main()
