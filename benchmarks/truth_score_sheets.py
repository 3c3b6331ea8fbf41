"""What a score sheet really says, element by element: the truth that scans are held against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from templates.score_sheet import ScoreSheetLayout

Json = Mapping[str, Any]


def truth_of(board: Json, layout: ScoreSheetLayout) -> dict[str, Any]:
    """Give the value of every group, field and box of a page, by its id.

    Args:
        board: A board that ``paperplay score`` takes, all pages of the game or one.
        layout: The page in question; rounds of other pages are left out.
    """
    groups = dict.fromkeys(choice.group for choice in layout.choices)
    elements = [*groups, *(field.id for field in layout.digits), *(box.id for box in layout.boxes)]
    return {element: _value(board, element) for element in elements}


def kind_of(element: str) -> str:
    """Name an element's kind, to group results: ``r3.vote.2`` is a ``vote``."""
    first, *rest = element.split(".")
    return rest[0] if first.startswith("r") and rest else first


def _value(board: Json, element: str) -> Any:
    first, *rest = element.split(".")
    if first == "penalty":
        player, box = rest
        return int(box) <= ((board.get("penalties") or {}).get(player) or 0)
    if first == "total":
        return (board.get("totals") or {}).get(rest[0])
    rounds = board["rounds"]
    place = int(first[1:]) - 1
    one = rounds[place] if place < len(rounds) else {}
    if rest[0] in ("role", "vote"):
        return (one.get(f"{rest[0]}s") or {}).get(rest[1])
    return bool(one.get("recalled")) if rest[0] == "recalled" else one.get(rest[0])
