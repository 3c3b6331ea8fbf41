"""What boards are worth, as marked and by the rules."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import assume, given

from rules.daydream.board import blank
from rules.daydream.parse import board_from
from rules.daydream.score import finished_objects, score_of
from tests.rules.sheets import (
    ALL,
    CHAIN,
    CONSTELLATION,
    DIFFERENCE,
    DISTINCT,
    FRAMES,
    NOTES,
    PLAIN,
    board,
    boards_json,
    sheets_and_boards,
)

PARTS = ["objects", "thorns", "constellation", "notes", "polaroids", "chain", "frames"]
NAMES = ("one", "two", "three", "four")


def worth(board, sheet):
    """The parts that are not nought, as marked and by the rules."""
    score = score_of(board, sheet)
    return tuple(
        {part: points for part, points in asdict(parts).items() if points}
        for parts in (score.parts, score.by_rules)
    )


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: sheet.id)
def test_a_blank_sheet_is_worth_nothing(sheet):
    score = score_of(blank(sheet), sheet)
    assert (score.parts.total, score.by_rules.total, score.tie_break) == (0, 0, 0)
    assert score.problems == ()


@pytest.mark.parametrize(
    ("objects", "finished", "tie_break"),
    [
        ({"o1": 2}, 0, 2),
        ({"o1": 3}, 1, 0),
        ({"o1": 3, "o2": 4}, 2, 0),  # a closed outline has a line for each point
        ({"o1": 3, "o2": 3}, 1, 3),
        ({"o1": 1, "o2": 4, "o3": 1}, 1, 1),  # out of order, it still counts
        ({"o1": 3, "o2": 4, "o3": 2}, 3, 0),
    ],
)
def test_objects_count_when_they_are_finished(objects, finished, tie_break):
    score = score_of(board(PLAIN, objects=objects), PLAIN)
    assert (score.parts.objects, score.by_rules.objects) == (finished, finished)
    assert score.tie_break == tie_break


@pytest.mark.parametrize(
    ("thorns", "solo", "points"),
    [(1, True, 0), (2, True, -1), (3, True, -1), (4, True, -2), (6, True, -2), (6, False, 0)],
)
def test_every_two_thorns_take_an_object_that_is_there(thorns, solo, points):
    drawn = board(PLAIN, objects={"o1": 3, "o2": 4}, thorns=thorns, solo=solo)
    marked, decided = worth(drawn, PLAIN)
    assert marked.get("thorns", 0) == decided.get("thorns", 0) == points


@pytest.mark.parametrize(
    ("clouds", "sky", "points"),
    [
        ("2-----", {"lines": 2, "circled": ["s1"]}, (1, 1)),
        ("2-----", {"lines": 0, "circled": []}, (0, 1)),  # the numbers decide
        ("1-----", {"lines": 2, "circled": ["s1"]}, (1, 0)),
        ("2----2", {"lines": 1, "circled": ["s3"]}, (1, 2)),
        ("9----9", {"lines": 5, "circled": ["s1", "s2", "s3"]}, (3, 3)),  # the path ends
        ("-9999-", {}, (0, 0)),  # only star clouds draw
        ("0----0", {}, (0, 0)),  # a nought draws nothing
    ],
)
def test_stars_count_by_circles_or_by_clouds(clouds, sky, points):
    score = score_of(board(CONSTELLATION, clouds, constellation=sky), CONSTELLATION)
    assert (score.parts.constellation, score.by_rules.constellation) == points


@pytest.mark.parametrize(
    ("clouds", "heads", "points"),
    [
        ("33----", {"n1": 1}, (1, 1)),
        ("33----", {}, (0, 1)),
        ("34----", {"n1": 1}, (1, 0)),
        ("3-----", {}, (0, 0)),
        ("-33---", {"n2": 1}, (1, 1)),  # two of four alike
        ("-7--7-", {}, (0, 1)),  # across
        ("-37-37", {}, (0, 1)),  # two pairs are still one head
        ("-33-3-", {}, (0, 1)),  # three of four
        ("-33-34", {}, (0, 1)),
        ("-33-33", {"n2": 2}, (2, 2)),  # all of them
        ("000000", {}, (0, 3)),
    ],
)
def test_heads_count_by_ink_or_by_clouds(clouds, heads, points):
    score = score_of(board(NOTES, clouds, notes=heads), NOTES)
    assert (score.parts.notes, score.by_rules.notes) == points


def polaroids(values, circles=""):
    return {
        f"p{number}": {
            "value": None if value == "-" else int(value),
            "circled": str(number) in circles,
        }
        for number, value in enumerate(values, 1)
    }


@pytest.mark.parametrize(
    ("clouds", "copies", "points"),
    [
        ("987123", "987123", (18, 18)),
        ("123987", "123987", (-18, -18)),  # it may be negative
        ("9-----", "------", (0, 9)),
        ("------", "---4--", (-4, 0)),
        ("999000", "999000", (27, 27)),
    ],
)
def test_difference(clouds, copies, points):
    drawn = board(DIFFERENCE, clouds, polaroids=polaroids(copies, "12"))
    score = score_of(drawn, DIFFERENCE)
    assert (score.parts.polaroids, score.by_rules.polaroids) == points


@pytest.mark.parametrize(
    ("clouds", "copies", "circles", "points"),
    [
        ("135135", "135135", "123", (3, 3)),
        ("135135", "135135", "1234", (4, 3)),  # one circle too many
        ("135135", "135135", "", (0, 3)),
        ("234567", "234567", "123456", (12, 12)),  # they run
        ("765432", "765432", "123456", (12, 12)),
        ("765432", "76543-", "123456", (5, 12)),  # a circle around nothing counts nothing
        ("2345--", "2345--", "1234", (4, 4)),  # doubled only with all six
        ("234568", "234567", "12", (4, 6)),  # the polaroids run, the clouds do not
        ("------", "------", "123", (0, 0)),
    ],
)
def test_distinct(clouds, copies, circles, points):
    drawn = board(DISTINCT, clouds, polaroids=polaroids(copies, circles))
    score = score_of(drawn, DISTINCT)
    assert (score.parts.polaroids, score.by_rules.polaroids) == points


def chain(values, linked=""):
    return {
        f"m{number}": {
            "value": None if value == "-" else int(value),
            "linked": str(number) in linked,
        }
        for number, value in enumerate(values, 1)
    }


@pytest.mark.parametrize(
    ("values", "linked", "points"),
    [
        ("33-", "2", (1, 1)),
        ("333", "23", (4, 4)),
        ("333", "", (0, 4)),  # the numbers decide
        ("345", "23", (4, 0)),
        ("3-3", "3", (3, 0)),  # the moon above is empty
        ("---", "", (0, 0)),  # nothing is not equal to nothing
        ("00-", "2", (1, 1)),
    ],
)
def test_the_chain_counts_by_circles_or_by_its_own_numbers(values, linked, points):
    score = score_of(board(CHAIN, "777777", chain=chain(values, linked)), CHAIN)
    assert (score.parts.chain, score.by_rules.chain) == points


@pytest.mark.parametrize(
    ("frames", "points"),
    [
        ({"f1": {"5": "circled", "2": "crossed"}}, 5),
        ({"f1": {"5": "crossed", "2": "circled"}, "f2": {"5": "circled"}}, 7),
        ({"f1": {"5": "circled", "2": "circled"}}, 7),  # not allowed, but it is on the paper
        ({"f1": {"5": "crossed"}, "f2": None}, 0),
    ],
)
def test_rewards_count_as_drawn(frames, points):
    score = score_of(board(FRAMES, frames=frames), FRAMES)
    assert (score.parts.frames, score.by_rules.frames) == (points, points)


@pytest.mark.parametrize(
    ("objects", "tier"),
    [({}, 1), ({"o1": 3}, 1), ({"o1": 3, "o2": 4}, 2), ({"o1": 3, "o2": 4, "o3": 2}, 2)],
)
def test_solo_tiers(objects, tier):
    assert score_of(board(PLAIN, objects=objects, solo=True), PLAIN).tier == tier
    assert score_of(board(PLAIN, objects=objects), PLAIN).tier is None


def test_the_tier_follows_the_rules_not_the_marks():
    drawn = board(DIFFERENCE, "900000", solo=True)
    assert score_of(drawn, DIFFERENCE).tier == 4
    below = board(DIFFERENCE, "000900", solo=True)
    assert score_of(below, DIFFERENCE).by_rules.total == -9
    assert score_of(below, DIFFERENCE).tier == 1


def test_a_score_as_json():
    drawn = board(
        NOTES, "33-4--", rows={"r3": "sun"}, objects={"o1": 1}, total=7, solo=True, notes={"n1": 1}
    )
    data = score_of(drawn, NOTES).as_json(NAMES, lambda problem: f"look at {problem.element}")
    assert list(data["parts"]) == list(data["by_rules"]["parts"]) == PARTS
    assert (data["format"], data["sheet"], data["written"], data["tie_break"]) == (
        *(1, "daydream/BAC"),
        *(7, 1),
    )
    assert (data["total"], data["by_rules"]["total"]) == (1, 2)
    assert data["solo"] == {"tier": 2, "name": "two"}
    assert data["rows"]["r3"] == {"numbers": [3, 4], "mark": "sun", "should_be": "sun"}
    assert data["rows"]["r1"] == {"numbers": [3, 3, None], "mark": None, "should_be": None}
    assert list(data["rows"]) == ["r1", "r2", "r3", "r4", "r5"]
    assert {"element": "total", "code": "total", "message": "look at total"} in data["problems"]
    assert score_of(replace(drawn, solo=False), NOTES).as_json(NAMES, str)["solo"] is None


@given(sheets_and_boards())
def test_totals_are_the_sum_of_their_parts(made):
    sheet, drawn = made
    data = score_of(drawn, sheet).as_json(NAMES, lambda problem: problem.code)
    assert data["total"] == sum(data["parts"].values())
    assert data["by_rules"]["total"] == sum(data["by_rules"]["parts"].values())
    for part in ("objects", "thorns", "frames"):
        assert data["parts"][part] == data["by_rules"]["parts"][part]


@given(sheets_and_boards())
def test_one_more_finished_object_never_lowers_a_score(made):
    sheet, drawn = made
    before = score_of(drawn, sheet)
    for thing in sheet.objects:
        if drawn.objects[thing.id] == thing.segments:
            continue
        more = replace(drawn, objects={**drawn.objects, thing.id: thing.segments})
        after = score_of(more, sheet)
        assert finished_objects(more, sheet) == finished_objects(drawn, sheet) + 1
        assert after.parts.total >= before.parts.total
        assert after.by_rules.total >= before.by_rules.total


@given(boards_json(NOTES))
def test_the_order_of_keys_does_not_matter(data):
    def turned(value):
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return value

    one, other = board_from(data, NOTES), board_from(turned(data), NOTES)
    first = score_of(one, NOTES).as_json(NAMES, lambda problem: str(problem.facts))
    second = score_of(other, NOTES).as_json(NAMES, lambda problem: str(problem.facts))
    assert str(first) == str(second)


@given(sheets_and_boards())
def test_thorns_only_ever_hurt_alone(made):
    sheet, drawn = made
    assume(drawn.thorns)
    table = score_of(replace(drawn, solo=False), sheet)
    alone = score_of(replace(drawn, solo=True), sheet)
    assert table.parts.thorns == 0
    assert -table.parts.objects <= alone.parts.thorns <= 0
    assert alone.parts.total - table.parts.total == alone.parts.thorns
