"""The handwriting collections, split so that no writer is on two sides.

The data is not part of the repository: its folder is given as an argument or
in the environment variable PAPERPLAY_HANDWRITING.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TRAIN, CALIBRATE, TEST, UNUSED = "train", "calibrate", "test", "unused"
Strokes = list[NDArray[np.float32]]

_SEED = 4
_EUROPE = ("Germany", "Spain", "United Kingdom")


class MissingData(SystemExit):
    """The folder of handwriting was not given or is not there."""


@dataclass(frozen=True, slots=True)
class Source:
    """One collection: pictures or strokes, with labels, writers and split."""

    name: str
    items: Sequence[NDArray[np.uint8]] | Sequence[Strokes]
    """Grey pictures with dark ink on white, or lists of strokes (points, 2)."""
    labels: NDArray[np.int64]
    writers: NDArray[np.int64]
    """A number for the hand; blocks of neighbours where writers are not known."""
    split: NDArray[np.str_]
    is_strokes: bool = False
    european: NDArray[np.bool_] | None = None

    def where(self, split: str) -> NDArray[np.int64]:
        """Say which items belong to a split."""
        return np.flatnonzero(self.split == split)


def data_folder(given: str | None = None) -> Path:
    """Find the folder of handwriting, or stop with a sentence that says what to do."""
    text = given or os.environ.get("PAPERPLAY_HANDWRITING", "")
    if not text:
        raise MissingData(
            "No handwriting data: give its folder with --data or in PAPERPLAY_HANDWRITING."
        )
    if not (Path(text) / "swiss.npz").is_file():
        raise MissingData(f"{text} holds no swiss.npz: give the folder with the .npz files.")
    return Path(text)


def load_sources(folder: Path) -> list[Source]:
    """Load all collections and make sure that their splits are apart."""
    makers: list[Callable[[Path], Source]] = [
        *(_swiss, _unipen, _mnist, _ardis, _semeion, _optdigits, _cheques)
    ]
    sources = [make(folder) for make in makers]
    for source in sources:
        check_apart(source)
    return sources


def check_apart(source: Source) -> None:
    """Refuse a split in which a writer, or the very same ink, is on two sides."""
    side_of: dict[bytes, str] = {}
    for item, writer, split in zip(source.items, source.writers, source.split, strict=True):
        if split == UNUSED:
            continue
        for key in (b"writer %d" % writer, _fingerprint(item)):
            if side_of.setdefault(key, split) != split:
                raise ValueError(f"{source.name}: {split} and {side_of[key]} share {key!r}.")


def _fingerprint(item: NDArray[np.uint8] | Strokes) -> bytes:
    parts = item if isinstance(item, list) else [item]
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.digest()


def _swiss(folder: Path) -> Source:
    z = np.load(folder / "swiss.npz")
    order = z["order"].astype(np.int64)
    # Neighbours are one person (some thirty a digit): whole stretches, with gaps between.
    split = np.full(len(order), TRAIN, dtype="<U9")
    split[(order >= 390) & (order < 740)] = UNUSED
    split[(order >= 420) & (order < 600)] = TEST
    split[(order >= 630) & (order < 710)] = CALIBRATE
    return Source("swiss", list(z["images"]), z["labels"].astype(np.int64), order // 30, split)


def _mnist(folder: Path) -> Source:
    z = np.load(folder / "mnist_train.npz")
    writers = z["writers"].astype(np.int64)
    split = _by_writer(writers, test=80, calibrate=30)
    return Source("mnist", list(255 - z["images"]), z["labels"].astype(np.int64), writers, split)


def _by_writer(writers: NDArray[np.int64], test: int, calibrate: int) -> NDArray[np.str_]:
    """Put this many writers, drawn by lot, into the test and calibration splits."""
    mixed = np.random.default_rng(_SEED).permutation(np.unique(writers))
    split = np.full(len(writers), TRAIN, dtype="<U9")
    split[np.isin(writers, mixed[:test])] = TEST
    split[np.isin(writers, mixed[test : test + calibrate])] = CALIBRATE
    return split


def _unipen(folder: Path) -> Source:
    z = np.load(folder / "unipen_strokes.npz")
    points = z["points"].astype(np.float32)
    stroke_at, digit_at = z["stroke_offsets"], z["digit_offsets"]
    items = [
        [points[stroke_at[k] : stroke_at[k + 1]] for k in range(digit_at[i], digit_at[i + 1])]
        for i in range(len(z["labels"]))
    ]
    writers = _joined_writers(items, z["writers"].astype(np.int64))
    european = np.isin(z["countries"], _EUROPE)
    split = _by_writer(np.where(european, -1, writers), test=18, calibrate=8)
    split[european] = TRAIN
    # Few European hands: the Spanish collection and half of the British writers are kept apart.
    british = np.unique(writers[z["sources"] == "imp"])
    split[(z["sources"] == "val") | np.isin(writers, british[::2])] = TEST
    split[np.isin(writers, british[1::6])] = CALIBRATE
    split[_repeated(items)] = UNUSED
    labels = z["labels"].astype(np.int64)
    return Source("unipen", items, labels, writers, split, is_strokes=True, european=european)


def _joined_writers(items: Sequence[Strokes], writers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Call two writer numbers one hand if the same ink occurs under both."""
    name = {int(w): int(w) for w in np.unique(writers)}

    def root(writer: int) -> int:
        while name[writer] != writer:
            writer = name[writer]
        return writer

    seen: dict[bytes, int] = {}
    for item, writer in zip(items, writers, strict=True):
        first = seen.setdefault(_fingerprint(item), int(writer))
        name[root(int(writer))] = root(first)
    return np.array([root(int(w)) for w in writers])


def _repeated(items: Sequence[Strokes]) -> NDArray[np.bool_]:
    """Mark every item whose very ink has come before."""
    seen: set[bytes] = set()
    marks = np.zeros(len(items), bool)
    for i, item in enumerate(items):
        key = _fingerprint(item)
        marks[i] = key in seen
        seen.add(key)
    return marks


def _ardis(folder: Path) -> Source:
    z = np.load(folder / "ardis_train.npz")
    labels = z["labels"].astype(np.int64)
    place = np.concatenate([np.arange(n) for n in np.bincount(labels)])
    split = np.full(len(labels), TRAIN, dtype="<U9")
    split[place >= 500] = UNUSED
    split[(place >= 505) & (place < 550)] = CALIBRATE
    split[place >= 555] = TEST
    items = list(255 - z["images"])
    split[_repeated([[item] for item in items])] = UNUSED
    return Source("ardis", items, labels, np.digitize(place, [500, 505, 550, 555]), split)


def _semeion(folder: Path) -> Source:
    z = np.load(folder / "semeion.npz")
    labels = z["labels"].astype(np.int64)
    # The list runs 0 to 9 again and again, each round ten people writing twice.
    rounds = np.concatenate([[0], np.cumsum(np.diff(labels) < 0)])
    split = np.array([TRAIN, TEST, CALIBRATE, TEST, TRAIN, TRAIN])[rounds]
    return Source("semeion", list(255 - z["images"]), labels, rounds, split)


def _optdigits(folder: Path) -> Source:
    z = np.load(folder / "optdigits.npz")
    place = np.arange(len(z["labels"]))
    edges = [2050, 2100, 2350, 2400]
    split = np.array([TRAIN, UNUSED, CALIBRATE, UNUSED, TEST])[np.digitize(place, edges)]
    items = list(255 - z["images"])
    return Source(
        "optdigits", items, z["labels"].astype(np.int64), np.digitize(place, edges), split
    )


def _cheques(folder: Path) -> Source:
    z = np.load(folder / "cheques.npz")
    writers = z["writers"].astype(np.int64)
    split = _by_writer(writers, test=320, calibrate=160)
    return Source("cheques", list(z["images"]), z["labels"].astype(np.int64), writers, split)
