"""What the scanner makes of the photos of an album."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.results import Result, measure
from benchmarks.shots import Shot, Truth, elements_of, points_of
from benchmarks.stranger.album import truth_of


def measured(album: Path, group: str, seeds: range) -> Result:
    """Read the photos of a group and compare them with what was written."""
    result = Result()
    for seed in seeds:
        result.add(measure(_shot(truth_of(album, group, seed))))
    return result


def _shot(file: Path) -> Shot:
    said = json.loads(file.read_text("utf-8"))
    truths = []
    for sheet in said["boards"]:
        board, spec = sheet["board"], sheet["print"]
        layout = {
            "paper": spec["paper"],
            "seed": board.get("seed", 0),
            "players": len(board["players"]) if "players" in board else None,
        }
        # Whatever is read of what nobody could tell for certain counts neither way.
        elements = {
            element: value
            for element, value in elements_of(board, layout).items()
            if element not in sheet["ambiguous"]
        }
        hidden = tuple(sheet["covered"])
        truths.append(Truth(board["sheet"], elements, points_of(board), layout, hidden))
    return Shot(said["name"], file.with_suffix(".jpg").read_bytes(), tuple(truths))
