"""Weighing readings together: the same as trying all boards."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.calibration import BARE, WORTH, calibrated, worth
from scanner.reading import Reading
from scanner.weigh import MISTAKE, SLIP, Scales
from templates.game import Verdict

chance = st.floats(0.01, 0.99)


def judge_of(pairs, points):
    """Each pair has to say the same; every 1 counts its points."""

    def judge(values):
        broken = {(f"{a}{b}", "tie", "") for a, b in pairs if values[a] != values[b]}
        return Verdict(frozenset(broken), (sum(points[e] * values[e] for e in points),))

    return judge


def all_boards(chances, judge):
    """Give the chance of every board by ink and rules, with its total."""
    boards = [dict(zip(chances, way, strict=True)) for way in product(*chances.values())]
    verdicts = [judge(board) for board in boards]
    weights = [
        prod(chances[e][v] for e, v in board.items()) * MISTAKE ** len(verdict.problems)
        for board, verdict in zip(boards, verdicts, strict=True)
    ]
    shares = [weight / sum(weights) for weight in weights]
    return [(b, v.totals, w) for b, v, w in zip(boards, verdicts, shares, strict=True)]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(chance, min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=3),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
def test_the_risk_of_a_small_board_is_that_of_all_boards(likely, ties, worths):
    names = [f"e{n}" for n in range(len(likely))]
    pairs = [(f"e{a}", f"e{b}") for a, b in ties if a < b < len(names)]
    chances = {name: {0: 1 - p, 1: p} for name, p in zip(names, likely, strict=True)}
    judge = judge_of(pairs, dict(zip(names, worths, strict=False)))
    values = {name: int(p >= 0.5) for name, p in zip(names, likely, strict=True)}
    boards = all_boards(chances, judge)
    groups = Scales(values, judge).groups(chances, frozenset())
    for group in groups:
        for name in group.elements:
            whole = sum(share for board, _, share in boards if board[name] == 1)
            assert group.chances(name)[1] == pytest.approx(whole, rel=1e-6)
    if len(groups) == 1:  # else two changes may leave a total as it is
        here = judge(values).totals
        wrong = sum(share for _, totals, share in boards if totals != here)
        assert groups[0].risk() == pytest.approx(wrong, rel=1e-6, abs=1e-12)


def test_what_is_asked_about_is_no_risk_any_more():
    chances = {"a": {0: 0.7, 1: 0.3}, "b": {0: 0.6, 1: 0.4}}
    judge = judge_of([("a", "b")], {"a": 1, "b": 1})
    (group,) = Scales({"a": 0, "b": 0}, judge).groups(chances, frozenset())
    risks = [group.risk(asked) for asked in ((), ("a",), ("b",), ("a", "b"))]
    assert risks[0] > max(risks[1:3]) > 0
    assert risks[3] == 0


@pytest.mark.parametrize("ties", [1, 2, 3])
def test_one_slip_in_copying_explains_all_that_it_breaks(ties):
    judge = judge_of([("a", f"b{n}") for n in range(ties)], {})
    values = {"a": 1, **{f"b{n}": 1 for n in range(ties)}}
    ink = {"a": {1: 0.5, 0: 0.5}}
    (copied,) = Scales(values, judge, {"a"}).groups(ink, frozenset())
    (other,) = Scales(values, judge).groups(ink, frozenset())
    assert copied.outcomes[1].weight == pytest.approx(MISTAKE**SLIP)
    assert other.outcomes[1].weight == pytest.approx(MISTAKE**ties)


def test_a_slip_that_only_becomes_another_one_is_not_mended():
    def judge(values):
        """The copy may not be 1; and 2 is no better in another way."""
        odd = {1: {("a", "tie", "1"), ("b", "link", "")}, 2: {("a", "tie", "2")}, 3: set()}
        return Verdict(frozenset(odd[values["a"]]), (0,))

    ink = {"a": {1: 0.98, 2: 0.01, 3: 0.01}}
    (group,) = Scales({"a": 1}, judge, {"a"}).groups(ink, frozenset())
    weights = {each.values[0]: each.weight * 98 for each in group.outcomes}
    assert weights[2] == pytest.approx(1 / MISTAKE)
    assert weights[3] == pytest.approx(1 / MISTAKE**SLIP)


def test_no_digit_keeps_its_share_where_ink_is():
    judge = judge_of([("a", "b")], {})
    chances = {"a": {3: 0.8, None: 0.2}}
    scales = Scales({"a": 3, "b": 3}, judge)
    (closed,) = scales.groups(chances, frozenset())
    (open_,) = scales.groups(chances, frozenset({"a"}))
    assert closed.chances("a")[None] < 0.01 < 0.03 < open_.chances("a")[None]


def test_too_many_boards_are_judged_two_changes_far():
    calls = []

    def judge(values):
        calls.append(1)
        return Verdict(frozenset({("x", "tie", str(sum(values.values())))}), (0,))

    names = [f"e{n}" for n in range(12)]
    chances = {name: {0: 0.6, 1: 0.4} for name in names}
    groups = Scales(dict.fromkeys(names, 0), judge).groups(chances, frozenset())
    assert [len(group.elements) for group in groups] == [12]
    assert len(calls) == 1 + 12 + 66


# ---- what chances are worth


@pytest.mark.parametrize("kind", WORTH)
def test_nothing_is_impossible_and_more_doubt_is_never_less(kind):
    steps = [10 ** (n / 4 - 7) for n in range(28)]
    found = [worth(left, WORTH[kind]) for left in steps]
    assert found == sorted(found)
    assert found[0] > 0


@given(st.floats(0.0, 0.6), st.floats(0.0, 1.0), st.sampled_from(sorted(WORTH)))
def test_a_calibrated_reading_says_the_same(left, share, kind):
    others = {1: left * share, 2: left * (1 - share)}
    if max(others.values()) >= 1 - left:
        return
    found = calibrated(Reading("e1", {0: 1 - left, **others}, doubt=kind))
    assert found.guess == 0
    assert sum(found.chances.values()) == pytest.approx(1)
    assert min(found.chances.values()) > 0


def test_a_mark_without_any_trace_is_hardly_ever_there():
    def wrong(**more):
        return 1 - calibrated(Reading("s1", **more)).confidence

    assert wrong(chances={False: 1.0, True: 0.0}) == pytest.approx(BARE)
    assert wrong(chances={False: 1 - 1e-7, True: 1e-7}) > 10 * BARE
    assert wrong(chances={False: 0.0, True: 1.0}) > 10 * BARE  # ink may be somebody else's
    assert wrong(chances={None: 1.0, 3: 0.0}, doubt="digit-doubtful") > 10 * BARE


@pytest.mark.parametrize(("nothing", "most"), [(0.01, 0.001), (0.08, 0.01), (0.3, 0.31)])
def test_odd_ink_that_was_read_as_a_digit_is_seldom_nothing(nothing, most):
    ink = {3: 1 - nothing - 1e-6, 8: 1e-6, None: nothing}
    found = calibrated(Reading("c1", ink, doubt="digit-doubtful"))
    assert 0 < found.chances[None] < most
    assert found.chances[None] == pytest.approx(nothing) or nothing < 0.1
    hidden = calibrated(Reading("c1", ink, why="unseen", doubt="digit-doubtful"))
    assert hidden.chances[None] > found.chances[None] or nothing > 0.1


def test_what_is_known_stays_known():
    known = Reading("c1", {3: 1.0})
    assert calibrated(known) == known
