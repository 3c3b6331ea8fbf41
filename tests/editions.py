"""A fingerprint of every blank, so that no change of print goes unnoticed.

    python -m tests.editions "why the print has changed"

records new ones and keeps the reason. What belongs to a frozen edition is on people's paper and
never recorded again: a changed drawing needs a new edition in the code, and the older one stays
readable.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from benchmarks.own_mutants import EVERYTHING
from printkit.drawing import drawing_of
from printkit.order import Order
from printkit.own.drawing import code_of
from rules.daydream.exercise import deduction_form
from rules.puzzles.sheet import ALL_KINDS, PuzzleSheet, levels_of, most_of
from templates.check_page import check_code
from templates.games import game_of, games
from templates.languages import LANGUAGES
from templates.own import shelf
from templates.own.judge import known
from templates.own.reading import read_sheet
from templates.page import PAPERS
from templates.sheet_code import INKS, SheetCode
from tests.note_pen import NotePen

FILE = Path(__file__).with_name("golden") / "editions.txt"
DAYDREAM = games()["daydream"].sheets
TABLES = [game for game in games().values() if game.players]
SEEDS = (1, 77, 999_999)
TASKS = """
format = 1
name = "tasks"
title = "Tasks"
players = [1, 6]

[[section]]
rounds = 4
variables = { a = "10..99", b = "2..9" }
fields = [ { id = "race", label = "{a} + {b} =", digits = 3 } ]

[[section]]
once = true
rounds = 4
variables = { c = "2..9" }
fields = [
  { id = "double", label = "2 · {c} =", digits = 2 },
  { id = "odd", label = "{c} is odd", kind = "box" },
  { id = "sure", label = "sure", options = ["yes", "no"] },
]
"""
"""Numbers that are drawn, before the players' columns and in columns of their own."""
FROZEN = 1
"""The last edition that people have printed."""


def codes() -> Iterator[SheetCode]:
    """Yield every sheet, paper and ink; languages, seeds, players and tasks by sample."""
    for n, (kind, paper, ink) in enumerate(product(DAYDREAM, PAPERS, INKS)):
        yield SheetCode(kind, paper, LANGUAGES[n % len(LANGUAGES)], ink)
    for n, (kind, lang) in enumerate(product(DAYDREAM, LANGUAGES)):
        yield SheetCode(kind, list(PAPERS)[n % 2], lang, copy=n + 1, class_mark=n)
    for n, (kind, seed) in enumerate(product(DAYDREAM, SEEDS)):
        yield SheetCode(kind, list(PAPERS)[n % 2], LANGUAGES[n % len(LANGUAGES)], seed=seed)
    for n, (kind, level) in enumerate(product(DAYDREAM, (1, 2, 3))):
        code = SheetCode(kind, list(PAPERS)[n % 2], LANGUAGES[n % len(LANGUAGES)], INKS[n // 3 % 3])
        yield code.with_exercise(level, 1 + n)
    for game in TABLES:
        numbers = range(game.players.fewest, game.players.most + 1)
        for n, (players, paper, ink) in enumerate(product(numbers, PAPERS, INKS)):
            lang = LANGUAGES[n % len(LANGUAGES)]
            yield SheetCode(game.sheets[0], paper, lang, ink, players=players)
    yield from puzzles()
    yield SheetCode("dreams/score", players=4, page=2)
    for n, (paper, ink) in enumerate(product(PAPERS, INKS)):
        yield check_code(paper, LANGUAGES[n % len(LANGUAGES)], ink)
    own, tasks = (known(shelf.put(read_sheet(text, "own.toml"))) for text in (EVERYTHING, TASKS))
    for n, (paper, ink) in enumerate(product(PAPERS, INKS)):
        code = code_of(own, Order(own.sheet, paper=paper, ink=ink, players=1 + n % 4, variant=n))
        yield from (replace(code, page=page) for page in (1, 2))
        yield code_of(tasks, Order(tasks.sheet, paper=paper, ink=ink, players=1 + n, variant=n))


def puzzles() -> Iterator[SheetCode]:
    """Yield every kind and level of a class's puzzles, each set in another way."""
    for n, (kind, level) in enumerate(product(DAYDREAM, range(1, 6))):
        if n % 3 == 0:
            code = SheetCode(kind, list(PAPERS)[n % 2], LANGUAGES[n % len(LANGUAGES)])
            yield code.with_exercise(deduction_form(level), 1 + n)
    asked = ((kind, level) for kind in ALL_KINDS for level in levels_of(kind))
    for n, (kind, level) in enumerate(asked):
        count = 1 + n % most_of(kind, large=n % 3 == 0)
        sheet = PuzzleSheet(kind, level, 1 + n, count, large=n % 3 == 0, because=n % 2 == 0)
        papers, langs = list(PAPERS), LANGUAGES
        code = SheetCode(f"puzzles/{kind}", papers[n % 2], langs[n % len(langs)], INKS[n % 3])
        yield replace(code, variant=sheet.variant)


def fingerprint(code: SheetCode) -> str:
    """Draw a sheet with a pen that takes notes, and give a sum over them."""
    page, pen = game_of(code.sheet).judge.layout_of(code).page, NotePen()
    pen.page(page.width, page.height)
    drawing_of(code.sheet).draw_sheet(pen, code)
    return hashlib.sha256("\n".join(pen.notes).encode()).hexdigest()[:12]


def line_of(code: SheetCode) -> str:
    """Give the line that is kept of a blank."""
    parts = [code.sheet, code.paper, code.ink, code.lang]
    more = {"seed": code.seed, "variant": code.variant, "players": code.players, "copy": code.copy}
    parts += [f"{name}={value}" for name, value in more.items() if value]
    parts += [f"page={code.page}"] if code.page > 1 else []
    return f"{code.edition} {fingerprint(code)} {' '.join(parts)}"


def kept() -> tuple[list[str], list[str]]:
    """Give the reasons and the lines that are kept."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return [line for line in lines if line[:1] == "#"], [line for line in lines if line[:1] != "#"]


def record(reason: str) -> None:
    """Keep the fingerprints as they are now, and why."""
    if not reason.strip():
        raise SystemExit('Say why the print has changed: python -m tests.editions "..."')
    now = [line_of(code) for code in codes()]
    frozen = [line for line in kept()[1] if int(line.partition(" ")[0]) <= FROZEN]
    if lost := [line for line in frozen if line not in now]:
        raise SystemExit(f"Edition {FROZEN} is frozen, raise EDITION: {lost[0]}")
    lines = [*kept()[0], f"# {reason.strip()}", *now]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    record(" ".join(sys.argv[1:]))
