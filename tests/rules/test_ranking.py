"""Who won, and what several sheets cannot all be right about."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules.daydream.board import blank
from rules.daydream.ranking import rank, turns_of
from rules.errors import HostError
from tests.rules.sheets import CONSTELLATION, FRAMES, PLAIN, board, boards


def ranks(ranking):
    return [(place.rank, place.name) for place in ranking.places]


def player(name, **objects):
    return board(PLAIN, name=name, objects=objects)


def test_more_points_win_and_lines_on_the_next_object_break_ties():
    table = [
        player("Ida", o1=3),
        player("Tom", o1=3, o2=4),
        player("Eva", o1=3, o2=2),
        player("Nils", o1=3),
    ]
    ranking = rank(table, PLAIN)
    assert ranks(ranking) == [(1, "Tom"), (2, "Eva"), (3, "Ida"), (3, "Nils")]
    assert ranking.winners == (1,)


def test_equal_players_share_a_rank_and_the_next_is_skipped():
    ranking = rank([player("Ida", o1=2), player("Tom"), player("Eva", o1=2)], PLAIN)
    assert ranks(ranking) == [(1, "Ida"), (1, "Eva"), (3, "Tom")]
    assert ranking.winners == (0, 2)


def test_the_rules_count_not_the_marks():
    honest = board(CONSTELLATION, "2-----", name="Ida")
    bold = board(CONSTELLATION, name="Tom", constellation={"circled": ["s1", "s2", "s3"]})
    ranking = rank([bold, honest], CONSTELLATION)
    assert ranks(ranking) == [(1, "Ida"), (2, "Tom")]


def test_a_sheet_of_another_game_is_refused():
    with pytest.raises(HostError) as caught:
        rank([blank(PLAIN), blank(FRAMES)], PLAIN)
    assert caught.value.code == "mixed-sheets"


def test_nobody_is_ranked_among_nobody():
    assert rank([], PLAIN).places == ()


FULL, HALF = "12-4--", "12---6"
FIVE, TWO = {"5": "circled", "2": "crossed"}, {"5": "crossed", "2": "circled"}
BOTH, NONE = {"5": "circled", "2": "circled"}, {"5": "crossed", "2": "crossed"}


def doubts(*table, solo=()):
    """The doubts about the first family of frames, as ``weight code players``."""
    sheets = [
        board(FRAMES, clouds, frames={"f1": marks}, name=name, solo=name in solo)
        for name, (clouds, marks) in zip("ABCD", table, strict=False)
    ]
    return [
        f"{each.weight} {each.code} {''.join(each.facts['players'])}"
        for each in rank(sheets, FRAMES).doubts
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([(FULL, FIVE), (FULL, TWO)], []),
        ([(FULL, FIVE), (FULL, TWO), (FULL, NONE)], []),  # no reward is left for the third
        ([(FULL, FIVE), (HALF, NONE)], []),
        ([(HALF, {}), (HALF, {})], []),
        ([(FULL, FIVE), (FULL, FIVE)], ["ask frame-shared AB"]),  # in the same turn?
        ([(FULL, FIVE), (FULL, TWO), (FULL, TWO)], ["ask frame-shared BC"]),
        ([(FULL, FIVE), (FULL, FIVE), (FULL, TWO)], ["ask frame-shared AB"]),
        ([(FULL, FIVE), (HALF, FIVE)], ["wrong frame-not-first AB"]),
        ([(FULL, FIVE), (FULL, BOTH)], ["wrong frame-not-first AB"]),
        (
            [(FULL, FIVE), (FULL, FIVE), (HALF, FIVE)],
            ["wrong frame-not-first ABC", "ask frame-shared AB"],
        ),
        ([(HALF, NONE), (FULL, TWO)], ["wrong frame-skipped B"]),
        ([(FULL, {}), (HALF, {})], ["wrong frame-unclaimed A"]),
        ([(FULL, FIVE), (FULL, {})], ["wrong frame-unclaimed B"]),  # the 2 is free
        ([(FULL, {}), (FULL, TWO)], ["wrong frame-skipped B", "wrong frame-unclaimed A"]),
    ],
)
def test_frames_across_players(table, expected):
    assert doubts(*table) == expected


def test_who_was_late_is_named():
    table = [board(FRAMES, clouds, frames={"f1": FIVE}) for clouds in (FULL, HALF)]
    (doubt,) = rank(table, FRAMES).doubts
    assert doubt.facts == {"players": ["#1", "#2"], "late": ["#2"], "frame": "f1", "reward": 5}
    assert (doubt.element, doubt.players) == ("f1", (0, 1))


@pytest.mark.parametrize(
    ("table", "facts"),
    [
        ([(FULL, {}), (HALF, {})], {"players": ["#1"], "frame": "f1", "reward": 5}),
        ([(FULL, FIVE), (FULL, {})], {"players": ["#2"], "frame": "f1", "reward": 2}),
        ([(HALF, {}), (FULL, TWO)], {"players": ["#2"], "frame": "f1", "reward": 2, "higher": 5}),
    ],
)
def test_the_reward_that_is_free_is_named(table, facts):
    sheets = [board(FRAMES, clouds, frames={"f1": marks}) for clouds, marks in table]
    (doubt,) = rank(sheets, FRAMES).doubts
    assert doubt.facts == facts


def test_solo_games_race_nobody():
    table = [(FULL, FIVE), (FULL, FIVE)]
    assert doubts(*table, solo="AB") == []
    assert doubts(*table, solo="B") == ["ask solo B"]
    assert doubts((FULL, FIVE)) == []


@pytest.mark.parametrize(
    ("clouds", "turns"),
    [
        ("------", (0, 0)),
        ("1-----", (0, 0)),
        ("12----", (0, 0)),
        ("123---", (1, 1)),
        ("123456", (2, 4)),
    ],
)
def test_a_turn_writes_one_number_or_two(clouds, turns):
    assert turns_of(board(PLAIN, clouds)) == turns


def test_sheets_with_too_different_counts_are_from_different_games():
    table = [board(PLAIN, clouds) for clouds in ("123456", "123---", "1234--")]
    (doubt,) = rank(table, PLAIN).doubts
    assert (doubt.code, doubt.weight, doubt.players) == ("turns", "wrong", (0, 1))
    assert (doubt.facts["least"], doubt.facts["most"]) == (2, 1)
    assert rank([table[0], table[2]], PLAIN).doubts == ()


@given(st.lists(boards(FRAMES), min_size=1, max_size=4))
def test_any_sheets_can_be_ranked(table):
    ranking = rank(table, FRAMES)
    assert sorted(place.player for place in ranking.places) == list(range(len(table)))
    strengths = [(p.score.by_rules.total, p.score.tie_break) for p in ranking.places]
    assert strengths == sorted(strengths, reverse=True)
    assert ranking.places[0].rank == 1
    for one, other in zip(ranking.places, ranking.places[1:], strict=False):
        alike = (one.score.by_rules.total, one.score.tie_break) == (
            other.score.by_rules.total,
            other.score.tie_break,
        )
        assert (one.rank == other.rank) is alike


@given(st.lists(boards(FRAMES), min_size=2, max_size=4))
def test_the_order_of_the_sheets_does_not_matter(table):
    def by_sheet(ranking, order):
        return {order[place.player]: place.rank for place in ranking.places}

    there, back = range(len(table)), range(len(table))[::-1]
    assert by_sheet(rank(table, FRAMES), there) == by_sheet(rank(table[::-1], FRAMES), back)
