"""What cells, questions and rules are called: by the letters and numbers at a square's edges."""

from __future__ import annotations

from rules.puzzles.grid import SAME, Puzzle, Rule, RuleKind
from templates.wording import say

LETTERS = "ABCDEFGHI"


def element_name(element: str, lang: str, *, several: bool = False) -> str:
    """Name a cell or a question; several puzzles on a page have numbers."""
    if element.startswith("q"):
        return say("puzzles.element.question", lang, n=element[1:])
    place, line, column = element[1:].split(".")
    name = f"{LETTERS[int(column) - 1]}{line}"
    if place == "1" and not several:
        return say("puzzles.element.cell", lang, cell=name)
    return say("puzzles.element.cell-of", lang, cell=name, n=place)


def cell_name(puzzle: Puzzle, cell: int) -> str:
    """Name a cell by column and line."""
    line, column = puzzle.grid.place(cell)
    return f"{LETTERS[column - 1]}{line}"


def rule_name(puzzle: Puzzle, rule: Rule, lang: str) -> str:
    """Name a house, a cage or a sign."""
    line, column = puzzle.grid.place(rule.cells[0])
    first, last = (cell_name(puzzle, cell) for cell in (rule.cells[0], rule.cells[-1]))
    facts = {"line": line, "column": LETTERS[column - 1], "first": first, "last": last,
             "label": cage_label(rule)}  # fmt: skip
    return say(f"puzzles.rule.{rule.kind}", lang, **facts)


def cage_label(rule: Rule) -> str:
    """Give what stands in a cage's corner."""
    if rule.kind is not RuleKind.CAGE:
        return ""
    return str(rule.number) if rule.sign == SAME else f"{rule.number}{rule.sign}"
