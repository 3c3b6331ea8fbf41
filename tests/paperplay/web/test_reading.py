"""What the page learns about a photo, from the real reader."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from paperplay.web.reading import EXTRA, read_photo, unreadable
from paperplay.web.told import reason
from templates.wording import LANGUAGES
from tests.paperplay.web.stand_in_reader import KNOWN, known_scan
from tests.paperplay.web.visits import SAMPLE

FROM_THE_LAYOUT = ("size", "at", "spots", "names", "may_be")


@pytest.fixture(scope="module")
def sheet():
    (found,) = read_photo(str(SAMPLE), "BAC.jpg")
    return found


def test_the_known_sheet_is_as_the_reader_gives_it(sheet, request):
    scan = json.loads(json.dumps(sheet.scan))
    if request.config.getoption("--rewrite-golden"):
        clear = {**scan, "review": [], "status": "ok"}
        KNOWN.write_text(json.dumps(clear, ensure_ascii=False) + "\n", encoding="utf-8")
    known = known_scan()
    assert set(known) == set(scan)
    assert set(known[EXTRA]) == set(scan[EXTRA])
    for name in FROM_THE_LAYOUT:
        assert known[EXTRA][name] == scan[EXTRA][name], name
    assert known["board"]["clouds"] == scan["board"]["clouds"]


def test_every_element_has_a_place_and_something_that_it_may_be(sheet):
    facts = sheet.scan[EXTRA]
    width, height = facts["size"]
    assert set(facts["values"]) == set(facts["may_be"]) == set(facts["at"])
    assert all(0 < x < width and 0 < y < height for x, y, *_ in facts["at"].values())
    assert facts["may_be"]["c1"] == [None, *range(10)]
    assert facts["may_be"]["r1"] == [None, "dot", "sun", "crossed", "both"]
    assert facts["may_be"]["total"] == 3


def test_the_flattened_page_is_a_picture_of_the_whole_sheet(sheet):
    width, height = sheet.scan[EXTRA]["size"]
    with Image.open(io.BytesIO(sheet.flat)) as picture:
        assert picture.format == "JPEG"
        assert picture.width / picture.height == pytest.approx(width / height, abs=0.01)


def test_what_cannot_be_opened_is_a_result(tmp_path):
    path = tmp_path / "a.jpg"
    path.write_bytes(SAMPLE.read_bytes()[:20_000])
    (cut,) = read_photo(str(path), "a.jpg")
    assert cut.scan["status"] == "unreadable" and cut.flat is None
    Image.new("RGB", (1600, 1200), "white").save(path)
    (empty,) = read_photo(str(path), "a.jpg")
    assert empty.scan["code"] == "no-sheet"
    for lang in LANGUAGES:
        assert reason(cut.scan, lang) and reason(empty.scan, lang)


def test_a_reason_is_said_in_any_language():
    scan = unreadable("a.jpg", "few-marks", {"seen": 2}).scan
    assert len({reason(scan, lang) for lang in LANGUAGES}) == 5
    assert all("2" in reason(scan, lang) for lang in LANGUAGES)
