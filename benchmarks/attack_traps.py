"""Traps: small files by hand whose claims, depths or links cost a careless reader time or memory.

Each is known by its name, as ``malformed`` is by its seed; nothing of them is random.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from benchmarks.attack_page import Server
from benchmarks.attack_tools import ROOT, Place, Tally, called, left_over

PHOTO = (ROOT / "samples/daydream/photo.jpg").read_bytes()
MANY = 200_000
SHEET = """format = 1
title = "Plain"
[[section]]
id = "game"
fields = [ { id = "one", label = "One", max = 9 } ]
[score]
total = "%s"
"""
NAMES = (
    "\x1b[2Jred.jpg",
    "\u202egpj.exe.jpg",
    "a\nb.jpg",
    "--help.jpg",
    "%s%n.jpg",
    "a" * 240,
)


def attack_traps(tally: Tally, place: Place) -> None:
    """Give each trap to the command that it is for; then two pages share a folder."""
    for name, data in (*_pngs(), *_tiffs(), *_boxes(), *_jpegs()):
        _give(tally, place, ["scan", "--json", name], name, data)
    for name, data in _sheets():
        _give(tally, place, ["sheet", "check", name], name, data)
    for name, data in _lists():
        _give(tally, place, ["class", "scan", name, "nothing.jpg"], name, data)
    for name in NAMES:
        _give(tally, place, ["scan", "--", name], name, b"nothing")
        _give(tally, place, ["sheet", "show", "--", name], name, b"nothing")
    if not tally.over():
        two_pages(tally, place)


def _give(tally: Tally, place: Place, argv: list[str], name: str, data: bytes) -> None:
    if tally.over():
        return
    folder = place.fresh("trap")
    (folder / name).write_bytes(data)
    done = called(argv, folder)
    faults = [*done.faults(), *done.costs()]
    if any(sign in done.out + done.err for sign in (b"\x1b", "\u202e".encode())):
        faults.append("signs that upset a terminal")
    tally.add(f"{argv[0]} {name[:40]!r}", faults, done.seconds, done.mb)


# ---- pictures


def _png(*chunks: tuple[bytes, bytes], side: int = 2000, head: bytes = b"\x08\0\0\0\0") -> bytes:
    every = ((b"IHDR", struct.pack(">II", side, side) + head), *chunks, (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in every
    )


def _pngs() -> Iterator[tuple[str, bytes]]:
    bomb = zlib.compress(bytes(300_000_000), 9)
    good = (b"IDAT", zlib.compress(bytes(2001 * 2000)))
    yield "profile.png", _png((b"iCCP", b"x\0\0" + bomb), good)
    yield "text.png", _png((b"zTXt", b"x\0\0" + bomb), good)
    yield "texts.png", _png(*[(b"iTXt", b"x\0\1\0\0\0" + bomb)] * 50, good)
    yield "too-much.png", _png((b"IDAT", bomb))
    yield "pieces.png", _png(*[(b"IDAT", b"")] * 1_000_000, good)
    yield "frames.png", _png((b"acTL", struct.pack(">II", 2**31 - 1, 0)), good)
    yield "deep.png", _png((b"IDAT", bomb), side=9000, head=b"\x10\x06\0\0\1")


def _tiff(*tags: tuple[int, int], link: int = 0, at: int = 8) -> bytes:
    body = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    begin = b"II*\0\x08\0\0\0" if at == 8 else b""
    return begin + struct.pack("<H", len(tags)) + body + struct.pack("<I", link)


def _tiffs() -> Iterator[tuple[str, bytes]]:
    tags = ((256, 2000), (257, 2000), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (279, 99))
    size = 6 + 12 * len(tags)
    starts = range(8, 8 + size * 100_000, size)
    last = starts[-1]
    links = (_tiff(*tags, link=at + size if at < last else 0, at=at) for at in starts)
    yield "pages.tif", b"".join(links)
    yield "ring.tif", _tiff(*tags, link=8)
    yield "counts.tif", _tiff(*tags[:5]).replace(b"\x04\0\1\0\0\0", b"\x04\0\xff\xff\xff\x7f")
    yield "far.tif", b"II+\0\x08\0\0\0" + struct.pack("<QQ", 16, 2**63) + bytes(100)
    packed = BytesIO()
    Image.new("L", (9000, 9000)).save(packed, "TIFF", compression="tiff_deflate")
    yield "packed.tif", packed.getvalue()


def _box(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", 8 + len(data)) + kind + data


def _nested(kind: bytes, more: int = 0) -> bytes:
    size = 8 + more
    return b"".join(struct.pack(">I", size * (MANY - n)) + kind + bytes(more) for n in range(MANY))


def _boxes() -> Iterator[tuple[str, bytes]]:
    film, heic = _box(b"ftyp", b"isom\0\0\2\0isommp41"), _box(b"ftyp", b"heic\0\0\0\0mif1heic")
    yield "nested.mp4", film + _nested(b"moov")
    yield "tracks.mp4", film + _box(b"moov", _nested(b"trak"))
    yield "empty.mp4", film + _box(b"moov") * MANY
    yield "free.mp4", film + _box(b"free") * 2_000_000
    yield "nested.heic", heic + _nested(b"meta", 4)
    places = _box(b"iloc", bytes(4) + b"\x44\0\xff\xff" + b"\0\1\0\0\xff\xff" * 100_000)
    yield "places.heic", heic + _box(b"meta", bytes(4) + places)
    named = _box(b"ipma", bytes(4) + b"\xff\xff\xff\xff" + bytes(5_000_000))
    yield "names.heic", heic + _box(b"meta", bytes(4) + named)
    pieces = b"JUNK\0\0\0\0" * 2_000_000
    yield "pieces.webp", b"RIFF" + struct.pack("<I", len(pieces) + 4) + b"WEBP" + pieces


def _jpegs() -> Iterator[tuple[str, bytes]]:
    ring = b"Exif\0\0" + _tiff((0x8769, 8), (0x112, 6), link=8)
    yield "ring.jpg", _with_note(b"\xff\xe1", ring)
    yield "pictures.jpg", _with_note(b"\xff\xe2", b"MPF\0MM\0*\0\0\0\x08\xff\xff" + bytes(14))
    profile = b"ICC_PROFILE\0\1\xff" + bytes(65_000)
    yield "profiles.jpg", _with_note(b"\xff\xe2", profile, 400)


def _with_note(kind: bytes, note: bytes, times: int = 1) -> bytes:
    return PHOTO[:2] + (kind + struct.pack(">H", len(note) + 2) + note) * times + PHOTO[2:]


# ---- texts


def _sheets() -> Iterator[tuple[str, bytes]]:
    yield "key.toml", ("a" + ".a" * 30_000 + " = 1").encode()
    yield "table.toml", ("[" + "a." * 31_000 + "a]").encode()
    yield "lists.toml", b"a = " + b"[" * 30_000
    yield "tables.toml", b"a = " + b"{b=" * 20_000
    yield "number.toml", b"a = " + b"9" * 60_000
    for number, total in enumerate((
        "sum(" * 38 + "one" + ")" * 38, "max(" * 38 + "one" + ")" * 38, "(" * 140 + "1" + ")" * 140,
        "-" * 250 + "one", "one**9**9**9", "one<<99999", "'a'*999999999", "one.__class__",
        "__import__('os')", "[one for i in one]", "9" * 290, "1e400*one",
    )):  # fmt: skip
        yield f"total-{number}.toml", (SHEET % total).encode()


def _lists() -> Iterator[tuple[str, bytes]]:
    cell = '<row r="{0}"><c r="{1}{0}" t="inlineStr"><is><t>{2}</t></is></c></row>'
    laugh = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    yield "swelling.xlsx", _list(cell.format(3, "A", "a" * 300_000_000))
    yield "long.xlsx", _list("".join(cell.format(n, "A", "a") for n in range(3, 400_000)))
    yield "far.xlsx", _list(cell.format(1_048_576, "A", "Bob"))
    yield "wide.xlsx", _list(cell.format(3, "XFD", "Bob"))
    yield "nested.xlsx", _list("<x>" * 100_000 + "</x>" * 100_000)
    yield (
        "laugh.xlsx",
        _list(cell.format(3, "A", "&a9;"), f'<!DOCTYPE a [<!ENTITY a0 "a">{laugh}]>'),
    )
    yield "open.csv", b'name\n"' + b"a" * 900_000
    yield "wide.csv", b"name\n" + b"," * 900_000


def _list(rows: str, kind: str = "") -> bytes:
    """Put rows into a list of one pupil."""
    import openpyxl

    book, plain, made = openpyxl.Workbook(), BytesIO(), BytesIO()
    book.active.append(["name"])
    book.active.append(["Ada"])
    book.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith("sheet1.xml"):
                data = kind.encode() + data.replace(b"</sheetData>", f"{rows}</sheetData>".encode())
            new.writestr(entry.filename, data)
    return made.getvalue()


# ---- two pages


def two_pages(tally: Tally, place: Place) -> None:
    """Start a second page on the folder of a first one that has photos to read."""
    folder = place.fresh("two-pages")
    first = Server(folder, folder / "data")
    first.enter()
    for number in range(6):
        first.upload(PHOTO, "p.jpg", f"{number:024x}")
    second = Server(folder, folder / "data")
    try:
        second.enter("second")
        for number in range(6, 12):
            second.upload(PHOTO, "p.jpg", f"{number:024x}")
        left = first.waits()
        (told,) = first.rows("SELECT count(*), count(DISTINCT upload) FROM sheets")
        faults = [f"{told} sheets and photos of 12"] if told != (12, 12) else []
        faults += [f"{left} without an answer"] if left else []
        tally.add("two pages on one folder", [*faults, *first.faults(), *second.faults()])
    finally:
        second.stop()
        first.stop()
        left_over(30)
