"""Par for what the page has printed for a class: searched for afterwards, while others go first."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from contextlib import suppress

from paperplay.classroom.printing import keep_par, par_for
from paperplay.classroom.store import Group
from paperplay.reading.pool import Pool
from rules.errors import HostError


class ParSearch:
    """Searches in a process of its own, for one after the other."""

    def __init__(self) -> None:
        """Prepare; nothing is started before there is something to search for."""
        self._pool = Pool(1, nice=10)
        self._lock = threading.Lock()
        self._tried: set[tuple[str, str]] = set()
        self._under_way: set[tuple[str, str]] = set()

    def begin(self, group: Group) -> None:
        """Search for all that a class lacks; what came to nothing once is not tried again."""
        for key, par in group.pars.items():
            wanted = (group.name, key)
            with self._lock:
                if par.total is not None or wanted in self._tried:
                    continue
                self._tried.add(wanted)
                self._under_way.add(wanted)
            threading.Thread(target=self._search, args=wanted, daemon=True).start()

    def is_under_way(self, group: Group) -> bool:
        """Say whether something is being searched for."""
        return any(name == group.name for name, _ in self._under_way.copy())

    def end(self) -> None:
        """Stop, whatever was found."""
        self._pool.close()

    def _search(self, name: str, key: str) -> None:
        what, seed, dice = key.split(" ", 2)
        with suppress(HostError, CancelledError):  # without par nobody is marked, and that is all
            par = self._pool.run(par_for, what, int(seed), dice)
            keep_par(name, key, par)
        with self._lock:
            self._under_way.discard((name, key))
