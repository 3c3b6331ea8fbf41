"""Score sheets of When I Dream and Dreams: printed, filled in, photographed and read."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from benchmarks.truth import score_sheet_kind
from paperplay.results.duplicates import once_each
from paperplay.results.standings import score_together, stacks_of
from practice.camera import photograph
from practice.ink import PENS, Ink
from practice.pages import rendered
from practice.pen import fill, marks_of
from practice.strokes import Hand
from practice.when_i_dream import when_i_dream_board
from printkit.order import Order
from printkit.press import printed
from rules import dreams, when_i_dream
from scanner.decide import decide
from scanner.files.load import pictures
from scanner.page.blank import PX_PER_MM, blank_page, layout_of
from scanner.page.ink import find_ink
from scanner.page.shown_print import Print
from scanner.pipeline import doubts_of, read_picture
from scanner.reader import reader_for
from scanner.scan import Scan
from scanner.scan_json import scan_json
from scanner.score_sheets.elements import as_circles, group_reading
from templates.games import game_of
from templates.load import load_layout
from templates.sheet_code import SheetCode
from tests.rules.score_lines import board_of_line

SMALL = (2016, 1512)
RULES = {"when-i-dream/score": when_i_dream, "dreams/score": dreams}


def board_of(line):
    return board_of_line(line).as_json()


def scan(line, *, level="good", pen="blue", seed=1):
    """Print a board's sheet, fill it in, photograph it, and read the photo."""
    board = board_of(line)
    order = Order(board["sheet"], players=len(board["players"]))
    layout = load_layout(board["sheet"], players=order.players).as_json()
    blank = rendered(printed(order), PX_PER_MM)
    filled = fill(blank, layout, board, Hand(seed), pen, PX_PER_MM)
    photo = photograph(filled.image, seed, level, SMALL)
    (result,) = read_picture(next(pictures(photo.jpeg)))
    assert result.is_read, result.failure
    return result


def test_ten_players_are_read_and_the_page_for_their_points_is_no_sheet():
    board = when_i_dream_board(10, Random(2))
    order = Order("when-i-dream/score", players=10, lang="de")
    layout = load_layout(order.what, players=10).as_json()
    sheet, points = (rendered(printed(order), PX_PER_MM, page) for page in (0, 1))
    filled = fill(sheet, layout, board, Hand(2), "blue", PX_PER_MM)
    (result,) = read_picture(next(pictures(photograph(filled.image, 2, "good", SMALL).jpeg)))
    read = when_i_dream.board_from(board | {"players": [""] * 10})
    assert result.board == read and not result.doubts
    (result,) = read_picture(next(pictures(photograph(points, 2, "good", SMALL).jpeg)))
    assert result.failure.code == "no-sheet"


def nameless(line):
    board = board_of(line)
    return board | {"players": [""] * len(board["players"])}


class Flat:
    """A sheet that a pen fills in as it likes, read without a camera in between."""

    def __init__(self, sheet, players, seed=2, page=1):
        self.code = SheetCode(sheet, players=players, page=page)
        self.layout = layout_of(self.code)
        self.hand = Hand(seed)
        self.marks = []

    def fill(self, line):
        layout = self.layout.as_json()
        self.marks += [mark.strokes for mark in marks_of(layout, board_of(line), self.hand)]
        return self

    def circle(self, *ids):
        for choice in self.layout.choices:
            if choice.id in ids:
                size = (2 * choice.radius, 2 * choice.radius)
                self.marks.append(self.hand.circle(choice.center, size))
        return self

    def read(self):
        blank = blank_page(self.code)
        ink = Ink(blank.shape, PENS["blue"], PX_PER_MM, self.hand.rng)
        for strokes in self.marks:
            ink.draw(strokes)
        grey = cv2.cvtColor(ink.over(cv2.cvtColor(blank, cv2.COLOR_GRAY2BGR)), cv2.COLOR_BGR2GRAY)
        reader, judge = reader_for(self.code), game_of(self.code.sheet).judge
        read = reader.read(find_ink(grey, Print(blank), 0.0), self.layout)
        decided = decide(read, reader.judging(self.layout))
        board = judge.board_of({e: r.guess for e, r in decided.readings.items()}, self.layout)
        self.readings = reader.told(decided.readings, self.layout)
        doubts = doubts_of(self.readings.values(), decided.stakes)
        self.review = {doubt.element: doubt for doubt in doubts}
        self.scan = Scan("photo.jpg", paper=self.code, ink=board)
        self.board = board.as_json()
        return self

    @property
    def problems(self):
        return [(each.element, each.code) for each in self.scan.score.problems]


# ---- the whole way round: the rule books' own examples


def test_three_yellow_two_blue_and_all_recalled():
    line = "when-i-dream/score Lisa,Eva,Tom,Anna,Melissa,Marco | 3 3:2+ ff-nns"
    result = scan(line)
    assert result.board.as_json() == nameless(line)
    assert list(result.table_score.totals) == [3, 3, 5, 2, 2, 3]
    assert list(result.table_score.winners) == [3]
    assert len(result.doubts) <= 2


def test_the_mortal_guessed_wrong_but_nobody_found_him_out():
    line = "dreams/score Andrea,Peter,Jörg,Nina | 3:3 2 1 2 1"
    result = scan(line, pen="pencil", seed=5)
    assert result.board.as_json() == nameless(line)
    assert list(result.table_score.totals) == [0, 0, 3, 1]
    assert list(result.table_score.winners) == [3]
    assert len(result.doubts) <= 2


def test_sixteen_ends_the_game_and_seventeen_wins_it():
    rounds = "1:4 3 1 1 1 | 1:4 3 1 1 1 | 1:2 3 1 1 1 | 1:2 3 1 1 1 | 1:4 3 1 1 2 | 1:1 2 4 4 3"
    line = f"dreams/score Andrea,Peter,Jörg,Nina | {rounds} | 1:2 4 1 1 2 | = 3 16 1 17"
    result = scan(line, level="hard", pen="felt", seed=3)
    assert result.board.as_json() == nameless(line)
    assert list(result.table_score.winners) == [4]
    assert result.table_score.finished
    assert not result.score.problems
    json = scan_json(result, "en")
    assert json["confidence"]["r7.vote.2"] > 0.9
    assert {"r1.vision", "r1.mortal", "total.4"} <= set(json["confidence"])


def test_fewer_penalty_cards_break_a_tie():
    nights = "1 3:2 -fns | 2 3:2 f-sn | 3 1:4+ nf-s | 4 2:2+ sfn-"
    line = f"when-i-dream/score A,B,C,D | {nights} | ! 5 0 1 1 | = 9 9 9 9"
    result = scan(line, level="flatbed", pen="black", seed=7)
    assert result.board.as_json() == nameless(line)
    assert list(result.table_score.totals) == [9, 9, 9, 9]
    assert list(result.table_score.winners) == [2]
    assert not result.score.problems


# ---- pages of one game

FIRST = "1:1 2 3 1 2 | 2:2 3 3 4 1 | 3:3 2 4 1 3 | 4:4 3 4 2 2"
LATER = "2:2 4 1 4 3 | 3:3 4 3 2 1"


def page_of_game(rounds, page=1, totals="", seed=2):
    earlier = "- | " * (8 * (page - 1))
    line = f"dreams/score A,B,C,D | {earlier}{rounds}{totals}"
    return Flat("dreams/score", 4, seed, page).fill(line).read()


def test_a_later_page_alone_has_no_gap_and_its_totals_are_not_judged():
    page = page_of_game(LATER, 2, " | = 17 3 4 5")
    assert [each["vision"] for each in page.board["rounds"]] == [None] * 8 + [2, 3]
    assert page.board["totals"] == {"1": 17, "2": 3, "3": 4, "4": 5}
    assert page.problems == []
    assert set(page.review) <= {"total.1"}  # a 1 that may be a 7
    rounds = scan_json(page.scan, "en")["score"]["rounds"][:8]
    assert [point for each in rounds for point in each["points"].values()] == [0] * 32


def test_a_gap_on_the_later_page_is_one():
    assert page_of_game(f"- | {LATER}", 2).problems == [("r9", "round-gap")]


def test_a_total_on_the_first_page_is_judged():
    assert ("total.1", "total") in page_of_game(FIRST, 1, " | = 17 3 4 5").problems


def test_pages_of_one_game_count_together():
    one = page_of_game(f"{FIRST} | {FIRST}").scan
    two = page_of_game(LATER, 2).scan
    whole = board_of_line(f"dreams/score A,B,C,D | {FIRST} | {FIRST} | {LATER}")
    score = dreams.score_of(whole)
    (pages,) = stacks_of(once_each([two, one]))
    assert [each.best for each in pages] == [one, two]
    together = score_together([two, one])
    assert together.rounds == score.rounds
    assert (together.totals, together.winners) == (score.totals, score.winners)
    assert "round-gap" not in {each.code for each in together.problems}
    # The same first page once more is no news; another one is another game.
    assert len(stacks_of(once_each([one, two, one]))) == 1
    other = page_of_game("3:3 2 1 2 1").scan
    assert [len(pages) for pages in stacks_of(once_each([one, other, two]))] == [2, 1]


# ---- what a pen may do


@pytest.mark.parametrize(
    "line",
    [
        "when-i-dream/score A,B,C,D | 1 3:2+ -fns | 2 0:10 f-sn | ! 2 0 0 1 | = 1 2 13 -4",
        "dreams/score A,B,C | 3:3 2 1 2 | 1:2 3 4 2 | = 5 0 12",
    ],
)
def test_every_element_says_what_the_board_says(line):
    board = board_of(line)
    sheet = Flat(board["sheet"], len(board["players"])).fill(line).read()
    read = {element: reading.guess for element, reading in sheet.readings.items()}
    judge = game_of(board["sheet"]).judge
    truth = judge.values_of(judge.board_from(board), sheet.layout)
    assert read == truth
    kinds = {score_sheet_kind(element) for element in truth}
    assert kinds in (
        {"dreamer", "yellow", "blue", "recalled", "role", "penalty", "total"},
        {"vision", "mortal", "vote", "total"},
    )


def test_a_vote_of_the_wrong_kind_reads_null_and_is_a_problem():
    sheet = Flat("dreams/score", 4).circle(
        "r1.mortal.3", "r1.vision.3", "r1.vote.3.player.2", "r1.vote.1.image.2",
        "r1.vote.2.player.1", "r1.vote.4.player.1",
    ).read()  # fmt: skip
    votes = {"1": None, "2": 1, "3": None, "4": 1}
    assert sheet.board["rounds"] == [{"vision": 3, "mortal": 3, "votes": votes}]
    assert sheet.problems == [("r1.vote.1", "votes"), ("r1.vote.3", "votes")]
    assert sheet.readings["r1.vote.2"].guess == 1
    assert sheet.readings["r1.vote.3"].guess is None
    assert not sheet.review


def test_two_circles_in_a_group_go_to_a_person():
    sheet = Flat("dreams/score", 3).fill("dreams/score A,B,C | 3:3 2 1 2")
    sheet.circle("r1.vision.1").read()
    assert sheet.review["r1.vision"].why == "mark-odd"
    assert set(sheet.review) == {"r1.vision"}


def test_roles_that_cannot_be_dealt_are_reported_as_they_stand():
    line = "when-i-dream/score A,B,C,D | 1 3:2 -ffn"
    sheet = Flat("when-i-dream/score", 4).fill(line).read()
    assert sheet.board == nameless(line)
    assert sheet.problems == [("r1", "roles")]


@pytest.mark.parametrize("total", [-3, 0, 7, 40, 108])
def test_totals_may_be_short_long_or_below_zero(total):
    line = f"when-i-dream/score A,B,C,D | - | = {total} 12 30 9"
    sheet = Flat("when-i-dream/score", 4, seed=8).fill(line).read()
    assert sheet.board["totals"]["1"] == total


@pytest.mark.parametrize("which", [slice(0, 1), slice(3, 4), slice(None)])
def test_a_dash_before_a_pile_is_asked_about_and_ends_nothing(which):
    sheet = Flat("when-i-dream/score", 6).fill("when-i-dream/score A,B,C,D,E,F | 3 3:2+ ff-nns")
    dashed = [each for each in sheet.layout.digits if not each.signed][4:][which]
    for field in dashed:
        (x, y), (width, height) = field.center, field.size
        sheet.marks.append(sheet.hand.minus((x - width / 4, y), (0.9 * width, height)))
        sheet.marks.append(sheet.hand.digit(3, (x + width / 5, y), (0.4 * width, 0.8 * height)))
    sheet.read()
    for field in dashed:
        assert sheet.readings[field.id].guess in (None, 3)
        assert field.id in sheet.review


def test_an_untouched_sheet_is_empty_and_sure():
    for name, players in (("when-i-dream/score", 10), ("dreams/score", 6)):
        sheet = Flat(name, players).read()
        assert sheet.board["rounds"] == [] and sheet.board["totals"] == {}
        assert not sheet.review and not sheet.problems


NONE, RING, CROSS = [0.99, 0.005, 0, 0, 0.005], [0.01, 0.98, 0, 0, 0.01], [0.01, 0.01, 0.9, 0, 0.08]
HALF = [0.5, 0.5, 0, 0, 0]


@pytest.mark.parametrize(
    ("seen", "guess", "why"),
    [
        ([NONE, NONE, NONE], None, ""),
        ([NONE, RING, NONE], 2, ""),
        ([RING, RING, NONE], None, "mark-odd"),
        ([CROSS, RING, NONE], 2, "mark-odd"),  # corrected, probably
        ([NONE, NONE, CROSS], 3, "mark-odd"),  # meant as an answer, perhaps
    ],
)
def test_what_a_group_says(seen, guess, why):
    reading = group_reading("r1.vision", [1, 2, 3], np.array(seen))
    assert reading.why == why
    assert sum(reading.chances.values()) == pytest.approx(1)
    if seen.count(RING) < 2:
        assert reading.guess == guess


@pytest.mark.parametrize(
    ("ticks", "circles", "meant"), [(5, 1, True), (4, 0, False), (8, 2, False)]
)
def test_whoever_ticks_all_answers_means_circles(ticks, circles, meant):
    tick, circle, none = np.eye(5)[[4, 1, 0]]
    seen = np.array([tick] * ticks + [circle] * circles + [none] * 3)
    found = as_circles(seen, [str(n) for n in range(len(seen))])
    assert (found[0] == (circle if meant else tick)).all()
    assert (found[-1] == none).all()


@pytest.mark.parametrize("usual", [2, 3, 4])
def test_beside_a_usual_mark_another_one_was_struck_out(usual):
    mark, other, circle, none = np.eye(5)[[usual, 4 if usual == 3 else 3, 1, 0]]
    seen = np.array([mark] * 6 + [mark, other, none] + [none, other, none])
    found = as_circles(seen, [*"abcdef", *"ggg", *"hhh"])
    assert found[6:9].tolist() == [circle.tolist(), other.tolist(), none.tolist()]
    assert group_reading("g", [1, 2, 3], found[6:9]).guess == 1
    assert found[10].tolist() == circle.tolist()  # alone it is an answer of its own kind


def test_doubt_at_one_place_is_doubt_about_the_group():
    reading = group_reading("r1.vision", [1, 2, 3], np.array([NONE, HALF, NONE]))
    assert not reading.why
    assert reading.confidence < 0.6
    assert {reading.guess, reading.runner_up} == {None, 2}


@pytest.mark.parametrize("sheet", RULES)
def test_without_a_number_of_players_layout_and_print_agree(sheet):
    page = cv2.imencode(".png", rendered(printed(Order(sheet)), PX_PER_MM))[1].tobytes()
    (blank,) = read_picture(next(pictures(page)))
    assert blank.code.players == load_layout(sheet).players
