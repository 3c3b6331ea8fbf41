"""A photo that cannot be read comes back with a picture of what is wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner import scans_of
from scanner.stages import Keep
from scanner.trouble import FOUND, LOST, PAPER

SAMPLE = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"


@pytest.fixture(scope="module")
def photo():
    return cv2.imread(str(SAMPLE))


def low_right(photo):
    height, width = photo.shape[:2]
    return photo[int(height * 0.45) :, int(width * 0.45) :]


def high_left(photo):
    height, width = photo.shape[:2]
    return photo[: height // 2, : width // 2]


def far_away(photo):
    return cv2.resize(photo, None, fx=0.12, fy=0.12, interpolation=cv2.INTER_AREA)


def a_table(photo):
    return np.full((1200, 1600, 3), 120, np.uint8)


def drawn(shown, colour):
    """Give the middle of what is drawn in a colour, as parts of width and height."""
    near = np.abs(shown.astype(int) - colour).max(axis=2) < 40
    rows, columns = np.nonzero(near)
    if len(rows) < 20:
        return None
    return columns.mean() / shown.shape[1], rows.mean() / shown.shape[0]


@pytest.mark.parametrize(
    ("wrong", "code", "found", "lost"),
    [
        (low_right, "half-sheet", "low right", "high left"),  # arrows to where the rest is
        (high_left, "few-tags", "high left", None),  # one tag says little about the others
        (far_away, "too-small", "seen", "seen"),  # a glass over one of the corners
        (a_table, "no-sheet", None, "seen"),  # where the corners of a sheet should be
    ],
)
def test_the_picture_shows_what_was_seen_and_what_is_missing(photo, wrong, code, found, lost):
    data = cv2.imencode(".jpg", wrong(photo))[1].tobytes()
    (scan,) = scans_of(data, "photo.jpg", Keep(flat=True))
    assert scan.failure.code == code
    shown = cv2.imdecode(np.frombuffer(scan.flat, np.uint8), cv2.IMREAD_COLOR)
    assert max(shown.shape) <= 900
    for colour, where in ((FOUND, found), (LOST, lost)):
        at = drawn(shown, colour)
        assert (at is None) == (where is None), colour
        if where in ("low right", "high left"):
            assert [part > 0.5 for part in at] == [where == "low right"] * 2
    assert (drawn(shown, PAPER) is not None) == (code in ("half-sheet", "too-small"))


def test_nobody_pays_for_a_picture_that_nobody_keeps(photo):
    data = cv2.imencode(".jpg", a_table(photo))[1].tobytes()
    (scan,) = scans_of(data, "photo.jpg", Keep())
    assert scan.flat == b""


def test_a_picture_that_cannot_be_drawn_leaves_the_reason(photo, monkeypatch):
    def broken(*args):
        raise MemoryError

    monkeypatch.setattr("scanner.trouble.trouble_picture", broken)
    data = cv2.imencode(".jpg", a_table(photo))[1].tobytes()
    (scan,) = scans_of(data, "photo.jpg", Keep(flat=True))
    assert (scan.failure.code, scan.flat) == ("no-sheet", b"")
