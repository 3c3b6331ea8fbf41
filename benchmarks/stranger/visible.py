"""What of a sheet a photo shows: elements that are covered, and those that are in part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Point = tuple[float, float]
ToPhoto = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From mm on the sheet to pixels of the photo."""


def _box(c: Point, w: float, h: float) -> list[Point]:
    return [
        (c[0] + a * w, c[1] + b * h)
        for a in (-0.4, -0.15, 0.15, 0.4)
        for b in (-0.4, -0.15, 0.15, 0.4)
    ]


def _disc(c: Point, radius: float) -> list[Point]:
    return _box(c, 2.3 * radius, 2.3 * radius)


def _segment(a: Point, b: Point) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.1, 0.35, 0.65, 0.9)]


def parts_in(layout: dict[str, Any]) -> dict[str, list[list[Point]]]:
    """Give each element's parts: points in mm that must be seen to read it."""
    parts_of: dict[str, list[list[Point]]] = {}
    if "choices" in layout:
        for x in layout["choices"]:
            parts_of.setdefault(x["group"], []).append(_disc(x["center"], x["radius"]))
        for x in layout["digits"]:
            parts_of[x["id"]] = [_box(x["center"], *x["size"])]
        for x in layout["boxes"]:
            parts_of[x["id"]] = [_box(x["center"], *x["size"])]
        return parts_of
    for x in layout["clouds"]:
        parts_of[x["id"]] = [_box(x["center"], *x["size"])]
    for x in layout["rows"]:
        parts_of[x["id"]] = [
            _disc(x["dot"]["center"], x["dot"]["radius"]),
            _disc(x["sun"]["center"], x["sun"]["radius"]),
        ]
    for o in layout["objects"]:
        p = [q["at"] for q in o["points"]]
        n = len(p)
        parts_of[o["id"]] = [
            _segment(p[i], p[(i + 1) % n]) for i in range(n if o["closed"] else n - 1)
        ]
    for b in layout["bonuses"]:
        parts_of[b["id"]] = [_disc(b[k]["center"], b[k]["radius"]) for k in ("line", "leaf")]
    for x in layout["leaves"]:
        parts_of[x["id"]] = [_box(x["center"], *x["size"])]
    if layout["thorns"]:
        parts_of["thorns"] = [_segment(t["from"], t["to"]) for t in layout["thorns"]]
    for p in layout["polaroids"]:
        parts_of[p["id"] + ".value"] = [_box(p["center"], *p["size"])]
        parts_of[p["id"] + ".circled"] = [_box(p["center"], *p["size"])]
    if layout["constellation"]:
        Q = layout["constellation"]["points"]
        parts_of["constellation.lines"] = [
            _segment(Q[i]["at"], Q[i + 1]["at"]) for i in range(len(Q) - 1)
        ]
        for q in Q:
            if q["star"]:
                parts_of[q["star"]["id"]] = [_disc(q["at"], q["star"]["radius"])]
    for n in layout["notes"]:
        parts_of[n["id"]] = [_disc(h["center"], h["radius"]) for h in n["heads"]]
    for m in layout["chain"]:
        parts_of[m["id"] + ".value"] = [_disc(m["center"], m["radius"] * 0.8)]
        if m["link"]:
            parts_of[m["id"] + ".linked"] = [_disc(m["link"]["center"], m["link"]["radius"])]
    for f in layout["frames"]:
        for w in f["rewards"]:
            parts_of[f"{f['id']}.{w['value']}"] = [_disc(w["center"], w["radius"])]
    parts_of["solo"] = [_box(layout["fields"]["solo"]["center"], *layout["fields"]["solo"]["size"])]
    parts_of["total"] = [
        _box(layout["fields"]["total"]["center"], *layout["fields"]["total"]["size"])
    ]
    return parts_of


def hidden_in(
    layout: dict[str, Any],
    to: ToPhoto,
    width: int,
    height: int,
    hide: np.ndarray,
    board: dict[str, Any],
) -> tuple[list[str], list[str]]:
    """Name the elements that are covered, and those that are in part.

    Args:
        layout: Of the sheet.
        to: Where a point of the sheet is in the photo.
        width: Of the photo, in pixels.
        height: Of the photo.
        hide: What cannot be seen (255), at a quarter of the photo's size.
        board: What is written there.
    """
    covered, partly = [], []
    for k, parts in parts_in(layout).items():
        if k[0] == "o" and "objects" in board:
            n = board["objects"].get(k, 0)
            parts = parts[: max(n + 1, 1)]
        if k == "constellation.lines":
            parts = parts[: board["constellation"]["lines"] + 1]
        worst = 0
        tot = []
        for p in parts:
            a = np.array(p)
            q = to(a[:, 0], a[:, 1])
            x, y = q[:, 0], q[:, 1]
            out = (x < 1) | (y < 1) | (x > width - 2) | (y > height - 2)
            h = np.where(
                out,
                1.0,
                hide[
                    np.clip(y / 4, 0, hide.shape[0] - 1).astype(int),
                    np.clip(x / 4, 0, hide.shape[1] - 1).astype(int),
                ]
                / 255.0,
            )
            worst = max(worst, h.mean())
            tot.append(h.mean())
        if np.mean(tot) > 0.45 or (worst > 0.6):
            covered.append(k)
        elif worst > 0.07:
            partly.append(k)
    return covered, partly
