"""What the program says of itself, also without the library that reads calls.

To load that library takes most of the time of ``--help`` and ``--version``, which are answered
here where nothing is out of the ordinary; a test compares both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path

from paperplay import __version__
from templates.program import program

COMMANDS = {
    "print": "Print sheets and cards as a PDF.",
    "scan": "Read photographed sheets and say who won.",
    "serve": "Start the page for the browser and for everyone's phones.",
    "review": "Settle what the scanner was not sure of.",
    "sheet": "Make a sheet of your own in one text file.",
    "teach": "Teach a board that you own from photos of it.",
    "class": "Print sheets for a class, and mark them.",
    "score": "Score boards that are given as JSON.",
    "layout": "Say where everything is on a sheet, as JSON.",
    "simulate": "Play many games on a sheet and show the spread of scores.",
    "fresh": "Propose new sheets that play as fairly as those drawn by hand.",
    "par": "Find a very good game for a sheet and a seed of the dice.",
    "demo": "Show the whole way, from the printed sheet to its score.",
    "doctor": "Say what is installed, what is missing and how to get it.",
    "completion": "Print a script that completes commands in a shell.",
}
"""Each command with its short help, in the order in which people meet them."""

HELP = f"""Print it, play it, photograph it, know who won.

Each command has an example: {program()} COMMAND --help
"""
EPILOG = "PAPERPLAY_EPILOG"
"""The variable in which ./play says what it can do beside our commands."""
COMPLETION = "_PAPERPLAY_COMPLETE"
"""The variable by which a shell asks for completions."""
_OPTIONS = {
    "--version": "Show the version and exit.",
    "-h, --help": "Show this message and exit.",
}
_COLUMNS = 80
"""A terminal has at least so many, or lines have to be broken."""


def module_of(name: str) -> str:
    """Name the module of a command."""
    return f"{name}_" if iskeyword(name) else name


def answer(words: list[str]) -> str | None:
    """Answer a call that only asks what the program is; None for what needs more."""
    if words not in (["--help"], ["-h"], ["--version"]) or not _is_ordinary():
        return None
    return f"paperplay, version {__version__}\n" if words == ["--version"] else _help()


def _is_ordinary() -> bool:
    if {EPILOG, COMPLETION, "COLUMNS"} & os.environ.keys() or not _has_all_commands():
        return False
    try:
        os.getcwd()  # noqa: PTH109 -- all that is asked is whether there is one
        wide = not sys.stdout.isatty() or os.get_terminal_size().columns >= _COLUMNS
    except (OSError, AttributeError):  # there is none; standard output is closed
        return False
    return wide


def _has_all_commands() -> bool:
    folder = Path(__file__).parent / "commands"
    return {f"{module_of(name)}.py" for name in COMMANDS} <= set(os.listdir(folder))  # noqa: PTH208


def _help() -> str:
    parts = [f"Usage: {program()} [OPTIONS] COMMAND [ARGS]...", _indented(HELP.splitlines())]
    for title, entries in (("Options", _OPTIONS), ("Commands", COMMANDS)):
        wide = max(map(len, entries))
        listed = (f"{name:{wide}}  {said}" for name, said in entries.items())
        parts.append(f"{title}:\n{_indented(listed)}")
    return "\n\n".join(parts) + "\n"


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" if line else "" for line in lines)
