"""Files that only look like a photo, and files that cannot be read."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import zlib

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PIL import Image

from scanner.files import load
from scanner.pictures import PhotoError
from tests.scanner.made_files import (
    KINDS,
    only,
    pdf,
    read,
    refusal,
    saved,
    subject,
)


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
    "too many pages": (pdf(*[0] * 1001), "pdf-too-many-pages"),
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
    assert refusal(pdf(*[0] * 1001)).facts == {"file": "-", "pages": 1001, "limit": 1000}


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


def test_a_thousand_pages_are_opened():
    assert sum(1 for _ in load.pictures(pdf(*[0] * 1000))) == 1000
