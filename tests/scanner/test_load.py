"""Pictures and documents of all kinds become pages in grey."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from scanner.files import load
from tests.scanner.made_files import (
    KINDS,
    STORED,
    exif,
    grey,
    looks_like,
    only,
    pdf,
    read,
    saved,
    subject,
    turned,
)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_picture_becomes_sensible_grey(name):
    data, wanted = KINDS[name]
    picture = only(data)
    assert picture.size == (240, 160)
    assert looks_like(picture.decode(1), wanted)


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
