"""A film of a pile: every sheet once, and hostile films in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from scanner import read_photo, scans_of
from scanner.files import films
from scanner.files.kinds import kind_of
from scanner.film import read_film
from scanner.pictures import PhotoError
from tests.scanner.films import leafed_through
from tests.scanner.photos import filled


@pytest.fixture(scope="module")
def pile(tmp_path_factory):
    """Two photocopies of one sheet, filled in by different people, and another sheet."""
    sheets = [filled("A", 1), filled("A", 2), filled("A", 5, copy=7)]
    path = tmp_path_factory.mktemp("films") / "pile.mp4"
    leafed_through(path, [sheet.image for sheet in sheets])
    return path, sheets


def test_every_sheet_of_a_pile_is_read_once_in_its_order(pile):
    path, sheets = pile
    scans = list(scans_of(path))
    assert [(scan.file, scan.page, scan.index) for scan in scans] == [
        ("pile.mp4", 1, n) for n in (1, 2, 3)
    ]
    assert [scan.code.copy for scan in scans] == [0, 0, 7]
    assert [scan.at for scan in scans] == sorted(scan.at for scan in scans)
    for scan, sheet in zip(scans, sheets, strict=True):
        unsure = set(scan.doubtful)
        wrong = {
            cloud
            for cloud, digit in sheet.board["clouds"].items()
            if scan.values[cloud] != digit and cloud not in unsure
        }
        assert not wrong and len(unsure) < 6


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda film: film[: len(film) // 3], "photo-decoder-failed"),
        (lambda film: film[:200] + b"\0" * 5000, "photo-decoder-failed"),
        (lambda film: b"\x1aE\xdf\xa3" + b"\xff" * 3000, "photo-decoder-failed"),
    ],
)
def test_a_broken_film_is_a_sentence(pile, data, code):
    broken = data(pile[0].read_bytes())
    assert kind_of(broken) == "film"
    (result,) = read_photo(broken)
    assert result["status"] == "unreadable" and result["code"] == code


def test_a_film_that_breaks_off_gives_its_sheets_and_says_so(pile):
    path, _ = pile
    shown = list(films.frames(path, "pile.mp4"))

    def broken():
        yield from shown[:12]
        raise PhotoError("photo-truncated", file="pile.mp4")

    first, last = read_film("pile.mp4", broken())
    assert first.is_read and last.failure.code == "photo-truncated" and last.index == 2


def test_a_film_that_takes_too_long_is_stopped(pile, monkeypatch):
    monkeypatch.setattr(films, "PATIENCE", 0.05)
    (result,) = read_photo(pile[0])
    assert result["code"] == "photo-too-slow"


def test_a_film_without_a_sheet_says_so(tmp_path):
    path = tmp_path / "table.webm"
    leafed_through(path, [np.full((300, 200, 3), 200, np.uint8)], "VP80", (320, 240))
    (result,) = read_photo(path)
    assert result["code"] == "no-sheet"
