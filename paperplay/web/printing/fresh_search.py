"""Look for fresh sheets that play fairly, while the page says that it is looking.

A sheet is judged by playing it often, which takes a second or two for each, so that nobody
should wait for an answer with the browser's line open.
"""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Condition, Thread

from paperplay.fair_seeds import next_fair
from rules.errors import HostError

MOST_WAITING = 4
MOST_KEPT = 50
SEEDS = 100_000
"""Sheets are proposed from the first so many, whose numbers are short to read out."""


@dataclass
class FreshSearch:
    """Searches one after the other, in a thread that does not keep the program from ending."""

    look: Callable[[str, int], int | None] = next_fair
    """Gives the next fair seed of a sheet after one."""
    _changed: Condition = field(default_factory=Condition)
    _wanted: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """Sheets by token, the search under way first."""
    _found: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _thread: Thread | None = None

    def begin(self, sheet: str) -> str:
        """Begin a search and give the token by which its end is asked for.

        Raises:
            HostError: ``press-busy``.
        """
        token = secrets.token_urlsafe(12)
        with self._changed:
            if len(self._wanted) >= MOST_WAITING:
                raise HostError("press-busy")
            self._wanted[token] = sheet
            if self._thread is None:
                self._thread = Thread(target=self._work, name="fresh-search", daemon=True)
                self._thread.start()
            self._changed.notify()
        return token

    def is_looking(self, token: str) -> bool:
        """Say whether a search goes on."""
        with self._changed:
            return token in self._wanted

    def found(self, token: str) -> int:
        """Give what was found; 0, the sheet drawn by hand, if nothing was or nobody looked."""
        with self._changed:
            return self._found.get(token, 0)

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._wanted:
                    self._changed.wait()
                token, sheet = next(iter(self._wanted.items()))
            seed = self._look(sheet)
            with self._changed:
                self._found[token] = seed
                del self._wanted[token]
                if len(self._found) > MOST_KEPT:
                    self._found.popitem(last=False)

    def _look(self, sheet: str) -> int:
        try:
            return self.look(sheet, secrets.randbelow(SEEDS)) or 0
        except Exception:
            # The others who wait are not to suffer for it, nor is the mistake to stay unseen.
            logging.getLogger(__name__).exception("No fresh %s could be found", sheet)
            return 0
