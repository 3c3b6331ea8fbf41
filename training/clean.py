"""Finds labels in the training split that are plainly wrong, and writes their list.

    python -m training.clean --data FOLDER

Confident learning across two halves that share no writer: a network trained on
one half judges the other. An item is dropped if its label gets almost no chance
while another digit, or "no digit", gets nearly all of it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from scanner.marks.digit_crop import normalise
from training.crops import Crops, as_it_came
from training.data import TRAIN, data_folder, load_sources
from training.network import DigitNet

HERE = Path(__file__).parent
_PASSES, _BATCH, _RATE, _SEED = 7, 256, 3e-3, 11
_LABEL_AT_MOST, _OTHER_AT_LEAST = 0.004, 0.985


def main() -> None:
    """Judge every training item by a network that has not seen its writer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, default=HERE / "dropped.json")
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    sets = [
        (source.name, crops)
        for source in load_sources(data_folder(args.data))
        for crops in as_it_came(source, TRAIN)
    ]
    pictures = np.stack([normalise(p) for _, crops in sets for p in crops.pictures])
    labels = np.concatenate([crops.labels for _, crops in sets])
    half = np.concatenate([_halves(crops) for _, crops in sets])
    chances = np.zeros((len(labels), 11), np.float32)
    for side in (0, 1):
        net = _quick_net(pictures[half != side], labels[half != side])
        chances[half == side] = _judge(net, pictures[half == side])
    wrong = (chances[np.arange(len(labels)), labels] < _LABEL_AT_MOST) & (
        chances.max(axis=1) > _OTHER_AT_LEAST
    )
    dropped: dict[str, list[int]] = {}
    at = 0
    for name, crops in sets:
        found = crops.items[wrong[at : at + len(crops.items)]]
        dropped.setdefault(name, []).extend(int(i) for i in found)
        print(f"{crops.name}: {len(found)} of {len(crops.items)} labels dropped", flush=True)
        at += len(crops.items)
    args.out.write_text(json.dumps(dropped) + "\n")


def _halves(crops: Crops) -> NDArray[np.int64]:
    """Give each writer to one half; by places in the list where all is one writer."""
    if len(np.unique(crops.writers)) < 2:
        return np.asarray(np.arange(len(crops.items)) // 50 % 2)
    mixed = np.random.default_rng(_SEED).permutation(np.unique(crops.writers))
    return np.isin(crops.writers, mixed[::2]).astype(np.int64)


def _quick_net(pictures: NDArray[np.uint8], labels: NDArray[np.int64]) -> DigitNet:
    """Train a network briefly; smoothing keeps it from learning wrong labels by heart."""
    torch.manual_seed(_SEED)
    rng = np.random.default_rng(_SEED)
    net = DigitNet()
    steps = _PASSES * (len(labels) // _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps + 1)
    for _ in range(steps):
        chosen = rng.integers(len(labels), size=_BATCH)
        shifted = np.roll(pictures[chosen], tuple(rng.integers(-2, 3, 2)), axis=(1, 2))
        scores, _ = net(torch.from_numpy(shifted).unsqueeze(1).float() / 255)
        loss = functional.cross_entropy(scores, torch.from_numpy(labels[chosen]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.eval()


def _judge(net: DigitNet, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    with torch.no_grad():
        parts = [
            torch.softmax(net(torch.from_numpy(part).unsqueeze(1).float() / 255)[0], dim=1)
            for part in np.array_split(pictures, max(1, len(pictures) // 512))
        ]
    return np.asarray(torch.cat(parts).numpy(), np.float32)


if __name__ == "__main__":
    main()
