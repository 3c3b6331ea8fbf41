"""Takes the photos of a group: games are played, sheets filled in and photographed.

In the album lies ``GROUP/GROUP-SEED.jpg`` with its truth, a JSON of the same name: ``boards`` has
one entry for each sheet in the photo, in no order, with the board, the elements that are covered,
those that nobody could tell for certain (``ambiguous``), how it was printed and who wrote on it.
Of corrected elements the board has what a person takes them for.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger import prints, slips
from benchmarks.stranger.develop import photograph
from benchmarks.stranger.draw import Filling
from benchmarks.stranger.draw_score import draw_score
from benchmarks.stranger.game import Game
from benchmarks.stranger.hands import Digits
from benchmarks.stranger.pen import Paper
from benchmarks.stranger.people import hand_for, pens_for, style_for

GROUPS = (
    "plain-good",
    "plain-flatbed",
    "hard-camera",
    "folds-waves",
    "small-and-messenger",
    "odd-colours-and-pencil",
    "ticks-and-underlines",
    "corrections-and-struck-out",
    "covered-and-glare",
    "cut-and-overlapping",
    "children",
    "scanner-apps-and-copies",
    "score-sheets",
)
REPORTING = 100_000
"""From this seed on the other half of the writers writes."""


def take(album: Path, group: str, seeds: range, handwriting: Path) -> None:
    """Take those photos of a group that the album does not have."""
    missing = [seed for seed in seeds if not truth_of(album, group, seed).is_file()]
    if not missing:
        return
    made = album / "made-from"
    digits = Digits(handwriting, made)
    photos = [_planned(group, seed, made) for seed in missing]
    for photo in photos:
        _play(photo)
    _add_up(photos)
    (album / group).mkdir(parents=True, exist_ok=True)
    for photo in photos:
        _render(photo, digits, truth_of(album, group, photo["seed"]))


def truth_of(album: Path, group: str, seed: int) -> Path:
    """Say where the truth of a photo lies."""
    return album / group / f"{group}-{seed:06d}.json"


def _planned(group: str, seed: int, made: Path) -> dict[str, Any]:
    rng = np.random.RandomState(zlib.crc32(f"{group}/{seed}".encode()) & 0x7FFFFFFF)
    count = int(rng.choice([1, 1, 2, 2, 3, 4])) if group == "cut-and-overlapping" else 1
    sheets = []
    for place in range(count):
        is_score = group == "score-sheets"
        if is_score:
            pool = prints.SCORE_SHEETS
            at = seed + rng.randint(2) * 5
        else:
            pool = prints.DAYDREAM_SHEETS
            at = seed + 8 * rng.randint(len(pool) // 8) + 3 * place
        spec = pool[at % len(pool)]
        picture, layout = prints.printed(made, spec)
        sheets.append({"spec": spec, "is_score": is_score, "picture": picture, "layout": layout})
    half = int(seed >= REPORTING)
    return {"group": group, "seed": seed, "rng": rng, "half": half, "sheets": sheets}


def _play(photo: dict[str, Any]) -> None:
    rng = photo["rng"]
    for sheet in photo["sheets"]:
        layout = sheet["layout"]
        if sheet["is_score"]:
            sheet["board"] = slips.score_game(layout, rng, rng.uniform(0.4, 1))
            continue
        solo = rng.rand() < 0.25
        fill = rng.choice([rng.uniform(0.4, 0.9), rng.uniform(0.8, 1)])
        board = Game(layout, rng, fill, solo, rng.uniform(0.6, 2)).board()
        slips.slips(board, layout, rng)
        board["name"] = str(rng.choice(slips.NAMES)) if rng.rand() < 0.8 else ""
        sheet["board"] = board


def _add_up(photos: list[dict[str, Any]]) -> None:
    boards = [sheet["board"] for photo in photos for sheet in photo["sheets"]]
    lines = "\n".join(json.dumps(board, default=_plain) for board in boards)
    said = prints.run("score", "-", data=lines.encode()).decode().splitlines()
    scores = map(json.loads, said)
    for photo in photos:
        rng = photo["rng"]
        for sheet in photo["sheets"]:
            score, board = next(scores), sheet["board"]
            if sheet["is_score"]:
                if rng.rand() < 0.8:
                    board["totals"] = {
                        player: int(max(0, total + (rng.rand() < 0.04)))
                        for player, total in score["totals"].items()
                    }
                continue
            chance = rng.rand()
            total = score["total"] if rng.rand() < 0.5 else score["by_rules"]["total"]
            if chance < 0.12:
                board["total"] = None
            elif chance < 0.17 and total > 2:
                board["total"] = int(total + rng.choice([-1, 1, 2]))
            else:
                board["total"] = int(total)


def _render(photo: dict[str, Any], digits: Digits, to: Path) -> None:
    rng, group = photo["rng"], photo["group"]
    drawn = []
    for sheet in photo["sheets"]:
        hand = hand_for(group, photo["half"], digits, rng)
        pens = pens_for(group, rng)
        style = style_for(group, rng)
        layout, board = sheet["layout"], sheet["board"]
        paper = Paper(cv2.imread(str(sheet["picture"])), layout, rng)
        habit = None
        if group == "ticks-and-underlines":
            habit = str(rng.choice(["tick", "under"]))
        filling = Filling(paper, hand, pens, style, rng, habit)
        if sheet["is_score"]:
            ticks = "tick" if rng.rand() < 0.12 else None
            draw_score(paper, board, layout, hand, pens, style, rng, ticks)
        else:
            filling.sheet(board, layout)
        who = {
            "hand": hand.kind,
            "writer": str(hand.writer),
            "pens": {use: pen.name for use, pen in pens.items()},
            "habit": habit,
            "size": round(style["size"], 2),
            "corrections": filling.corrected,
        }
        drawn.append(
            {
                "image": paper.done(),
                "layout": layout,
                "board": board,
                "ambiguous": filling.ambiguous,
                "covered": [],
                "print": sheet["spec"],
                "conditions": who,
            }
        )
    conditions = photograph(group, rng, drawn, to.with_suffix(".jpg"))
    truth = {
        "format": 1,
        "name": to.stem,
        "group": group,
        "seed": photo["seed"],
        "conditions": conditions,
        "boards": [
            {
                "board": sheet["board"],
                "ambiguous": sorted(set(sheet["ambiguous"]) - set(sheet["covered"])),
                "covered": sorted(set(sheet["covered"])),
                "print": sheet["print"],
                "conditions": sheet["conditions"],
                "px_per_mm": round(sheet.get("scale", 0), 2),
            }
            for sheet in drawn
        ],
    }
    to.write_text(json.dumps(truth, default=_plain), "utf-8")


def _plain(number: Any) -> Any:
    return number.item()
