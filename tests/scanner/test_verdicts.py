"""Judging part by part: what is remembered must be what the rules would say."""

from __future__ import annotations

import random

import pytest

from rules.daydream.problems import DaydreamCode
from rules.daydream.score import score_of
from scanner.daydream.verdicts import Verdicts
from scanner.weigh import Otherwise
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_daydream
from templates.game import Verdict


def afresh(values, layout):
    """What the rules say, all of them and at once."""
    score = score_of(JUDGE.board_of(values, layout), layout.sheet)
    totals = score.parts.total, score.by_rules.total
    problems = [each for each in score.problems if each.code is not DaydreamCode.TOO_MANY_LINES]
    return Verdict.of(problems, totals, abs(totals[0] - totals[1]), wanting(values, layout.sheet))


def wanting(values, sheet):
    """The one empty cloud of each marked row, and objects that lack a line or two."""
    lacking = [(thing.id, thing.segments - (values[thing.id] or 0)) for thing in sheet.objects]
    for place, (thing, lacks) in enumerate(lacking):
        if 0 < lacks <= 2 and values[thing] and any(values[o] for o, _ in lacking[place + 1 :]):
            yield thing
    for row in sheet.rows:
        empty = [cloud for cloud in row.clouds if values[cloud] is None]
        if values[row.id] is not None and len(empty) == 1:
            yield from empty


def any_of(element, layout, chance):
    """Something that an element may say."""
    return chance.choice(layout.places[element].may_be or (None, *range(40)))


@pytest.mark.parametrize("sheet", ["A", "BC", "AD", "DA", "BAC", "EDF"])
def test_boards_that_differ_little_are_judged_as_if_each_were_the_first(sheet):
    layout = load_daydream(sheet)
    chance, verdicts = random.Random(sheet), Verdicts(layout)
    values = {element: place.blank for element, place in layout.places.items()}
    for _ in range(150):
        changed = dict(values)
        for element in chance.sample(sorted(values), chance.choice((1, 1, 2, 3))):
            changed[element] = any_of(element, layout, chance)
        assert verdicts(changed) == afresh(changed, layout)
        if chance.random() < 0.6:
            values = changed


@pytest.mark.parametrize("sheet", ["BC", "DA", "EDF"])
def test_only_suspects_mend_what_is_odd(sheet):
    layout = load_daydream(sheet)
    chance, verdicts = random.Random(sheet), Verdicts(layout)
    values = {element: place.blank for element, place in layout.places.items()}
    mended = cleared = 0
    for _ in range(40):
        values = values | {e: any_of(e, layout, chance) for e in chance.sample(sorted(values), 2)}
        odd, suspects = verdicts(values).problems, verdicts.suspects(values)
        for element in chance.sample(sorted(values), 8):
            other = Otherwise(values, {element: any_of(element, layout, chance)})
            mends = not odd <= verdicts(other).problems
            assert element in suspects or not mends
            mended += mends
            cleared += element not in suspects
    assert mended > 20 and cleared > 20


def test_a_written_total_puts_all_that_counts_under_suspicion():
    layout = load_daydream("A")
    values = {element: place.blank for element, place in layout.places.items()}
    verdicts = Verdicts(layout)
    assert "o1" not in verdicts.suspects(values)
    assert {"o1", "total"} <= verdicts.suspects(values | {"total": 7})
