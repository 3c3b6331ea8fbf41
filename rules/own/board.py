"""What the pen did to a sheet that somebody made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules import values
from rules.own.sheet import Kind, OwnSheet, Slot

FORMAT = 1
MOST_VARIANT = (1 << 24) - 1
MOST_PAGES = 8
Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """One sheet as the pen left it, all pages together."""

    sheet: str
    version: int
    """The fingerprint of the sheet's file."""
    players: tuple[str, ...]
    """Their names; one where it is a person's own sheet."""
    fields: Mapping[str, Value]
    """Everything that the sheet has, by id."""
    variant: int = 0
    for_table: bool = False
    missing: tuple[int, ...] = ()
    """Numbers of the sheet's pages that nobody has looked at."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        return self.players

    def named(self, names: Sequence[str]) -> OwnBoard:
        """Give the same board with other names."""
        return replace(self, players=tuple(names))

    def as_json(self) -> dict[str, object]:
        """Give the board as plain data, which ``board_from`` reads."""
        who: dict[str, object] = {"name": self.players[0]}
        if self.for_table:
            who = {"players": list(self.players)}
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "version": f"{self.version:08x}",
            **who,
            **({"variant": self.variant} if self.variant else {}),
            **({"missing_pages": list(self.missing)} if self.missing else {}),
            "fields": dict(self.fields),
        }


def board_from(data: object, sheet: OwnSheet) -> OwnBoard:
    """Read a board of this sheet from untrusted JSON."""
    known = ("format", "sheet", "version", "name", "players", "variant", "missing_pages", "fields")
    board = values.mapping(data, "", known)
    values.format_number(board.get("format"), FORMAT)
    names: tuple[str, ...]
    if sheet.players is None:
        names = (values.text(board.get("name") or "", "name"),)
    else:
        fewest, most, _ = sheet.players
        given = values.listing(board.get("players"), "players", fewest, most)
        names = tuple(values.text(n, values.child("players", k)) for k, n in enumerate(given))
    slots = sheet.slots(len(names))
    fields = values.mapping(board.get("fields") or {}, "fields", slots)
    variant = values.integer(board.get("variant") or 0, "variant", 0, MOST_VARIANT)
    read = {name: _read(fields.get(name), slot) for name, slot in slots.items()}
    pages = values.listing(board.get("missing_pages") or [], "missing_pages", 0, MOST_PAGES)
    return OwnBoard(
        sheet.sheet,
        sheet.fingerprint,
        names,
        read,
        variant,
        for_table=sheet.players is not None,
        missing=tuple(values.integer(n, "missing_pages", 1, MOST_PAGES) for n in pages),
    )


def _read(value: object, slot: Slot) -> Value:
    name, field = values.child("fields", slot.id), slot.field
    match field.kind:
        case Kind.CHOICE:
            known = [option.value for option in field.options]
            if value is None or (not isinstance(value, bool) and value in known):
                return value
            raise values.bad_value(value, name, "choice", choices=[str(each) for each in known])
        case Kind.SEVERAL | Kind.BOX:
            return bool(values.boolean(value, name, allow_none=True))
        case Kind.TALLY | Kind.LINE:
            most = field.boxes if field.kind is Kind.TALLY else field.segments
            return values.integer(value or 0, name, 0, most)
        case Kind.GRID:
            return values.integer(value, name, 0, 9, allow_none=True)
    low = 1 - 10 ** (field.digits - 1) if field.low < 0 else 0
    return values.integer(value, name, low, 10**field.digits - 1, allow_none=True)


def joined(boards: Sequence[OwnBoard]) -> OwnBoard:
    """Put the pages of one sheet together: what one of them leaves empty, another may fill."""
    fields = dict(boards[0].fields)
    for board in boards[1:]:
        fields |= {name: value for name, value in board.fields.items() if value}
        fields |= {n: v for n, v in board.fields.items() if fields[n] is None}
    missing = set(boards[0].missing).intersection(*(board.missing for board in boards))
    return replace(boards[0], fields=fields, missing=tuple(sorted(missing)))
