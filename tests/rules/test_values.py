"""Untrusted JSON is read with a path, and refused with a remedy."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules import values
from rules.errors import HostError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def refusal(read, *args, **kwargs):
    with pytest.raises(HostError) as caught:
        read(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize("value", [0, 3, 9])
def test_a_number_in_range_is_read(value):
    assert values.integer(value, "clouds.c1", 0, 9) == value


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (10, "10"),
        (-1, "-1"),
        (True, "true"),  # JSON's true is not a 1
        (3.0, "3.0"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        ("3", '"3"'),
        (None, "null"),
        ([3], "[…]"),
        ({}, "{}"),
        (10**5000, "1e5000"),  # Python itself refuses to write this one out
        (-(10**5000), "-1e5000"),
    ],
    ids=lambda given: "",
)
def test_anything_else_is_refused_with_its_field(value, seen):
    error = refusal(values.integer, value, "clouds.c1", 0, 9)
    assert error.code == "bad-value"
    assert error.facts == {
        "field": "clouds.c1",
        "value": seen,
        "expected": "integer",
        "low": 0,
        "high": 9,
        "choices": (),
        "did_you_mean": None,
    }


def test_null_is_read_only_where_it_may_stand():
    assert values.integer(None, "total", 0, 99, allow_none=True) is None
    assert values.boolean(None, "solo", allow_none=True) is None
    assert refusal(values.boolean, None, "solo").facts["expected"] == "boolean"


@pytest.mark.parametrize("value", [0, 1, "true", "", [], 1.0])
def test_only_true_and_false_are_boolean(value):
    assert refusal(values.boolean, value, "solo").code == "bad-value"
    assert values.boolean(True, "solo") is True
    assert values.boolean(False, "solo") is False


@pytest.mark.parametrize("value", ["", "Jörg", "Ælfgifu O'Brien", "👩‍🚀", "x" * 60])
def test_names_of_all_kinds_are_text(value):
    assert values.text(value, "name") == value


@pytest.mark.parametrize(
    "value", ["x" * 61, "a\nb", "\x1b[31m", "\ud800", "a\u2028b", "\u202egnp", 7, None]
)
def test_text_that_could_disturb_a_page_is_refused(value):
    error = refusal(values.text, value, "name")
    assert error.facts["expected"] == "text"
    assert str(error.facts["value"]).isprintable()


def test_a_word_nearly_right_is_suggested():
    error = refusal(values.choice, "faery", "rounds[0].roles.2", ("fairy", "nightmare", "sandman"))
    assert error.facts["did_you_mean"] == "fairy"
    assert error.facts["choices"] == ("fairy", "nightmare", "sandman")
    assert values.choice("fairy", "rounds[0].roles.2", ("fairy", "sandman")) == "fairy"


def test_an_unknown_key_names_its_place_and_its_neighbour():
    error = refusal(values.mapping, {"visoin": 3}, "rounds[2]", ("vision", "mortal", "votes"))
    assert error.code == "unknown-id"
    assert error.facts["field"] == "rounds[2].visoin"
    assert error.facts["did_you_mean"] == "vision"


@pytest.mark.parametrize("key", [1, None, "\x1b[2J", "x" * 5000])
def test_odd_keys_are_refused_and_safe_to_print(key):
    error = refusal(values.mapping, {key: 1}, "rounds[0]", ("vision",))
    assert error.code == "unknown-id"
    assert len(str(error.facts["field"])) < 80
    assert str(error.facts["field"]).isprintable()


def test_mappings_and_lists_are_told_apart():
    assert values.mapping({"a": 1}, "", None) == {"a": 1}
    assert values.listing([1, 2], "players", 1, 2) == [1, 2]
    assert refusal(values.mapping, [1], "rounds[0]", ("a",)).facts["expected"] == "object"
    assert refusal(values.listing, {"a": 1}, "rounds", 0, 9).facts["expected"] == "list"
    assert refusal(values.listing, "abc", "rounds", 0, 9).facts["value"] == '"abc"'
    assert refusal(values.listing, [1, 2, 3], "players", 0, 2).facts["high"] == 2


def test_the_format_is_known_or_refused():
    assert values.format_number(1, 1) == 1
    assert refusal(values.format_number, 2, 1).code == "unknown-format"
    assert refusal(values.format_number, 2, 1).facts == {
        "field": "format",
        "value": "2",
        "known": 1,
    }
    assert refusal(values.format_number, True, 1).code == "bad-value"
    assert refusal(values.format_number, None, 1).code == "bad-value"
    assert refusal(values.format_number, "1", 1).facts["did_you_mean"] == "1"


def test_paths_read_like_the_json():
    assert values.child("", "rounds") == "rounds"
    assert values.child("rounds", 2) == "rounds[2]"
    assert values.child(values.child("rounds[2]", "roles"), "7") == "rounds[2].roles.7"


@given(JSON)
def test_showing_never_fails_and_stays_short(value):
    shown = values.shown(value)
    assert shown.isprintable()
    assert len(shown) <= 420  # forty characters, each spelt out at most


def test_showing_survives_deep_nesting():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert values.shown(deep) == "[…]"
