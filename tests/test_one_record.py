"""What is a game's own stands in its folders: nothing else asks which game it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from templates.games import games

ROOT = Path(__file__).parents[1]
PACKAGES = ("templates", "printkit", "scanner", "practice", "paperplay")
FOLDERS = {game.words for game in games().values()}
NAMES = {*games(), *FOLDERS}
OWN_MODULES = {
    module
    for game in games().values()
    for field, module in vars(game).items()
    if field.endswith("_in") and module
}


@cache
def modules(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def is_own(path: Path) -> bool:
    """Whether a module is a game's: it, or its folder, has the game's name, or its record."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return dotted(path) in OWN_MODULES or any(
        part == name or part.startswith(f"{name}_") for part in parts for name in FOLDERS
    )


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


SHARED = [path for path in modules(*PACKAGES) if not is_own(path)]


def texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield every text that is no docstring: an expression of its own says something to people."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


def names_games(text: str) -> bool:
    """Whether a text is a name, a path or a key that begins with a game's name."""
    return " " not in text and re.split("[/.]", text)[0] in NAMES


@cache
def own_types() -> frozenset[str]:
    """Name the classes that games define for themselves, by module and name."""
    return frozenset(
        f"{dotted(path)}.{node.name}"
        for path in modules(*PACKAGES, "rules")
        if is_own(path)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    )


def asked_types(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every class that ``isinstance`` asks for, by module and name, with the line."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            for each in ast.walk(node.args[1]):
                if isinstance(each, ast.Name):
                    yield node.lineno, known.get(each.id, each.id)
                elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
                    yield node.lineno, f"{known.get(each.value.id, each.value.id)}.{each.attr}"


def named_in(path: Path) -> list[tuple[int, str]]:
    return [(node.lineno, node.value) for node in texts(tree_of(path)) if names_games(node.value)]


def asked_in(path: Path) -> list[tuple[int, str]]:
    return [asked for asked in asked_types(tree_of(path)) if asked[1] in own_types()]


@pytest.mark.parametrize("path", SHARED, ids=dotted)
def test_no_game_is_asked_for_outside_its_own_folders(path):
    named, asked = named_in(path), asked_in(path)
    assert not named, f"Ask the game's record (templates/game.py) instead: {named}"
    assert not asked, f"Let the game's own module tell: {asked}"


def test_these_tests_can_fail():
    code = 'if x == "dreams":\n    y = "daydream/"\nassert isinstance(b, Board | Layout)\n'
    tree = ast.parse(f"from rules.daydream.board import Board\n{code}")
    assert [node.value for node in texts(tree) if names_games(node.value)] == [
        "dreams",
        "daydream/",
    ]
    assert {name for _, name in asked_types(tree)} == {"rules.daydream.board.Board", "Layout"}
    assert "rules.daydream.board.DaydreamBoard" in own_types()
    assert any("daydream" in dotted(path) for path in modules(*PACKAGES) if is_own(path))
    assert len(SHARED) > 100
