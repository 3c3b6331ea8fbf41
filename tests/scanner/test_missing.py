"""What a photo does not show is named by its side and in ranges, and stays data in the JSON."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paperplay.results.scan_text import as_text
from scanner import read_photo
from scanner.missing import BENT, CORNERS, COVERED, PLACES, SIDES, located, missing_of
from scanner.page.fit import Fit
from scanner.page.warp import Warp
from scanner.pictures import Grey
from scanner.scan import Doubt
from scanner.scan_json import scan_from, scan_json
from scanner.unseen import UNSEEN
from templates.daydream.element_names import grid_names
from templates.languages import LANGUAGES
from templates.load import load_layout
from tests.scanner.photos import filled, png
from tests.scans import scan_of

LAYOUT = load_layout("daydream/BC", paper="a4")
WIDTH, HEIGHT = LAYOUT.page.width, LAYOUT.page.height


def shown(left: float, top: float, right: float, bottom: float) -> tuple[Fit, Grey]:
    """A page of which the picture shows a part, mm, a pixel for each of them."""
    shift = np.array([[1.0, 0, -left], [0, 1.0, -top], [0, 0, 1.0]])
    fit = Fit(Warp.plain(LAYOUT.page, shift), 0.0, 1.0)
    grey = np.full((round(bottom - top), round(right - left)), 255, np.uint8)
    return fit.within(grey), grey


def where(fit: Fit, grey: Grey) -> dict[str, str]:
    doubts = [Doubt(element, None, None, UNSEEN) for element in LAYOUT.places]
    return {doubt.element: doubt.where for doubt in located(doubts, LAYOUT, fit, grey)}


@pytest.mark.parametrize(
    ("part", "side"),
    [
        ((60.0, 0.0, WIDTH, HEIGHT), "left"),
        ((0.0, 60.0, WIDTH, HEIGHT), "top"),
        ((0.0, 0.0, WIDTH - 60, HEIGHT), "right"),
        ((0.0, 0.0, WIDTH, HEIGHT - 60), "bottom"),
    ],
)
def test_the_side_that_is_cut_off(part, side):
    left, top, right, bottom = part
    for element, lost in where(*shown(*part)).items():
        x, y = LAYOUT.places[element].area.center
        is_inside = left + 20 < x < right - 20 and top + 20 < y < bottom - 20
        if not (left < x < right and top < y < bottom):
            assert lost == side
        elif is_inside and LAYOUT.places[element].area.size[0] < 20:
            assert lost == COVERED  # it was said to be unseen, and it is in the picture


def test_a_corner_that_is_cut_off():
    fit, grey = shown(0.0, 0.0, WIDTH + 9, HEIGHT + 9)
    nodes = fit.warp.nodes.copy()
    nodes[-20:, -20:] += 1000.0
    cut = replace(fit, warp=Warp(LAYOUT.page, nodes))
    assert set(where(cut, grey).values()) == {"bottom-right", COVERED}


def test_paper_that_does_not_fit():
    fit, grey = shown(0.0, 0.0, WIDTH + 9, HEIGHT + 9)
    doubtful = np.zeros(fit.warp.nodes.shape[:2], bool)
    doubtful[10:20, 10:20] = True
    found = where(replace(fit, doubtful=doubtful), grey)
    assert set(found.values()) == {BENT, COVERED}


def test_what_is_not_unseen_stays_as_it_is():
    doubts = (Doubt("c1", 3, 8, "digit-doubtful"),)
    assert located(doubts, LAYOUT, *shown(60.0, 0.0, WIDTH, HEIGHT)) == doubts


def lost_scan(*elements: str, place: str = "right", asked: tuple[str, ...] = ()):
    scan = scan_of({"format": 1, "sheet": "daydream/A"})
    doubts = [Doubt(element, None, 3, UNSEEN, where=place) for element in elements]
    return replace(scan, doubts=(*doubts, *(Doubt(e, 3, 8, "digit-doubtful") for e in asked)))


def test_a_sentence_instead_of_many_questions():
    clouds = [element for element in lost_scan().values if element.startswith("c")]
    told = as_text(lost_scan(*clouds, "total"), "en")
    (line,) = [line for line in told.splitlines() if "missing" in line]
    assert line.strip().startswith("The right edge is missing: clouds A")
    assert line.endswith("and the total. Photograph it again, or answer for them.")
    assert "cannot be seen" not in told


def test_other_questions_are_asked_one_by_one():
    told = as_text(lost_scan("c1", "c2", asked=("c9",)), "en")
    assert "3 or 8?" in told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_has_its_sentence(place, lang):
    (missing,) = scan_json(lost_scan("c1", "total", place=place), lang)["missing"]
    assert missing["where"] == place
    assert missing["elements"] == ["c1", "total"]
    assert grid_names("daydream/A", 0)["c1"] in missing["message"]
    assert "{" not in missing["message"]


def test_sentences_differ():
    told = {scan_json(lost_scan("c1", place=place), "en")["missing"][0]["message"]
            for place in PLACES}  # fmt: skip
    assert len(told) == len(PLACES) == len(SIDES) + len(CORNERS) + 2


def test_it_is_kept_in_the_json():
    scan = lost_scan("c1", "c2", asked=("c9",))
    again = scan_from(scan_json(scan, "sv"))
    assert missing_of(again) == missing_of(scan)
    # A scan of an older version does not say where.
    old = scan_json(scan, "sv")
    for item in old["review"]:
        item.pop("where", None)
    assert missing_of(scan_from(old)) == []


def test_an_answer_shortens_the_sentence():
    scan = lost_scan("c1", "total").settled("total", 12)
    assert [missing.elements for missing in missing_of(scan)] == [("c1",)]


def test_a_photo_without_its_right_edge():
    photo = filled("A", 3).image
    picture = np.full((photo.shape[0] + 400, photo.shape[1] + 400, 3), 90, np.uint8)
    picture[200:-200, 200:-200] = photo if photo.ndim == 3 else photo[..., None]
    (scan,) = read_photo(png(picture[:, : round(0.75 * picture.shape[1])]))
    (missing,) = scan["missing"]
    assert missing["where"] == "right" and "total" in missing["elements"]
    assert sorted(missing["elements"]) == sorted(scan["unseen"])
