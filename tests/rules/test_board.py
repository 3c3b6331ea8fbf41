"""JSON from anywhere becomes a board, or a refusal that names the field."""

from __future__ import annotations

import json
import pickle

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules.daydream.board import (
    ConstellationInk,
    DaydreamBoard,
    LeafMark,
    MoonInk,
    PolaroidInk,
    blank,
)
from rules.daydream.parse import board_from, full_name
from rules.errors import HostError
from tests.rules.sheets import (
    ALL,
    CHAIN,
    CONSTELLATION,
    DISTINCT,
    FRAMES,
    NOTES,
    PLAIN,
    board,
    sheets_and_boards,
)


@given(sheets_and_boards())
def test_what_goes_out_as_json_comes_back(made):
    sheet, drawn = made
    assert board_from(json.loads(json.dumps(drawn.as_json())), sheet) == drawn


@given(sheets_and_boards())
def test_a_board_can_travel_between_processes(made):
    assert pickle.loads(pickle.dumps(made[1])) == made[1]


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: sheet.id)
def test_what_is_left_out_is_untouched(sheet):
    assert board_from({"format": 1, "sheet": sheet.id}, sheet) == blank(sheet)
    parts = [
        field for field in DaydreamBoard.__dataclass_fields__ if field not in ("sheet", "seed")
    ]
    nothing = {"format": 1, "sheet": sheet.id, "seed": None, **dict.fromkeys(parts)}
    assert board_from(nothing, sheet) == blank(sheet)


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: sheet.id)
def test_null_is_untouched_for_every_element(sheet):
    empty = blank(sheet).as_json()
    parts = ("clouds", "rows", "objects", "bonuses", "leaves", "polaroids", "notes", "chain")
    data = empty | {part: dict.fromkeys(empty[part]) for part in (*parts, "frames")}
    assert board_from(data, sheet) == blank(sheet)


def test_a_leaf_printed_as_circled_stays_circled():
    assert board(PLAIN, leaves={"l1": None, "l2": None}).leaves == {
        "l1": LeafMark.CIRCLED,
        "l2": None,
    }
    assert board(PLAIN, leaves={"l1": "filled"}).leaves["l1"] is LeafMark.FILLED


def test_values_are_read():
    assert board(PLAIN, "90----").clouds["c1"] == 9
    assert board(DISTINCT, polaroids={"p2": {"value": 0, "circled": True}}).polaroids[
        "p2"
    ] == PolaroidInk(0, True)
    assert board(CHAIN, chain={"m2": {"value": 3, "linked": True}}).chain["m2"] == MoonInk(3, True)
    # Stars stand in the order of the path, however they are listed.
    sky = {"lines": 5, "circled": ["s3", "s1"]}
    assert board(CONSTELLATION, constellation=sky).constellation == ConstellationInk(
        5, ("s1", "s3")
    )
    assert board(FRAMES, frames={"f2": {"2": "crossed"}}).frames["f2"] == {5: None, 2: "crossed"}


@pytest.mark.parametrize(
    ("given", "full"),
    [
        ("A", "daydream/A"),
        ("bac", "daydream/BAC"),
        (" DayDream/da ", "daydream/DA"),
        ("When-I-Dream/Score", "when-i-dream/score"),
    ],
)
def test_full_name(given, full):
    assert full_name(given) == full


@pytest.mark.parametrize("name", ["A", "a", "daydream/a", "DAYDREAM/A"])
def test_a_sheet_goes_by_any_of_its_names(name):
    assert board_from({"format": 1, "sheet": name}, PLAIN).sheet == "daydream/A"


WRONG = [
    (PLAIN, {"format": 2}, "unknown-format", "format"),
    (PLAIN, {"format": None}, "bad-value", "format"),
    (PLAIN, {"format": True}, "bad-value", "format"),
    (PLAIN, {"format": 1.0}, "bad-value", "format"),
    (PLAIN, {"sheet": "daydream/D"}, "bad-value", "sheet"),
    (PLAIN, {"sheet": 5}, "bad-value", "sheet"),
    (PLAIN, {"seed": -1}, "bad-value", "seed"),
    (PLAIN, {"seed": 10**6}, "bad-value", "seed"),
    (PLAIN, {"seed": 3}, "bad-value", "seed"),  # the sheet in hand has another one
    (PLAIN, {"solo": 1}, "bad-value", "solo"),
    (PLAIN, {"name": 3}, "bad-value", "name"),
    (PLAIN, {"name": "x" * 61}, "bad-value", "name"),
    (PLAIN, {"name": "a\x1b[31m"}, "bad-value", "name"),
    (PLAIN, {"name": "a\nb"}, "bad-value", "name"),
    (PLAIN, {"cloud": {}}, "unknown-id", "cloud"),
    (PLAIN, {"clouds": []}, "bad-value", "clouds"),
    (PLAIN, {"clouds": {"c7": 1}}, "unknown-id", "clouds.c7"),
    (PLAIN, {"clouds": {"c1": 10}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": -1}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": True}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": 3.0}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": "3"}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": float("nan")}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": float("inf")}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": 10**5000}}, "bad-value", "clouds.c1"),
    (PLAIN, {"clouds": {"c1": [1]}}, "bad-value", "clouds.c1"),
    (PLAIN, {"rows": {"r1": "Dot"}}, "bad-value", "rows.r1"),
    (PLAIN, {"rows": {"r9": "dot"}}, "unknown-id", "rows.r9"),
    (PLAIN, {"rows": {"r1": {}}}, "bad-value", "rows.r1"),
    (PLAIN, {"objects": {"o1": 4}}, "bad-value", "objects.o1"),  # it has three lines
    (PLAIN, {"objects": {"o9": 1}}, "unknown-id", "objects.o9"),
    (PLAIN, {"bonuses": {"b1": "sun"}}, "bad-value", "bonuses.b1"),
    (PLAIN, {"bonuses": {"b2": "line"}}, "unknown-id", "bonuses.b2"),
    (PLAIN, {"leaves": {"l1": "crossed"}}, "bad-value", "leaves.l1"),
    (PLAIN, {"thorns": 7}, "bad-value", "thorns"),
    (PLAIN, {"thorns": -1}, "bad-value", "thorns"),
    (PLAIN, {"total": "17"}, "bad-value", "total"),
    (PLAIN, {"total": 10**9}, "bad-value", "total"),
    (PLAIN, {"polaroids": {"p1": {"value": 1}}}, "unknown-id", "polaroids.p1"),
    (PLAIN, {"notes": {"n1": 1}}, "unknown-id", "notes.n1"),
    (PLAIN, {"chain": {"m1": {"value": 1}}}, "unknown-id", "chain.m1"),
    (PLAIN, {"frames": {"f1": {}}}, "unknown-id", "frames.f1"),
    (PLAIN, {"constellation": {"lines": 1}}, "unknown-id", "constellation"),
    (PLAIN, {"constellation": {"circled": ["s1"]}}, "unknown-id", "constellation"),
    (PLAIN, {"constellation": {"line": 1}}, "unknown-id", "constellation.line"),
    (CONSTELLATION, {"constellation": {"lines": 6}}, "bad-value", "constellation.lines"),
    (CONSTELLATION, {"constellation": {"lines": "5"}}, "bad-value", "constellation.lines"),
    (CONSTELLATION, {"constellation": 5}, "bad-value", "constellation"),
    (CONSTELLATION, {"constellation": {"circled": "s1"}}, "bad-value", "constellation.circled"),
    (
        CONSTELLATION,
        {"constellation": {"circled": ["s1", "s9"]}},
        *("unknown-id", "constellation.circled[1]"),
    ),
    (
        CONSTELLATION,
        {"constellation": {"circled": ["s1", "s1"]}},
        *("bad-value", "constellation.circled[1]"),
    ),
    (CONSTELLATION, {"constellation": {"circled": [1]}}, "bad-value", "constellation.circled[0]"),
    (NOTES, {"notes": {"n1": 2}}, "bad-value", "notes.n1"),
    (NOTES, {"notes": {"n2": True}}, "bad-value", "notes.n2"),
    (DISTINCT, {"polaroids": {"p1": 3}}, "bad-value", "polaroids.p1"),
    (DISTINCT, {"polaroids": {"p1": {"value": 11}}}, "bad-value", "polaroids.p1.value"),
    (DISTINCT, {"polaroids": {"p1": {"circled": 1}}}, "bad-value", "polaroids.p1.circled"),
    (DISTINCT, {"polaroids": {"p1": {"ring": True}}}, "unknown-id", "polaroids.p1.ring"),
    (CHAIN, {"chain": {"m1": {"value": 1, "linked": True}}}, "bad-value", "chain.m1.linked"),
    (CHAIN, {"chain": {"m2": {"linked": "yes"}}}, "bad-value", "chain.m2.linked"),
    (CHAIN, {"chain": {"m4": {}}}, "unknown-id", "chain.m4"),
    (FRAMES, {"frames": {"f1": {"5": "both"}}}, "bad-value", "frames.f1.5"),
    (FRAMES, {"frames": {"f1": {"3": "circled"}}}, "unknown-id", "frames.f1.3"),
    (FRAMES, {"frames": {"f1": ["5"]}}, "bad-value", "frames.f1"),
]


@pytest.mark.parametrize(("sheet", "part", "code", "field"), WRONG, ids=lambda given: "")
def test_a_wrong_value_is_refused_with_its_field(sheet, part, code, field):
    with pytest.raises(HostError) as caught:
        board_from({"format": 1, "sheet": sheet.id} | part, sheet)
    assert (caught.value.code, caught.value.facts["field"]) == (code, field)


@pytest.mark.parametrize("data", [None, 3, "board", [], [{}], True])
def test_what_is_no_object_is_no_board(data):
    with pytest.raises(HostError) as caught:
        board_from(data, PLAIN)
    assert caught.value.code == "bad-value"


def test_a_part_that_the_sheet_lacks_may_be_empty():
    nothing = {"polaroids": {}, "notes": {}, "chain": {}, "frames": {}}
    sky = {"lines": 0, "circled": []}
    assert board(PLAIN, constellation=sky, **nothing) == blank(PLAIN)


def test_a_slip_gets_a_guess():
    with pytest.raises(HostError) as caught:
        board(PLAIN, clouts={"c1": 3})
    assert caught.value.facts["did_you_mean"] == "clouds"
    with pytest.raises(HostError) as caught:
        board(PLAIN, rows={"r1": "dott"})
    assert caught.value.facts["did_you_mean"] == "dot"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["c1", "r1", "o1", "m1", "f1", "5", "value", "lines", "x"]), inner
        )
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(ALL),
    st.dictionaries(
        st.sampled_from([*DaydreamBoard.__dataclass_fields__, "format", "x"]), ANYTHING
    ),
)
def test_nothing_but_a_refusal_comes_of_rubbish(sheet, data):
    try:
        drawn = board_from({"format": 1, "sheet": sheet.id} | data, sheet)
    except HostError as error:
        assert error.code in ("bad-value", "unknown-id", "unknown-format")
        assert len(error.facts["field"]) < 200
    else:
        assert board_from(drawn.as_json(), sheet) == drawn
