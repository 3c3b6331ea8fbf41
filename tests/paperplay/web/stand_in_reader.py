"""A reader of photos that are no photos: what to do with each is written in it.

Worker processes import it. ``photo(...)`` makes bytes that begin like a JPEG. The sheet that
it knows is the sample photo's, as the scanner read it; ``test_reading.py`` keeps it true.
"""

from __future__ import annotations

import io
import json
import os
import time
from pathlib import Path

from paperplay.web.reading import EXTRA, ReadSheet, unreadable

READ = "tests.paperplay.web.stand_in_reader:read"
KNOWN = Path(__file__).with_name("known_sheet.json")
DOUBTS = {"c17": "digit-doubtful", "r5": "mark-faint"}
"""What nobody is sure of on the sheet, and why."""
_BEGINS = b"\xff\xd8\xff"


def photo(**wishes):
    """Make a photo.

    Wishes: ``seconds`` that it takes, a file that it waits for with ``until``, ``crash``,
    ``dark``, ``clear`` of doubts, or what ``clouds`` show.
    """
    return _BEGINS + json.dumps(wishes).encode()


def read(path, shown):
    wishes = json.loads(Path(path).read_bytes().removeprefix(_BEGINS))
    time.sleep(wishes.get("seconds", 0))
    while "until" in wishes and not Path(wishes["until"]).exists():
        time.sleep(0.05)
    if wishes.get("crash"):
        os._exit(9)
    if wishes.get("dark"):
        return [unreadable(shown, "few-marks", {"seen": 2, "file": shown})]
    scan = {**known_scan(), "file": shown}
    scan["board"]["clouds"] |= wishes.get("clouds", {})
    if not wishes.get("clear"):
        with_doubts(scan)
    return [ReadSheet(scan, white_page())]


def known_scan():
    return json.loads(KNOWN.read_text(encoding="utf-8"))


def with_doubts(scan):
    """Make a cloud and a row doubtful."""
    facts = scan[EXTRA]
    guesses = {element: facts["values"][element] for element in DOUBTS}
    scan["status"] = "review"
    scan["review"] = [
        {"element": element, "guess": guess, "or": None, "why": ""}
        for element, guess in guesses.items()
    ]
    facts["why"] = DOUBTS
    facts["likely"] = {element: [guess, None] for element, guess in guesses.items()}


def white_page():
    from PIL import Image

    out = io.BytesIO()
    Image.new("L", (1782, 1260), 255).save(out, "JPEG")
    return out.getvalue()
