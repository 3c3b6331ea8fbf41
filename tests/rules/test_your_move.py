"""Games in their middle, to be talked about."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.daydream.game import EMPTY
from rules.daydream.plan import Plan
from rules.daydream.puzzles.your_move import your_move
from rules.daydream.rows import mark_of
from templates.daydream.load import load_sheet


@pytest.mark.parametrize("name", ["A", "D", "EDF"])
def test_every_way_that_is_told_keeps_the_rules(name):
    sheet = load_sheet(f"daydream/{name}")
    move, plan = your_move(sheet, 2), Plan(sheet)
    assert len(move.ways) > 2
    assert all(one.points >= other.points for one, other in pairwise(move.ways))
    for way in move.ways:
        written = [EMPTY if n is None else n for n in move.clouds.values()]
        assert sorted(each.die for each in way.moves) == sorted(move.roll)
        assert sum(abs(each.number - each.die) for each in way.moves) <= move.leaves + sum(
            each.cloud < 0 for each in way.moves[:1]
        )
        assert sum(each.cloud < 0 for each in way.moves) <= 1
        for each in way.moves:
            if each.cloud >= 0:
                assert written[each.cloud] == EMPTY
                assert any(written[beside] != EMPTY for beside in plan.touches[each.cloud])
                written[each.cloud] = each.number


def test_rows_that_are_full_are_marked_and_others_are_not():
    move = your_move(load_sheet("daydream/A"), 5)
    for row in move.sheet.rows:
        numbers = [move.clouds[cloud] for cloud in row.clouds]
        assert move.rows[row.id] == (None if None in numbers else mark_of(numbers))


def test_the_same_number_is_the_same_game_for_ever():
    sheet = load_sheet("daydream/A")
    move = your_move(sheet, 3)
    assert (move.turns, move.roll, move.leaves) == (4, (3, 6), 1)
    written = "".join("-" if n is None else str(n) for n in move.clouds.values())
    assert written == "1234-31--36-1---------"
    assert your_move(sheet, 4).clouds != move.clouds
