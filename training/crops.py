"""Crops for measuring: the kept-apart splits as single crops, and what is no digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.data import Source
from training.paper import bend_picture, draw_strokes, photograph
from training.shapes import Rng, Strokes, scribble, side_by_side, struck_out

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Crops:
    """Crops with what is written in them and by whom."""

    name: str
    pictures: list[Grey]
    labels: NDArray[np.int64]
    writers: NDArray[np.int64]
    items: NDArray[np.int64]
    """Where in its source each crop comes from."""

    def part(self, chosen: NDArray[np.bool_], name: str) -> Crops:
        """Keep some of the crops under another name."""
        pictures = [p for p, c in zip(self.pictures, chosen, strict=True) if c]
        return Crops(name, pictures, self.labels[chosen], self.writers[chosen], self.items[chosen])


def as_it_came(source: Source, split: str) -> list[Crops]:
    """Give a split's crops as the collection has them; strokes are drawn with a plain pen."""
    items = source.where(split)
    rng = np.random.default_rng(0)
    pictures = [_plain(source.items[i], rng) for i in items]
    crops = Crops(source.name, pictures, source.labels[items], source.writers[items], items)
    if source.european is None:
        return [crops]
    european = source.european[items]
    return [
        crops.part(european, f"{source.name}, European"),
        crops.part(~european, f"{source.name}, other"),
    ]


def _plain(item: Grey | Strokes, rng: Rng) -> Grey:
    if isinstance(item, list):
        ink = draw_strokes(item, rng, plain=True)
        return np.asarray(255 - cv2.GaussianBlur(ink, (3, 3), 0), np.uint8)
    return item


def photographed(source: Source, split: str, seed: int) -> Crops:
    """Give a split's crops as a phone would see them, with pens, light and leftover print."""
    items = source.where(split)
    rng = np.random.default_rng(seed)
    cv2.setRNGSeed(seed)
    pictures = []
    for i in items:
        item = source.items[i]
        ink = draw_strokes(item, rng) if isinstance(item, list) else bend_picture(255 - item, rng)
        pictures.append(photograph(ink, rng))
    name = f"{source.name}, photographed"
    return Crops(name, pictures, source.labels[items], source.writers[items], items)


def no_digits(source: Source, split: str, count: int, seed: int) -> dict[str, list[Grey]]:
    """Draw empties, scribbles, struck-out digits and pairs; hands come from the split alone."""
    rng = np.random.default_rng(seed)
    cv2.setRNGSeed(seed)
    items = source.where(split)

    def some() -> tuple[Strokes, int]:
        i = int(rng.choice(items))
        strokes = source.items[i]
        assert isinstance(strokes, list)
        return strokes, int(source.labels[i])

    kinds: dict[str, Callable[[], Strokes]] = {
        "scribbles": lambda: scribble(rng),
        "struck out": lambda: struck_out(*some(), rng),
        "two digits": lambda: side_by_side(some()[0], some()[0], rng),
    }
    drawn = {
        name: [photograph(draw_strokes(make(), rng), rng) for _ in range(count)]
        for name, make in kinds.items()
    }
    empty = [photograph(None, rng, print_share=0.7) for _ in range(2 * count)]
    return {"empty": empty, **drawn}


def right_share(chances: NDArray[np.float32], labels: Sequence[int] | NDArray[np.int64]) -> float:
    """Say which share was read right."""
    return float(np.mean(chances.argmax(axis=1) == np.asarray(labels)))
