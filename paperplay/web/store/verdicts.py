"""What the table has said about its result: which photos show one sheet, what is right so."""

from __future__ import annotations

import re

from paperplay.results.duplicates import Pair
from paperplay.results.evening import Said
from paperplay.web.store.database import Store, now

Verdicts = tuple[tuple[str, str], ...]
"""What was said about, and how it is."""
_PAIR = re.compile(r"pair (\d{1,15}) (\d{1,15})")
_LONGEST = 200
_MOST = 500


def said_of(store: Store, evening: int) -> Verdicts:
    """Give everything that was said about an evening."""
    rows = store.db.execute("SELECT what, how FROM verdicts WHERE evening = ?", (evening,))
    return tuple((row["what"], row["how"]) for row in rows.fetchall())


def keep_verdict(store: Store, evening: int, what: str, how: str, who: str) -> None:
    """Keep what somebody says; ``back`` takes it back, and what makes no sense is left alone."""
    with store.change() as db:
        db.execute("DELETE FROM verdicts WHERE evening = ? AND what = ?", (evening, what))
        (count,) = db.execute(
            "SELECT count(*) FROM verdicts WHERE evening = ?", (evening,)
        ).fetchone()
        fits = how == "right" or (how in ("one", "two") and _PAIR.fullmatch(what))
        if fits and len(what) < _LONGEST and count < _MOST:
            db.execute(
                "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?)", (evening, what, how, who, now())
            )


def pair_name(one: int, other: int) -> str:
    """Name two sheets in either order."""
    low, high = sorted((one, other))
    return f"pair {low} {high}"


def in_words(verdicts: Verdicts) -> Said:
    """Give what was said as results take it."""
    pairs: dict[Pair, bool] = {}
    for what, how in verdicts:
        if found := _PAIR.fullmatch(what):
            pairs[frozenset((int(found[1]), int(found[2])))] = how == "one"
    return Said(pairs, frozenset(what for what, how in verdicts if how == "right"))
