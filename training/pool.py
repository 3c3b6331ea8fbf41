"""Draws the training pictures ahead of the training, in parts, into a folder.

    python -m training.pool --data FOLDER --out POOL [--first 0] [--last 19]

A part has its own seed, so parts can be drawn by several processes; a part that is
there already is not drawn again.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.digits import NO_DIGIT
from training.data import Source, data_folder, load_sources
from training.epoch import How, make_epoch

HERE = Path(__file__).parent
Pool = tuple[NDArray[np.uint8], NDArray[np.int64]]


def main() -> None:
    """Draw the parts that are missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the parts")
    parser.add_argument("--settings", type=Path, default=HERE / "settings.toml")
    parser.add_argument("--dropped", type=Path, default=HERE / "dropped.json")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    settings = tomllib.loads(args.settings.read_text())
    kinds = settings["parts"].values()
    last = max(kind["last"] for kind in kinds) if args.last is None else args.last
    sources = load_sources(data_folder(args.data))
    args.out.mkdir(parents=True, exist_ok=True)
    dropped = dropped_items(args.dropped)
    for number in range(args.first, last + 1):
        kind = next(kind for kind in kinds if kind["first"] <= number <= kind["last"])
        draw_part(number, sources, kind, dropped, settings["seed"], args.out)


def dropped_items(path: Path) -> dict[str, NDArray[np.int64]]:
    """Load the training items whose labels were found wrong, if they were looked for."""
    if not path.is_file():
        return {}
    return {name: np.array(items, np.int64) for name, items in json.loads(path.read_text()).items()}


def draw_part(
    number: int,
    sources: Sequence[Source],
    kind: Mapping[str, Any],
    dropped: Mapping[str, NDArray[np.int64]],
    seed: int,
    folder: Path,
) -> None:
    """Draw one part, unless it is there."""
    path = folder / f"part-{number:03}.npz"
    if path.is_file():
        return
    how = How(kind["coarse"], kind["clean"], kind.get("field", 0.0))
    pictures, labels = make_epoch(sources, kind["counts"], dropped, seed * 1000 + number, how)
    unfinished = path.with_suffix(".unfinished.npz")
    np.savez(unfinished, pictures=pictures, labels=labels)
    unfinished.rename(path)
    print(f"{path.name}: {len(labels)} pictures", flush=True)


def load_pool(folder: Path, known: dict[str, Pool]) -> Pool:
    """Gather all parts that are there; ``known`` keeps those that were loaded before."""
    for path in sorted(folder.glob("part-???.npz")):
        if path.name not in known:
            part = np.load(path)
            pictures, labels = part["pictures"], part["labels"]
            # Ink that was lost on the way can teach nothing but that there is none.
            labels[~pictures.any(axis=(1, 2))] = NO_DIGIT
            known[path.name] = (pictures, labels)
    parts = list(zip(*known.values(), strict=True))
    return np.concatenate(parts[0]), np.concatenate(parts[1])


if __name__ == "__main__":
    main()
