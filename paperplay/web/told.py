"""Sheets and evenings as a visitor reads them: in their language, with the given names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, TypeVar

from paperplay.evening.duplicates import Found
from paperplay.evening.results import Evening, evening_of
from paperplay.evening.settle import scored
from paperplay.web.reading import EXTRA
from paperplay.web.sheets import SheetRow, sheets_of
from paperplay.web.store import Store
from rules.errors import HostError
from templates.daydream.load import is_daydream
from templates.wording import say, sentence

Json = dict[str, Any]
T = TypeVar("T")
_KEPT = 300


class Memory:
    """Keeps what was made last, by everything that it was made from."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Give what was made before, or make it: once, however many phones ask."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            found: T = self._kept[key]
            return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


# Apart, so that a sheet need not wait while an evening is put together.
_sheets, _evenings = Memory(), Memory()


def forget() -> None:
    """Forget what was made: the store holds other things now."""
    _sheets.clear()
    _evenings.clear()


def told(store: Store, row: SheetRow, lang: str) -> Json:
    """Give a sheet's scan with every sentence in a language, and the name that was given."""
    # Numbers of deleted sheets are given again; uploads have names of their own.
    key = (store.file, row.upload, row.id, row.version, lang)
    return _sheets.get(key, lambda: in_words(row, lang))


def reason(scan: Json, lang: str) -> str:
    """Say why nothing could be read, and what to do."""
    return sentence(HostError(scan["code"], **{"file": scan["file"], **scan[EXTRA]["facts"]}), lang)


def evening_told(store: Store, number: int, lang: str) -> Evening:
    """Put an evening's sheets together: who won which game."""
    rows = sheets_of(store, number)
    key = (store.file, number, tuple((row.upload, row.id, row.version) for row in rows), lang)
    return _evenings.get(
        key, lambda: evening_of([Found(told(store, row, lang)) for row in rows], lang)
    )


def in_words(row: SheetRow, lang: str) -> Json:
    """Put a sheet into words, without a look at what was kept."""
    scan = {**row.scan, "sheet_id": row.id}
    if row.status == "unreadable":
        return {**scan, "reason": reason(scan, lang)}
    board = scan["board"]
    if is_daydream(board["sheet"]):
        board = {**board, "name": row.name or None}
    why = scan[EXTRA]["why"]
    return {
        **scan,
        "board": board,
        "score": scored(board, scan.get("sheet_code"), lang),
        "review": [
            {**item, "why": say(f"scan.why.{why[item['element']]}", lang)}
            for item in scan["review"]
        ],
    }
