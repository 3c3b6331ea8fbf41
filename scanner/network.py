"""Runs the digit networks of ``training/network.py``, in two thirds of the time of OpenCV.

Maps of so few pixels are a single tile, or two a row, for which a convolution is three products of
matrices: into sums of pixels, with the weights, and back (after Toom, Cook and Winograd). That is
a third of the multiplications, and what lies beyond a map's edge costs nothing. All crops go
through a step together: maps are (pixels, crops, channels).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Floats

Maps = NDArray[np.float32]
Step = Callable[[Maps], Maps]
_TOGETHER = 32
"""Crops that go through together: the maps of more do not stay in the processor's cache."""
_FIRST, _MOVES, _KERNEL = 5, 2, 3
"""The side of the first kernel, how far it moves, and the side of all others."""
_LARGE = 12
"""The side of the first maps; they are halved, and later lose their rim."""
_POINTS = {4: (0.0, 1.0, -1.0, 2.0, -2.0), 6: (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5)}
"""Where polynomials are multiplied, besides infinity, for tiles that give so many pixels."""


class Network:
    """A network that reads crops of digits."""

    def __init__(self, data: bytes) -> None:
        """Take the network as training exported it."""
        net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        layers = [net.getLayer(name) for name in net.getLayerNames()]
        (kernels, bias), *others = (_blobs(one) for one in layers if one.type == "Convolution")
        self._first = _even(kernels.reshape(len(kernels), -1).T / 255), bias
        self._steps = list(_steps(others))
        (kernels, bias), (scores, scores_bias) = (
            _blobs(one) for one in layers if one.type == "Gemm"
        )
        # There a crop has pixels within channels, here channels within pixels.
        channels = len(others[-1][1])
        turned = kernels.reshape(len(kernels), channels, -1).transpose(2, 1, 0)
        self._features = _even(turned.reshape(-1, len(kernels))), bias
        self._scores = _even(scores.T), scores_bias

    def __call__(self, pictures: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Give the scores and the features of crops, (n, side, side), of one at least."""
        starts = range(0, len(pictures), _TOGETHER)
        found = [self._run(pictures[at : at + _TOGETHER]) for at in starts]
        scores, features = zip(*found, strict=True)
        return np.concatenate(scores), np.concatenate(features)

    def _run(self, pictures: NDArray[np.uint8]) -> tuple[Maps, Maps]:
        count = len(pictures)
        around = np.lib.stride_tricks.sliding_window_view(pictures, (_FIRST, _FIRST), (1, 2))
        some = around[:, ::_MOVES, ::_MOVES].transpose(1, 2, 0, 3, 4)
        flat = some.astype(np.float32).reshape(-1, _FIRST * _FIRST)
        maps = _risen(_product(flat, *self._first)).reshape(_LARGE * _LARGE, count, -1)
        for step in self._steps:
            maps = step(maps)
        flat = maps.transpose(1, 0, 2).reshape(count, len(self._features[0]))
        features = _risen(_product(flat, *self._features))
        return _product(features, *self._scores), features


def _blobs(layer: cv2.dnn.Layer) -> tuple[Maps, Maps]:
    """Give a layer's weights and its bias."""
    weights, bias = (np.array(each, np.float32) for each in layer.blobs)
    return weights, bias.ravel()


def _steps(layers: Sequence[tuple[Maps, Maps]]) -> Iterator[Step]:
    """Put convolutions together: those that keep the number of channels are beside a shortcut."""
    side = _LARGE
    for is_beside, group in groupby(layers, lambda layer: layer[0].shape[0] == layer[0].shape[1]):
        for_maps = _in_rows if side == _LARGE else _padded(side)
        if is_beside:
            yield _beside([for_maps(*layer) for layer in group])
            continue
        for layer in group:
            yield _rising(_halving(*layer) if side == _LARGE else _within(side)(*layer))
            side = side // 2 if side == _LARGE else side - _KERNEL + 1


def _beside(steps: Sequence[Step]) -> Step:
    """Add what some convolutions find to what there was."""
    *rising, last = steps

    def residual(maps: Maps) -> Maps:
        found = maps
        for step in rising:
            found = _risen(step(found))
        found = last(found)
        found += maps
        return _risen(found)

    return residual


def _rising(step: Step) -> Step:
    return lambda maps: _risen(step(maps))


def _risen(maps: Maps) -> Maps:
    """Take what is negative for nothing."""
    return np.maximum(maps, 0, out=maps)


def _padded(side: int) -> Callable[[Maps, Maps], Step]:
    """Convolve maps that stay as large as they are: beyond their edge there is nothing."""
    inner = (slice(1, -1), slice(1, -1))
    return lambda weights, bias: _tile(weights, bias, side, inner)


def _within(side: int) -> Callable[[Maps, Maps], Step]:
    """Convolve maps that lose their rim."""
    everything = (slice(None), slice(None))
    return lambda weights, bias: _tile(weights, bias, side - _KERNEL + 1, everything)


def _tile(weights: Maps, bias: Maps, gives: int, known: tuple[slice, slice]) -> Step:
    """Convolve maps that are one tile, of which only a part is ``known`` not to be empty."""
    into, kernel, back = _toom(gives)
    whole = np.kron(into, into).reshape(-1, len(into), len(into))[:, known[0], known[1]]
    sums = _even(whole.reshape(len(whole), -1))
    inner = _valued(np.kron(kernel, kernel), weights.reshape(*weights.shape[:2], -1))
    pixels = _even(np.kron(back, back))

    def convolved(maps: Maps) -> Maps:
        count = maps.shape[1]
        added = (sums @ maps.reshape(len(maps), -1)).reshape(len(sums), count, -1)
        found = pixels @ np.matmul(added, inner).reshape(len(inner), -1)
        found = found.reshape(len(pixels), count, -1)
        found += bias
        return found

    return convolved


def _in_rows(weights: Maps, bias: Maps) -> Step:
    """Convolve large maps: two tiles a row, and three rows beside one another."""
    gives, side = 6, _LARGE
    into, kernel, back = _toom(gives)
    # Both tiles with a pixel of nothing around the row.
    tiles, rows_back = np.zeros((2, len(into), side + 2)), np.zeros((side, 2, len(into)))
    for tile in range(2):
        tiles[tile, :, tile * gives : tile * gives + len(into)] = into
        rows_back[tile * gives : (tile + 1) * gives, tile] = back
    sums, pixels = _even(tiles[:, :, 1:-1].reshape(-1, side)), _even(rows_back.reshape(side, -1))
    three = [_valued(kernel, weights[:, :, row]) for row in range(_KERNEL)]
    inner = np.tile(np.concatenate(three, axis=1), (2, 1, 1))

    def convolved(maps: Maps) -> Maps:
        _, count, channels = maps.shape
        added = np.matmul(sums, maps.reshape(side, side, -1))
        rows = added.reshape(side, len(sums), count, channels).transpose(1, 0, 2, 3)
        flat = np.zeros((len(sums), side, count, _KERNEL, channels), np.float32)
        flat[:, 1:, :, 0], flat[:, :, :, 1], flat[:, :-1, :, 2] = rows[:, :-1], rows, rows[:, 1:]
        found = np.matmul(flat.reshape(len(sums), side * count, -1), inner)
        found = np.matmul(pixels, found.reshape(len(sums), -1)).reshape(side, side, count, -1)
        found = found.transpose(1, 0, 2, 3).reshape(side * side, count, -1)
        found += bias
        return found

    return convolved


def _halving(weights: Maps, bias: Maps) -> Step:
    """Convolve large maps at every second pixel each way."""
    side, half = _LARGE, _LARGE // 2
    inner = _even(weights.transpose(2, 3, 1, 0).reshape(-1, len(bias)))

    def convolved(maps: Maps) -> Maps:
        _, count, channels = maps.shape
        wide = np.zeros((side + 1, side + 1, count, channels), np.float32)
        wide[1:, 1:] = maps.reshape(side, side, count, channels)
        flat = np.empty((half, half, count, _KERNEL * _KERNEL, channels), np.float32)
        for place in range(_KERNEL * _KERNEL):
            y, x = divmod(place, _KERNEL)
            flat[:, :, :, place] = wide[y : y + side : 2, x : x + side : 2]
        found = _product(flat.reshape(half * half * count, -1), inner, bias)
        return found.reshape(half * half, count, -1)

    return convolved


def _product(flat: Maps, weights: Maps, bias: Maps) -> Maps:
    found = flat @ weights
    found += bias
    return found


def _even(numbers: Floats) -> Maps:
    """Lay numbers out one after the other."""
    return np.ascontiguousarray(numbers, np.float32)


def _valued(points: Floats, kernels: Maps) -> Maps:
    """Give the values of kernels, (outputs, inputs, length), as (points, inputs, outputs)."""
    turned = _even(kernels.transpose(2, 1, 0))
    found = points.astype(np.float32) @ turned.reshape(len(turned), -1)
    return found.reshape(-1, *turned.shape[1:])


def _toom(gives: int) -> tuple[Floats, Floats, Floats]:
    """Give the matrices for a line of a kernel: of the pixels, of the kernel, and back to pixels.

    A convolution turned round is a product of polynomials, which is known by its values at as
    many points as it has coefficients.
    """
    size = gives + _KERNEL - 1

    def values(coefficients: int) -> Floats:
        infinity = [0.0] * (coefficients - 1) + [1.0]
        finite = [[at**power for power in range(coefficients)] for at in _POINTS[gives]]
        return np.array([*finite, infinity])

    into = np.linalg.inv(values(size)).T
    # Large numbers beside small ones lose digits.
    scale = np.sqrt(np.abs(into).sum(axis=1, keepdims=True))
    return into / scale, values(_KERNEL) * scale, values(gives).T
