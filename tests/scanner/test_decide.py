"""Deciding together with the rules: they point, clear ink stays, doubt about totals is asked."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.daydream.parse import board_from
from scanner.daydream.reader import reader_for
from scanner.decide import IDLE, PROMISE, decide
from scanner.pipeline import doubts_of
from scanner.reading import CORRECTED, Reading, normalised
from scanner.scan import CONTRADICTED
from scanner.unseen import UNSEEN
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_daydream
from templates.game import Verdict
from templates.load import code_for

DIGIT = "digit-doubtful"
TRACE = 1e-5
"""How likely a mark is where a pen left hardly anything."""


def digit(element, *, why="", **chances):
    """Make a reading from chances such as ``_3=0.6, _8=0.4``; ``nothing`` is an empty field."""
    values = {None if k == "nothing" else int(k[1:]): chance for k, chance in chances.items()}
    return Reading(element, values, why=why, doubt=DIGIT)


def clear(element, value):
    other = 0 if value else 9
    return Reading(element, normalised({value: 0.99999, other: 0.00001}), doubt=DIGIT)


def mark(element, chance, *, why=""):
    """Make a mark that is there with a chance."""
    return Reading(element, {False: 1 - chance, True: chance}, why=why)


def copies(*pairs, total=lambda values: 0):
    """Judge by ties: each pair of elements has to say the same."""

    def judge(values):
        broken = [(a, b) for a, b in pairs if values[a] != values[b]]
        keys = ((b, "tie", f"{values[a]} {values[b]}") for a, b in broken)
        return Verdict(frozenset(keys), (total(values),))

    return judge


def decided(judge, *readings):
    return decide({each.element: each for each in readings}, judge)


def questions(decision):
    return {e: reading.why for e, reading in decision.readings.items() if reading.why}


TIE = copies(("c1", "p1"))


@pytest.mark.parametrize(
    ("cloud", "chances", "guess", "why"),
    [
        (8, {"_3": 0.6, "_8": 0.4}, 8, "rules-disagree"),  # the rules propose, a person decides
        (8, {"_3": 0.4, "_8": 0.6}, 8, DIGIT),  # a coin flip stays a question
        (3, {"_3": 0.9, "_8": 0.1}, 3, ""),  # likely ink that the rules confirm is settled
        (3, {"_3": 0.78, "_8": 0.22}, 3, DIGIT),
        (8, {"_3": 0.93, "_8": 0.07}, 8, "rules-disagree"),
        (3, {"_3": 0.9, "nothing": 0.1}, 3, DIGIT),  # that there is no digit breaks every tie
        (3, {"_3": 0.975, "_8": 0.02, "nothing": 0.005}, 3, ""),
        (8, {"_3": 0.6, "_5": 0.399, "_8": 0.001}, 3, DIGIT),  # what the ink excludes
        (8, {"_3": 0.99999, "_8": 0.00001}, 3, ""),  # clear ink is the player's
    ],
)
def test_the_rules_point_and_do_not_settle(cloud, chances, guess, why):
    found = decided(TIE, clear("c1", cloud), digit("p1", **chances))
    assert found.readings["p1"].guess == guess
    assert questions(found) == ({"p1": why} if why else {})


def test_a_clear_digit_is_asked_about_where_another_one_would_fit():
    found = decided(TIE, clear("c1", 8), digit("p1", _3=0.998, _8=0.002))
    assert found.readings["p1"].guess == 3
    assert questions(found) == {"p1": "rules-disagree"}
    fits = decided(TIE, clear("c1", 3), digit("p1", _3=0.998, _8=0.002))
    assert questions(fits) == {}


@pytest.mark.parametrize(("ties", "asked"), [(1, {}), (2, {"c1": "rules-disagree"})])
def test_a_digit_that_would_mend_several_things_is_asked_about_however_clear(ties, asked):
    judge = copies(*(("c1", f"p{n}") for n in range(ties)))
    others = [clear(f"p{n}", 1) for n in range(ties)]
    found = decided(judge, digit("c1", _7=0.99999, _1=0.00001), *others)
    assert found.readings["c1"].guess == 7
    assert questions(found) == asked


@pytest.mark.parametrize(("left", "asked"), [(1e-3, {"c1": "rules-disagree"}), (1e-5, {})])
def test_a_clear_digit_that_hands_mistake_is_asked_about_where_another_one_fits(left, asked):
    others = {f"_{n}": 0.0 for n in (2, 3, 4)}
    ink = digit("c1", _7=1 - left, _1=left, **others)
    assert questions(decided(copies(("c1", "p1")), ink, clear("p1", 1))) == asked


def test_a_clear_digit_is_asked_about_where_only_the_right_one_mends_something():
    def judge(values):  # a note whose head is filled: no digit at all would not explain it either
        return Verdict(frozenset() if values["c1"] == 4 else {("n1", "heads", "")}, (values["c1"],))

    found = decided(judge, digit("c1", _9=0.9992, _4=0.0008, nothing=0.0))
    assert questions(found) == {"c1": "rules-disagree"}


def test_an_empty_field_is_asked_about_where_what_was_drawn_needs_a_digit():
    def judge(values):
        return Verdict(frozenset(), (0,), wanting=frozenset({"c1"} - {values["c1"]}))

    empty = digit("c1", nothing=0.99999, _1=0.00001)
    assert questions(decided(judge, empty)) == {"c1": "rules-disagree"}


@pytest.mark.parametrize("why", ["mark-odd", "crossed-beside"])
def test_odd_ink_is_not_asked_about_where_everything_else_says_the_same(why):
    def odd(chance):
        return mark("s1", chance, why=why)

    judge = copies(*(("s1", f"n{n}") for n in range(2)), total=lambda values: values["s1"])
    others = [mark(f"n{n}", 1.0) for n in range(2)]
    assert questions(decided(judge, odd(0.8), *others)) == {}
    assert questions(decided(judge, odd(0.2), *others)) == {"s1": why}
    assert questions(decided(copies(), odd(0.8))) == {"s1": why}


@pytest.mark.parametrize(("hidden", "asked"), [("", False), (UNSEEN, True)])
def test_a_cross_beside_a_ring_is_asked_about_where_part_of_a_sheet_is_hidden(hidden, asked):
    judge = copies(*(("s1", f"n{n}") for n in range(2)), total=lambda values: values["s1"])
    others = [mark(f"n{n}", 1.0) for n in range(2)]
    found = decided(
        judge, mark("s1", 0.8, why="crossed-beside"), *others, mark("t1", 0, why=hidden)
    )
    assert ("s1" in questions(found)) == asked


@pytest.mark.parametrize(("worth", "asked"), [(0, {}), (1, {"s1": "mark-odd"})])
def test_odd_ink_on_which_no_total_hangs_needs_less_to_say_the_same(worth, asked):
    # The row's numbers say what the tick says: 0.987, which is not enough where points hang on it.
    judge = copies(("s1", "n1"), total=lambda values: worth * values["s1"])
    tick = mark("s1", 0.75, why="mark-odd")
    assert questions(decided(judge, tick, mark("n1", 1.0))) == asked


@pytest.mark.parametrize(("ink", "asked"), [(0.62, {}), (0.58, {"c1": DIGIT})])
def test_the_rules_confirm_a_digit_to_which_the_ink_leans_but_no_coin_flip(ink, asked):
    leaning = digit("c1", _3=ink, _8=1 - ink)
    ties = copies(("c1", "p1"), ("c1", "p2"))
    found = decided(ties, leaning, clear("p1", 3), clear("p2", 3))
    assert found.readings["c1"].guess == 3
    assert questions(found) == asked


@pytest.mark.parametrize(("doubtful", "asked"), [(23, False), (24, True)])
def test_where_much_is_doubtful_the_rules_confirm_only_what_the_ink_rather_says(doubtful, asked):
    pairs = [(f"c{n}", f"p{n}") for n in range(doubtful + 1)]
    clouds = [clear(f"c{n}", 3) for n in range(doubtful + 1)]
    copied = [digit(f"p{n}", _3=0.9, _8=0.1) for n in range(doubtful)]
    found = decided(copies(*pairs), *clouds, *copied, digit(f"p{doubtful}", _3=0.82, _8=0.18))
    assert set(questions(found)) == ({f"p{doubtful}"} if asked else set())


def test_rules_without_an_opinion_change_little():
    found = decided(copies(), digit("p1", _3=0.6, _8=0.4))
    assert found.readings["p1"].chances == pytest.approx({3: 0.6, 8: 0.4})
    assert questions(found) == {"p1": DIGIT}


def test_one_doubt_points_to_the_next():
    judge = copies(("m1", "c1"), ("c1", "p1"))
    chain = clear("m1", 7), digit("c1", _7=0.6, _1=0.4), digit("p1", _1=0.55, _7=0.45)
    found = decided(judge, *chain)
    assert (found.readings["c1"].guess, found.readings["p1"].guess) == (7, 7)
    assert set(questions(found)) == {"c1", "p1"}


def test_what_is_doubtful_together_is_decided_together():
    # Neither alone mends anything: 3 and 4 are right only with each other.
    def judge(values):
        fits = (values["c1"], values["c2"]) in {(3, 4), (8, 1)}
        said = f"{values['c1']} {values['c2']}"
        return Verdict(frozenset() if fits else frozenset({("r1", "row", said)}), (0,))

    found = decided(judge, digit("c1", _3=0.7, _8=0.3), digit("c2", _4=0.4, _1=0.6))
    assert (found.readings["c1"].guess, found.readings["c2"].guess) == (3, 4)
    assert set(questions(found)) == {"c1", "c2"}  # and neither is confirmed by the other


@pytest.mark.parametrize(("doubtful", "guess"), [(48, 8), (49, 3)])
def test_a_page_full_of_doubt_is_left_alone(doubtful, guess):
    pairs = [(f"c{n}", f"p{n}") for n in range(doubtful)]
    clouds = [clear(f"c{n}", 8) for n in range(doubtful)]
    copied = [digit(f"p{n}", _3=0.6, _8=0.4) for n in range(doubtful)]
    found = decided(copies(*pairs), *clouds, *copied)
    assert {found.readings[f"p{n}"].guess for n in range(doubtful)} == {guess}
    assert len(questions(found)) == doubtful


@pytest.mark.parametrize(
    ("cloud", "chances", "guess", "asked"),
    [
        (8, {"_8": 0.9, "_3": 0.05, "nothing": 0.05}, 8, False),  # its cloud says the same
        (3, {"_8": 0.9, "_3": 0.05, "nothing": 0.05}, 3, True),  # the other one may count
        (3, {"_8": 0.6, "_3": 0.35, "nothing": 0.05}, 3, True),  # the rules point only
        (8, {"_8": 0.6, "_3": 0.35, "nothing": 0.05}, 8, True),  # a coin flip
    ],
)
def test_a_digit_written_anew_is_asked_about_unless_the_rules_confirm_it(
    cloud, chances, guess, asked
):
    found = decided(TIE, clear("c1", cloud), digit("p1", why=CORRECTED, **chances))
    assert found.readings["p1"].guess == guess
    assert questions(found) == ({"p1": CORRECTED} if asked else {})


def test_a_digit_written_anew_that_nothing_confirms_is_asked_about():
    found = decided(copies(), digit("c1", why=CORRECTED, _8=0.95, nothing=0.05))
    assert questions(found) == {"c1": CORRECTED}


@pytest.mark.parametrize(
    ("chances", "worth", "asked"),
    [
        ({"_3": 0.975, "_8": 0.025}, 0, False),  # nothing hangs on it
        ({"_3": 0.975, "_8": 0.025}, 1, True),
        ({"_3": 0.95, "_8": 0.05}, 0, True),  # numbers are what players argue about
        ({"_3": 0.85, "nothing": 0.15}, 0, True),  # there may be none
    ],
)
def test_a_doubtful_digit_is_asked_about_if_something_hangs_on_it(chances, worth, asked):
    found = decided(copies(total=lambda v: worth * (v["c1"] or 0)), digit("c1", **chances))
    assert bool(questions(found)) is asked
    assert found.rest <= PROMISE


@pytest.mark.parametrize(("hidden", "asked"), [(False, set()), (True, {"p1"})])
def test_a_digit_is_not_settled_by_rules_where_part_of_a_sheet_is_hidden(hidden, asked):
    other = mark("s1", 0.1, why=UNSEEN if hidden else "")
    found = decided(TIE, clear("c1", 3), digit("p1", _3=0.9, _8=0.1), other)
    assert set(questions(found)) - {"s1"} == asked


def test_a_reason_to_look_stays_a_reason():
    found = decided(TIE, clear("c1", 8), digit("p1", why="digit-scribble", _8=0.6, nothing=0.4))
    assert questions(found) == {"p1": "digit-scribble"}


def test_what_an_unseen_digit_may_explain_is_no_evidence_for_marks_elsewhere():
    def judge(values):
        sums = sum(int(value or 0) for value in values.values())
        return Verdict(frozenset() if sums == 11 else frozenset({("total", "tie", "")}), (sums,))

    chances = {f"_{n}": 0.5 if n == 1 else 0.05 for n in range(10) if n != 8} | {"_8": 0.045}
    found = decided(judge, clear("c1", 3), digit("c2", why=UNSEEN, **chances), mark("s1", 0.01))
    assert found.readings["c2"].guess == 8
    assert questions(found) == {"c2": UNSEEN}


def test_nothing_read_is_nothing_decided():
    found = decide({}, lambda values: Verdict(frozenset(), ()))
    assert (found.readings, found.rest) == ({}, 0.0)


# ---- marks: what hangs on them decides


@pytest.mark.parametrize(
    ("chance", "worth", "asked"),
    [
        (0.93, 0, False),  # nothing hangs on it
        (0.93, 1, True),
        (0.999, 1, False),
        (0.65, 0, True),  # nobody knows
        (0.35, 1, True),
    ],
)
def test_a_mark_is_asked_about_if_a_total_hangs_on_it(chance, worth, asked):
    found = decided(copies(total=lambda values: worth * values["s1"]), mark("s1", chance))
    assert bool(questions(found)) is asked
    assert found.rest <= PROMISE


def test_a_mark_that_the_rules_confirm_is_not_asked_about():
    judge = copies(("n1", "s1"), total=lambda values: values["s1"])
    assert not questions(decided(judge, mark("n1", 1.0), mark("s1", 0.93)))


@pytest.mark.parametrize(
    ("drawn", "due", "asked"),
    [
        (TRACE, True, True),  # forgotten, or overlooked: pens fade
        (0.0, True, False),  # there is no trace of any pen: forgotten
        (1.0, False, False),  # clear ink does not come from nothing: it is the player's mistake
        (0.0, False, False),
    ],
)
def test_a_mark_that_would_mend_a_total_is_asked_about_however_clear(drawn, due, asked):
    judge = copies(("n1", "s1"), total=lambda values: values["s1"])
    found = decided(judge, Reading("n1", {due: 1.0}), mark("s1", drawn))
    assert found.readings["s1"].guess is (drawn > 0.5)
    assert questions(found) == ({"s1": "rules-disagree"} if asked else {})


@pytest.mark.parametrize(
    ("ticked", "due", "asked"),
    [
        (3, 3, 0),  # without any of them the totals would differ
        (2, 2, 2),  # two are no habit
        (3, 2, 3),  # one too many: nobody knows what they mean
        (4, 4, 0),
    ],
)
def test_odd_marks_are_a_habit_if_everything_fits_with_all_of_them(ticked, due, asked):
    def judge(values):
        counted = sum(values[f"s{n}"] for n in range(ticked))
        problems = {("stars", "forgotten", str(counted))} if counted != due else set()
        return Verdict(frozenset(problems), (counted, due), abs(counted - due))

    found = decided(judge, *(mark(f"s{n}", 0.75, why="mark-odd") for n in range(ticked)))
    assert len(questions(found)) == asked
    assert found.rest <= PROMISE


@pytest.mark.parametrize("due", ["fairy", "nightmare"])
def test_which_of_two_marks_counts_is_no_habit(due):
    """Marked and struck out, and another one instead: without any mark at all something is odd."""

    def judge(values):
        odd = {(name, "roles", str(role)) for name, role in values.items() if role != due}
        odd |= {(name, "total", "") for name, role in values.items() if role is None}
        return Verdict(frozenset(odd), tuple(sorted(map(str, values.values()))))

    roles = {"fairy": 0.5001, "nightmare": 0.4997, None: 0.0002}
    found = decided(judge, *(Reading(f"r{n}.role.1", roles, why="mark-odd") for n in range(3)))
    assert {reading.guess for reading in found.readings.values()} == {due}
    if due == "nightmare":
        assert len(questions(found)) == 3


def test_a_clear_mistake_that_no_total_hangs_on_is_the_players():
    found = decided(copies(("n1", "s1")), Reading("n1", {True: 1.0}), mark("s1", 0.0))
    assert questions(found) == {}


def test_marks_that_are_missing_together_are_all_asked_about():
    # The two totals lie two apart; no single star mends the one problem.
    def judge(values):
        gap = 2 - values["s1"] - values["s2"]
        problems = {("stars", "forgotten", str(gap))} if gap else set()
        return Verdict(frozenset(problems), (values["s1"] + values["s2"], 2), gap)

    found = decided(judge, mark("s1", TRACE), mark("s2", TRACE))
    assert questions(found) == {"s1": "rules-disagree", "s2": "rules-disagree"}


def test_an_object_may_be_drawn_whole_by_a_pen_that_cannot_be_seen():
    def judge(values):
        unearned = values["b1"] and values["o1"] < 4
        problems = {("b1", "bonus-unearned", "o1")} if unearned else set()
        return Verdict(frozenset(problems), (int(values["o1"] == 4),))

    lines = Reading("o1", {0: 0.998, 1: 0.002, 2: 0.0, 3: 0.0, 4: 0.0}, doubt="line-doubtful")
    assert questions(decided(judge, lines, mark("b1", 1.0))) == {"o1": "rules-disagree"}
    assert questions(decided(judge, lines, mark("b1", 0.0))) == {}


@pytest.mark.parametrize(("broken", "asked"), [(2, False), (1, True), (0, True)])
def test_a_ticked_object_counts_without_a_question_if_two_things_need_it(broken, asked):
    def judge(values):
        problems = {(f"b{n}", "needs", "") for n in range(broken) if values["o1"] != 3}
        return Verdict(frozenset(problems), (int(values["o1"] == 3),))

    chances = {3: 0.3, 2: 0.7, 1: 0.0, 0: 0.0}
    ticked = Reading("o1", chances, why="line-struck", doubt="line-doubtful")
    found = decided(judge, ticked)
    assert bool(questions(found)) == asked
    assert found.readings["o1"].guess == (3 if broken else 2)


@pytest.mark.parametrize(
    ("values", "moves", "asked"),
    [
        ((9, 9, 3), True, 1),  # a hand whose 4s look like 9s: one of them is asked about
        ((9, 9, 3), False, 0),
        ((4, 4, 3), True, 0),  # nothing speaks against them
    ],
)
def test_a_hand_that_writes_a_digit_like_another_is_noticed(values, moves, asked):
    def judge(says):
        nines = [e for e, value in says.items() if value == 9]
        problems = {("leaves", "leaves", "")} if nines else set()
        return Verdict(frozenset(problems), (sum(v or 0 for v in says.values()) if moves else 0,))

    digits = [
        digit(f"c{n}", **{f"_{v}": 0.9999, "_4" if v == 9 else "_9": 0.0001})
        for n, v in enumerate(values)
    ]
    found = decided(judge, *digits)
    assert len(questions(found)) == asked
    assert found.rest <= PROMISE
    assert [found.readings[f"c{n}"].guess for n in range(len(values))] == list(values)


@pytest.mark.parametrize(
    ("left", "copied", "written", "asked"),
    [
        (0.001, True, None, 1),  # the same hand wrote both: they do not confirm each other
        (0.003, False, None, 0),  # two numbers that have nothing to do with each other
        (0.003, True, 9, 0),  # nor would the total fit
        (0.00005, True, None, 0),  # clear ink
    ],
)
def test_a_copy_by_the_same_hand_is_no_second_witness(left, copied, written, asked):
    def judge(values):
        tie = copies(("c1", "p1.value"), total=lambda values: values["p1.value"] or 0)(values)
        fits = values["total"] in (None, *tie.totals)
        return replace(tie, problems=tie.problems | (set() if fits else {("total", "", "")}))

    nines = [digit(e, _9=1 - left, _4=left) for e in ("c1", "p1.value")]
    copy = replace(nines[1], copied=copied)
    total = Reading("total", {written: 1.0}, doubt=DIGIT)
    found = decided(judge, nines[0], copy, total)
    assert len(questions(found)) == asked
    assert found.rest <= PROMISE
    assert found.readings["p1.value"].guess == 9


@pytest.mark.parametrize(("first", "second", "asked"), [(4, 4, True), (4, 5, False)])
def test_doubtful_digits_that_may_be_the_same_other_one_confirm_each_other_little(
    first, second, asked
):
    nines = [
        digit(e, _9=0.95, **{f"_{v}": 0.049}, nothing=0.001)
        for e, v in (("c1", first), ("p1.value", second))
    ]
    judge = copies(("c1", "p1.value"), total=lambda values: values["c1"] or 0)
    found = decided(judge, *nines)
    assert bool(questions(found)) == asked
    assert found.readings["c1"].guess == 9


# ---- a written total


def adding(values):
    """Two stars make the total; one that is written has to be it."""
    total = values["s1"] + values["s2"]
    wrong = values["total"] not in (None, total)
    problems = {("total", "total", f"{values['total']} {total}")} if wrong else set()
    return Verdict(frozenset(problems), (total,))


@pytest.mark.parametrize(
    ("first", "second", "written", "asked"),
    [
        (1.0, 0.0, 1, set()),
        (1.0, 0.0, None, set()),
        (1.0, 1.0, 2, set()),
        (1.0, TRACE, 2, {"total", "s2"}),  # the star may be there and not be seen
        (1.0, 0.0, 2, {"total"}),
        (1.0, 1.0, 5, {"total"}),  # nothing mends it
        (1.0, 1.0, 1, {"total", "s1"}),  # without one of them it would be right
    ],
)
def test_a_contradicted_total_is_never_ok(first, second, written, asked):
    sure = {written: 0.9999, 7: 0.0001}
    total = Reading("total", sure, doubt=DIGIT)
    found = decided(adding, mark("s1", first), mark("s2", second), total)
    assert set(questions(found)) == asked
    if asked:
        assert questions(found)["total"] == CONTRADICTED
        assert found.readings["total"].guess == written


def test_where_one_answer_moves_the_total_anyway_no_dozen_of_empty_boxes_is_asked_about():
    boxes = [f"s{n}" for n in range(120)]

    def judge(values):
        total = (values["c1"] or 0) + sum(values[box] for box in boxes)
        return Verdict(frozenset() if total else {("total", "total", "0")}, (total,))

    found = decided(judge, digit("c1", nothing=0.93, _4=0.07), *(mark(s, 0.0) for s in boxes))
    assert questions(found).keys() == {"c1"}
    assert found.rest > PROMISE


# ---- laws

shares = st.floats(0.0, 1.0)


@st.composite
def sheets(draw):
    """A few readings of any kind, with ties between them and a total."""
    count = draw(st.integers(1, 6))
    readings = []
    for n in range(count):
        left = draw(st.sampled_from([0.0, 1e-5, 1e-3, 0.004, 0.02, 0.1, 0.3, 0.5, 0.7]))
        share = draw(shares)
        kind = draw(st.sampled_from([DIGIT, "mark-faint", "line-doubtful", "count-doubtful"]))
        chances = {1: 1 - left, 2: left * share, 0: left * (1 - share)}
        readings.append(Reading(f"e{n}", chances, doubt=kind))
    names = [each.element for each in readings]
    pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4))
    worth = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))

    def total(values):
        return sum(w * (values[name] or 0) for w, name in zip(worth, names, strict=True))

    return readings, copies(*pairs, total=total)


@settings(max_examples=60, deadline=None)
@given(sheets())
def test_laws_of_a_decision(sheet):
    readings, judge = sheet
    found = decided(judge, *readings)
    assert decided(judge, *readings) == found
    assert 0 <= found.rest <= 1
    assert set(found.stakes) == set(questions(found))
    assert all(0 <= stake <= 1 for stake in found.stakes.values())
    for each in readings:
        after = found.readings[each.element]
        assert sum(after.chances.values()) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in after.chances.values())
        if after.why == "":
            assert after.guess == each.guess or each.doubt != DIGIT
            assert after.confidence >= IDLE


@settings(max_examples=30, deadline=None)
@given(sheets())
def test_what_a_person_has_said_is_no_question_and_no_risk(sheet):
    readings, judge = sheet
    before = decided(judge, *readings)
    asked = questions(before)
    known = [
        replace(r, chances={before.readings[r.element].guess: 1.0}) if r.element in asked else r
        for r in readings
    ]
    after = decided(judge, *known)
    assert not set(questions(after)) & set(asked)
    risk = [1 - (1 - d.rest) * prod(1 - s for s in d.stakes.values()) for d in (before, after)]
    assert risk[1] <= risk[0] + 1e-3


def test_what_a_total_hangs_on_comes_first_and_then_the_least_sure():
    readings = [replace(digit(name, _3=sure, _8=1 - sure), why=DIGIT) for name, sure in
                (("c1", 0.9), ("c2", 0.5), ("c3", 0.95), ("c4", 0.6))]  # fmt: skip
    doubts = doubts_of(readings, {"c1": 0.0, "c2": 0.0, "c3": 0.04, "c4": 0.0})
    assert [(doubt.element, doubt.stake) for doubt in doubts] == [
        ("c3", 0.04), ("c2", 0.0), ("c4", 0.0), ("c1", 0.0)]  # fmt: skip


# ---- Daydream's own ties

SHEET = load_daydream("EDF")


def on_sheet(doubtful, **ink):
    """Decide one doubtful element of a sheet on which the others are clear."""
    board = board_from({"format": 1, "sheet": SHEET.sheet.id, **ink}, SHEET.sheet)
    readings = [
        Reading(element, {value: 1.0}) for element, value in JUDGE.values_of(board, SHEET).items()
    ]
    judge = reader_for(code_for(SHEET.sheet.id)).judging(SHEET)
    return decided(judge, *readings, doubtful).readings


@pytest.mark.parametrize(("leaf", "guess", "surer"), [("circled", 1, True), ("filled", 7, False)])
def test_leaves_help_to_tell_a_seven_from_a_one(leaf, guess, surer):
    alone = next(cloud.id for cloud in SHEET.sheet.clouds if cloud.symbol is None)
    leaves = {next(each.id for each in SHEET.sheet.leaves if each.circled): leaf}
    found = on_sheet(digit(alone, _7=0.55, _1=0.45), leaves=leaves)[alone]
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
