"""Boards, class lists and results that are almost right, each made from a seed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 9, 10, 99, 2**31, 2**63, 10**400, 1.5, -0.0, 1e308,
    float("nan"),
    float("inf"), "", "dot", "sun", "both", "circled", "filled", "9", "-1", "c1", "daydream/A",
    "daydream/ZZ",
    "when-i-dream/score", "dreams/score", "own/x", "../../etc/passwd", "\0", "\ud800",
    "x" * 5000, "😀", [], [[]], [1, 2], {}, {"": 0}, {"c1": {}}, {"value": 3}, [None] * 50,
)  # fmt: skip
KEYS = (
    "format",
    "sheet",
    "seed",
    "solo",
    "clouds",
    "c1",
    "c999",
    "r1",
    "",
    "1",
    "0",
    "-1",
    "votes",
    "ä",
)


def sample_boards() -> list[dict[str, Any]]:
    """Read the boards of the samples: all three games."""
    paths = [*(ROOT / "samples").glob("*/board.json"), *(ROOT / "samples").glob("*/*board.json")]
    boards = [json.loads(path.read_text("utf-8")) for path in sorted(set(paths))]
    lines = (ROOT / "samples/boards/EDF-table.jsonl").read_text("utf-8").splitlines()
    solo = (ROOT / "samples/boards/A-solo.json").read_text("utf-8")
    return [*boards, json.loads(solo), *(json.loads(line) for line in lines if line.strip())]


def mutated(value: Any, rng: Random, times: int) -> Any:
    """Change places anywhere in a JSON value: other values, keys more, keys less."""
    value = copy.deepcopy(value)
    for _ in range(times):
        place, key = _place(value, rng)
        if place is None:
            return rng.choice(ODD)
        act = rng.random()
        if act < 0.6:
            place[key] = copy.deepcopy(rng.choice(ODD))
        elif act < 0.75:
            del place[key]
        elif isinstance(place, dict):
            place[rng.choice(KEYS)] = place[key]
        else:
            place.extend([place[key]] * rng.choice((1, 3, 200)))
    return value


def board_text(seed: int, boards: list[dict[str, Any]]) -> str:
    """Make the board of this seed, on one line: mutated as JSON, as text, or made by hand."""
    rng = Random(seed)
    if rng.random() < 0.05:
        return rng.choice(HAND_MADE)
    value = mutated(rng.choice(boards), rng, rng.choice((1, 1, 1, 2, 4, 12)))
    text = json.dumps(value, ensure_ascii=rng.random() < 0.8)
    return mutated_text(text, rng) if rng.random() < 0.25 else text


def mutated_text(text: str, rng: Random) -> str:
    """Spoil text: cut it, drop or double a piece, put something odd in."""
    for _ in range(rng.choice((1, 1, 3))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((1, 1, 5, 60)))
        middle = rng.choice(
            ("", text[start:end] * 2, '"', "{", "]", ",", "\\u", "NaN", "1e999", "\t", "é", "\0")
        )
        text = text[:start] + middle + text[end:]
    return text.replace("\n", " ").replace("\r", " ")


HAND_MADE = (
    "[" * 100_000,
    '{"a":' * 5_000 + "1" + "}" * 5_000,
    '{"format": 1}',
    "null",
    "1",
    '""',
    "[]",
    "{}",
    "﻿{}",
    "nan",
    '{"format": 1, "format": 2}',
    '{"format": 1, "sheet": "A"}',
    "9" * 5000,
    '{"format": ' + "1" * 5000 + "}",
    json.dumps({"format": 1, "sheet": "daydream/A", "clouds": {f"c{i}": 1 for i in range(20_000)}}),
    json.dumps({"format": 1, "sheet": "dreams/score", "players": [""] * 9_999, "rounds": []}),
    '{"format": 1, "sheet": "when-i-dream/score", "players": ["a"], "rounds": [{"dreamer": 1}]}',
)

LISTS = (
    "Ida Müller\nJörg Größe\n",
    "Name;Vorname;Klasse\nMüller;Ida;7b\nGröße;Jörg;7b\n",
    "Nr\tName\n1\tIda\n2\tTom\n",
    '"Müller, Ida"\n"Größe, Jörg"\n',
    "Ida\n" * 50,
    "=cmd()\n+1\n@x\n-y\n",
    "\n\n\n",
    ";;;;\n;;\n",
    "Name\n",
)


def class_list(seed: int) -> tuple[str, bytes]:
    """Make the class list of this seed: its ending, and its bytes."""
    rng = Random(seed)
    text = rng.choice(
        (*LISTS, "\n".join(f"Pupil {i}" for i in range(rng.choice((0, 1, 400, 12_000)))))
    )
    for _ in range(rng.choice((0, 1, 4))):
        start = rng.randrange(len(text) + 1)
        odd = rng.choice(
            ("\0", '"', ";", "\n", "\x1b[2J", "‮", "x" * 9999, "\r", "﻿", "=1+1", "\t\t", "'")
        )
        text = text[:start] + odd + text[start + rng.choice((0, 0, 5)) :]
    coding = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-32"))
    data = text.encode(coding, "replace")
    if rng.random() < 0.4:
        data = bytearray(data)
        for _ in range(min(len(data), rng.choice((1, 10)))):
            data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.1:
        data = b"PK\x03\x04" + bytes(data)
    return rng.choice(("csv", "csv", "csv", "xlsx", "txt", "CSV", "")), bytes(data)


def _place(value: Any, rng: Random) -> tuple[Any, Any]:
    """Walk to a place at random; None if the value is nothing that has places."""
    place, key = None, None
    while isinstance(value, dict | list) and value:
        place = value
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        value = place[key]
        if rng.random() < 0.25:
            break
    return place, key
