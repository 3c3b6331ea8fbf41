"""The network's shape, and how it becomes an ONNX file that OpenCV can run."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from scanner.marks.digit_crop import SIDE

CLASSES = 11
_LAST = 4  # pixels that are left of a side


class Step(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(
        self, inputs: int, outputs: int, size: int = 3, stride: int = 1, rim: int = 1
    ) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, rim, bias=False),
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


@dataclass(frozen=True, slots=True)
class Shape:
    """How wide and how deep a network is, at 12x12, 6x6 and 4x4 pixels.

    OpenCV's convolutions are fastest where these numbers of pixels are multiples of four.
    """

    widths: tuple[int, int, int]
    depths: tuple[int, int, int]
    features: int


SHAPES = {
    "first": Shape((16, 32, 64), (0, 1, 2), 96),
    "second": Shape((24, 48, 96), (2, 2, 2), 128),
}


class DigitNet(nn.Module):
    """Makes the picture smaller three times, with residual convolutions in between."""

    def __init__(self, shape: Shape = SHAPES["first"], drop: float = 0.2) -> None:
        super().__init__()
        one, two, three = shape.widths
        smaller = [Step(1, one, 5, 2, rim=0), Step(one, two, 3, 2), Step(two, three, rim=0)]
        layers: list[nn.Module] = []
        for step, width, depth in zip(smaller, shape.widths, shape.depths, strict=True):
            layers += [step, Residual(width, depth)] if depth else [step]
        self.body = nn.Sequential(
            *layers, nn.Flatten(), nn.Linear(three * _LAST * _LAST, shape.features)
        )
        self.drop = nn.Dropout(drop)
        self.head = nn.Linear(shape.features, CLASSES)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Give scores (n, CLASSES) and features (n, shape.features)."""
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
    _halve(path)


def load_onnx(net: DigitNet, path: Path, pictures: Tensor) -> None:
    """Take over the weights of a file that ``save_onnx`` wrote, to go on training from there.

    Batch norms are folded into the file's convolutions. They are unfolded with the statistics
    of some pictures, so that the network says the same, in training too.
    """
    graph = onnx.load(path).graph
    stored = {
        weights.name.removesuffix(".half"): torch.tensor(
            numpy_helper.to_array(weights).astype(np.float32)
        )
        for weights in graph.initializer
    }
    layers = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    biases = [stored[node.input[2]] for node in nodes]
    for layer, node, bias in zip(layers, nodes, biases, strict=True):
        layer.weight.data.copy_(stored[node.input[1]])
        if layer.bias is not None:
            layer.bias.data.copy_(bias)
    net.eval()
    hooks = [
        norm.register_forward_pre_hook(partial(_unfold, bias=bias))
        for norm, bias in zip(norms, biases, strict=False)
    ]
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()


def _unfold(norm: nn.BatchNorm2d, inputs: tuple[Tensor], bias: Tensor) -> None:
    """Set a norm so that it adds a bias and nothing else, by the statistics that it meets."""
    mean, variance = inputs[0].mean(dim=(0, 2, 3)), inputs[0].var(dim=(0, 2, 3))
    norm.running_mean, norm.running_var = mean, variance
    norm.weight.data.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.data.copy_(bias + mean)


def _halve(path: Path) -> None:
    """Store the weights in 16 bits; OpenCV widens them when it loads the file."""
    model = onnx.load(path)
    widened = []
    for weights in model.graph.initializer:
        values, name = numpy_helper.to_array(weights), weights.name
        if values.dtype == np.float32:
            half = numpy_helper.from_array(values.astype(np.float16), f"{name}.half")
            weights.CopyFrom(half)
            widened.append(helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(widened + nodes)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
