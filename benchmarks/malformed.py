"""Malformed pictures and PDFs, each made from a seed; the benchmark of attacks sends them in."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from benchmarks.damages import DAMAGES

FORMATS = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP", "tif": "TIFF", "pdf": "PDF"}
PACKED: dict[str, tuple[str, dict[str, object]]] = {
    "avif": ("AVIF", {"quality": 70, "speed": 10}),
    "jpeg.tif": ("TIFF", {"compression": "jpeg"}),
    "lzw.tif": ("TIFF", {"compression": "tiff_lzw"}),
    "zip.tif": ("TIFF", {"compression": "tiff_adobe_deflate"}),
}
"""Further ways to keep the same picture; a TIFF that is not packed shows all damage as tones."""
SINCE = 40_000
"""Seeds beyond which these are damaged, too; the others make what they always made."""
MAGIC = {
    "jpg": b"\xff\xd8\xff\xe0\0\x10JFIF\0",
    "png": b"\x89PNG\r\n\x1a\n",
    "webp": b"RIFF\x24\0\0\0WEBPVP8 ",
    "tif": b"II*\0\x08\0\0\0",
    "pdf": b"%PDF-1.7\n",
    "heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "gif": b"GIF89a\xff\xff\xff\xff\xf7\0\0",
    "bmp": b"BM\xff\xff\xff\x7f\0\0\0\0\x36\0\0\0",
}
NAMES = (
    "photo",
    "Foto vom Sommer",
    "a\nb",
    "-rf",
    "--json",
    "[a]*?",
    "%s%n%x",
    "‮gpj.exe",
    "😀" * 20,
    "n" * 240,
    "'; drop",
    "\x1b[31mred",
    "\udcff\udcfe",
    "..photo",
    "CON",
    "7",
)


class Known(NamedTuple):
    """A photo of which it is known what it says."""

    label: str
    files: Mapping[str, bytes]
    """The same picture in each format."""
    board: Mapping[str, object]


class Made(NamedTuple):
    """A malformed file, not yet on the disk."""

    kind: str
    name: str
    data: bytes
    known: Known | None = None
    """The photo that it is a damaged version of."""


def encoded(picture: Image.Image, ending: str) -> bytes:
    """Save a picture in one of the formats."""
    file = io.BytesIO()
    if ending in PACKED:
        kind, options = PACKED[ending]
        picture.save(file, kind, **options)
        return file.getvalue()
    settings = {"quality": 88} if ending in ("jpg", "webp", "pdf") else {}
    if ending == "webp":
        settings["method"] = 0
    if ending == "png":
        settings["compress_level"] = 1
    picture.save(file, FORMATS[ending], **settings)
    return file.getvalue()


def malformed(seed: int, photos: list[Known]) -> Made:
    """Make the malformed file of this seed: a damaged known photo, or one made by hand."""
    rng = Random(seed)
    if rng.random() < 0.6:
        known = rng.choice(photos)
        newer = () if seed <= SINCE else PACKED
        ending = rng.choice(("jpg", "jpg", "jpg", *FORMATS, *newer))
        damage = rng.choice(DAMAGES)
        data = known.files[ending]
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            data = damage(data, rng)
        made = Made(f"{ending} {damage.__name__}", f"photo.{ending}", data, known)
    else:
        craft = rng.choice(CRAFTED)
        data, ending = craft(rng)
        made = Made(craft.__name__, f"photo.{ending}", data)
    if rng.random() < 0.1:
        made = made._replace(name=f"{rng.choice(NAMES)}.{rng.choice((*FORMATS, 'JPG', 'heic'))}")
    return made


def put(made: Made, folder: Path) -> Path:
    """Write a malformed file into a folder; its name may hold bytes that are no text."""
    path = folder / made.name
    with open(os.fsencode(path), "wb") as file:  # noqa: PTH123 -- the name may be no text
        file.write(made.data)
    return path


# Crafted: files that were never a photo of a sheet

Crafted = tuple[bytes, str]


def junk(rng: Random) -> Crafted:
    """Nothing, noise, or the first bytes of some format and then noise."""
    ending = rng.choice(list(MAGIC))
    size = rng.choice((0, 0, 1, 20, 3000, 300_000))
    return rng.choice((b"", MAGIC[ending])) + rng.randbytes(size), ending


def chunk(name: bytes, data: bytes) -> bytes:
    """Make a chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, pixels: bytes, *, grey: int = 0, more: bytes = b"") -> bytes:
    """Make a PNG of one bit per pixel (or what ``grey`` says) with these rows, and chunks."""
    head = struct.pack(">IIBBBBB", width, height, *((1, 0) if grey == 0 else (8, grey)), 0, 0, 0)
    body = chunk(b"IHDR", head) + more + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return MAGIC["png"] + body


def absurd_png(rng: Random) -> Crafted:
    """A header that promises far more, or less, than there is."""
    sides = (0, 1, 7, 30_000, 65_535, 1_000_000, 2**31 - 1, 2**32 - 1)
    return png(rng.choice(sides), rng.choice(sides), zlib.compress(bytes(5000))), "png"


def png_bomb(rng: Random) -> Crafted:
    """A small file with very many pixels."""
    side = rng.choice((5_000, 9_900, 14_000, 30_000))
    row = zlib.compressobj(1)
    grey = rng.choice((0, 0, 2)) if side < 10_000 else 0
    line = bytes(1 + (side * 3 if grey else (side + 7) // 8))
    pixels = b"".join(row.compress(line) for _ in range(side)) + row.flush()
    return png(side, side, pixels, grey=grey), "png"


def png_texts(rng: Random) -> Crafted:
    """Text chunks: very many, or one that swells."""
    many = chunk(b"tEXt", b"k\0v") * rng.choice((1_000, 100_000, 700_000))
    swelling = chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(rng.choice((10**6, 10**8))), 1))
    return png(8, 8, zlib.compress(bytes(16)), more=rng.choice((many, swelling))), "png"


def jpeg_filling(rng: Random) -> Crafted:
    """Filling bytes, or segments that say nothing, by the megabyte."""
    million = rng.choice((1, 4, 12)) * 10**6
    fill = rng.choice((b"\xff" * million, (b"\xff\xfe\0\x04ab" * (million // 6))))
    return MAGIC["jpg"][:2] + fill + rng.choice((b"", b"\xd9", rng.randbytes(99))), "jpg"


def absurd_jpeg(rng: Random) -> Crafted:
    """A frame of up to 65500 pixels a side with hardly any data."""
    height, width = rng.choice((0, 1, 9_000, 65_500)), rng.choice((0, 1, 9_000, 65_500))
    picture = encoded(Image.new("RGB", (16, 16)), "jpg")
    at = picture.find(b"\xff\xc0") + 5
    return picture[:at] + struct.pack(">HH", height, width) + picture[at + 4 :], "jpg"


def thin(rng: Random) -> Crafted:
    """One pixel wide or high."""
    long, ending = rng.choice((2, 400, 16_000, 30_000)), rng.choice(("jpg", "png", "webp", "tif"))
    if ending == "webp":
        long = min(long, 16_000)
    size = rng.choice(((long, 1), (1, long), (long, 2), (3, long)))
    return encoded(Image.new("RGB", size, "white"), ending), ending


def plain(rng: Random) -> Crafted:
    """A sound picture with nothing on it, of any mode."""
    mode = rng.choice(("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "F"))
    size = rng.choice(((1, 1), (3, 5), (800, 600), (2000, 1500)))
    file = io.BytesIO()
    Image.new(mode, size).save(file, "TIFF", compression=rng.choice((None, None)))
    return file.getvalue(), "tif"


def tiff_loop(rng: Random) -> Crafted:
    """Directories that point at themselves, entries that count to the end of the world."""
    count = rng.choice((1, 12, 65_535))
    entry = struct.pack(
        "<HHII",
        rng.choice((256, 257, 273, 330)),
        rng.choice((3, 4, 13, 200)),
        rng.choice((1, 2**32 - 1)),
        rng.choice((8, 2**32 - 1, 100_000)),
    )
    body = struct.pack("<H", count) + entry * min(count, 40) + struct.pack("<I", 8)
    return MAGIC["tif"] + body + rng.randbytes(rng.randrange(300)), "tif"


def boxes(rng: Random) -> Crafted:
    """What looks like a HEIC: boxes in boxes whose sizes lie."""

    def box(depth: int) -> bytes:
        inner = (
            b"".join(box(depth - 1) for _ in range(rng.randrange(4))) if depth else rng.randbytes(9)
        )
        name = rng.choice((b"meta", b"iprp", b"ipco", b"iloc", b"iinf", b"ispe", b"mdat", b"grid"))
        size = rng.choice((len(inner) + 8, len(inner) + 8, 0, 1, 7, 2**32 - 1))
        return struct.pack(">I", size) + name + inner

    return MAGIC["heic"] + b"".join(box(4) for _ in range(3)), "heic"


def pdf(*objects: bytes) -> bytes:
    """Make a PDF of numbered objects; the first is its catalogue."""
    parts = [b"%d 0 obj\n%s\nendobj\n" % (i, body) for i, body in enumerate(objects, 1)]
    return MAGIC["pdf"] + b"".join(parts) + b"trailer << /Root 1 0 R >>\n%%EOF\n"


def odd_pdf(rng: Random) -> Crafted:
    """Pages that contain themselves, count to millions, have no end or no size."""
    catalogue = b"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (a()) >> >>"
    box = rng.choice(
        (b"[0 0 595 842]", b"[0 0 1e9 1e9]", b"[0 0 0 0]", b"[9 9 -9 -9]", b"[0 0 1 30000]")
    )
    kids = rng.choice((b"[3 0 R]", b"[2 0 R]", b"[" + b"3 0 R " * rng.choice((2, 400)) + b"]"))
    count = rng.choice((b"1", b"-1", b"99999999", b"301"))
    pages = b"<< /Type /Pages /Kids %s /Count %s >>" % (kids, count)
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R "
        b"/Resources << /XObject << /F 5 0 R >> >> >>" % box
    )
    packed = zlib.compress(
        b"/F Do " * rng.choice((1, 1000)) + b"0 0 m 9 9 l S " * rng.choice((1, 300_000))
    )
    content = b"<< /Length %d /Filter /FlateDecode >> stream\n%s\nendstream" % (len(packed), packed)
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] "
        b"/Resources << /XObject << /F 5 0 R >> >> /Length 5 >> stream\n/F Do\nendstream"
    )
    return pdf(catalogue, pages, page, content, form), "pdf"


def nested_pdf(rng: Random) -> Crafted:
    """Arrays in arrays, streams packed again and again, a picture of very many pixels."""
    deep = rng.choice((100, 10_000, 300_000))
    data = zlib.compress(zlib.compress(bytes(10**7)))
    picture = (
        b"<< /Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceRGB "
        b"/BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode] /Length %d >> "
        b"stream\n%s\nendstream"
    )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /XObject << /F 5 0 R >> >> /X %s >>"
    )
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page % (b"[" * deep + b"]" * deep),
        b"<< /Length 28 >> stream\n500 0 0 500 0 0 cm /F Do    \nendstream",
        picture % (len(data), data),
    ), "pdf"


def polyglot(rng: Random) -> Crafted:
    """Two kinds of file in one."""
    small = {e: encoded(Image.new("RGB", (64, 48), "white"), e) for e in FORMATS}
    first, second = rng.sample(sorted(small), 2)
    middle = rng.choice(
        (b"", b"<html><script>alert(1)</script>", b"PK\x03\x04" + bytes(60), bytes(1000))
    )
    return small[first] + middle + small[second], rng.choice((first, second))


def foreign(rng: Random) -> Crafted:
    """Files of other kinds that are called photo.jpg."""
    return rng.choice((
        b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
        b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><x>&b;</x>",
        b"%!PS\n(%pipe%id) (r) file",
        b"push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/x'",
        b"PK\x05\x06" + bytes(18), b"\x7fELF" + bytes(200), b"#!/bin/sh\nexit 3\n",
        "ÄÖÜ".encode("utf-16"),
        b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(64),
        b"8BPS\0\x01" + bytes(100), MAGIC["gif"] + bytes(900),
    )), rng.choice(("jpg", "png", "pdf", "heic"))  # fmt: skip


CRAFTED: tuple[Callable[[Random], Crafted], ...] = (
    junk, absurd_png, png_bomb, png_texts, jpeg_filling, absurd_jpeg, thin, plain, tiff_loop,
    boxes, odd_pdf, nested_pdf, polyglot, foreign,
)  # fmt: skip
