"""Who may import whom, and what a quick command must not import at all."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = ("rules", "templates", "printkit", "scanner", "practice", "paperplay")
"""Each may import itself and those before it."""
HEAVY = {"reportlab", "cv2", "numpy", "PIL", "msgspec", "rich", "tomllib", "pytesseract"}
OUTSIDE_RULES = {"os", "io", "pathlib", "time", "datetime", "socket", "subprocess"}


def imported(source: str) -> Iterator[str]:
    """Yield the top-level name of every import, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "Import by the whole name, so that the direction shows."
            yield (node.module or "").partition(".")[0]


def forbidden(package: str, source: str) -> set[str]:
    """Name our packages that this one must not know of, but imports."""
    later = set(ORDER[ORDER.index(package) + 1 :])
    return set(imported(source)) & (later | {"tests", "training", "benchmarks", "requirements"})


@pytest.mark.parametrize("package", ORDER)
def test_imports_point_one_way(package):
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in sorted((ROOT / package).rglob("*.py"))
        if (found := forbidden(package, path.read_text(encoding="utf-8")))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("package", "source", "found"),
    [
        ("rules", "from templates.wording import say", {"templates"}),
        ("scanner", "def f():\n    import paperplay.cli", {"paperplay"}),
        ("paperplay", "import rules.errors, scanner", set()),
        ("printkit", "import tests.boards", {"tests"}),
    ],
)
def test_an_import_in_the_wrong_direction_is_seen(package, source, found):
    assert forbidden(package, source) == found


def test_rules_know_no_files_and_no_clocks():
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in sorted((ROOT / "rules").rglob("*.py"))
        if (found := set(imported(path.read_text(encoding="utf-8"))) & OUTSIDE_RULES)
    }
    assert not wrong


def whole_names(source: str) -> Iterator[str]:
    """Yield the whole name of every module that is imported."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_stranger_takes_photos_without_knowing_the_scanner():
    own = "benchmarks.stranger"
    files = set((ROOT / "benchmarks" / "stranger").glob("*.py"))
    reading = {path for path in files if path.stem in ("__main__", "measuring")}
    assert len(reading) == 2 and len(files) > 10
    wrong = {
        (path.name, name)
        for path in files - reading
        for name in whole_names(path.read_text(encoding="utf-8"))
        if name.partition(".")[0] in (*ORDER, "training", "benchmarks") and not name.startswith(own)
    }
    assert not wrong


def modules_after(*words: str) -> set[str]:
    """Run a command in a Python of its own and name what it has imported."""
    code = (
        "import sys\nfrom paperplay.cli import main\nstatus = main(sys.argv[1:])\n"
        "print(*sys.modules, file=sys.stderr)\nsys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_a_quick_command_imports_nothing_heavy(words):
    assert not modules_after(*words) & HEAVY


def test_a_heavy_import_would_be_seen():
    assert "cv2" in modules_after("doctor")
