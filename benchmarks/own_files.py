"""What spoilt sheet files do: each is checked, shown, laid out, printed and scored by itself.

    ./play bench own_files --files 500 --seed 0

Every file has a process of its own, which may write into one folder only and read there and where
the program and the system are. A status other than 0 and 2, a traceback, a file elsewhere, over
2 s of processor time for a command or 200 MB are told, and make the call fail.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.own_mutants import mutants

MOST_SECONDS, MOST_MB = 2.0, 200
COMMANDS = (
    "sheet check spoilt.toml",
    "sheet show spoilt.toml --out x.png",
    "layout spoilt.toml",
    "print spoilt.toml --out x.pdf --force",
    "print spoilt.toml --out x.pdf --key k.pdf --force",
)
_KNOWN = [str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "/usr", "/lib", "/etc/mime"]
_KNOWN += ["/proc/self", "/dev/null", "/dev/urandom", *filter(None, [sys.pycache_prefix])]


class Watch:
    """Notes which files are opened elsewhere, and whether anything else is begun."""

    def __init__(self, folder: Path) -> None:
        """Watch from now on; only writing into the folder is right."""
        self.folder, self.elsewhere, self.busy = str(folder), set[str](), False
        sys.addaudithook(self)

    def __call__(self, event: str, facts: tuple[Any, ...]) -> None:
        """Judge what the interpreter is about to do."""
        if self.busy or os.getpid() == _PARENT:
            return
        if event in ("subprocess.Popen", "os.system", "os.exec", "socket.connect"):
            self.elsewhere.add(event)
        if event != "open" or not isinstance(facts[0], str | bytes):
            return
        self.busy = True
        path = os.path.realpath(os.fsdecode(facts[0]))
        writes = any(sign in str(facts[1] or "") for sign in "wax+")
        writes |= bool((facts[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        if not path.startswith(self.folder) and (writes or not path.startswith(tuple(_KNOWN))):
            self.elsewhere.add(path)
        self.busy = False


def told_by(watch: Watch) -> dict[str, Any]:
    """Do everything with the file that lies here, until it is refused."""
    slowest, faults, status = 0.0, [], 0
    for command in [*COMMANDS, "score b.json"]:
        began, out, err = time.process_time(), io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                if command.startswith("score"):
                    _invent()
                status = _status(command.split())
        except BaseException:
            faults.append(f"{command}: {traceback.format_exc(limit=-4)}")
            break
        slowest = max(slowest, time.process_time() - began)
        said = err.getvalue()
        if status not in (0, 2) or "Traceback" in said or (status == 2 and not said.strip()):
            faults.append(f"{command}: {status} {said[:300]}")
        if status:
            break
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    elsewhere = sorted(watch.elsewhere)
    return dict(status=status, s=slowest, mb=megabytes, faults=faults, elsewhere=elsewhere)


def _status(words: list[str]) -> Any:
    from paperplay.cli import main as command_line

    try:
        return command_line(words) or 0
    except SystemExit as ended:
        return ended.code or 0


def _invent() -> None:
    """Fill in the sheet, as far as anybody could, and keep the board."""
    from practice.own import invented
    from printkit.order import Order
    from printkit.own.drawing import code_of
    from templates.own import shelf
    from templates.own.judge import JUDGE, known

    sheet = known(shelf.sheet_in(Path("spoilt.toml")))
    board = invented(JUDGE.layout_of(code_of(sheet, Order(sheet.sheet))), Random(1))
    Path("b.json").write_text(json.dumps(board), encoding="utf-8")


def apart(text: str, watch: Watch) -> dict[str, Any]:
    """Try one file in a process of its own."""
    Path("spoilt.toml").write_text(text, encoding="utf-8")
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.close(here)
        os.write(there, json.dumps(told_by(watch)).encode())
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    nothing = dict(status=9, s=0.0, mb=0, faults=["ended without a word"], elsewhere=[])
    return dict(json.loads(said)) if said else nothing


_PARENT = os.getpid()


def main() -> int:
    """Try the files, and print what they did."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--files", type=int, default=500)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    sys.dont_write_bytecode = True  # what Python keeps of modules is not the file's doing
    for name in ("print", "layout", "score", "sheet", "sheet_check", "sheet_show"):
        import_module(f"paperplay.commands.{name}")
    for name in ("printkit.press", "printkit.own.picture", "practice.own", "printkit.own.key"):
        import_module(name)
    statuses, slowest, largest, bad = Counter[int](), 0.0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_DATA_HOME"] = str(Path(folder, "data"))
        os.environ["PAPERPLAY_CACHE"] = str(Path(folder, "cache"))
        watch = Watch(Path(folder).resolve())
        for number, text in enumerate(mutants(given.files, given.seed)):
            told = apart(text, watch)
            statuses[told["status"]] += 1
            slowest, largest = max(slowest, told["s"]), max(largest, told["mb"])
            faults = [*told["faults"], *(f"elsewhere: {path}" for path in told["elsewhere"])]
            faults += ["slow"] if told["s"] > MOST_SECONDS else []
            faults += ["large"] if told["mb"] > MOST_MB else []
            bad += bool(faults)
            for fault in faults:
                print(f"{number}: {fault}", flush=True)
        os.chdir("/")
    print(f"{given.files} files, {statuses[0]} fine, {statuses[2]} refused, {bad} bad;"
          f" slowest command {slowest:.2f} s, largest process {largest} MB")  # fmt: skip
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
