"""Trains one of the digit reader's networks on the pictures that training.pool has drawn.

    python -m training.train --net first --pool POOL --out WORK_FOLDER

One thread, checkpoints on the way; call it again to go on after a stop. A network whose
settings name a teacher learns from the scores of that one, too, so train the teacher first;
one whose settings say where it begins goes on from the package's weights.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from scanner.marks.digit_crop import SIDE
from training.network import SHAPES, DigitNet, load_onnx, save_onnx
from training.pool import HERE, Pool, load_pool

PACKAGE = HERE.parent / "scanner"
_EVERY = 4  # steps between two updates of the averaged weights
_ROUND = 200  # steps between two checkpoints
_BENDS = 4000  # ways to move and bend a picture


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", choices=sorted(SHAPES), required=True)
    parser.add_argument("--pool", type=Path, required=True, help="folder of drawn parts")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--settings", type=Path, default=HERE / "settings.toml")
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    settings = tomllib.loads(args.settings.read_text())
    args.out.mkdir(parents=True, exist_ok=True)
    Training(args.net, settings[args.net], settings["seed"], args.out).run(args.pool)


class Training:
    """A network on its way: weights, their average, and how many steps are done."""

    def __init__(self, name: str, settings: Mapping[str, Any], seed: int, out: Path) -> None:
        torch.manual_seed(seed)
        self.name, self.settings, self.seed, self.out = name, settings, seed, out
        self.net = DigitNet(SHAPES[name]).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(),
            lr=settings["learning_rate"],
            weight_decay=settings["weight_decay"],
        )
        self.step = 0
        self.steps = int(settings["pictures"] // settings["batch"])
        self.teacher = _taught(settings["teacher"], out) if "teacher" in settings else None
        self.checkpoint = out / f"{name}.pt"
        self.begins = settings.get("begins")
        self.halved = settings.get("halved", True)
        if self.checkpoint.is_file():
            self._resume()

    def _resume(self) -> None:
        state = torch.load(self.checkpoint)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step = state["step"]

    def _begin(self, pool: Pool) -> None:
        """Go on from weights that the package has."""
        some = np.random.default_rng(self.seed).integers(len(pool[1]), size=4096)
        x = torch.from_numpy(pool[0][some]).unsqueeze(1).float() / 255
        load_onnx(self.net, PACKAGE / str(self.begins), x)
        self.average.load_state_dict(self.net.state_dict())

    def run(self, folder: Path) -> None:
        """Train to the end, in rounds; parts drawn in the meantime join the pool."""
        known: dict[str, Pool] = {}
        while self.step < self.steps:
            began, first = time.monotonic(), self.step
            pool = load_pool(folder, known)
            if self.begins and not self.step:
                self._begin(pool)
            loss = self._round(pool)
            self._save()
            done = (self.step - first) * int(self.settings["batch"])
            print(
                f"{self.name}: step {self.step} of {self.steps}, loss {loss:.4f}, "
                f"{len(pool[1])} pictures, {done / (time.monotonic() - began):.0f} a second",
                flush=True,
            )

    def _round(self, pool: Pool) -> float:
        """Take some steps, on pictures chosen by lot."""
        rng = np.random.default_rng([self.seed, self.step])
        bends = _bends(rng)
        batch = int(self.settings["batch"])
        last = min(self.step + _ROUND, self.steps)
        total, count = 0.0, last - self.step
        self.net.train()
        while self.step < last:
            chosen = rng.integers(len(pool[1]), size=batch)
            ways = rng.integers(len(bends), size=batch)
            seen = np.stack(
                [cv2.remap(pool[0][i], *bends[k], cv2.INTER_LINEAR)
                 for i, k in zip(chosen, ways, strict=True)]
            )  # fmt: skip
            total += self._learn(torch.from_numpy(seen), torch.from_numpy(pool[1][chosen]))
            self.step += 1
        return total / count

    def _learn(self, seen: torch.Tensor, labels: torch.Tensor) -> float:
        done = self.step / self.steps
        rate = 0.5 + 0.5 * math.cos(math.pi * done)
        for group in self.optimiser.param_groups:
            group["lr"] = (
                self.settings["learning_rate"]
                * rate
                * min(1.0, (self.step + 1) / self.settings.get("warm", 300))
            )
        x = seen.unsqueeze(1).float().div_(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.halved):
            scores = self.net(x)[0].float()
        loss = functional.cross_entropy(
            scores, labels, label_smoothing=self.settings["label_smoothing"]
        )
        if self.teacher:
            share = self.settings["listens"]
            loss = (1 - share) * loss + share * self._unlike_teacher(x, scores)
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        if self.step % _EVERY == 0:
            warm = 1.0 if self.begins else 1 - 1 / (self.step / _EVERY + 2)
            keep = min(self.settings["average"], warm)
            _follow(self.average, self.net, keep)
        return float(loss.detach())

    def _unlike_teacher(self, x: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Say how far the scores are from the teacher's; softened, so that seconds count, too."""
        soft = self.settings["soft"]
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.halved):
            wanted = torch.softmax(self.teacher(x)[0].float() / soft, dim=1)
        return functional.cross_entropy(scores / soft, wanted) * soft

    def _save(self) -> None:
        state = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
        }
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").rename(self.checkpoint)
        save_onnx(self.average, self.out / f"{self.name}.onnx")


def _taught(name: str, folder: Path) -> DigitNet:
    """Load a network that was trained before."""
    net = DigitNet(SHAPES[name])
    net.load_state_dict(torch.load(folder / f"{name}.pt")["average"])
    return net.eval().to(memory_format=torch.channels_last)


def _bends(rng: np.random.Generator) -> list[tuple[NDArray[np.int16], NDArray[np.uint16]]]:
    """Prepare ways to turn, slant, stretch, shift and gently warp a picture."""
    grid = np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), 2).astype(np.float32)
    middle = (SIDE - 1) / 2
    ways = []
    for _ in range(_BENDS):
        turn = np.eye(2) + rng.normal(0, 0.05, (2, 2))
        knots = rng.normal(0, 0.45, (4, 4, 2))
        warp = cv2.resize(knots, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
        at = (grid - middle) @ turn.T + middle + rng.normal(0, 0.5, 2) + warp
        ways.append(cv2.convertMaps(at.astype(np.float32), None, cv2.CV_16SC2))
    return ways


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
