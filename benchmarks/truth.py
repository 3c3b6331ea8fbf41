"""What a Daydream board really says, element by element: the truth that scans are held against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.daydream.sheet import Sheet

Json = Mapping[str, Any]
_KINDS = {
    "c": "cloud",
    "r": "row",
    "o": "object",
    "b": "bonus",
    "l": "leaf",
    "p": "polaroid",
    "s": "star",
    "n": "note",
    "m": "moon",
    "f": "frame",
}
DIGITS = frozenset({"cloud", "polaroid.value", "moon.value"})
"""The kinds that are numbers; all others but the total are marks."""


def truth_of(board: Json, sheet: Sheet) -> dict[str, Any]:
    """Give the value of every element that a scan names."""
    truth: dict[str, Any] = {
        "thorns": board.get("thorns") or 0,
        "solo": bool(board.get("solo")),
        "total": board.get("total"),
    }
    truth |= {cloud.id: board["clouds"].get(cloud.id) for cloud in sheet.clouds}
    truth |= {row.id: board["rows"].get(row.id) for row in sheet.rows}
    truth |= {thing.id: board["objects"].get(thing.id) or 0 for thing in sheet.objects}
    truth |= {bonus: board["bonuses"].get(bonus) for bonus in sheet.bonus_ids}
    for leaf in sheet.leaves:
        truth[leaf.id] = board["leaves"].get(leaf.id) or ("circled" if leaf.circled else None)
    for one in sheet.polaroids:
        ink = board["polaroids"].get(one.id) or {}
        truth[f"{one.id}.value"] = ink.get("value")
        truth[f"{one.id}.circled"] = bool(ink.get("circled"))
    if sheet.constellation is not None:
        sky = board.get("constellation") or {}
        truth["constellation.lines"] = sky.get("lines") or 0
        truth |= {star: star in (sky.get("circled") or ()) for star in sheet.stars}
    truth |= {note.id: board["notes"].get(note.id) or 0 for note in sheet.notes}
    for moon in sheet.chain:
        ink = board["chain"].get(moon.id) or {}
        truth[f"{moon.id}.value"] = ink.get("value")
        truth[f"{moon.id}.linked"] = bool(ink.get("linked"))
    for frame in sheet.frames:
        rewards = board["frames"].get(frame.id) or {}
        truth |= {f"{frame.id}.{value}": rewards.get(str(value)) for value in frame.rewards}
    return truth


def kind_of(element: str) -> str:
    """Name an element's kind, to group results."""
    if element in ("thorns", "solo", "total", "constellation.lines"):
        return element
    kind = _KINDS[element[0]]
    return f"{kind}.{element.partition('.')[2]}" if kind in ("polaroid", "moon") else kind
