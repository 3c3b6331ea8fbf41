"""Hostile films, each made from a seed; the benchmark of attacks sends them in."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.damages import DAMAGES
from benchmarks.malformed import Known, Made

RATE = 16
CODECS = {"mp4": "mp4v", "webm": "VP80"}
MAGIC = {
    "mp4": b"\0\0\0\x18ftypisom\0\0\2\0isommp41",
    "mov": b"\0\0\0\x14ftypqt  \0\0\0\0qt  ",
    "webm": b"\x1aE\xdf\xa3",
}
TEXTS = (
    b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n",
    b"ffconcat version 1.0\nfile /etc/hostname\nfile pile.mp4\n",
    b"v=0\r\nm=video 5004 RTP/AVP 96\r\nc=IN IP4 127.0.0.1\r\n",
    b"RIFF\xff\xff\xff\x7fAVI LIST",
    b"\x47" * 188 * 50,
    b"<smil><video src='http://127.0.0.1:9/a.mp4'/></smil>",
    b"Just a text. " * 300,
)


def filmed(picture: Any, ending: str, frames: int = 20) -> bytes:
    """Film a picture from a hand that shakes a little."""
    height, width = (side // 2 * 2 for side in picture.shape[:2])
    shakes = np.random.default_rng(frames).integers(-2, 3, (frames, 2))
    shaken = (np.roll(picture[:height, :width], tuple(shake), (0, 1)) for shake in shakes)
    return written(shaken, (width, height), ending)


def written(frames: Any, size: tuple[int, int], ending: str, rate: float = RATE) -> bytes:
    """Write a film and give its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"film.{ending}")
        codec = cv2.VideoWriter_fourcc(*CODECS[ending])  # type: ignore[attr-defined]
        writer = cv2.VideoWriter(str(path), codec, rate, size)
        for frame in frames:
            writer.write(frame)
        writer.release()
        return path.read_bytes() if path.exists() else b""


def known_films(photo: bytes, board: Mapping[str, object]) -> Known:
    """Film a photo of which it is known what it says, in each format."""
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    return Known("film", {ending: filmed(picture, ending) for ending in CODECS}, board)


def hostile_film(seed: int, films: Known) -> Made:
    """Make the hostile film of this seed: a damaged known one, or one made by hand."""
    rng = Random(seed)
    if rng.random() < 0.4:
        ending = rng.choice(list(CODECS))
        damage = rng.choice(DAMAGES)
        data = films.files[ending]
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            data = damage(data, rng)
        return Made(f"{ending} {damage.__name__}", f"film.{ending}", data, films)
    craft = rng.choice(CRAFTED)
    data, ending, same = craft(rng, films.files)
    return Made(craft.__name__, f"film.{ending}", data, films if same else None)


Crafted = tuple[bytes, str, bool]
"""The file, how its name ends, and whether it may still show the known sheet."""
Films = Mapping[str, bytes]


def texts(rng: Random, films: Films) -> Crafted:
    """The first bytes of a film, and then something else that would lead elsewhere."""
    ending = rng.choice(list(MAGIC))
    return MAGIC[ending] + rng.choice((b"", b"\n")) + rng.choice(TEXTS), ending, False


def junk(rng: Random, films: Films) -> Crafted:
    """The first bytes of a film, and then noise."""
    ending = rng.choice(list(MAGIC))
    size = rng.choice((0, 1, 20, 3000, 300_000))
    return MAGIC[ending] + rng.choice((rng.randbytes(size), bytes(size))), ending, False


def absurd_numbers(rng: Random, films: Films) -> Crafted:
    """Numbers of a film's tables that are far too large, none, or negative."""
    ending = rng.choice(list(CODECS))
    data = bytearray(films[ending])
    start = data.rfind(b"moov") if ending == "mp4" else 0
    end = len(data) if ending == "mp4" else 500
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(start, end - 8)
        data[at : at + 4] = struct.pack(">I", rng.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1)))
    return bytes(data), ending, True


def hours(rng: Random, films: Films) -> Crafted:
    """A short film that claims to last for hours, or to run at absurd speed."""
    data = bytearray(films["mp4"])
    name = rng.choice((b"mvhd", b"mdhd", b"tkhd", b"stts"))
    at = data.rfind(name) + 8  # its first times; those of stts are counts and steps
    for offset in rng.sample((0, 4, 8, 12, 16), 2):
        number = rng.choice((1, 10**6, 2**31 - 1))
        data[at + offset : at + offset + 4] = struct.pack(">I", number)
    return bytes(data), "mp4", True


def box(name: bytes, data: bytes, size: int | None = None) -> bytes:
    """Make a box of an MP4, of the size that it has or says."""
    return struct.pack(">I", len(data) + 8 if size is None else size) + name + data


def boxes(rng: Random, films: Films) -> Crafted:
    """Boxes in boxes, very many, or of a size that cannot be."""
    inner = b""
    for _ in range(rng.choice((10, 1_000, 20_000))):
        inner = box(rng.choice((b"moov", b"trak", b"udta")), inner)
    many = box(b"free", b"") * rng.choice((10, 500_000))
    size = rng.choice((0, 1, 7, 2**31 - 1, 2**32 - 1))
    absurd = box(rng.choice((b"moov", b"mdat", b"free")), struct.pack(">Q", 2**63 - 1), size)
    parts = [inner, many, absurd, films["mp4"][24:]]
    rng.shuffle(parts)
    return MAGIC["mp4"] + b"".join(parts[: rng.choice((1, 2, 4))]), "mp4", True


def elements(rng: Random, films: Films) -> Crafted:
    """A WebM whose elements lie in each other without end."""
    head = b"\x1aE\xdf\xa3\x8fB\x82\x84webmB\x87\x81\x02B\x85\x81\x02"
    nested = rng.choice((b"\x18S\x80g", b"\x1fC\xb6u", b"\x16T\xaek", b"\x12T\xc3g", b"\x67\xc8"))
    unknown = rng.choice((b"\x01\xff\xff\xff\xff\xff\xff\xff", b"\xff", b"\x0f\xff\xff\xff"))
    body = b"\x18S\x80g\x01\xff\xff\xff\xff\xff\xff\xff"
    return head + body + (nested + unknown) * rng.choice((1, 1_000, 300_000)), "webm", False


def small(rng: Random, films: Films) -> Crafted:
    """Films of next to no pixels, or none."""
    ending = rng.choice(list(CODECS))
    side, other = rng.choice(((1, 1), (2, 2), (2, 16), (16, 16), (8000, 2), (2, 8000)))
    frame = np.full((other, side, 3), rng.randrange(256), np.uint8)
    return written([frame] * rng.choice((0, 1, 2, 40)), (side, other), ending), ending, False


@cache
def _nothing(frames: int, rate: float, ending: str) -> bytes:
    frame = np.full((64, 64, 3), 90, np.uint8)
    return written((frame for _ in range(frames)), (64, 64), ending, rate)


def nothing(rng: Random, films: Films) -> Crafted:
    """Very many frames of nothing."""
    ending, rate = rng.choice(list(CODECS)), rng.choice((1.0, 30.0, 240.0))
    return _nothing(20_000, rate, ending), ending, False


@cache
def _large(width: int, height: int, ending: str) -> bytes:
    frame = np.full((height, width, 3), 90, np.uint8)
    return written([frame] * 3, (width, height), ending)


def large(rng: Random, films: Films) -> Crafted:
    """Frames with very many pixels, in the film or only by its word."""
    if rng.random() < 0.4:
        size = rng.choice(((8000, 2000), (6000, 6000), (16382, 1000), (8190, 8190)))
        ending = rng.choice(list(CODECS))
        return _large(*size, ending), ending, False
    data = bytearray(films["webm"])
    at = data.find(b"\x9d\x01\x2a")  # begins the first frame: its width and height follow
    sides = rng.choice(((16383, 16383), (16383, 1), (9000, 9000), (4096, 2160), (0, 0)))
    data[at + 3 : at + 7] = struct.pack("<HH", *sides)
    for element in (b"\xb0\x82", b"\xba\x82"):  # the same in the head
        spot = data.find(element)
        if spot > 0 and rng.random() < 0.5:
            data[spot + 2 : spot + 4] = struct.pack(">H", rng.choice((1, 16383, 65535)))
    return bytes(data), "webm", True


CRAFTED: tuple[Callable[[Random, Films], Crafted], ...] = (
    texts,
    junk,
    absurd_numbers,
    absurd_numbers,
    hours,
    boxes,
    elements,
    small,
    nothing,
    large,
    large,
)
