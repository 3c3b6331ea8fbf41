"""What pupils and photos are called: by name, or by number where no name may be said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from paperplay.classroom.store import Pupil
from paperplay.results.scan_text import place
from printkit.classroom.class_set import printed_name
from scanner.scan import Scan
from templates.wording import say


class Labels:
    """Calls pupils and photos by their names, or hides these."""

    def __init__(
        self, pupils: Iterable[Pupil], scans: Iterable[Scan], lang: str, *, hide: bool
    ) -> None:
        """Know the class, and the scans in their order."""
        self.hide = hide
        self._lang = lang
        self._words = {word for pupil in pupils for word in _words(pupil.name)}
        files = dict.fromkeys(scan.file for scan in scans)
        self._number = {file: number for number, file in enumerate(files, start=1)}

    def of(self, pupil: Pupil) -> str:
        """Call a pupil."""
        number = say("classroom.number", self._lang, number=pupil.number)
        return number if self.hide else pupil.name

    def on_paper(self, pupil: Pupil) -> str:
        """Call a pupil with letters that our fonts have, or by number."""
        number = say("classroom.number", self._lang, number=pupil.number)
        return number if self.hide else printed_name(pupil.name) or number

    def photo(self, scan: Scan) -> str:
        """Call a photo; a file that is called like a pupil is called by its number."""
        if self.hide and self._words & set(_words(scan.file)):
            shown = say("classroom.photo", self._lang, number=self._number[scan.file])
            scan = replace(scan, file=shown)
        return place(scan, self._lang)


def _words(text: str) -> list[str]:
    """Split into words without accents, as they are written in names of files."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word for word in re.split(r"[\W\d_]+", plain) if len(word) > 1]
