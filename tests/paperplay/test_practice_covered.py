"""What the benchmark says is hidden, is: and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverings import card, covered_in, fingers, glare, scrap, unseen
from benchmarks.disturbances import DISTURBANCES, View
from benchmarks.films import Film, frames
from benchmarks.paper_camera import Way, painted, set_up
from benchmarks.photo import Printed
from benchmarks.places import hidden_by, middle_of, parts_of
from benchmarks.takes import edge_out, half_of
from templates.daydream.load import load_daydream
from templates.load import load_layout

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


@pytest.fixture(scope="module")
def layout():
    return load_daydream("daydream/BC", paper="a4").as_json()


def scene_of(layout, seed=1):
    rng = np.random.default_rng(seed)
    way = Way("flat", size=(1000, 750))
    width, height = layout["page"]
    page = Printed(np.full((int(height * 3), int(width * 3), 3), 245, np.uint8), 3.0)
    scene, bent = set_up(page.size, way, rng)
    return scene, painted([page], scene, [bent.creases], way, rng), rng


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_place_lies_on_the_sheet(sheet):
    page = load_daydream(f"daydream/{sheet}", paper="a4").as_json()
    for element, parts in parts_of(page).items():
        inside = [(part > 0).all() and (part < page["page"]).all() for part in parts]
        assert all(inside), element


def test_score_sheets_have_places_too():
    page = load_layout("dreams/score", paper="a4", players=4).as_json()
    ids = {field["id"] for field in page["digits"]} | {box["id"] for box in page["boxes"]}
    assert ids <= set(parts_of(page))


def test_nothing_covered_hides_nothing_and_all_covered_hides_all(layout):
    assert hidden_by(layout, lambda places: np.zeros(len(places), bool)) == ()
    everything = hidden_by(layout, lambda places: np.ones(len(places), bool))
    assert set(everything) == set(parts_of(layout))


def test_half_a_sheet_hides_what_lies_on_the_other_half(layout):
    hidden = set(hidden_by(layout, lambda places: places[:, 0] > 150))
    for cloud in layout["clouds"]:
        left, right = (cloud["center"][0] + s * cloud["size"][0] / 2 for s in (-1, 1))
        if left > 150:
            assert cloud["id"] in hidden
        if right < 150:
            assert cloud["id"] not in hidden


@pytest.mark.parametrize("cover", [scrap, card, fingers, glare])
def test_a_thing_hides_what_it_lies_on(layout, cover):
    cloud = layout["clouds"][20]
    scene, picture, rng = scene_of(layout)
    before = picture.copy()
    parts = parts_of(layout)
    mask = cover(picture, scene, middle_of(parts[cloud["id"]]), rng)
    assert (picture != before).any()
    covered = covered_in(scene, mask)
    assert covered(np.array([cloud["center"]], float) + [[0, 1.0]]).all() or cover is glare
    hidden = hidden_by(layout, covered)
    assert len(hidden) < 0.5 * len(parts)
    for element in hidden:
        assert any(covered(part).mean() > 0.3 for part in parts[element])


@pytest.mark.parametrize("part", [0, 1])
def test_each_half_shows_its_own_side(layout, part):
    scene, _, rng = scene_of(layout)
    hidden = set(hidden_by(layout, covered_in(half_of(part)(scene, rng), None)))
    first = [c["id"] for c in layout["clouds"] if c["center"][0] < 100]
    last = [point["star"]["id"] for point in layout["constellation"]["points"] if point["star"]]
    assert not hidden & set(last if part else first)
    assert hidden & set(first if part else last)


def test_an_edge_out_of_the_frame_is_out(layout):
    for seed in range(5):
        scene, _, rng = scene_of(layout, seed)
        cut = edge_out(scene, rng)
        width, height = layout["page"]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        assert covered_in(cut, None)(corners).sum() >= 1
        assert not covered_in(scene, None)(corners).any()


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_disturbance_knows_where_places_have_come_to(name):
    picture = np.full((600, 800, 3), 200, np.uint8)
    spots = np.array([[60.0, 60.0], [100, 75], [140, 90]])
    for x, y in np.round(spots * 4).astype(int):
        picture[y - 8 : y + 9, x - 8 : x + 9] = 10
    before = View(picture, lambda places: places * 4, (200, 150))
    after = DISTURBANCES[name](before, np.random.default_rng(1))
    height, width = after.picture.shape[:2]
    seen = np.round(after.seen(spots)).astype(int)
    covered = unseen(after.seen, (width, height), after.hidden)
    middle = [int(after.picture[y, x].mean()) for x, y in seen]
    assert not covered(spots).any()
    beside = after.picture[np.clip(seen[:, 1] + 14, 0, height - 1), seen[:, 0]].mean(1)
    assert (np.array(middle) < beside - 15).all()


def test_a_film_shows_each_sheet_and_then_the_next():
    film = Film(size=(320, 180), rate=5, still=(0.6, 0.8))
    pages = [Printed(np.full((210, 297, 3), tone, np.uint8), 1.0) for tone in (250, 60, 250)]
    tones = [
        frame[80:100, 150:170].mean() for frame in frames(pages, film, np.random.default_rng(1))
    ]
    dark = np.array(tones) < 120
    assert not dark[0]
    assert dark.any()
    assert np.abs(np.diff(dark.astype(int))).sum() >= 2, "Light, dark and light again."
