"""Fills in a sheet: what is on a board, in one person's habits."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.hands import Hand
from benchmarks.stranger.pen import Paper, Pen, Point, cross, line, ring, scribble, tick
from benchmarks.stranger.prints import PX_PER_MM

Style = dict[str, float]
STYLE: Style = {
    "size": 0.68,  # of digits, to the place for them
    "jit": 0.6,  # how far beside it they are, in mm
    "shaky": 0.04,
    "ringk": 1.3,  # the size of rings, to what they are around
    "ringjit": 0.35,
    "tickp": 0,  # how often a row's symbol is ticked instead
    "strikep": 0,  # how often something is corrected
    "tickobj": 0,  # how often a finished object is ticked as well
    "out": 0,  # how far digits leave their place
    "open": 0.12,  # how often a ring does not close
    "flat": 0,
}


def digits(
    paper: Paper,
    pen: Pen,
    hand: Hand,
    v: int,
    at: Point,
    size: Point,
    style: Style,
    rng: np.random.RandomState,
) -> None:
    """Write a number."""
    s = str(v)
    h = (
        min(size[1] * style["size"] * 1.05, size[0] * 1.1 * style["size"])
        if len(s) == 1
        else size[1] * style["size"] * 0.95
    )
    h *= rng.uniform(0.88, 1.12) * PX_PER_MM
    masks = []
    for ch in s:
        if ch == "-":
            m = np.zeros((int(h), int(h * 0.5)), np.uint8)
            cv2.line(
                m,
                (4, int(h / 2)),
                (int(h * 0.5) - 4, int(h / 2 + rng.randint(-3, 4))),
                255,
                max(1, int(pen.w)),
                cv2.LINE_AA,
            )
        else:
            m = hand.digit(int(ch), h, pen.w)
        masks.append(m)
    gap = h * 0.12
    W = sum(m.shape[1] for m in masks) + gap * (len(masks) - 1)
    x = (
        at[0] * PX_PER_MM
        - W / 2
        + rng.normal(0, style["jit"] * PX_PER_MM * 0.7)
        + style["out"] * rng.normal(0, 1) * PX_PER_MM
    )
    y = at[1] + rng.normal(0, style["jit"]) * 0.8 + style["out"] * rng.normal(0, 0.8)
    for m in masks:
        paper.stamp(pen, m, ((x + m.shape[1] / 2) / PX_PER_MM, y + rng.normal(0, 0.25)))
        x += m.shape[1] + gap


def mark(
    paper: Paper,
    pen: Pen,
    c: Point,
    R: float,
    style: Style,
    rng: np.random.RandomState,
    habit: str | None = None,
    kx: float = 1.0,
) -> None:
    """Mark what is chosen: with a ring, or with a tick or an underline by habit."""
    h = habit or "ring"
    c = np.array(c) + rng.normal(0, style["ringjit"], 2)
    if h == "tick":
        paper.stroke(pen, tick(c, R * 1.1, rng))
    elif h == "under":
        y = c[1] + R * rng.uniform(0.85, 1.2)
        paper.stroke(pen, line([c[0] - R * 1.2, y], [c[0] + R * 1.2, y], rng, 0.3))
        if rng.rand() < 0.25:
            paper.stroke(pen, line([c[0] - R, y + 0.7], [c[0] + R, y + 0.7], rng, 0.3))
    else:
        k = style["ringk"] * rng.uniform(0.88, 1.18)
        fl = 1 - style["flat"] * rng.uniform(0.2, 0.45)
        paper.stroke(
            pen,
            ring(
                c,
                R * k * kx * rng.uniform(0.9, 1.12),
                R * k * fl * rng.uniform(0.9, 1.1),
                rng,
                shaky=style["shaky"],
                open_=bool(rng.rand() < style["open"]),
            ),
        )


def cross_out(
    paper: Paper, pen: Pen, c: Point, R: float, style: Style, rng: np.random.RandomState
) -> None:
    """Cross a symbol out, with two lines or one."""
    if rng.rand() < 0.75:
        for q in cross(c, R, rng, style["shaky"]):
            paper.stroke(pen, q)
    else:
        paper.stroke(pen, line([c[0] - R, c[1] + R * 0.9], [c[0] + R, c[1] - R * 0.9], rng, 0.4))


def draw(
    paper: Paper,
    board: dict[str, Any],
    layout: dict[str, Any],
    hand: Hand,
    pens: dict[str, Pen],
    style: Style,
    rng: np.random.RandomState,
    habit: str | None = None,
) -> tuple[list[str], list[str]]:
    """Fill in a sheet of Daydream.

    Stars, links, rewards and polaroids are ticked or underlined by habit.

    Returns:
        The elements that nobody could tell for certain, and the clouds that were corrected.
    """
    digit_pen, line_pen, ring_pen = pens["digits"], pens["lines"], pens["rings"]
    ambiguous = []
    fixes = []

    def some_habit() -> str | None:
        return habit if habit and rng.rand() < 0.8 else None

    for c in layout["clouds"]:
        v = board["clouds"].get(c["id"])
        if v is None:
            continue
        if rng.rand() < style["strikep"]:
            # Corrected: struck out, and the right one written beside, smaller.
            old = int((v + rng.randint(1, 9)) % 10)
            x, y = c["center"]
            s2 = dict(style, size=min(style["size"] * 0.7, 0.56), jit=0.15, out=0)
            u = rng.rand()
            if u < 0.5:
                digits(paper, digit_pen, hand, old, (x - 2.8, y + 0.3), c["size"], s2, rng)
                paper.stroke(
                    digit_pen,
                    scribble((x - 2.8, y + 0.3), 3.6, 4.4, rng, rng.randint(3, 6))
                    if rng.rand() < 0.55
                    else line((x - 4.6, y + 3), (x - 0.7, y - 2.6), rng),
                )
                if old in (1, 7) or rng.rand() < 0.5:
                    paper.stroke(digit_pen, line((x - 4.6, y - 1.6), (x - 0.7, y + 2), rng))
                digits(paper, digit_pen, hand, v, (x + 2.8, y), c["size"], s2, rng)
            elif u < 0.75:  # rubbed out or whitened, and written again
                digits(paper, digit_pen, hand, old, (x, y), c["size"], style, rng)
                if "pencil" in digit_pen.name:
                    paper.fade((x, y), 5.2, 0.16)
                else:
                    paper.fade((x, y), 5, 0)
                    cv2.ellipse(
                        paper.img,
                        (int(x * PX_PER_MM), int(y * PX_PER_MM)),
                        (int(4.6 * PX_PER_MM), int(3.7 * PX_PER_MM)),
                        rng.randint(0, 40),
                        0,
                        360,
                        (247, 250, 250),
                        -1,
                        cv2.LINE_AA,
                    )
                digits(paper, digit_pen, hand, v, (x, y), c["size"], style, rng)
            else:  # written over, harder
                digits(
                    paper,
                    digit_pen,
                    hand,
                    old,
                    (x, y),
                    c["size"],
                    dict(style, size=style["size"] * 0.9),
                    rng,
                )
                w = digit_pen.w
                digit_pen.w = w * 1.9
                digits(paper, digit_pen, hand, v, (x, y), c["size"], style, rng)
                digit_pen.w = w
                ambiguous.append(c["id"])
            fixes.append(c["id"])
        else:
            digits(paper, digit_pen, hand, v, c["center"], c["size"], style, rng)
    for w in layout["rows"]:
        v = board["rows"].get(w["id"])
        a, b = w["dot"], w["sun"]
        if v is None:
            continue
        if v == "crossed":
            if rng.rand() < 0.8:
                for q in (a, b):
                    cross_out(
                        paper,
                        ring_pen,
                        np.array(q["center"]) + rng.normal(0, style["ringjit"] * 0.7, 2),
                        q["radius"] * 1.1 * style["ringk"] / 1.3,
                        style,
                        rng,
                    )
            else:
                A, Z = np.array(a["center"]), np.array(b["center"])
                n = (Z - A) / np.hypot(*(Z - A))
                s = np.array([-n[1], n[0]]) * 2
                paper.stroke(ring_pen, line(A - n * 2 + s, Z + n * 2 - s, rng, 0.5))
                paper.stroke(ring_pen, line(A - n * 2 - s, Z + n * 2 + s, rng, 0.5))
            continue
        for k, q in (("dot", a), ("sun", b)):
            if v in (k, "both"):
                mark(
                    paper,
                    ring_pen,
                    q["center"],
                    q["radius"],
                    style,
                    rng,
                    "tick" if style["tickp"] and rng.rand() < style["tickp"] else None,
                )
        if v in ("dot", "sun") and rng.rand() < style["strikep"] * 0.6:
            # First the wrong symbol, then that ring crossed out.
            q = b if v == "dot" else a
            mark(paper, ring_pen, q["center"], q["radius"], style, rng)
            paper.stroke(ring_pen, scribble(q["center"], 4.4, 3.6, rng, 6))
            ambiguous.append(w["id"])
    for o in layout["objects"]:
        n = board["objects"].get(o["id"], 0)
        p = [x["at"] for x in o["points"]]
        i = 0
        while i < n:  # some lift the pen at every point, some go on
            run = 1 if rng.rand() < 0.5 else min(n - i, rng.randint(2, 5))
            Q = []
            for j in range(i, i + run):
                Q.append(
                    line(
                        p[j],
                        p[(j + 1) % len(p)],
                        rng,
                        0.3 + 2 * style["ringjit"] * 0.35,
                        style["shaky"] * 1.6,
                    )
                )
            paper.stroke(line_pen, np.vstack(Q))
            i += run
        full = n and n == (len(p) if o["closed"] else len(p) - 1)
        if full and style["tickobj"] and rng.rand() < style["tickobj"]:
            c = np.mean(p, 0)
            paper.stroke(line_pen, tick(c + rng.normal(0, 1.2, 2), rng.uniform(2, 3.4), rng))
        if not full and n and rng.rand() < style["strikep"] * 3:  # one line too many, struck out
            a, b = np.array(p[n % len(p)]), np.array(p[(n + 1) % len(p)])
            paper.stroke(line_pen, line(a, b, rng))
            m = (a + b) / 2
            for t in (-0.6, 0, 0.6):
                paper.stroke(
                    line_pen, line(m + [t * 1.6 - 0.8, 1.1], m + [t * 1.6 + 0.8, -1.1], rng, 0.2)
                )
            ambiguous.append(o["id"])
    for b in layout["bonuses"]:
        v = board["bonuses"].get(b["id"])
        for k in ("line", "leaf"):
            if v in (k, "both"):
                mark(
                    paper,
                    ring_pen,
                    b[k]["center"],
                    b[k]["radius"],
                    dict(style, ringk=style["ringk"] * 1.05),
                    rng,
                )
    for f, o in [(x, board["leaves"].get(x["id"])) for x in layout["leaves"]]:
        w, h = f["size"]
        c = np.array(f["center"]) + rng.normal(0, 0.25, 2)
        if o == "circled" and not f["circled"]:
            paper.stroke(
                ring_pen,
                ring(
                    c,
                    w / 2 * rng.uniform(1.0, 1.25),
                    h / 2 * rng.uniform(0.95, 1.15),
                    rng,
                    shaky=style["shaky"],
                ),
            )
        if o == "filled":
            if not f["circled"] and rng.rand() < 0.75:
                paper.stroke(
                    ring_pen, ring(c, w / 2 * 1.12, h / 2 * 1.05, rng, shaky=style["shaky"])
                )
            k = max(4, int(5.2 / (ring_pen.w / PX_PER_MM) * rng.uniform(0.5, 0.95)))
            q = scribble((0, 0), h * 0.78, w * 0.62, rng, k)
            paper.stroke(ring_pen, q[:, ::-1] + c)
    for t in layout["thorns"][: board["thorns"]]:
        paper.stroke(line_pen, line(t["from"], t["to"], rng, 0.25, 0.04))
    for p in layout["polaroids"]:
        v = board["polaroids"][p["id"]]
        if v["value"] is not None:
            digits(paper, digit_pen, hand, v["value"], p["center"], p["size"], style, rng)
        if v["circled"]:
            h = some_habit()
            mark(paper, ring_pen, p["center"], min(p["size"]) * 0.42, style, rng, h, 1.1)
    if layout["constellation"]:
        Q = layout["constellation"]["points"]
        C = board["constellation"]
        for i in range(C["lines"]):
            paper.stroke(
                line_pen,
                line(
                    Q[i]["at"],
                    Q[i + 1]["at"],
                    rng,
                    0.3 + style["ringjit"] * 0.5,
                    style["shaky"] * 1.6,
                ),
            )
        for q in Q:
            if q["star"] and q["star"]["id"] in C["circled"]:
                mark(paper, ring_pen, q["at"], q["star"]["radius"], style, rng, some_habit())
    for n in layout["notes"]:
        for h in n["heads"][: board["notes"][n["id"]]]:
            paper.stroke(
                ring_pen, scribble(h["center"], h["radius"] * 1.9, h["radius"] * 1.6, rng, 7)
            )
    for m in layout["chain"]:
        v = board["chain"][m["id"]]
        R = m["radius"]
        if v["value"] is not None:
            digits(
                paper,
                digit_pen,
                hand,
                v["value"],
                m["center"],
                (R * 1.7, R * 1.7),
                dict(style, jit=style["jit"] * 0.7),
                rng,
            )
        if v["linked"]:
            mark(
                paper, ring_pen, m["link"]["center"], m["link"]["radius"], style, rng, some_habit()
            )
            if rng.rand() < 0.6:
                before = [x["id"] for x in layout["chain"]].index(m["id"]) - 1
                pc = layout["chain"][before]["center"]
                c = np.array(m["center"])
                u = np.array(pc) - c
                paper.stroke(line_pen, line(c + u * 0.33, c + u * 0.67, rng, 0.4))
    for f in layout["frames"]:
        for w in f["rewards"]:
            v = board["frames"][f["id"]].get(str(w["value"]))
            if v == "circled":
                mark(paper, ring_pen, w["center"], w["radius"], style, rng, some_habit())
            if v == "crossed":
                cross_out(paper, ring_pen, w["center"], w["radius"], style, rng)
    fields = layout["fields"]
    if board["solo"]:
        c = fields["solo"]["center"]
        if rng.rand() < 0.5:
            paper.stroke(digit_pen, tick(c, 2, rng))
        else:
            for q in cross(c, 1.9, rng):
                paper.stroke(digit_pen, q)
    if board["total"] is not None:
        digits(
            paper,
            digit_pen,
            hand,
            board["total"],
            fields["total"]["center"],
            fields["total"]["size"],
            dict(style, size=style["size"] * 0.95, out=0),
            rng,
        )
    name(paper, digit_pen, board["name"], fields["name"], rng)
    if layout.get("strip") and style.get("strip"):
        for q in layout["strip"]:
            digits(
                paper,
                digit_pen,
                hand,
                q["digit"],
                q["center"],
                q["size"],
                dict(style, jit=style["jit"] * 0.5, out=style["out"] * 0.3),
                rng,
            )
    return sorted(set(ambiguous)), fixes


FONTS = [cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]


def name(paper: Paper, pen: Pen, text: str, f: dict[str, Any], rng: np.random.RandomState) -> None:
    """Write the player's name."""
    if not text:
        return
    m = np.zeros((int(12 * PX_PER_MM), int(45 * PX_PER_MM)), np.uint8)
    cv2.putText(
        m,
        text,
        (20, int(8 * PX_PER_MM)),
        FONTS[rng.randint(2)],
        rng.uniform(2, 2.8),
        255,
        max(2, int(pen.w)),
        cv2.LINE_AA,
    )
    paper.stamp(
        pen, m, (f["center"][0] - f["size"][0] / 2 + 23, f["center"][1] + rng.normal(0, 0.5))
    )


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
