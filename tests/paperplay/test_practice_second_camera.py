"""The benchmark's camera and hands: true to what they say of themselves."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.camera import LEVELS, Photo, Printed, Wishes, photograph, photograph_table
from benchmarks.conditions import (
    CONDITIONS,
    photocopied,
    photograph_under,
    printed_at,
    reach_of,
    shrunk,
    turned,
    written_areas,
)
from benchmarks.hands import RealHand, Samples, held_out, incomplete
from benchmarks.ink import NIBS, Layer
from benchmarks.scene import Lens, Sheet, View, bent_by, corners_of, framed, rotation_of
from templates.daydream.load import load_daydream

SMALL = (1008, 756)
SPOTS = np.array([[40, 40], [260, 38], [255, 170], [45, 165], [148, 105]], float)


@pytest.fixture(scope="module")
def page():
    """A white page of 297 by 210 mm with a few black spots."""
    picture = np.full((840, 1188, 3), 250, np.uint8)
    for x, y in SPOTS:
        cv2.circle(picture, (int(x * 4), int(y * 4)), 20, (20, 20, 20), -1, cv2.LINE_AA)
    return Printed(picture, 4.0)


def brightness(photo: Photo, places, sheet=0):
    picture = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    seen = cv2.perspectiveTransform(np.array([places], float), photo.homographies[sheet])[0]
    return np.array(
        [picture[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2].mean() for x, y in seen]
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(6))
def test_the_homography_says_where_things_are(page, level, seed):
    photo = photograph(page, seed, level, size=SMALL)
    assert (brightness(photo, SPOTS) < 0.75 * brightness(photo, SPOTS + [16, 0])).all()


def test_the_same_seed_takes_the_same_photo(page):
    first, again, other = (photograph(page, seed, "hard", size=SMALL) for seed in (1, 1, 2))
    assert first.jpeg == again.jpeg
    assert first.jpeg != other.jpeg


def some_view(bow):
    lens = Lens((2000, 1500), 1500.0, rotation_of(0.4, 1.0, 0.1), 500.0, bulge=(0.02, 0.01))
    sheet = Sheet((297.0, 210.0), roll=0.3, skew=0.1, curl=0.6)
    outline = sheet.in_space(corners_of(sheet.size))
    lens = framed(lens, outline, 0.9, np.random.default_rng(0))
    return View.of(bent_by(sheet, lens, bow), lens)


@pytest.mark.parametrize("bow", [0.0, 0.01, 0.04])
def test_paper_is_bent_as_much_as_was_asked(bow):
    assert some_view(bow).bow() == pytest.approx(bow, abs=0.0005)


@pytest.mark.parametrize("bow", [0.0, 0.01, 0.04])
def test_every_pixel_of_the_paper_is_traced_back(bow):
    view = some_view(bow)
    x, y = np.meshgrid(np.linspace(5, 292, 20), np.linspace(5, 205, 15))
    places = np.stack([x, y], -1)
    pixels = view.lens.seen(view.sheet.in_space(places))
    assert np.abs(view.places(pixels) - places).max() < 0.1


def test_flat_paper_that_is_looked_at_straight_keeps_its_shape():
    lens = Lens((2000, 1500), 1500.0, rotation_of(0, 0, 0), 1000.0)
    seen = lens.seen(Sheet((297.0, 210.0)).in_space(corners_of((297.0, 210.0))))
    assert np.ptp(seen, axis=0) == pytest.approx([297 * 1.5, 210 * 1.5])


def test_four_sheets_lie_beside_each_other(page):
    upright = replace(page, image=np.ascontiguousarray(np.rot90(page.image)))
    photo = photograph_table([page, page, upright, page], 3, size=(2016, 1512))
    outlines = [
        cv2.perspectiveTransform(corners_of(p.size)[None], h)[0].astype(np.float32)
        for p, h in zip([page, page, upright, page], photo.homographies, strict=True)
    ]
    for place, one in enumerate(outlines):
        assert (one > 0).all()
        assert (one < [2016, 1512]).all()
        for other in outlines[place + 1 :]:
            assert cv2.intersectConvexConvex(one, other)[0] == 0
    assert (brightness(photo, SPOTS, 3) < 0.75 * brightness(photo, SPOTS + [16, 0], 3)).all()


def test_a_covered_corner_is_covered_and_the_rest_is_not(page):
    photo, bare = (
        photograph(page, 4, "good", wishes, SMALL)
        for wishes in (Wishes(covered=(2, 30.0)), Wishes(covered=(2, 0.5)))
    )
    inside, outside = [[285.0, 200.0]], [[148.0, 80.0]]
    assert abs(brightness(photo, inside) - brightness(bare, inside))[0] > 15
    assert abs(brightness(photo, outside) - brightness(bare, outside))[0] < 15


@pytest.mark.parametrize("name", ["A", "BC", "EDF"])
def test_nothing_written_is_under_the_cover(name):
    layout = load_daydream(name).as_json()
    assert sum(1 for _ in written_areas(layout)) > 100
    for corner, reach in zip(corners_of(layout["page"]), reach_of(layout), strict=True):
        # The whole tag, 10 mm wide and 14 mm from both edges, has to disappear.
        assert reach > 20
        for middle, wide, high in written_areas(layout):
            gap = np.maximum(np.abs(corner - middle) - [wide / 2, high / 2], 0)
            assert np.hypot(*gap) >= reach


def test_every_condition_makes_a_photo_of_its_own(page):
    layout = load_daydream("EDF").as_json()
    bows = {}
    for condition in CONDITIONS:
        photo = photograph_under(condition, page, layout, 1, SMALL)
        bows[condition] = photo.bows[0]
    assert bows["bow-1.5"] == pytest.approx(0.015, abs=0.001)
    assert bows["bow-4"] == pytest.approx(0.04, abs=0.002)
    assert bows["rotation"] < 0.004
    with pytest.raises(ValueError, match="none of corner"):
        photograph_under("fog", page, layout, 1, SMALL)


def test_a_smaller_print_leaves_more_margin(page):
    small = printed_at(page, 0.94, np.random.default_rng(0)).image
    dark = [np.ptp(np.argwhere(image.min(2) < 100), axis=0) for image in (page.image, small)]
    assert dark[1] / dark[0] == pytest.approx([0.94, 0.94], abs=0.01)


def test_a_photocopy_is_grey(page):
    copy = photocopied(page, np.random.default_rng(0)).image
    assert (np.ptp(copy, axis=2) == 0).all()
    assert copy.max() > 230
    assert copy.min() < 60


def test_files_can_be_shrunk_and_turned(page):
    jpeg = photograph(page, 1, "good", size=SMALL).jpeg
    shapes = [
        cv2.imdecode(np.frombuffer(data, np.uint8), 1).shape[:2]
        for data in (jpeg, shrunk(jpeg), turned(jpeg, 1))
    ]
    assert shapes[1] == pytest.approx(np.array(shapes[0]) * 0.7, abs=1)
    assert shapes[2] == shapes[0][::-1]


def made_up_samples():
    """A writer whose every digit is a square."""
    square = np.array([[0, 0], [10, 0], [10, 16], [0, 16], [0, 0]], float)
    return Samples(1, tuple(((square,),) for _ in range(10)))


def test_a_real_hand_keeps_its_digits_in_their_boxes():
    hand = RealHand(made_up_samples(), 1)
    for digit in range(10):
        points = np.concatenate(hand.digit(digit, (30, 20), (10, 11)))[:, :2]
        assert (np.abs(points - [30, 20]) < [5.3, 5.8]).all()


@pytest.mark.parametrize("seed", range(10))
def test_a_circle_goes_around_what_it_marks(seed):
    (ring,) = RealHand(made_up_samples(), seed).circle((50, 50), (4.4, 4.4))
    away = np.hypot(*(ring[:, :2] - [50, 50]).T)
    assert 1.5 < away.min() < away.max() < 5.5


def test_the_collection_is_asked_for_if_it_is_missing(monkeypatch, tmp_path):
    monkeypatch.delenv("PAPERPLAY_HANDWRITING", raising=False)
    with pytest.raises(SystemExit, match="PAPERPLAY_HANDWRITING"):
        held_out()
    with pytest.raises(SystemExit, match="npz"):
        held_out(str(tmp_path))


def test_incomplete_items_are_listed_once():
    assert 5743 in incomplete()
    assert 80 < len(incomplete()) < 120


@pytest.mark.parametrize("nib", NIBS)
def test_ink_darkens_and_never_lightens(nib):
    layer = Layer((100, 100), NIBS[nib], 10.0, np.random.default_rng(0))
    layer.draw([np.array([[2.0, 2.0, 1.0], [8.0, 8.0, 1.0]])])
    page = np.full((100, 100, 3), 240, np.uint8)
    inked = layer.over(page)
    assert (inked <= page).all()
    assert inked[50, 50].min() < 150
    assert (inked[20, 80] == 240).all()
