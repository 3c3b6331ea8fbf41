"""Put readings together into a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.daydream.sheet import Sheet
from scanner.reading import Value


def daydream_board(
    values: Mapping[str, Value], sheet: Sheet, name: str | None = None
) -> dict[str, Any]:
    """Give the board JSON that says what the elements say."""
    board: dict[str, Any] = {
        "format": 1,
        "sheet": sheet.id,
        "seed": sheet.seed,
        "solo": bool(values["solo"]),
        "name": name,
        "clouds": {cloud.id: values[cloud.id] for cloud in sheet.clouds},
        "rows": {row.id: values[row.id] for row in sheet.rows},
        "objects": {thing.id: values[thing.id] for thing in sheet.objects},
        "bonuses": {bonus: values[bonus] for bonus in sheet.bonus_ids},
        "leaves": {leaf.id: values[leaf.id] for leaf in sheet.leaves},
        "thorns": values["thorns"],
        "polaroids": {
            one.id: {
                "value": values[f"{one.id}.value"],
                "circled": values[f"{one.id}.circled"],
            }
            for one in sheet.polaroids
        },
        "constellation": None,
        "notes": {note.id: values[note.id] for note in sheet.notes},
        "chain": {
            moon.id: {"value": values[f"{moon.id}.value"], "linked": values[f"{moon.id}.linked"]}
            for moon in sheet.chain
        },
        "frames": {
            frame.id: {str(value): values[f"{frame.id}.{value}"] for value in frame.rewards}
            for frame in sheet.frames
        },
        "total": values["total"],
    }
    if sheet.constellation is not None:
        board["constellation"] = {
            "lines": values["constellation.lines"],
            "circled": [star for star in sheet.stars if values[star]],
        }
    return board
