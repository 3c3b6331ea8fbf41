"""The network's shape, and how it becomes an ONNX file that OpenCV can run."""

from __future__ import annotations

import copy
from pathlib import Path

import torch
from torch import Tensor, nn

from scanner.digits import SIDE

CLASSES = 11
FEATURES = 96


class Step(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inputs: int, outputs: int, size: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
        )


class Residual(nn.Module):
    """Convolutions beside a shortcut."""

    def __init__(self, channels: int, depth: int) -> None:
        super().__init__()
        self.steps = nn.Sequential(
            *[Step(channels, channels) for _ in range(depth - 1)],
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Add what the convolutions find."""
        return torch.relu(x + self.steps(x))


class DigitNet(nn.Module):
    """Halves the picture early and thinks at 4x4, where OpenCV is fastest."""

    def __init__(self, drop: float = 0.2) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Step(1, 16, size=5, stride=2),
            Step(16, 32, stride=2),
            Residual(32, depth=1),
            Step(32, 64, stride=2),
            Residual(64, depth=2),
            nn.Flatten(),
            nn.Linear(64 * (SIDE // 8) ** 2, FEATURES),
        )
        self.drop = nn.Dropout(drop)
        self.head = nn.Linear(FEATURES, CLASSES)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Give scores (n, 11) and features (n, FEATURES)."""
        features = torch.relu(self.body(x))
        return self.head(self.drop(features)), features


def save_onnx(net: DigitNet, path: Path, temperature: float = 1.0) -> None:
    """Write the network with its temperature folded in; any batch size, kernel_shape written."""
    net = copy.deepcopy(net).eval()
    with torch.no_grad():
        net.head.weight /= temperature
        net.head.bias /= temperature
    torch.onnx.export(
        net,
        (torch.zeros(2, 1, SIDE, SIDE),),
        str(path),
        input_names=["pictures"],
        output_names=["scores", "features"],
        dynamic_axes={name: {0: "n"} for name in ("pictures", "scores", "features")},
        opset_version=13,
        dynamo=False,
    )
