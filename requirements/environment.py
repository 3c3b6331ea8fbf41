"""The environment in .play/: made from a lock file, stamped, and instant the second time."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = Path(os.environ.get("PAPERPLAY_SETUP") or ROOT).absolute() / ".play"
ENV = HOME / "env"
PYTHON = str(ENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


class SetupError(Exception):
    """Something that the person at the keyboard can put right."""


def say(sentence: str) -> None:
    """Tell the person; standard output belongs to the program's results."""
    print("play: " + sentence, file=sys.stderr, flush=True)


def settings(more: Mapping[str, str]) -> dict[str, str]:
    """Give the variables that the program runs with: our packages, and bytecode in .play."""
    ours = {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(HOME / "bytecode")}
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **ours, **more}


def lock_file(kind: str) -> Path:
    """Name the lock file of a kind: run, test or tesseract."""
    return ROOT / "requirements" / f"{kind}.txt"


def stamp_of(kind: str) -> str:
    """Sum up what an environment is made of: the lock, the Python and the machine."""
    machine = os.uname().machine if hasattr(os, "uname") else ""
    made_for = f"{sys.implementation.cache_tag} {sys.platform} {machine}"
    return hashlib.sha256(lock_file(kind).read_bytes() + made_for.encode()).hexdigest()


def stamp_file(kind: str) -> Path:
    """Say where a stamp is kept: inside the environment, so that they vanish together."""
    return ENV / f"stamp-{kind}"


def stamped(kind: str) -> str | None:
    """Read a stamp; None where there is none."""
    try:
        return stamp_file(kind).read_text()
    except OSError:
        return None


def write_stamp(kind: str) -> None:
    """Note that this kind is installed."""
    stamp_file(kind).write_text(stamp_of(kind))


def is_current(kind: str) -> bool:
    """Say whether this kind is installed; the test set holds the run-time set, too."""
    kinds = ("run", "test") if kind == "run" else (kind,)
    return Path(PYTHON).exists() and any(stamped(each) == stamp_of(each) for each in kinds)


def is_sound() -> bool:
    """Say whether one may add to what is there: finished once, and of today's locks."""
    stamps = {kind: stamped(kind) for kind in ("run", "test")}
    known = {kind: stamp for kind, stamp in stamps.items() if stamp is not None}
    fresh = all(stamp == stamp_of(kind) for kind, stamp in known.items())
    return Path(PYTHON).exists() and bool(known) and fresh


@contextmanager
def alone() -> Iterator[None]:
    """Let one call build while others wait for it; Windows has no such lock to offer."""
    try:
        HOME.mkdir(parents=True, exist_ok=True)
        with (HOME / "lock").open("w") as file:
            with suppress(ImportError):
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise SetupError(
            f"{HOME} cannot be written ({error.strerror or error}). Copy the checkout to a folder "
            "of your own, or set PAPERPLAY_SETUP to one where .play may be made, then call again."
        ) from error


def prepare(kind: str) -> None:
    """Make the environment, unless it is already as the lock file says."""
    if is_current(kind):
        return
    with alone():
        if is_current(kind):
            return
        size = {"run": 300, "test": 500}[kind]
        say(f"setting up in .play, this once. It takes half a minute and about {size} MB.")
        if not is_sound():
            make_empty()
        install(kind)


def make_empty() -> None:
    """Begin with nothing but a Python."""
    import shutil

    shutil.rmtree(ENV, ignore_errors=True)
    # Without pip, because Debian's Python can make no other without a further package.
    step([sys.executable, "-m", "venv", "--without-pip", str(ENV)])


def install(kind: str) -> None:
    """Install a lock file with uv, or pip where there is no uv that works, and stamp it."""
    import shutil

    from requirements import pip

    asked = ["--quiet", "--require-hashes", "--only-binary", ":all:", "-r", str(lock_file(kind))]
    uv = shutil.which("uv")
    if not uv or call([uv, "pip", "install", "--python", PYTHON, *asked], pip.settings()) != 0:
        if uv:
            say("uv could not do it, so pip tries.")
        # Asked twice to be quiet, pip keeps its warnings to itself and still says what failed.
        with_pip = [PYTHON, pip.program(HOME), "install", "--no-compile", "--quiet", *asked]
        step(with_pip, pip.settings())
    write_stamp(kind)


def step(command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
    """Run one step of the set-up; where it fails, its own words stand above ours."""
    if call(command, env) != 0:
        raise SetupError(
            "the set-up stopped at the step above. Check the network and that 500 MB are free, "
            "then call again."
        )


def call(command: Sequence[str], env: Mapping[str, str] | None = None) -> int:
    """Run a program and give its status; standard output stays clean for the results."""
    import subprocess

    return subprocess.call(command, env=env, stdout=sys.stderr)
