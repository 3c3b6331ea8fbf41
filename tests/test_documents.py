"""What the documents tell people to type works as printed, and what they point to is there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from PIL import Image

from paperplay import cli

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "samples/**/*.md", "training/*.md")
    for path in ROOT.glob(pattern)
)
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.M | re.S)
CALL = re.compile(r"^ *(?:[A-Z_]+=\S+ )*(\./play|paperplay|python -m|pip install)\b")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
NOT_RUN = ("test", "serve", "bench")
"""Commands that do not end by themselves, take minutes, or would run these tests again."""


def calls_in(document):
    """Give each command with the kind of block that it stands in."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for kind, block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if CALL.match(line):
                yield kind, line.strip()


def words_of(call):
    """The words of a call, without settings, prompts and remarks."""
    words = shlex.split(call, comments=True)
    while "=" in words[0]:
        words = words[1:]
    return words


def is_run(words):
    """Whether a call is tried out; others are only checked."""
    ours = words[0] in ("./play", "paperplay")
    return ours and words[1] not in NOT_RUN and "--dask" not in words


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_stand_in_blocks_that_are_tried(document):
    assert [call for kind, call in calls_in(document) if kind != "sh"] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    text = BLOCK.sub("", (ROOT / document).read_text(encoding="utf-8"))
    ours = [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]
    folder = (ROOT / document).parent
    assert [link for link in ours if not (folder / link).exists()] == []


# ------------------------------------------------------------------ commands that are run


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """``paperplay`` as it is after an installation, and ``./play`` as it is in a checkout."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "paperplay"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m paperplay "$@"\n')
    program.chmod(0o755)
    return folder


@pytest.fixture
def folder(tmp_path, tools):
    """A reader's folder: photos of the evening, a class list, words of the week."""
    (tmp_path / "play").symlink_to(tools / "paperplay")
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    (tmp_path / "photos").mkdir()
    shutil.copy(ROOT / "samples/photos/BAC.jpg", tmp_path / "photos/IMG_2041.jpg")
    with Image.open(ROOT / "samples/photos/BAC.jpg") as photo:
        photo.save(tmp_path / "pile.pdf")  # as a document scanner gives it
    shutil.copy(ROOT / "samples/7b.csv", tmp_path / "7b.csv")
    words = ["moon", "river", "tower", "bread", "ladder", "clock", "winter", "button"]
    (tmp_path / "week7.csv").write_text("\n".join(words * 8))
    return tmp_path


@pytest.mark.parametrize(
    "document",
    [name for name in DOCUMENTS if any(is_run(words_of(call)) for _, call in calls_in(name))],
)
def test_commands_work_as_printed(document, folder, tools, tmp_path_factory):
    """One after the other, as somebody does who reads from top to bottom."""
    settings = {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path_factory.mktemp("data")),
    }
    for _, call in calls_in(document):
        if not is_run(words_of(call)):
            continue
        done = subprocess.run(
            ["bash", "-c", call],
            cwd=folder,
            env=settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (call, done.stderr)


# ------------------------------------------------------------------ commands that are checked


def checked():
    for document in DOCUMENTS:
        for _, call in calls_in(document):
            if not is_run(words_of(call)):
                yield pytest.param(call, id=f"{document}: {call[:40]}")


@pytest.mark.parametrize("call", list(checked()))
def test_commands_that_take_long_exist_with_their_options(call):
    words = words_of(call)
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    if words[0] == "pip":
        extras = re.findall(r"\[(\w+)\]", call)
        known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        assert set(extras) <= set(known["optional-dependencies"])
    elif words[0] == "python":
        assert_module_knows(words[2].replace(".", "/"), options)
    elif words[1] == "bench":
        assert_module_knows(f"benchmarks/{words[2]}", options)
    elif words[1] != "test":
        command = cli.group.get_command(click.Context(cli.group), words[1])
        known_options = {name for param in command.params for name in param.opts}
        assert set(options) <= known_options


def assert_module_knows(name, options):
    source = (ROOT / f"{name}.py").read_text(encoding="utf-8")
    assert [option for option in options if f'"{option}"' not in source] == []
