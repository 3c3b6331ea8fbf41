"""The truth about a board as its owner's taps: what a marks file says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.boards_plan import Json, Plan

Moved = Callable[[Sequence[float]], list[float]]
_PLACES = ("center", "at", "from", "to")


def taps_of(plan: Plan, moved: Moved = list) -> Json:
    """Say what is where on a board, perhaps as it was learned from a lens that bends."""
    layout = plan.layout
    sky = layout["constellation"] or {"points": []}
    told = {
        "format": 1,
        "game": f"daydream/{plan.sheet.id.rpartition('/')[2]}",
        "clouds": _those(layout["clouds"], "center", "size", "symbol", "panel"),
        "rows": _those(layout["rows"], "dot", "sun", "clouds"),
        "objects": _those(layout["objects"], "points", "closed"),
        "bonuses": _those(layout["bonuses"], "line", "leaf", "object"),
        "leaves": _those(layout["leaves"], "center", "size", "circled"),
        "thorns": _those(layout["thorns"], "from", "to"),
        "polaroids": _those(layout["polaroids"], "center", "size", "cloud"),
        "constellation": [{"at": p["at"], "star": bool(p["star"])} for p in sky["points"]],
        "notes": _those(layout["notes"], "heads", "clouds"),
        "chain": [_moon(moon) for moon in layout["chain"]],
        "frames": _those(layout["frames"], "clouds", "rewards"),
        **{name: layout["fields"][name] for name in ("name", "solo", "total")},
    }
    found: Json = _at(told, moved)
    return found


def _those(parts: Sequence[Json], *names: str) -> list[Json]:
    return [{name: part[name] for name in names if name in part} for part in parts]


def _moon(moon: Json) -> Json:
    told = {"center": moon["center"], "radius": moon["radius"]}
    if link := moon["link"]:
        told["link"] = {"center": link["center"], "radius": link["radius"]}
        told["value"] = link["value"]
    return told


def _at(told: Any, moved: Moved) -> Any:
    if isinstance(told, dict):
        return {
            key: moved(value) if key in _PLACES else _at(value, moved)
            for key, value in told.items()
        }
    return [_at(each, moved) for each in told] if isinstance(told, list) else told
