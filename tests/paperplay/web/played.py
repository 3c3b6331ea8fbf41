"""Sheets as if they had been photographed and read, without a photo."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

from PIL import Image

from paperplay.web import evenings
from paperplay.web.reading import EXTRA, ReadSheet
from paperplay.web.sheets import add_sheets, sheets_of
from paperplay.web.store import keep_file, now
from templates.scores import score_json
from templates.sheet_code import SheetCode

SAMPLES = Path(__file__).parents[3] / "samples" / "boards"


def sample_board(**changes):
    """A filled Daydream sheet of one player."""
    return json.loads((SAMPLES / "A-solo.json").read_text("utf-8")) | changes


def scan_of(board, **facts):
    """A scan as the reader gives it, nothing in doubt."""
    usual = {"size": [210, 297], "at": {}, "spots": {}, "names": {}, "values": {}, "may_be": {}}
    return {
        "format": 1,
        "file": "IMG_1.jpg",
        "page": 1,
        "index": 1,
        "status": "ok",
        "board": board,
        "score": score_json(board, "en"),
        "confidence": {},
        "review": [],
        "sheet_code": SheetCode(board["sheet"], "a4", "en", "colour", 0).printed,
        "seconds": 0.1,
        EXTRA: {**usual, "likely": {}, "why": {}, **facts},
    }


def add_sheet(store, name, board=None, evening=None, **facts):
    """Put a sheet with its photo and its flattened page into the store; give its number."""
    evening = evening or evenings.current(store) or evenings.start(store, "")
    upload = f"upload-{name.encode().hex()[:20]:0>20}-{count(store, 'uploads')}"
    photo = keep_file(store.photos, picture(), "jpg")
    with store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, photo, player, state, received)"
            " VALUES (?, ?, 'someone', 'IMG_1.jpg', ?, ?, 'waiting', ?)",
            (upload, evening.id, photo, name, now()),
        )
    scan = scan_of(board or sample_board(), **facts)
    add_sheets(store, upload, [ReadSheet(scan, picture())], forget=False)
    return next(row.id for row in sheets_of(store, evening.id) if row.upload == upload)


def picture(size=(840, 1188)):
    out = BytesIO()
    Image.radial_gradient("L").resize(size).save(out, "JPEG")
    return out.getvalue()


def count(store, table):
    return store.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
