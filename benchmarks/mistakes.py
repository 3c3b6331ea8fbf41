"""Slips that players make. A scanner must read them as they stand, and report them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

Json = dict[str, Any]
Layout = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One slip of the pen."""

    element: str
    """Where it is, such as ``r3`` or ``p2.value``."""
    kind: str
    """What it is, such as ``wrong-symbol``."""


def with_mistakes(
    board: Mapping[str, Any], layout: Layout, rng: Random, count: int | None = None
) -> tuple[Json, list[Mistake]]:
    """Give a copy of a board with one to three mistakes, and say which.

    Args:
        board: A board without mistakes; it is left as it is.
        layout: Its sheet, as ``paperplay layout`` prints it.
        rng: Decides.
        count: How many mistakes; by default one, sometimes two or three.
    """
    wrong = deepcopy(dict(board))
    wanted = count or rng.choices([1, 2, 3], [5, 3, 2])[0]
    made: list[Mistake] = []
    for _ in range(20):
        mistake = rng.choice(KINDS)(wrong, layout, rng)
        if mistake and mistake.element not in {each.element for each in made}:
            made.append(mistake)
        if len(made) == wanted:
            break
    return wrong, made


def wrong_symbol(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Circle the other symbol or both, or cross a row out that is fine."""
    marked = [row for row, mark in board["rows"].items() if mark]
    if not marked:
        return None
    row = rng.choice(marked)
    others = [mark for mark in ("dot", "sun", "crossed") if mark != board["rows"][row]]
    board["rows"][row] = rng.choice(others) if rng.random() < 0.9 else "both"
    return Mistake(row, "wrong-symbol")


def forgotten_symbol(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Leave a full row unmarked."""
    marked = [row for row, mark in board["rows"].items() if mark]
    if not marked:
        return None
    row = rng.choice(marked)
    board["rows"][row] = None
    return Mistake(row, "forgotten-symbol")


def wrong_head(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Forget a head of a note, or fill one too many."""
    most = {note["id"]: len(note["heads"]) for note in layout["notes"]}
    if not most:
        return None
    filled = [note for note, heads in board["notes"].items() if heads]
    note = rng.choice(filled) if filled and rng.random() < 0.7 else rng.choice(sorted(most))
    heads = board["notes"][note]
    board["notes"][note] = heads - 1 if heads else 1
    return Mistake(note, "wrong-head")


def wrong_copy(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Copy a wrong number into a polaroid or a moon, or none."""
    copies = [
        (part, id_)
        for part in ("polaroids", "chain")
        for id_, mark in board[part].items()
        if mark["value"] is not None
    ]
    if not copies:
        return None
    part, id_ = rng.choice(copies)
    mark = board[part][id_]
    forget = part == "polaroids" and not mark["circled"] and rng.random() < 0.2
    other = (mark["value"] + rng.randint(1, 9)) % 10
    mark["value"] = None if forget else other
    return Mistake(f"{id_}.value", "wrong-copy")


def wrong_total(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Add up wrongly."""
    if board["total"] is None:
        return None
    lowest, highest = -9, 99
    wrong = board["total"] + rng.choice([-10, -3, -2, -1, 1, 2, 3, 10])
    if not lowest <= wrong <= highest:
        return None
    board["total"] = wrong
    return Mistake("total", "wrong-total")


def forgotten_circle(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Forget to circle a star, a polaroid, a chain number, a reward or a bonus."""
    circles = list(_circles(board))
    if not circles:
        return None
    element, part, key, without = rng.choice(circles)
    part[key] = without
    return Mistake(element, "forgotten-circle")


def _circles(board: Json) -> Iterator[tuple[str, Json, str, object]]:
    """Yield every circle, where the board keeps it, and what the board says without it."""
    sky = board["constellation"] or {}
    for star in sky.get("circled", ()):
        yield star, sky, "circled", [other for other in sky["circled"] if other != star]
    for part, key in (("polaroids", "circled"), ("chain", "linked")):
        for id_, mark in board[part].items():
            if mark[key]:
                yield f"{id_}.{key}", mark, key, False
    for id_, rewards in board["frames"].items():
        for value, mark in rewards.items():
            if mark == "circled":
                yield f"{id_}.{value}", rewards, value, None
    for id_, mark in board["bonuses"].items():
        if mark:
            yield id_, board["bonuses"], id_, None


def miscounted_lines(board: Json, layout: Layout, rng: Random) -> Mistake | None:
    """Draw a line too many or too few on the constellation."""
    sky = board["constellation"]
    if not sky or not sky["lines"]:
        return None
    most = len(layout["constellation"]["points"]) - 1
    sky["lines"] += 1 if sky["lines"] < most and rng.random() < 0.5 else -1
    return Mistake("constellation.lines", "miscounted-lines")


KINDS = (
    *(wrong_symbol, forgotten_symbol, wrong_head, wrong_copy),
    *(wrong_total, forgotten_circle, miscounted_lines),
)
