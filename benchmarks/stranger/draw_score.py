"""Fills in a score sheet."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.stranger.hands import Hand
from benchmarks.stranger.pen import Paper, Pen, cross, tick
from benchmarks.stranger.writing import Style, digits, mark, name


def draw_score(
    paper: Paper,
    board: dict[str, Any],
    layout: dict[str, Any],
    hand: Hand,
    pens: dict[str, Pen],
    style: Style,
    rng: np.random.RandomState,
    habit: str | None = None,
) -> None:
    """Fill in a score sheet."""
    digit_pen, ring_pen = pens["digits"], pens["rings"]
    ch = {c["id"]: c for c in layout["choices"]}
    dg = {c["id"]: c for c in layout["digits"]}
    bx = {c["id"]: c for c in layout["boxes"]}

    def pick(i: str) -> None:
        c = ch[i]
        mark(
            paper,
            ring_pen,
            c["center"],
            c["radius"],
            style,
            rng,
            habit if habit and rng.rand() < 0.8 else None,
        )

    def num(i: str, v: int) -> None:
        digits(
            paper,
            digit_pen,
            hand,
            v,
            dg[i]["center"],
            dg[i]["size"],
            dict(style, size=style["size"] * 0.75, out=0),
            rng,
        )

    def box(i: str) -> None:
        c = bx[i]["center"]
        if rng.rand() < 0.5:
            paper.stroke(digit_pen, tick(c, 2.1, rng))
        else:
            for q in cross(c, 2, rng):
                paper.stroke(digit_pen, q)

    for k, w in enumerate(board["rounds"], 1):
        if "vision" in w:
            pick(f"r{k}.vision.{w['vision']}")
            pick(f"r{k}.mortal.{w['mortal']}")
            for p, v in w["votes"].items():
                c = [
                    x
                    for x in layout["choices"]
                    if x["group"] == f"r{k}.vote.{p}"
                    and x["value"] == ({"image": v} if int(p) == w["mortal"] else {"player": v})
                ]
                if c:
                    pick(c[0]["id"])
        else:
            pick(f"r{k}.dreamer.{w['dreamer']}")
            for p, v in w["roles"].items():
                pick(f"r{k}.role.{p}.{v}")
            num(f"r{k}.yellow", w["yellow"])
            num(f"r{k}.blue", w["blue"])
            if w["recalled"]:
                box(f"r{k}.recalled")
    for p, n in board.get("penalties", {}).items():
        for j in range(1, n + 1):
            box(f"penalty.{p}.{j}")
    for p, v in board["totals"].items():
        num(f"total.{p}", v)
    for p, f in layout["fields"]["name"].items():
        if f["size"][0] > 20:
            name(paper, digit_pen, board["players"][int(p) - 1], f, rng)
