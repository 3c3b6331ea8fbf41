"""Dreams: the rule book's examples, tables of points and problems, and laws."""

from __future__ import annotations

import json
import random

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules import dreams
from rules.dreams import board_from, join_pages, score_of
from rules.errors import HostError
from tests.rules.score_lines import dreams_from as from_line
from tests.rules.score_lines import dreams_line as to_line

NIGHT_OF_BLUE = "dreams/score Andrea,Peter,Jörg,Nina | 3:3 2 1 2 1"


def score_json(line):
    return score_of(from_line(line)).as_json(lambda problem: problem.facts["reason"])


def points(round_line, players=4):
    names = ",".join("ABCDEF"[:players])
    return score_of(from_line(f"dreams/score {names} | {round_line}")).rounds[0]


def problems(line):
    return [
        (each.element, each.code.value, each.facts["reason"])
        for each in score_of(from_line(line)).problems
    ]


def a_board(**changes):
    board = {
        "format": 1,
        "sheet": "dreams/score",
        "players": ["Andrea", "Peter", "Jörg", "Nina"],
        "rounds": [{"vision": 3, "mortal": 3, "votes": {"1": 2, "2": 1, "3": 2, "4": 1}}],
        "totals": {"1": 0},
    }
    return board | changes


@pytest.mark.parametrize(
    "names", ["Andrea,Peter,Jörg,Nina", "Valentine,Jules,Bruno,Ruth", "Andrea,Piero,Giorgio,Nina"]
)
def test_the_mortal_guessed_wrong_but_nobody_found_him_out(names):
    # Image 2 named where 3 was true; only green (1) and yellow (2) were suspected.
    score = score_json(f"dreams/score {names} | 3:3 2 1 2 1")
    assert score == {
        "format": 1,
        "sheet": "dreams/score",
        "rounds": [{"points": {"1": 0, "2": 0, "3": 3, "4": 1}}],
        "totals": {"1": 0, "2": 0, "3": 3, "4": 1},
        "winners": [3],
        "finished": False,
        "problems": [],
    }


def test_sixteen_ends_the_game_and_seventeen_wins_it():
    before = "1:4 3 1 1 1 | 1:4 3 1 1 1 | 1:2 3 1 1 1 | 1:2 3 1 1 1 | 1:4 3 1 1 2 | 1:1 2 4 4 3"
    names = "dreams/score Andrea,Peter,Jörg,Nina"
    assert score_json(f"{names} | {before}")["totals"] == {"1": 3, "2": 14, "3": 0, "4": 15}
    # The mortal deciphers the vision, but the leading God uncovers him.
    score = score_json(f"{names} | {before} | 1:2 4 1 1 2")
    assert score["rounds"][-1]["points"] == {"1": 0, "2": 2, "3": 1, "4": 2}
    assert score["totals"] == {"1": 3, "2": 16, "3": 1, "4": 17}
    assert score["winners"] == [4]
    assert score["finished"] is True
    assert score["problems"] == []


@pytest.mark.parametrize(
    ("played", "earned"),
    [
        ("2:1 2 3 4 3", (5, 1, 0, 0)),  # undetected and deciphered: the most there is
        ("2:1 2 1 1 1", (2, 3, 3, 3)),  # deciphered, but everybody knew
        ("2:1 3 1 1 1", (0, 3, 3, 3)),
        ("2:1 3 3 4 2", (3, 0, 0, 0)),
        ("2:1 3 1 4 3", (0, 3, 0, 0)),
        ("2:1 - 1 4 3", (0, 3, 0, 0)),  # no vote, no points for it
        ("2:1 2 - - -", (5, 1, 1, 1)),
        ("-:1 2 3 4 3", (3, 1, 0, 0)),  # nobody can say whether 2 was true
        ("2:- 2 3 4 3", (0, 0, 0, 0)),  # nobody can say who was found out
        ("2:1 2 2 4 3", (5, 1, 0, 0)),  # a vote for oneself casts no suspicion
        ("2:1 9 3 4 3", (3, 1, 0, 0)),
        ("2:1 2 9 4 3", (5, 1, 0, 0)),
        ("-", (0, 0, 0, 0)),
    ],
)
def test_points_of_a_round(played, earned):
    assert points(played) == earned


def test_an_image_number_suspects_nobody():
    # The mortal's 2 is an image, so player 2 stays unsuspected.
    assert points("3:1 2 3 2", 3) == (3, 0, 0)
    assert points("3:1 2 3 1", 3) == (0, 1, 2)


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("3:3 2 1 2 1", []),
        ("3:3 - 1 2 1", [("r1.vote.1", "votes", "no-vote")]),
        ("3:3 2 2 2 1", [("r1.vote.2", "votes", "own-vote")]),
        ("3:3 2 1 3 1", []),  # image 3 is not player 3
        ("3:3 5 1 2 1", [("r1.vote.1", "votes", "no-such-player")]),
        ("3:3 0 1 2 1", [("r1.vote.1", "votes", "no-such-player")]),
        ("3:3 2 1 5 1", [("r1.vote.3", "votes", "no-such-image")]),
        ("-:3 2 1 2 1", [("r1.vision", "votes", "no-vision")]),
        ("3:- 2 1 2 1", [("r1.mortal", "votes", "no-mortal")]),
        (
            "3:- 2 5 - 2",
            [
                ("r1.mortal", "votes", "no-mortal"),
                ("r1.vote.2", "votes", "no-such-vote"),
                ("r1.vote.3", "votes", "no-vote"),
            ],
        ),
        ("- | 3:3 2 1 2 1", [("r1", "round-gap", "empty-round")]),
        (
            "3:3 2 1 2 1 | - | - | 3:3 2 1 2 1",
            [("r2", "round-gap", "empty-round"), ("r3", "round-gap", "empty-round")],
        ),
        ("3:3 2 1 2 1 | - | -", []),  # lines not yet played
        ("3:3 2 1 2 1 | = 0 0 3 1", []),
        ("3:3 2 1 2 1 | = - - 4 1", [("total.3", "total", "wrong-total")]),
        ("- | -", []),
    ],
)
def test_problems(rest, found):
    assert problems(f"dreams/score A,B,C,D | {rest}") == found


def test_a_fifth_player_may_be_suspected_but_there_is_no_fifth_image():
    assert problems("dreams/score A,B,C,D,E | 3:1 2 5 5 5 4") == []
    assert problems("dreams/score A,B,C,D,E | 3:1 5 5 5 5 4") == [
        ("r1.vote.1", "votes", "no-such-image")
    ]


def test_rounds_after_the_end_do_not_count():
    five_each = " | ".join(["2:1 2 3 4 3"] * 4)
    line = f"dreams/score A,B,C,D | {five_each} | 2:4 1 1 1 2 | - | -:2 - - - - | = 20 4 0 0"
    score = score_json(line)
    assert score["totals"] == {"1": 20, "2": 4, "3": 0, "4": 0}
    assert score["rounds"][4]["points"] == {"1": 0, "2": 0, "3": 0, "4": 0}
    assert score["finished"] is True
    assert [(each["element"], each["code"]) for each in score["problems"]] == [
        ("r6", "round-gap"),
        ("r5", "after-end"),
        ("r7", "after-end"),
    ]


def test_several_may_lead():
    assert score_json("dreams/score A,B,C | 1:1 2 1 1")["winners"] == [2, 3]
    assert score_json("dreams/score A,B,C")["winners"] == [1, 2, 3]


def test_problems_name_the_player_by_number_and_name():
    line = "dreams/score Andrea,Peter,,Nina | 3:1 3 - - 4"
    facts = [each.facts for each in score_of(from_line(line)).problems]
    assert [fact["who"] for fact in facts] == ["2 (Peter)", "3", "4 (Nina)"]


@pytest.mark.parametrize(
    ("board", "code", "field", "remedy"),
    [
        (a_board(format=2), "unknown-format", "format", None),
        (a_board(format=True), "bad-value", "format", None),
        (a_board(sheet="dreams/scor"), "bad-value", "sheet", "dreams/score"),
        (a_board(players=["A", "B"]), "bad-value", "players", None),
        (a_board(players=[""] * 7), "bad-value", "players", None),
        (a_board(players=[1, 2, 3]), "bad-value", "players[0]", None),
        (a_board(rounds={}), "bad-value", "rounds", None),
        (a_board(rounds=[None]), "bad-value", "rounds[0]", None),
        (a_board(rounds=[{}] * 241), "bad-value", "rounds", None),
        (a_board(rounds=[{}, {"visoin": 1}]), "unknown-id", "rounds[1].visoin", "vision"),
        (a_board(rounds=[{"vision": 5}]), "bad-value", "rounds[0].vision", None),
        (a_board(rounds=[{"vision": True}]), "bad-value", "rounds[0].vision", None),
        (a_board(rounds=[{"mortal": 5}]), "bad-value", "rounds[0].mortal", None),
        (a_board(rounds=[{"votes": {"5": 1}}]), "unknown-id", "rounds[0].votes.5", None),
        (a_board(rounds=[{"votes": {"1": 10**400}}]), "bad-value", "rounds[0].votes.1", None),
        (a_board(rounds=[{"votes": {"1": {"player": 2}}}]), "bad-value", "rounds[0].votes.1", None),
        (a_board(totals={"1": float("nan")}), "bad-value", "totals.1", None),
        (a_board(totals=[1]), "bad-value", "totals", None),
        (a_board(total={"1": 0}), "unknown-id", "total", "totals"),
        ([], "bad-value", "", None),
        (None, "bad-value", "", None),
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
        ("", "sheet"),
        ("daydream/A A,B,C", "sheet"),
        ("dreams/score A,B", "players"),
        ("dreams/score A,B,C | 3:3 1 2", "rounds[0].votes"),
        ("dreams/score A,B,C | 3 3 1 2 1", "rounds[0]"),
        ("dreams/score A,B,C | |", "rounds[0]"),
        ("dreams/score A,B,C | 3:x 1 2 1", "rounds[0].mortal"),
        ("dreams/score A,B,C | - | 3:1 1 2 99999999999", "rounds[1].votes.3"),
        ("dreams/score A,B,C | = 1 2", "totals"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_field(line, field):
    with pytest.raises(HostError) as caught:
        from_line(line)
    assert caught.value.facts["field"] == field


def test_the_line_is_as_documented():
    assert to_line(from_line(NIGHT_OF_BLUE + " | - | = 0 - 3 -")) == (
        NIGHT_OF_BLUE + " | - | = 0 - 3 -"
    )
    assert to_line(board_from(a_board(players=["Anna Lena", "a|b", "", "50%, ok"], rounds=[]))) == (
        "dreams/score Anna%20Lena,a%7Cb,,50%25%2C%20ok | = 0 - - -"
    )


def test_case_of_the_sheet_does_not_matter():
    assert board_from(a_board(sheet="Dreams/Score")) == board_from(a_board())


def test_pages_of_one_game_are_scored_together():
    first = from_line("dreams/score A,B,,D | 2:1 2 3 4 3 | 2:1 2 3 4 3 | = 10 - - -")
    second = from_line("dreams/score A,,C,D | - | - | 2:1 2 3 4 3 | 2:1 2 3 4 3 | = 20 4 - -")
    joined = join_pages([first, second])
    assert joined == from_line(
        "dreams/score A,B,C,D | 2:1 2 3 4 3 | 2:1 2 3 4 3 | 2:1 2 3 4 3 | 2:1 2 3 4 3 | = 20 4 - -"
    )
    assert score_of(joined).totals == (20, 4, 0, 0)
    assert score_of(joined).problems == ()
    with pytest.raises(HostError):
        join_pages([first, from_line("dreams/score A,B,C")])


NAMES = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf")), max_size=8
) | st.text("Ab ,|%é\u00a0=!-", max_size=8)


def boards():
    return st.integers(3, 6).flatmap(
        lambda n: st.builds(
            dreams.DreamsBoard,
            st.tuples(*[NAMES] * n),
            st.lists(
                st.builds(
                    dreams.Verdict,
                    st.none() | st.integers(1, 4),
                    st.none() | st.integers(1, n),
                    st.tuples(*[st.none() | st.integers(0, 7)] * n),
                ),
                max_size=12,
            ).map(tuple),
            st.tuples(*[st.none() | st.integers(-5, 30)] * n),
        )
    )


@given(boards())
def test_what_goes_out_as_json_comes_back(board):
    assert board_from(json.loads(json.dumps(board.as_json()))) == board


@given(boards())
def test_what_goes_out_as_a_line_comes_back(board):
    line = to_line(board)
    assert "\n" not in line
    assert from_line(line) == board


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
    assert len(score.rounds) == len(board.rounds)
    assert score.totals == tuple(map(sum, zip(*score.rounds, strict=True))) or not board.rounds
    assert all(0 <= each <= 5 for row in score.rounds for each in row)
    assert {score.totals[number - 1] for number in score.winners} == {max(score.totals)}
    assert json.loads(json.dumps(score.as_json(str)))["finished"] is score.finished


@given(boards().flatmap(lambda b: st.tuples(st.just(b), st.permutations(range(len(b.players))))))
def test_seating_players_otherwise_moves_their_points_along(seating):
    board, order = seating
    moved = _reseated(board, order)
    totals = score_of(board).totals
    assert score_of(moved).totals == tuple(totals[place] for place in order)


def _reseated(board, order):
    """The same game with player order[i] + 1 sitting in place i."""
    place_of = {old + 1: new + 1 for new, old in enumerate(order)}

    def vote(one, voter):
        value = one.votes[voter]
        return value if voter + 1 == one.mortal else place_of.get(value, value)

    rounds = tuple(
        dreams.Verdict(one.vision, place_of.get(one.mortal), tuple(vote(one, old) for old in order))
        for one in board.rounds
    )
    return dreams.DreamsBoard(
        tuple(board.players[old] for old in order), rounds, tuple(board.totals[o] for o in order)
    )
