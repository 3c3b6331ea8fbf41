"""What people hand over as photos: pictures of all kinds, and files that only look like one."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import sys
import zlib
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

from scanner import child, documents, load
from scanner.pictures import PhotoError

FILES = Path(__file__).with_name("files")
ORIENTATION = 274
# How to store an upright picture so that a viewer has to turn it by this orientation.
STORED = {
    1: [],
    2: [Image.Transpose.FLIP_LEFT_RIGHT],
    3: [Image.Transpose.ROTATE_180],
    4: [Image.Transpose.FLIP_TOP_BOTTOM],
    5: [Image.Transpose.TRANSPOSE],
    6: [Image.Transpose.ROTATE_90],
    7: [Image.Transpose.TRANSVERSE],
    8: [Image.Transpose.ROTATE_270],
}


def subject():
    """A picture that looks different from every side."""
    image = Image.new("RGB", (240, 160), (235, 232, 225))
    draw = ImageDraw.Draw(image)
    draw.rectangle((10, 10, 60, 60), fill=(20, 20, 20))
    draw.rectangle((180, 110, 229, 149), fill=(30, 60, 200))
    draw.ellipse((100, 40, 150, 90), outline=(0, 0, 0), width=5)
    return image


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def exif(orientation):
    found = Image.Exif()
    found[ORIENTATION] = orientation
    return found


def turned(orientation):
    image = subject()
    for turn in STORED[orientation]:
        image = image.transpose(turn)
    return image


def pdf(*pages, size=(595, 842)):
    """A document with a black square on each page, further down on each."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=size)
    for page in pages:
        canvas.rect(100, 700 - 100 * page, 80, 80, fill=1)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def only(data):
    (picture,) = load.pictures(data, "photo")
    return picture


def read(data):
    return only(data).decode(1)


def refusal(source, **names):
    """The error that a file ends with, when it is opened or when it is decoded."""
    with pytest.raises(PhotoError) as caught:
        for picture in load.pictures(source, **names):
            picture.decode(1)
    return caught.value


def looks_like(found, wanted, tolerance=6.0):
    wanted = np.asarray(wanted, np.int16)
    assert found.dtype == np.uint8 and found.shape == wanted.shape
    return float(np.abs(found - wanted).mean()) < tolerance


def grey():
    return subject().convert("L")


def sixteen_bits(image):
    return Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257)


def see_through(image):
    """The picture, transparent where it is bright; what is hidden there is black."""
    alpha = image.convert("L").point(lambda tone: 0 if tone > 200 else 255)
    image = Image.composite(image, Image.new("RGB", image.size), alpha)
    image.putalpha(alpha)
    return image


def on_white(image):
    return image.point(lambda tone: 255 if tone > 200 else tone)


# ------------------------------------------------------------------ pictures of all kinds


def kinds():
    image = subject()
    frames = {"save_all": True, "append_images": [Image.new("RGB", image.size)]}
    yield "jpeg", saved(image, "JPEG", quality=92), grey()
    yield "jpeg, progressive", saved(image, "JPEG", quality=92, progressive=True), grey()
    yield "jpeg, grey", saved(grey(), "JPEG", quality=92), grey()
    yield "jpeg, cmyk", saved(image.convert("CMYK"), "JPEG", quality=92), grey()
    yield "jpeg with a film behind", saved(image, "JPEG") + b"\0ftypmp42" * 900, grey()
    yield "png", saved(image, "PNG"), grey()
    yield "png, palette", saved(image.quantize(32), "PNG"), grey()
    yield (
        "png, 1 bit",
        saved(grey().point(lambda t: 255 * (t > 99), "1"), "PNG"),
        grey().point(lambda t: 255 * (t > 99)),
    )
    yield "png, 16 bits", saved(sixteen_bits(image), "PNG"), grey()
    yield (
        "png, dark 16 bits",
        saved(sixteen_bits(image.point(lambda t: t // 128)), "PNG"),
        Image.new("L", image.size, 1),
    )
    yield "png, alpha", saved(see_through(image), "PNG"), on_white(grey())
    yield "png, grey alpha", saved(see_through(image).convert("LA"), "PNG"), on_white(grey())
    yield "webp", saved(image, "WEBP", quality=92), grey()
    yield "webp, lossless", saved(image, "WEBP", lossless=True), grey()
    yield "webp, alpha", saved(see_through(image), "WEBP", lossless=True), on_white(grey())
    yield "webp, animated", saved(image, "WEBP", lossless=True, **frames), grey()
    yield "tiff", saved(image, "TIFF"), grey()
    yield "tiff, lzw", saved(image, "TIFF", compression="tiff_lzw"), grey()
    yield "tiff, cmyk", saved(image.convert("CMYK"), "TIFF"), grey()
    yield "tiff, 16 bits", saved(sixteen_bits(image), "TIFF"), grey()
    yield (
        "tiff, fax",
        saved(grey().point(lambda t: 255 * (t > 99), "1"), "TIFF", compression="group4"),
        grey().point(lambda t: 255 * (t > 99)),
    )
    fractions = Image.fromarray(np.asarray(grey(), np.float32) / 255)
    yield "tiff, fractions", saved(fractions, "TIFF"), grey()
    yield "avif", saved(image, "AVIF", quality=80), grey()
    yield "heic", (FILES / "turned.heic").read_bytes(), grey()


KINDS = {name: (data, wanted) for name, data, wanted in kinds()}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_picture_becomes_sensible_grey(name):
    data, wanted = KINDS[name]
    picture = only(data)
    assert picture.size == (240, 160)
    assert looks_like(picture.decode(1), wanted)


@pytest.mark.parametrize("name", ["jpeg", "jpeg, cmyk", "png", "webp", "tiff", "avif", "heic"])
def test_colours_come_in_the_order_that_opencv_likes(name):
    picture = only(KINDS[name][0])
    blue, green, red = (int(tone) for tone in picture.decode_colour()[130, 200])
    assert blue > 170 and green < 90 and red < 70


@pytest.mark.parametrize("name", ["jpeg", "jpeg, cmyk", "png, 16 bits", "tiff", "heic"])
@pytest.mark.parametrize("reduction", [1, 2, 4, 8])
def test_a_picture_can_be_decoded_smaller(name, reduction):
    data, wanted = KINDS[name]
    small = wanted.resize((240 // reduction, 160 // reduction), Image.Resampling.BOX)
    assert looks_like(only(data).decode(reduction), small)


def test_odd_sizes_are_rounded_up_alike_in_every_kind():
    image = subject().crop((0, 0, 237, 155))
    shapes = {only(saved(image, kind)).decode(4).shape for kind in ("JPEG", "PNG", "TIFF")}
    assert shapes == {(39, 60)}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", STORED)
def test_a_picture_is_turned_upright_once(kind, orientation):
    picture = only(saved(turned(orientation), kind, quality=92, exif=exif(orientation)))
    assert picture.size == (240, 160)
    assert looks_like(picture.decode(1), grey())
    assert looks_like(picture.decode(2), grey().resize((120, 80), Image.Resampling.BOX))
    assert looks_like(picture.decode_colour()[:, :, ::-1], subject())


def test_a_wrong_turn_would_be_noticed():
    data = saved(turned(6), "JPEG", exif=exif(8))
    assert not looks_like(read(data), grey())


def test_a_broken_note_on_orientation_is_ignored():
    data = saved(subject(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff\0\1\2")
    assert looks_like(read(data), grey())


# ------------------------------------------------------------------ documents


def test_every_page_of_a_pdf_is_a_picture():
    pages = list(load.pictures(pdf(0, 1), "evening.pdf"))
    assert [(page.name, page.page, page.size) for page in pages] == [
        ("evening.pdf", 1, (1653, 2339)),
        ("evening.pdf", 2, (1653, 2339)),
    ]
    dark = [np.argwhere(page.decode(1) < 50) for page in pages]
    shift = dark[1].min(axis=0) - dark[0].min(axis=0)
    assert shift == pytest.approx([100 / 72 * 200, 0], abs=2)
    assert pages[1].decode_colour().shape == (2339, 1653, 3)


def test_every_page_of_a_tiff_is_a_picture():
    more = [Image.new("RGB", (50, 40), "white"), subject().rotate(180)]
    data = saved(subject(), "TIFF", save_all=True, append_images=more)
    pages = list(load.pictures(data, "fax"))
    assert [page.size for page in pages] == [(240, 160), (50, 40), (240, 160)]
    assert looks_like(pages[2].decode(1), more[1].convert("L"))
    assert looks_like(pages[0].decode(1), grey())


def test_a_tiffs_preview_is_no_page():
    preview = subject().resize((60, 40))
    preview.encoderinfo = {"tiffinfo": {254: 1}}
    data = saved(subject(), "TIFF", save_all=True, append_images=[preview])
    assert [page.size for page in load.pictures(data)] == [(240, 160)]


def test_a_page_that_says_it_is_large_or_small_is_shown_in_a_useful_size():
    assert max(only(pdf(0, size=(200, 283))).size) == 2339
    width, height = only(pdf(0, size=(5000, 7000))).size
    assert width * height <= 25_100_000
    assert read(pdf(0, size=(5000, 7000))).shape == (height, width)


def test_pages_outlive_the_reading_of_their_document():
    first, second = load.pictures(pdf(0, 1), "evening.pdf")
    del first
    assert second.decode(8).shape == (293, 207)


def test_rubbish_before_a_pdf_is_allowed_as_readers_allow_it():
    assert only(b"\n" * 900 + pdf(0)).page == 1


# ------------------------------------------------------------------ files that are refused


def png_header(width, height):
    """A PNG that promises a size and holds nothing."""

    def chunk(name, data):
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def webp(kind, size):
    """A WebP that promises a size and holds nothing."""
    return b"RIFF\x1c\0\0\0WEBP" + kind + b"\x10\0\0\0" + size + b"\0" * 20


def half(name):
    data = KINDS[name][0]
    return data[: len(data) // 2]


def many_scans():
    """A progressive JPEG whose last refinement is repeated without end."""
    data = saved(subject(), "JPEG", progressive=True)
    last = data.rfind(b"\xff\xda")
    return data[:-2] + data[last:-2] * 500 + data[-2:]


HUGE = (16_383).to_bytes(2, "little") * 2
REFUSED = {
    "nothing": (b"", "photo-empty"),
    "text": ("Lirum larum Löffelstiel".encode(), "photo-not-a-picture"),
    "gif": (
        saved(subject(), "GIF", save_all=True, append_images=[subject()]),
        "photo-not-a-picture",
    ),
    "film": (b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + b"\0" * 99, "photo-not-a-picture"),
    "a few bytes": (b"\xff\xd8\xff", "photo-truncated"),
    "cut jpeg": (half("jpeg"), "photo-truncated"),
    "cut jpeg, grey": (half("jpeg, grey"), "photo-truncated"),
    "cut jpeg, progressive": (half("jpeg, progressive"), "photo-truncated"),
    "cut jpeg, cmyk": (half("jpeg, cmyk"), "photo-truncated"),
    "cut jpeg with a new end": (half("jpeg") + b"\xff\xd9", "photo-truncated"),
    "jpeg without its end": (KINDS["jpeg"][0][:-2], "photo-truncated"),
    "jpeg, header only": (KINDS["jpeg"][0][:400], "photo-truncated"),
    "cut png": (half("png"), "photo-truncated"),
    "cut webp": (half("webp"), "photo-truncated"),
    "cut tiff": (half("tiff"), "photo-truncated"),
    "cut lzw tiff": (half("tiff, lzw"), "photo-decoder-failed"),
    "cut heic": (half("heic"), "photo-truncated"),
    "cut avif": (half("avif"), "photo-truncated"),
    "cut pdf": (pdf(0)[:900], "photo-truncated"),
    "png bomb": (png_header(50_000, 50_000), "photo-too-many-pixels"),
    "large png": (png_header(10_001, 10_000), "photo-too-many-pixels"),
    "webp bomb": (webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + HUGE), "photo-too-many-pixels"),
    "lossless bomb": (webp(b"VP8L", b"\x2f\xff\xff\xff\x0f"), "photo-too-many-pixels"),
    "jpeg with 500 scans": (many_scans(), "photo-decoder-failed"),
    "spoiled png": (KINDS["png"][0].replace(b"IHDR", b"IHDX"), "photo-decoder-failed"),
    "spoiled pdf": (b"%PDF-1.7\n" + b"x" * 500 + b"\n%%EOF", "photo-decoder-failed"),
    "too many pages": (pdf(*[0] * 301), "pdf-too-many-pages"),
    "a page of 20 m": (pdf(0, size=(60_000, 60_000)), "pdf-page-too-large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_files_are_refused_with_a_reason(name):
    data, code = REFUSED[name]
    error = refusal(data, name="IMG_1.jpg")
    assert error.code == code
    assert error.facts["file"] == "IMG_1.jpg"


def test_limits_are_told_in_numbers_that_people_know():
    assert refusal(png_header(50_000, 50_000)).facts == {
        "file": "-", "megapixels": 2500, "limit": 100}  # fmt: skip
    assert refusal(pdf(*[0] * 301)).facts == {"file": "-", "pages": 301, "limit": 300}


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
@pytest.mark.parametrize("kind", ["jpeg", "png", "webp", "tiff", "avif", "heic"])
def test_wherever_a_file_is_cut_it_is_never_half_read(kind, share):
    data = KINDS[kind][0]
    refusal(data[: int(len(data) * share)])


def test_a_picture_that_is_grey_at_its_end_is_not_taken_for_a_cut_one():
    image = subject()
    image.paste((128, 128, 128), (0, 64, 240, 160))
    found = read(saved(image, "JPEG", quality=92))
    assert (found[-1] == 128).all()


def test_a_cut_colour_jpeg_is_refused_too():
    picture = only(half("jpeg") + b"\xff\xd9")
    with pytest.raises(PhotoError):
        picture.decode_colour()


def test_what_decoders_alone_would_make_of_a_cut_jpeg():
    """The check above is needed: they fill up with grey and are content."""
    cut = half("jpeg") + b"\xff\xd9"
    with Image.open(io.BytesIO(cut)) as image:
        assert (np.asarray(image.convert("L"))[-1] == 128).all()


SPOILED = ["jpeg", "jpeg, progressive", "jpeg, cmyk", "png, palette", "webp", "webp, animated"]


@given(st.data())
def test_a_spoiled_file_is_read_or_refused_and_nothing_else(data):
    content = bytearray(KINDS[data.draw(st.sampled_from(SPOILED))][0])
    places = st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255))
    for place, value in data.draw(st.lists(places, min_size=1, max_size=9)):
        content[place] = value
    with contextlib.suppress(PhotoError):
        for picture in load.pictures(bytes(content)):
            width, height = picture.size
            assert picture.decode(1).shape == (height, width)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (9, 5)])
def test_tiny_pictures_can_be_reduced_too(size):
    picture = only(saved(Image.new("RGB", size), "JPEG"))
    assert picture.decode(8).shape == (1, 1 + (size[0] > 8))
    assert picture.decode(2).shape == ((size[1] + 1) // 2, (size[0] + 1) // 2)


def test_a_decoder_says_nothing_by_itself(capfd):
    data = KINDS["jpeg"][0]
    read(data[:-2] + b"\x12\x34\x56" + data[-2:])  # as some phones do
    refusal(half("jpeg") + b"\xff\xd9")
    assert capfd.readouterr() == ("", "")


# ------------------------------------------------------------------ files and folders


def test_a_file_is_known_by_its_content_not_by_its_name(tmp_path):
    path = tmp_path / "scan.pdf"
    path.write_bytes(KINDS["png"][0])
    (picture,) = load.pictures(path)
    assert (picture.name, picture.page) == ("scan.pdf", 1)
    (named,) = load.pictures(str(path), "the table")
    assert named.name == "the table"


def test_what_cannot_be_read_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "IMG_2041.jpg").write_bytes(b"x")
    assert refusal(tmp_path / "pipe.jpg").code == "photo-not-a-picture"
    assert refusal(tmp_path).code == "photo-folder"
    assert refusal(tmp_path / "IMG_2041.jpg" / "x").code == "photo-no-access"
    assert refusal(str(tmp_path / "\0.jpg")).code == "photo-no-access"
    missing = refusal(tmp_path / "IMG_204.jpg")
    assert missing.code == "photo-missing"
    assert missing.facts["did_you_mean"] == "IMG_2041.jpg"


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "film.jpg"
    with path.open("wb") as file:
        file.truncate(load.MOST_BYTES + 1_000_000)
    error = refusal(path)
    assert error.code == "photo-too-large"
    assert (error.facts["size"], error.facts["limit"]) == (61, 60)


# ------------------------------------------------------------------ children that fail


def instead(monkeypatch, code):
    """Let another program stand in for the child."""
    monkeypatch.setattr(documents, "COMMAND", [sys.executable, "-c", code])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import time; time.sleep(60)", "photo-too-slow"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "photo-decoder-failed"),
        ("print('Segmentation fault')", "photo-decoder-failed"),
        ("print('{\"sizes\": [[1]]}')", "photo-decoder-failed"),
        ("print('{\"sizes\": 7}')", "photo-decoder-failed"),
        ("print('[]')", "photo-decoder-failed"),
    ],
)
def test_a_decoder_that_hangs_or_dies_costs_one_file(monkeypatch, code, reason):
    with monkeypatch.context() as patch:
        instead(patch, code)
        patch.setattr(documents, "SECONDS", 0.5)
        assert refusal(pdf(0), name="a.pdf").code == reason
    assert only(pdf(0)).decode(8).shape == (293, 207)


DIES_ON_ITS_SECOND_PAGE = f"""
import sys
sys.argv[0] = {child.__file__!r}
source = open({child.__file__!r}).read().replace(
    "points = self._points[page]", "points = self._points[page]; page == 1 and os._exit(9)")
exec(compile(source, {child.__file__!r}, "exec"), {{"__name__": "__main__"}})
"""


def test_a_page_that_kills_its_decoder_leaves_the_others_readable(monkeypatch):
    instead(monkeypatch, DIES_ON_ITS_SECOND_PAGE)
    first, second, third = load.pictures(pdf(0, 1, 2), "evening.pdf")
    assert first.decode(8).shape == (293, 207)
    with pytest.raises(PhotoError) as caught:
        second.decode(8)
    assert caught.value.code == "photo-decoder-failed"
    assert third.decode(8).shape == (293, 207)


def test_a_document_that_kills_every_decoder_is_given_up(monkeypatch):
    started = []
    popen = documents.subprocess.Popen
    instead(monkeypatch, DIES_ON_ITS_SECOND_PAGE)
    monkeypatch.setattr(
        documents.subprocess, "Popen", lambda *a, **k: started.append(1) or popen(*a, **k)
    )
    _, second, third = load.pictures(pdf(0, 1, 2), "evening.pdf")
    for _ in range(9):
        with pytest.raises(PhotoError):
            second.decode(1)
    with pytest.raises(PhotoError):
        third.decode(1)
    assert len(started) <= documents.MOST_FAILURES + 1


# Linux holds a process to the limit that we set, other systems to what they have.
TOO_MUCH = 3_000_000_000 if sys.platform == "linux" else 10**18


def test_a_decoder_that_asks_for_too_much_memory_is_refused(monkeypatch):
    code = DIES_ON_ITS_SECOND_PAGE.replace("os._exit(9)", f"bytes({TOO_MUCH})")
    instead(monkeypatch, code)
    first, second = load.pictures(pdf(0, 1))
    with pytest.raises(PhotoError):
        second.decode(1)
    assert first.decode(8).shape == (293, 207)


def test_no_child_is_left_behind(monkeypatch):
    children = []
    popen = documents.subprocess.Popen

    def started(*values, **names):
        children.append(popen(*values, **names))
        return children[-1]

    monkeypatch.setattr(documents.subprocess, "Popen", started)
    picture = only(KINDS["heic"][0])
    picture.decode(1)
    assert [child.poll() for child in children] == [None]
    del picture
    assert all(child.poll() is not None for child in children)
