"""Which sheet lies there: from its QR code, else from its printed code."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno

from paperplay.practice.pages import rendered
from printkit.daydream import draw_sheet
from printkit.pdf import PdfPen
from scanner import read_photo, tesseract
from scanner.blank import layout_of
from scanner.identify import identify
from scanner.marks import SeenSheet, find_sheets
from scanner.page_guess import guess_page, page_for
from scanner.pictures import PhotoError
from scanner.recognise import recognise
from templates.page import CODE_LENGTH, CODE_SIZE, QR
from templates.sheet_code import SheetCode
from tests.scanner.photos import PX_PER_MM, png, seen_through

SIZE = (1600, 1200)
CODE = SheetCode("daydream/BC", "letter", "sv", "black", copy=23)


class Printed:
    """A sheet with a code of its own, which can be spoilt."""

    def __init__(self, code):
        self.layout = layout_of(code)
        pen = PdfPen("test", lang=code.lang)
        pen.page(self.layout.page.width, self.layout.page.height)
        draw_sheet(pen, self.layout, code)
        self.page = cv2.cvtColor(rendered(pen.data(), PX_PER_MM), cv2.COLOR_BGR2GRAY)

    def cover(self, left, top, right, bottom, tone=255):
        edges = [round(edge * PX_PER_MM) for edge in (top, bottom, left, right)]
        self.page[edges[0] : edges[1], edges[2] : edges[3]] = tone
        return self

    def without_qr(self):
        (x, y), reach = self.layout.page.qr_center, QR / 2 + 1
        return self.cover(x - reach, y - reach, x + reach, y + reach)

    def without_print(self):
        x, y = self.layout.page.code_at
        return self.cover(x - 0.5, y - CODE_SIZE, x + CODE_LENGTH, y + 1)

    def with_another_qr(self, text):
        x, y = self.layout.page.qr_center
        grid = np.array([list(row) for row in segno.make_qr(text).matrix], np.uint8)
        side = round(QR * PX_PER_MM)
        other = cv2.resize(255 * (1 - grid), (side, side), interpolation=cv2.INTER_NEAREST)
        left, top = round((x - QR / 2) * PX_PER_MM), round((y - QR / 2) * PX_PER_MM)
        self.without_qr().page[top : top + side, left : left + side] = other
        return self

    @property
    def photo(self):
        wide = self.page.shape[1] > self.page.shape[0]
        left, right = (90, 1510) if wide else (400, 1180)
        corners = [(left + 20, 80), (right - 20, 60), (right + 20, 1140), (left - 20, 1110)]
        return seen_through(self.page, np.array(corners, np.float32), SIZE)

    def identified(self, sheet="daydream/BC"):
        picture, homography = self.photo
        return identify(picture, self.layout.page, homography, sheet)


@pytest.fixture
def no_tesseract(monkeypatch, tmp_path):
    """A machine without Tesseract, in the path or beside Python."""
    monkeypatch.setattr(tesseract.shutil, "which", lambda name: None)
    monkeypatch.setattr(tesseract.sys, "executable", str(tmp_path / "python"))
    tesseract._languages.cache_clear()
    yield
    tesseract._languages.cache_clear()


def test_the_qr_code_says_everything(no_tesseract):
    assert Printed(CODE).without_print().identified() == CODE


def test_the_printed_code_says_the_same_if_tesseract_is_there():
    printed = Printed(CODE).without_qr()
    if tesseract.is_available():
        assert printed.identified() == CODE
    else:
        assert printed.identified() is None


def test_a_machine_without_tesseract_gets_one_warning(no_tesseract, caplog):
    printed = Printed(CODE).without_qr()
    with caplog.at_level(logging.WARNING):
        assert printed.identified() is None
        assert printed.identified() is None
    (warning,) = caplog.messages
    assert "Tesseract is missing" in warning and "pip install" in warning
    assert "\n" not in warning


def test_a_qr_code_of_others_is_passed_over(no_tesseract):
    assert Printed(CODE).with_another_qr("https://example.org").identified() is None


def test_a_code_of_ours_with_a_wrong_check_sign_is_not_believed(no_tesseract):
    text = CODE.qr_text
    spoilt = text[:-1] + ("2" if text[-1] != "2" else "3")
    assert Printed(CODE).with_another_qr(spoilt).identified() is None


def test_a_code_must_fit_the_tags():
    assert Printed(CODE).identified("daydream/EF") is None


def test_a_sheet_of_a_newer_version_is_known_as_such():
    newer = Printed(SheetCode("daydream/BC", format=2))
    with pytest.raises(PhotoError) as refused:
        newer.identified()
    assert refused.value.code == "newer-format"
    (scan,) = read_photo(png(newer.photo[0]))
    assert (scan["status"], scan["code"]) == ("unreadable", "newer-format")
    assert "newer" in scan["reason"]


def test_a_blurred_qr_code_is_still_read(no_tesseract):
    printed = Printed(CODE)
    picture, homography = printed.photo
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    assert identify(soft, printed.layout.page, homography, CODE.sheet) == CODE


# ---- both codes spoilt


@pytest.mark.parametrize(
    "code",
    [
        SheetCode("daydream/BC", "letter", "sv", "black", copy=3),
        SheetCode("daydream/A", "a4", "de", "colour"),
        SheetCode("daydream/EF", "a4", "it", "light", copy=6),
    ],
)
def test_a_sheet_is_recognised_by_its_print(code):
    printed = Printed(code).without_qr().without_print()
    picture, _ = printed.photo
    (seen,) = find_sheets(picture)
    page, start = guess_page(seen)
    found = recognise(picture, seen, page, start)
    # In grey, one ink looks much like another; find_ink learns its tones from the photo.
    assert replace(found, ink=code.ink) == code


def test_another_print_is_not_taken_for_the_sheet_of_its_tags():
    printed = Printed(CODE).without_qr().without_print()
    middle = printed.page[240:1480, 240:1960]
    middle[:] = cv2.rotate(middle, cv2.ROTATE_180)
    (scan,) = read_photo(png(printed.photo[0]))
    assert (scan["status"], scan["code"]) == ("unreadable", "unknown-code")


def test_who_plays_is_not_in_the_tags_of_a_score_sheet():
    seen = SeenSheet("dreams/score", 0, ())
    with pytest.raises(PhotoError) as refused:
        recognise(np.zeros((9, 9), np.uint8), seen, page_for("dreams/score", "a4"), np.eye(3))
    assert refused.value.code == "unknown-code"
