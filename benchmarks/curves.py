"""How right and how sure: risk and coverage, calibration, and a picture of both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_SIZE, _LEFT, _TOP = (900, 560), 90, 40
_COLOURS = [(180, 90, 20), (40, 40, 200), (40, 150, 40), (170, 40, 150), (20, 140, 220)]
_WORST = 0.02  # the highest risk that the picture shows
_LEAST = 0.80  # the lowest coverage


def surest(right: Bools, sure: Floats, share: float) -> Bools:
    """Keep the surest share of the answers."""
    dropped = int(np.ceil((1 - share) * len(right) - 1e-9))
    return right[np.argsort(sure, kind="stable")[dropped:]]


def calibration_error(right: Bools, sure: Floats, bins: int = 15) -> float:
    """Say how far chances and reality lie apart, over bins that hold equally many answers."""
    order = np.argsort(sure, kind="stable")
    parts = np.array_split(order, bins)
    gaps = [len(p) * abs(float(right[p].mean()) - float(sure[p].mean())) for p in parts if len(p)]
    return sum(gaps) / len(right)


def risk_by_coverage(right: Bools, sure: Floats) -> tuple[Floats, Floats]:
    """Give for each coverage, from one answer to all, the share of wrong ones among them."""
    wrong = ~right[np.argsort(-sure, kind="stable")]
    count = np.arange(1, len(wrong) + 1)
    return (count / len(wrong)).astype(np.float32), (wrong.cumsum() / count).astype(np.float32)


def draw_curves(path: Path, sets: Mapping[str, tuple[Bools, Floats]]) -> None:
    """Draw risk against coverage, a line for each set."""
    width, height = _SIZE
    page = np.full((height + 2 * _TOP + 30, width + 2 * _LEFT, 3), 255, np.uint8)
    for part in range(5):
        y = _TOP + height - part * height // 4
        x = _LEFT + part * width // 4
        cv2.line(page, (_LEFT, y), (_LEFT + width, y), (220, 220, 220), 1)
        cv2.line(page, (x, _TOP), (x, _TOP + height), (220, 220, 220), 1)
        _write(page, f"{100 * _WORST * part / 4:.1f} %", (20, y + 5), (60, 60, 60))
        covered = _LEAST + (1 - _LEAST) * part / 4
        _write(page, f"{100 * covered:.0f} %", (x - 20, _TOP + height + 24), (60, 60, 60))
    _write(page, "wrong among the answers kept", (20, 24), (60, 60, 60))
    _write(
        page, "answers kept, surest first", (_LEFT + width - 200, _TOP + height + 50), (60, 60, 60)
    )
    for k, (name, (right, sure)) in enumerate(sets.items()):
        coverage, risk = risk_by_coverage(right, sure)
        shown = coverage >= _LEAST
        x = _LEFT + (coverage[shown] - _LEAST) / (1 - _LEAST) * width
        y = _TOP + height - np.minimum(risk[shown] / _WORST, 1) * height
        line = np.stack([x, y], axis=1).round().astype(np.int32)
        cv2.polylines(page, [line], False, _COLOURS[k % 5], 2, cv2.LINE_AA)
        _write(page, name, (_LEFT + 20, _TOP + 30 + 24 * k), _COLOURS[k % 5])
    cv2.imwrite(str(path), page)


def _write(
    page: NDArray[np.uint8], text: str, at: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
