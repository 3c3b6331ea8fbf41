"""Judges labels of the test split by eye, blindly: sheets of crops without labels or answers.

    python -m training.judge sheets --data FOLDER --out WORK_FOLDER
    python -m training.judge compare --data FOLDER --out WORK_FOLDER

Every crop that the reader gets wrong is mixed with three times as many, chosen by lot,
that it gets right. The judge writes down what each shows, into WORK_FOLDER/readings.txt:
for every sheet a line of its readings in order, a digit, "?" where it could be more than
one, "x" where there is no digit. Only then are they compared with the labels: dropped is
what was clearly read as another digit, or shows none.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.digits import DROPPED_TEST, IN_THE_BAR, Answers, read_everything
from training.data import data_folder, load_sources

_COLUMNS, _ROWS, _TILE = 10, 6, 96
_JUDGED = (*IN_THE_BAR, "cheques")
_SEED = 7
Grey = NDArray[np.uint8]
Tile = tuple[str, int]  # a set's name, and the crop's place in it


def main() -> None:
    """Draw the sheets, or compare what was read from them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=("sheets", "compare"))
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    key = args.out / "key.json"
    if args.step == "sheets":
        args.out.mkdir(parents=True, exist_ok=True)
        answers = read_everything(load_sources(data_folder(args.data)))
        tiles = _chosen(answers)
        _draw_sheets(answers, tiles, args.out)
        facts = [[name, int(answers[name].crops.items[i]), int(answers[name].crops.labels[i]),
                  int(answers[name].chances[i].argmax())] for name, i in tiles]  # fmt: skip
        key.write_text(json.dumps(facts))
        print(f"{len(tiles)} crops on sheets in {args.out}")
    else:
        readings = "".join((args.out / "readings.txt").read_text().split())
        _compare(json.loads(key.read_text()), readings)


def _chosen(answers: Answers) -> list[Tile]:
    """Take what was read wrong and three times as much that was read right, mixed."""
    rng = np.random.default_rng(_SEED)
    wrong = [(n, int(i)) for n in _JUDGED for i in np.flatnonzero(~answers[n].right)]
    right = [(n, int(i)) for n in _JUDGED for i in np.flatnonzero(answers[n].right)]
    others = rng.choice(len(right), 3 * len(wrong), replace=False)
    tiles = wrong + [right[i] for i in others]
    return [tiles[i] for i in rng.permutation(len(tiles))]


def _draw_sheets(answers: Answers, tiles: list[Tile], folder: Path) -> None:
    each = _COLUMNS * _ROWS
    for start in range(0, len(tiles), each):
        drawn = [_tile(answers[n].crops.pictures[i]) for n, i in tiles[start : start + each]]
        drawn += [np.full_like(drawn[0], 160)] * (-len(drawn) % _COLUMNS)
        rows = [np.hstack(drawn[i : i + _COLUMNS]) for i in range(0, len(drawn), _COLUMNS)]
        cv2.imwrite(str(folder / f"sheet-{start // each:02}.png"), np.vstack(rows))


def _tile(crop: Grey) -> Grey:
    """Show a crop in a grey frame."""
    zoom = (_TILE - 8) / max(crop.shape)
    size = (max(1, round(crop.shape[1] * zoom)), max(1, round(crop.shape[0] * zoom)))
    shown = cv2.resize(crop, size, interpolation=cv2.INTER_CUBIC)
    tile = np.full((_TILE, _TILE), 160, np.uint8)
    top, left = (_TILE - size[1]) // 2, (_TILE - size[0]) // 2
    tile[top : top + size[1], left : left + size[0]] = shown
    return tile


def _compare(facts: list[tuple[str, int, int, int]], readings: str) -> None:
    """Write the list of dropped items, and say how the readings and the labels agree."""
    if len(readings) != len(facts):
        raise SystemExit(f"{len(facts)} crops, but {len(readings)} readings.")
    dropped: dict[str, list[int]] = {}
    counts = {"agree": 0, "unclear": 0, "dropped": 0}
    for (name, item, label, answer), reading in zip(facts, readings, strict=True):
        verdict = _verdict(reading, label)
        counts[verdict] += 1
        if verdict == "dropped":
            dropped.setdefault(name.split(",")[0], []).append(item)
            print(f"{name} {item}: label {label}, by eye {reading}, reader {answer}")
    print(counts)
    DROPPED_TEST.write_text(json.dumps({n: sorted(items) for n, items in dropped.items()}) + "\n")


def _verdict(reading: str, label: int) -> str:
    if reading == "?":
        return "unclear"
    return "agree" if reading == str(label) else "dropped"


if __name__ == "__main__":
    main()
