"""Files that people hand over as photos, made here, and how to read or refuse them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

from scanner.files import load
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
