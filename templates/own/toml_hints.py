"""What was probably meant where a text is no TOML: the slips that beginners make most."""

from __future__ import annotations

import re
from dataclasses import dataclass

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_CURLY = "“”„‟«»‘’‚"  # noqa: RUF001
_STRAIGHT = re.compile(r'"(?:[^"\\]|\\.)*"' r"|'[^']*'")
_RANGE = re.compile(r"=\s*\d+\s*(?:-|–|\.\.|to|bis)\s*\d+\b")  # noqa: RUF001
_COLON = re.compile(r"\s*\"?[\w-]+\"?\s*:")
_INNER = re.compile(r'=\s*"[^"]*"[^\s,#}\]]|=\s*\'[^\']*\'\w')


@dataclass(frozen=True, slots=True)
class Slip:
    """Where TOML ends, and why."""

    line: int
    reason: str
    """In the words of Python's parser, for whoever knows TOML."""
    hint: str
    """The code of a remedy; empty if nothing is known to be meant."""


def slip_in(text: str, told: str) -> Slip:
    """Guess what was meant by what Python's parser says."""
    lines = text.split("\n")
    found = _AT.search(told)
    line = int(found[1]) if found and found[1] else max(1, len(text.rstrip().split("\n")))
    column = int(found[2]) if found and found[2] else 1
    here = lines[line - 1] if line <= len(lines) else ""
    reason = _AT.sub("", told)
    is_open = not (found and found[1]) and text.rstrip().endswith(",")
    return Slip(line, reason, "comma" if is_open else _hint(reason, here, column - 1))


def _hint(reason: str, here: str, at: int) -> str:
    bare = _STRAIGHT.sub("", here)
    if any(sign in bare for sign in _CURLY):
        return "curly"
    for begun, hint in (
        ("Cannot declare", "brackets"),
        ("Cannot overwrite", "again"),
        ("Duplicate inline", "again"),
        ("Unclosed inline", "braces"),
        ("Invalid initial", "braces"),
        ("Unclosed array", "comma"),
        ("Illegal character", "quote"),
    ):
        if reason.startswith(begun):
            return hint
    if _COLON.match(bare) or (reason.startswith("Expected '='") and here[at:].lstrip()[:1] == ":"):
        return "colon"
    if _RANGE.search(bare):
        return "range"
    rest = here[at:]
    if reason == "Invalid value" and rest[:1].isalpha():
        return "boolean" if rest[:4].lower() == "true" or rest[:5].lower() == "false" else "bare"
    return "inner" if _INNER.search(here) else ""
