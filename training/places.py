"""Trains the reader of marks and writes scanner/places.npz.

    python -m training.places --train FOLDER/train*.npz --held FOLDER/held.npz

One thread. The pages come from ``training.places_pages``; the held-out ones are drawn in ways
that training does not see: half of them calibrate the chances, the other half are reported.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from scanner.marks.places import HINTS, RINGS, hints_of, prepare

HERE = Path(__file__).parent
OUT = HERE.parent / "scanner" / "places.npz"
_REACH = 5
Settings = dict[str, Any]


class PlaceNet(nn.Module):
    """Convolutions around the circle, then one look at all directions.

    ``scanner.marks.places`` runs the same steps in numpy.
    """

    def __init__(self, channels: list[int], hidden: int) -> None:
        super().__init__()
        inputs = [RINGS + HINTS, *channels[:-1]]
        self.around = nn.ModuleList(
            nn.Conv1d(a, b, _REACH, stride, padding=_REACH // 2, padding_mode="circular")
            for a, b, stride in zip(inputs, channels, (1, 2, 2), strict=True)
        )
        self.dense1 = nn.Linear(2 * channels[-1] + HINTS, hidden)
        self.dense2 = nn.Linear(hidden, 5)
        self.drop = nn.Dropout(0.1)

    def forward(self, rings: Tensor, hints: Tensor) -> Tensor:
        """Give scores (n, 5) for rings (n, angles, rings) and hints (n, HINTS)."""
        told = hints[:, None, :].expand(-1, rings.shape[1], -1)
        x = torch.cat([rings, told], 2).transpose(1, 2)
        for step in self.around:
            x = torch.relu(step(x))
        seen = torch.cat([x.mean(2), x.amax(2), hints], 1)
        return self.dense2(self.drop(torch.relu(self.dense1(seen))))


class Places:
    """Places that were drawn, ready for the network."""

    def __init__(self, *paths: Path) -> None:
        files = [np.load(path) for path in paths]
        self.rings = torch.from_numpy(np.concatenate([file["rings"] for file in files]))
        self.pen = torch.from_numpy(np.concatenate([file["pen"] for file in files]))
        self.radii = np.concatenate([file["radii"] for file in files])
        self.busy = np.concatenate([file["busy"] for file in files])
        self.chances = torch.from_numpy(np.concatenate([file["chances"] for file in files]))
        self.kind = np.concatenate([file["kind"] for file in files])

    def __len__(self) -> int:
        return len(self.kind)

    def batch(self, at: NDArray[np.int64], pen: NDArray[np.float32]) -> tuple[Tensor, Tensor]:
        """Give what the network sees of some places, for a pen of this darkness."""
        rings = prepare(self.rings[at].numpy().astype(np.float32), pen[:, None, None])
        hints = hints_of(self.radii[at], pen, self.busy[at])
        return torch.from_numpy(rings), torch.from_numpy(hints)


def main() -> None:
    """Read the arguments, train, calibrate, report, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--train", type=Path, nargs="+", required=True)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--settings", type=Path, default=HERE / "places.toml")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    torch.set_num_threads(1)
    settings = tomllib.loads(args.settings.read_text())
    held = Places(args.held)
    net = train(Places(*args.train), held, settings)
    scores = scores_of(net, held)
    half = len(held) // 2
    prior = np.array(settings["prior"], np.float32)
    sharpness, bias = calibrate(scores[:half], held.chances[:half], prior)
    chances = torch.softmax(scores * sharpness + bias, 1).numpy()
    report(chances[half:], held.chances[half:].numpy(), held.kind[half:], prior)
    save(net, float(sharpness), bias.numpy(), args.out)


def train(places: Places, held: Places, settings: Settings) -> PlaceNet:
    """Show the network all places so many times, never quite alike."""
    torch.manual_seed(settings["seed"])
    rng = np.random.default_rng(settings["seed"])
    net = PlaceNet(settings["channels"], settings["hidden"])
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    )
    batch, epochs = settings["batch"], settings["epochs"]
    steps = epochs * (len(places) // batch)
    rate = settings["learning_rate"]
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=settings["weight_decay"])
    step = 0
    for epoch in range(epochs):
        net.train()
        order = rng.permutation(len(places))
        total = 0.0
        for first in range(0, len(order) - batch + 1, batch):
            warm = min(1.0, (step + 1) / 300)
            optimiser.param_groups[0]["lr"] = (
                rate * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * step / steps)) / 2)
            )
            rings, hints, wanted = varied(places, order[first : first + batch], rng)
            loss = functional.cross_entropy(net(rings, hints), wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            average.update_parameters(net)
            total += float(loss.detach()) * batch
            step += 1
        print(f"epoch {epoch + 1}: loss {total / len(order):.4f}", flush=True)
        if epoch % 6 == 5:
            guess = scores_of(average.module, held).argmax(1)
            sure = held.chances.amax(1) > 0.99
            right = (guess == held.chances.argmax(1))[sure].float().mean()
            print(f"  held out: {float(right):.4%}", flush=True)
    trained = average.module
    assert isinstance(trained, PlaceNet)
    return trained


def varied(
    places: Places, at: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """Turn and mirror a batch, and mistake the pen's darkness a little."""
    pen = places.pen[at].numpy() * np.exp(rng.normal(0, 0.15, len(at))).astype(np.float32)
    rings, hints = places.batch(at, pen)
    rings = rings.roll(int(rng.integers(rings.shape[1])), 1)
    if rng.random() < 0.5:
        rings = rings.flip(1)
    return rings, hints, places.chances[at]


@torch.no_grad()
def scores_of(net: nn.Module, places: Places) -> Tensor:
    """Give the network's scores for all places as they are."""
    net.eval()
    parts = []
    for at in np.array_split(np.arange(len(places)), max(len(places) // 2000, 1)):
        parts.append(net(*places.batch(at, places.pen[at].numpy())))
    return torch.cat(parts)


def weights_for(chances: Tensor, prior: NDArray[np.float32]) -> Tensor:
    """Count places so that the classes are as frequent as on a real sheet."""
    return chances @ (torch.from_numpy(prior) / chances.mean(0).clamp(min=1e-4))


def calibrate(scores: Tensor, chances: Tensor, prior: NDArray[np.float32]) -> tuple[Tensor, Tensor]:
    """Find the sharpness and the bias that make the chances come true."""
    weight = weights_for(chances, prior)
    sharpness = torch.ones(1, requires_grad=True)
    bias = torch.zeros(5, requires_grad=True)
    optimiser = torch.optim.LBFGS([sharpness, bias], max_iter=200)

    def loss() -> Tensor:
        optimiser.zero_grad()
        each = functional.cross_entropy(scores * sharpness + bias, chances, reduction="none")
        mean = (each * weight).mean() + 1e-4 * bias.square().sum()
        mean.backward()
        return mean

    optimiser.step(loss)
    return sharpness.detach(), bias.detach()


def report(
    chances: NDArray[np.float32],
    truth: NDArray[np.float32],
    kinds: NDArray[np.str_],
    prior: NDArray[np.float32],
) -> None:
    """Print accuracy by class and kind, and whether chances come true."""
    clear = truth.max(1) > 0.99
    right = chances.argmax(1) == truth.argmax(1)
    confidence = chances.max(1)
    for label, name in enumerate(("none", "circled", "crossed", "filled", "odd")):
        these = clear & (truth.argmax(1) == label)
        wrong = these & ~right & (confidence > 0.95)
        print(f"{name:9}{these.sum():7} {right[these].mean():.3%} sure and wrong {wrong.sum()}")
    for kind in np.unique(kinds):
        these = clear & (kinds == kind)
        wrong = these & ~right & (confidence > 0.95)
        print(f"{kind:9}{these.sum():7} {right[these].mean():.3%} sure and wrong {wrong.sum()}")
    weight = weights_for(torch.from_numpy(truth), prior).numpy()
    hit = truth[np.arange(len(truth)), chances.argmax(1)]
    print(f"ECE {expected_error(confidence, hit, weight):.4f}, all places as on a real sheet")


def expected_error(
    confidence: NDArray[np.float32], hit: NDArray[np.float32], weight: NDArray[np.float32]
) -> float:
    """Give the mean gap between confidence and truth over fifteen equal steps (ECE)."""
    error = 0.0
    steps = np.minimum((confidence * 15).astype(int), 14)
    for step in range(15):
        here = steps == step
        if here.any():
            gap = np.average(hit[here] - confidence[here], weights=weight[here])
            error += abs(float(gap)) * float(weight[here].sum() / weight.sum())
    return error


def save(net: PlaceNet, sharpness: float, prior: NDArray[np.float32], path: Path) -> None:
    """Write the weights as ``scanner.marks.places`` wants them, in half precision."""
    stored: dict[str, NDArray[np.float32]] = {}
    for step, layer in enumerate(net.around, 1):
        assert isinstance(layer, nn.Conv1d) and layer.bias is not None
        stored[f"around{step}"] = layer.weight.detach().numpy().transpose(2, 1, 0)
        stored[f"bias{step}"] = layer.bias.detach().numpy()
    for name, dense in (("dense1", net.dense1), ("dense2", net.dense2)):
        stored[name] = dense.weight.detach().numpy().T
        stored[f"{name}_bias"] = dense.bias.detach().numpy()
    stored["sharpness"], stored["prior"] = np.float32(sharpness), prior
    np.savez(path, **{name: np.asarray(array, np.float16) for name, array in stored.items()})
    print(f"{path}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
