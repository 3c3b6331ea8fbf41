"""Sheets as if they had been photographed and read, without a photo."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

from PIL import Image

from paperplay.web.store import evenings
from paperplay.web.store.database import keep_file, now
from paperplay.web.store.sheets import add_sheets, sheets_of
from scanner.scan import Scan
from templates.games import game_of
from templates.load import code_for

SAMPLES = Path(__file__).parents[3] / "samples" / "boards"


def sample_board(**changes):
    """A filled Daydream sheet of one player, whom nobody has named."""
    board = json.loads((SAMPLES / "A-solo.json").read_text("utf-8"))
    return board | {"name": None} | changes


def scan_of(board):
    """A scan as the reader gives it, nothing in doubt."""
    players = len(board.get("players", ())) or None
    code = code_for(board["sheet"], seed=board.get("seed") or 0, players=players)
    ink = game_of(board["sheet"]).judge.board_from(board)
    return Scan("IMG_1.jpg", seconds=0.1, paper=code, ink=ink, flat=picture())


def add_sheet(store, name, board=None, evening=None):
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
    add_sheets(store, upload, [scan_of(board or sample_board())], forget=False)
    return next(row.id for row in sheets_of(store, evening.id) if row.upload == upload)


def picture(size=(1260, 1782)):
    out = BytesIO()
    Image.radial_gradient("L").resize(size).save(out, "JPEG")
    return out.getvalue()


def count(store, table):
    return store.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
