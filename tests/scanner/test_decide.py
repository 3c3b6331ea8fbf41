"""Deciding together with the rules: doubt is settled, clear ink stays as it is."""

from __future__ import annotations

import pytest

from rules.daydream.parse import board_from
from scanner.daydream.reader import reader_for
from scanner.decide import decide
from scanner.pipeline import doubts_of
from scanner.reading import Reading, normalised
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_daydream
from templates.load import code_for


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


# ---- where one thing ends and the next begins


def test_ink_is_clear_from_a_certain_chance_on():
    clear_ink = reading("p1", _3=0.995, _8=0.005)
    assert decided(TIE, clear("c1", 8), clear_ink)["p1"].chances == clear_ink.chances
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.994, _8=0.006))
    assert found["p1"].chances[8] > 0.2


@pytest.mark.parametrize(("chance", "considered"), [(0.004, True), (0.0039, False)])
def test_readings_that_are_too_unlikely_are_not_considered(chance, considered):
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.6, _5=0.4 - chance, _8=chance))
    assert (found["p1"].chances[8] > 10 * chance) is considered


def test_the_three_likeliest_readings_are_considered():
    four = {"_1": 0.4, "_2": 0.3, "_3": 0.2, "_4": 0.1}
    assert decided(TIE, clear("c1", 3), reading("p1", **four))["p1"].guess == 3
    assert decided(TIE, clear("c1", 4), reading("p1", **four))["p1"].guess == 1


def test_a_broken_tie_makes_a_reading_fifty_times_less_likely():
    found = decided(TIE, clear("c1", 8), reading("p1", _3=0.5, _8=0.5))["p1"]
    assert found.chances[8] / found.chances[3] == pytest.approx(50)


def test_what_was_not_considered_counts_as_two_broken_ties_more():
    before = reading("p1", _3=0.5, _8=0.498, _5=0.002)
    found = decided(TIE, clear("c1", 8), before)["p1"]
    assert found.chances[8] / found.chances[5] == pytest.approx(249 * 50**2)


def test_more_than_three_broken_ties_count_as_three():
    def judge(values):
        return 0 if values["p1"] == 8 else 9

    found = decided(judge, reading("p1", _3=0.5, _8=0.5))["p1"]
    assert found.chances[8] / found.chances[3] == pytest.approx(50**3)


@pytest.mark.parametrize(("doubtful", "settled"), [(24, True), (25, False)])
def test_how_much_doubt_the_rules_may_settle(doubtful, settled):
    pairs = [(f"c{n}", f"p{n}") for n in range(doubtful)]
    clouds = [clear(f"c{n}", 8) for n in range(doubtful)]
    copied = [reading(f"p{n}", _3=0.6, _8=0.4) for n in range(doubtful)]
    found = decided(copies(*pairs), *clouds, *copied)
    assert {found[f"p{n}"].guess for n in range(doubtful)} == ({8} if settled else {3})


@pytest.mark.parametrize(("chance", "asked"), [(0.0003, True), (0.00029, False)])
def test_a_clear_reading_has_to_be_possible_otherwise_to_be_asked_about(chance, asked):
    found = decided(TIE, clear("c1", 8), reading("p1", _3=1 - chance, _8=chance))
    assert found["p1"].why == ("rules-disagree" if asked else "")


def test_only_a_reading_that_would_mend_something_is_asked_about():
    others = reading("p1", _3=0.998, _5=0.002), reading("p2", _3=0.998, _8=0.002)
    found = decided(TIE, clear("c1", 8), *others)
    assert {element: each.why for element, each in found.items()} == {"c1": "", "p1": "", "p2": ""}


def test_the_sixteen_likeliest_suspects_are_tried():
    # The one that would mend it is the n-th likeliest to be misread.
    for place, asked in ((16, True), (17, False)):
        others = [
            reading(f"x{n}", _1=1 - 0.003 + n * 1e-4, _2=0.003 - n * 1e-4) for n in range(place - 1)
        ]
        mending = reading("p1", _3=1 - 0.0005, _8=0.0005)
        found = decided(TIE, clear("c1", 8), *others, mending)
        assert (found["p1"].why == "rules-disagree") is asked


def test_what_has_a_reason_already_is_no_suspect():
    found = decided(TIE, clear("c1", 8), reading("p1", why="crossed-alone", _3=0.9999, _8=0.0001))
    assert found["p1"].why == "crossed-alone"


def test_ink_that_is_no_proper_mark_is_opened():
    found = decided(lambda values: 0, reading("p1", why="digit-scribble", _3=0.9, _8=0.1))["p1"]
    assert found.chances[3] / found.chances[8] == pytest.approx(9**0.4)


@pytest.mark.parametrize(("chance", "asked"), [(0.8, True), (0.79, False)])
def test_a_likely_reading_that_is_turned_over_is_asked_about(chance, asked):
    before = reading("p1", _3=chance, _8=1 - chance)
    found = decided(TIE, clear("c1", 8), before)["p1"]
    assert (found.guess, found.why) == (8, "rules-disagree" if asked else "")


def test_a_reading_that_is_turned_over_keeps_its_own_reason():
    before = reading("p1", why="digit-scribble", _3=0.9, _8=0.1)
    assert decided(TIE, clear("c1", 8), before)["p1"].why == "digit-scribble"


@pytest.mark.parametrize(("links", "settled"), [(2, True), (3, True), (4, False)])
def test_doubt_is_passed_on_three_times(links, settled):
    # Each follows the one after it; the surest, which is farthest away, is weighed first.
    names = [f"c{n}" for n in range(links + 1)]

    def judge(values):
        pairs = enumerate(zip(names, names[1:], strict=False), 1)
        return sum(n * (values[a] != values[b]) for n, (a, b) in pairs)

    ends = clear(names[-1], 7)
    doubts = [
        reading(name, _1=0.75 - 0.02 * n, _7=0.25 + 0.02 * n) for n, name in enumerate(names[:-1])
    ]
    found = decided(judge, *doubts, ends)
    assert (found[names[0]].guess == 7) is settled


def test_the_same_values_are_judged_once():
    asked = []

    def judge(values):
        asked.append(tuple(values.items()))
        return TIE(values)

    decided(judge, clear("c1", 8), reading("p1", _3=0.6, _8=0.4), reading("p2", _1=0.6, _2=0.4))
    assert len(asked) == len(set(asked))


def test_judges_hear_about_every_element():
    def judge(values):
        assert set(values) == {"c1", "p1", "p2"}
        return 0

    decided(judge, clear("c1", 8), reading("p1", _3=0.6, _8=0.4), reading("p2", _1=0.6, _2=0.4))


# ---- Daydream's own ties

SHEET = load_daydream("EDF")


def on_sheet(doubtful, **ink):
    """Decide one doubtful element of a sheet on which the others are clear."""
    board = board_from({"format": 1, "sheet": SHEET.sheet.id, **ink}, SHEET.sheet)
    readings = [
        Reading(element, {value: 1.0}) for element, value in JUDGE.values_of(board, SHEET).items()
    ]
    contradictions = reader_for(code_for(SHEET.sheet.id)).contradictions
    return decided(lambda values: contradictions(values, SHEET), *readings, doubtful)


@pytest.mark.parametrize(("leaf", "guess", "surer"), [("circled", 1, True), ("filled", 7, False)])
def test_leaves_help_to_tell_a_seven_from_a_one(leaf, guess, surer):
    alone = next(cloud.id for cloud in SHEET.sheet.clouds if cloud.symbol is None)
    leaves = {next(each.id for each in SHEET.sheet.leaves if each.circled): leaf}
    found = on_sheet(reading(alone, _7=0.55, _1=0.45), leaves=leaves)[alone]
    assert found.guess == guess
    assert (found.confidence > 0.9) == surer


def test_a_two_before_the_clover_is_rather_a_five():
    frame = SHEET.sheet.frames[0]
    full = dict.fromkeys(frame.clouds, 1)
    doubtful = Reading(f"{frame.id}.2", {"circled": 0.55, "crossed": 0.45})
    for clover, guess in ((0, "crossed"), (1, "circled")):
        things = {
            each.id: clover if each.name == "clover" else each.segments
            for each in SHEET.sheet.objects[: _place_of("clover") + 1]
        }
        found = on_sheet(doubtful, clouds=full, solo=True, objects=things)
        assert found[doubtful.element].guess == guess


def _place_of(name):
    return next(n for n, each in enumerate(SHEET.sheet.objects) if each.name == name)
