"""When I Dream: the rule book's examples, tables of points and problems, and laws."""

from __future__ import annotations

import json
import random
from itertools import combinations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules import when_i_dream
from rules.errors import HostError
from rules.when_i_dream import MIX, Role, board_from, score_of
from tests.rules.score_lines import when_i_dream_from as from_line
from tests.rules.score_lines import when_i_dream_line as to_line

FOUR = "when-i-dream/score A,B,C,D"


def score_json(line):
    return score_of(from_line(line)).as_json(lambda problem: problem.facts["reason"])


def problems(line):
    return [
        (each.element, each.code.value, each.facts["reason"])
        for each in score_of(from_line(line)).problems
    ]


def a_board(**changes):
    board = {
        "format": 1,
        "sheet": "when-i-dream/score",
        "players": ["Lisa", "Eva", "Tom", "Anna"],
        "rounds": [
            {
                "dreamer": 3,
                "yellow": 3,
                "blue": 2,
                "recalled": True,
                "roles": {"1": "fairy", "2": "sandman", "4": "nightmare"},
            }
        ],
        "penalties": {"1": 0, "2": 1},
        "totals": {"1": 12},
    }
    return board | changes


@pytest.mark.parametrize(
    "names", ["Lisa,Eva,Tom,Anna,Melissa,Marco", "Lisa,Eva,Tom,Mia,Melissa,Jack"]
)
def test_three_yellow_two_blue_and_all_recalled(names):
    score = score_json(f"when-i-dream/score {names} | 3 3:2+ ff-nns")
    assert score == {
        "format": 1,
        "sheet": "when-i-dream/score",
        "rounds": [{"points": {"1": 3, "2": 3, "3": 5, "4": 2, "5": 2, "6": 3}}],
        "totals": {"1": 3, "2": 3, "3": 5, "4": 2, "5": 2, "6": 3},
        "penalties": {},
        "winners": [3],
        "finished": False,
        "problems": [],
    }


def test_the_contracts_own_board():
    score = score_of(board_from(a_board())).as_json(lambda problem: "…")
    assert score["rounds"] == [{"points": {"1": 3, "2": 3, "3": 5, "4": 2}}]
    assert score["totals"] == {"1": 3, "2": 2, "3": 5, "4": 2}
    assert score["penalties"] == {"2": 1}
    assert score["problems"] == [{"element": "total.1", "code": "total", "message": "…"}]


@pytest.mark.parametrize(
    ("yellow", "blue", "earned"),
    [
        (4, 4, 6),
        (0, 0, 2),
        (3, 2, 3),
        (2, 3, 3),
        (1, 0, 1),
        (5, 3, 3),
        (3, 5, 3),
        (7, 0, 0),
        (None, 4, 0),  # nobody knows whether it was balanced
        (4, None, 0),
        (None, None, 0),
    ],
)
def test_sandmen_live_on_balance(yellow, blue, earned):
    assert when_i_dream.sandman_points(yellow, blue) == earned


@pytest.mark.parametrize(
    ("cards", "earned"),
    [
        ("3:2+", (3, 2, 3, 5)),
        ("3:2", (3, 2, 3, 3)),
        ("0:4+", (0, 4, 0, 0)),  # nothing yellow: nothing to recall
        ("1:4+", (1, 4, 1, 3)),
        ("-:4+", (0, 4, 0, 0)),
        ("4:-+", (4, 0, 0, 6)),
        ("-:-+", (0, 0, 0, 0)),
    ],
)
def test_points_of_a_round(cards, earned):
    assert score_of(from_line(f"{FOUR} | 4 {cards} fns-")).rounds == (earned,)


def test_a_missing_role_earns_nothing_and_the_dreamer_only_dreams():
    assert score_of(from_line(f"{FOUR} | 4 3:2 f--n")).rounds == ((3, 0, 0, 3),)
    assert score_of(from_line(f"{FOUR} | - 3:2 f-sn")).rounds == ((3, 0, 3, 2),)


@pytest.mark.parametrize("players", MIX)
def test_the_cards_are_as_many_as_the_players(players):
    assert sum(MIX[players].values()) == players
    assert len(Role) == len(MIX[players])


@pytest.mark.parametrize("players", MIX)
def test_any_deal_of_the_mix_is_possible_and_no_other(players):
    cards = [role[0] for role, count in MIX[players].items() for _ in range(count)]
    dealt = set(combinations(cards, players - 1))
    for each in {tuple(sorted(x)) for x in _all_deals(players - 1)}:
        line = f"when-i-dream/score {',' * (players - 1)} | 1 1:1 -{''.join(each)}"
        assert (problems(line) == []) == (each in {tuple(sorted(x)) for x in dealt})


def _all_deals(size):
    return [
        "f" * fairies + "n" * nightmares + "s" * (size - fairies - nightmares)
        for fairies in range(size + 1)
        for nightmares in range(size + 1 - fairies)
    ]


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("3 3:2+ fs-n", []),
        ("3 3:2 ff-n", [("r1", "roles", "too-many-fairy")]),
        ("3 3:2 nn-f", [("r1", "roles", "too-many-nightmare")]),
        ("3 3:2 ss-s", [("r1", "roles", "too-many-sandman")]),
        ("3 3:2 f--n", [("r1.role.2", "roles", "no-role")]),
        ("3 3:2 fssn", [("r1.role.3", "roles", "dreamer-with-role")]),
        ("- 3:2 fs-n", [("r1.dreamer", "roles", "no-dreamer")]),
        (
            "- 3:2 f--n",
            [
                ("r1.dreamer", "roles", "no-dreamer"),
                ("r1.role.2", "roles", "no-role"),
                ("r1.role.3", "roles", "no-role"),
            ],
        ),
        ("3 -:2 fs-n", [("r1.yellow", "roles", "no-yellow")]),
        ("3 3:- fs-n", [("r1.blue", "roles", "no-blue")]),
        ("3 3:2 fs-n | 3 3:2 fs-n", [("r2.dreamer", "roles", "dreamed-twice")]),
        ("3 3:2 fs-n | - | 4 3:2 fsn-", [("r2", "round-gap", "empty-round")]),
        ("3 3:2 fs-n | - | -", []),
        ("3 3:2+ fs-n | ! 0 1 0 0 | = 3 2 5 2", []),
        ("3 3:2+ fs-n | ! 0 1 0 0 | = 3 3 5 -", [("total.2", "total", "wrong-total")]),
        ("-", []),
    ],
)
def test_problems(rest, found):
    assert problems(f"{FOUR} | {rest}") == found


WHOLE_GAME = "1 2:2 -fns | 2 3:2+ f-ns | 3 1:4 fn-s | 4 5:5+ nsf-"


def test_the_game_ends_when_everybody_has_dreamed():
    assert score_json(f"{FOUR} | {WHOLE_GAME.rpartition(' | ')[0]}")["finished"] is False
    score = score_json(f"{FOUR} | {WHOLE_GAME}")
    assert score["finished"] is True
    assert score["totals"] == {"1": 11, "2": 18, "3": 10, "4": 15}
    assert score["winners"] == [2]


def test_a_round_that_has_only_begun_does_not_end_the_game():
    score = score_json(f"{FOUR} | {WHOLE_GAME.rpartition(' | ')[0]} | 4 -:- ----")
    assert score["finished"] is False


@pytest.mark.parametrize("cards", ["5:-", "-:5", "0:-"])
def test_one_count_is_enough_to_end_a_round(cards):
    score = score_json(f"{FOUR} | {WHOLE_GAME.rpartition(' | ')[0]} | 4 {cards} nsf-")
    assert score["finished"] is True


def test_rounds_after_the_end_do_not_count():
    line = f"{FOUR} | {WHOLE_GAME} | - | 1 9:9 -fns"
    score = score_json(line)
    assert score["totals"] == {"1": 11, "2": 18, "3": 10, "4": 15}
    assert score["rounds"][5]["points"] == {"1": 0, "2": 0, "3": 0, "4": 0}
    assert [(each["element"], each["code"]) for each in score["problems"]] == [
        ("r5", "round-gap"),
        ("r6", "after-end"),
    ]


@pytest.mark.parametrize(
    ("rest", "winners"),
    [
        ("4 3:2 fsn- | ! 0 0 0 0", [1, 2, 4]),  # 3 3 2 3
        ("4 3:2 fsn- | ! 0 0 0 1", [1, 2]),
        ("4 3:2+ fsn- | ! 0 0 0 2", [1, 2]),  # level on points, fewer cards
        ("4 3:2+ fsn- | ! 1 1 0 0", [4]),
        ("4 3:2+ fsn- | ! 3 3 1 4", [3]),  # 0 0 1 1: fewer cards
        ("4 3:2+ fsn- | ! 4 4 3 6", [3]),  # -1 -1 -1 -1: fewest cards
    ],
)
def test_ties_go_to_fewer_penalty_cards_and_are_shared_otherwise(rest, winners):
    assert score_json(f"{FOUR} | {rest}")["winners"] == winners


@pytest.mark.parametrize(
    ("board", "code", "field", "remedy"),
    [
        (a_board(format=None), "bad-value", "format", None),
        (a_board(format=7), "unknown-format", "format", None),
        (a_board(sheet="when-i-dreams/score"), "bad-value", "sheet", "when-i-dream/score"),
        (a_board(players=["A"] * 3), "bad-value", "players", None),
        (a_board(players=["A"] * 11), "bad-value", "players", None),
        (a_board(players="ABCD"), "bad-value", "players", None),
        (a_board(players=["A", "B", "C", "\x1b"]), "bad-value", "players[3]", None),
        (a_board(rounds=[{"roles": {"7": "fairy"}}]), "unknown-id", "rounds[0].roles.7", None),
        (a_board(rounds=[{}, {"roles": {"1": "fary"}}]), "bad-value", "rounds[1].roles.1", "fairy"),
        (a_board(rounds=[{"roles": ["fairy"]}]), "bad-value", "rounds[0].roles", None),
        (a_board(rounds=[{"dreamer": 5}]), "bad-value", "rounds[0].dreamer", None),
        (a_board(rounds=[{"yelow": 5}]), "unknown-id", "rounds[0].yelow", "yellow"),
        (a_board(rounds=[{"yellow": -1}]), "bad-value", "rounds[0].yellow", None),
        (a_board(rounds=[{"blue": 111}]), "bad-value", "rounds[0].blue", None),
        (a_board(rounds=[{"blue": float("inf")}]), "bad-value", "rounds[0].blue", None),
        (a_board(rounds=[{"recalled": 1}]), "bad-value", "rounds[0].recalled", None),
        (a_board(penalties={"1": -1}), "bad-value", "penalties.1", None),
        (a_board(penalties={"9": 1}), "unknown-id", "penalties.9", None),
        (a_board(totals={"1": "12"}), "bad-value", "totals.1", None),
        ("board", "bad-value", "", None),
    ],
)
def test_a_board_that_cannot_be_read_names_the_field(board, code, field, remedy):
    with pytest.raises(HostError) as caught:
        board_from(board)
    assert (caught.value.code, caught.value.facts["field"]) == (code, field)
    assert caught.value.facts.get("did_you_mean") == remedy


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("dreams/score A,B,C,D", "sheet"),
        ("when-i-dream/score A,B,C", "players"),
        (f"{FOUR} | 3 3:2+ fs-", "rounds[0].roles"),
        (f"{FOUR} | 3 3-2+ fs-n", "rounds[0]"),
        (f"{FOUR} | 3 3:2+", "rounds[0]"),
        (f"{FOUR} | - | 3 3:2+ fx-n", "rounds[1].roles.2"),
        (f"{FOUR} | 3 3:two fs-n", "rounds[0].blue"),
        (f"{FOUR} | ! 1 2 3", "penalties"),
        (f"{FOUR} | = 1 2 3 x", "totals.4"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_field(line, field):
    with pytest.raises(HostError) as caught:
        from_line(line)
    assert caught.value.facts["field"] == field


def test_the_line_is_as_documented():
    assert to_line(board_from(a_board())) == (
        "when-i-dream/score Lisa,Eva,Tom,Anna | 3 3:2+ fs-n | ! 0 1 0 0 | = 12 - - -"
    )
    assert to_line(board_from(a_board(rounds=[{}], penalties={}, totals={}))) == (
        "when-i-dream/score Lisa,Eva,Tom,Anna | -"
    )


def test_left_out_reads_as_untouched():
    board = board_from({k: a_board()[k] for k in ("format", "sheet", "players")} | {"rounds": []})
    assert board.penalties == (0, 0, 0, 0)
    assert board.totals == (None,) * 4


def boards():
    return st.integers(4, 10).flatmap(
        lambda n: st.builds(
            when_i_dream.WhenIDreamBoard,
            st.tuples(*[st.text("Ab ,|%é\u00a0=!-", max_size=5)] * n),
            st.lists(
                st.builds(
                    when_i_dream.Night,
                    st.none() | st.integers(1, n),
                    st.none() | st.integers(0, 12),
                    st.none() | st.integers(0, 12),
                    st.booleans(),
                    st.tuples(*[st.none() | st.sampled_from(Role)] * n),
                ),
                max_size=12,
            ).map(tuple),
            st.tuples(*[st.none() | st.integers(-9, 99)] * n),
            st.tuples(*[st.integers(0, 5)] * n),
        )
    )


@given(boards())
def test_what_goes_out_as_json_comes_back(board):
    assert board_from(json.loads(json.dumps(board.as_json()))) == board


@given(boards())
def test_what_goes_out_as_a_line_comes_back(board):
    assert from_line(to_line(board)) == board


@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_matter(board, chance):
    assert score_of(board_from(_shuffled(board.as_json(), chance))) == score_of(board)


def _shuffled(data, chance: random.Random):
    if isinstance(data, dict):
        keys = list(data)
        chance.shuffle(keys)
        return {key: _shuffled(data[key], chance) for key in keys}
    return [_shuffled(each, chance) for each in data] if isinstance(data, list) else data


@given(boards())
def test_any_board_that_parses_is_scored(board):
    score = score_of(board)
    earned = [sum(row[place] for row in score.rounds) for place in range(len(board.players))]
    assert [e - p for e, p in zip(earned, board.penalties, strict=True)] == list(score.totals)
    assert {score.totals[number - 1] for number in score.winners} == {max(score.totals)}
    assert json.loads(json.dumps(score.as_json(str)))["finished"] is score.finished


@given(boards().flatmap(lambda b: st.tuples(st.just(b), st.permutations(range(len(b.players))))))
def test_seating_players_otherwise_moves_their_points_along(seating):
    board, order = seating
    place_of = {old + 1: new + 1 for new, old in enumerate(order)}

    def moved(each):
        return tuple(each[old] for old in order)

    rounds = tuple(
        when_i_dream.Night(
            place_of.get(one.dreamer), one.yellow, one.blue, one.recalled, moved(one.roles)
        )
        for one in board.rounds
    )
    reseated = when_i_dream.WhenIDreamBoard(
        moved(board.players), rounds, moved(board.totals), moved(board.penalties)
    )
    assert score_of(reseated).totals == moved(score_of(board).totals)
    assert set(score_of(reseated).winners) == {place_of[w] for w in score_of(board).winners}


@given(boards(), st.integers(0, 9))
def test_a_penalty_card_never_helps(board, place):
    place %= len(board.players)
    cards = list(board.penalties)
    cards[place] += 1
    worse = when_i_dream.WhenIDreamBoard(board.players, board.rounds, board.totals, tuple(cards))
    assert score_of(worse).totals[place] == score_of(board).totals[place] - 1
    assert place + 1 in score_of(board).winners or place + 1 not in score_of(worse).winners
