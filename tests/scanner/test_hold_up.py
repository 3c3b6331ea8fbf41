"""Codes that lie, and files that are made to hurt: an answer in words, time and memory."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import time
import zlib
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from scanner import pipeline, read_photo
from scanner.files.load import pictures
from scanner.page import blank
from scanner.pictures import PhotoError
from scanner.reader import is_sheet, layout_of
from templates.games import game_of
from templates.sheet_code import SheetCode
from tests.scanner.made_files import only, refusal, saved
from tests.scanner.photos import filled

ROOT = Path(__file__).parents[2]

# ---- codes


@pytest.mark.parametrize("sheet", ["when-i-dream/score", "dreams/score"])
def test_every_number_of_players_and_page_is_a_sheet_or_none(sheet):
    game = game_of(sheet)
    assert game.players
    for players, page in product(range(16), range(1, 33)):
        code = SheetCode(sheet, players=players, page=page)
        fits = game.players.fewest <= players <= game.players.most and page <= game.pages
        assert is_sheet(code) == fits
        assert not fits or layout_of(code).places


@pytest.mark.parametrize(("players", "page"), [(0, 1), (15, 1), (4, 32), (2, 2)])
@pytest.mark.parametrize("sheet", ["when-i-dream/score", "dreams/score"])
def test_a_code_that_speaks_of_no_sheet_is_called_unknown(sheet, players, page, monkeypatch):
    code = SheetCode(sheet, players=players, page=page)
    monkeypatch.setattr(pipeline, "identify", lambda *_: code)
    (picture,) = pictures(filled("A", 3).photo(3))
    (scan,) = pipeline.read_picture(picture)
    assert scan.failure and scan.failure.code == "unknown-code"


# ---- what costs memory or time to open

LIMITED = """
import re, resource, sys
from pathlib import Path
from scanner import read_photo
print(*[one.get("code", one["status"]) for one in read_photo(sys.argv[1])])
most = re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())
print(int(most[1]) // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_utime)
"""


def part(kind, data):
    whole = kind + data
    return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))


def png(side, colour, depth, *parts):
    """A grey square of any kind of PNG, packed small."""
    channels = {0: 1, 2: 3, 6: 4}[colour]
    pack, row = zlib.compressobj(1), b"\0" + b"\xc8" * (side * channels * depth // 8)
    rows = b"".join(pack.compress(row) for _ in range(side)) + pack.flush()
    head = part(b"IHDR", struct.pack(">IIBBBBB", side, side, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + b"".join([head, *parts, part(b"IDAT", rows), part(b"IEND", b"")])


def jpeg(side, mode="RGB", **options):
    return saved(Image.new(mode, (side, side), "grey"), "JPEG", **options)


def hostile():
    small = jpeg(200)
    note = part(b"tEXt", b"k\0v")
    yield "100 megapixels, clear", lambda: png(10_000, 6, 8), "photo-too-many-pixels"
    yield "16 bits, clear", lambda: png(9_000, 6, 16), "photo-too-many-pixels"
    yield "64 megapixels, clear", lambda: png(8_000, 6, 8), "no-sheet"
    yield "texts", lambda: png(100, 0, 8, note * 2_500_000), "photo-decoder-failed"
    yield "100 megapixels", lambda: jpeg(10_000, "L"), "no-sheet"
    yield "refined", lambda: jpeg(10_000, progressive=True), "photo-too-many-pixels"
    yield "filling", lambda: small[:2] + b"\xff" * 40_000_000 + small[2:], "photo-decoder-failed"
    notes = (b"\xff\xe1\xff\xff" + b"Exif\0\0" + b"\0" * 65_527) * 600
    yield "camera's notes", lambda: small[:2] + notes + small[2:], "no-sheet"
    yield (
        "comments",
        lambda: small[:2] + b"\xff\xfe\0\2" * 10_000_000 + small[2:],
        "photo-decoder-failed",
    )
    inks = Image.new("CMYK", (8_000, 8_000))
    yield "four inks", lambda: saved(inks, "JPEG"), "photo-too-many-pixels"
    wide = Image.new("RGBA", (16_000, 6_000))
    yield "webp", lambda: saved(wide, "WEBP", lossless=True), "photo-too-many-pixels"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells how much memory was used")
@pytest.mark.parametrize(("make", "code"), [pytest.param(*r, id=n) for n, *r in hostile()])
def test_no_file_takes_much_memory_or_time(make, code, tmp_path):
    (tmp_path / "file").write_bytes(make())
    call = [sys.executable, "-c", LIMITED, tmp_path / "file"]
    done = subprocess.run(call, capture_output=True, text=True, check=True, cwd=ROOT)
    said, figures = done.stdout.splitlines()
    megabytes, seconds = figures.split()
    assert said == code
    assert int(megabytes) < 700 and float(seconds) < 5


def test_a_page_that_a_document_shows_again_and_again_is_searched_once(monkeypatch):
    blank, other = Image.new("L", (900, 600), "white"), Image.new("L", (600, 900), "white")
    sheet = filled("A", 3).photo(3)
    pages = [blank, blank, other, Image.open(io.BytesIO(sheet)).convert("L"), blank, other]
    data = saved(pages[0], "PDF", save_all=True, append_images=pages[1:])
    searched = []
    find = pipeline.find_sheets
    monkeypatch.setattr(
        pipeline, "find_sheets", lambda grey: searched.append(grey.shape) or find(grey)
    )
    scans = read_photo(data)
    assert [scan["page"] for scan in scans] == [1, 2, 3, 4, 5, 6]
    assert [scan.get("code") for scan in scans] == [*["no-sheet"] * 3, None, *["no-sheet"] * 2]
    assert max(map(searched.count, searched)) == 2  # once, and once as in a mirror


# ---- damage


@pytest.fixture(scope="module")
def sound():
    return (ROOT / "samples" / "photos" / "BAC.jpg").read_bytes()


@pytest.mark.parametrize("progressive", [False, True])
def test_changed_data_that_the_decoder_notices_is_refused(sound, progressive):
    if progressive:
        sound = saved(Image.open(io.BytesIO(sound)), "JPEG", progressive=True, quality=85)
    right = only(sound).decode(2).astype(int)
    rng = Random(3)
    start, refused = sound.index(b"\xff\xda") + 20, 0
    for _ in range(40):
        data = bytearray(sound)
        data[rng.randrange(start, len(data) - 2)] ^= 1 << rng.randrange(8)
        try:
            found = only(bytes(data)).decode(2)
        except PhotoError as error:
            assert error.code in ("photo-damaged", "photo-truncated", "photo-decoder-failed")
            refused += 1
        else:  # a shade more or less from here on; no part is out of place
            assert found.shape == right.shape
    assert refused >= 3


def test_a_piece_that_was_lost_is_damage(sound, capfd):
    middle = len(sound) // 2
    for lost in (10, 40, 2000):
        assert refusal(sound[:middle] + sound[middle + lost :]).code == "photo-damaged"
    zeros = sound[:middle] + bytes(3000) + sound[middle + 3000 :]
    assert refusal(zeros).code in ("photo-damaged", "photo-truncated")
    (scan,) = read_photo(zeros)
    assert scan["status"] == "unreadable"
    assert capfd.readouterr() == ("", "")


# ---- blanks that were kept


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[:-1] + b"x", len])
def test_a_spoilt_blank_is_drawn_anew(spoil, tmp_path, monkeypatch):
    monkeypatch.setenv("PAPERPLAY_CACHE", str(tmp_path))
    code = SheetCode("daydream/A")
    blank.blank_page.cache_clear()
    drawn = blank.blank_page(code)
    (kept,) = (tmp_path / "paperplay" / "blanks").iterdir()
    sound = kept.read_bytes()
    kept.write_bytes(np.zeros(9, np.uint8).tobytes() if spoil is len else spoil(sound))
    blank.blank_page.cache_clear()
    assert np.array_equal(blank.blank_page(code), drawn)
    assert kept.read_bytes() == sound


def test_a_tiff_of_a_hundred_thousand_pages_is_refused_by_its_links():
    tags = [(256, 9), (257, 9), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (279, 81)]
    told = struct.pack("<H", 8) + b"".join(struct.pack("<HHII", tag, 4, 1, n) for tag, n in tags)
    links = range(8, 8 + 100_000 * 102, 102)
    pages = b"".join(told + struct.pack("<I", at + 102 if at < links[-1] else 0) for at in links)
    began = time.monotonic()
    error = refusal(b"II*\0\x08\0\0\0" + pages)
    assert (error.code, error.facts["pages"]) == ("pdf-too-many-pages", 100_000)
    assert time.monotonic() - began < 10  # by the clock; opened by Pillow, it takes the limit of 15


def test_links_of_a_tiff_in_a_ring_end():
    ring = b"MM\0*\0\0\0\x08" + struct.pack(">HI", 0, 8)
    assert refusal(ring).code == "photo-decoder-failed"
