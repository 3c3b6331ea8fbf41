"""The benchmark's bent paper: it bends and never stretches, and the camera sees it truly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.paper import Flat, Resting, grid_of
from benchmarks.paper_camera import Way, exposed, painted, set_up
from benchmarks.paper_cone import Cone, Ray
from benchmarks.paper_net import Net, fold, half_fold, ripple
from benchmarks.paper_rolled import Crease, Curl, Rolled, Wave
from benchmarks.paper_shapes import KINDS
from benchmarks.paper_view import hides_itself, look, scale_of
from benchmarks.photo import Printed
from benchmarks.scene import Lens, corners_of, framed, rotation_of

A4 = (297.0, 210.0)
SMALL = (640, 480)
EXACT = {
    "fold": Rolled(A4, 0.1, (Crease(4, 0.7, 1.0),)),
    "thirds": Rolled(A4, 0, (Crease(-49, 0.5, 2), Crease(50, -0.6, 6))),
    "wave": Rolled(A4, 0.7, waves=(Wave(0.3, 130), Wave(0.1, 50, 1))),
    "curl": Rolled(A4, 1.5, curls=(Curl(1, 80, 0.9), Curl(-1, 40, -0.5))),
    "four": Cone(
        A4, (150, 104), tuple(Ray(k * np.pi / 2, a) for k, a in enumerate((0.5, 0.4) * 2))
    ),
    "up and down": Cone(
        A4, (150, 104), tuple(Ray(k * np.pi / 2, a) for k, a in enumerate((0.6, 0.3, 0.6, -0.3)))
    ),
}
NETS = {
    "fold": Net(A4, (fold((0, 0), 1.5, 0.6, 1),)),
    "four": Net(A4, (fold((0, 0), 0, 0.5, 1), half_fold((0, 0), 1.57, 0.3, 1))),
    "waves": Net(A4, (ripple(0.3, 150, 4, 0), ripple(1.9, 120, 2, 1))),
}


def lengths(paper, step):
    """How long small steps on the sheet are in space, compared with the flat sheet."""
    places = grid_of(paper.size, 40, 30)
    gone = paper.in_space(places + np.array(step)) - paper.in_space(places)
    return np.linalg.norm(gone, axis=-1) / np.hypot(*step)


@pytest.mark.parametrize("step", [(0.3, 0.0), (0.0, 0.3), (0.2, 0.2)])
@pytest.mark.parametrize("name", EXACT)
def test_a_fold_keeps_lengths_along_the_paper(name, step):
    along = lengths(EXACT[name], step)
    assert along.max() < 1.0005
    # Straight across a crease the way through space is shorter, nowhere else.
    assert np.quantile(along, 0.06) > 0.999


@pytest.mark.parametrize("name", NETS)
def test_a_net_hardly_stretches(name):
    for step in ((4.0, 0.0), (0.0, 4.0), (3.0, 3.0)):
        along = lengths(NETS[name], step)
        assert np.quantile(along, 0.08) > 0.985
        assert np.quantile(along, 0.9) < 1.01
        assert np.quantile(along, 0.98) < 1.018


@pytest.mark.parametrize("angle", [0.3, -0.5, 0.7])
def test_a_fold_turns_the_paper_by_its_angle(angle):
    paper = Rolled(A4, 0, (Crease(0, angle, 1.0),))
    ends = paper.in_space(np.array([[10.0, 50], [40, 50], [250, 50], [280, 50]]))
    one, other = ends[1] - ends[0], ends[3] - ends[2]
    between = np.arccos(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
    assert between == pytest.approx(abs(angle), abs=1e-3)
    assert np.sign(ends[3, 2] + ends[0, 2] - 2 * ends[1:3, 2].mean()) == np.sign(angle)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", [0, 1])
def test_paper_rests_on_the_table(kind, model):
    bent = KINDS[kind](A4, np.random.default_rng(5), 0.6, model)
    high = Resting(bent.paper).in_space(grid_of(A4, 25, 18))[..., 2]
    assert high.min() == pytest.approx(0, abs=0.3)
    assert (high < 3).sum() >= 3, "It stands on at least three places, or an edge."


def seen_by(paper, tilt=0.3):
    lens = Lens(SMALL, 500.0, rotation_of(tilt, 1.0, 0.1), 500.0)
    rng = np.random.default_rng(1)
    return framed(lens, paper.in_space(grid_of(A4, 9, 7)).reshape(-1, 3), 0.9, rng)


@pytest.mark.parametrize("name", EXACT)
def test_each_pixel_shows_the_place_that_the_lens_sees_there(name):
    paper = Resting(EXACT[name])
    lens = seen_by(paper)
    sun = np.array([0.2, 0.1, 0.97])
    seen = look(paper, lens, sun, 0.5)
    places = grid_of((257, 170), 12, 9).reshape(-1, 2) + 20
    pixels = (lens.seen(paper.in_space(places)) - [seen.left, seen.top]).astype(np.float32)
    got = [cv2.remap(f, pixels[:, :1], pixels[:, 1:], cv2.INTER_LINEAR) for f in (seen.x, seen.y)]
    assert np.abs(np.concatenate(got, 1) - places).max() < 0.3


def test_what_hides_itself_is_noticed():
    sharp = Resting(Rolled(A4, 0, (Crease(0, 2.4, 1.0),)))
    assert hides_itself(sharp, seen_by(sharp, 0.6))
    assert not hides_itself(Flat(A4), seen_by(Flat(A4), 0.6))


def test_the_same_seed_takes_the_same_photo():
    page = Printed(np.full((420, 594, 3), 240, np.uint8), 2.0)

    def taken(seed):
        rng, way = np.random.default_rng(seed), Way("quarters", hard=True, size=SMALL)
        scene, bent = set_up(page.size, way, rng)
        return exposed(painted([page], scene, [bent.creases], way, rng), way, rng)

    assert (taken(3) == taken(3)).all()
    assert not np.array_equal(taken(3), taken(4))


def test_a_wished_scale_is_kept():
    for seed in range(4):
        way = Way("flat", per_mm=(2.5, 2.6))
        scene, _ = set_up(A4, way, np.random.default_rng(seed))
        assert 2.4 < scale_of(scene.sheets[0], scene.lens) < 2.7


def test_a_corner_of_the_sheet_is_where_it_is_drawn():
    page = Printed(np.full((420, 594, 3), 250, np.uint8), 2.0)
    cv2.rectangle(page.image, (200, 150), (240, 190), (0, 0, 0), -1)
    way, rng = Way("half", size=SMALL), np.random.default_rng(2)
    scene, bent = set_up(page.size, way, rng)
    picture = painted([page], scene, [bent.creases], way, rng)
    x, y = np.round(scene.pixels_of(np.array([[110.0, 85.0]]))[0]).astype(int)
    assert picture[y, x].max() < 60
    corners = scene.pixels_of(corners_of(page.size))
    assert (corners > 0).all()
    assert (corners < np.array(scene.lens.photo)).all()
