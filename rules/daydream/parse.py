"""From JSON that anyone may have written to a board, or a refusal that names the field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from rules import values
from rules.daydream.board import (
    FORMAT,
    BonusMark,
    ConstellationInk,
    DaydreamBoard,
    LeafMark,
    MoonInk,
    PolaroidInk,
    RewardMark,
    RowMark,
)
from rules.daydream.sheet import Frame, Sheet

HIGHEST_SEED = 999_999
LOWEST_TOTAL, HIGHEST_TOTAL = -999, 9999
"""A written total, whether or not it can be right; anything longer is no total."""

_FIELDS = (
    *("format", "sheet", "seed", "solo", "name", "clouds", "rows", "objects", "bonuses"),
    *("leaves", "thorns", "polaroids", "constellation", "notes", "chain", "frames", "total"),
)
_LONGEST_LIST = 999

T = TypeVar("T")
Mark = TypeVar("Mark", bound=StrEnum)


def full_name(name: str) -> str:
    """Spell a sheet's name as we do: ``bac`` and ``Daydream/bac`` are ``daydream/BAC``."""
    game, slash, combination = name.strip().rpartition("/")
    if not slash or game.casefold() == "daydream":
        return f"daydream/{combination.upper()}"
    return name.strip().lower()


def board_from(data: object, sheet: Sheet) -> DaydreamBoard:
    """Read a board of the given sheet, where silence is untouched; a HostError names the field."""
    fields = values.mapping(data, "", _FIELDS)
    values.format_number(fields.get("format"), FORMAT)
    _check_sheet(fields, sheet)
    name, polaroid = fields.get("name"), _ink_reader(PolaroidInk, "circled")
    return DaydreamBoard(
        sheet=sheet.id,
        seed=sheet.seed,
        solo=_flag(fields.get("solo"), "solo"),
        name=None if name is None else values.text(name, "name"),
        clouds=_each(fields, "clouds", (cloud.id for cloud in sheet.clouds), _digit),
        rows=_each(fields, "rows", (row.id for row in sheet.rows), _mark_reader(RowMark)),
        objects=_counts(fields, "objects", {thing.id: thing.segments for thing in sheet.objects}),
        bonuses=_each(fields, "bonuses", sheet.bonus_ids, _mark_reader(BonusMark)),
        leaves=_leaves(fields, sheet),
        thorns=values.integer(fields.get("thorns"), "thorns", 0, sheet.thorns, allow_none=True)
        or 0,
        polaroids=_each(fields, "polaroids", (each.id for each in sheet.polaroids), polaroid),
        constellation=_constellation(fields, sheet),
        notes=_counts(fields, "notes", {note.id: note.heads for note in sheet.notes}),
        chain=_chain(fields, sheet),
        frames=_frames(fields, sheet),
        total=values.integer(
            fields.get("total"), "total", LOWEST_TOTAL, HIGHEST_TOTAL, allow_none=True
        ),
    )


def _check_sheet(fields: Mapping[str, object], sheet: Sheet) -> None:
    name = fields.get("sheet")
    if not isinstance(name, str) or full_name(name) != sheet.id:
        raise values.bad_value(name, "sheet", "choice", choices=(sheet.id,))
    seed = values.integer(fields.get("seed"), "seed", 0, HIGHEST_SEED, allow_none=True) or 0
    if seed != sheet.seed:
        raise values.bad_value(seed, "seed", "integer", low=sheet.seed, high=sheet.seed)


def _section(fields: Mapping[str, object], part: str, known: Iterable[str]) -> Mapping[str, object]:
    """Read the part of a board that lists elements by id."""
    given = fields.get(part)
    return {} if given is None else values.mapping(given, part, known)


def _each(
    fields: Mapping[str, object], part: str, ids: Iterable[str], read: Callable[[object, str], T]
) -> dict[str, T]:
    known = tuple(ids)
    given = _section(fields, part, known)
    return {id_: read(given.get(id_), f"{part}.{id_}") for id_ in known}


def _counts(fields: Mapping[str, object], part: str, highest: Mapping[str, int]) -> dict[str, int]:
    given = _section(fields, part, highest)
    return {
        id_: values.integer(given.get(id_), f"{part}.{id_}", 0, most, allow_none=True) or 0
        for id_, most in highest.items()
    }


def _digit(value: object, field: str) -> int | None:
    return values.integer(value, field, 0, 9, allow_none=True)


def _flag(value: object, field: str) -> bool:
    return values.boolean(value, field, allow_none=True) or False


def _mark_reader(marks: type[Mark]) -> Callable[[object, str], Mark | None]:
    def read(value: object, field: str) -> Mark | None:
        return None if value is None else marks(values.choice(value, field, list(marks)))

    return read


def _leaves(fields: Mapping[str, object], sheet: Sheet) -> dict[str, LeafMark | None]:
    read = _mark_reader(LeafMark)
    drawn = _each(fields, "leaves", (leaf.id for leaf in sheet.leaves), read)
    printed = {leaf.id: LeafMark.CIRCLED if leaf.circled else None for leaf in sheet.leaves}
    return {id_: mark or printed[id_] for id_, mark in drawn.items()}


def _ink_reader(ink: Callable[[int | None, bool], T], flag: str) -> Callable[[object, str], T]:
    """Read a copied number with a mark beside it."""

    def read(value: object, field: str) -> T:
        given = {} if value is None else values.mapping(value, field, ("value", flag))
        number = _digit(given.get("value"), f"{field}.value")
        return ink(number, _flag(given.get(flag), f"{field}.{flag}"))

    return read


def _chain(fields: Mapping[str, object], sheet: Sheet) -> dict[str, MoonInk]:
    read = _ink_reader(MoonInk, "linked")
    moons = _each(fields, "chain", (moon.id for moon in sheet.chain), read)
    for moon in sheet.chain:
        if moon.link is None and moons[moon.id].linked:
            raise values.bad_value(True, f"chain.{moon.id}.linked", "choice", choices=("false",))
    return moons


def _constellation(fields: Mapping[str, object], sheet: Sheet) -> ConstellationInk | None:
    given = _section(fields, "constellation", ("lines", "circled"))
    if sheet.constellation is None:
        if any(given.values()):
            known = [part for part in _FIELDS if part != "constellation"]
            raise values.unknown_id("constellation", "constellation", known)
        return None
    lines = values.integer(
        given.get("lines"), "constellation.lines", 0, sheet.path_lines, allow_none=True
    )
    return ConstellationInk(lines or 0, _stars(given.get("circled"), sheet))


def _stars(value: object, sheet: Sheet) -> tuple[str, ...]:
    if value is None:
        return ()
    field = "constellation.circled"
    seen: set[object] = set()
    for place, star in enumerate(values.listing(value, field, 0, _LONGEST_LIST)):
        where = values.child(field, place)
        if not isinstance(star, str):
            raise values.bad_value(star, where, "text")
        if star not in sheet.stars:
            raise values.unknown_id(star, where, sheet.stars)
        if star in seen:
            left = [each for each in sheet.stars if each not in seen]
            raise values.bad_value(star, where, "choice", choices=left)
        seen.add(star)
    return tuple(star for star in sheet.stars if star in seen)


def _frames(fields: Mapping[str, object], sheet: Sheet) -> dict[str, dict[int, RewardMark | None]]:
    given = _section(fields, "frames", (frame.id for frame in sheet.frames))
    return {frame.id: _rewards(given.get(frame.id), frame) for frame in sheet.frames}


def _rewards(value: object, frame: Frame) -> dict[int, RewardMark | None]:
    read = _mark_reader(RewardMark)
    part = f"frames.{frame.id}"
    marks = _each({part: value}, part, (str(reward) for reward in frame.rewards), read)
    return {reward: marks[str(reward)] for reward in frame.rewards}
