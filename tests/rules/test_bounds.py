"""The last value that is taken and the first that is not, and what a refusal says about it."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from rules import dreams, values, when_i_dream
from rules.daydream.board import blank
from rules.daydream.exercise import bare
from rules.daydream.parse import board_from
from rules.daydream.score import DaydreamParts, objects_lost, score_of, tier_of
from rules.daydream.sheet import Frame
from rules.errors import HostError
from tests.rules.notation import from_line, sheet_of_line, to_line
from tests.rules.score_lines import board_of_line, dreams_from, dreams_line, when_i_dream_from
from tests.rules.sheets import ALL, CONSTELLATION, DISTINCT, FRAMES, NOTES, PLAIN, board

DREAMS = {"format": 1, "sheet": "dreams/score", "players": ["A", "B", "C"], "rounds": []}
WHEN = {"format": 1, "sheet": "when-i-dream/score", "players": ["A"] * 4, "rounds": []}


def refused(read, *given):
    with pytest.raises(HostError) as caught:
        read(*given)
    return caught.value.facts


# ---- Daydream


@pytest.mark.parametrize(
    ("part", "taken", "bad", "low", "high"),
    [
        ("total", 9999, 10_000, -999, 9999),
        ("total", -999, -1000, -999, 9999),
        ("thorns", 6, 7, 0, 6),
    ],
)
def test_numbers_of_a_board(part, taken, bad, low, high):
    assert getattr(board(PLAIN, **{part: taken}), part) == taken
    facts = refused(lambda: board(PLAIN, **{part: bad}))
    assert (facts["field"], facts["low"], facts["high"]) == (part, low, high)


def test_seeds_have_six_digits():
    last = replace(PLAIN, seed=999_999)
    assert board_from({"format": 1, "sheet": "A", "seed": 999_999}, last).seed == 999_999
    assert sheet_of_line("A#999999") == ("daydream/A", 999_999)
    assert refused(board_from, {"format": 1, "sheet": "A", "seed": 10**6}, last)["high"] == 999_999
    assert refused(sheet_of_line, "A#1000000")["high"] == 999_999
    assert refused(board_from, {"format": 1, "sheet": "A", "seed": 4}, last)["low"] == 999_999


def test_a_star_that_is_circled_twice_is_told_which_are_left():
    facts = refused(lambda: board(CONSTELLATION, constellation={"circled": ["s2", "s2"]}))
    assert facts["choices"] == ("s1", "s3")


def test_a_sheet_without_a_constellation_says_what_it_has():
    facts = refused(lambda: board(PLAIN, constellation={"lines": 1}))
    assert "constellation" not in facts["choices"] and "chain" in facts["choices"]


def test_the_first_moon_may_not_be_linked():
    facts = refused(lambda: board(FRAMES, chain={"m1": {"linked": True}}))
    assert (facts["field"], facts["value"], facts["choices"]) == (
        "chain.m1.linked",
        "true",
        ("false",),
    )


def test_families_may_have_other_rewards():
    other = replace(FRAMES, frames=(FRAMES.frames[0], Frame("f2", ("c3", "c5", "c6"), (7, 4, 1))))
    drawn = board(other, frames={"f1": {"2": "circled"}, "f2": {"1": "circled", "7": "crossed"}})
    assert to_line(drawn, other) == "EDF#0 frames=-o,x-o"
    assert from_line("EDF#0 frames=-o,x-o", other) == drawn
    facts = refused(from_line, "EDF#0 frames=-o,x-", other)
    assert (facts["field"], facts["low"], facts["high"]) == ("frames.f2", 3, 3)


@pytest.mark.parametrize(
    ("line", "field", "low", "high"),
    [
        ("A#0 clouds=12", "clouds", 6, 6),
        ("A#0 objects=1", "objects", 3, 3),
        ("A#0 objects=", "objects", 3, 3),
        ("nothing", "sheet", None, 40),
    ],
)
def test_a_line_says_how_many_it_wants(line, field, low, high):
    facts = refused(from_line, line, PLAIN)
    assert (facts["field"], facts["low"], facts["high"]) == (field, low, high)


def test_a_sheets_name_in_a_line_has_at_most_forty_letters():
    assert sheet_of_line("x/" + "Y" * 38 + "#1") == ("x/" + "y" * 38, 1)
    assert refused(sheet_of_line, "x/" + "Y" * 39 + "#1")["field"] == "sheet"


def test_an_untouched_sheet_is_worth_nothing():
    nothing = dict.fromkeys(DaydreamParts.__dataclass_fields__, 0)
    for sheet in ALL:
        score = score_of(blank(sheet, solo=True), sheet)
        assert asdict(score.parts) == asdict(score.by_rules) == nothing
        assert (score.tier, score.tie_break, score.written) == (1, 0, None)


@pytest.mark.parametrize(
    ("thorns", "objects", "lost"),
    [(0, 3, 0), (1, 3, 0), (2, 3, 1), (3, 3, 1), (4, 3, 2), (9, 3, 3)],
)
def test_two_thorns_take_an_object(thorns, objects, lost):
    assert objects_lost(thorns, objects) == lost


@pytest.mark.parametrize(("total", "tier"), [(-1, 1), (1, 1), (2, 2), (3, 2), (4, 3), (6, 4)])
def test_tiers_begin_at_their_lowest_total(total, tier):
    assert tier_of(total, PLAIN) == tier


def test_a_tie_is_broken_on_the_first_object_that_is_not_finished():
    drawn = board(PLAIN, objects={"o1": 3, "o2": 2, "o3": 1})
    assert score_of(drawn, PLAIN).tie_break == 2
    whole = {thing.id: thing.segments for thing in PLAIN.objects}
    assert score_of(board(PLAIN, objects=whole), PLAIN).tie_break == 0


def test_what_is_left_of_a_sheet_in_a_task():
    for sheet in ALL:
        plain = bare(sheet)
        assert (plain.id, plain.seed, plain.rows, plain.tiers) == (
            *(sheet.id, sheet.seed, sheet.rows, sheet.tiers),
        )
        assert [(c.id, c.touches) for c in plain.clouds] == [
            (c.id, c.touches) for c in sheet.clouds
        ]
        assert {c.symbol for c in plain.clouds} == {None}
        gone = (plain.objects, plain.leaves, plain.polaroids, plain.notes, plain.chain)
        assert (*gone, plain.frames, plain.constellation, plain.thorns) == ((),) * 6 + (None, 0)


def test_a_score_as_json():
    drawn = board(DISTINCT, "123456", solo=True, total=3, rows={"r1": "sun"}, objects={"o1": 3})
    told = score_of(drawn, DISTINCT).as_json("abcd", lambda problem: problem.code.value)
    assert told["total"] == 1 and told["by_rules"]["total"] == 1 + 12
    assert told["solo"] == {"tier": 4, "name": "d"}
    assert told["rows"]["r1"] == {"numbers": [1, 2, 3], "mark": "sun", "should_be": "sun"}
    assert told["rows"]["r2"] == {"numbers": [4, 5, 6], "mark": None, "should_be": "sun"}
    assert (told["format"], told["written"], told["tie_break"]) == (1, 3, 0)
    assert {"element": "r2", "code": "row-unmarked", "message": "row-unmarked"} in told["problems"]
    assert score_of(blank(NOTES), NOTES).as_json("abcd", str)["solo"] is None


# ---- score sheets


@pytest.mark.parametrize(
    ("read", "base", "part", "taken", "bad", "low", "high"),
    [
        (dreams, DREAMS, "totals", {"2": 999}, {"2": 1000}, -999, 999),
        (dreams, DREAMS, "totals", {"2": -999}, {"2": -1000}, -999, 999),
        (dreams, DREAMS, "rounds", [{}] * 240, [{}] * 241, 0, 240),
        (dreams, DREAMS, "rounds", [{"votes": {"1": 99}}], [{"votes": {"1": 100}}], 0, 99),
        (dreams, DREAMS, "rounds", [{"votes": {"1": 0}}], [{"votes": {"1": -1}}], 0, 99),
        (dreams, DREAMS, "rounds", [{"vision": 1}], [{"vision": 0}], 1, 4),
        (dreams, DREAMS, "rounds", [{"vision": 4}], [{"vision": 5}], 1, 4),
        (dreams, DREAMS, "rounds", [{"mortal": 3}], [{"mortal": 4}], 1, 3),
        (dreams, DREAMS, "rounds", [{"mortal": 1}], [{"mortal": 0}], 1, 3),
        (dreams, DREAMS, "players", ["A"] * 3, ["A"] * 2, 3, 6),
        (dreams, DREAMS, "players", ["A"] * 6, ["A"] * 7, 3, 6),
        (when_i_dream, WHEN, "players", ["A"] * 4, ["A"] * 3, 4, 10),
        (when_i_dream, WHEN, "players", ["A"] * 10, ["A"] * 11, 4, 10),
        (when_i_dream, WHEN, "rounds", [{"yellow": 110}], [{"yellow": 111}], 0, 110),
        (when_i_dream, WHEN, "rounds", [{"blue": 0}], [{"blue": -1}], 0, 110),
        (when_i_dream, WHEN, "rounds", [{"dreamer": 1}], [{"dreamer": 0}], 1, 4),
        (when_i_dream, WHEN, "rounds", [{"dreamer": 4}], [{"dreamer": 5}], 1, 4),
        (when_i_dream, WHEN, "penalties", {"1": 110}, {"1": 111}, 0, 110),
    ],
)
def test_numbers_of_a_score_sheet(read, base, part, taken, bad, low, high):
    assert read.board_from(base | {part: taken})
    facts = refused(read.board_from, base | {part: bad})
    assert (facts["low"], facts["high"]) == (low, high)
    assert facts["field"].startswith(part)


@pytest.mark.parametrize(
    ("read", "line", "field", "count"),
    [
        (dreams, "dreams/score A,B,C | 3:3 1 2", "rounds[0].votes", 3),
        (dreams, "dreams/score A,B,C | = 1", "totals", 3),
        (when_i_dream, "when-i-dream/score A,B,C,D | 1 1:1 -fn", "rounds[0].roles", 4),
        (when_i_dream, "when-i-dream/score A,B,C,D | ! 1", "penalties", 4),
    ],
)
def test_a_line_of_a_score_sheet_says_how_many_it_wants(read, line, field, count):
    facts = refused(board_of_line, line)
    assert (facts["field"], facts["low"], facts["high"]) == (field, count, count)


def facts_of(read, line):
    return [dict(problem.facts) for problem in read.score_of(board_of_line(line)).problems]


@pytest.mark.parametrize(
    ("rest", "facts"),
    [
        ("- | 2:1 2 1 1", [{"reason": "empty-round", "round": 1, "last": 2}]),
        ("- | - | 2:1 2 1 1", [{"reason": "empty-round", "round": 1, "last": 3},
                               {"reason": "empty-round", "round": 2, "last": 3}]),
        ("2:1 2 1 9", [{"reason": "no-such-player", "round": 1, "vote": 9, "most": 3,
                        "who": "3 (C)"}]),
        ("2:1 9 1 1", [{"reason": "no-such-image", "round": 1, "vote": 9, "most": 4,
                        "who": "1 (A)"}]),
        ("2:1 - 1 1", [{"reason": "no-vote", "round": 1, "vote": None, "most": 4, "who": "1 (A)"}]),
        ("2:1 2 - 1", [{"reason": "no-vote", "round": 1, "vote": None, "most": 3, "who": "2 (B)"}]),
        ("2:- 4 1 1", [{"reason": "no-mortal", "round": 1}]),
        ("-:1 2 1 1", [{"reason": "no-vision", "round": 1}]),
        ("2:- 2 5 1", [{"reason": "no-mortal", "round": 1},
                       {"reason": "no-such-vote", "round": 1, "vote": 5, "most": 4,
                        "who": "2 (B)"}]),
        ("2:- 2 0 1", [{"reason": "no-mortal", "round": 1},
                       {"reason": "no-such-vote", "round": 1, "vote": 0, "most": 4,
                        "who": "2 (B)"}]),
        ("2:1 2 1 1 | = 2 9 3", [{"reason": "wrong-total", "who": "2 (B)", "written": 9,
                                  "counted": 3}]),
        ("2:1 2 3 2 | 2:1 2 3 2 | 2:1 2 3 2 | 2:1 2 3 2 | 2:1 2 3 2",
         [{"reason": "goal-reached", "round": 5, "last": 4, "goal": 16}]),
    ],
)  # fmt: skip
def test_what_is_said_about_votes(rest, facts):
    assert facts_of(dreams, f"dreams/score A,B,C | {rest}") == facts


@pytest.mark.parametrize(
    ("last", "total", "over"), [("2:2 3 2 2", 16, True), ("2:2 3 2 1", 15, False)]
)
def test_the_game_ends_with_sixteen_points(last, total, over):
    line = f"dreams/score A,B,C | 2:1 2 3 2 | 2:1 2 3 2 | 2:1 2 3 2 | {last}"
    score = dreams.score_of(dreams_from(line))
    assert (score.totals[0], score.finished) == (total, over)


ALL_DREAMED = "1 2:2 -fns | 2 3:2+ f-ns | 3 1:4 fn-s | 4 5:5+ nsf-"


@pytest.mark.parametrize(
    ("rest", "facts"),
    [
        ("1 1:- -fns", [{"reason": "no-blue", "round": 1}]),
        ("1 -:1 -fns", [{"reason": "no-yellow", "round": 1}]),
        ("- 1:1 -fns", [{"reason": "no-dreamer", "round": 1}]),
        ("1 1:1 --ns", [{"reason": "no-role", "round": 1, "who": "2 (B)"}]),
        ("1 1:1 sfn-", [{"reason": "dreamer-with-role", "round": 1, "who": "1 (A)"},
                        {"reason": "no-role", "round": 1, "who": "4 (D)"}]),
        ("1 1:1 -ffs", [{"reason": "too-many-fairy", "round": 1, "count": 2, "most": 1,
                         "players": 4}]),
        ("1 1:1 -fns | 1 1:1 -fns", [{"reason": "dreamed-twice", "round": 2, "first": 1,
                                      "who": "1 (A)"}]),
        (f"{ALL_DREAMED} | 1 9:9 -fns", [{"reason": "everybody-dreamed", "round": 5, "last": 4}]),
        (f"{ALL_DREAMED} | - | 1 9:9 -fns", [{"reason": "empty-round", "round": 5, "last": 6},
                                             {"reason": "everybody-dreamed", "round": 6,
                                              "last": 4}]),
    ],
)  # fmt: skip
def test_what_is_said_about_roles(rest, facts):
    assert facts_of(when_i_dream, f"when-i-dream/score A,B,C,D | {rest}") == facts


def test_the_round_after_the_last_earns_nothing():
    line = f"when-i-dream/score A,B,C,D | {ALL_DREAMED} | 1 9:9 -fns"
    assert when_i_dream.score_of(when_i_dream_from(line)).rounds[4] == (0, 0, 0, 0)


def test_an_earlier_page_keeps_what_a_later_one_leaves_open():
    first = dreams_from("dreams/score A,B,C | 2:1 2 1 1 | = 2 3 -")
    later = dreams_from("dreams/score A,B,C | - | - | = - 5 -")
    joined = dreams.join_pages([first, later])
    assert joined.totals == (2, 5, None)
    assert dreams_line(joined) == "dreams/score A,B,C | 2:1 2 1 1 | - | = 2 5 -"
    four = dreams_from("dreams/score A,B,C,D")
    facts = refused(dreams.join_pages, [first, four])
    assert (facts["field"], facts["low"], facts["high"]) == ("players", 3, 3)


# ---- any value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2**99 - 1, str(2**99 - 1)),
        (2**100, "1e30"),
        (-(10**400), "-1e400"),
        ("x" * 40, '"' + "x" * 40 + '"'),
        ("x" * 41, '"' + "x" * 39 + '…"'),
        ([], "[]"),
        ([0], "[…]"),
        ({}, "{}"),
        ({"a": 1}, "{…}"),
        (float("-inf"), "-Infinity"),
        (b"", "[]"),
        (object, "type"),
    ],
)
def test_how_values_are_shown(value, text):
    assert values.shown(value) == text


def test_texts_have_at_most_sixty_characters():
    assert values.text("x" * 60, "name") == "x" * 60
    assert refused(values.text, "x" * 61, "name")["high"] == 60
    assert values.nearest("x" * 40, ["x" * 39]) == "x" * 39
    assert values.nearest("x" * 41, ["x" * 39]) is None
