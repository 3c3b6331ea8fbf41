"""Who sits at the table: a name, a colour, and the phones that are theirs."""

from __future__ import annotations

from dataclasses import dataclass

from paperplay.web.store.database import Store, now

COLOURS = 8


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table."""

    id: str
    name: str
    colour: int


def person(store: Store, number: str) -> Person | None:
    """Give one person."""
    row = store.one("SELECT id, name, colour FROM people WHERE id = ?", number)
    return Person(**row) if row else None


def at_the_table(store: Store, evening: int | None) -> list[Person]:
    """Give who is there this evening, in the order in which they came."""
    rows = store.db.execute(
        "SELECT id, name, colour FROM people WHERE evening IS ? ORDER BY at, rowid", (evening,)
    )
    return [Person(**row) for row in rows.fetchall()]


def names_at_the_table(store: Store, evening: int | None) -> list[str]:
    """Give their names, in the order in which they came."""
    return [each.name for each in at_the_table(store, evening)] if evening else []


def named(store: Store, evening: int | None, name: str) -> Person | None:
    """Give who has this name at the table, however it is written."""
    wanted = name.casefold()
    people = at_the_table(store, evening)
    return next((each for each in people if each.name.casefold() == wanted), None)


def free_colour(store: Store, evening: int | None) -> int:
    """Give the colour that fewest people have."""
    taken = [each.colour for each in at_the_table(store, evening)]
    return min(range(COLOURS), key=taken.count)


def sit_down(store: Store, who: Person, evening: int | None) -> None:
    """Keep somebody's name and colour."""
    with store.change() as db:
        db.execute(
            "INSERT INTO people (id, name, colour, evening, at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET name = ?2, colour = ?3, evening = ?4",
            (who.id, who.name, who.colour, evening, now()),
        )


def come_along(store: Store, number: str, evening: int | None) -> None:
    """Note that somebody is there this evening, too."""
    row = store.one("SELECT 1 FROM people WHERE id = ? AND evening IS NOT ?", number, evening)
    if row is not None:
        with store.change() as db:
            db.execute("UPDATE people SET evening = ? WHERE id = ?", (evening, number))


def person_of(store: Store, phone: str) -> str:
    """Say whose a phone is: its own id, unless it has taken over from another one."""
    row = store.one("SELECT person FROM phones WHERE id = ?", phone)
    return row["person"] if row else phone


def take_over(store: Store, phone: str, who: str) -> None:
    """Let a further phone be somebody's."""
    with store.change() as db:
        db.execute(
            "INSERT INTO phones VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET person = ?2",
            (phone, who),
        )
