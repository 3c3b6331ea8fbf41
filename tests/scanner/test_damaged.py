"""PDFs and JPEGs that lost or changed something: refused, though every viewer shows them."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from scanner.files import child, documents
from scanner.files.jpeg import Damaged, _header, picture_in
from scanner.files.jpeg_tables import are_plausible
from scanner.files.pdf import PdfCheck
from scanner.pictures import PhotoError
from tests.scanner.made_files import looks_like, only, read, refusal, saved, subject

SAMPLE = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"

# ---- PDFs


def made(*objects, packed_list=False):
    """A PDF of these objects, with a true list of where they are."""
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    if packed_list:
        data += b"99 0 obj\n<< /Type /XRef /Size 99 /Root 1 0 R /Length 0 >> stream\n\nendstream\n"
    else:
        data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        data += b"".join(b"%010d 00000 n \n" % place for place in places)
        data += b"trailer << /Root 1 0 R /Size %d >>\n" % (len(places) + 1)
    return data + b"startxref\n%d\n%%%%EOF\n" % start


def stream(words, data, length=None):
    length = len(data) if length is None else length
    told = b"%d" % length if isinstance(length, int) else length
    return b"<< %s /Length %s >> stream\n%s\nendstream" % (words, told, data)


def picture(image, packing, length=None):
    width, height = image.size
    words = b"/Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceRGB "
    if packing == b"DCTDecode":
        data = saved(image, "JPEG", quality=92)
    else:
        data = zlib.compress(image.tobytes()) if packing else image.tobytes()
    filters = b"/Filter /" + packing if packing else b""
    return stream(words % (width, height) + filters, data, length)


def page_of(*pictures, content=None, **options):
    """A page on which pictures lie one above the other."""
    height = 842 // len(pictures)
    draw = content or b"\n".join(
        b"q 595 0 0 %d 0 %d cm /P%d Do Q" % (height, height * at, at) for at in range(len(pictures))
    )
    names = b" ".join(b"/P%d %d 0 R" % (at, at + 5) for at in range(len(pictures)))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
    return made(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page + b" /Resources << /XObject << " + names + b" >> >> >>",
        stream(b"/Filter /FlateDecode", zlib.compress(draw)),
        *pictures,
        **options,
    )


@cache
def sound(packing=b"DCTDecode"):
    return page_of(picture(photo(), packing))


@cache
def photo():
    return Image.open(SAMPLE).convert("RGB").resize((400, 500))


PACKINGS = [b"DCTDecode", b"FlateDecode", b""]


def test_the_list_of_objects_may_be_wrong_if_all_are_there():
    data = sound()
    moved = b"%PDF-1.7\n%" + b"x" * 90 + b"\n" + data[9:]
    for fine in (data, b"junk\n" * 9 + data, moved, data + b"\n" * 900):
        assert read(fine).shape == (2339, 1653)


def test_a_length_that_stands_elsewhere_is_found():
    jpeg = picture(photo(), b"DCTDecode", b"6 0 R")
    length = len(saved(photo(), "JPEG", quality=92))
    assert read(page_of(jpeg, b"%d" % length, content=b"595 0 0 842 0 0 cm /P0 Do")).any()
    wrong = page_of(jpeg, b"%d" % (length + 40), content=b"595 0 0 842 0 0 cm /P0 Do")
    assert refusal(wrong).code == "photo-damaged"


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("size", [3, 4096])
def test_a_piece_that_a_pdf_lost_or_has_twice_is_damage(packing, size):
    data = sound(packing)
    start, end = data.index(b"stream", data.index(b"/Image")), data.rindex(b"endstream")
    rng = Random(size)
    for _ in range(2):
        at = rng.randrange(start + 2000, end - size)
        lost, twice = data[:at] + data[at + size :], data[: at + size] + data[at:]
        assert {refusal(lost).code, refusal(twice).code} <= {"photo-damaged", "photo-truncated"}


def test_a_changed_byte_of_a_packed_picture_is_damage():
    data = sound(b"FlateDecode")
    start, end = data.index(b"stream", data.index(b"/Image")) + 9, data.rindex(b"endstream")
    for at in range(start, end - 1, (end - start) // 3):
        changed = data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]
        assert refusal(changed).code == "photo-damaged"


def test_a_strip_of_the_page_that_is_gone_is_damage():
    strips = [picture(photo().crop((0, 250 * n, 400, 250 * n + 250)), b"") for n in (0, 1)]
    data = page_of(*strips)
    assert read(data).any()
    gone = data[: data.index(b"6 0 obj")] + data[data.index(b"xref\n") :]
    assert refusal(gone).code == "photo-damaged"


def test_a_packed_list_of_objects_must_be_where_it_should_be():
    data = page_of(picture(photo(), b""), packed_list=True)
    PdfCheck(data).rest()
    at = data.index(b"/Image") + 5000
    with pytest.raises(Damaged):
        PdfCheck(data[:at] + data[at + 9 :]).rest()


def test_what_is_drawn_must_be_whole_too():
    data = sound()
    at = data.index(b"stream\n", data.index(b"4 0 obj")) + 20
    assert refusal(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]).code == "photo-damaged"


IMPATIENT = f"""
import sys
with open(sys.argv.pop(1), "a") as told:
    told.write("begun\\n")
source = open({child.__file__!r}).read().replace("_BUSY_PDF = 3", "_BUSY_PDF = 1")
exec(compile(source, {child.__file__!r}, "exec"), {{"__name__": "__main__"}})
"""


def test_a_page_that_is_never_drawn_to_its_end_is_given_up(monkeypatch, tmp_path):
    pytest.importorskip("resource")
    begun = tmp_path / "begun"
    monkeypatch.setattr(documents, "COMMAND", [sys.executable, "-c", IMPATIENT, str(begun)])
    monkeypatch.setattr(documents, "SECONDS", 300)  # the clock of a busy machine says nothing
    lines = b"0 0 m 9 9 l S " * 900_000
    data = page_of(picture(photo(), b""), content=lines).replace(b"[0 0 595 842]", b"[9 9 -9 -9]  ")
    page = only(data)
    for _ in range(3):  # it is not tried again and again
        with pytest.raises(PhotoError) as told:
            page.decode(1)
    assert told.value.code == "photo-too-slow"
    assert begun.read_text(encoding="utf-8").splitlines() == ["begun"]


@pytest.mark.parametrize(
    "words",
    [
        b"<<stream\n",
        b"1 0 obj\n",
        b"xref\n0 1\n0000000009 00000 n \n",
        b"/Mask 1 ",
        b"stream\n",
        b"obj 1 endobj ",
    ],
)
def test_checking_takes_no_time_to_speak_of(words):
    data = sound()[:9] + words * (5_000_000 // len(words)) + sound()[9:]
    began = time.process_time()
    with suppress(Damaged):
        PdfCheck(data).rest()
    assert time.process_time() - began < 2


# ---- JPEGs


def parts(data, kind):
    """Where the contents of a JPEG's parts of a kind begin, and how long they are."""
    at, found = 2, []
    while data[at + 1] != 0xDA:
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        found += [(at + 4, size - 2)] if data[at + 1] == kind else []
        at += 2 + size
    return found


def flipped(data, at, bit):
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def is_refused(data):
    try:
        only(data).decode(1)
    except PhotoError:
        return True
    return False


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("options", [{}, {"optimize": True}, {"progressive": True}])
def test_tables_of_every_quality_are_believed(mode, options):
    image = subject().convert(mode)
    for quality in (1, 5, 10, 25, *range(40, 101, 3), 100):
        data = saved(image, "JPEG", quality=quality, **options)
        assert are_plausible(_header(data)[0]), quality


def test_any_changed_bit_of_the_usual_codes_is_damage():
    data = SAMPLE.read_bytes()
    rng = Random(2)
    for start, size in parts(data, 0xC4):
        for _ in range(40):
            changed = flipped(data, rng.randrange(start + 17, start + size), rng.randrange(8))
            with pytest.raises(Damaged):
                picture_in(changed)


@pytest.mark.parametrize("bit", [5, 6, 7])
def test_a_step_out_of_line_is_damage(bit):
    data = saved(subject(), "JPEG", quality=90)
    (start, _), *_ = parts(data, 0xDB)
    for at in range(start + 1, start + 22):
        assert is_refused(flipped(data, at, bit))


def test_tones_that_take_the_table_of_the_colours_are_damage():
    data = saved(subject(), "JPEG", quality=88)
    ((start, _),) = parts(data, 0xC0)
    assert is_refused(flipped(data, start + 8, 0))


@pytest.mark.parametrize("filling", [bytes(1), bytes(7), bytes(600)])
def test_zeros_before_the_end_are_no_damage(filling, capfd):
    data = saved(subject(), "JPEG", quality=92)
    assert looks_like(read(data[:-2] + filling + data[-2:]), subject().convert("L"))
    assert is_refused(data[:-2] + b"\x5a" * 9 + data[-2:])
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no streams are closed, and nothing is heard")
@pytest.mark.parametrize("streams", ["2>&-", "<&- >&- 2>&-"])
def test_damage_is_noticed_though_nobody_listens_and_no_file_can_be_made(streams, tmp_path):
    data = SAMPLE.read_bytes()
    (tmp_path / "cut.jpg").write_bytes(data[:200_000] + data[203_000:])
    told = tmp_path / "told"
    code = f"""
import pathlib, tempfile, scanner
from scanner.files import jpeg
if hasattr(jpeg.os, "memfd_create"):
    jpeg.TemporaryFile = None
(scan,) = scanner.read_photo({str(tmp_path / "cut.jpg")!r})
pathlib.Path({str(told)!r}).write_text(scan.get("code", scan["status"]))
"""
    (tmp_path / "read.py").write_text(code)
    call = f"{sys.executable} {tmp_path / 'read.py'} {streams}"
    root = Path(__file__).parents[2]
    subprocess.run(["sh", "-c", call], check=True, env={**os.environ, "PYTHONPATH": str(root)})
    assert told.read_text() == "photo-damaged"


# ---- JPEG inside a TIFF, as office scanners write it


@pytest.mark.parametrize("options", [{}, {"strip_size": 4000}], ids=["strips", "small strips"])
def test_damage_to_a_jpeg_in_a_tiff_is_damage(options):
    image = Image.open(SAMPLE).convert("RGB").reduce(2)
    sound = saved(image, "TIFF", compression="jpeg", **options)
    assert only(sound).decode(1).shape == image.size[::-1]
    middle = len(sound) // 2
    for lost in (100, 2000):  # fewer may leave the codes in step
        spoilt = sound[:middle] + bytes(lost) + sound[middle + lost :]
        codes = ("photo-damaged", "photo-truncated", "photo-decoder-failed")
        assert refusal(spoilt).code in codes


def test_strips_that_lie_over_each_other_are_not_copied_again_and_again():
    sound = saved(Image.new("RGB", (64, 4096)), "TIFF", compression="jpeg", strip_size=4000)
    sizes = Image.open(io.BytesIO(sound)).tag_v2[279]
    told = struct.pack(f"<{len(sizes)}H", *sizes)
    assert len(sizes) > 100 and sound.count(told) == 1
    longer = sound.replace(told, b"\xff\x7f" * len(sizes))
    assert refusal(longer).code == "photo-decoder-failed"
