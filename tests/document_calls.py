"""The commands that documents tell people to type, and a program that answers them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r" *(?:```|~~~)(\w*)")
CALL = re.compile(r"^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(\./play|py play|paperplay|python -m|pipx?|uvx)\s")
PROSE, INDENTED = None, "indented"


def lines_in(text: str) -> Iterator[tuple[str | None, str]]:
    """Give each line with its kind: what its fence says, ``INDENTED`` or ``PROSE``."""
    fenced = None
    for line in text.replace("\\\n", " ").splitlines():
        fence = FENCE.match(line)
        if fence:
            fenced = fence[1] if fenced is None else None
        elif fenced is not None:
            yield fenced, line
        else:
            yield INDENTED if re.match(r" {4}|\t", line) else PROSE, line


def calls_in(text: str) -> list[tuple[str, str]]:
    """Give each command with the kind of block that it stands in."""
    lines = [(kind, line) for kind, line in lines_in(text) if kind is not PROSE]
    return [(kind, line.strip().removeprefix("$ ")) for kind, line in lines if CALL.match(line)]


def words_of(call: str) -> list[str]:
    """Give the words of a call, without settings and remarks."""
    words = shlex.split(call, comments=True)
    while "=" in words[0]:
        words = words[1:]
    return words


def write_program(path: Path) -> None:
    """Make a file that is to be called as ``./play`` or ``paperplay``."""
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m paperplay "$@"\n')
    path.chmod(0o755)


def run_call(call: str, folder: Path, settings: Mapping[str, str]) -> None:
    """Do what the document says, in a reader's folder."""
    done = subprocess.run(
        ["bash", "-c", call],
        cwd=folder,
        env=settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, (call, done.stderr)
