"""Films of piles of sheets, made frame by frame: a shaky hand, sheets that slide away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from practice.ink import Picture

RATE = 16
"""Frames a second."""
FRAME = (1080, 1440)
_SHOWN, _SLIDING = 14, 6
"""Frames that a sheet lies there, and that it is under way."""


def leafed_through(
    path: Path, sheets: Sequence[Picture], codec: str = "mp4v", frame: tuple[int, int] = FRAME
) -> None:
    """Film a pile from above while its sheets are taken away one after the other."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*codec), RATE, frame)
    rng = np.random.default_rng(len(sheets))
    sheets = [
        cv2.resize(sheet, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA) for sheet in sheets
    ]
    shake = np.zeros(2)
    grain = rng.integers(0, 7, (frame[1], frame[0], 3), dtype=np.uint8)
    for n, sheet in enumerate(sheets):
        below = sheets[n + 1] if n + 1 < len(sheets) else None
        for step in range(_SHOWN + _SLIDING):
            shake = 0.8 * shake + rng.normal(0, 1.5, 2)
            gone = max(0, step - _SHOWN + 1) / _SLIDING
            table = np.full((frame[1], frame[0], 3), (60, 90, 120), np.uint8)
            if below is not None:
                _lay(table, below, shake, 0.0)
            _lay(table, sheet, shake, gone)
            if gone:
                table = cv2.blur(table, (1 + int(14 * gone), 1))
            writer.write(cv2.subtract(table, np.roll(grain, 31 * step, axis=1)))
    writer.release()


def _lay(table: Picture, sheet: Picture, shake: np.ndarray, gone: float) -> None:
    """Lay a sheet onto the table, tilted a little and shifted as far as it is gone."""
    height, width = sheet.shape[:2]
    room = np.array(table.shape[1::-1], float)
    size = np.array([width, height]) * 0.88 * min(room / (width, height))
    left, top = (room - size) / 2 + shake + (gone**2 * 1.3 * room[0], 40 * gone)
    across, down = size
    seen = np.float32(
        [(left + 12, top + 6), (left + across - 8, top),
         (left + across, top + down), (left, top + down - 5)]
    )  # fmt: skip
    flat = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    to_table = cv2.getPerspectiveTransform(flat, seen)
    shown = cv2.warpPerspective(sheet, to_table, table.shape[1::-1], flags=cv2.INTER_AREA)
    covered = cv2.warpPerspective(
        np.full(sheet.shape[:2], 255, np.uint8), to_table, table.shape[1::-1]
    )
    table[covered > 127] = shown[covered > 127]
