"""A few human slips, and games on score sheets."""

from __future__ import annotations

from typing import Any

import numpy as np


def slips(
    board: dict[str, Any], layout: dict[str, Any], rng: np.random.RandomState, rate: float = 0.02
) -> None:
    """Make a few of the mistakes that players make."""
    for k, v in board["rows"].items():
        if v is None:
            continue
        u = rng.rand()
        if u < rate:
            board["rows"][k] = None
        elif u < rate * 1.6:
            board["rows"][k] = {"dot": "sun", "sun": "dot", "crossed": "dot"}[v]
        elif u < rate * 1.75:
            board["rows"][k] = "both" if v != "crossed" else v
    if board["constellation"] and board["constellation"]["circled"] and rng.rand() < rate * 2:
        board["constellation"]["circled"].pop()
    for n in board["notes"]:
        if board["notes"][n] and rng.rand() < rate:
            board["notes"][n] -= 1
    for p in board["polaroids"].values():
        if p["value"] is not None and rng.rand() < rate * 0.7:
            p["value"] = None
            p["circled"] = False
    for m in board["chain"].values():
        if m["linked"] and rng.rand() < rate:
            m["linked"] = False
    for f in board["frames"].values():
        for k in f:
            if f[k] == "crossed" and rng.rand() < 0.15:
                f[k] = None
    for b in board["bonuses"]:
        if board["bonuses"][b] and rng.rand() < rate:
            board["bonuses"][b] = None
    o = list(board["objects"])
    if o and rng.rand() < rate * 2 and board["objects"][o[-1]] > 1:
        board["objects"][o[-1]] -= 1


ROLES = {
    4: (1, 1, 2),
    5: (2, 1, 2),
    6: (3, 2, 1),
    7: (3, 2, 2),
    8: (4, 3, 1),
    9: (4, 3, 2),
    10: (5, 4, 1),
}
NAMES = [
    "Ida",
    "Lisa",
    "Eva",
    "Tom",
    "Anna",
    "Ben",
    "Mia",
    "Leo",
    "Nora",
    "Jan",
    "Paul",
    "Emma",
    "Noah",
    "Lea",
    "Finn",
    "Zoe",
    "Max",
    "Jule",
    "Otto",
    "Karl",
]


def score_game(layout: dict[str, Any], rng: np.random.RandomState, fill: float) -> dict[str, Any]:
    """Play a game of When I Dream or Dreams, as far as its score sheet shows it."""
    n = layout["players"]
    board = {
        "format": 1,
        "sheet": layout["sheet"],
        "players": [str(x) for x in rng.choice(NAMES, n, replace=False)],
        "rounds": [],
    }
    rounds = sorted({int(c["group"][1:].split(".")[0]) for c in layout["choices"]})
    played = max(1, int(round(fill * len(rounds))))
    if "when" in layout["sheet"]:
        board["penalties"] = {
            str(p): int(rng.rand() < 0.2) + int(rng.rand() < 0.05) for p in range(1, n + 1)
        }
        for i in range(played):
            d = i % n + 1
            f, a, s = ROLES[n]
            bag = ["fairy"] * f + ["nightmare"] * a + ["sandman"] * s
            rng.shuffle(bag)
            roles = {}
            for p in range(1, n + 1):
                if p != d:
                    roles[str(p)] = bag.pop()
            if rng.rand() < 0.06:
                roles.pop(str(rng.choice([int(x) for x in roles])))
            y, b = int(rng.randint(0, 13)), int(rng.randint(0, 10))
            board["rounds"].append(
                {
                    "dreamer": d,
                    "yellow": y,
                    "blue": b,
                    "recalled": bool(rng.rand() < 0.5 and y),
                    "roles": roles,
                }
            )
    else:
        sc = np.zeros(n + 1, int)
        for i in range(played):
            m = i % n + 1 if rng.rand() < 0.8 else int(rng.randint(1, n + 1))
            v = int(rng.randint(1, 5))
            votes = {}
            for p in range(1, n + 1):
                votes[str(p)] = (
                    int(rng.randint(1, 5))
                    if p == m
                    else int(rng.choice([q for q in range(1, n + 1) if q != p]))
                )
            if rng.rand() < 0.05:
                votes.pop(str(rng.randint(1, n + 1)))
            for p in range(1, n + 1):
                voted = any(votes.get(str(q)) == p for q in range(1, n + 1) if q != m)
                if p == m:
                    sc[p] += (0 if voted else 3) + (2 if votes.get(str(p)) == v else 0)
                else:
                    sc[p] += (2 if votes.get(str(p)) == m else 0) + (0 if voted else 1)
            board["rounds"].append({"vision": v, "mortal": m, "votes": votes})
            if sc.max() >= 16:
                break
    board["totals"] = {}
    return board
