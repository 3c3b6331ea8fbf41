"""Where boards are kept that were taught here, and how they are found.

A board is ``boards/NAME/FINGERPRINT/`` in the data folder: ``board.json`` with its size and marks,
whose checksum is the fingerprint, and ``blank.png``, whose checksum it holds. What is there never
changes: whoever marks more makes a new one, and photos read before stay what they were.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules import values
from rules.errors import HostError
from templates.board.marks import Marks, marks_from, plain_of
from templates.board.page import BoardPage
from templates.data_folder import data_folder
from templates.games import shelved

FILE, BLANK, CONFIRMED, LAST = "board.json", "blank.png", "confirmed.json", "last.json"
FORMAT = 1
ENOUGH_CONFIRMED = 20
"""Photos that people have confirmed; before, thresholds are stricter."""
MOST_BYTES = 1_000_000
MOST_BLANK = 60_000_000
"""Bytes of a flat picture."""
SMALLEST, LARGEST = 60.0, 900.0
"""Sides of a board, mm."""
_MOST_COUNT = 1000
"""Bytes of the file that counts confirmed photos."""
_MOST_LAST = 200_000
"""Bytes of what was read last."""
_MOST_BOARDS = 60
_MOST_FOLDS = 5
_MOST_VERSIONS = 40
_VERSIONS = 999_999
"""Seeds that a sheet may have."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
RESERVED = frozenset({"check", "mark", "show", "edit", "list", "forget", "confirm", "stickers"})


@dataclass(frozen=True)
class Board:
    """A board as it was taught."""

    name: str
    size: tuple[float, float]
    """Width and height, mm."""
    blank: str
    """The checksum of its picture."""
    folds: tuple[float, ...] = ()
    """Where it is folded, mm from the left."""
    photos: int = 0
    """How many photos it was taught from."""
    likeness: float = 0.0
    """How much of it fits one cell aside: from here on it may be mistaken (self-match)."""
    marks: Marks = field(default_factory=Marks)
    fingerprint: int = 0
    folder: Path = field(default_factory=Path, compare=False)

    @property
    def sheet(self) -> str:
        """Its full name."""
        return f"{shelved().name}/{self.name}"

    @property
    def page(self) -> BoardPage:
        """As a page."""
        return BoardPage("board", *self.size, self.folds)

    @property
    def is_daydream(self) -> bool:
        """Whether our rules for a combination count its points."""
        return bool(self.marks.game) and not self.is_own

    @property
    def is_own(self) -> bool:
        """Whether the score of a sheet that somebody made counts its points."""
        return self.marks.game.partition("/")[0] == shelved().name

    @property
    def combination(self) -> str:
        """Whose rules these are, such as ``BAC``."""
        return self.marks.game.rpartition("/")[2]

    @property
    def version(self) -> int:
        """A number that tells what was marked before from what is marked now: a board's seed."""
        return self.fingerprint % _VERSIONS + 1

    @property
    def is_marked(self) -> bool:
        """Whether anything is marked, so that photos of it can be read."""
        return self.marks.count > 0

    @property
    def panels(self) -> tuple[tuple[float, float], ...]:
        """The left and right edges of its planes, mm."""
        edges = (0.0, *self.folds, self.size[0])
        return tuple(zip(edges[:-1], edges[1:], strict=True))

    def data(self) -> bytes:
        """Its file."""
        told = {
            "format": FORMAT,
            "name": self.name,
            "size": list(self.size),
            "blank": self.blank,
            "folds": list(self.folds),
            "photos": self.photos,
            "likeness": round(self.likeness, 4),
            "marks": plain_of(self.marks),
        }
        return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True).encode()


def kept_in() -> Path:
    """Name the folder of boards."""
    return data_folder() / "boards"


def checked_name(name: str) -> str:
    """Give a name that a board may have; else ``board-name``."""
    plain = name.strip().casefold()
    if not _NAME.fullmatch(plain) or plain in RESERVED:
        raise HostError("board-name", name=values.shown(name)[1:-1])
    return plain


def fingerprint_of(data: bytes) -> int:
    """Give the number that stands for a board's file; never 0."""
    return int.from_bytes(hashlib.sha256(data).digest()[:4], "big") or 1


def keep(board: Board, blank: bytes) -> Board:
    """Keep a board, which is then the newest of its name."""
    board = replace(board, blank=checksum_of(blank))
    data = board.data()
    made = fingerprint_of(data)
    folder = kept_in() / board.name / f"{made:08x}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in ((BLANK, blank), (FILE, data)):
            half = folder / f".{name}.{os.getpid()}"
            half.write_bytes(content)
            half.replace(folder / name)
    except OSError as error:
        raise HostError("own-unkept", folder=str(folder), reason=error.strerror or "") from None
    found = _opened(folder / FILE)
    assert found is not None, "What was kept can be read."
    return found


def boards() -> list[Board]:
    """Give the newest of every name that can be read."""
    root = kept_in()
    if not root.is_dir():
        return []
    names = sorted(each.name for each in root.iterdir() if each.is_dir())[:_MOST_BOARDS]
    return [found for name in names if (found := named(name))]


def named(name: str, version: int = 0) -> Board | None:
    """Give the newest board of a name, with or without ``own/``, or the version that is asked."""
    plain = name.rpartition("/")[2].casefold()
    if not _NAME.fullmatch(plain):
        return None
    ours = [board for board in _drafts.values() if board.name == plain]
    folder = kept_in() / plain
    paths = sorted(folder.glob(f"*/{FILE}"), key=_when, reverse=True) if folder.is_dir() else []
    kept = (found for path in paths[:_MOST_VERSIONS] if (found := _opened(path)))
    return next((each for each in (*ours, *kept) if version in (0, each.version)), None)


def known(name: str, version: int = 0) -> Board:
    """Give a board by its name, and perhaps its version; ``board-unknown`` if there is none."""
    found = named(name, version)
    if found is None:
        raise HostError("board-unknown", name=values.shown(name)[1:-1])
    return found


def with_fingerprint(fingerprint: int) -> Board | None:
    """Give the board with a fingerprint."""
    if fingerprint in _drafts:
        return _drafts[fingerprint]
    root = kept_in()
    paths = root.glob(f"*/{fingerprint:08x}/{FILE}") if root.is_dir() else ()
    return next((found for path in paths if (found := _opened(path))), None)


_drafts: dict[int, Board] = {}
"""Boards of this run that are still being taught."""
_blanks: dict[int, bytes] = {}


def draft(board: Board, blank: bytes) -> Board:
    """Make a board known in this run alone."""
    made = replace(board, blank=checksum_of(blank))
    made = replace(made, fingerprint=fingerprint_of(made.data()))
    _drafts[made.fingerprint], _blanks[made.fingerprint] = made, blank
    return made


def blank_of(board: Board) -> bytes:
    """Give a board's flat picture, a PNG still to be checked; ``board-blank`` if changed."""
    try:
        data = _blanks[board.fingerprint] if board.fingerprint in _blanks else _blank_in(board)
    except OSError:
        data = b""
    if checksum_of(data) != board.blank:
        raise HostError("board-blank", name=board.name)
    return data


def _blank_in(board: Board) -> bytes:
    return _bytes_of(board.folder / BLANK, MOST_BLANK)


def _bytes_of(path: Path, most: int) -> bytes:
    """Read a file, no more of it than is allowed, and nothing that is no file: a pipe waits."""
    if not path.is_file():
        raise OSError(path)
    with path.open("rb") as opened:
        return opened.read(most + 1)


def checksum_of(blank: bytes) -> str:
    """Give the number by which a board knows its picture."""
    return hashlib.sha256(blank).hexdigest()


def drop(board: Board) -> None:
    """Forget a draft."""
    _drafts.pop(board.fingerprint, None)
    _blanks.pop(board.fingerprint, None)


def confirmed(name: str) -> int:
    """Say how many photos of a board people have confirmed since it was taught and marked so."""
    board = named(name)
    try:
        told = json.loads(_bytes_of(kept_in() / name / CONFIRMED, _MOST_COUNT))
        count, version = told["confirmed"], told["version"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0
    same = board is not None and version == f"{board.fingerprint:08x}"
    return count if same and isinstance(count, int) and 0 <= count < 1_000_000 else 0


def confirm(name: str, photos: int = 1) -> int:
    """Count photos that somebody has confirmed."""
    count = confirmed(name) + photos
    told = {"confirmed": count, "version": f"{known(name).fingerprint:08x}"}
    path = kept_in() / name / CONFIRMED
    try:
        half = path.with_suffix(f".{os.getpid()}")
        half.write_text(json.dumps(told), encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise HostError("own-unkept", folder=str(path), reason=error.strerror or "") from None
    return count


def remember(fingerprint: int, values: Mapping[str, object]) -> None:
    """Keep what was read last of a board: the next photo may show what was not wiped off."""
    board = with_fingerprint(fingerprint)
    if board is None:
        return
    told = {"version": f"{fingerprint:08x}", "values": dict(values)}
    path = kept_in() / board.name / LAST
    with suppress(OSError):  # a place that cannot be written to does no harm
        half = path.with_suffix(f".{os.getpid()}")
        half.write_text(json.dumps(told), encoding="utf-8")
        half.replace(path)


def last_read(name: str) -> dict[str, Any]:
    """Give what was read last of a board, by element; nothing if that is not known."""
    board = named(name)
    try:
        told = json.loads(_bytes_of(kept_in() / name / LAST, _MOST_LAST))
        version, values = told["version"], told["values"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    same = board is not None and version == f"{board.fingerprint:08x}"
    return values if same and isinstance(values, dict) else {}


def is_proven(name: str) -> bool:
    """Whether enough photos of a board were confirmed."""
    return confirmed(name) >= ENOUGH_CONFIRMED


def _opened(path: Path) -> Board | None:
    """Open a file that may be anything; one that is no board, or was changed, is left out."""
    try:
        status = path.stat()
        return _read(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return None


@lru_cache(maxsize=_MOST_BOARDS)
def _read(path: Path, changed: int, size: int) -> Board | None:
    data = b"" if size > MOST_BYTES else _bytes_of(path, MOST_BYTES)
    if f"{fingerprint_of(data):08x}" != path.parent.name:
        return None
    try:
        return _board(json.loads(data), fingerprint_of(data), path.parent)
    except (HostError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _board(told: Any, fingerprint: int, folder: Path) -> Board:
    """Check everything that a file says: it may be somebody else's."""
    values.format_number(told["format"], FORMAT)
    width, height = (float(side) for side in told["size"])
    folds = tuple(float(each) for each in told["folds"])
    blank = values.text(told["blank"], "blank", 64)
    likeness, photos = float(told["likeness"]), int(told["photos"])
    name = checked_name(str(told["name"]))
    marks = marks_from(told["marks"], FILE)
    return checked(
        Board(name, (width, height), blank, folds, photos, likeness, marks, fingerprint, folder)
    )


def checked(board: Board) -> Board:
    """Give a board that may be as large and folded as it says; else ``board-size``."""
    width, height = board.size
    edges = (0.0, *board.folds, width)
    apart = [b - a for a, b in zip(edges[:-1], edges[1:], strict=True)]
    # Whatever is no number is not larger than anything.
    fine = all(SMALLEST <= side <= LARGEST for side in board.size)
    if not (fine and len(board.folds) <= _MOST_FOLDS and all(each >= 20 for each in apart)):
        raise HostError("board-size", value=f"{width:g}x{height:g}")
    return board


def _when(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
