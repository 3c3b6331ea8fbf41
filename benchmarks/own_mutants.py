"""Sheet files as slips and ill will make them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "templates" / "own" / "samples"
EVERYTHING = """
format = 1
name = "everything"
title = "Everything"
players = [1, 4]
tie = ["done", "-rank(total)"]

[[section]]
id = "rows"
title = "Rows"
text = "Some words."
fields = [
  { id = "a", label = "A", min = -9, max = 99 },
  { id = "b", label = "B", options = ["x", "y", "z"] },
  { id = "c", label = "C", several = true, options = [1, 2, 3] },
  { id = "done", label = "D", kind = "box" },
  { id = "e", label = "E", boxes = 7 },
]

[[section]]
id = "rounds"
rounds = ["one", "two", "three"]
once = true
columns = 2
fields = [ { id = "f", max = 9 }, { id = "g", options = [1, 2], label = "G" } ]

[[section]]
once = true
new_page = true
fields = [
  { id = "grid", rows = ["1..", ".2.", "..3"], solution = ["123", "321", "213"] },
  { id = "way", points = 8, closed = true, height = 30 },
  { id = "path", points = [[0, 0], [1, 0.5], [0.5, 1]] },
  { id = "who", kind = "name", label = "Who" },
  { id = "room", kind = "space", height = 30 },
  { id = "hand", label = "By hand", at = [120, 200], page = 2, width = 30 },
]

[[section]]
rounds = 5
once = true
variables = { m = "2..9", k = "-3..3" }
where = "m != k"
fields = [
  { id = "task", label = "{m} + {k} = ", min = -9, digits = 3, answer = "m + k", worth = 2 },
]

[score]
part = "sum(rows) + (5 if b == 'x' else 0) + best(2, f)"
total = "part + right + count(c) + e * done"

[[check]]
that = "a in (1, 2, 3) or filled(b)"
say = "Odd."
at = "a"
"""
"""Its drawing is frozen as well (``tests/editions.py``): leave it as it is."""
WORDS = [
    "sum(", "'", '"', "[", "]", "{", "}", "=", "99999999999999999999", "-1", "0", "1e9", "nan",
    "true", "[[section]]", "[score]", "id", "../x", "😀", "inf", "().__class__", "9**9**9", "{m*9}",
    "players", "fields", "'''", "2026-01-01", "right", "rank(", "lambda:0", 'kind="grid"',
]  # fmt: skip
WORDS += ["\x00", "\u202e", "\\u0000", "a" * 300, "(" * 120, "[" * 400, "boxes = 20", "rounds = 60"]


def texts() -> list[str]:
    """Give the files that are spoilt."""
    return [*(path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*"))), EVERYTHING]


def mutants(count: int, seed: int = 0) -> Iterator[str]:
    """Give so many files, each spoilt in one to four places."""
    rng = random.Random(seed)
    known = texts()
    for number in range(count):
        text = known[number % len(known)]
        for _ in range(rng.randint(1, 4)):
            text = rng.choice(_WAYS)(text, rng)
        yield text


def _cut(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randint(1, 40) :]


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    if rng.random() < 0.5:
        del lines[at]
    else:
        lines.insert(rng.randrange(len(lines)), lines[at])
    return "\n".join(lines)


def _inserted(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(WORDS) + text[at:]


def _number(text: str, rng: random.Random) -> str:
    return _replaced(r"\d+", lambda: str(rng.choice([0, 1, 2, 7, 60, 900, 10**30, -5])), text, rng)


def _word(text: str, rng: random.Random) -> str:
    words = re.findall(r"[a-z_]+", text)
    return _replaced(r"[a-z_]+", lambda: rng.choice(words), text, rng)


def _value(text: str, rng: random.Random) -> str:
    return _replaced(r'"[^"\n]*"', lambda: rng.choice([*WORDS, '"x"', "3", "[]", "{}"]), text, rng)


def _replaced(pattern: str, new: Callable[[], str], text: str, rng: random.Random) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    one = rng.choice(found)
    return text[: one.start()] + new() + text[one.end() :]


_WAYS = (_cut, _line, _inserted, _number, _number, _word, _word, _value)
