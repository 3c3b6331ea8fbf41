"""Every code of the contract, where it belongs and where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from rules.daydream.board import RowMark
from rules.daydream.lines import most_segments
from rules.daydream.problems import DaydreamCode, filled_groups
from rules.daydream.score import score_of
from tests.rules.sheets import (
    CHAIN,
    CONSTELLATION,
    DIFFERENCE,
    DISTINCT,
    FRAMES,
    NOTES,
    PLAIN,
    board,
    grid,
    sheet,
    sheets_and_boards,
)


def found(drawn, sheet, *codes):
    """The problems of some codes as ``element code``."""
    return [
        f"{problem.element} {problem.code}"
        for problem in score_of(drawn, sheet).problems
        if not codes or problem.code in codes
    ]


@pytest.mark.parametrize(
    ("clouds", "mark", "problem"),
    [
        ("135---", "dot", None),
        ("123---", "sun", None),
        ("131---", "crossed", None),
        ("13----", None, None),
        ("135---", "sun", "r1 row-mark"),
        ("123---", "dot", "r1 row-mark"),
        ("123---", "both", "r1 row-mark"),
        ("131---", "dot", "r1 row-mark"),
        ("135---", "crossed", "r1 row-mark"),
        ("13----", "dot", "r1 row-mark"),  # not finished
        ("11----", "crossed", "r1 row-mark"),  # lost, but not judged before it is full
        ("123---", None, "r1 row-unmarked"),
        ("131---", None, "r1 row-unmarked"),
    ],
)
def test_rows(clouds, mark, problem):
    drawn = board(PLAIN, clouds, rows={"r1": mark})
    assert found(drawn, PLAIN) == ([problem] if problem else [])


@pytest.mark.parametrize(
    ("clouds", "objects", "problems"),
    [
        ("------", {"o1": 1}, ["objects too-many-lines"]),
        ("146---", {"o1": 3, "o2": 2}, []),  # three lines and the bonus
        ("146---", {"o1": 3, "o2": 3}, ["objects too-many-lines"]),
        ("146---", {"o1": 2}, []),  # fewer than earned is no problem
        ("141---", {"o1": 1}, ["objects too-many-lines"]),
        ("123---", {"o1": 3, "o2": 4, "o3": 2}, []),
        ("------", {"o1": 2, "o2": 1}, ["o2 object-order"]),  # then lines are not judged
        ("------", {"o2": 4, "o3": 1}, ["o2 object-order", "o3 object-order"]),
        ("123---", {"o1": 3, "o3": 1}, ["o3 object-order"]),
    ],
)
def test_objects(clouds, objects, problems):
    drawn = board(PLAIN, clouds, objects=objects)
    assert found(drawn, PLAIN, DaydreamCode.TOO_MANY_LINES, DaydreamCode.OBJECT_ORDER) == problems


def test_a_leaf_instead_of_a_line_lowers_the_bound():
    drawn = board(PLAIN, "146---", objects={"o1": 3, "o2": 1}, bonuses={"b1": "leaf"})
    assert found(drawn, PLAIN, DaydreamCode.TOO_MANY_LINES) == ["objects too-many-lines"]


def test_the_bound_asks_the_numbers_not_the_marks():
    drawn = board(PLAIN, "123---", rows={"r1": "crossed"}, objects={"o1": 3, "o2": 4})
    assert found(drawn, PLAIN) == ["r1 row-mark"]


@pytest.mark.parametrize(
    ("objects", "mark", "problems"),
    [
        ({"o1": 3}, "line", []),
        ({"o1": 3}, "leaf", []),
        ({"o1": 3}, None, []),
        ({"o1": 3}, "both", ["b1 bonus-both"]),
        ({"o1": 2}, "leaf", ["b1 bonus-unearned"]),
        ({}, "both", ["b1 bonus-unearned", "b1 bonus-both"]),
    ],
)
def test_bonuses(objects, mark, problems):
    drawn = board(PLAIN, objects=objects, bonuses={"b1": mark})
    assert found(drawn, PLAIN, DaydreamCode.BONUS_UNEARNED, DaydreamCode.BONUS_BOTH) == problems


@pytest.mark.parametrize(
    ("clouds", "lines", "stars", "problems"),
    [
        ("2-----", 2, ["s1"], []),
        ("2-----", 3, ["s1"], ["constellation-lines"]),
        ("2-----", 1, [], ["constellation-lines"]),
        ("2-----", 2, [], ["constellation-stars"]),
        ("1-----", 1, ["s1"], ["constellation-stars"]),
        ("2-----", 2, ["s1", "s2"], ["constellation-stars"]),
        ("4-----", 4, ["s1", "s3"], ["constellation-stars"]),
        ("4----3", 5, ["s1", "s2", "s3"], []),  # lines beyond the path's end are lost
        ("4----3", 4, ["s1", "s2"], ["constellation-lines"]),
        ("------", 0, ["s1"], ["constellation-stars"]),
        ("-99---", 5, [], ["constellation-lines", "constellation-stars"]),
        ("0-----", 0, [], []),
    ],
)
def test_the_constellation(clouds, lines, stars, problems):
    sky = {"lines": lines, "circled": stars}
    drawn = board(CONSTELLATION, clouds, constellation=sky)
    codes = (DaydreamCode.CONSTELLATION_LINES, DaydreamCode.CONSTELLATION_STARS)
    assert found(drawn, CONSTELLATION, *codes) == [f"constellation {each}" for each in problems]


@pytest.mark.parametrize(
    ("clouds", "lines", "stars", "reason", "forgotten", "unearned"),
    [
        ("2-----", 2, [], "forgotten", ["s1"], []),
        ("1-----", 1, ["s1"], "unearned", [], ["s1"]),
        ("4-----", 4, ["s1", "s3"], "both", ["s2"], ["s3"]),
    ],
)
def test_only_the_wrong_stars_are_named(clouds, lines, stars, reason, forgotten, unearned):
    drawn = board(CONSTELLATION, clouds, constellation={"lines": lines, "circled": stars})
    (problem,) = (
        each
        for each in score_of(drawn, CONSTELLATION).problems
        if each.code is DaydreamCode.CONSTELLATION_STARS
    )
    told = [list(problem.facts[name]) for name in ("forgotten", "unearned")]
    assert (problem.facts["reason"], told) == (reason, [forgotten, unearned])


@pytest.mark.parametrize(
    ("clouds", "heads", "problems"),
    [
        ("33----", {"n1": 1}, []),
        ("33----", {}, ["n1 note-heads"]),
        ("34----", {"n1": 1}, ["n1 note-heads"]),
        ("-33-3-", {"n2": 2}, ["n2 note-heads"]),  # not all four
        ("-33-3-", {"n2": 1}, []),
        ("333-33", {"n1": 1, "n2": 1}, ["n2 note-heads"]),
        ("------", {"n1": 1, "n2": 1}, ["n1 note-heads", "n2 note-heads"]),
    ],
)
def test_notes(clouds, heads, problems):
    assert found(board(NOTES, clouds, notes=heads), NOTES, DaydreamCode.NOTE_HEADS) == problems


def polaroids(values, circles=""):
    return {
        f"p{number}": {
            "value": None if value == "-" else int(value),
            "circled": str(number) in circles,
        }
        for number, value in enumerate(values, 1)
    }


@pytest.mark.parametrize(
    ("clouds", "copies", "circles", "problems"),
    [
        ("12----", "12----", "12", []),
        ("12----", "13----", "12", ["p2 polaroid-number"]),
        ("12----", "1-----", "1", ["p2 polaroid-number"]),
        ("1-----", "12----", "12", ["p2 polaroid-number"]),
        ("0-----", "------", "", ["p1 polaroid-number"]),  # a nought is a number
        ("12----", "12----", "1", ["polaroids polaroid-circles"]),
        ("11----", "11----", "1", []),
        ("11----", "11----", "2", []),  # either of two equal ones
        ("11----", "11----", "12", ["polaroids polaroid-circles"]),
        ("11----", "11----", "", ["polaroids polaroid-circles"]),
        ("1-----", "1-----", "12", ["polaroids polaroid-circles"]),  # a circle around nothing
        ("1-----", "1-----", "2", ["polaroids polaroid-circles"]),  # as many, but not that one
        ("112---", "112---", "12", ["polaroids polaroid-circles"]),  # as many, but one number twice
    ],
)
def test_polaroids(clouds, copies, circles, problems):
    codes = (DaydreamCode.POLAROID_NUMBER, DaydreamCode.POLAROID_CIRCLES)
    drawn = board(DISTINCT, clouds, polaroids=polaroids(copies, circles))
    assert found(drawn, DISTINCT, *codes) == problems
    # Circles mean nothing where the difference counts.
    drawn = board(DIFFERENCE, clouds, polaroids=polaroids(copies, circles))
    numbers = [problem for problem in problems if "number" in problem]
    assert found(drawn, DIFFERENCE, *codes) == numbers


def chain(values, linked=""):
    return {
        f"m{number}": {
            "value": None if value == "-" else int(value),
            "linked": str(number) in linked,
        }
        for number, value in enumerate(values, 1)
    }


@pytest.mark.parametrize(
    ("clouds", "moons", "linked", "problems"),
    [
        ("34----", "43-", "", []),  # in any order
        ("34----", "34-", "", []),
        ("34----", "33-", "2", ["chain chain-numbers"]),
        ("34----", "3--", "", ["chain chain-numbers"]),
        ("3-----", "34-", "", ["chain chain-numbers"]),
        ("----34", "34-", "", ["chain chain-numbers"]),  # no moon clouds
        ("1234--", "412", "", []),  # the fourth number is lost
        ("1234--", "41-", "", ["chain chain-numbers"]),
        ("1234--", "415", "", ["chain chain-numbers"]),
        ("1134--", "111", "23", ["chain chain-numbers"]),
        ("33----", "33-", "", ["m2 chain-link"]),
        ("34----", "34-", "2", ["m2 chain-link"]),
        ("------", "---", "2", ["m2 chain-link"]),
        ("333---", "333", "2", ["m3 chain-link"]),
        ("33----", "3-3", "", ["chain chain-gap"]),
        ("33----", "3-3", "3", ["chain chain-gap", "m3 chain-link"]),
        ("3-----", "--3", "", ["chain chain-gap"]),
        ("------", "---", "", []),
    ],
)
def test_the_chain(clouds, moons, linked, problems):
    codes = (DaydreamCode.CHAIN_NUMBERS, DaydreamCode.CHAIN_LINK, DaydreamCode.CHAIN_GAP)
    drawn = board(CHAIN, clouds, chain=chain(moons, linked))
    assert found(drawn, CHAIN, *codes) == problems


@pytest.mark.parametrize(
    ("clouds", "frames", "problems"),
    [
        ("12-4--", {"f1": {"5": "circled", "2": "crossed"}}, []),
        ("12----", {"f1": {"5": "circled"}}, ["f1 frame-unfilled"]),
        ("12----", {"f1": {"5": "crossed", "2": "crossed"}}, []),
        ("12-4--", {"f1": {"5": "circled", "2": "circled"}}, ["f1 frame-both"]),
        (
            "------",
            {"f2": {"5": "circled", "2": "circled"}},
            ["f2 frame-unfilled", "f2 frame-both"],
        ),
        ("12-4--", {"f2": {"2": "circled"}}, ["f2 frame-unfilled"]),
    ],
)
def test_frames(clouds, frames, problems):
    codes = (DaydreamCode.FRAME_UNFILLED, DaydreamCode.FRAME_BOTH)
    assert found(board(FRAMES, clouds, frames=frames), FRAMES, *codes) == problems


@pytest.mark.parametrize(
    ("thorns", "solo", "problems"),
    [(0, False, []), (1, True, []), (1, False, ["thorns thorns-not-solo"])],
)
def test_thorns(thorns, solo, problems):
    assert found(board(PLAIN, thorns=thorns, solo=solo), PLAIN) == problems


LEAFY = sheet(leaves=6)  # the first is printed as circled


@pytest.mark.parametrize(
    ("clouds", "leaves", "problem"),
    [
        ("123456", "o-----", None),
        ("0-----", "o-----", "0 of 1"),
        ("7-----", "o-----", "0 of 1"),
        ("7-----", "@-----", None),
        ("8-----", "@o----", "1 of 2"),
        ("8-----", "@@----", None),
        ("9-----", "@@o---", "2 of 3"),
        ("9-----", "-@@@--", None),  # any leaves
        ("70----", "@o----", "1 of 2"),  # every cloud needs its own
        ("999999", "@@@@@@", "6 of 18"),
        ("123---", "@@@@@@", None),  # leaves may go into any number
    ],
)
@pytest.mark.parametrize("solo", [False, True])
def test_numbers_off_the_dice_need_leaves(clouds, leaves, problem, solo):
    drawn = board(LEAFY, clouds, leaves=leaf_marks(leaves), solo=solo, thorns=5 * solo)
    problems = [p for p in score_of(drawn, LEAFY).problems if p.code is DaydreamCode.LEAVES]
    told = [f"{each.facts['filled']} of {each.facts['needed']}" for each in problems]
    assert told == ([problem] if problem else [])
    assert all((each.element, each.facts["reason"]) == ("leaves", "few") for each in problems)


@pytest.mark.parametrize(
    ("leaves", "thorns", "bonus", "solo", "wrong"),
    [
        ("o-----", 0, None, True, False),
        ("oo----", 0, None, True, True),
        ("o@----", 0, None, True, True),  # filled is gained as well
        ("@-----", 0, None, True, False),  # printed as circled
        ("oo----", 1, None, True, False),
        ("ooo---", 1, None, True, True),
        ("oo----", 0, "leaf", True, False),
        ("oo----", 0, "line", True, True),
        ("oo----", 0, "both", True, False),  # which of the two is a problem of its own
        ("ooo---", 1, "leaf", True, False),
        ("o-----", 5, "leaf", True, False),  # circled when none was left, or forgotten
        ("oo----", 0, None, False, False),  # at a table a skipped die leaves no trace
        ("oooooo", 4, None, True, True),
        ("oooooo", 5, None, True, False),
    ],
)
def test_a_leaf_is_gained_by_a_thorn_or_a_bonus(leaves, thorns, bonus, solo, wrong):
    parts = {"objects": {"o1": 3}, "bonuses": {"b1": bonus}, "leaves": leaf_marks(leaves)}
    drawn = board(LEAFY, solo=solo, thorns=thorns, **parts)
    assert found(drawn, LEAFY, DaydreamCode.LEAVES) == (["leaves leaves"] if wrong else [])


def test_gained_leaves_are_not_judged_where_all_thorns_are_drawn():
    few = replace(LEAFY, thorns=2)
    drawn = board(few, leaves=leaf_marks("oooooo"), solo=True, thorns=2)
    assert found(drawn, few) == []
    assert found(replace(drawn, thorns=1), few) == ["leaves leaves"]


def test_leaves_may_be_wrong_in_both_ways():
    drawn = board(LEAFY, "9-----", leaves=leaf_marks("@o----"), solo=True)
    (problem,) = score_of(drawn, LEAFY).problems
    facts = {"reason": "both", "filled": 1, "needed": 3, "gained": 1, "thorns": 0, "bonuses": 0}
    assert problem.facts == {"element": "leaves", **facts}


def leaf_marks(signs):
    marks = {"-": None, "o": "circled", "@": "filled"}
    return {f"l{number}": marks[sign] for number, sign in enumerate(signs, 1)}


@pytest.mark.parametrize(
    ("five", "two", "lines", "solo", "problems"),
    [
        (None, "circled", 0, True, ["f1 frame-order"]),
        ("crossed", "circled", 0, True, ["f1 frame-order"]),
        (None, "circled", 1, True, []),
        ("crossed", "circled", 4, True, []),
        ("circled", None, 0, True, []),
        ("circled", "crossed", 1, True, []),  # it was full before the clover was begun
        (None, "crossed", 0, True, []),
        ("circled", "circled", 0, True, ["f1 frame-both", "f1 frame-order"]),
        (None, "circled", 0, False, []),  # somebody else was first
    ],
)
def test_the_clover_comes_before_a_two(five, two, lines, solo, problems):
    with_clover = replace(
        FRAMES,
        objects=(FRAMES.objects[0], replace(FRAMES.objects[1], name="clover"), FRAMES.objects[2]),
    )
    objects = {"o1": 3 if lines else 0, "o2": lines}
    frames = {"f1": {"5": five, "2": two}}
    drawn = board(with_clover, "12-4--", frames=frames, objects=objects, solo=solo)
    codes = (DaydreamCode.FRAME_BOTH, DaydreamCode.FRAME_ORDER)
    assert found(drawn, with_clover, *codes) == problems
    assert found(drawn, FRAMES, DaydreamCode.FRAME_ORDER) == []  # no clover to wait for


WIDE = replace(PLAIN, clouds=grid(3, 5), rows=())


@pytest.mark.parametrize(
    ("clouds", "groups"),
    [
        ("--------------" + "-", 0),
        ("1-------------" + "-", 1),
        ("1------------1" + "-", 2),
        ("1-1------------", 2),
        ("1-1-1----------", 3),  # only two clouds begin a game
        ("111111---------", 1),
        ("1----1---1----1", 2),
        ("1-----1-----1--", 3),  # corners do not touch
    ],
)
def test_clouds_grow_from_two(clouds, groups):
    drawn = board(WIDE, clouds)
    assert filled_groups(drawn, WIDE) == groups
    assert found(drawn, WIDE) == (["clouds cloud-isolated"] if groups > 2 else [])


@pytest.mark.parametrize(
    ("written", "wrong"), [(None, False), (0, False), (2, False), (1, True), (-2, True), (3, True)]
)
def test_the_written_total_may_be_either(written, wrong):
    # Nothing is circled, but the star cloud's number reaches two stars.
    drawn = board(CONSTELLATION, "4-----", total=written)
    score = score_of(drawn, CONSTELLATION)
    assert (score.parts.total, score.by_rules.total) == (0, 2)
    assert found(drawn, CONSTELLATION, DaydreamCode.TOTAL) == (["total total"] if wrong else [])


@pytest.mark.parametrize(
    ("sheet", "clouds", "parts", "facts"),
    [
        (PLAIN, "1-5---", {"rows": {"r1": "dot"}}, {"reason": "unfinished", "numbers": "1-·-5"}),
        (PLAIN, "135---", {}, {"reason": "dot", "numbers": "1-3-5"}),
        (PLAIN, "321---", {}, {"reason": "sun", "numbers": "3-2-1"}),
        (PLAIN, "", {"objects": {"o1": 2, "o2": 1}}, {"reason": None, "unfinished": "o1"}),
        (PLAIN, "", {"objects": {"o1": 2}}, {"drawn": 2, "most": 0}),
        (PLAIN, "", {"bonuses": {"b1": "line"}}, {"element": "b1"}),
        (PLAIN, "", {"thorns": 3}, {"thorns": 3}),
        (PLAIN, "", {"total": 7}, {"reason": "same", "written": 7, "marked": 0, "decided": 0}),
        (CONSTELLATION, "4-----", {"constellation": {"lines": 2, "circled": ["s1"]}},
         {"drawn": 2, "right": 4}),
        (NOTES, "-33---", {"constellation": {}}, {"filled": 0, "right": 1}),
        (DIFFERENCE, "4-----", {}, {"reason": "missing", "copied": None, "number": 4,
                                    "cloud": "c1"}),
        (DIFFERENCE, "", {"polaroids": polaroids("4-----")},
         {"reason": "alone", "copied": 4, "number": None}),
        (DIFFERENCE, "5-----", {"polaroids": polaroids("4-----")},
         {"reason": "differs", "copied": 4, "number": 5}),
        (DISTINCT, "41----", {"polaroids": polaroids("41----", "1")},
         {"circled": 1, "different": 2}),
        (CHAIN, "33----", {"chain": chain("3-3")}, {"reason": None, "moon": "m2"}),
        (CHAIN, "34----", {"chain": chain("43-", "2")}, {"reason": "wrong"}),
        (CHAIN, "33----", {"chain": chain("33-")}, {"reason": "missing"}),
        (CHAIN, "61----", {"chain": chain("9--")}, {"copied": "9", "given": "1 6"}),
        (CHAIN, "6-----", {}, {"copied": "–", "given": "6"}),
        (FRAMES, "---4--", {"frames": {"f1": {"5": "circled"}}}, {"reward": "5", "empty": 2}),
    ],
)  # fmt: skip
def test_problems_say_what_is_where(sheet, clouds, parts, facts):
    (problem, *_) = score_of(board(sheet, clouds, **parts), sheet).problems
    assert {name: problem.facts[name] for name in facts} == facts


def test_a_total_may_differ_from_both_counts():
    drawn = board(CONSTELLATION, "4-----", total=7)
    (*_, problem) = score_of(drawn, CONSTELLATION).problems
    assert problem.facts["reason"] == "differs"
    assert (problem.facts["marked"], problem.facts["decided"]) == (0, 2)


@given(sheets_and_boards())
def test_every_board_is_judged_and_nothing_is_raised(made):
    sheet, drawn = made
    problems = score_of(drawn, sheet).problems
    assert len({(each.element, each.code) for each in problems}) == len(problems)
    assert all(each.facts["element"] == each.element for each in problems)


@given(sheets_and_boards())
def test_marking_rows_as_their_numbers_say_leaves_no_row_problem(made):
    sheet, drawn = made
    rows = score_of(drawn, sheet).rows
    marked = replace(drawn, rows={id_: row.should_be for id_, row in rows.items()})
    assert not found(marked, sheet, DaydreamCode.ROW_MARK, DaydreamCode.ROW_UNMARKED)
    both = replace(drawn, rows=dict.fromkeys(rows, RowMark.BOTH))
    assert len(found(both, sheet, DaydreamCode.ROW_MARK)) == len(rows)


@given(sheets_and_boards())
def test_lines_up_to_the_bound_are_no_problem_and_one_more_is(made):
    sheet, drawn = made
    most = most_segments(drawn, sheet)
    lengths = [thing.segments for thing in sheet.objects]
    for lines, wrong in ((most, False), (most + 1, True)):
        if lines > sum(lengths):
            continue
        left, objects = lines, {}
        for thing in sheet.objects:
            objects[thing.id] = min(left, thing.segments)
            left -= objects[thing.id]
        problems = found(replace(drawn, objects=objects), sheet, DaydreamCode.TOO_MANY_LINES)
        assert problems == (["objects too-many-lines"] if wrong else [])
