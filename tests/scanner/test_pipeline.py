"""From a picture to scans: their shape, what is refused and why, what must not matter."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from practice import table
from rules.errors import HostError
from scanner import pipeline, read_photo
from scanner.files.load import pictures
from scanner.pictures import Picture
from scanner.pipeline import read_picture
from scanner.scan import Scan
from scanner.stages import Keep
from templates.daydream.load import load_daydream
from templates.languages import LANGUAGES
from tests.scanner.bowed import Bowed
from tests.scanner.made_files import STORED, exif, saved
from tests.scanner.photos import elements_of, filled, grey_of, misread, plain, png, seen_through

SIZE = (2016, 1512)
UPRIGHT = np.array([[500, 60], [1470, 60], [1470, 1432], [500, 1432]], np.float32)


def refused(picture, **more):
    """Read a picture that cannot be read; give the code and the sentence."""
    (scan,) = read_photo(png(picture), **more)
    assert scan["status"] == "unreadable"
    assert "board" not in scan and "score" not in scan
    return scan["code"], scan["reason"]


def laid(corners, size=SIZE):
    return seen_through(plain("A"), np.array(corners, np.float32), size)[0]


# ---- the shape of a result


@pytest.fixture(scope="module")
def read():
    """A filled-in sheet and what was read from its photo."""
    written = filled("BAC", 14, mistakes=3)
    photo = written.photo(14, size=(2592, 1944))
    (scan,) = read_photo(photo)
    return written, photo, scan


def test_a_scan_has_everything_that_scripts_rely_on(read):
    _, _, scan = read
    wanted = {"format", "file", "page", "status", "board", "score", "confidence", "review"}
    assert wanted | {"index", "seconds"} <= set(scan)
    assert (scan["format"], scan["page"], scan["index"]) == (1, 1, 1)
    assert scan["status"] == ("review" if scan["review"] else "ok")
    assert json.loads(json.dumps(scan)) == scan


def test_every_element_has_its_confidence(read):
    _, _, scan = read
    elements = set(elements_of(scan["board"])) - {"circled stars"}
    sky = set(load_daydream("BAC").sheet.stars)
    assert elements | sky == set(scan["confidence"])
    assert all(0 <= chance <= 1 for chance in scan["confidence"].values())


def test_the_board_holds_the_guess_of_what_is_in_review():
    scan = next(
        scan
        for seed in (24, 28)
        for scan in read_photo(filled("A", seed, corrections=0.3).photo(seed))
        if scan["review"]
    )
    values = elements_of(scan["board"])
    for item in scan["review"]:
        assert set(item) >= {"element", "guess", "or", "why"}
        assert item["guess"] == values.get(item["element"], item["guess"])
        assert item["guess"] != item["or"]
        assert item["why"].endswith(".")


def test_a_path_its_text_and_its_content_are_read_alike(read, tmp_path):
    _, photo, scan = read
    file = tmp_path / "evening.jpg"
    file.write_bytes(photo)
    for source in (file, str(file), photo):
        (again,) = read_photo(source)
        assert again["board"] == scan["board"]
        assert again["file"] == ("-" if source is photo else "evening.jpg")


def test_a_missing_file_is_a_result(tmp_path):
    (scan,) = read_photo(tmp_path / "nothing.jpg")
    assert (scan["status"], scan["code"], scan["file"]) == (
        "unreadable",
        "photo-missing",
        "nothing.jpg",
    )


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xd8\xff\xe0"])
def test_content_that_is_no_photo_has_no_file_name_either(content):
    (scan,) = read_photo(content)
    assert (scan["status"], scan["file"]) == ("unreadable", "-")
    assert scan["facts"]["file"] == "-"


# ---- what must not matter


@pytest.mark.parametrize("kind", ["saved again", "shrunk", "as PNG", "in grey"])
@pytest.mark.parametrize("which", ["BAC", "D"])
def test_saving_or_shrinking_a_photo_does_not_change_what_is_read(kind, which, read):
    if which == "BAC":
        _, photo, scan = read
    else:
        photo = filled("D", 2, ink="light", lang="de", pen="black").photo(6, size=(2592, 1944))
        (scan,) = read_photo(photo)
    colour = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    if kind == "saved again":
        other = cv2.imencode(".jpg", colour, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes()
    elif kind == "shrunk":
        small = cv2.resize(colour, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        other = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    else:
        other = png(colour if kind == "as PNG" else grey_of(photo))
    (again,) = read_photo(other)
    assert again["board"] == scan["board"]


# ---- what cannot be read, and what to do about it


@pytest.mark.parametrize("tone", [0, 255])
def test_an_even_picture(tone):
    assert refused(np.full((1200, 1600), tone, np.uint8))[0] == "no-sheet"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_table_without_a_sheet(seed):
    assert refused(table.ground((1600, 1200), np.random.default_rng(seed)))[0] == "no-sheet"


def test_noise():
    noise = np.random.default_rng(1).integers(0, 256, (900, 1200), dtype=np.uint8)
    assert refused(noise)[0] == "no-sheet"


@pytest.mark.parametrize("move", [(-1130, 0), (0, 940)])
def test_a_sheet_that_is_mostly_outside(move):
    assert refused(laid(UPRIGHT + move))[0] == "half-sheet"


@pytest.mark.parametrize("move", [(0, -340), (-580, 0), (0, 700)])
def test_a_sheet_that_is_partly_outside_is_asked_about(move):
    (scan,) = read_photo(png(laid(UPRIGHT + move)))
    assert scan["status"] == "review"
    assert scan["unseen"]
    assert set(scan["unseen"]) <= {item["element"] for item in scan["review"]}


def test_a_sheet_that_is_too_small():
    tiny = UPRIGHT * 0.35 + 300
    assert refused(laid(tiny))[0] == "too-small"


def test_a_sheet_that_is_far_too_small():
    assert refused(laid(UPRIGHT * 0.1 + 600))[0] in ("no-sheet", "too-small", "few-tags")


@pytest.mark.parametrize(
    ("times", "px_per_mm", "opened"),
    [
        (1, 6.6, [1]),
        (2, 13.2, [2]),  # twelve megapixels
        (2, 6.0, [2, 1]),  # half of it is not enough
        (4, 26.4, [4]),  # forty-eight megapixels
        (4, 12.0, [4, 2]),
        (4, 5.2, [4, 1]),
    ],
)
def test_a_photo_is_opened_as_seldom_as_can_be(times, px_per_mm, opened):
    width, height = 1512 * times, 2016 * times
    half = np.array([105, 148.5]) * px_per_mm
    turns = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    photo = laid(np.array([width / 2, height / 2]) + turns * half, (width, height))
    asked = []

    def decode(reduction):
        asked.append(reduction)
        size = width // reduction, height // reduction
        return cv2.resize(photo, size, interpolation=cv2.INTER_AREA)

    (scan,) = read_picture(Picture("a.jpg", 1, (width, height), decode))
    assert scan.board is not None, scan.reason
    assert asked == opened


@pytest.mark.parametrize(("blur", "code"), [(3.0, "blurred"), (14.0, "no-sheet")])
def test_a_blurred_photo(blur, code):
    assert refused(cv2.GaussianBlur(laid(UPRIGHT), (0, 0), blur))[0] == code


def test_a_photo_that_is_a_little_blurred_is_read():
    written = filled("A", 2)
    photo, _ = seen_through(written.image, UPRIGHT, SIZE)
    (scan,) = read_photo(png(cv2.GaussianBlur(photo, (0, 0), 2.0)))
    assert misread(scan, written.board) == {}


@pytest.mark.parametrize(("sheet", "bow"), [("A", 0.015), ("A", -0.015), ("BAC", 0.015)])
def test_a_page_that_bows_a_little_is_read(sheet, bow):
    written = filled(sheet, 2)
    (scan,) = read_photo(png(Bowed(sheet, bow, written.image).photo))
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= 4


@pytest.mark.parametrize(("sheet", "bow"), [("A", 0.07), ("A", -0.07), ("BAC", -0.04)])
def test_a_page_that_bows_a_lot_is_never_silently_wrong(sheet, bow):
    written = filled(sheet, 2)
    (scan,) = read_photo(png(Bowed(sheet, bow, written.image).photo))
    assert scan["status"] == "unreadable" or misread(scan, written.board) == {}


@pytest.mark.parametrize("step", ["flatten", "decide", "doubts_of", "find_sheets"])
def test_a_mistake_of_ours_is_called_one_and_costs_one_sheet(step, read, monkeypatch):
    def stumble(*_, **__):
        raise HostError("bad-value", field="r1.yellow")

    monkeypatch.setattr(pipeline, step, stumble)
    code, reason = refused(laid(UPRIGHT))
    assert code == "photo-crashed"
    assert "HostError" in reason and "tell us" in reason and "once more" not in reason


def test_a_mistake_in_the_score_is_one_of_reading(monkeypatch):
    monkeypatch.setattr(Scan, "score", property(lambda scan: {}["r1"]))
    assert refused(laid(UPRIGHT))[0] == "photo-crashed"


def test_one_bad_sheet_does_not_spoil_the_other():
    written = filled("D", 2)
    page = cv2.cvtColor(written.image, cv2.COLOR_BGR2GRAY)
    picture = np.full((1512, 2400), 120, np.uint8)
    left, _ = seen_through(page, UPRIGHT - [440, 0], (1060, 1512))
    picture[:, :1060] = left
    picture[:, 1100:], _ = seen_through(plain("A"), UPRIGHT + [650, 0], (1300, 1512))
    good, bad = read_photo(png(picture))
    assert (good["index"], bad["index"]) == (1, 2)
    assert misread(good, written.board) == {}
    assert bad["status"] == "unreadable"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reason_says_what_to_do_in_every_language(lang):
    _, reason = refused(laid(UPRIGHT + [0, 940]), lang=lang)
    assert "{" not in reason
    assert len(reason.split(". ")) >= 2 or ":" in reason


# ---- names


@pytest.mark.parametrize(
    "name", ["../../up.jpg", "/etc/evil.jpg", "C:\\a\\b.jpg", "..", "", "a\nb.jpg", "über.jpg"]
)
def test_names_are_never_used_as_paths(name, tmp_path, read):
    _, photo, _ = read
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    (picture,) = pictures(photo, name)
    (scan,) = read_picture(picture, Keep(inside, inside))
    assert isinstance(scan, Scan) and scan.is_read
    everything = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(everything) == 6
    assert all(path.parent == inside and path.suffix == ".jpg" for path in everything)
    signs = {sign for path in everything for sign in path.name}
    assert all(sign.isalnum() or sign in "-_." for sign in signs)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("is_true", [True, False])
def test_a_photo_is_read_however_its_file_is_turned_or_mirrored(orientation, is_true):
    """With a true note on it, and with one that belongs to another picture."""
    path = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"
    with Image.open(path) as photo:
        shown = photo.convert("L").resize((1500, 1500 * photo.height // photo.width))
    stored = shown
    for turn in STORED[orientation] if is_true else ():
        stored = stored.transpose(turn)
    straight, turned = (
        read_photo(saved(picture, "JPEG", quality=95, exif=exif(note)))
        for picture, note in ((shown, 1), (stored, orientation))
    )
    assert turned[0]["board"] == straight[0]["board"]
