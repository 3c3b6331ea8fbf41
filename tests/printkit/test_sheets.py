"""Sheets are drawn as before, lighter than a pen, and can be read back."""

from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest
import zxingcpp

from printkit import daydream, score_sheets
from printkit.daydream.sky import end_of, tab_of
from printkit.order import Order
from printkit.pdf import PdfPen
from printkit.press import draw_order, printed
from printkit.ruler import draw_ruler
from printkit.sheet_ink import GREY, TINTS
from printkit.tinted import lightened, lightness
from templates.daydream.check import pen_shapes
from templates.daydream.load import load_daydream
from templates.games import all_sheets
from templates.geometry import Box, box_around
from templates.languages import LANGUAGES
from templates.load import load_layout
from templates.page import (
    CODE_LENGTH,
    CODE_LINE,
    CODE_SIZE,
    PAPERS,
    PLACES,
    TAG,
    TAG_QUIET,
    Tag,
    tag_of,
)
from templates.sheet_code import INKS, SheetCode, read_qr
from templates.wording import say
from tests.note_pen import NotePen
from tests.printkit.boxes import BoxPen

DAYDREAM = [kind for kind in all_sheets() if kind.startswith("daydream/")]
LIGHT_ENOUGH = 0.65
DPI = 150
PIXEL = 25.4 / DPI
"""Half of a line at the rim of a field may colour the pixel beside it."""

# Each sheet once, so that every ink, language and paper is among them.
AS_BEFORE = [
    ("daydream/A", "colour", "en", "a4"),
    ("daydream/D", "black", "it", "letter"),
    ("daydream/BC", "light", "fr", "a4"),
    ("daydream/EF", "colour", "sv", "letter"),
    ("daydream/AD", "black", "de", "a4"),
    ("daydream/DA", "light", "it", "a4"),
    ("daydream/BAC", "colour", "de", "a4"),
    ("daydream/EDF", "black", "fr", "letter"),
    ("when-i-dream/score", "colour", "sv", "a4"),
    ("dreams/score", "light", "en", "letter"),
]


@pytest.mark.parametrize(("sheet", "ink", "lang", "paper"), AS_BEFORE)
def test_sheets_are_drawn_as_before(golden, sheet, ink, lang, paper):
    pen = NotePen(brief=True)
    draw_order(pen, Order(sheet, ink=ink, lang=lang, paper=paper))
    golden(f"{sheet.replace('/', '-')}.txt", "\n".join(pen.notes))


def blank(sheet, ink, pen, paper="a4"):
    if sheet in DAYDREAM:
        layout = load_daydream(sheet, paper=paper)
        pen.page(layout.page.width, layout.page.height)
        daydream.draw_blank(pen, layout, "de", ink)
    else:
        layout = load_layout(sheet, paper=paper, players=5)
        pen.page(layout.page.width, layout.page.height)
        score_sheets.draw_blank(pen, layout, "de", ink)
    return layout


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("sheet", all_sheets())
def test_guides_are_lighter_than_any_pen(sheet, ink):
    """But for words, and on Daydream's sheets for what keeps clear of every place for a pen."""
    pen = BoxPen()
    layout = blank(sheet, ink, pen)
    for shape in pen.pages[0].shapes:
        colours = [colour for colour in (shape.fill, shape.stroke) if colour]
        if not all(lightness(colour) >= LIGHT_ENOUGH for colour in colours):
            assert sheet in DAYDREAM, shape
            met = [name for name, box in pen_places(layout) if shape.touches(box)]
            assert not met, (shape, met)


def pen_places(layout):
    """Every place where a pen goes, with a millimetre around it."""
    for name, place in pen_shapes(layout):
        if name not in ("name", "date"):
            box = box_around(place)
            yield name, Box(box.center, (box.size[0] + 1.0, box.size[1] + 1.0))


def test_a_dark_shape_where_a_pen_goes_would_be_noticed():
    pen = BoxPen()
    layout = blank("daydream/A", "colour", pen)
    pen.circle(layout.clouds["c1"].center, 1, fill="#000000")
    met = [name for name, box in pen_places(layout) if pen.pages[0].shapes[-1].touches(box)]
    assert met == ["c1"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", DAYDREAM)
def test_a_tab_touches_no_cloud_but_that_of_its_row(sheet, paper):
    """Else nobody could tell which row a dot and a sun belong to."""
    layout = load_daydream(sheet, paper=paper)
    for row in layout.sheet.rows:
        tab = tab_of(layout.rows[row.id], end_of(layout, row.id, row.clouds))
        touched = {
            name
            for name, field in layout.clouds.items()
            if min(tab.right, field.right) - max(tab.left, field.left) > -0.8
            and min(tab.bottom, field.bottom) - max(tab.top, field.top) > -0.8
        }
        assert touched <= set(row.clouds) and touched, row.id


def test_lightness_tells_dark_from_light():
    assert lightness("#000000") == 0
    assert lightness("#ffffff") == 1
    assert lightness("#0000ff") < 0.2 < lightness("#ff0000") < 0.4 < lightness("#00ff00")
    assert lightness(lightened("#3b70b5", 0.7)) == pytest.approx(0.7, abs=0.01)
    assert lightened("#fefefe", 0.7) == "#fefefe"
    assert all(lightness(tint.line) >= LIGHT_ENOUGH for tint in TINTS.values())
    assert lightness(GREY) >= LIGHT_ENOUGH


@cache
def rendered(sheet, ink):
    pen = PdfPen("x")
    layout = blank(sheet, ink, pen)
    picture = pdfium.PdfDocument(pen.data())[0].render(scale=DPI / 72, grayscale=True)
    return layout, picture.to_numpy().squeeze()


def crop(grey, center, size, inset):
    """Cut out a field without its rim, in pixels."""
    (x, y), (w, h) = center, size
    left, right = (x - w / 2 + inset) * DPI / 25.4, (x + w / 2 - inset) * DPI / 25.4
    top, bottom = (y - h / 2 + inset) * DPI / 25.4, (y + h / 2 - inset) * DPI / 25.4
    return grey[int(np.ceil(top)) : int(bottom), int(np.ceil(left)) : int(right)]


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("sheet", DAYDREAM)
def test_nothing_is_printed_where_a_digit_goes(sheet, ink):
    layout, grey = rendered(sheet, ink)
    fields = {**layout.clouds, **layout.polaroids, "total": layout.total}
    fields |= {f"strip {digit}": box for digit, box in enumerate(layout.strip)}
    for name, box in fields.items():
        field = crop(grey, box.center, box.size, 0.7)
        height, width = field.shape
        if name in layout.clouds or name in layout.polaroids:
            # A faint star or moon may stand in a corner on the right.
            assert np.mean(field < 250) < 0.06, name
            assert field.min() > 150, name
            field = field[:, : width * 2 // 3]
        assert field.min() >= 250, name


@pytest.mark.parametrize("sheet", ["when-i-dream/score", "dreams/score"])
def test_nothing_is_printed_where_a_count_or_total_goes(sheet):
    layout, grey = rendered(sheet, "colour")
    for field in (*layout.digits, *layout.boxes):
        assert crop(grey, field.center, field.size, 0.7).min() >= 250, field.id


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", all_sheets())
def test_tags_and_codes_stand_on_white_paper(sheet, paper):
    pen = PdfPen("x")
    layout = blank(sheet, "colour", pen, paper)
    draw_ruler(pen, layout.page)
    picture = pdfium.PdfDocument(pen.data())[0].render(scale=DPI / 72, grayscale=True)
    grey, page = picture.to_numpy().squeeze(), layout.page
    for tag in page.tags:
        side = TAG + 2 * TAG_QUIET
        white = crop(grey, tag.center, (side, side), PIXEL)
        assert white.min() >= 250, PLACES[tag.place]
    for box in page.qr_boxes:
        assert crop(grey, box.center, box.size, PIXEL).min() >= 250
    x, y = page.code_at
    height = CODE_SIZE + CODE_LINE + 1
    room = crop(grey, (x + CODE_LENGTH / 2, y + 1 - height / 2), (CODE_LENGTH, height), 0)
    assert room.min() >= 250


def test_a_mark_in_a_field_would_be_noticed():
    layout, grey = rendered("daydream/A", "colour")
    box = layout.clouds["c1"]
    spoilt = grey.copy()
    x, y = (round(at * DPI / 25.4) for at in box.center)
    spoilt[y - 3 : y + 3, x - 3 : x + 3] = 170
    assert crop(spoilt, box.center, box.size, 0.7).min() == 170


@pytest.mark.parametrize(("sheet", "ink", "lang", "paper"), AS_BEFORE)
def test_every_sheet_says_what_it_is(sheet, ink, lang, paper):
    """Decoded at 150 dpi by readers that are not ours, on the second of two copies."""
    document = pdfium.PdfDocument(
        printed(Order(sheet, ink=ink, lang=lang, paper=paper, copies=2, players=5))
    )
    picture = document[1].render(scale=DPI / 72, grayscale=True)
    grey = np.ascontiguousarray(picture.to_numpy().squeeze())
    players = 0 if sheet in DAYDREAM else 5
    code = SheetCode(sheet, paper, lang, ink, players=players, copy=1)
    assert [read_qr(qr.text) for qr in zxingcpp.read_barcodes(grey)] == [code, code]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    _, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    assert {tag_of(int(n)) for n in numbers.ravel()} == {Tag(code.turn, k) for k in range(8)}
    assert code.printed in document[1].get_textpage().get_text_range()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_letter_of_a_role_is_explained_beside_its_picture(lang):
    pen = NotePen()
    layout = load_layout("when-i-dream/score", paper="letter", players=7)
    score_sheets.draw_blank(pen, layout, lang, "colour")
    written = [note.partition('"')[2].rstrip('"') for note in pen.notes if "words " in note]
    for mark in ("dreamer", "fairy", "nightmare", "sandman"):
        letter, name = (
            say(f"score_sheets.marks.{mark}.{what}", lang) for what in ("letter", "name")
        )
        beside = [after for this, after in pairwise(written) if this == letter]
        assert any(name.startswith(after) for after in beside)
