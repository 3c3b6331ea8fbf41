"""What boards of sheets that people made are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import HostError
from rules.own.board import board_from, joined
from rules.own.score import marked, rank, score_of
from rules.own.variants import answers_of, drawn
from templates.wording import sentence
from tests.own_sheets import sample, sheet_of

GAME = """
players = [2, 4]
tie = "-worst(1, points)"
[[section]]
id = "game"
rounds = 3
fields = [ { id = "points", min = -20, max = 30 } ]
[[section]]
fields = [
  { id = "hat", label = "Hat", kind = "box" },
  { id = "card", label = "Card", options = ["a", "b"] },
  { id = "sum", label = "Sum", min = -99, digits = 3, equals = "total" },
]
[score]
total = "sum(points) + 5 * hat"
place = "rank(total)"
[[check]]
that = "card == 'a' or not hat"
say = "A hat goes with card a."
at = "hat"
"""


def board(sheet, players, **fields):
    names = {"players": [""] * players} if sheet.players else {}
    told = {key.replace("__", "."): value for key, value in fields.items()}
    return board_from({"format": 1, "sheet": sheet.sheet, **names, "fields": told}, sheet)


def test_every_player_has_points_and_a_place():
    sheet = sheet_of(GAME)
    filled = board(
        sheet,
        3,
        points__1__1=10,
        points__2__1=-4,
        points__1__2=6,
        points__1__3=1,
        hat__3=True,
        card__3="a",
    )
    score = score_of(filled, sheet)
    assert score.totals == (6, 6, 6)
    assert [each["place"] for each in score.scores] == [1, 1, 1]
    assert score.winners == (1,)  # whose worst round is the lowest decides between equals
    assert score.problems == ()
    assert not score.finished


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({}, []),
        ({"points.1.1": 30, "sum.1": 30}, []),
        ({"points.1.1": 30, "sum.1": 31}, [("sum.1", "total")]),
        ({"points.1.1": 31}, [("points.1.1", "range")]),
        ({"points.1.2": -20, "sum.2": -20}, []),
        ({"hat.2": True, "card.2": "b"}, [("hat.2", "check")]),
        ({"hat.2": True}, []),  # it waits for the card
    ],
)  # fmt: skip
def test_what_is_odd_about_a_board(fields, problems):
    sheet = sheet_of(GAME)
    data = {"format": 1, "sheet": sheet.sheet, "players": ["", ""], "fields": fields}
    found = score_of(board_from(data, sheet), sheet).problems
    assert [(each.element, each.code.value) for each in found] == problems


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"point.1.1": 3}, "unknown-id"),
        ({"points.4.1": 3}, "unknown-id"),
        ({"points.1.3": 3}, "unknown-id"),
        ({"points.1.1": 1000}, "bad-value"),
        ({"points.1.1": True}, "bad-value"),
        ({"points.1.1": 1.0}, "bad-value"),
        ({"hat.1": 1}, "bad-value"),
        ({"card.1": "c"}, "bad-value"),
        ({"card.1": 1}, "bad-value"),
        ([], "bad-value"),
    ],
)
def test_boards_from_anywhere_are_checked(fields, code):
    sheet = sheet_of(GAME)
    data = {"format": 1, "sheet": sheet.sheet, "players": ["", ""], "fields": fields or [1]}
    with pytest.raises(HostError) as refused:
        board_from(data, sheet)
    assert refused.value.code == code


def test_a_board_comes_back_from_its_own_json():
    sheet = sheet_of(GAME)
    filled = board(sheet, 2, points__1__1=10, hat__2=True, card__1="b")
    assert board_from(filled.as_json(), sheet) == filled


def test_five_dice_counts_the_bonus():
    sheet = sample("five-dice")
    upper = {"ones.1": 3, "twos.1": 6, "threes.1": 9, "fours.1": 12, "fives.1": 15, "sixes.1": 18}
    for sixes, total in ((18, 98), (12, 57)):
        fields = {**upper, "sixes.1": sixes, "written.1": total}
        data = {"format": 1, "sheet": sheet.sheet, "players": [""], "fields": fields}
        score = score_of(board_from(data, sheet), sheet)
        assert (score.totals, score.problems) == ((total,), ())


def test_the_fewest_strokes_win_and_then_the_most_aces():
    sheet = sample("mini-golf")
    strokes = {1: (2, 2, 2), 2: (1, 1, 4), 3: (3, 3, 3)}
    fields = {f"hole.{n}.{p}": s for p, holes in strokes.items() for n, s in enumerate(holes, 1)}
    data = {"format": 1, "sheet": sheet.sheet, "players": ["", "", ""], "fields": fields}
    score = score_of(board_from(data, sheet), sheet)
    assert score.totals == (6, 6, 9)
    assert score.winners == (2,)
    assert score.as_json(str)["total"] == 6


def test_a_quiz_is_marked_and_a_question_with_several_answers_counts_as_a_whole():
    sheet = sample("quiz")
    right = {"q1": "danube", "q2": 8, "q3.peru": True, "q3.chile": True, "q4": "everest",
             "q5": 1440, "q6": "med", "q7.malta": True, "q7.cuba": True, "q8": 6}  # fmt: skip
    for changed, points in (({}, 10), ({"q3.laos": True}, 8), ({"q5": None, "hints": 2}, 7)):
        data = {"format": 1, "sheet": sheet.sheet, "fields": {**right, **changed}}
        made = board_from(data, sheet)
        assert score_of(made, sheet).totals == (points,)
    assert marked(made, sheet).of == 10
    assert [each[0] for each in marked(made, sheet).corrections] == ["q5"]


def test_persons_are_ranked():
    sheet = sample("quiz")
    boards = [
        board_from(
            {"format": 1, "sheet": sheet.sheet, "name": name, "fields": {"q2": answer}}, sheet
        )
        for name, answer in (("Ida", 7), ("Tom", 8), ("Eva", 8))
    ]
    assert [(place.rank, place.name) for place in rank(boards, sheet).places] == [
        (1, "Tom"), (1, "Eva"), (3, "Ida"),
    ]  # fmt: skip


def test_variants_differ_and_each_stays_what_it_is():
    sheet = sample("times-tables")
    products, gaps = sheet.sections
    assert drawn(products, 5) == drawn(products, 5)
    assert len({str(drawn(products, variant)) for variant in range(40)}) == 40
    numbers = drawn(products, 3)
    assert len({str(each) for each in numbers.values()}) == 20
    assert all(2 <= n <= 12 for each in numbers.values() for n in each.values())
    assert all(each["c"] != each["d"] for v in range(9) for each in drawn(gaps, v).values())
    answers = answers_of(sheet, 1, 3)
    assert answers["product.4"] == numbers[4]["a"] * numbers[4]["b"]
    # Paper that is printed stays right: these numbers may never change.
    assert drawn(products, 1)[1] == {"a": DRAWN[0], "b": DRAWN[1]}


DRAWN = (7, 6)


TASKS = """
[[section]]
rounds = 40
variables = { a = "2..90", b = "2..9" }
where = "WHERE"
fields = [ { id = "x", label = "{a} : {b} =", digits = 2, answer = "a // b" } ]
"""


def test_no_variant_breaks_what_must_be_true_of_its_numbers():
    (section,) = sheet_of(TASKS.replace("WHERE", "a % b == 0 and a // b < 10")).sections
    for variant in range(60):
        assert all(
            each["a"] % each["b"] == 0 and each["a"] // each["b"] < 10
            for each in drawn(section, variant).values()
        )


@pytest.mark.parametrize("where", ["a == 7 * b", "a < b and a > b"])
def test_what_is_hardly_ever_true_is_refused(where):
    with pytest.raises(HostError) as refused:
        sheet_of(TASKS.replace("WHERE", where))
    assert (refused.value.code, refused.value.facts["line"]) == ("own-where", 7)
    assert "{a * b}" in sentence(refused.value, "en")


def test_pages_are_put_together():
    sheet = sheet_of(GAME)
    one = board(sheet, 2, points__1__1=10, hat__2=True)
    other = board(sheet, 2, points__2__1=7, card__1="b")
    fields = joined([one, other]).fields
    assert (fields["points.1.1"], fields["points.2.1"], fields["hat.2"], fields["card.1"]) == (
        10, 7, True, "b",
    )  # fmt: skip


def test_a_page_that_nobody_has_seen_is_told_until_it_is_there():
    sheet = sheet_of(GAME)
    first = replace(board(sheet, 2, points__1__1=10), missing=(2, 3))
    second = replace(board(sheet, 2, hat__1=True, card__1="a"), missing=(1, 3))
    half = joined([first, second])
    assert half.missing == (3,)
    assert board_from(half.as_json(), sheet) == half
    score = score_of(half, sheet)
    assert score.totals == (15, 0) and not score.finished
    assert [(p.element, p.code, p.facts["pages"]) for p in score.problems] == [
        ("pages", "pages", (3,))
    ]
    assert score_of(half, sheet, unmarked=True).problems == ()  # it says nothing about the ink
    whole = joined([half, replace(board(sheet, 2), missing=(1, 2))])
    assert whole.missing == () and "missing_pages" not in whole.as_json()
    assert score_of(whole, sheet).problems == ()


def test_everyone_of_a_list_is_one_list():
    sheet = sheet_of(GAME.replace('place = "rank(total)"', 'table = "sum(everyone(points))"'))
    filled = board(sheet, 2, points__1__1=10, points__3__1=-4, points__1__2=6)
    assert [each["table"] for each in score_of(filled, sheet).scores] == [12, 12]


BIDS = """
players = [2, 4]
tie = "sum(each(bid == won))"
[[section]]
rounds = 3
fields = [ { id = "bid", max = 9 }, { id = "won", max = 9 }, { id = "suit", options = ["a", "b"] } ]
[score]
kept = "sum(each((10 * n if bid == 0 else 20 * bid) if bid == won else 0))"
missed = "sum(each(0 if bid == won else 10 * n if bid == 0 else 10 * abs(bid - won)))"
total = "kept - missed"
[[check]]
that = "sum(each(bid > won and suit == 'b')) == 0"
say = "Nobody bids too much in b."
"""


def test_what_a_round_is_worth_hangs_on_its_own_fields():
    sheet = sheet_of(BIDS)
    rounds = {
        1: [(0, 0, "a"), (2, 2, "b"), (1, 3, "a")],
        2: [(0, 1, "a"), (3, 3, "a"), (2, 0, "b")],
    }
    fields = {
        f"{name}.{number}.{player}": value
        for player, each in rounds.items()
        for number, three in enumerate(each, start=1)
        for name, value in zip(("bid", "won", "suit"), three, strict=True)
    }
    score = score_of(board(sheet, 2, **fields), sheet)
    assert score.totals == (10 + 40 - 20, -10 + 60 - 20)
    assert len(score.problems) == 1
    empty = score_of(board(sheet, 2), sheet)
    assert empty.totals == (0, 0) and not empty.problems
