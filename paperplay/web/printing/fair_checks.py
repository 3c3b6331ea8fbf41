"""Whether a chosen sheet plays fairly, found out while the page is already there."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread

from paperplay.fair_seeds import judged

MOST_WAITING = 4
MOST_KEPT = 500
Asked = tuple[str, int]
"""A sheet and its seed."""


def is_fair(sheet: str, seed: int) -> bool:
    """Judge a sheet, which takes a second or two the first time."""
    return judged(sheet, seed).fair


@dataclass
class FairChecks:
    """Judges one sheet after the other; what was asked last comes first."""

    judge: Callable[[str, int], bool] = is_fair
    _lock: Lock = field(default_factory=Lock)
    _waiting: OrderedDict[Asked, None] = field(default_factory=OrderedDict)
    _known: OrderedDict[Asked, bool] = field(default_factory=OrderedDict)
    _works: bool = False

    def ask(self, sheet: str, seed: int) -> bool | None:
        """Say whether a sheet is fair; None while that is being found out."""
        asked = (sheet, seed)
        with self._lock:
            if asked in self._known:
                return self._known[asked]
            self._waiting[asked] = None
            self._waiting.move_to_end(asked)
            if len(self._waiting) > MOST_WAITING:
                # Whoever still wants to know asks again.
                self._waiting.popitem(last=False)
            if not self._works:
                self._works = True
                Thread(target=self._work, name="fair-checks", daemon=True).start()
        return None

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._works = False
                    return
                asked = next(reversed(self._waiting))
            fair = self._judged(asked)
            with self._lock:
                self._waiting.pop(asked, None)
                self._known[asked] = fair
                if len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)

    def _judged(self, asked: Asked) -> bool:
        try:
            return self.judge(*asked)
        except Exception:
            # A sheet that cannot be judged is printed without a warning, but not in silence.
            logging.getLogger(__name__).exception("%s with seed %d was not judged", *asked)
            return True
