from itertools import combinations, product
from math import dist

import pytest

from rules.errors import HostError
from templates.games import all_sheets, sheet_number
from templates.page import (
    CODE_LENGTH,
    PAPERS,
    PLACES,
    QR,
    QR_QUIET,
    TAG,
    TAG_FROM_EDGE,
    TAG_QUIET,
    TURNS,
    Tag,
    page_of,
    tag_id,
    tag_of,
    turn_of,
)

PAGES = [page_of(paper, landscape=turned) for paper in PAPERS for turned in (False, True)]


def test_sizes():
    assert (page_of("a4").width, page_of("a4").height) == (210, 297)
    assert (page_of("letter", landscape=True).width, page_of("letter").width) == (279.4, 215.9)


def test_an_unknown_paper_is_named():
    with pytest.raises(HostError) as caught:
        page_of("a3")
    assert (caught.value.code, caught.value.facts["paper"]) == ("unknown-paper", "a3")


def test_every_tag_number_says_where_it_belongs():
    numbers = {}
    for turn, place in product(range(TURNS), range(len(PLACES))):
        number = tag_id(turn, place)
        assert tag_of(number) == Tag(turn, place)
        numbers[number] = (turn, place)
    assert sorted(numbers) == list(range(584))
    assert tag_of(584) is None
    assert tag_of(-1) is None


@pytest.mark.parametrize(("turn", "place"), [(0, 8), (0, -1), (TURNS, 0), (-1, 0)])
def test_there_is_no_ninth_place_and_no_further_turn(turn, place):
    with pytest.raises(ValueError, match=f"place {place} of turn {turn}"):
        tag_id(turn, place)


def test_copies_and_pages_of_one_print_run_have_different_turns():
    copies = [turn_of("daydream/A", 7, copy) for copy in range(TURNS)]
    assert len(set(copies)) == TURNS
    pages = [turn_of("dreams/score", 0, 3, page) for page in range(1, 33)]
    assert len(set(pages)) == 32


def test_turns_stay_as_they_are():
    # Sheets are on paper for years: a change here makes their codes look like another's.
    assert [turn_of(kind, 0) for kind in all_sheets()] == [14, 48, 42, 51, 39, 67, 15, 20, 12, 7]
    assert turn_of("daydream/BAC", 999_999, 9_999, 20) == 25


def test_sheets_have_numbers_below_4096_that_nobody_shares():
    assert len(set(map(sheet_number, all_sheets()))) == len(all_sheets())
    assert all(0 <= number < 4096 for number in map(sheet_number, all_sheets()))
    assert sheet_number("daydream/EDF") == 7
    assert sheet_number("when-i-dream/score") == 64
    assert sheet_number("dreams/score") == 128


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.paper}-{page.width:.0f}")
def test_tags_stand_at_corners_and_edges_apart_from_each_other(page):
    centers = [tag.center for tag in page.tags]
    assert centers[0] == (TAG_FROM_EDGE, TAG_FROM_EDGE)
    assert centers[4] == (page.width - TAG_FROM_EDGE, page.height - TAG_FROM_EDGE)
    assert centers[1] == (page.width / 2, TAG_FROM_EDGE)
    assert centers[7] == (TAG_FROM_EDGE, page.height / 2)
    assert all(dist(a, b) > TAG + 2 * TAG_QUIET for a, b in combinations(centers, 2))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.paper}-{page.width:.0f}")
def test_qr_and_code_keep_clear_of_the_tags(page):
    for (x, y), tag in product(page.qr_centers, page.tags):
        apart = max(abs(tag.center[0] - x), abs(tag.center[1] - y))
        assert apart >= QR / 2 + TAG / 2 + max(QR_QUIET, TAG_QUIET)
    first, second = page.qr_centers
    assert first[0] + second[0] == pytest.approx(page.width)  # opposite corners
    assert first[1] + second[1] == pytest.approx(page.height)
    code_x, code_y = page.code_at
    assert code_x + CODE_LENGTH < page.tags[5].center[0] - TAG / 2 - TAG_QUIET
    assert code_y < page.height - 8
