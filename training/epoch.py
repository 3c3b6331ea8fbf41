"""Makes one epoch of training pictures: real hands redrawn, own strokes, and what is no digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.digits import NO_DIGIT
from scanner.marks.digit_crop import SIDE, normalise
from training.data import TRAIN, Source
from training.fields import cut_out
from training.loose import loose_digit
from training.paper import Ink, bend_picture, draw_strokes, photograph
from training.shapes import Rng, Strokes, own_digit, scribble, side_by_side, struck_out

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class How:
    """How items are shown: what share as two colours in a small square, and without a camera.

    ``field`` is the share of what is photographed that is shown as a page's fields are cut out.
    """

    coarse: float
    clean: float
    field: float = 0.0

    def seen(self, ink: Ink | None, rng: Rng, *, print_share: float = 0.5) -> Grey:
        """Photograph ink, or cut it out of a page."""
        if self.field and rng.random() < self.field:
            return cut_out(ink, rng)
        return photograph(ink, rng, print_share=print_share)


ON_PATTERN = ("cheques",)
"""Collections whose paper is patterned: their ink cannot be taken off it."""
PHOTOGRAPHED = How(coarse=0.07, clean=0.4)


def make_epoch(
    sources: Sequence[Source],
    counts: Mapping[str, int],
    dropped: Mapping[str, NDArray[np.int64]],
    seed: int,
    how: How = PHOTOGRAPHED,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Draw fresh training pictures, normalised as at run time.

    Args:
        sources: The collections; only their training split is touched.
        counts: How many pictures from each source, and from "own" and "none".
        dropped: Items whose labels were found wrong, by source.
        seed: The same seed gives the same pictures.
        how: How items are shown.
    """
    rng = np.random.default_rng(seed)
    cv2.setRNGSeed(seed)
    pictures = np.empty((sum(counts.values()), SIDE, SIDE), np.uint8)
    labels = np.empty(len(pictures), np.int64)
    at = 0
    usable = {s.name: np.setdiff1d(s.where(TRAIN), dropped.get(s.name, [])) for s in sources}
    for source in sources:
        for i in _enough(usable[source.name], counts.get(source.name, 0), rng):
            pictures[at], labels[at] = (
                normalise(varied(source, int(i), rng, how)),
                source.labels[i],
            )
            at += 1
    for name, draw in (("own", own_digit), ("loose", loose_digit)):
        for _ in range(counts.get(name, 0)):
            labels[at] = rng.integers(10)
            ink = draw_strokes(draw(int(labels[at]), rng), rng)
            pictures[at] = normalise(how.seen(ink, rng))
            at += 1
    strokes = next(s for s in sources if s.is_strokes)
    for _ in range(counts.get("none", 0)):
        if rng.random() < 0.15:
            pictures[at] = _not_quite_empty(rng, how)
        else:
            pictures[at] = normalise(no_digit(strokes, usable[strokes.name], rng, how))
        labels[at] = NO_DIGIT
        at += 1
    return pictures, labels


def _enough(items: NDArray[np.int64], count: int, rng: Rng) -> NDArray[np.int64]:
    """Take so many items, each as often as the next, in random order."""
    rounds = -(-count // max(len(items), 1))
    return np.concatenate([rng.permutation(items) for _ in range(rounds)] or [items])[:count]


def varied(source: Source, i: int, rng: Rng, how: How = PHOTOGRAPHED) -> Grey:
    """Show an item in a new way: redrawn and photographed, or nearly as it came."""
    item = source.items[i]
    if rng.random() < how.coarse:
        return _coarse(item, rng)
    if isinstance(item, list):
        ink = draw_strokes(item, rng)
        if rng.random() < how.clean:
            return np.asarray(255 - cv2.GaussianBlur(ink, (3, 3), 0), np.uint8)
        return how.seen(ink, rng)
    if rng.random() < how.clean or source.name in ON_PATTERN:
        return _nearly_native(item, rng)
    return how.seen(bend_picture(255 - item, rng), rng)


def _coarse(item: Grey | Strokes, rng: Rng) -> Grey:
    """Show an item as old collections do: cut out, stretched to a small square, two colours."""
    ink = draw_strokes(item, rng) if isinstance(item, list) else bend_picture(255 - item, rng)
    rows, columns = np.nonzero(ink > 100)
    if not len(rows) or np.ptp(columns) < 0.3 * np.ptp(rows):
        return photograph(ink, rng)  # a bare 1 would become a black square
    tight = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    side = int(rng.choice([16, 16, 20, 28]))
    small = cv2.resize(tight, (side, side), interpolation=cv2.INTER_AREA)
    threshold = rng.uniform(0.25, 0.45) * float(small.max())
    return np.asarray(255 - cv2.threshold(small, threshold, 255, 0)[1], np.uint8)


def _nearly_native(item: Grey, rng: Rng) -> Grey:
    """Turn and stretch a picture a little, without a camera."""
    side = item.shape[0]
    turn = rng.normal(0, 0.07)
    stretch = np.exp(rng.normal(0, 0.09, 2))
    slant = rng.normal(0, 0.1)
    move = np.array([[stretch[0] * np.cos(turn), slant - np.sin(turn)],
                     [np.sin(turn), stretch[1] * np.cos(turn)]])  # fmt: skip
    shift = side / 2 - move @ np.array([side / 2, side / 2])
    margin = side // 8
    size = (side + 2 * margin, side + 2 * margin)
    paper = float(np.median(item[0]))
    return cv2.warpAffine(
        item, np.hstack([move, (shift + margin)[:, None]]), size, borderValue=paper
    )


def _not_quite_empty(rng: Rng, how: How) -> Grey:
    """Photograph empty clouds until something in one looks like ink: most teach nothing."""
    for _ in range(20):
        picture = normalise(how.seen(None, rng, print_share=0.85))
        if picture.any():
            break
    return picture


def no_digit(source: Source, usable: NDArray[np.int64], rng: Rng, how: How = PHOTOGRAPHED) -> Grey:
    """Draw something without a single clear digit in it."""
    kind = rng.random()
    if kind < 0.12:
        return how.seen(None, rng, print_share=0.85)
    if kind < 0.36:
        return how.seen(draw_strokes(scribble(rng), rng), rng)

    def some() -> tuple[Strokes, int]:
        if rng.random() < 0.2:
            digit = int(rng.integers(10))
            return own_digit(digit, rng), digit
        i = int(rng.choice(usable))
        strokes = source.items[i]
        assert isinstance(strokes, list)
        return strokes, int(source.labels[i])

    if kind < 0.68:
        strokes, label = some()
        return how.seen(draw_strokes(struck_out(strokes, label, rng), rng), rng)
    together = side_by_side(some()[0], some()[0], rng)
    if kind > 0.94:  # one struck out, the right one written beside it
        together = side_by_side(struck_out(*some(), rng), some()[0], rng)
    return how.seen(draw_strokes(together, rng), rng)


__all__ = ["PHOTOGRAPHED", "How", "Ink", "make_epoch", "no_digit", "varied"]
