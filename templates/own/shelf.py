"""Where sheets are found that people made: those of this run, those printed here, a folder's.

A sheet that is printed is kept as ``FOLDER/NAME/FINGERPRINT/sheet.toml``, so that paper from
before an edit is still read. ``PAPERPLAY_SHEETS`` names further folders; the option ``--sheets``
sets it, and processes that read photos inherit it. Our own samples come last and need no file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from rules.errors import HostError
from rules.own.sheet import OwnSheet
from rules.values import nearest
from templates.data_folder import data_folder
from templates.game import Game
from templates.own import game
from templates.own.file import open_sheet

VARIABLE = "PAPERPLAY_SHEETS"
FILE = "sheet.toml"
_OURS = ".sample"
"""Beside a sample that was printed: for its paper; its name means the sample that we have now."""
SAMPLES = Path(__file__).with_name("samples")
_MOST_FILES = 400
"""Of one folder that are looked at."""
_known: dict[int, OwnSheet] = {}
"""Those of this run, the last one last."""
_found: dict[int, OwnSheet] = {}
"""Those that a fingerprint was looked up for: it says which sheet it is, once and for all."""
_from: dict[int, Path] = {}


def put(sheet: OwnSheet) -> str:
    """Make a sheet known in this run, as the newest of its name, and name it."""
    _known.pop(sheet.fingerprint, None)
    _known[sheet.fingerprint] = sheet
    return sheet.sheet


def sheet_in(path: Path) -> str:
    """Read a sheet file and name the sheet, which is then known in this run."""
    sheet = open_sheet(path)
    _from[sheet.fingerprint] = path
    return put(sheet)


def source_of(fingerprint: int) -> Path | None:
    """Give the file that a sheet was read from."""
    return _from.get(fingerprint)


def kept_in() -> Path:
    """Name the folder of sheets that were printed here."""
    return data_folder() / "sheets"


def keep(sheet: str) -> None:
    """Keep a sheet that is printed; one that is there already becomes the newest of its name."""
    made = named(sheet)
    source = _from.get(made.fingerprint) if made else None
    if made is None or source is None:
        return
    folder = kept_in() / made.name / f"{made.fingerprint:08x}"
    if source == folder / FILE:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ours = [(_OURS, b"")] if source.parent == SAMPLES else []
        for name, data in (*ours, (FILE, source.read_bytes()), *made.pictures.items()):
            half = folder / f".{name}.{os.getpid()}"
            half.write_bytes(data)
            half.replace(folder / name)
        _from[made.fingerprint] = folder / FILE
    except OSError as error:
        raise HostError("own-unkept", folder=str(folder), reason=error.strerror or "") from None


def with_fingerprint(fingerprint: int) -> OwnSheet | None:
    """Give the sheet whose file has a fingerprint."""
    if fingerprint in _known:
        return _known[fingerprint]
    if fingerprint not in _found:
        found = next((each for each in _all(fingerprint) if each.fingerprint == fingerprint), None)
        if found is None:
            return None
        _found[fingerprint] = found
    return _found[fingerprint]


def _all(fingerprint: int) -> Iterator[OwnSheet]:
    """Give every sheet that may have a fingerprint, the likeliest first."""
    for path in kept_in().glob(f"*/{fingerprint:08x}/{FILE}"):
        if kept := _opened(path):
            yield kept
    yield from _in_folders()
    yield from _samples()


def named(sheet: str, fingerprint: int = 0) -> OwnSheet | None:
    """Give a sheet by its full name: the newest, unless a fingerprint says which."""
    if fingerprint:
        found = with_fingerprint(fingerprint)
        return found if found is not None and found.sheet == sheet else None
    ours = [each for each in _known.values() if each.sheet == sheet]
    if ours:
        return ours[-1]
    beside = [each for each in _in_folders() if each.sheet == sheet]
    if beside:
        return beside[-1]
    every = kept_in().glob(f"{_plain(sheet)}/*/{FILE}")
    made = [path for path in every if not (path.parent / _OURS).exists()]
    paths = sorted(made, key=_when, reverse=True)
    kept = next((found for path in paths[:20] if (found := _opened(path))), None)
    return kept or next((each for each in _samples() if each.sheet == sheet), None)


def record_of(sheet: str) -> Game | None:
    """Give the record of a sheet."""
    found = named(sheet)
    if found is None:
        from templates.board.record import record_of as taught

        return taught(sheet)
    return game.record_of(found)


def sheet_printed(fingerprint: int) -> str | None:
    """Name the sheet whose code bears a fingerprint, or the taught board that would bear it."""
    found = with_fingerprint(fingerprint)
    if found is None:
        from templates.board.shelf import with_fingerprint as taught

        board = taught(fingerprint)
        return None if board is None else board.sheet
    return found.sheet


def fingerprint_of(sheet: str) -> int:
    """Give the fingerprint of the newest sheet of a name, or of a taught board; 0 for neither."""
    found = named(sheet)
    if found is None:
        from templates.board.shelf import named as taught

        board = taught(sheet)
        return 0 if board is None else board.fingerprint
    return found.fingerprint


def sheets() -> tuple[str, ...]:
    """Name every sheet that can be found: those printed here first, our samples last."""
    kept = (f"{game.GAME.name}/{path.name}" for path in sorted(kept_in().glob("*")))
    found = [sheet for sheet in kept if named(sheet) is not None]  # not what has been damaged
    found += [each.sheet for each in (*_known.values(), *_in_folders(), *_samples())]
    return tuple(dict.fromkeys(found))


def near(sheet: str) -> str | None:
    """Name the sheet that was probably meant; what all names begin with makes none nearer."""
    by_name = {each.rpartition("/")[2]: each for each in sheets()}
    found = nearest(sheet.rpartition("/")[2], by_name)
    return by_name[found] if found else None


def _in_folders() -> Iterator[OwnSheet]:
    """Give the sheets of the folders that the variable names."""
    for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        paths = [*Path(folder).glob("*.toml"), *Path(folder).glob(f"*/*/{FILE}")]
        for path in sorted(paths, key=_when)[:_MOST_FILES]:
            found = _opened(path)
            if found is not None:
                yield found


def _samples() -> Iterator[OwnSheet]:
    for path in sorted(SAMPLES.glob("*.toml")):
        found = _opened(path)
        if found is not None:
            yield found


def _opened(path: Path) -> OwnSheet | None:
    """Open a file that may be anything; one that is no sheet is left out."""
    with suppress(OSError):
        status = path.stat()
        return _read(path, status.st_mtime_ns, status.st_size)
    return None


@lru_cache(maxsize=_MOST_FILES)
def _read(path: Path, changed: int, size: int) -> OwnSheet | None:
    try:
        sheet = open_sheet(path)
    except HostError:
        return None
    _from.setdefault(sheet.fingerprint, path)
    return sheet


def _when(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _plain(sheet: str) -> str:
    name = sheet.rpartition("/")[2]
    return name if name.replace("-", "").isalnum() and name.isascii() else "-"
