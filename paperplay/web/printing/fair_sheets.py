"""Which sheets play fairly, found out while the page is already there.

A sheet is judged by playing it often, which takes a second or two for each, so that nobody
should wait for an answer with the browser's line open.
"""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Generic, TypeVar

from paperplay.fair_seeds import judged, next_fair
from rules.errors import HostError

MOST_WAITING = 4
MOST_KEPT = 500
SEEDS = 100_000
"""Sheets are proposed from the first seeds, whose numbers are short to read out."""
V = TypeVar("V")
_LOG = logging.getLogger(__name__)


class Errands(Generic[V]):
    """Finds out one thing after the other, in a thread that does not keep the program from ending.

    What is asked last may come first, and then crowds out what has waited longest.
    """

    def __init__(self, find: Callable[..., V], *, last_first: bool) -> None:
        self._find, self._last_first = find, last_first
        self._lock = Lock()
        self._waiting: OrderedDict[Hashable, tuple[object, ...]] = OrderedDict()
        self._known: OrderedDict[Hashable, V] = OrderedDict()
        self._works = False

    def send(self, what: Hashable, *facts: object) -> bool:
        """Have something found out by these facts; say whether there is room for it."""
        with self._lock:
            self._waiting[what] = facts
            self._waiting.move_to_end(what)
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=not self._last_first)
            if not self._works:
                self._works = True
                Thread(target=self._work, name="errands", daemon=True).start()
            return what in self._waiting

    def is_out(self, what: Hashable) -> bool:
        """Say whether something is still to be found out."""
        with self._lock:
            return what in self._waiting

    def found(self, what: Hashable) -> V | None:
        """Give what was found out, if it is not forgotten."""
        with self._lock:
            return self._known.get(what)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._works = False
                    return
                what = next(reversed(self._waiting) if self._last_first else iter(self._waiting))
                facts = self._waiting[what]
            value = self._find(*facts)
            with self._lock:
                self._waiting.pop(what, None)
                self._known[what] = value
                if len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)


class FairChecks:
    """Judges the sheets that people look at; what was asked last comes first."""

    def __init__(
        self, judge: Callable[[str, int], bool] = lambda sheet, seed: judged(sheet, seed).fair
    ) -> None:
        self.judge = judge
        self._errands = Errands(self._judged, last_first=True)

    def ask(self, sheet: str, seed: int) -> bool | None:
        """Say whether a sheet is fair; None while that is being found out."""
        known = self._errands.found((sheet, seed))
        if known is None:
            self._errands.send((sheet, seed), sheet, seed)  # whoever is crowded out asks again
        return known

    def _judged(self, sheet: str, seed: int) -> bool:
        try:
            return self.judge(sheet, seed)
        except Exception:
            # A sheet that cannot be judged is printed without a warning, but not in silence.
            _LOG.exception("%s with seed %d was not judged", sheet, seed)
            return True


class FreshSearch:
    """Looks for fair sheets that nobody has seen."""

    def __init__(self, look: Callable[[str, int], int | None] = next_fair) -> None:
        self.look = look
        """Gives the next fair seed of a sheet after one."""
        self._errands = Errands(self._found, last_first=False)

    def begin(self, sheet: str) -> str:
        """Begin a search and give the token by which its end is asked for; or ``press-busy``."""
        token = secrets.token_urlsafe(12)
        if not self._errands.send(token, sheet):
            raise HostError("press-busy")
        return token

    def is_looking(self, token: str) -> bool:
        """Say whether a search goes on."""
        return self._errands.is_out(token)

    def found(self, token: str) -> int:
        """Give what was found; 0, the sheet drawn by hand, if nothing was or nobody looked."""
        return self._errands.found(token) or 0

    def _found(self, sheet: str) -> int:
        try:
            return self.look(sheet, secrets.randbelow(SEEDS)) or 0
        except Exception:
            # The others who wait are not to suffer for it, nor is the mistake to stay unseen.
            _LOG.exception("No fresh %s could be found", sheet)
            return 0
