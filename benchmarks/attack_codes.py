"""Lying codes: sheets whose QR codes, and often tags, were taken from another print."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from benchmarks.attack_tools import Place, Tally
from practice.camera import photograph
from practice.ink import PENS
from practice.invented import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.press import printed
from templates.load import load_layout

PX_PER_MM = 8.0
SIZE = (2592, 1944)
TRUE = tuple(Order(f"daydream/{name}") for name in ("A", "D", "BC", "AD", "BAC", "EDF"))
SCORES = tuple(
    Order(name, players=players)
    for name, players in (("when-i-dream/score", 4), ("when-i-dream/score", 6), ("dreams/score", 4))
)
Quads = list[NDArray[np.float32]]


@cache
def page_of(order: Order) -> tuple[NDArray[np.uint8], Quads, str]:
    """Print a sheet; give its picture, where its QR codes are, and what they say."""
    picture = rendered(printed(order), PX_PER_MM)
    found = zxingcpp.read_barcodes(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    quads = []
    for code in found:
        at = code.position
        corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        quads.append(np.array([(corner.x, corner.y) for corner in corners], np.float32))
    assert len(quads) == 2 and len({code.text for code in found}) == 1, f"{order}: no two codes"
    return picture, quads, found[0].text


@cache
def tags_of(order: Order) -> dict[int, NDArray[np.float32]]:
    """Find a print's tags, by their place on the page."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(known).detectMarkers(page_of(order)[0])
    return {int(i) % 8: quad[0] for i, quad in zip(ids.ravel(), corners, strict=True)}


def liar(order: Order, rng: Random) -> Order:
    """Choose a print whose code says something else."""
    sheet, other = order.what, rng.randrange(1, 1_000_000)
    if order.players is None:
        task = (rng.randrange(1, 4), rng.randrange(1, 20))
        choices = [
            rng.choice([each for each in (*TRUE, *SCORES) if each.what != sheet]),
            Order(sheet, seed=other),
            Order(sheet, seed=rng.choice((1, 5, 7))),
            Order(sheet, exercise=task, key="none"),
            Order(sheet, paper="letter"),
        ]
    else:
        players = rng.choice([n for n in (4, 5, 6) if n != order.players])
        choices = [Order(sheet, players=players), rng.choice(TRUE), Order(sheet, players=players)]
        choices.append(rng.choice([each for each in SCORES if each.what != sheet] or [*SCORES]))
    return rng.choice(choices)


def lied(page: NDArray[np.uint8], order: Order, other: Order, *, tags: bool) -> NDArray[np.uint8]:
    """Glue the codes of another print over those of a page, and its tags, as a forger would."""
    source, places, _ = page_of(other)
    pairs = list(zip(page_of(order)[1], places, strict=True))
    if tags:
        theirs = tags_of(other)
        pairs += [(at, theirs[i]) for i, at in tags_of(order).items() if i in theirs]
    page = page.copy()
    for quad, place in pairs:
        turn = cv2.getPerspectiveTransform(place, quad)
        size = page.shape[1::-1]
        seen = cv2.warpPerspective(source, turn, size, flags=cv2.INTER_AREA)
        middle = quad.mean(axis=0)
        mask = np.zeros(page.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.int32(middle + (quad - middle) * 1.06), 255)
        page[mask > 0] = seen[mask > 0]
    return page


def says_wrong(scan: dict[str, Any], order: Order, board: dict[str, Any]) -> bool:
    """Say whether a scan takes the sheet for another one."""
    if scan["status"] == "unreadable":
        return False
    read = scan["board"]
    players = len(read.get("players", ())) != len(board.get("players", ()))
    return (
        read["sheet"] != order.what
        or read.get("seed", 0) != 0
        or players
        or bool(scan.get("exercise"))
    )


def attack_codes(tally: Tally, place: Place, first: int, count: int) -> None:
    """Photograph sheets with lying codes: none may be read as the sheet that it is not."""
    from scanner import read_photo

    doubtful, believed = [], 0
    for seed in range(first, first + count):
        if tally.over():
            break
        rng = Random(seed)
        order = rng.choice((*TRUE, *SCORES))
        layout = load_layout(order.what, paper=order.paper, players=order.players)
        board = invented(layout, order.what, rng)
        blank, _, text = page_of(order)
        other = liar(order, rng)
        if page_of(other)[2] == text:
            continue
        filled = blank
        if rng.random() < 0.7:
            pen = rng.choice(sorted(PENS))
            filled = fill(blank, layout.as_json(), board, Hand(seed), pen, PX_PER_MM).image
        tags = rng.random() < 0.6
        page = lied(filled, order, other, tags=tags)
        level = rng.choice(("flatbed", "good", "good", "hard"))
        scans = read_photo(photograph(page, seed, level, SIZE).jpeg)
        wrong = [scan for scan in scans if says_wrong(scan, order, board)]
        believed += any(scan["status"] != "unreadable" for scan in scans)
        doubtful += [str(seed)] if any(scan["status"] == "review" for scan in wrong) else []
        named = " as ".join(f"{o.what}/{o.players or o.seed}" for o in (order, other))
        named += (" task" if other.exercise else "") + (" with its tags" if tags else "")
        faults = [f"ok as {s['board']['sheet']}" for s in wrong if s["status"] == "ok"]
        tally.add(f"--first {seed} --sheets 1 ({named}, {level})", faults)
    tally.notes.append(f"{believed} of {tally.cases} photos with lying codes were read at all")
    if doubtful:
        tally.notes.append(f"read as another sheet, for review: --first {', '.join(doubtful)}")
    page_of.cache_clear()
