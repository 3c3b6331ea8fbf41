"""The verdict on printer and phone, from figures and from photos of a printed page."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from paperplay.check_page import printed_check
from practice.camera import photograph
from practice.pages import rendered
from rules.errors import HostError
from scanner import scans_of
from scanner.check_page import check_of, verdict_lines
from scanner.quality import PhotoQuality
from scanner.reader import is_sheet
from scanner.scan import Doubt, Scan
from scanner.scan_json import scan_from, scan_json
from templates.check_page import check_board, check_code, check_sheet
from templates.games import game_of
from templates.languages import LANGUAGES
from templates.page import QR
from templates.sheet_code import CHECK, SheetCode, read_printed
from tests.scanner.photos import PX_PER_MM, SMALL

GOOD = PhotoQuality(6.0, 0.15, 0.04, 1.02, 0.98, 0.8)


def scan(*doubts, photo=GOOD, ink="colour", **read):
    """The scan of a page that was read as it is printed, but for some elements."""
    code = check_code(ink=ink)
    judge = game_of(code.sheet).judge
    layout = judge.layout_of(code)
    values = judge.values_of(check_board(), layout) | read
    asked = tuple(Doubt(element, values[element], None, "digit-doubtful") for element in doubts)
    board = judge.board_of(values, layout)
    return Scan("a.jpg", paper=code, ink=board, doubts=asked, photo=photo)


def test_the_game_on_the_page_is_one_without_mistakes():
    judge = game_of(check_sheet()).judge
    assert not judge.score_of(check_board()).problems
    written = [value for value in check_board().clouds.values() if value is not None]
    assert set(written) >= {1, 2, 3, 4, 5, 6} and len(written) > 60


def test_the_code_says_that_nobody_plays_on_it():
    code = check_code("letter", "it", "black")
    assert read_printed(code.printed) == code
    assert code.is_check and code.exercise is None and is_sheet(code)


@pytest.mark.parametrize(
    "code",
    [
        SheetCode("daydream/A", variant=CHECK),
        SheetCode(check_sheet(), seed=7, variant=CHECK),
        SheetCode(check_sheet(), copy=2, variant=CHECK),
        SheetCode(check_sheet(), variant=CHECK + 1),
    ],
    ids=lambda code: code.printed,
)
def test_no_other_sheet_can_be_it(code):
    assert not is_sheet(code)


def test_a_score_sheet_is_never_it():
    assert not SheetCode("dreams/score", players=4, variant=CHECK).is_check


@pytest.mark.parametrize(
    ("made", "digits", "marks"),
    [
        (scan(), (69, 69, 0, 0), (109, 109, 0, 0)),
        (scan("c3", "r1"), (68, 69, 1, 0), (108, 109, 1, 0)),
        (scan(c3=1, total=45), (67, 69, 0, 2), (109, 109, 0, 0)),
        (scan("c3", c3=1, solo=False), (68, 69, 1, 0), (108, 109, 0, 1)),
    ],
    ids=["all right", "asked", "wrong", "wrong and asked"],
)
def test_right_asked_and_wrong_are_counted(made, digits, marks):
    verdict = check_of(made)
    for count, wanted in ((verdict.digits, digits), (verdict.marks, marks)):
        assert (count.right, count.of, count.asked, count.wrong) == wanted
        assert count.right + count.asked + count.wrong == count.of
    assert verdict.is_fine == (not verdict.wrong)


@pytest.mark.parametrize(
    ("figures", "ink", "advice"),
    [
        ({}, "colour", ()),
        ({"px_per_mm": 3.0, "blur_mm": 0.4}, "colour", ("small",)),
        ({"blur_mm": 0.4}, "colour", ("blurred",)),
        ({"tint": 1.5}, "colour", ("dark",)),
        ({"tint": 1.5}, "light", ("dark-lines",)),
        ({"black": 0.6, "tint": 1.5}, "colour", ("faint",)),
        ({"light": 0.3, "misfit_mm": 0.5}, "black", ("uneven", "bent")),
    ],
)
def test_advice_follows_from_the_figures(figures, ink, advice):
    verdict = check_of(scan(photo=replace(GOOD, **figures), ink=ink))
    assert verdict.advice == advice
    assert verdict.is_fine == (not advice)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_advice_has_words(lang):
    for photo in (GOOD, PhotoQuality(2.5, 0.2, 0.5, 1.6, 1.0, 0.2), replace(GOOD, black=0.5)):
        lines = list(verdict_lines(check_of(scan(photo=photo)), lang))
        assert len(lines) == 4 + len(check_of(scan(photo=photo)).advice) + (photo == GOOD) - (
            photo.px_per_mm < 3
        )


def test_the_line_to_send_has_figures_and_nothing_personal():
    told = check_of(replace(scan("c1"), file="Ida's kitchen.jpg")).figures
    assert told == (
        "paperplay check 1, a4, colour, en, digits 68/69 asked 1 wrong 0, "
        "marks 109/109 asked 0 wrong 0, 6.0 px/mm, blur 0.15 mm, misfit 0.04 mm, "
        "tint 1.02, black 0.98, light 0.80"
    )


def test_json_has_the_verdict_and_keeps_the_figures():
    told = scan_json(scan("c3"), "en")
    assert {key: told["check"][key] for key in ("right", "of", "asked", "wrong")} == {
        "right": 177, "of": 178, "asked": 1, "wrong": 0,
    }  # fmt: skip
    again = scan_from(json.loads(json.dumps(told)))
    assert again.photo == GOOD and again.is_check
    assert check_of(again) == check_of(scan("c3"))


@pytest.mark.parametrize(
    "photo", [{"px_per_mm": 5}, {**scan_json(scan(), "en")["photo"], "tint": "x"}, 7]
)
def test_figures_from_outside_are_checked(photo):
    with pytest.raises(HostError, match="bad-value"):
        scan_from({**scan_json(scan(), "en"), "photo": photo})


@cache
def page(ink: str = "colour", paper: str = "a4") -> np.ndarray:
    return rendered(printed_check(paper, "en", ink), PX_PER_MM)


def read(picture, seed=1, size=SMALL, blur=0.0):
    jpeg = photograph(picture, seed, "good", size).jpeg
    if blur:
        seen = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        jpeg = cv2.imencode(".jpg", cv2.GaussianBlur(seen, (0, 0), blur))[1].tobytes()
    (found,) = scans_of(jpeg, "a.jpg")
    return found


def shaded(picture, gamma):
    """Print tints darker, as printers do that mean well."""
    return (255 * (picture / 255.0) ** gamma).astype(np.uint8)


def draft(picture, ink):
    return (255 - (255.0 - picture) * ink).astype(np.uint8)


@pytest.mark.parametrize(("ink", "paper"), [("colour", "a4"), ("light", "letter"), ("black", "a4")])
def test_a_good_print_and_a_good_photo_are_ready(ink, paper):
    verdict = check_of(read(page(ink, paper)))
    assert verdict.is_fine, verdict.figures
    assert verdict.wrong == 0 and verdict.right >= 176
    assert verdict.photo.px_per_mm == pytest.approx(5.7, abs=0.6)
    assert verdict.photo.tint == pytest.approx(1.0, abs=0.12)


@pytest.mark.parametrize(
    ("picture", "more", "advice"),
    [
        (lambda: shaded(page(), 2.2), {}, "dark"),
        (lambda: shaded(page("light"), 2.2), {}, "dark-lines"),
        (lambda: draft(page(), 0.55), {}, "faint"),
        (page, {"size": (1080, 810)}, "small"),
        (page, {"blur": 2.2}, "blurred"),
    ],
    ids=["dark tints", "dark lines", "draft", "small", "blurred"],
)
def test_what_is_wrong_with_print_or_photo_is_said(picture, more, advice):
    verdict = check_of(read(picture(), **more))
    assert verdict.advice == (advice,), verdict.figures
    assert verdict.wrong == 0


def test_without_its_code_it_does_not_pass_for_a_game():
    spoilt, sheet = page().copy(), game_of(check_sheet()).judge.layout_of(check_code()).page
    (x, y), mm = sheet.code_at, PX_PER_MM
    boxes = [(cx - QR / 2, cy - QR / 2, cx + QR / 2, cy + QR / 2) for cx, cy in sheet.qr_centers]
    for box in (*boxes, (x, y - 9, x + 45, y + 1.5)):
        left, top, right, bottom = (round(edge * mm) for edge in box)
        spoilt[top:bottom, left:right] = 255
    found = read(spoilt)
    assert found.failure is not None and found.failure.code == "unknown-code"
