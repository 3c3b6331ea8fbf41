"""Evenings in the store: the one that goes on now, and those that went before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from paperplay.web.store.database import Store, now
from templates.wording import say


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening as it is remembered."""

    id: int
    title: str
    started: str
    """UTC, such as ``2026-11-16T19:30:00Z``."""


def current(store: Store) -> EveningRow | None:
    """Give the evening that was started last: guests see this one and no other."""
    row = store.one("SELECT * FROM evenings ORDER BY id DESC LIMIT 1")
    return EveningRow(**row) if row else None


def evening(store: Store, number: int) -> EveningRow | None:
    """Give one evening."""
    row = store.one("SELECT * FROM evenings WHERE id = ?", number)
    return EveningRow(**row) if row else None


def start(store: Store, title: str) -> EveningRow:
    """Start an evening."""
    with store.change() as db:
        started = now()
        done = db.execute("INSERT INTO evenings (title, started) VALUES (?, ?)", (title, started))
        number = int(done.lastrowid or 0)
        # Who came before it began sits at the table already.
        db.execute("UPDATE people SET evening = ? WHERE evening IS NULL", (number,))
        return EveningRow(number, title, started)


def title_of(evening: EveningRow, lang: str) -> str:
    """Name an evening."""
    return evening.title or say("web.start.title", lang)


def date_of(evening: EveningRow, lang: str) -> str:
    """Say on which day an evening began, where the host is."""
    day = datetime.fromisoformat(evening.started).astimezone()
    forms = {"de": "{d}.{m}.{y}", "fr": "{d:02}/{m:02}/{y}", "it": "{d:02}/{m:02}/{y}"}
    return forms.get(lang, "{y}-{m:02}-{d:02}").format(d=day.day, m=day.month, y=day.year)
