"""Write a result whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from rules.errors import HostError
from templates.telling import printable

STANDARD_OUTPUT = "-"


_OTHERS = {
    *(".pdf", ".csv", ".xlsx", ".html", ".json", ".jsonl", ".txt", ".md"),
    *(".png", ".jpg", ".jpeg", ".webp", ".svg", ".tif", ".tiff", ".heic"),
}
"""Endings that promise a kind of file."""


def check_output(out: str, *, force: bool, kind: str = "") -> None:
    """Refuse a place that cannot be written, before any work is done.

    Args:
        out: A file, or ``-``.
        force: Whether a file that is there may be replaced.
        kind: The ending of what is written, such as ``pdf``; a name may not promise another.

    Raises:
        HostError: ``out-terminal``, ``out-is-folder``, ``out-no-folder``, ``out-exists``,
            ``out-ending``, ``out-device`` or ``out-unwritable``.
    """
    if out == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            raise HostError("out-terminal")
        return
    path = Path(out)
    if path.is_dir():
        raise HostError("out-is-folder", file=out or str(path))
    folder = path if out.endswith(("/", os.sep)) else path.parent
    if not folder.is_dir():
        raise HostError("out-no-folder", file=out, folder=str(folder))
    if kind and path.suffix.lower() in _OTHERS - {f".{kind}"}:
        raise HostError("out-ending", file=out, kind=kind, meant=str(path.with_suffix(f".{kind}")))
    if path.is_fifo():
        return
    if path.exists() and not path.is_file():
        raise HostError("out-device", file=out)
    if os.path.lexists(path) and not force:  # a link that leads nowhere is there as well
        raise HostError("out-exists", file=out)
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise HostError("out-unwritable", file=out)


def check_not_read(outs: Iterable[str | Path], inputs: Iterable[str | Path]) -> None:
    """Refuse to write over what the same call reads, whatever else may be replaced."""
    read = set(map(os.path.realpath, inputs))
    for out in outs:
        if os.path.realpath(out) in read:
            raise HostError("out-is-read", file=printable(str(out)))


def make_folder(path: Path, option: str) -> Path:
    """Make the folder that results go to; ``scan-no-folder`` if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise HostError("scan-no-folder", option=option, folder=printable(str(path))) from None
    return path


def write_output(out: str, data: bytes, *, force: bool) -> None:
    """Write to a file, which appears under its name only when it is complete, or to ``-``."""
    check_output(out, force=force)
    if out == STANDARD_OUTPUT:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(out)
    if path.is_fifo():
        path.write_bytes(data)
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError:
        raise HostError("out-unwritable", file=out) from None
    half_written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        half_written.chmod(0o666 & ~_umask())
        half_written.replace(path)
    except OSError:
        raise HostError("out-unwritable", file=out) from None
    finally:
        half_written.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
