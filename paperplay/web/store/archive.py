"""Everything that the page remembers, in one file: written safely, and read with suspicion.

A backup is a zip: ``manifest.json`` names every other entry with its size and its SHA-256,
``paperplay.db`` is the store, and its folders hold the pictures under the names that the store
gives them. A restore believes nothing: not the zip's own sizes, not its names, not the database.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from rules.errors import HostError

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = "paperplay.db"
FOLDERS = ("photos", "pages")
LARGEST_MANIFEST = 20_000_000
LARGEST_DATABASE = 1_000_000_000
LARGEST_PICTURE = 100_000_000
LARGEST_ALL = 20_000_000_000
MOST_ENTRIES = 200_000
MOST_SWELLING = 60
"""How many times larger than the file its contents may be; photos hardly shrink."""
_PIECE = 1 << 20
_PICTURE = re.compile(rf"(?:{'|'.join(FOLDERS)})/[0-9a-f]{{32}}\.[a-z0-9]{{1,5}}")
_SUM = re.compile(r"[0-9a-f]{64}")
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
HALVES = (".restore-*", ".backup-*", ".sent-*")
"""What a machine that falls while it saves or restores leaves behind."""


def write_backup(target: IO[bytes], store: Path, forget: Sequence[str] = ()) -> None:
    """Write a backup of a store in use; SQL to ``forget`` takes out what must not leave here."""
    entries: dict[str, dict[str, Any]] = {}
    with TemporaryDirectory(dir=store, prefix=".backup-") as place:
        copy = Path(place) / DATABASE
        _copy_database(store / DATABASE, copy, forget)
        with zipfile.ZipFile(target, "w") as pack:
            entries[DATABASE] = _add(pack, copy, DATABASE)
            for name in _pictures(store):
                # A sheet may be deleted while we write; then its picture is gone, and rightly.
                with suppress(FileNotFoundError):
                    entries[name] = _add(pack, store / name, name)
            manifest = {"format": FORMAT, "program": "paperplay", "entries": entries}
            pack.writestr(MANIFEST, json.dumps(manifest, indent=1), zipfile.ZIP_DEFLATED)


def _copy_database(source: Path, target: Path, forget: Sequence[str]) -> None:
    """Copy a database that others may be writing to, as of one moment."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        # A copy is one file: it must not ask for a journal beside it.
        new.execute("PRAGMA journal_mode = DELETE")
        for statement in forget:
            new.execute(statement)
        new.commit()
        # What was deleted is not to be found in the copy's empty pages either.
        new.execute("VACUUM")


def _pictures(store: Path) -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted((store / folder).iterdir()):
            name = f"{folder}/{path.name}"
            if _PICTURE.fullmatch(name) and path.is_file() and not path.is_symlink():
                yield name


def unpack_backup(
    source: IO[bytes], into: Path, check: Callable[[sqlite3.Connection], None]
) -> None:
    """Unpack a backup into an empty folder, if all of it is as it should be.

    Args:
        source: The zip, which anybody may have made.
        into: An empty folder; the database and the folders of pictures are made in it.
        check: Refuses a store of a make or with contents that we cannot use.

    Raises:
        HostError: ``backup-broken``, ``backup-foreign``, ``backup-newer``, ``backup-too-large``,
            or what ``check`` says. What was unpacked so far is to be thrown away.
    """
    for folder in FOLDERS:
        (into / folder).mkdir()
    try:
        if not _is_zip(source):
            raise HostError("backup-foreign")
        with zipfile.ZipFile(source) as pack:
            if any(info.compress_type not in _PACKINGS for info in pack.infolist()):
                raise HostError("backup-broken")
            for name, told in _entries(pack).items():
                _extract(pack, name, told, into / name)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, struct.error):
        raise HostError("backup-broken") from None
    _check_database(into / DATABASE, check)


def _is_zip(source: IO[bytes]) -> bool:
    """Tell a zip, whole or not, from what never was one."""
    source.seek(0)
    begins = source.read(4)
    source.seek(0)
    return begins in (b"PK\x03\x04", b"PK\x05\x06")


def _add(pack: zipfile.ZipFile, path: Path, name: str) -> dict[str, Any]:
    """Add a file, and say how long it is and what its sum is."""
    digest, size = hashlib.sha256(), 0
    # Photos are compressed already; to try again would only cost time.
    info = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
    info.compress_type = zipfile.ZIP_DEFLATED if name == DATABASE else zipfile.ZIP_STORED
    with path.open("rb") as file, pack.open(info, "w", force_zip64=True) as entry:
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
            entry.write(piece)
    return {"size": size, "sha256": digest.hexdigest()}


def _entries(pack: zipfile.ZipFile) -> Mapping[str, tuple[int, str]]:
    """Read the manifest, and check that the zip holds just what it names."""
    listed = [info.filename for info in pack.infolist()]
    if len(listed) > MOST_ENTRIES:
        raise HostError("backup-too-large")
    if MANIFEST not in listed or DATABASE not in listed:
        raise HostError("backup-foreign")
    entries = dict(_told(_manifest(pack)))
    if sorted(listed) != sorted([MANIFEST, *entries]):
        raise HostError("backup-broken")
    whole = sum(size for size, _ in entries.values())
    packed = sum(info.compress_size for info in pack.infolist())
    if whole > min(LARGEST_ALL, MOST_SWELLING * packed):
        raise HostError("backup-too-large")
    return entries


def _manifest(pack: zipfile.ZipFile) -> Mapping[str, Any]:
    with pack.open(MANIFEST) as file:
        text = file.read(LARGEST_MANIFEST + 1)
    if len(text) > LARGEST_MANIFEST:
        raise HostError("backup-too-large")
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError):
        raise HostError("backup-foreign") from None
    if not isinstance(manifest, dict) or manifest.get("program") != "paperplay":
        raise HostError("backup-foreign")
    if manifest.get("format") != FORMAT:
        raise HostError("backup-newer")
    return manifest


def _told(manifest: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, str]]]:
    """Yield what a manifest says of each entry, each name and number checked."""
    entries = manifest.get("entries")
    if not isinstance(entries, dict) or DATABASE not in entries:
        raise HostError("backup-foreign")
    for name, told in entries.items():
        most = LARGEST_DATABASE if name == DATABASE else LARGEST_PICTURE
        size = told.get("size") if isinstance(told, dict) else None
        digest = told.get("sha256") if isinstance(told, dict) else None
        if name != DATABASE and not _PICTURE.fullmatch(name):
            raise HostError("backup-broken")
        if type(size) is not int or not isinstance(digest, str) or not _SUM.fullmatch(digest):
            raise HostError("backup-broken")
        if not 0 <= size <= most:
            raise HostError("backup-too-large")
        yield name, (size, digest)


def _extract(pack: zipfile.ZipFile, name: str, told: tuple[int, str], target: Path) -> None:
    """Unpack one entry, never more of it than the manifest says."""
    size, digest = told
    found, written = hashlib.sha256(), 0
    with pack.open(name) as entry, target.open("xb") as file:
        while piece := entry.read(_PIECE):
            written += len(piece)
            if written > size:
                raise HostError("backup-broken")
            found.update(piece)
            file.write(piece)
    if written != size or found.hexdigest() != digest:
        raise HostError("backup-broken")


def _check_database(path: Path, check: Callable[[sqlite3.Connection], None]) -> None:
    """Refuse what is no sound database of ours, without running anything that is in it."""
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as store:
            store.execute("PRAGMA trusted_schema = OFF")
            store.execute("PRAGMA cell_size_check = ON")
            check(store)
            store.row_factory = None
            if store.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise HostError("backup-broken")
            if store.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise HostError("backup-broken")
    except sqlite3.DatabaseError:
        raise HostError("backup-broken") from None
