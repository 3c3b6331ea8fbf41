"""Which sheet lies there: from its QR codes, else from its printed code, and whether they fit."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno

from practice.pages import rendered
from printkit.daydream import draw_sheet
from printkit.pdf import PdfPen
from printkit.score_sheets import draw_score_sheet
from scanner import pipeline, read_photo
from scanner.page import tesseract
from scanner.page.blank import layout_of
from scanner.page.identify import identify
from scanner.page.page_guess import guess_page
from scanner.page.recognise import recognise
from scanner.page.tags import find_sheets
from scanner.page.warp import Warp
from scanner.pictures import PhotoError
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE, QR, TURNS
from templates.sheet_code import SheetCode
from tests.scanner.photos import PX_PER_MM, png, seen_through

SIZE = (1600, 1200)
CODE = SheetCode("daydream/BC", "letter", "sv", "black", copy=23)


class Printed:
    """A sheet with a code of its own, which can be spoilt."""

    def __init__(self, code):
        self.code, self.layout = code, layout_of(code)
        pen = PdfPen("test", lang=code.lang)
        pen.page(self.layout.page.width, self.layout.page.height)
        draw = draw_sheet if code.sheet.startswith("daydream/") else draw_score_sheet
        draw(pen, self.layout, code)
        self.page = cv2.cvtColor(rendered(pen.data(), PX_PER_MM), cv2.COLOR_BGR2GRAY)

    def cover(self, left, top, right, bottom, tone=255):
        edges = [round(edge * PX_PER_MM) for edge in (top, bottom, left, right)]
        self.page[edges[0] : edges[1], edges[2] : edges[3]] = tone
        return self

    def without_qr(self, which=(0, 1)):
        for n in which:
            (x, y), reach = self.layout.page.qr_centers[n], QR / 2 + 1
            self.cover(x - reach, y - reach, x + reach, y + reach)
        return self

    def without_print(self):
        x, y = self.layout.page.code_at
        return self.cover(x - 0.5, y - CODE_LINE - CODE_SIZE, x + CODE_LENGTH, y + 1)

    def with_another_qr(self, text, which=(0, 1)):
        grid = np.array([list(row) for row in segno.make_qr(text).matrix], np.uint8)
        side = round(QR * PX_PER_MM)
        other = cv2.resize(255 * (1 - grid), (side, side), interpolation=cv2.INTER_NEAREST)
        for x, y in [self.without_qr(which).layout.page.qr_centers[n] for n in which]:
            left, top = round((x - QR / 2) * PX_PER_MM), round((y - QR / 2) * PX_PER_MM)
            self.page[top : top + side, left : left + side] = other
        return self

    def with_another_code(self, code, which=(0, 1)):
        """Paste the QR codes of another sheet on this one, and cover the printed code."""
        return self.with_another_qr(code.qr_text, which).without_print()

    @property
    def photo(self):
        wide = self.page.shape[1] > self.page.shape[0]
        left, right = (90, 1510) if wide else (400, 1180)
        corners = [(left + 20, 80), (right - 20, 60), (right + 20, 1140), (left - 20, 1110)]
        return seen_through(self.page, np.array(corners, np.float32), SIZE)

    def identified(self, turn=None):
        picture, homography = self.photo
        turn = self.code.turn if turn is None else turn
        return identify(picture, Warp.plain(self.layout.page, homography), turn)

    def refused(self):
        """Say why a photo of it is not read."""
        (scan,) = read_photo(png(self.photo[0]))
        assert scan["status"] == "unreadable"
        return scan["code"]


@pytest.fixture
def no_tesseract(monkeypatch, tmp_path):
    """A machine without Tesseract, in the path or beside Python."""
    monkeypatch.setattr(tesseract.shutil, "which", lambda name: None)
    monkeypatch.setattr(tesseract.sys, "executable", str(tmp_path / "python"))
    tesseract.is_available.cache_clear()
    yield
    tesseract.is_available.cache_clear()


@pytest.mark.parametrize("spoilt", [(), (0,), (1,)], ids=["none", "lower", "upper"])
def test_either_qr_code_says_everything(no_tesseract, spoilt):
    assert Printed(CODE).without_print().without_qr(spoilt).identified() == CODE


@pytest.mark.parametrize(
    "code", [CODE, replace(CODE, copy=30, seed=999_999, class_mark=8_000)], ids=["short", "long"]
)
def test_the_printed_code_says_the_same_if_tesseract_is_there(code):
    printed = Printed(code).without_qr()
    if tesseract.is_available():
        assert printed.identified() == code
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


@pytest.mark.parametrize("which", [(0,), (1,)], ids=["lower", "upper"])
def test_two_qr_codes_that_differ_are_refused(which):
    other = Printed(CODE).with_another_qr(replace(CODE, copy=CODE.copy + TURNS).qr_text, which)
    with pytest.raises(PhotoError) as refused:
        other.identified()
    assert refused.value.code == "wrong-code"


def test_a_code_must_fit_the_tags():
    with pytest.raises(PhotoError) as refused:
        Printed(CODE).identified(CODE.turn + 1)
    assert refused.value.code == "wrong-code"


def test_a_sheet_of_a_newer_version_is_known_as_such():
    newer = Printed(SheetCode("daydream/BC", format=3))
    with pytest.raises(PhotoError) as refused:
        newer.identified()
    assert refused.value.code == "newer-format"
    (scan,) = read_photo(png(newer.photo[0]))
    assert (scan["status"], scan["code"]) == ("unreadable", "newer-format")
    assert "newer" in scan["reason"]


def test_print_that_is_misread_makes_no_newer_version(monkeypatch):
    newer = SheetCode("daydream/BC", format=3)
    misread = tesseract.Text(newer.printed, 0.9)
    monkeypatch.setattr(tesseract, "read_line", lambda *_, **__: misread)
    assert Printed(CODE).without_qr().identified() is None


def test_a_blurred_qr_code_is_still_read(no_tesseract):
    printed = Printed(CODE)
    picture, homography = printed.photo
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    assert identify(soft, Warp.plain(printed.layout.page, homography), CODE.turn) == CODE


# ---- codes that belong to another sheet

A, EDF = SheetCode("daydream/A"), SheetCode("daydream/EDF", ink="light")
SCORE = SheetCode("when-i-dream/score", players=6)


def same_turn(code, sheet):
    """Give the copy of a code whose tags look like those of a sheet."""
    return replace(code, copy=(sheet.turn - code.turn) % TURNS)


@pytest.mark.parametrize(
    ("sheet", "pasted"),
    [
        (A, A.with_exercise(1, 3)),
        (A, A.with_exercise(2, 3)),
        (A, A.with_exercise(3, 3)),
        (A.with_exercise(2, 3), A),
        (A.with_exercise(1, 3), A.with_exercise(1, 4)),
        (A.with_exercise(2, 3), A.with_exercise(2, 4)),
        (A.with_exercise(3, 3), A.with_exercise(3, 4)),
        (A, same_turn(SheetCode("daydream/D"), A)),
        (A, same_turn(replace(A, seed=77), A)),
        (replace(A, seed=77), same_turn(replace(A, seed=78), replace(A, seed=77))),
        (A, same_turn(SheetCode("daydream/BC"), A)),
        (EDF, EDF.with_exercise(1, 3)),
        (EDF, same_turn(SheetCode("daydream/BAC", ink="light"), EDF)),
        (EDF, same_turn(replace(EDF, seed=5), EDF)),
        (EDF, same_turn(SCORE, EDF)),
        (SCORE, replace(SCORE, players=7)),
        (SCORE, same_turn(SheetCode("dreams/score", players=6), SCORE)),
    ],
    ids=lambda code: f"{code.sheet} {code.seed} {code.variant} {code.players}",
)
def test_the_code_of_another_sheet_is_refused(sheet, pasted, no_tesseract):
    """Both QR codes pasted over, with tags that fit them: only the print tells."""
    assert pasted.turn == sheet.turn
    assert Printed(sheet).with_another_code(pasted).refused() == "wrong-code"


@pytest.mark.parametrize("sheet", [A, A.with_exercise(1, 3), replace(EDF, seed=5)])
def test_the_right_code_is_believed(sheet):
    (scan,) = read_photo(png(Printed(sheet).photo[0]))
    assert scan["sheet_code"] == sheet.printed


def test_a_sheet_that_somebody_made_needs_its_file(no_tesseract):
    own = same_turn(SheetCode("own", fingerprint=77), A)
    assert Printed(A).with_another_code(own).refused() == "unknown-own"


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
    page, _ = guess_page(seen)
    found = recognise(picture, seen, page)
    # In grey, one ink looks much like another; find_ink learns its tones from the photo. Words in
    # light ink are too faint to tell their language, which only says where words may stand.
    lang = found.lang if code.ink == "light" else code.lang
    assert replace(found, ink=code.ink) == replace(code, lang=lang)


def test_a_sheet_that_is_cut_off_is_recognised_though_two_tags_put_it_aside():
    code = SheetCode("daydream/EF", lang="sv", ink="black")
    picture, _ = Printed(code).without_qr().without_print().photo
    (seen,) = find_sheets(picture)
    askew = np.array([[1.5, 0], [0, 1.5], [-1.5, 0], [0, 0]], np.float32)
    sheet = replace(
        seen,
        tags=tuple(
            replace(tag, corners=tag.corners + (askew if tag.place else -askew))
            for tag in seen.tags
            if tag.place in (0, 1)
        ),
    )
    found = recognise(picture, sheet, guess_page(sheet)[0])
    assert (found.sheet, found.lang) == (code.sheet, code.lang)


def test_another_print_is_not_taken_for_the_sheet_of_its_tags():
    printed = Printed(CODE).without_qr().without_print()
    middle = printed.page[240:1480, 240:1960]
    middle[:] = cv2.rotate(middle, cv2.ROTATE_180)
    (scan,) = read_photo(png(printed.photo[0]))
    assert (scan["status"], scan["code"]) == ("unreadable", "unknown-code")


def test_only_two_sheets_that_nothing_tells_of_are_compared_with_all_print(monkeypatch):
    compared = []

    def compare(*_):
        compared.append(1)
        raise PhotoError("unknown-code")

    monkeypatch.setattr(pipeline, "identify", lambda *_: None)
    monkeypatch.setattr(pipeline, "recognise", compare)
    one, two, three, four = (Printed(replace(CODE, copy=n)).photo[0] for n in range(4))
    scans = read_photo(png(np.block([[one, two], [three, four]])))
    assert [scan["code"] for scan in scans] == ["unknown-code"] * 4 and len(compared) == 2


def test_a_score_sheet_without_codes_is_not_taken_for_another(no_tesseract):
    assert Printed(SCORE).without_qr().without_print().refused() == "unknown-code"
