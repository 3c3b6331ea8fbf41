"""What ./play test does: lint, format, types, tests, and a summary at the end."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

from requirements import environment, programs

TESTS_FAILED = 1
# Browsers and clocks may stumble while workers share two cores. A fault fails again.
ALONE = ["-n", "0", "--last-failed", "--last-failed-no-failures=none", "--exitfirst"]


def run(more: Sequence[str]) -> int:
    """Run every check, whatever the one before it said; 1 if any failed.

    Args:
        more: Further words for pytest, such as ``tests/rules`` or ``-k rows``.
    """
    environment.prepare("test")
    # One thread a worker: the workers already share the cores.
    threads = {"OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
    settings = environment.settings({**threads, **programs.tesseract(), **programs.browser()})
    results = [check(name, command, settings) for name, command in commands(more)]
    print("\n" + "\n".join(f"{name:<14}{said}" for name, said, _ in results))
    return 0 if all(passed for _, _, passed in results) else 1


def commands(more: Sequence[str]) -> list[tuple[str, list[str]]]:
    """List the checks: a name, and the module with its words."""
    return [
        ("ruff check", ["ruff", "check", "--quiet", "."]),
        ("ruff format", ["ruff", "format", "--quiet", "--check", "."]),
        ("mypy", ["mypy"]),
        ("pytest", ["pytest", "-q", "-n", "auto", "--dist", "loadgroup", *more]),
    ]


def check(name: str, words: Sequence[str], settings: dict[str, str]) -> tuple[str, str, bool]:
    """Run one check; gives its name, what to say of it and whether it passed."""
    print(f"\n== {name}", flush=True)
    begin = time.monotonic()
    status = call(words, settings)
    unsteady = name == "pytest" and status == TESTS_FAILED
    if unsteady:
        print("\n== once more, alone, until one fails: what failed", flush=True)
        status = call([*words, *ALONE], settings)
    said = f"{'FAILED' if status else 'passed'} in {time.monotonic() - begin:.1f} s"
    if unsteady and not status:
        said += ", some only when they ran alone: they are named above, please mend them"
    return name, said, not status


def call(words: Sequence[str], settings: dict[str, str]) -> int:
    """Run a module of the environment in the checkout; gives its exit status."""
    command = [environment.PYTHON, "-P", "-m", *words]
    return subprocess.call(command, cwd=environment.ROOT, env=settings)
