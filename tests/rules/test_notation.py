"""A board fits in one line, and comes out of it as it went in."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules.daydream.board import blank
from rules.errors import HostError
from tests.rules.notation import from_line, sheet_of_line, to_line
from tests.rules.sheets import ALL, CONSTELLATION, FRAMES, PLAIN, board, sheets_and_boards


@given(sheets_and_boards())
def test_every_board_comes_back(made):
    sheet, drawn = made
    line = to_line(drawn, sheet)
    assert "\n" not in line
    assert from_line(line, sheet) == drawn
    assert sheet_of_line(line) == (sheet.id, sheet.seed)


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: sheet.id)
def test_a_blank_sheet_is_its_name(sheet):
    line = to_line(blank(sheet), sheet)
    assert line == f"{sheet.id.removeprefix('daydream/')}#0"
    assert from_line(line, sheet) == blank(sheet)


def test_how_a_board_reads():
    drawn = board(
        FRAMES,
        "12-4--",
        solo=True,
        name='Ida "Z" Ö',
        rows={"r1": "sun", "r2": "dot", "r3": "crossed", "r5": "both"},
        objects={"o1": 3, "o2": 1},
        bonuses={"b1": "leaf"},
        leaves={"l1": "filled"},
        thorns=2,
        chain={"m1": {"value": 2}, "m2": {"linked": True}},
        frames={"f1": {"5": "circled", "2": "crossed"}},
        total=-3,
    )
    assert to_line(drawn, FRAMES) == (
        "EDF#0 solo clouds=12-4-- rows=*.x-! objects=3,1,0 bonuses=@ leaves=@- thorns=2 "
        'chain=2-o frames=ox,-- total=-3 name="Ida \\"Z\\" Ö"'
    )
    sky = board(CONSTELLATION, constellation={"lines": 5, "circled": ["s3", "s1"]})
    assert to_line(sky, CONSTELLATION) == "BC#0 sky=5:s1,s3"


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("", "bad-value", "sheet"),
        ("A", "bad-value", "sheet"),
        ("A#9999999", "bad-value", "seed"),
        ("D#0", "bad-value", "sheet"),  # a line of another sheet
        ("A#1", "bad-value", "seed"),
        ("A#0 clouds=12", "bad-value", "clouds"),  # too few
        ("A#0 clouds=12x---", "bad-value", "clouds.c3"),
        ("A#0 rows=....?", "bad-value", "rows.r5"),
        ("A#0 objects=4,0,0", "bad-value", "objects.o1"),
        ("A#0 cluods=------", "unknown-id", "cluods"),
        ("A#0 solo solo", "unknown-id", "solo"),
        ("A#0 thorns=1 thorns=2", "unknown-id", "thorns"),
        ("A#0 sky=3:", "unknown-id", "constellation"),
        ("A#0 polaroids=1", "bad-value", "polaroids"),
        ('A#0 name="x', "bad-value", "name"),
        ("A#0 name=3", "bad-value", "name"),
        ("A#0 total=many", "bad-value", "total"),
    ],
)
def test_a_wrong_line_is_refused_with_its_field(line, code, field):
    with pytest.raises(HostError) as caught:
        from_line(line, PLAIN)
    assert (caught.value.code, caught.value.facts["field"]) == (code, field)


def test_frames_want_a_sign_for_each_reward():
    with pytest.raises(HostError) as caught:
        from_line("EDF#0 frames=o,--", FRAMES)
    assert caught.value.facts["field"] == "frames.f1"


def test_a_line_may_name_its_sheet_in_full_and_in_any_case():
    assert from_line(" daydream/a#0 total=5 ", PLAIN) == board(PLAIN, total=5)
