"""A sheet's risk: told in JSON, and less with every doubt that somebody settles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import HostError
from scanner.doubt_words import why_asked
from scanner.scan import CONTRADICTED, Doubt
from scanner.scan_json import scan_from, scan_json
from templates.load import load_layout
from templates.telling import why_text
from tests.scans import scan_of

LAYOUT = load_layout("daydream/A")
FIRST, SECOND = (thing.id for thing in LAYOUT.sheet.objects[:2])
WHOLE = {thing.id: thing.segments for thing in LAYOUT.sheet.objects}


def sheet(written, *, drawn=(FIRST,)):
    """Give the scan of a sheet with whole objects and a written total."""
    objects = {name: WHOLE[name] for name in drawn}
    board = {"format": 1, "sheet": "daydream/A", "objects": objects, "total": written}
    return scan_of(board)


def asked(scan, *doubts, rest=0.0):
    return replace(scan, doubts=doubts, rest=rest)


def doubt(element, stake, why="digit-doubtful", guess=None):
    return Doubt(element, guess, 3, why, (guess, 3), stake)


def test_the_risk_is_that_of_all_doubts_and_of_what_is_not_in_doubt():
    scan = asked(sheet(1), doubt("c1", 0.2), doubt("c2", 0.5), rest=0.1)
    assert scan.risk == pytest.approx(1 - 0.9 * 0.8 * 0.5)
    assert asked(sheet(1)).risk == 0


def test_every_settled_doubt_takes_its_risk_away():
    scan = asked(sheet(1), doubt("c1", 0.2), doubt("c2", 0.5), rest=0.1)
    one = scan.settled("c2", 3)
    two = one.settled("c1", None)
    assert [len(each.doubts) for each in (scan, one, two)] == [2, 1, 0]
    assert one.risk == pytest.approx(1 - 0.9 * 0.8)
    assert two.risk == pytest.approx(0.1)
    assert two.status == "ok"


CONTRADICTS = doubt("total", 0.01, CONTRADICTED, 2)


@pytest.mark.parametrize(
    ("element", "value", "left"),
    [
        (SECOND, WHOLE[SECOND], []),  # now the sheet gives what is written
        (SECOND, 0, ["total"]),
        ("total", 1, [SECOND]),
        ("total", 2, [SECOND]),  # somebody has looked: it is the player's mistake
    ],
)
def test_a_contradicted_total_is_a_question_while_it_is_contradicted(element, value, left):
    scan = asked(sheet(2), doubt(SECOND, 0.3, guess=0), CONTRADICTS)
    assert scan.settled(element, value).doubtful == left


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it", "sv"])
def test_what_stands_against_a_total_is_told_in_words(lang):
    scan = asked(sheet(2), CONTRADICTS)
    told = why_asked(CONTRADICTS, scan, lang)
    assert "2" in told and "1" in told
    assert scan_json(scan, lang)["review"][0]["why"] == told
    other = doubt("c1", 0.0)
    assert why_asked(other, scan, lang) == why_text("digit-doubtful", lang)
    # Nothing speaks against it any more: the plain reason is left.
    assert why_asked(CONTRADICTS, sheet(1), lang) == why_text(CONTRADICTED, lang)


def test_risk_goes_through_json():
    scan = asked(sheet(2), doubt("c1", 0.25), CONTRADICTS, rest=0.002)
    told = scan_json(scan, "en")
    assert told["risk"] == pytest.approx(scan.risk, abs=1e-6)
    assert [each["risk"] for each in told["review"]] == [0.25, 0.01]
    again = scan_from(told)
    assert again.risk == pytest.approx(scan.risk, abs=1e-5)
    assert again.rest == pytest.approx(0.002, abs=1e-5)
    assert again.doubts[1].why == CONTRADICTED
    assert scan_json(again, "en") == told


def test_a_scan_of_other_origin_may_have_no_risk():
    told = scan_json(asked(sheet(2), doubt("c1", 0.25)), "en")
    del told["risk"], told["review"][0]["risk"]
    assert scan_from(told).risk == 0


@pytest.mark.parametrize("risk", [-0.1, 1.1, "0", True, None])
def test_a_risk_is_a_chance(risk):
    with pytest.raises(HostError):
        scan_from({**scan_json(sheet(1), "en"), "risk": risk})
