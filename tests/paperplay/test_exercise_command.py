"""`paperplay class exercise`: tasks and keys as files."""

from __future__ import annotations

import re

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner

from paperplay.commands.class_exercise import command
from rules.errors import HostError


def call(*words):
    return CliRunner().invoke(command, list(words), catch_exceptions=False)


def texts(path):
    document = pdfium.PdfDocument(path.read_bytes())
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def test_copies_and_the_key_as_last_page(tmp_path):
    out = tmp_path / "tasks.pdf"
    words = ("--sheet", "a", "--seed", "5", "--level", "2", "--copies", "3", "--lang", "de")
    done = call(*words, "--out", str(out))
    assert done.exit_code == 0 and "tasks.pdf: 4 Seiten" in done.stderr
    pages = texts(out)
    assert len(pages) == 4
    assert all("Denkaufgabe 1" in page for page in pages)
    assert ["Lösung:" in page for page in pages] == [False, False, False, True]
    assert "Daydream A · Stufe 2 · Leiter 8294" in pages[0]
    code = re.compile(r"[2-9A-Y]{4}(?:-[2-9A-Y]{1,4})+")
    codes = {line for page in pages[:3] for line in page.splitlines() if code.fullmatch(line)}
    assert len(codes) == 3


def test_the_same_call_gives_the_same_file(tmp_path):
    one, other = tmp_path / "1.pdf", tmp_path / "2.pdf"
    for out in (one, other):
        call("--sheet", "D", "--level", "3", "--task", "7", "--out", str(out))
    assert one.read_bytes() == other.read_bytes()


def test_the_key_in_a_file_of_its_own(tmp_path):
    out, key = tmp_path / "tasks.pdf", tmp_path / "key.pdf"
    call("--sheet", "A", "--out", str(out), "--key", str(key))
    assert len(texts(out)) == len(texts(key)) == 1
    assert "Answer key" in texts(key)[0]
    assert "Answer key" not in texts(out)[0]


def test_no_key(tmp_path):
    out = tmp_path / "tasks.pdf"
    call("--sheet", "A", "--out", str(out), "--no-key")
    assert len(texts(out)) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--sheet", "X"), "unknown-sheet"),
        (("--sheet", "dreams/score"), "exercise-sheet"),
        (("--sheet", "A", "--seed", "1000000"), "bad-seed"),
        (("--sheet", "BC", "--seed", "2", "--level", "2"), "exercise-none"),
        (("--sheet", "A", "--key", "-"), "exercise-key"),
        (("--sheet", "A", "--key", "OUT"), "exercise-key"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_nothing_is_written(tmp_path, words, code):
    out = str(tmp_path / "tasks.pdf")
    with pytest.raises(HostError) as refused:
        call(*(out if word == "OUT" else word for word in words), "--out", out)
    assert refused.value.code == code
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays(tmp_path):
    out, key = tmp_path / "tasks.pdf", tmp_path / "key.pdf"
    key.write_text("mine")
    with pytest.raises(HostError) as refused:
        call("--sheet", "A", "--out", str(out), "--key", str(key))
    assert refused.value.code == "out-exists"
    assert not out.exists()
    assert key.read_text() == "mine"


@pytest.mark.parametrize("words", [("--level", "4"), ("--task", "71"), ("--task", "0")])
def test_numbers_out_of_range(tmp_path, words):
    result = CliRunner().invoke(command, ["--sheet", "A", "--out", "-", *words])
    assert result.exit_code == 2
