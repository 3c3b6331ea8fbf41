import re
from io import BytesIO
from itertools import pairwise

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from printkit.faces import FILES, FONTS, face_of
from printkit.pdf import PdfPen
from printkit.tinted import TintedPen, lightness
from rules.errors import HostError
from tests.note_pen import NotePen

SAMPLE = "Größe, Straße, Öl; ÉTÉ cœur naïf ÿ Ÿ; perché così; blåbär Å — „so“ «là» ’n’ …"


def drawn(pen):
    pen.page(210, 297, "Eins")
    with pen.stamp("moon") as fresh:
        assert fresh
        pen.circle((20, 30), 5, fill="#ddeeff", stroke="#99aabb", width=0.4, dash=(1, 0.5))
    with pen.placed((100, 100), scale=2, turn=90):
        pen.words(SAMPLE, (0, 0), size=4, face="hand", align="centre")
    with pen.clipped("M 0 0 L 50 0 L 50 50 Z"):
        pen.path("M 1 2 C 3 4 5 6 7 8 Z", fill="#112233", even_odd=True)
    pen.page(297, 210)
    with pen.stamp("moon") as fresh:
        assert not fresh
    return pen


def test_notes_are_one_line_a_stroke():
    pen = drawn(NotePen())
    assert pen.notes[:4] == [
        'page 210.00 x 297.00 "Eins"',
        "stamp moon {",
        "  circle fill #ddeeff stroke #99aabb 0.40 dash 1.00,0.50 20.00 30.00 r 5.00",
        "}",
    ]
    assert "  path fill #112233 even-odd M 1.00 2.00 C 3.00 4.00 5.00 6.00 7.00 8.00 Z" in pen.notes
    assert pen.notes[-1] == "stamp moon again"


def test_the_same_strokes_give_the_same_bytes():
    assert drawn(PdfPen("x")).data() == drawn(PdfPen("x")).data()


def test_a_photo_stands_upright_where_it_was_put():
    # Its upper half is black, its lower half white.
    upright = Image.fromarray(
        np.repeat([[0], [255]], 40, axis=0).repeat(80, axis=1).astype("uint8")
    )
    jpeg = BytesIO()
    upright.save(jpeg, "JPEG")
    pen, notes = PdfPen("x"), NotePen()
    for each in (pen, notes):
        each.page(100, 100)
        with each.placed((10, 0)):
            each.picture(jpeg.getvalue(), (10, 40), 40, 20)
    grey = pdfium.PdfDocument(pen.data())[0].render(scale=72 / 25.4).to_numpy()[:, :, 0]
    size = grey.shape[0] / 100  # pixels a mm
    seen = grey[int(45 * size), :] < 128
    assert abs(seen.argmax() / size - 20) < 0.5 and abs(seen.sum() / size - 40) < 0.5
    assert (grey[int(52 * size) : int(59 * size)] > 200).all()
    assert notes.notes[-2].startswith("  picture 10.00 40.00 40.00 x 20.00 ")


def test_other_strokes_give_other_bytes():
    pen = drawn(PdfPen("x"))
    pen.circle((1, 1), 1, fill="#000000")
    assert pen.data() != drawn(PdfPen("x")).data()


def test_a_pdf_says_what_it_is():
    document = pdfium.PdfDocument(drawn(PdfPen("Träume", lang="de", subject="Karten")).data())
    facts = document.get_metadata_dict()
    assert (facts["Title"], facts["Subject"], facts["Author"]) == ("Träume", "Karten", "paperplay")
    assert facts["CreationDate"].startswith("D:20000101"), "no date of the day may get in"
    assert [entry.get_title() for entry in document.get_toc()] == ["Eins"]
    assert [round(side * 25.4 / 72, 1) for side in document[1].get_size()] == [297.0, 210.0]


def test_words_can_be_selected():
    document = pdfium.PdfDocument(drawn(PdfPen("x")).data())
    assert SAMPLE in document[0].get_textpage().get_text_range()


def test_every_font_is_embedded():
    data = drawn(PdfPen("x")).data()
    assert b"/FontFile2" in data
    assert b"Helvetica" not in data


def test_a_stamp_is_kept_once():
    def size_with(stamps):
        pen = PdfPen("x")
        for _ in range(stamps):
            pen.page(210, 297)
            with pen.stamp("many") as fresh:
                if fresh:
                    for k in range(400):
                        pen.circle((k * 0.37 % 200, k * 0.73 % 290), 1 + k % 7, stroke="#aabbcc")
        return len(pen.data())

    sizes = [size_with(count) for count in (1, 2, 3, 4)]
    assert all(second - first < 700 for first, second in pairwise(sizes))
    assert sizes[0] > 3000


def test_a_stamp_looks_the_same_whatever_was_drawn_before():
    pen = PdfPen("x")
    for before in ("#ff0000", "#000000"):
        pen.page(20, 20)
        pen.circle((2, 2), 1, fill=before, stroke=before, dash=(1, 1))
        with pen.stamp("dot") as fresh:
            if fresh:
                pen.circle((10, 10), 5, fill="#000000")
    document = pdfium.PdfDocument(pen.data())
    first, second = (document[k].render(scale=4).to_pil().crop((60, 60, 170, 170)) for k in (0, 1))
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("name", sorted(FILES))
def test_faces_are_measured_as_the_pdf_sets_them(name):
    from reportlab.pdfbase.ttfonts import TTFontFace

    face = TTFontFace(str(FONTS / FILES[name]))
    for sign in SAMPLE:
        theirs = face.charWidths[ord(sign)] / 1000
        assert face_of(name).width_of(sign, 1) == pytest.approx(theirs, abs=0.001)


@pytest.mark.parametrize("pen", [NotePen(), PdfPen("x")], ids=["notes", "pdf"])
def test_a_sign_that_the_font_lacks_is_named(pen):
    pen.page(10, 10)
    with pytest.raises(HostError) as caught:
        pen.words("nach 水", (1, 1), size=3)
    assert (caught.value.code, caught.value.facts["sign"]) == ("no-glyph", "水")


def test_fonts_are_small_and_come_with_their_licences():
    assert sum(file.stat().st_size for file in FONTS.iterdir()) < 300_000
    for licence in FONTS.glob("LICENSE-*.txt"):
        assert "SIL Open Font License" in licence.read_text(encoding="utf-8")
    assert len(list(FONTS.glob("LICENSE-*.txt"))) == 2


def test_a_tinted_pen_draws_the_same_lighter():
    plain, tinted = NotePen(), NotePen()
    drawn(plain)
    drawn(TintedPen(tinted, 0.7))
    colour = re.compile(r"#[0-9a-f]{6}")
    assert [colour.sub("", note) for note in plain.notes] == [
        colour.sub("", note) for note in tinted.notes
    ]
    seen = [found for note in tinted.notes for found in colour.findall(note)]
    assert "#112233" not in seen and min(map(lightness, seen)) >= 0.7
    assert "#ddeeff" in seen  # light enough already
