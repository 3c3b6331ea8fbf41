from itertools import combinations, product
from math import dist

import pytest

from rules.errors import HostError
from templates.page import (
    CODE_LENGTH,
    KINDS,
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
    for sheet, copy, place in product(KINDS, range(2 * TURNS), range(len(PLACES))):
        number = tag_id(sheet, copy, place)
        assert tag_of(number) == Tag(sheet, copy % TURNS, place)
        numbers[number] = (sheet, copy % TURNS, place)
    assert sorted(numbers) == list(range(560))
    assert tag_of(560) is None
    assert tag_of(-1) is None


def test_there_is_no_ninth_place():
    with pytest.raises(ValueError, match="place 8"):
        tag_id("daydream/A", 0, 8)


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
    x, y = page.qr_center
    for tag in page.tags:
        apart = max(abs(tag.center[0] - x), abs(tag.center[1] - y))
        assert apart >= QR / 2 + TAG / 2 + max(QR_QUIET, TAG_QUIET)
    code_x, code_y = page.code_at
    assert code_x + CODE_LENGTH < page.tags[5].center[0] - TAG / 2 - TAG_QUIET
    assert code_y < page.height - 8
