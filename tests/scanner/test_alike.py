"""An answer about one digit counts for all of the same hand that look the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.alike import MISTAKEN, NEAREST, is_alike, shape_of
from scanner.scan import Doubt
from scanner.scan_json import scan_from, scan_json
from scanner.unseen import UNSEEN
from tests.scans import scan_of

CLOUDS = ("c1", "c2", "c3", "c4", "c5", "c6")
HERE = [1.5] * 48
SAME, FAR = shape_of(HERE), shape_of([-1.5] * 48)


def sheet(*doubts, name=""):
    """A sheet on which a bare stroke stands in six clouds, read as 7."""
    clouds = dict.fromkeys(CLOUDS, 7)
    board = {"format": 1, "sheet": "daydream/A", "clouds": clouds, "name": name}
    return replace(scan_of(board), doubts=doubts)


def doubt(element, shape=SAME, guess=7, why="digit-doubtful", stake=0.2):
    return Doubt(element, guess, 1, why, (guess, 1), stake, shape=shape)


def test_shapes_are_alike_up_to_a_distance():
    step = (NEAREST / 48) ** 0.5
    assert is_alike(SAME, shape_of([each + 0.95 * step for each in HERE]))
    assert not is_alike(SAME, shape_of([each + 1.05 * step for each in HERE]))


@pytest.mark.parametrize("broken", ["", "?", "abc", shape_of(HERE[:-1]), "Ä" * 64])
def test_what_is_no_shape_is_like_nothing(broken):
    assert not is_alike(SAME, broken)
    assert not is_alike(broken, broken) or broken == shape_of(HERE[:-1])


def test_six_digits_that_look_the_same_are_asked_about_once():
    scan = sheet(*(doubt(cloud) for cloud in CLOUDS)).settled("c2", 1)
    assert scan.doubts == () and scan.status == "ok"
    assert [scan.values[cloud] for cloud in CLOUDS] == [1] * 6


def test_what_was_only_heard_is_a_little_less_sure():
    scan = sheet(doubt("c1"), doubt("c2"), doubt("c3", stake=0.001)).settled("c1", 1)
    assert scan.confidence["c1"] == 1.0 and scan.confidence["c2"] == 1 - MISTAKEN
    assert scan.risk == pytest.approx(1 - (1 - MISTAKEN) * (1 - 0.001))


@pytest.mark.parametrize(
    "other",
    [
        doubt("c2", FAR),
        doubt("c2", guess=1),
        doubt("c2", ""),
        doubt("c2", why=UNSEEN),
    ],
)
def test_another_sign_stays_a_question(other):
    scan = sheet(doubt("c1"), other).settled("c1", 1)
    assert scan.doubtful == ["c2"] and scan.values["c2"] == 7


def test_that_there_is_no_digit_says_nothing_about_others():
    scan = sheet(doubt("c1"), doubt("c2")).settled("c1", None)
    assert scan.doubtful == ["c2"]


def test_a_digit_becomes_only_what_it_may_well_be():
    scan = sheet(doubt("c1"), doubt("c2"))
    assert scan.settled("c1", 4).doubtful == ["c2"]
    assert scan.settled("c1", 1).doubtful == []


def test_shapes_are_kept_with_the_scan():
    scan = scan_from(scan_json(sheet(doubt("c1"), doubt("c2")), "en"))
    assert scan.settled("c1", 7).doubts == ()


def test_a_scan_of_other_origin_has_no_shapes():
    data = scan_json(sheet(doubt("c1"), doubt("c2")), "en")
    for item in data["review"]:
        del item["shape"]
    assert scan_from(data).settled("c1", 7).doubtful == ["c2"]


def test_a_sheet_knows_its_writer_by_the_one_name():
    assert sheet(name=" Ada ").writer == sheet(name="ADA").writer == "ada"
    assert sheet().writer == ""
