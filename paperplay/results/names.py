"""What the players are called: as the host says, as it is printed, or by their sheet's number."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path

from rules.errors import HostError
from scanner.scan import Scan
from templates.telling import printable
from templates.wording import say

LONGEST = 60
_LARGEST = 100_000
_ENDINGS = (".txt", ".csv", ".md", ".tsv", ".list")


class Names:
    """Gives out names in the order of the sheets; a score sheet takes one for each player."""

    def __init__(self, given: Sequence[str], lang: str) -> None:
        self._given = list(given)
        self._any = bool(given)
        self._lang = lang
        self.nameless = 0
        """How many had to do without, though names were given."""

    @property
    def left(self) -> tuple[str, ...]:
        """Names that nobody has taken yet."""
        return tuple(self._given)

    def of_sheet(self, scan: Scan, number: int) -> str:
        """Name the player of a sheet."""
        return self._next(scan.board.names[0]) or say("evening.sheet", self._lang, number=number)

    def of_players(self, scan: Scan) -> list[str]:
        """Name all players of a score sheet."""
        return [
            self._next(name) or say("scan.result.player", self._lang, number=number)
            for number, name in enumerate(scan.board.names, start=1)
        ]

    def _next(self, printed: str) -> str:
        if self._given:
            return self._given.pop(0)
        self.nameless += self._any
        return tidy(printed)


def names_from(told: str) -> list[str]:
    """Read names from the call: separated by commas, or a file with one per line.

    Raises:
        HostError: ``names-unreadable``, if the file is no text; ``names-missing``, if what looks
            like a file is none.
    """
    path = Path(told)
    try:
        if not path.is_file():
            if _looks_like_a_file(told):
                raise HostError("names-missing", file=printable(told))
            return [name for part in told.split(",") if (name := tidy(part))]
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8-sig")
    except (OSError, ValueError):
        raise HostError("names-unreadable", file=printable(told)) from None
    parts = text.splitlines() if "\n" in text.strip() else text.split(",")
    return [name for part in parts if (name := tidy(part))]


def names_in(text: str) -> list[str]:
    """Read names, one per line or with commas between them."""
    return [name for line in text.splitlines() for part in line.split(",") if (name := tidy(part))]


def _looks_like_a_file(told: str) -> bool:
    if "," in told:
        return False
    return Path(told).suffix.lower() in _ENDINGS or any(sign in told for sign in "/\\")


def tidy(name: str) -> str:
    """Make a name safe to show: one line, whole accents, not without end."""
    return printable(" ".join(unicodedata.normalize("NFC", name).split()))[:LONGEST]
