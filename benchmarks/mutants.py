"""Would the tests notice a small mistake in the rules? Make some hundred, one at a time.

    ./play bench mutants [--sample 400] [--seed 1] [--workers 2] [--only rules/daydream/lines.py]

All tests run once, to note which functions each of them calls. Then every mistake (see
``mutations.py``) gets a process of its own, which runs the quickest tests of its function first and
stops at the first that fails. Where all pass, the whole files of these tests are run: what is
kept between tests (caches) can hide from one test what another one needs. The mistake is in
memory only, and the tests run on a copy of the project. The bar: 90 % are caught.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
BAR = 0.9
OURS = ("rules", "scanner", "templates", "printkit", "paperplay", "practice",
        "tests", "benchmarks", "training")  # fmt: skip
FILES = (
    "rules/**/*.py",
    "scanner/decide.py",
    "scanner/daydream/elements.py",
    "scanner/marks/lines.py",
)
TESTS = (
    *("tests/rules", "tests/paperplay/test_practice_boards.py"),
    *("tests/scanner/test_decide.py", "tests/scanner/test_lines.py"),
    *("tests/scanner/test_daydream_doubts.py", "tests/scanner/test_crossed_rows.py"),
    *("tests/scanner/test_marked.py", "tests/scanner/test_whole_way.py"),
)
QUIET = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
QUICK = 50
"""This many of the quickest tests come first, and only their files are read."""
MOST_MEMORY = 3 << 30
PASSED, FAILED, ENDLESS = "survived", "caught", "timed out"

Lines = dict[str, set[int]]


@dataclass
class Knowledge:
    """What the tests need: seconds and lines, by test."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, Lines] = field(default_factory=dict)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Name the tests that call a line's function, quickest first; of a constant, its file's."""
        own = f"/test_{Path(mutant.path).name}"
        near = [
            test
            for test, lines in self.lines.items()
            if lines.get(mutant.path) or _file(test).endswith(own)
        ]
        hit = [test for test in near if mutant.line in self.lines[test].get(mutant.path, ())]
        return sorted(hit or near, key=lambda test: self.seconds[test])


class Recorder:
    """Notes for each test how long it takes and which of our lines it may run."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Look at some files only: everything else goes on at full speed."""
        self._paths = {str(Path.cwd() / path): path for path in paths}
        self._now: Lines = {}
        self._seen: set[int] = set()
        self.known = Knowledge()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin with a test."""
        self._now = self.known.lines[nodeid] = defaultdict(set)
        self._seen = set()
        sys.settrace(self._called)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note what it took."""
        taken = self.known.seconds.get(report.nodeid, 0.0)
        self.known.seconds[report.nodeid] = taken + report.duration

    def _called(self, frame: FrameType, event: str, arg: object) -> None:
        """Note all lines of a function at once: to follow each would take ten times as long."""
        code = frame.f_code
        if id(code) not in self._seen:
            self._seen.add(id(code))
            path = self._paths.get(code.co_filename)
            if path is not None:
                self._now[path].update(line for _, _, line in code.co_lines() if line)


class Chosen:
    """Runs some tests only, in the order given."""

    def __init__(self, tests: Sequence[str]) -> None:
        """Keep their order."""
        self._order = {test: n for n, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave the others out."""
        items[:] = [item for item in items if item.nodeid in self._order]
        items.sort(key=lambda item: self._order[item.nodeid])


class Swapped:
    """Imports one module from another text."""

    def __init__(self, path: str, source: bytes) -> None:
        """Compile it when it is asked for."""
        self._name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._path, self._source = str(Path.cwd() / path), source

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Answer for the one module."""
        return importlib.util.spec_from_loader(name, self) if name == self._name else None

    def create_module(self, spec: object) -> None:
        """Let Python make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the other text."""
        module.__file__ = self._path
        exec(compile(self._source, self._path, "exec"), module.__dict__)


def main() -> int:
    """Make mistakes, run tests, print what was not noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30, help="Stop after this many.")
    parser.add_argument("--only", action="append", help="A file, or path:line; several times.")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        _copied(Path(folder))
        os.chdir(folder)
        paths = sorted({str(path) for glob in FILES for path in Path().glob(glob)})
        mutants = [m for path in paths for m in mutants_of(path, Path(path).read_bytes())]
        print(f"{len(mutants)} mistakes are possible.", flush=True)
        known = _known(paths)
        print(f"{len(known.seconds)} tests, {time.monotonic() - began:.0f} s.", flush=True)
        chosen = _sample(mutants, options.sample, options.seed, options.only)
        until = began + 60 * options.minutes
        found = _found(chosen, known, options.workers, until)
    return _told(found, len(chosen), time.monotonic() - began)


def _copied(folder: Path) -> None:
    """Copy what tests need, so that the project may be edited meanwhile."""
    leave = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in (*OURS, "docs", "samples", "requirements"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    sys.path[:] = [str(folder) if entry == str(ROOT) else entry for entry in sys.path]
    _forgotten()


def _forgotten() -> None:
    """Let our modules be imported anew: from the copy, and with a mistake."""
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]


def _sample(mutants: list[Mutant], size: int, seed: str, only: list[str] | None) -> list[Mutant]:
    if only:
        mutants = [m for m in mutants if m.path in only or f"{m.path}:{m.line}" in only]
    return Random(seed).sample(mutants, min(size, len(mutants)))


def _known(paths: Sequence[str]) -> Knowledge:
    """Run all tests without a mistake, in a process of its own; then import what they use."""

    def record() -> str:
        import pytest

        recorder = Recorder(paths)
        code = pytest.main([*QUIET, *(test for test in TESTS if Path(test).exists())], [recorder])
        sys.settrace(None)
        libraries = [name for name in sys.modules if name.partition(".")[0] not in OURS]
        lines = {
            test: {path: sorted(of) for path, of in where.items()}
            for test, where in recorder.known.lines.items()
        }
        told = [int(code), recorder.known.seconds, lines, libraries]
        Path("known.json").write_text(json.dumps(told))
        return PASSED

    _finished(_forked(record, 900))
    code, seconds, lines, libraries = json.loads(Path("known.json").read_text())
    if code:
        raise SystemExit("The tests fail as they are: mend that first.")
    _preloaded(libraries)
    needed = {test: {path: set(of) for path, of in where.items()} for test, where in lines.items()}
    return Knowledge(seconds, needed)


def _preloaded(libraries: Sequence[str]) -> None:
    """Import libraries once, so that no process has to; ours come with the mistake."""
    for name in libraries:
        # Some are there for the tests' own main program only, and one that cannot be had
        # beforehand is imported by whoever needs it.
        try:
            importlib.import_module(name)
        except Exception:  # noqa: S112
            continue
    _forgotten()


def _found(
    mutants: Sequence[Mutant], known: Knowledge, workers: int, until: float
) -> list[tuple[Mutant, str]]:
    """Try every mistake in a process of its own, several at a time."""
    waiting, running, found = list(mutants)[::-1], {}, []
    while running or (waiting and time.monotonic() < until):
        while waiting and len(running) < workers and time.monotonic() < until:
            mutant = waiting.pop()
            running[_tried(mutant, known)] = mutant
        pid, status = os.wait()
        if pid in running:
            mutant = running.pop(pid)
            found.append((mutant, _verdict(status)))
            if found[-1][1] != FAILED:
                print(f"{len(found):4}  {found[-1][1]:9}  {mutant}", flush=True)
    return found


def _tried(mutant: Mutant, known: Knowledge) -> int:
    tests = known.tests_of(mutant)
    whole = [test for test in known.seconds if _file(test) in set(map(_file, tests))]
    rest = [*tests[QUICK:], *(test for test in whole if test not in set(tests))]
    seconds = 3 * sum(known.seconds[test] for test in whole) + 20

    def run() -> str:
        text = Path(mutant.path).read_bytes()
        sys.meta_path.insert(0, Swapped(mutant.path, mutant.source(text)))  # type: ignore[arg-type]
        return FAILED if _fails(tests[:QUICK]) or _fails(rest) else PASSED

    return _forked(run, round(seconds))


def _fails(tests: Sequence[str]) -> bool:
    import pytest

    files = sorted(set(map(_file, tests)))
    return bool(tests) and pytest.main([*QUIET, *files], [Chosen(tests)]) != 0


def _file(test: str) -> str:
    return test.partition("::")[0]


def _forked(run: Callable[[], str], seconds: int) -> int:
    """Begin a process with a limit of processor seconds, and three times as many by clock."""
    pid = os.fork()
    if pid:
        return pid
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.alarm(10 * seconds)
        os._exit(0 if run() == PASSED else 1)
    except BaseException:
        os._exit(1)


def _finished(pid: int) -> str:
    return _verdict(os.waitpid(pid, 0)[1])


def _verdict(status: int) -> str:
    if os.WIFSIGNALED(status):
        slow = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL)
        return ENDLESS if slow else FAILED
    return PASSED if os.WEXITSTATUS(status) == 0 else FAILED


def _told(found: Sequence[tuple[Mutant, str]], asked: int, seconds: float) -> int:
    """Print the tables; what takes for ever is noticed as well."""
    print("\n| file | mistakes | caught | timed out | survived |\n| --- | --- | --- | --- | --- |")
    files = sorted({mutant.path for mutant, _ in found})
    for line in (*_by_file(found, files), _line("all", Counter(verdict for _, verdict in found))):
        print(line)
    survived = sorted((m for m, verdict in found if verdict == PASSED), key=str)
    print("\nSurvived:", *(f"- {mutant}" for mutant in survived), sep="\n")
    share = 1 - len(survived) / max(len(found), 1)
    print(f"\n{share:.1%} of {len(found)} caught (of {asked} asked for), {seconds:.0f} s.")
    return 0 if share >= BAR else 1


def _by_file(found: Sequence[tuple[Mutant, str]], files: Sequence[str]) -> Iterator[str]:
    for path in files:
        yield _line(path, Counter(verdict for mutant, verdict in found if mutant.path == path))


def _line(name: str, counts: Counter[str]) -> str:
    cells = [name, counts.total(), counts[FAILED], counts[ENDLESS], counts[PASSED]]
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    sys.exit(main())
