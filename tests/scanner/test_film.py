"""A film of a pile: every sheet once, and hostile films in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from scanner import film, read_photo, scans_of
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


FRAMES_THAT_FAIL = """
import numpy as np
CAP_FFMPEG = CAP_PROP_POS_MSEC = CAP_PROP_FRAME_COUNT = 0
CAP_PROP_FPS, CAP_PROP_FRAME_WIDTH, CAP_PROP_FRAME_HEIGHT, COLOR_BGR2GRAY = 1, 2, 3, 4
setNumThreads = print
cvtColor = lambda frame, _: frame[..., 0]
class VideoCapture:
    seen = 0
    def __init__(self, *_): pass
    def get(self, which): return {1: 8.0, 2: 4.0, 3: 4.0}.get(which, 0.0)
    def grab(self): return True
    def retrieve(self):
        self.seen += 1
        return self.seen < 4, np.zeros((4, 4, 3), np.uint8)
"""


def test_a_frame_that_cannot_be_shown_is_no_end(tmp_path, monkeypatch):
    (tmp_path / "cv2.py").write_text(FRAMES_THAT_FAIL)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    shown = films.frames(tmp_path / "cv2.py", "pile.mp4")
    assert [next(shown).grey.shape for _ in range(3)] == [(4, 4)] * 3
    with pytest.raises(PhotoError) as error:
        next(shown)
    assert error.value.code == "photo-truncated"


def test_frames_that_are_too_large_by_the_films_own_word_are_not_decoded(tmp_path, monkeypatch):
    (tmp_path / "cv2.py").write_text(FRAMES_THAT_FAIL.replace("3: 4.0", "3: 4e6"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(PhotoError) as error:
        next(films.frames(tmp_path / "cv2.py", "pile.mp4"))
    assert error.value.code == "photo-decoder-failed"


def test_frames_without_a_sheet_are_looked_at_closely_once_a_second(monkeypatch):
    looks, find = [], film.find_sheets
    monkeypatch.setattr(
        film, "find_sheets", lambda grey, *, striped: looks.append(striped) or find(grey)
    )
    empty = np.full((60, 80), 200, np.uint8)
    (scan,) = read_film("table.mp4", (films.Frame(empty, n / 8) for n in range(32)))
    assert scan.failure.code == "no-sheet"
    assert looks.count(True) == 4 and looks.count(False) == 32


def test_a_film_of_sheets_from_a_clogged_printer_is_looked_at_closely(monkeypatch):
    sheet = filled("A", 1).image[..., 0]
    real = film.find_sheets
    monkeypatch.setattr(film, "find_sheets", lambda grey, *, striped: real(grey) if striped else [])
    (scan,) = read_film("pile.mp4", (films.Frame(sheet, n / 8) for n in range(3)))
    assert scan.is_read
