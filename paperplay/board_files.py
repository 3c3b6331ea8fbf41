"""Boards from files and from standard input, each read or refused on its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from rules import values
from rules.errors import HostError

STANDARD_INPUT = "-"
LARGEST_MB = 1
LARGEST = LARGEST_MB * 1_000_000
"""Bytes of one board; a real one has a few thousand."""
_LONGEST_NUMBER = 400


@dataclass(frozen=True, slots=True)
class Source:
    """One board's text, or the reason why there is none."""

    file: str
    line: int | None
    """Which line of the file it stands on, where there are several."""
    text: bytes | HostError

    def data(self) -> object:
        """Read the JSON; a HostError says why it cannot be."""
        if isinstance(self.text, HostError):
            raise self.text
        return parsed(self.text)


def sources(names: Iterable[str], standard_input: BinaryIO) -> Iterator[Source]:
    """Yield every board that a call names: one per line of FILE.jsonl and standard input."""
    for name in names:
        if name == STANDARD_INPUT:
            yield from boards_in(standard_input)
            continue
        with suppress(OSError, ValueError):  # which the other way says in words
            if name.lower().endswith(".jsonl"):
                with Path(name).open("rb") as file:
                    yield from boards_in(file, name)
                continue
        yield Source(name, None, _file(Path(name)))


def parsed(text: bytes) -> object:
    """Read one JSON value strictly: UTF-8, no name twice, not nested without end.

    Raises:
        HostError: ``board-too-large``, ``board-not-text``, ``broken-json``, ``deep-json`` or
            ``duplicate-key``.
    """
    if len(text) > LARGEST:
        raise HostError("board-too-large", most=LARGEST_MB)
    try:
        return json.loads(
            text.decode("utf-8-sig"), object_pairs_hook=_no_name_twice, parse_int=_number
        )
    except UnicodeDecodeError as error:
        raise HostError("board-not-text", position=error.start + 1) from None
    except json.JSONDecodeError as error:
        raise HostError("broken-json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise HostError("deep-json") from None


def _file(path: Path) -> bytes | HostError:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        return HostError("board-missing", did_you_mean=_neighbour(path))
    except (IsADirectoryError, PermissionError) as error:
        if path.is_dir():  # Windows calls a folder forbidden
            return HostError("board-folder", file=str(path).rstrip("/"))
        return HostError("board-unreadable", reason=error.strerror)
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        return HostError("board-unreadable", reason=getattr(error, "strerror", None) or str(error))


def _neighbour(path: Path) -> str | None:
    """Find the file that was probably meant."""
    folder = path.parent
    # Endings are alike everywhere, so that only what stands before them tells.
    stems = {each.stem: str(each) for each in folder.iterdir()} if folder.is_dir() else {}
    near = values.nearest(path.stem, stems)
    return stems[near] if near else None


def boards_in(stream: BinaryIO, name: str = STANDARD_INPUT) -> Iterator[Source]:
    """Yield the boards of a file that has one per line."""
    number = 0
    while text := stream.readline(LARGEST + 1):
        number += 1
        rest = text
        while len(rest) > LARGEST and not rest.endswith(b"\n"):
            rest = stream.readline(LARGEST + 1)
        if text.strip():
            yield Source(name, number, text)


def _no_name_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    named = dict(pairs)
    if len(named) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise HostError("duplicate-key", field=values.child("", twice))
    return named


def _number(digits: str) -> int:
    """Read a whole number; one that is too long for Python is cut, and still far too large."""
    return int(digits[:_LONGEST_NUMBER])
