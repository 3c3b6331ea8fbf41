"""Measures the digit reader on writers that it was not trained on.

    python -m benchmarks.digits --data FOLDER [--picture FILE.png]

FOLDER holds the handwriting .npz files; it can also be given in the environment
variable PAPERPLAY_HANDWRITING. Every bar has a line that says whether it is met, on
the labels as they came; where labels matter, a second figure leaves out the crops of
training/dropped_test.json, whose labels were judged wrong without knowing the answer.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.curves import calibration_error, draw_curves, surest
from scanner.digits import NO_DIGIT, look, read_digits
from scanner.marks.writer import join_hand
from scanner.page import tesseract
from training.crops import Crops, as_it_came, no_digits, photographed
from training.data import TEST, Source, data_folder, load_sources
from training.pool import HERE, dropped_items

IN_THE_BAR = ("swiss", "unipen, European", "unipen, other", "semeion", "mnist")
HANDS = ("mnist", "unipen, European", "unipen, other")
FAIR = " (wrong labels left out)"
CERTAIN = 0.995  # the scanner believes a digit that is surer than this
DROPPED_TEST = HERE / "dropped_test.json"
_PARTS = ("crops", "chances", "features")
_SHEET = 40  # digits of one hand that are read together
_SEED = 99  # of pens and cameras; training used others

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Answer:
    """Crops and how they were read."""

    crops: Crops
    chances: Floats
    features: Floats
    fair: Bools
    """Crops whose label was not judged wrong."""

    @property
    def right(self) -> Bools:
        """Whether each was read as its label says."""
        return np.asarray(self.chances.argmax(axis=1) == self.crops.labels)

    @property
    def sure(self) -> Floats:
        """The chance of what was read."""
        return np.asarray(self.chances.max(axis=1), np.float32)

    @property
    def lies(self) -> float:
        """The share that is read as another digit, and believed."""
        believed = (self.sure >= CERTAIN) & (self.chances.argmax(axis=1) != NO_DIGIT)
        return float((believed & ~self.right & self.fair).sum() / self.fair.sum())


Answers = dict[str, Answer]


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--picture", type=Path, help="where to draw the risk-coverage curves")
    parser.add_argument(
        "--tesseract", type=int, default=100, help="crops for Tesseract, 0 for none"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = load_sources(data_folder(args.data))
    answers = read_everything(sources)
    single_crops(answers)
    hands(answers)
    not_a_digit(sources)
    if args.picture:
        draw_curves(args.picture, {n: (answers[n].right, answers[n].sure) for n in IN_THE_BAR})
    speed(answers["unipen, photographed"].crops, args.tesseract)


def read_everything(sources: Sequence[Source]) -> Answers:
    """Read the test split of every source, as it came and (two of them) as photographed."""
    sets = [crops for source in sources for crops in as_it_came(source, TEST)]
    sets += [photographed(source, TEST, _SEED) for source in sources[:2]]
    doubted = dropped_items(DROPPED_TEST)
    return {
        crops.name: Answer(
            crops,
            *_in_batches(crops.pictures),
            ~np.isin(crops.items, doubted.get(crops.name.split(",")[0], [])),
        )
        for crops in sets
    }


def _in_batches(pictures: Sequence[NDArray[np.uint8]]) -> tuple[Floats, Floats]:
    parts = [look(pictures[i : i + 60]) for i in range(0, len(pictures), 60)]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def bar(name: str, value: float, wanted: float, unit: str = "%") -> None:
    """Print one bar: met, or missed by how much."""
    met = "met" if value >= wanted else f"missed by {wanted - value:.2f}"
    print(f"BAR {name}: {value:.2f} {unit}, wanted {wanted:g}: {met}")


def single_crops(answers: Answers) -> None:
    """Print accuracy, accuracy without the least sure 3 %, and calibration, by source."""
    print(
        "\n| source | crops | right % | surest 97 %: right % | errors | calibration error "
        "| wrong labels left out: crops | right % | surest 97 %: right % | errors "
        "| sure but wrong % |"
    )
    print("|" + " --- |" * 11)
    for name, answer in answers.items():
        print(
            f"| {name} | {_accuracy(answer.right, answer.sure)} "
            f"| {calibration_error(answer.right, answer.sure):.4f} "
            f"| {_accuracy(answer.right[answer.fair], answer.sure[answer.fair])} "
            f"| {100 * answer.lies:.2f} |"
        )
    plain = [answer for name, answer in answers.items() if "photographed" not in name]
    bar(
        f"single crops, mean of all {len(plain)}{FAIR}",
        100 * float(np.mean([answer.right[answer.fair].mean() for answer in plain])),
        98.9,
    )
    worst = max(plain, key=lambda answer: answer.lies)
    bar(f"not sure but wrong, {worst.crops.name}{FAIR}", 100 - 100 * worst.lies, 99.9)
    for fair_only in (False, True):
        _single_bars([answers[name] for name in IN_THE_BAR], fair_only)
    right = np.concatenate([answers[name].right for name in IN_THE_BAR])
    sure = np.concatenate([answers[name].sure for name in IN_THE_BAR])
    certain = sure > CERTAIN
    print(f"calibration error of the five pooled: {calibration_error(right, sure):.4f}")
    print(
        f"surer than {CERTAIN}: {100 * certain.mean():.1f} % of the five pooled, "
        f"{int((~right[certain]).sum())} wrong of {int(certain.sum())}"
    )


def _accuracy(right: Bools, sure: Floats) -> str:
    return (
        f"{len(right)} | {100 * right.mean():.2f} | {100 * surest(right, sure, 0.97).mean():.2f} "
        f"| {int((~right).sum())}"
    )


def _single_bars(chosen: Sequence[Answer], fair_only: bool) -> None:
    kept = [one.fair | (not fair_only) for one in chosen]
    right = [one.right[k] for one, k in zip(chosen, kept, strict=True)]
    sure = np.concatenate([one.sure[k] for one, k in zip(chosen, kept, strict=True)])
    note = FAIR if fair_only else ""
    for one, r in zip(chosen, right, strict=True):
        bar(f"single crops, {one.crops.name}{note}", 100 * r.mean(), 98.8)
    bar(
        f"single crops, mean of the five{note}",
        100 * float(np.mean([r.mean() for r in right])),
        99.2,
    )
    pooled = surest(np.concatenate(right), sure, 0.97)
    bar(f"the five pooled, surest 97 %{note}", 100 * pooled.mean(), 99.9)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Digits of one hand, read singly and together."""

    single: Bools
    together: Bools
    sure: Floats
    fair: Bools


def hands(answers: Answers) -> None:
    """Print what reading a hand's digits together brings, without and with a strip."""
    print(
        "\n| hands with 30 digits or more | digits | single | together | surest 97 %, together "
        "| wrong labels left out: together |"
    )
    print("|" + " --- |" * 6)
    everything: list[Sheet] = []
    for name in HANDS:
        rows = [_one_sheet(answers[name], sheet) for sheet in _sheets(answers[name].crops)]
        everything += rows
        _hands_line(name, rows)
    _hands_line("all", everything)
    together = np.concatenate([r.together for r in everything])
    fair = np.concatenate([r.fair for r in everything])
    bar("thirty or more of a hand together", 100 * together.mean(), 99.5)
    bar(f"thirty or more of a hand together{FAIR}", 100 * together[fair].mean(), 99.5)
    _strips(answers)


def _sheets(crops: Crops) -> list[NDArray[np.int64]]:
    """Deal each writer's crops into sheets of forty; a rest of thirty or more is one, too."""
    rng = np.random.default_rng(_SEED)
    sheets = []
    for writer in np.unique(crops.writers):
        own = rng.permutation(np.flatnonzero(crops.writers == writer))
        parts = np.split(own, range(_SHEET, len(own), _SHEET))
        sheets += [part for part in parts if len(part) >= 30]
    return sheets


def _one_sheet(answer: Answer, sheet: NDArray[np.int64]) -> Sheet:
    joined = join_hand(answer.chances[sheet], answer.features[sheet])
    together = joined.argmax(axis=1) == answer.crops.labels[sheet]
    sure = np.asarray(joined.max(axis=1), np.float32)
    return Sheet(answer.right[sheet], together, sure, answer.fair[sheet])


def _hands_line(name: str, rows: Sequence[Sheet]) -> None:
    single, together = (
        np.concatenate([getattr(r, k) for r in rows]) for k in ("single", "together")
    )
    sure, fair = (np.concatenate([getattr(r, k) for r in rows]) for k in ("sure", "fair"))
    print(
        f"| {name} ({len(rows)} sheets) | {len(single)} | {100 * single.mean():.2f} "
        f"| {100 * together.mean():.2f} | {100 * surest(together, sure, 0.97).mean():.2f} "
        f"| {100 * together[fair].mean():.2f} |"
    )


def _strips(answers: Answers) -> None:
    """Print what ten examples bring to a hand of which little else is known."""
    counts = np.zeros(4, int)
    for name in HANDS:
        crops, chances, features = (getattr(answers[name], k) for k in _PARTS)
        for sheet in _sheets(crops):
            firsts = {int(crops.labels[i]): i for i in sheet[::-1]}
            if len(firsts) < 10:
                continue
            rest = np.array([i for i in sheet if i not in firsts.values()])[:20]
            strip = np.array([firsts[d] for d in range(10)])
            known = np.eye(11, dtype=np.float32)[:10]
            labels = crops.labels[rest]
            read = (
                chances[rest],
                join_hand(chances[rest], features[rest]),
                join_hand(chances[rest], features[np.concatenate([rest, strip])], known),
            )
            right = [int((r.argmax(axis=1) == labels).sum()) for r in read]
            counts += [len(rest), *right]
    single, together, strip_right = 100 * counts[1:] / counts[0]
    print(
        f"up to 20 digits of a hand ({counts[0]} in all): single {single:.2f} %, "
        f"together {together:.2f} %, together with a strip {strip_right:.2f} %"
    )


def not_a_digit(sources: Sequence[Source]) -> None:
    """Print how often what is no single clear digit is called so."""
    strokes = next(source for source in sources if source.is_strokes)
    print("\n| no single clear digit | crops | called so % |")
    print("| --- | --- | --- |")
    share = {}
    for name, pictures in no_digits(strokes, TEST, 1000, _SEED).items():
        chances = _in_batches(pictures)[0]
        share[name] = 100 * float((chances.argmax(axis=1) == NO_DIGIT).mean())
        print(f"| {name} | {len(pictures)} | {share[name]:.2f} |")
    bar("empty clouds", share["empty"], 99.9)
    bar("scribbles", share["scribbles"], 95)
    bar("struck-out digits", share["struck out"], 95)
    bar("two digits", share["two digits"], 95)


def speed(crops: Crops, count: int) -> None:
    """Time sixty phone crops, and Tesseract on the same ones, one call a crop.

    Processor time is what one core needs; the clock also counts what other programs take.
    """
    sixty = crops.pictures[:60]
    clock, busy = [], []
    for _ in range(100):
        began, began_busy = time.perf_counter(), time.process_time()
        read_digits(sixty)
        clock.append(1000 * (time.perf_counter() - began))
        busy.append(1000 * (time.process_time() - began_busy))
    ours = float(np.median(busy))
    print(
        f"\n60 crops, OpenCV {cv2.__version__}, one thread: processor time best {min(busy):.1f} ms,"
    )
    print(
        f"median {ours:.1f}; by the clock best {min(clock):.1f}, median {np.median(clock):.1f} ms"
    )
    bar("60 crops under 15 ms (15 less the median processor time)", 15 - ours, 0, "ms")
    if not count:
        return
    if not tesseract.is_available():
        print("Tesseract is missing: not compared.")
        return
    began, began_busy = time.perf_counter(), _children_busy()
    read = [tesseract.read_character(c, alphabet="0123456789") for c in crops.pictures[:count]]
    each = 1000 * (time.perf_counter() - began) / count
    each_busy = 1000 * (_children_busy() - began_busy) / count
    labels = crops.labels[:count]
    theirs = [r is not None and r.text == str(d) for r, d in zip(read, labels, strict=True)]
    right = read_digits(crops.pictures[:count]).argmax(axis=1) == labels
    print(
        f"Tesseract, {count} of the same crops, one call each: {100 * np.mean(theirs):.1f} %, "
        f"{each_busy:.1f} ms of processor time a digit ({each:.1f} by the clock); "
        f"ours {100 * right.mean():.1f} %, {ours / 60:.3f} ms a digit"
    )
    bar("times faster than Tesseract (processor time)", each_busy / (ours / 60), 300, "x")


def _children_busy() -> float:
    """Seconds of processor time that finished child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
