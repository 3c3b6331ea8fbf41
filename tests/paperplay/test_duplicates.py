"""Piles of photos are what comparing each with each gives, however many there are."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperplay.results.duplicates import (
    MOST_ASKED,
    Kept,
    Piles,
    _alike,
    _kept,
    are_others,
    both_names,
    names_of,
    once_each,
    pair_of,
)
from scanner.likeness import Likeness
from scanner.scan import Doubt
from scanner.unseen import UNSEEN
from tests.scans import scan_of, unreadable


def plainly(scans, said):
    """Put photos together by comparing each with each: what the quick way has to give."""
    piles = []
    for scan in (each for each in scans if each.is_read and not each.is_check):
        same = [
            pile
            for pile in piles
            if not any(said.get(pair_of(each, scan)) is False for each in pile)
            and any(_alike(each, scan, said) is Likeness.SAME for each in pile)
        ]
        same = theirs(scan, same, said)
        for pile in same[1:]:
            same[0].extend(pile)
        # Photos that show the same are equal, so that a pile is not told by what lies on it.
        piles = [pile for pile in piles if not any(pile is other for other in same[1:])]
        if same:
            same[0].append(scan)
        else:
            piles.append([scan])
    kept = [_kept(number, pile) for number, pile in enumerate(piles, start=1)]
    for place, one in enumerate(kept):
        one.perhaps += [
            later.best
            for later in kept[place + 1 :]
            if _alike(one.best, later.best, said) is Likeness.PERHAPS
        ]
    return kept


def theirs(scan, piles, said):
    """Leave out the piles of other people; what somebody said is one sheet is one."""
    sure = [pile for pile in piles if any(said.get(pair_of(each, scan)) for each in pile)]
    names = [names_of(scan), *(names_of(each) for pile in sure for each in pile)]
    for pile in (pile for pile in piles if not any(pile is one for one in sure)):
        of_pile = [names_of(each) for each in pile]
        if not are_others(reduce(both_names, names), reduce(both_names, of_pile)):
            sure.append(pile)
            names += of_pile
    return [pile for pile in piles if any(pile is one for one in sure)]


DIGITS = st.text("-12", min_size=7, max_size=9) | st.sampled_from(["1212121", "121212122", "12"])
"""Few numbers, so that many photos are alike, or nearly."""


@st.composite
def photos(draw):
    kind = draw(st.integers(0, 9))
    more = {"file": f"{draw(st.integers(0, 99))}.jpg", "sure": draw(st.sampled_from([0.9, 0.99]))}
    if kind == 0:
        return unreadable(more["file"])
    if kind == 1:  # one table's sheet, whose circles tell, and whose names are several
        rounds = [{"vision": draw(st.integers(1, 2)), "mortal": 3, "votes": {"1": 2, "2": 1}}] * 3
        names = [draw(st.sampled_from(["", "Ida", "IDA"])), "Eva", "", ""]
        board = {"format": 1, "sheet": "dreams/score", "players": names, "rounds": rounds}
        return scan_of(board, **more)
    digits = draw(DIGITS)
    clouds = {f"c{n}": int(d) for n, d in enumerate(digits, start=1) if d != "-"}
    board = {"format": 1, "sheet": "daydream/A", "clouds": clouds}
    board["name"] = draw(st.sampled_from(["", "", "Ida", "ida", "Eva"]))
    board["objects"] = {"o1": draw(st.integers(0, 2))}
    pupil = {"copy": draw(st.integers(1, 2)), "mark": 9} if kind == 2 else {}
    task = {"task": (1, 1)} if kind == 3 else {}
    scan = scan_of(board, **more, **pupil, **task)
    asked = draw(st.text("0001", max_size=9))
    doubts = [
        Doubt(f"c{n}", clouds.get(f"c{n}"), None, draw(st.sampled_from([UNSEEN, "digit-doubtful"])))
        for n, mark in enumerate(asked, start=1)
        if mark == "1"
    ]
    return replace(scan, doubts=tuple(doubts))


@st.composite
def evenings(draw):
    scans = [replace(e, key=n) for n, e in enumerate(draw(st.lists(photos(), max_size=7)), 1)]
    pair = st.frozensets(st.integers(1, 7), min_size=2, max_size=2)
    return scans, draw(st.dictionaries(pair, st.booleans(), max_size=4))


def numbered(n, clouds, **more):
    board = {"format": 1, "sheet": "daydream/A", "clouds": clouds, **more}
    return replace(scan_of(board, file=f"{n}.jpg"), key=n)


def told(kept):
    """Say which photos lie on which pile: scans are equal whatever their numbers."""
    return [
        (one, [scan.key for scan in (one.best, *one.others)], [scan.key for scan in one.perhaps])
        for one in kept
    ]


TWO_EQUAL_PHOTOS = [
    replace(numbered(n, dict(zip(("c1", "c2", "c3"), (1, 2, d), strict=True))), file="0.jpg")
    for n, d in enumerate((4, 5, 5, 4), start=1)
]
"""The last one joins the second of two piles that look the same to the first."""

SAME_TASK = [
    replace(scan_of({"format": 1, "sheet": "daydream/A", "clouds": {"c1": 1}}, task=(1, 1)), key=n)
    for n in (1, 2, 3)
]
"""The whole sheet's board, as files have it, though the task has its clouds alone."""


@settings(max_examples=150)
@example((SAME_TASK, {frozenset({1, 2}): True, frozenset({1, 3}): True}))
@example((TWO_EQUAL_PHOTOS, {frozenset({3, 4}): True, frozenset({1, 4}): True}))
@given(evenings())
def test_photos_are_put_together_as_if_each_were_compared_with_each(evening):
    scans, said = evening
    assert told(once_each(scans, said)) == told(plainly(scans, said))


@settings(max_examples=40)
@given(evenings(), st.data())
def test_photos_may_be_looked_at_between_two_that_come_in(evening, data):
    scans, said = evening
    piles = Piles(said)
    for scan in scans:
        piles.add(scan)
        if data.draw(st.booleans()):
            piles.kept()
    assert piles.kept() == once_each(scans, said)


CROWDS = {
    "all different": lambda n: numbered(n, {f"c{k}": n * 7919 // 10**k % 10 for k in range(1, 10)}),
    "all the same": lambda n: numbered(n, {f"c{k}": k % 10 for k in range(1, 13)}),
    "the same under many names": lambda n: numbered(
        n, {f"c{k}": k % 10 for k in range(1, 13)}, name=f"P{n}"
    ),
    "empty": lambda n: numbered(n, {}),
    "marks alone": lambda n: numbered(n, {}, objects={f"o{1 + k}": n >> k & 1 for k in range(3)}),
}


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_crowd_of_sheets_is_compared_in_a_moment(crowd):
    scans = [CROWDS[crowd](n) for n in range(1, 801)]
    for scan in scans:
        assert scan.touched is not None
    began = time.process_time()
    found = once_each(scans)
    assert time.process_time() - began < 5  # a fifth of a second; each with each takes a minute
    assert sum(len(one.others) + 1 for one in found) == len(scans)
    assert sum(len(one.perhaps) for one in found) <= MOST_ASKED


def test_nobody_is_asked_about_more_pairs_than_can_be_answered():
    found = once_each([numbered(n, {}) for n in range(1, 101)])
    assert sum(len(one.perhaps) for one in found) == MOST_ASKED < 100 * 99 / 2
    assert isinstance(found[0], Kept)


@pytest.mark.parametrize("order", list(permutations(("Ida", "Eva", ""))))
def test_a_photo_without_a_name_does_not_make_one_of_two_people(order):
    clouds = {f"c{k}": k % 10 for k in range(1, 13)}
    kept = once_each(numbered(n, clouds, name=name) for n, name in enumerate(order, 1))
    assert {one.best.board.names[0] for one in kept} == {"Ida", "Eva"}
    assert [len(one.perhaps) for one in kept] == [1, 0], "it is asked whether they are one"


def test_what_was_said_to_be_one_takes_further_photos_of_both_people():
    clouds = {f"c{k}": k % 10 for k in range(1, 13)}
    scans = [numbered(n, clouds, name=name) for n, name in enumerate(("Ida", "Eva", "Eva", ""), 1)]
    (one,) = once_each(scans, {pair_of(*scans[:2]): True})
    assert len(one.others) == 3 and not one.perhaps


def test_different_sheets_are_two_whoever_says_what():
    one = numbered(1, {"c1": 1})
    board = {"format": 1, "sheet": "dreams/score", "players": ["", "", "", ""], "rounds": []}
    other = replace(scan_of(board), key=2)
    assert len(once_each([one, other], {pair_of(one, other): True})) == 2
