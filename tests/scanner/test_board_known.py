"""What a board is known by is looked for once, and a photo of it first at a glance."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from practice.camera import photograph
from scanner.board import blank, find, flatten
from scanner.board.features import AT_A_GLANCE, SIDE, features_of
from scanner.board.known import ENDING
from templates.board import shelf
from templates.board.marks import Marks

SIZE = (120.0, 90.0)


def flat_of(seed):
    rng = np.random.default_rng(seed)
    coarse = rng.integers(90, 250, (30, 40)).astype(np.uint8)
    return cv2.resize(coarse, (720, 540), interpolation=cv2.INTER_CUBIC)


def kept(seed=1):
    plain = shelf.Board(name="plain", size=SIZE, blank="", marks=Marks(game="daydream/A"))
    return shelf.keep(plain, blank.as_png(flat_of(seed)))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(find, "is_readable", lambda board: True)
    blank.board_features.cache_clear()


def files():
    return sorted((shelf.kept_in() / "plain").glob(f"*{ENDING}"))


def test_a_board_is_looked_at_once_and_known_ever_after(monkeypatch):
    board = kept()
    before = blank.board_features(board)
    plain = blank.plain_features
    monkeypatch.setattr(blank, "plain_features", None)
    blank.board_features.cache_clear()
    after = blank.board_features(replace(board, marks=Marks()))  # marked anew: the same picture
    for name in ("at", "looks", "wide"):
        assert np.array_equal(getattr(before, name), getattr(after, name))
    assert (before.pixel, before.size) == (after.pixel, after.size)
    # A file that was changed is left out.
    (file,) = files()
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    blank.board_features.cache_clear()
    with pytest.raises(TypeError):
        blank.board_features(board)
    monkeypatch.setattr(blank, "plain_features", plain)
    assert len(blank.board_features(board)) == len(before)
    blank.board_features(kept(2))
    assert len(files()) == 1
    assert files() != [file]


@pytest.fixture
def photo():
    art = cv2.cvtColor(cv2.resize(flat_of(1), None, fx=2, fy=2), cv2.COLOR_GRAY2BGR)
    jpeg = photograph(art, 3, "good", (1000, 750)).jpeg
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


@pytest.fixture
def looks(monkeypatch):
    sides = []

    def looked(grey, side):
        sides.append(side)
        return features_of(grey, side)

    monkeypatch.setattr(find, "features_of", looked)
    return sides


def test_a_board_that_is_shown_large_is_found_at_a_glance(photo, looks):
    kept()
    (found,) = find.find_boards(photo)
    assert (found.board.name, looks) == ("plain", [AT_A_GLANCE])
    assert flatten.surely(photo, found)[1].own > 0.9
    (closely,) = find.find_boards(photo, glance=False)
    assert np.abs(closely.outline - found.outline).max() < found.scale


def test_one_that_is_small_or_like_itself_is_looked_at_closely(photo, looks):
    kept()
    small = cv2.copyMakeBorder(photo, 300, 300, 400, 400, cv2.BORDER_CONSTANT, value=90)
    find.find_boards(small)
    assert looks == [AT_A_GLANCE, SIDE]
    looks.clear()
    shelf.keep(replace(kept(), likeness=0.5), blank.as_png(flat_of(1)))
    find.find_boards(photo)
    assert looks == [AT_A_GLANCE, SIDE]


def test_nothing_is_refused_at_a_glance(photo, looks, monkeypatch):
    kept()
    (found,) = find.find_boards(photo)
    true = flatten.fitted

    def unlike_at_first(grey, seen):
        fit = true(grey, seen)
        return replace(fit, own=0.5) if seen.at_a_glance else fit

    monkeypatch.setattr(flatten, "fitted", unlike_at_first)
    best, fit = flatten.surely(photo, found)
    assert looks == [AT_A_GLANCE, SIDE]
    assert not best.at_a_glance
    assert fit.own > 0.9


def test_what_lies_badly_at_a_glance_is_looked_at_closely(photo, looks, monkeypatch):
    kept()
    (found,) = find.find_boards(photo)
    true = flatten.fitted

    def roughly_at_first(grey, seen):
        fit = true(grey, seen)
        return replace(fit, misfit=0.26) if seen.at_a_glance else fit

    monkeypatch.setattr(flatten, "fitted", roughly_at_first)
    best, fit = flatten.surely(photo, found)
    assert looks == [AT_A_GLANCE, SIDE]
    assert not best.at_a_glance
    assert fit.misfit < 0.1


@pytest.mark.parametrize(
    ("owns", "wanted"),
    [
        ([0.97, 0.975, 0.99], 0.975),
        ([0.97, 0.94, 0.99], 0.97),
        # The first look went astray, and so did panels and lens that were told from it.
        ([0.53, 0.92, 0.978, 0.979], 0.979),
        ([0.53, 0.6, 0.7, 0.8, 0.9], 0.8),
    ],
)
def test_panels_and_lens_are_told_anew_while_each_look_finds_more(owns, wanted, photo, monkeypatch):
    kept()
    (found,) = find.find_boards(photo)
    plain, left = flatten.fitted(photo, found), iter(owns)
    monkeypatch.setattr(flatten, "follow", lambda *_args, **_more: replace(plain, own=next(left)))
    assert flatten.fitted(photo, found).own == wanted
