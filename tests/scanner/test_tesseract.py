from __future__ import annotations

import logging
import time

import cv2
import numpy as np
import pytest

from scanner.page import tesseract

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/"


def printed(text: str, scale: float = 1.4) -> np.ndarray:
    """A line of print, drawn with OpenCV's own letters."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    page = np.full((height + 30, width + 30), 250, np.uint8)
    at = (15, height + 15)
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, 20, 2, cv2.LINE_AA)
    return page


@pytest.fixture
def no_tesseract(monkeypatch):
    """A machine on which Tesseract is not installed."""
    monkeypatch.setattr(tesseract.shutil, "which", lambda name: None)
    monkeypatch.setattr(tesseract.sys, "executable", "/nowhere/bin/python")
    tesseract.is_available.cache_clear()
    yield
    tesseract.is_available.cache_clear()


@pytest.fixture
def a_tesseract(monkeypatch, tmp_path):
    """A stand-in program that answers as Tesseract would, so that the test runs anywhere."""
    program = tmp_path / "tesseract"

    def install(answer: str) -> None:
        program.write_text(f"#!/bin/sh\n{answer}\n")
        program.chmod(0o755)
        monkeypatch.setattr(tesseract.shutil, "which", lambda name: str(program))
        tesseract.is_available.cache_clear()

    yield install
    tesseract.is_available.cache_clear()


LISTS_LANGUAGES = """if [ "$1" = --list-langs ]; then
  echo 'List of available languages (2):'; echo eng; echo deu; exit 0
fi
if [ "$1" = --version ]; then echo 'tesseract 5.3.0'; exit 0; fi"""
COLUMNS = (
    "level page_num block_num par_num line_num word_num left top width height conf text"
).replace(" ", "\\t")


def answering(rows: str) -> str:
    return f'{LISTS_LANGUAGES}\nprintf "{COLUMNS}\\n{rows}" > "$2.tsv"'


def test_missing_tesseract_is_one_line_and_no_failure(no_tesseract, caplog):
    with caplog.at_level(logging.WARNING):
        assert not tesseract.is_available()
        assert tesseract.read_line(printed("PD-A")) is None
        assert tesseract.read_character(printed("7")) is None
    assert len(caplog.records) == 1
    message = caplog.records[0].getMessage()
    assert "\n" not in message
    assert "Tesseract is missing" in message and "install" in message


def test_words_are_joined_and_the_least_sure_counts(a_tesseract):
    row = "5\\t1\\t1\\t1\\t1\\t%d\\t0\\t0\\t9\\t9\\t%s\\t%s\\n"
    a_tesseract(answering(row % (1, "91.5", "Ida") + row % (2, "60", "Lang")))
    assert tesseract.read_line(printed("Ida Lang")) == tesseract.Text("Ida Lang", 0.6)


def test_nothing_found_is_none(a_tesseract):
    a_tesseract(answering("1\\t1\\t0\\t0\\t0\\t0\\t0\\t0\\t9\\t9\\t-1\\t\\n"))
    assert tesseract.read_line(printed("?")) is None


def test_a_slow_tesseract_is_given_up(a_tesseract):
    a_tesseract(f"{LISTS_LANGUAGES}\nexec sleep 20")
    began = time.monotonic()
    assert tesseract.read_line(printed("PD-A"), timeout=0.5) is None
    assert time.monotonic() - began < 10


def test_a_failing_tesseract_is_none(a_tesseract):
    a_tesseract(f"{LISTS_LANGUAGES}\necho broken >&2\nexit 1")
    assert tesseract.read_line(printed("PD-A")) is None


@pytest.mark.parametrize("shape", [(0, 0), (0, 9), (1, 1), (3, 400)])
def test_odd_shapes_are_taken(a_tesseract, shape):
    a_tesseract(answering(""))
    assert tesseract.read_line(np.full(shape, 255, np.uint8)) is None


def test_the_real_one_reads_a_printed_code_or_says_that_it_is_missing():
    tesseract.is_available.cache_clear()
    found = tesseract.read_line(printed("BAC-000017-K"), alphabet=CAPITALS)
    if tesseract.is_available():
        assert found is not None and found.text.replace(" ", "") == "BAC-000017-K"
    else:
        assert found is None
