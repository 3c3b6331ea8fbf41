"""A plausible game of Daydream, by the rules and the layout."""

from __future__ import annotations

from typing import Any

import numpy as np


def nsegs(o: dict[str, Any]) -> int:
    """Count the lines of an object."""
    return len(o["points"]) if o["closed"] else len(o["points"]) - 1


class Game:
    """One game, played until so much of the sheet is filled."""

    def __init__(
        self,
        layout: dict[str, Any],
        rng: np.random.RandomState,
        fill: float,
        solo: bool,
        skill: float,
    ) -> None:
        self.layout, self.rng, self.solo, self.skill = layout, rng, solo, skill
        self.cl = {c["id"]: None for c in layout["clouds"]}
        self.info = {c["id"]: c for c in layout["clouds"]}
        self.touch = {c["id"]: c["touches"] for c in layout["clouds"]}
        self.rows_of = {c: [] for c in self.cl}
        for w in layout["rows"]:
            for c in w["clouds"]:
                self.rows_of[c].append(w)
        self.marks = {}
        self.oi = 0
        self.k = 0
        self.bon = {}
        self.leaf = ["circled" if x["circled"] else None for x in layout["leaves"]]
        self.thorns = 0
        self.con = 0
        self.stars = []
        self.chain = []
        self.frames = {f["id"]: {} for f in layout["frames"]}
        self.play(fill)

    def leaf_gain(self) -> None:
        """Circle the next leaf."""
        for i, v in enumerate(self.leaf):
            if v is None:
                self.leaf[i] = "circled"
                return

    def leaf_spend(self) -> bool:
        """Fill a circled leaf."""
        for i, v in enumerate(self.leaf):
            if v == "circled":
                self.leaf[i] = "filled"
                return True
        return False

    def line(self, sun: bool) -> None:
        """Draw a line, or all lines up to the next sun."""
        objects = self.layout["objects"]
        if self.oi >= len(objects):
            return
        o = objects[self.oi]
        n = nsegs(o)
        j = self.k + 1
        if sun:
            while j < n and not o["points"][j % len(o["points"])]["sun"]:
                j += 1
        self.k = min(j, n)
        if self.k == n:
            self.oi += 1
            self.k = 0
            if o["bonus"]:
                if self.rng.rand() < 0.6:
                    self.bon[o["bonus"]] = "line"
                    self.line(True)
                else:
                    self.bon[o["bonus"]] = "leaf"
                    self.leaf_gain()

    def put(self, c: str, v: int) -> None:
        """Write a number into a cloud, with all that follows."""
        self.cl[c] = int(v)
        sym = self.info[c]["symbol"]
        layout = self.layout
        if sym == "star" and layout["constellation"]:
            P = layout["constellation"]["points"]
            self.con = min(len(P) - 1, self.con + v)
            self.stars = [p["star"]["id"] for i, p in enumerate(P) if p["star"] and i <= self.con]
        if sym == "moon" and layout["chain"] and len(self.chain) < len(layout["chain"]):
            self.chain.append(int(v))
        for w in self.rows_of[c]:
            n = [self.cl[x] for x in w["clouds"]]
            if None in n:
                continue
            d = np.diff(n)
            if len(set(n)) < len(n):
                self.marks[w["id"]] = "crossed"
            elif np.all(d == 1) or np.all(d == -1):
                self.marks[w["id"]] = "sun"
                for _ in n:
                    self.line(True)
            else:
                self.marks[w["id"]] = "dot"
                for _ in n:
                    self.line(False)
        for f in layout["frames"]:
            st = self.frames[f["id"]]
            if not st.get("full") and all(self.cl[x] is not None for x in f["clouds"]):
                st["full"] = 1
                if st.get("5") is None:
                    st["5"] = "circled"
                elif st.get("2") is None:
                    st["2"] = "circled"

    def value(self, c: str, v: int) -> float:
        """Say how good a number is in a cloud."""
        q = self.rng.randn() * 0.6 / self.skill
        for w in self.rows_of[c]:
            n = [self.cl[x] if x != c else v for x in w["clouds"]]
            f = [x for x in n if x is not None]
            if len(set(f)) < len(f):
                q -= (
                    1.6 * (len(f) - 0.5)
                    if len(set([x for x in f if x != v])) == len([x for x in f if x != v])
                    else 0
                )
            else:
                q += 0.5 * len(f)
            if len(f) == len(n):
                q += 0.7
            i = w["clouds"].index(c)
            for j, x in enumerate(n):
                if j != i and x is not None:
                    q += 0.45 if abs(x - v) == abs(i - j) else 0
        if self.info[c]["symbol"]:
            q += 0.3 * self.skill
        return q

    def spots(self) -> list[str]:
        """List the clouds that can be written in."""
        e = [c for c in self.cl if self.cl[c] is None]
        t = [c for c in e if any(self.cl[x] is not None for x in self.touch[c])]
        return t

    def play(self, fill: float) -> None:
        """Play."""
        ids = list(self.cl)
        a = ids[self.rng.randint(len(ids))]
        b = [x for x in self.touch[a]] if self.rng.rand() < 0.4 else [x for x in ids if x != a]
        self.put(a, self.rng.randint(1, 7))
        self.put(b[self.rng.randint(len(b))], self.rng.randint(1, 7))
        target = int(round(fill * len(ids)))
        turn = 0
        while (
            sum(v is not None for v in self.cl.values()) < target
            and self.oi < len(self.layout["objects"])
            and turn < 200
        ):
            turn += 1
            for die in self.rng.randint(1, 7, 2):
                t = self.spots()
                if not t:
                    break
                if self.rng.rand() < 0.06 and any(x is None for x in self.leaf):
                    self.leaf_gain()
                    if self.solo and self.thorns < len(self.layout["thorns"]):
                        self.thorns += 1
                    continue
                best = max(
                    (self.value(c, v) - 1.0 * abs(v - die), c, v)
                    for c in t
                    for v in range(max(0, die - 2), min(9, die + 2) + 1)
                    if abs(v - die) <= sum(x == "circled" for x in self.leaf)
                )
                for _ in range(abs(best[2] - die)):
                    self.leaf_spend()
                self.put(best[1], best[2])
            for f in self.layout["frames"]:
                st = self.frames[f["id"]]
                if not self.solo and self.rng.rand() < 0.03:
                    if not st.get("5"):
                        st["5"] = "crossed"
                    elif not st.get("2"):
                        st["2"] = "crossed"
            if self.solo and self.layout["frames"]:
                for nm, k in (("clover", "5"), ("bow_tie", "2")):
                    i = [i for i, o in enumerate(self.layout["objects"]) if o["name"] == nm]
                    if i and (self.oi > i[0] or (self.oi == i[0] and self.k)):
                        for st in self.frames.values():
                            if not st.get(k):
                                st[k] = "crossed"

    def board(self) -> dict[str, Any]:
        """Give the board in the program's form."""
        layout = self.layout
        board = {
            "format": 1,
            "sheet": layout["sheet"],
            "seed": layout["seed"],
            "solo": bool(self.solo),
            "name": "",
        }
        board["clouds"] = dict(self.cl)
        board["rows"] = {w["id"]: self.marks.get(w["id"]) for w in layout["rows"]}
        board["objects"] = {o["id"]: nsegs(o) for o in layout["objects"][: self.oi]}
        if self.k and self.oi < len(layout["objects"]):
            board["objects"][layout["objects"][self.oi]["id"]] = self.k
        board["bonuses"] = {b["id"]: self.bon.get(b["id"]) for b in layout["bonuses"]}
        board["leaves"] = {x["id"]: v for x, v in zip(layout["leaves"], self.leaf, strict=True)}
        board["thorns"] = self.thorns
        pol = {}
        for p in layout["polaroids"]:
            pol[p["id"]] = {"value": self.cl[p["cloud"]], "circled": False}
        if layout["sheet"] == "daydream/DA":
            seen = set()
            for p in pol.values():
                if p["value"] is not None and p["value"] not in seen:
                    seen.add(p["value"])
                    p["circled"] = True
        board["polaroids"] = pol
        board["constellation"] = (
            {"lines": self.con, "circled": list(self.stars)} if layout["constellation"] else None
        )
        board["notes"] = {}
        for n in layout["notes"]:
            v = [self.cl[c] for c in n["clouds"]]
            f = [x for x in v if x is not None]
            k = 0
            if len(v) == 2:
                k = int(None not in v and v[0] == v[1])
            elif len(f) > len(set(f)):
                k = 2 if None not in v and len(set(v)) == 1 else 1
            board["notes"][n["id"]] = min(k, len(n["heads"]))
        board["chain"] = {}
        for i, m in enumerate(layout["chain"]):
            v = self.chain[i] if i < len(self.chain) else None
            board["chain"][m["id"]] = {
                "value": v,
                "linked": bool(i and v is not None and v == self.chain[i - 1]),
            }
        board["frames"] = {
            f["id"]: {
                str(w["value"]): self.frames[f["id"]].get(str(w["value"])) for w in f["rewards"]
            }
            for f in layout["frames"]
        }
        board["total"] = None
        return board
