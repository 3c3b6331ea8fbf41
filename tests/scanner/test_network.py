"""The networks find what OpenCV finds with the same files."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.digits import NETWORKS
from scanner.marks.digit_crop import SIDE
from scanner.network import Network
from scanner.weights import weights


def crops(count: int) -> np.ndarray:
    noise = np.random.default_rng(count).integers(0, 256, (count, SIDE, SIDE))
    noise[:, : SIDE // 2] //= 7  # a half that is darker, so that nothing is symmetric
    return noise.astype(np.uint8)


def by_opencv(data: bytes, pictures: np.ndarray) -> list[np.ndarray]:
    net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    net.setInput(pictures[:, None].astype(np.float32) / 255)
    return net.forward(["scores", "features"])


@pytest.fixture(scope="module", params=sorted(NETWORKS))
def data(request) -> bytes:
    return weights(NETWORKS[request.param])


@pytest.mark.parametrize("count", [1, 2, 32, 33, 70])
def test_it_finds_what_opencv_finds(data, count):
    for own, other in zip(Network(data)(crops(count)), by_opencv(data, crops(count)), strict=True):
        np.testing.assert_allclose(own, other, atol=1e-4)


def test_a_crop_is_seen_alike_alone_and_among_others(data):
    network, many = Network(data), crops(40)
    for own, alone in zip(network(many), network(many[35:36]), strict=True):
        np.testing.assert_allclose(own[35:36], alone, atol=1e-4)
