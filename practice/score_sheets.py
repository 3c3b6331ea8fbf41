"""What a pen does to the score sheets of When I Dream and Dreams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from practice.numbers import number_strokes
from practice.strokes import Stroke, Writer

Json = Mapping[str, Any]
Drawn = tuple[str, list[Stroke]]


def score_sheet_marks(layout: Json, board: Json, hand: Writer) -> Iterator[Drawn]:
    """Yield what the pen does, by the element's name in a scan."""
    if "fields" in board:
        yield from _field_marks(layout, board, hand)
        return
    chosen = dict(chosen_values(board))
    for choice in layout["choices"]:
        if choice["group"] in chosen and chosen[choice["group"]] == choice["value"]:
            size = (2 * choice["radius"], 2 * choice["radius"])
            yield choice["group"], hand.circle(choice["center"], size)
    numbers = dict(written_numbers(board))
    for field in layout["digits"]:
        if field["id"] in numbers:
            yield field["id"], number_strokes(numbers[field["id"]], field, hand)
    ticked = set(ticked_boxes(board))
    for box in layout["boxes"]:
        if box["id"] in ticked:
            yield box["id"], hand.tick(box["center"], box["size"])


def _field_marks(layout: Json, board: Json, hand: Writer) -> Iterator[Drawn]:
    """Yield the same for a board that names its fields one by one."""
    fields = board["fields"]
    for choice in layout["choices"]:
        marked = fields.get(choice["group"])
        if marked == choice["value"] and isinstance(marked, bool) == (choice["value"] is True):
            size = (2 * choice["radius"], 2 * choice["radius"])
            yield choice["group"], hand.circle(choice["center"], size)
    for field in layout["digits"]:
        if fields.get(field["id"]) is not None:
            yield field["id"], number_strokes(fields[field["id"]], field, hand)
    for box in layout["boxes"]:
        counted, _, number = box["id"].rpartition(".")
        told = fields.get(box["id"])
        if told if box["id"] in fields else int(number or 0) <= fields.get(counted, 0):
            yield box["id"], hand.tick(box["center"], box["size"])
    for track in layout["lines"]:
        lines = fields.get(track["id"])
        way = [*track["points"], *(track["points"][:1] if track["closed"] else [])]
        if lines:
            yield track["id"], hand.path(way[: lines + 1], lift=True)


def chosen_values(board: Json) -> Iterator[tuple[str, Any]]:
    """Yield each group that has something circled, and what."""
    for number, one in enumerate(board["rounds"], 1):
        for name in ("vision", "mortal", "dreamer"):
            if one.get(name) is not None:
                yield f"r{number}.{name}", one[name]
        for player, role in (one.get("roles") or {}).items():
            if role is not None:
                yield f"r{number}.role.{player}", role
        for player, vote in (one.get("votes") or {}).items():
            if vote is not None:
                kind = "image" if int(player) == one.get("mortal") else "player"
                yield f"r{number}.vote.{player}", {kind: vote}


def written_numbers(board: Json) -> Iterator[tuple[str, int]]:
    """Yield each field with a number, and the number."""
    for number, one in enumerate(board["rounds"], 1):
        for name in ("yellow", "blue"):
            if one.get(name) is not None:
                yield f"r{number}.{name}", one[name]
    for player, total in (board.get("totals") or {}).items():
        if total is not None:
            yield f"total.{player}", total


def ticked_boxes(board: Json) -> Iterator[str]:
    """Yield the boxes that are ticked."""
    for number, one in enumerate(board["rounds"], 1):
        if one.get("recalled"):
            yield f"r{number}.recalled"
    for player, cards in (board.get("penalties") or {}).items():
        for card in range(1, cards + 1):
            yield f"penalty.{player}.{card}"
