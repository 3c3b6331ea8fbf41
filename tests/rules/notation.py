r"""A board as one line of text, for tests, bug reports and samples.

    BC#0 clouds=2----3 rows=.*x-! objects=3,1,0 sky=5:s1,s2 total=4 name="Ida"

First the combination and the seed. Every part that a pen has touched follows, its elements in
the sheet's order and ``-`` for one that was left alone:

``clouds``     digits
``rows``       ``.`` dot, ``*`` sun, ``x`` crossed, ``!`` both
``objects``    segments
``bonuses``    ``|`` line, ``@`` leaf, ``!`` both
``leaves``     ``o`` circled, ``@`` filled
``thorns``     how many
``polaroids``  digits, each with ``o`` behind it if it is circled
``sky``        lines on the constellation, and its circled stars
``notes``      filled heads
``chain``      digits, each with ``o`` behind it if it is linked
``frames``     for each family its rewards: ``o`` circled, ``x`` crossed
``total``      what the player wrote

``solo`` stands alone, and the name comes last, as in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from rules import values
from rules.daydream.board import FORMAT, DaydreamBoard, blank
from rules.daydream.parse import HIGHEST_SEED, board_from, full_name
from rules.daydream.sheet import Sheet

_NOTHING = "-"
_SIGNS: Mapping[str, Mapping[str, str]] = {
    "rows": {"dot": ".", "sun": "*", "crossed": "x", "both": "!"},
    "bonuses": {"line": "|", "leaf": "@", "both": "!"},
    "leaves": {"circled": "o", "filled": "@"},
    "frames": {"circled": "o", "crossed": "x"},
}
_PARTS = (
    *("clouds", "rows", "objects", "bonuses", "leaves", "thorns", "polaroids", "sky"),
    *("notes", "chain", "frames", "total", "name"),
)


def to_line(board: DaydreamBoard, sheet: Sheet) -> str:
    """Write a board as one line; parts that no pen has touched are left out."""
    untouched = _parts(blank(sheet))
    words = [f"{board.sheet.rpartition('/')[2]}#{board.seed}"]
    if board.solo:
        words.append("solo")
    words += [f"{part}={text}" for part, text in _parts(board).items() if text != untouched[part]]
    return " ".join(words)


def sheet_of_line(line: str) -> tuple[str, int]:
    """Say which sheet a line is about: its name and its seed.

    Raises:
        HostError: ``bad-value``, if the line does not begin with one.
    """
    found = re.match(r"\s*([\w/-]{1,40})#([0-9]{1,9})(\s|$)", line)
    if not found:
        raise values.bad_value(line, "sheet", "text", high=40)
    return full_name(found[1]), values.integer(int(found[2]), "seed", 0, HIGHEST_SEED)


def from_line(line: str, sheet: Sheet) -> DaydreamBoard:
    """Read what ``to_line`` wrote.

    Raises:
        HostError: ``bad-value`` or ``unknown-id``, naming the field as in JSON.
    """
    name, seed = sheet_of_line(line)
    given: dict[str, str] = {}
    data: dict[str, object] = {"format": FORMAT, "sheet": name, "seed": seed}
    rest = re.sub(r"^\s*\S+\s*", "", line).rstrip("\r\n ")
    while rest:
        word = re.match(r'(?:name="(?:[^"\\]|\\.)*"|\S+)', rest)
        text = word[0] if word else rest
        rest = rest[len(text) :].lstrip(" ")
        part, equals, inside = text.partition("=")
        if text == "solo" and "solo" not in data:
            data["solo"] = True
        elif equals and part in _PARTS and part not in given:
            given[part] = inside
        else:
            raise values.unknown_id(text, values.child("", part), ("solo", *_PARTS))
    return board_from(data | _data(given, sheet), sheet)


def _parts(board: DaydreamBoard) -> dict[str, str]:
    sky = board.constellation
    return {
        "clouds": "".join(map(_digit, board.clouds.values())),
        "rows": _signs("rows", board.rows.values()),
        "objects": _numbers(board.objects.values()),
        "bonuses": _signs("bonuses", board.bonuses.values()),
        "leaves": _signs("leaves", board.leaves.values()),
        "thorns": str(board.thorns),
        "polaroids": "".join(_ringed(ink.value, ink.circled) for ink in board.polaroids.values()),
        "sky": f"{sky.lines}:{','.join(sky.circled)}" if sky else "",
        "notes": _numbers(board.notes.values()),
        "chain": "".join(_ringed(ink.value, ink.linked) for ink in board.chain.values()),
        "frames": ",".join(_signs("frames", marks.values()) for marks in board.frames.values()),
        "total": _NOTHING if board.total is None else str(board.total),
        "name": json.dumps(board.name, ensure_ascii=False),
    }


def _data(given: Mapping[str, str], sheet: Sheet) -> dict[str, object]:
    """Turn the parts of a line into JSON, for the same checks as any other board."""
    ids = {
        "clouds": [cloud.id for cloud in sheet.clouds],
        "rows": [row.id for row in sheet.rows],
        "objects": [thing.id for thing in sheet.objects],
        "bonuses": sheet.bonus_ids,
        "leaves": [leaf.id for leaf in sheet.leaves],
        "polaroids": [polaroid.id for polaroid in sheet.polaroids],
        "notes": [note.id for note in sheet.notes],
        "chain": [moon.id for moon in sheet.chain],
        "frames": [frame.id for frame in sheet.frames],
    }
    data: dict[str, object] = {}
    for part, text in given.items():
        if part in ids:
            each = _split(part, text)
            if len(each) != len(ids[part]):
                count = len(ids[part])
                raise values.bad_value(text, part, "list", low=count, high=count)
            data[part] = {
                id_: _element(part, sign, sheet, id_)
                for id_, sign in zip(ids[part], each, strict=True)
            }
        elif part == "sky":
            lines, _, stars = text.partition(":")
            circled = stars.split(",") if stars else []
            data["constellation"] = {"lines": _number(lines), "circled": circled}
        else:
            data[part] = _name(text) if part == "name" else _number(text)
    return data


def _split(part: str, text: str) -> Sequence[str]:
    if part in ("objects", "notes", "frames"):
        return text.split(",") if text else []
    return re.findall(r".o?", text) if part in ("polaroids", "chain") else text


def _element(part: str, sign: str, sheet: Sheet, id_: str) -> object:
    if part in ("clouds", "objects", "notes"):
        return _number(sign)
    if part in ("polaroids", "chain"):
        ring = "circled" if part == "polaroids" else "linked"
        return {"value": _number(sign[0]), ring: sign.endswith("o")}
    if part == "frames":
        rewards = next(frame.rewards for frame in sheet.frames if frame.id == id_)
        if len(sign) != len(rewards):
            field = f"{part}.{id_}"
            raise values.bad_value(sign, field, "list", low=len(rewards), high=len(rewards))
        marks = zip(rewards, sign, strict=True)
        return {str(value): _mark(part, mark) for value, mark in marks}
    return _mark(part, sign)


def _mark(part: str, sign: str) -> object:
    """Read a sign; an unknown one is left to be refused."""
    marks = {each: mark for mark, each in _SIGNS[part].items()}
    return None if sign == _NOTHING else marks.get(sign, sign)


def _number(text: str) -> object:
    """Read a number; anything else is left to be refused."""
    if text == _NOTHING:
        return None
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII) else text


def _name(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        raise values.bad_value(text, "name", "text", high=values.LONGEST_TEXT) from None


def _digit(value: int | None) -> str:
    return _NOTHING if value is None else str(value)


def _ringed(value: int | None, ring: bool) -> str:
    return _digit(value) + "o" * ring


def _numbers(each: Iterable[int]) -> str:
    return ",".join(map(str, each))


def _signs(part: str, marks: Iterable[str | None]) -> str:
    return "".join(_SIGNS[part][mark] if mark else _NOTHING for mark in marks)
