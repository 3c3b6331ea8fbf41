"""How seldom does a believed digit lie? A bound by hands, not by digits, and what it promises.

    python -m benchmarks.promise --data FOLDER [--splits 50]

FOLDER holds the handwriting .npz files, as in PAPERPLAY_HANDWRITING. Only hands that the reader
was not trained on are read, each hand's digits together in sheets of up to forty; the Swiss
collection does not name its writers, so that a block of neighbours in its order is a hand. Crops
whose labels were judged wrong (training/dropped_test.json) are left out.

The loss of a hand is the share of its sheets on which a digit is believed and wrong. A threshold
is chosen by Learn then Test: from the strictest on, each is tested against "a sheet lies more often
than promised", with Hoeffding's and Bentkus's p-value over hands, until one test fails (a fixed
sequence, so that no correction for many tests is due). This is valid for any number of hands and
however much the digits of one hand depend on each other, and it holds with a chance of 95 %, not
on average as conformal risk control does: a promise is made once. Bounds by single digits would
count a hand's ten equal 1s as ten witnesses.

The promise is then checked: threshold chosen on half of the hands, looked at on the other half,
fifty times over.

A lie is not yet a wrong total: with ``--sheets N`` a digit of N sheets is misread on purpose
(benchmarks/lies.py; those before 2400 were looked at, ``--first`` leaves them out), and the share
that passes in silence, bounded with the same chance, gives what may be said about totals; each of
the two holds with 97.5 %, so that both do with 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, comb, exp, log
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.digits import NO_DIGIT
from scanner.marks.writer import read_together
from training.crops import Crops, as_it_came
from training.data import CALIBRATE, TEST, Source, data_folder, load_sources
from training.pool import HERE, dropped_items

NAMED = ("swiss", "unipen", "mnist", "cheques")
"""Collections whose hands are known."""
SHEET, FEWEST = 40, 20
"""Digits on a sheet; hands with fewer than the second show no whole sheet."""
MISS = 0.05
"""How likely the promise may be wrong."""
LEVELS = np.concatenate([1 - np.geomspace(1e-6, 0.3, 60), [0.0]])
"""Thresholds that are tried, the strictest first."""
BELIEVED = (0.995, 0.9995)
"""Thresholds for which a bound on totals is given."""
DROPPED_TEST = HERE / "dropped_test.json"
_SEED = 12

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: how sure its sheets' surest lie is, and how sure its digits are."""

    source: str
    lies: tuple[float, ...]
    """For each sheet the highest chance of a digit that was misread, 0 where there is none."""
    sure: tuple[float, ...]
    """The chance of each digit."""

    def losses(self) -> Floats:
        """The share of sheets that lie, at every threshold."""
        return np.asarray((np.array(self.lies)[:, None] >= LEVELS).mean(axis=0))


def main() -> None:
    """Print the bound, and how often it was kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of the handwriting .npz files")
    parser.add_argument("--splits", type=int, default=50)
    parser.add_argument("--sheets", type=int, default=0, help="sheets with a digit misread")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    hands = list(read_hands(data_folder(args.data)))
    print("| collection | hands | sheets | digits | sheets that lie at 0.995 | at 0.9999 |")
    print("|" + " --- |" * 6)
    for name in (*NAMED, "all"):
        _line(name, [hand for hand in hands if name in (hand.source, "all")])
    whole = [hand for hand in hands if len(hand.sure) >= FEWEST]
    short = [hand for hand in hands if len(hand.sure) < FEWEST]
    print(f"\n{len(whole)} hands with {FEWEST} digits or more")
    _report(whole, args.splits)
    print(f"\n{len(short)} hands with fewer: a few digits each, no whole sheet")
    _report(short, args.splits)
    if args.sheets:
        _totals(whole, range(args.first, args.first + args.sheets))


def _totals(hands: Sequence[Hand], numbers: Sequence[int]) -> None:
    """Print what follows for totals; both bounds hold together with the promised chance."""
    from benchmarks.lies import silent

    found, sheets = [silent(number) for number in numbers], len(numbers)
    wrong, quiet = (sum(each[k] for each in found) for k in (0, 1))
    share = upper(quiet, sheets, MISS / 2)
    print(
        f"\n{sheets} sheets with a lie: {wrong} totals wrong, {quiet} in silence, "
        f"at most {share:.2%}"
    )
    losses = np.array([hand.losses() for hand in hands]).mean(axis=0)
    for level in BELIEVED:
        loss = float(losses[int(np.argmax(level >= LEVELS))])
        lies = greatest(loss, len(hands), MISS / 2)
        print(
            f"digits believed from {level}: {loss:.2%} of a hand's sheets lie, at most {lies:.2%}; "
            f"a wrong total in silence on at most 1 in {1 / (lies * share):.0f} sheets"
        )


def greatest(loss: float, count: int, miss: float) -> float:
    """Give the greatest true loss that the mean of so many hands does not speak against."""
    low, high = loss, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if p_value(loss, count, middle) > miss else (low, middle)
    return high


def upper(hits: int, count: int, miss: float) -> float:
    """Give the greatest chance that so few hits do not speak against (Clopper and Pearson)."""
    low, high = hits / count, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _binomial(hits, count, middle) > miss else (low, middle)
    return high


def _line(name: str, hands: Sequence[Hand]) -> None:
    lies = np.array([lie for hand in hands for lie in hand.lies])
    digits = sum(len(hand.sure) for hand in hands)
    told = [f"{int((lies >= level).sum())}" for level in (0.995, 0.9999)]
    print(f"| {name} | {len(hands)} | {len(lies)} | {digits} | {' | '.join(told)} |")


def _report(hands: Sequence[Hand], splits: int) -> None:
    """Print for several promises: the threshold, its cost, and how often it was kept."""
    losses = np.array([hand.losses() for hand in hands])
    sure = np.concatenate([hand.sure for hand in hands])
    fewest = 1 - MISS ** (1 / len(hands))
    print(f"without any lie these hands could promise 1 in {1 / fewest:.0f}, no more\n")
    print("| one sheet in | threshold | digits believed | kept in splits | promised in splits |")
    print("|" + " --- |" * 5)
    for one_in in (5, 10, 20, 30, 50, 75, 100, 150):
        chosen = choose(losses, 1 / one_in)
        kept, made = checked(losses, [hand.source for hand in hands], 1 / one_in, splits)
        if chosen is None:
            print(f"| {one_in} | none | – | {kept} of {made} | {made} of {splits} |")
            continue
        believed = float((sure >= LEVELS[chosen]).mean())
        print(
            f"| {one_in} | {LEVELS[chosen]:.6f} | {believed:.1%} "
            f"| {kept} of {made} | {made} of {splits} |"
        )


def read_hands(folder: Path) -> Iterator[Hand]:
    """Read all hands of the kept-apart splits."""
    dropped = dropped_items(DROPPED_TEST)
    for source in load_sources(folder):
        if source.name in NAMED:
            for split in (CALIBRATE, TEST):
                for crops in as_it_came(source, split):
                    fair = ~np.isin(crops.items, dropped.get(source.name, []))
                    yield from _hands(source, crops.part(fair, crops.name))


def _hands(source: Source, crops: Crops) -> Iterator[Hand]:
    rng = np.random.default_rng(_SEED)
    for writer in np.unique(crops.writers):
        own = rng.permutation(np.flatnonzero(crops.writers == writer))
        lies, sure = [], []
        for start in range(0, len(own), SHEET):
            part = own[start : start + SHEET]
            if start and len(part) < FEWEST:
                break
            read = read_together([crops.pictures[i] for i in part])
            best = np.where(read.argmax(axis=1) == NO_DIGIT, 0.0, read.max(axis=1))
            wrong = read.argmax(axis=1) != crops.labels[part]
            lies.append(float(best[wrong].max(initial=0.0)))
            sure += best.tolist()
        yield Hand(source.name, tuple(lies), tuple(sure))


def choose(losses: Floats, promise: float) -> int | None:
    """Give the lowest threshold that is proved, tested one after the other; None if none is."""
    chosen = None
    for place, loss in enumerate(losses.mean(axis=0)):
        if p_value(float(loss), len(losses), promise) > MISS:
            break
        chosen = place
    return chosen


def checked(losses: Floats, sources: Sequence[str], promise: float, splits: int) -> tuple[int, int]:
    """Choose on half of the hands, look at the others: how often it was kept, and made at all."""
    rng = np.random.default_rng(_SEED)
    names = np.array(sources)
    kept = made = 0
    for _ in range(splits):
        first = np.zeros(len(names), bool)
        for name in np.unique(names):
            own = rng.permutation(np.flatnonzero(names == name))
            first[own[: (len(own) + int(rng.integers(2))) // 2]] = True
        chosen = choose(losses[first], promise)
        if chosen is not None:
            made += 1
            kept += bool(losses[~first, chosen].mean() <= promise)
    return kept, made


def p_value(loss: float, count: int, promise: float) -> float:
    """How likely so small a mean loss is if the true one is greater than promised."""
    if loss >= promise:
        return 1.0
    hoeffding = exp(-count * _divergence(loss, promise))
    bentkus = exp(1) * _binomial(ceil(count * loss - 1e-9), count, promise)
    return min(hoeffding, bentkus)


def _divergence(a: float, b: float) -> float:
    first = a * log(a / b) if a else 0.0
    return first + (1 - a) * log((1 - a) / (1 - b))


def _binomial(most: int, count: int, chance: float) -> float:
    """Give the chance of at most so many hits."""
    return sum(
        comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
        for hits in range(most + 1)
    )


if __name__ == "__main__":
    main()
