"""Put what the elements of a Daydream sheet say together into a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rules.daydream.board import (
    Board,
    BonusMark,
    ConstellationInk,
    LeafMark,
    MoonInk,
    PolaroidInk,
    RewardMark,
    RowMark,
)
from rules.daydream.sheet import Sheet
from scanner.reading import Value

Mark = TypeVar("Mark")
_ROWS: Mapping[Any, RowMark | None] = {None: None} | {mark.value: mark for mark in RowMark}
_BONUSES: Mapping[Any, BonusMark | None] = {None: None} | {mark.value: mark for mark in BonusMark}
_LEAVES: Mapping[Any, LeafMark | None] = {None: None} | {mark.value: mark for mark in LeafMark}
_REWARDS: Mapping[Any, RewardMark | None] = {None: None} | {mark.value: mark for mark in RewardMark}


def daydream_board(values: Mapping[str, Value], sheet: Sheet) -> Board:
    """Make the board on which the elements say this.

    It is made for every reading that is weighed, so it goes without the checks
    that a board from outside needs.
    """
    say: Mapping[str, Any] = values
    sky = None
    if sheet.constellation is not None:
        circled = tuple(star for star in sheet.stars if say[star])
        sky = ConstellationInk(say["constellation.lines"], circled)
    return Board(
        sheet=sheet.id,
        seed=sheet.seed,
        solo=say["solo"],
        name=None,
        clouds={cloud.id: say[cloud.id] for cloud in sheet.clouds},
        rows={row.id: _ROWS[say[row.id]] for row in sheet.rows},
        objects={thing.id: say[thing.id] for thing in sheet.objects},
        bonuses={bonus: _BONUSES[say[bonus]] for bonus in sheet.bonus_ids},
        leaves={leaf.id: _LEAVES[say[leaf.id]] for leaf in sheet.leaves},
        thorns=say["thorns"],
        polaroids={
            one.id: PolaroidInk(say[f"{one.id}.value"], say[f"{one.id}.circled"])
            for one in sheet.polaroids
        },
        constellation=sky,
        notes={note.id: say[note.id] for note in sheet.notes},
        chain={
            moon.id: MoonInk(say[f"{moon.id}.value"], say[f"{moon.id}.linked"])
            for moon in sheet.chain
        },
        frames={
            frame.id: {value: _REWARDS[say[f"{frame.id}.{value}"]] for value in frame.rewards}
            for frame in sheet.frames
        },
        total=say["total"],
    )
