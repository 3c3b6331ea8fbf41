"""Trains the digit reader's network and writes scanner/digits.onnx.

    python -m training.train --data FOLDER --out WORK_FOLDER

One thread, a checkpoint after every epoch; call it again to go on after a stop.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
import tomllib
from collections import deque
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from training.data import Source, data_folder, load_sources
from training.epoch import make_epoch
from training.network import DigitNet, save_onnx

Pool = tuple[NDArray[np.uint8], NDArray[np.int64]]
HERE = Path(__file__).parent
_EVERY = 4  # steps between two updates of the averaged weights


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--settings", type=Path, default=HERE / "settings.toml")
    parser.add_argument("--dropped", type=Path, default=HERE / "dropped.json")
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    settings = tomllib.loads(args.settings.read_text())
    sources = load_sources(data_folder(args.data))
    args.out.mkdir(parents=True, exist_ok=True)
    train(sources, settings, args.dropped, args.out)


def dropped_items(path: Path) -> dict[str, NDArray[np.int64]]:
    """Load the training items whose labels were found wrong, if they were looked for."""
    if not path.is_file():
        return {}
    return {name: np.array(items, np.int64) for name, items in json.loads(path.read_text()).items()}


def train(
    sources: list[Source],
    settings: Mapping[str, object],
    dropped: Path,
    out: Path,
) -> DigitNet:
    """Train from the last checkpoint on, and return the averaged network."""
    counts: dict[str, int] = settings["counts"]  # type: ignore[assignment]
    epochs, seed = int(str(settings["epochs"])), int(str(settings["seed"]))
    torch.manual_seed(seed)
    net = DigitNet()
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(
        net.parameters(),
        lr=float(str(settings["learning_rate"])),
        weight_decay=float(str(settings["weight_decay"])),
    )
    start = 0
    checkpoint = out / "checkpoint.pt"
    if checkpoint.is_file():
        state = torch.load(checkpoint)
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        start = state["epoch"]
    size, every = int(str(settings["pools"])), int(str(settings["redraw_every"]))
    pools: deque[Pool] = deque(maxlen=size)
    for epoch in range(start, epochs):
        began = time.monotonic()
        for number in _due(epoch, every, size, fresh_start=not pools):
            wrong = dropped_items(dropped)
            pools.append(make_epoch(sources, counts, wrong, seed * 1000 + number))
        drawn = time.monotonic()
        pool = tuple(np.concatenate(part) for part in zip(*pools, strict=True))
        loss = _one_epoch(net, average, optimiser, pool, settings, epoch, epochs)
        state = {
            "net": net.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "epoch": epoch + 1,
        }
        torch.save(state, checkpoint)
        save_onnx(average, out / "raw.onnx")
        print(
            f"epoch {epoch + 1}/{epochs}: loss {loss:.4f}, drawn in {drawn - began:.0f} s, "
            f"learned in {time.monotonic() - drawn:.0f} s",
            flush=True,
        )
    return average


def _due(epoch: int, every: int, size: int, fresh_start: bool) -> range:
    """Say which sets of pictures have to be drawn before an epoch; several after a stop."""
    newest = epoch // every
    if fresh_start:
        return range(max(0, newest - size + 1), newest + 1)
    return range(newest, newest + 1) if epoch % every == 0 else range(0)


def _one_epoch(
    net: DigitNet,
    average: DigitNet,
    optimiser: torch.optim.Optimizer,
    pool: Pool,
    settings: Mapping[str, object],
    epoch: int,
    epochs: int,
) -> float:
    """Go once through the pictures, in random order, each moved and turned a little."""
    pictures, labels = pool
    batch, top = int(str(settings["batch"])), float(str(settings["learning_rate"]))
    keep = float(str(settings["average"]))
    rng = np.random.default_rng([int(str(settings["seed"])), epoch])
    order = rng.permutation(len(labels))
    steps = len(order) // batch
    net.train()
    total = 0.0
    for step in range(steps):
        done = (epoch + step / steps) / epochs
        rate = top * min(1.0, done * epochs * 2) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, top * 0.002)
        chosen = order[step * batch : (step + 1) * batch]
        x = torch.from_numpy(pictures[chosen]).unsqueeze(1).float().div_(255)
        scores, _ = net(_jittered(x))
        loss = functional.cross_entropy(
            scores,
            torch.from_numpy(labels[chosen]),
            label_smoothing=float(str(settings["label_smoothing"])),
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += float(loss.detach())
        if step % _EVERY == 0:
            seen = (epoch * steps + step) / _EVERY
            _follow(average, net, min(keep, 1 - 1 / (seen + 2)))
    return total / max(steps, 1)


def _jittered(x: torch.Tensor) -> torch.Tensor:
    """Turn, slant, stretch and shift pictures slightly, each in its own way."""
    move = torch.eye(2, 3).repeat(len(x), 1, 1)
    move[:, :, :2] += torch.randn(len(x), 2, 2) * 0.04
    move[:, :, 2] += torch.randn(len(x), 2) * 0.04
    grid = functional.affine_grid(move, list(x.shape), align_corners=False)
    return functional.grid_sample(x, grid, align_corners=False)


def _follow(average: DigitNet, net: DigitNet, keep: float) -> None:
    """Move the average a little towards the network."""
    with torch.no_grad():
        for mean, value in zip(
            average.state_dict().values(), net.state_dict().values(), strict=True
        ):
            if mean.dtype.is_floating_point:
                mean.lerp_(value, 1 - keep)
            else:
                mean.copy_(value)


if __name__ == "__main__":
    main()
