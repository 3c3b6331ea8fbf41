"""A reader of photos that are no photos: what to do with each is written in it.

Worker processes import it. ``photo(...)`` makes bytes that begin like a JPEG. The sheet that
it knows is the sample photo's, as the scanner read it; ``test_reading.py`` keeps it true.
"""

from __future__ import annotations

import io
import json
import os
import time
from dataclasses import replace
from pathlib import Path

from paperplay.reading.job import Part, unreadable
from rules.errors import HostError
from scanner.alike import shape_of
from scanner.scan import Doubt
from scanner.scan_json import scan_from

READ = "tests.paperplay.web.stand_in_reader:read"
KNOWN = Path(__file__).with_name("known_sheet.json")
DOUBTS = {"c17": "digit-doubtful", "r5": "mark-faint"}
"""What nobody is sure of on the sheet, and why."""
_BEGINS, _FILM = b"\xff\xd8\xff", b"\x1aE\xdf\xa3"


def photo(**wishes):
    """Make a photo.

    Wishes: ``seconds`` that it takes, a file that it waits for with ``until``, ``crash``,
    ``dark``, ``clear`` of doubts, the elements that are ``doubtful``, whether these look
    ``alike``, or what ``clouds`` show.
    """
    return _BEGINS + json.dumps(wishes).encode()


def read(photo, wishes):
    told = json.loads(photo.path.read_bytes().removeprefix(_BEGINS).removeprefix(_FILM))
    time.sleep(told.get("seconds", 0))
    while "until" in told and not Path(told["until"]).exists():
        time.sleep(0.05)
    if told.get("crash"):
        os._exit(9)
    if told.get("dark"):
        return Part([[unreadable(photo, HostError("few-tags", seen=2))]])
    scan = replace(known_scan(told.get("clouds", {})), file=photo.name, flat=white_page())
    if "doubtful" in told:
        scan = with_doubts(scan, dict.fromkeys(told["doubtful"], "digit-doubtful"))
        if told.get("alike"):
            shape = shape_of([0.5] * 48)
            scan = replace(scan, doubts=tuple(replace(each, shape=shape) for each in scan.doubts))
        return Part([[scan]], 1)
    return Part([[scan if told.get("clear") else with_doubts(scan)]], 1)


def known_scan(clouds=()):
    """The known sheet, with other numbers in some clouds."""
    data = json.loads(KNOWN.read_text(encoding="utf-8"))
    data["board"]["clouds"] |= dict(clouds)
    return scan_from(data)


def with_doubts(scan, which=DOUBTS):
    """Make a cloud and a row doubtful, or others; the earlier ones more than the later ones."""
    doubts = (
        Doubt(element, scan.values[element], None, why, (scan.values[element], None), 0.2 / place)
        for place, (element, why) in enumerate(which.items(), start=1)
    )
    return replace(scan, doubts=tuple(doubts))


def white_page():
    from PIL import Image

    out = io.BytesIO()
    Image.new("L", (1782, 1260), 255).save(out, "JPEG")
    return out.getvalue()
