"""Deciding together with the rules: doubt is settled, clear ink stays as it is."""

from __future__ import annotations

import pytest

from scanner.decide import decide
from scanner.pipeline import doubts_of
from scanner.reading import Reading, normalised


def reading(element, *, doubt="digit-doubtful", why="", **chances):
    """Make a reading from chances such as ``_3=0.6, _8=0.4``; ``nothing`` is an empty field."""
    values = {None if k == "nothing" else int(k[1:]): chance for k, chance in chances.items()}
    return Reading(element, values, doubt=doubt, why=why)


def clear(element, value):
    return Reading(element, normalised({value: 0.9999, 0 if value else 9: 0.0001}))


def copies(*pairs):
    """Judge by ties: each pair of elements has to say the same."""
    return lambda values: sum(values[a] != values[b] for a, b in pairs)


def decided(judge, *readings):
    return decide({each.element: each for each in readings}, judge)


TIE = copies(("c1", "p1"))


def test_a_doubtful_polaroid_is_settled_by_its_cloud():
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.6, _8=0.4))
    assert found["p1"].guess == 8
    assert found["p1"].confidence > 0.95
    assert found["c1"] == clear("c1", 8)


def test_rules_confirm_what_the_ink_already_says():
    found = decided(TIE, clear("c1", 3), reading("p1", _3=0.8, _8=0.2))
    assert found["p1"].guess == 3
    assert found["p1"].confidence > 0.99


def test_a_clear_contradiction_is_the_players():
    before = clear("c1", 8), clear("p1", 3)
    found = decided(TIE, *before)
    assert found == {each.element: each for each in before}


def test_a_clear_reading_is_asked_about_where_another_one_would_fit():
    before = reading("p1", _3=0.999, _8=0.001)
    found = decided(TIE, clear("c1", 8), before)
    assert found["p1"].chances == before.chances
    assert [doubt.element for doubt in doubts_of(found.values())] == ["p1"]


def test_a_clear_reading_that_fits_is_not_asked_about():
    found = decided(TIE, clear("c1", 3), reading("p1", _3=0.998, _8=0.002))
    assert doubts_of(found.values()) == []


def test_rules_that_turn_a_likely_reading_over_go_to_a_person():
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.9, _8=0.1))
    assert found["p1"].guess == 8
    (doubt,) = doubts_of(found.values())
    assert (doubt.element, doubt.why) == ("p1", "rules-disagree")


def test_what_the_ink_excludes_is_not_considered():
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.6, _5=0.399, _8=0.001))
    assert found["p1"].guess in (3, 5)


def test_rules_without_an_opinion_change_nothing():
    before = reading("p1", _3=0.6, _8=0.4)
    found = decided(lambda values: 0, before)
    assert found["p1"].chances == pytest.approx(before.chances)
    assert len(doubts_of(found.values())) == 1


def test_one_settled_doubt_settles_the_next():
    judge = copies(("m1", "c1"), ("c1", "p1"))
    chain = clear("m1", 7), reading("c1", _7=0.6, _1=0.4), reading("p1", _1=0.55, _7=0.45)
    found = decided(judge, *chain)
    assert (found["c1"].guess, found["p1"].guess) == (7, 7)


def test_two_doubtful_elements_that_agree_are_not_torn_apart():
    found = decided(TIE, reading("c1", _1=0.7, _7=0.3), reading("p1", _1=0.7, _7=0.3))
    assert (found["c1"].guess, found["p1"].guess) == (1, 1)


def test_several_doubts_each_follow_their_own_tie():
    pairs = [(f"c{n}", f"p{n}") for n in range(6)]
    clouds = [clear(f"c{n}", n) for n in range(6)]
    copied = [Reading(f"p{n}", {n: 0.4, n + 1: 0.6}, doubt="digit-doubtful") for n in range(6)]
    found = decided(copies(*pairs), *clouds, *copied)
    assert [found[f"p{n}"].guess for n in range(6)] == list(range(6))


def test_a_page_full_of_doubt_is_left_alone():
    pairs = [(f"c{n}", f"p{n}") for n in range(25)]
    clouds = [clear(f"c{n}", 8) for n in range(25)]
    copied = [reading(f"p{n}", _3=0.6, _8=0.4) for n in range(25)]
    found = decided(copies(*pairs), *clouds, *copied)
    assert all(found[each.element] == each for each in copied)
    assert len(doubts_of(found.values())) == 25


def test_a_reason_to_look_stays_a_reason():
    found = decided(TIE, clear("c1", 8), reading("p1", why="digit-scribble", _8=0.6, nothing=0.4))
    assert found["p1"].why == "digit-scribble"
    assert [doubt.why for doubt in doubts_of(found.values())] == ["digit-scribble"]


def test_chances_stay_chances():
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.5, _8=0.3, _5=0.1, nothing=0.1))
    assert sum(found["p1"].chances.values()) == pytest.approx(1.0)


def test_nothing_read_is_nothing_decided():
    assert decide({}, lambda values: 0) == {}


def test_the_least_sure_doubt_comes_first():
    sure = reading("c1", _3=0.9, _8=0.1)
    unsure = reading("c2", _3=0.5, _8=0.5)
    line = reading("o1", doubt="line-doubtful", _3=0.94, _4=0.06)
    mark = Reading("r1", {"dot": 0.93, None: 0.07})  # marks are sure from 0.9 on
    assert [d.element for d in doubts_of([line, sure, mark, unsure])] == ["c2", "c1", "o1"]
