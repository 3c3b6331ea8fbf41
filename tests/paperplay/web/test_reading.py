"""What the page learns about a photo, from the real reader."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from paperplay.reading.job import read_part, unreadable
from paperplay.reading.photo_files import Photo
from paperplay.results.scan_text import reason_text
from rules.errors import HostError
from scanner.scan_json import scan_json
from scanner.stages import Keep
from templates.languages import LANGUAGES
from tests.paperplay.web.stand_in_reader import KNOWN, known_scan
from tests.paperplay.web.visits import SAMPLE


def read(path):
    ((scan,),) = read_part(Photo(path, path.name), Keep(flat=True)).pages
    return scan


@pytest.fixture(scope="module")
def sheet():
    return read(SAMPLE)


def test_the_known_sheet_is_as_the_reader_gives_it(sheet, request):
    told = json.loads(json.dumps(scan_json(sheet, "en")))
    if request.config.getoption("--rewrite-golden"):
        clear = {**told, "review": [], "status": "ok"}
        KNOWN.write_text(json.dumps(clear, ensure_ascii=False) + "\n", encoding="utf-8")
    known = known_scan()
    assert set(json.loads(KNOWN.read_text(encoding="utf-8"))) == set(told)
    assert known.code == sheet.code
    assert known.board.clouds == sheet.board.clouds


def test_every_element_has_a_place_and_something_that_it_may_be(sheet):
    page, places = sheet.layout.page, sheet.layout.places
    assert set(sheet.values) == set(places)
    areas = [place.area.center for place in places.values()]
    assert all(0 < x < page.width and 0 < y < page.height for x, y in areas)
    assert places["c1"].may_be == (None, *range(10))
    assert places["r1"].may_be == (None, "dot", "sun", "crossed", "both")
    assert places["total"].digits == 3


def test_the_flattened_page_is_a_picture_of_the_whole_sheet(sheet):
    page = sheet.layout.page
    with Image.open(io.BytesIO(sheet.flat)) as picture:
        assert picture.format == "JPEG"
        assert picture.width / picture.height == pytest.approx(page.width / page.height, abs=0.01)


def test_what_cannot_be_opened_is_a_result(tmp_path):
    path = tmp_path / "a.jpg"
    path.write_bytes(SAMPLE.read_bytes()[:20_000])
    cut = read(path)
    assert cut.status == "unreadable" and not cut.flat
    Image.new("RGB", (1600, 1200), "white").save(path)
    empty = read(path)
    assert empty.failure.code == "no-sheet"
    for lang in LANGUAGES:
        assert reason_text(cut, lang) and reason_text(empty, lang)


def test_a_reason_is_said_in_any_language():
    scan = unreadable(Photo(SAMPLE, "a.jpg"), HostError("few-tags", seen=2))
    assert len({reason_text(scan, lang) for lang in LANGUAGES}) == 5
    assert all("2" in reason_text(scan, lang) for lang in LANGUAGES)
