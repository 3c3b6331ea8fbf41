"""What the documents tell people to type works as printed, and what they point to is there."""

from __future__ import annotations

import os
import re
import shutil
import tomllib

import click
import pytest
from PIL import Image

from paperplay import cli
from tests.document_calls import (
    INDENTED,
    PROSE,
    ROOT,
    calls_in,
    lines_in,
    run_call,
    words_of,
    write_program,
)

TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for pattern in ("*.md", "docs/*.md", "samples/**/*.md", "training/*.md")
    for path in sorted(ROOT.glob(pattern))
}
CALLS = {document: calls_in(text) for document, text in TEXTS.items()}
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
TRIED = ("sh", "", INDENTED)
"""Kinds of blocks whose commands are tried; in others, such as ``text``, none may stand."""
NOT_RUN = ("test", "serve", "bench")
"""Commands that do not end by themselves, take minutes, or would run these tests again."""
ELSEWHERE = "docs/add-your-own-sheet.md"
"""Its commands need the game that it adds: tests/scanner/test_own_sheet.py runs them."""


def is_run(words):
    """Whether a call is tried out; others are only checked."""
    ours = words[0] in ("./play", "paperplay")
    return ours and words[1] not in NOT_RUN and "--dask" not in words


def test_commands_are_found_in_blocks_of_every_kind():
    text = "Say\n\n    ./play demo\n\n```\npaperplay scan \\\n  x.jpg\n```\n1. so:\n"
    text += (
        '   ```sh title="a"\n   $ A=1 ./play test\n   ```\n```text\nplay\n```\npaperplay prints.\n'
    )
    found = [(INDENTED, "./play demo"), ("", "paperplay scan    x.jpg"), ("sh", "A=1 ./play test")]
    assert calls_in(text) == found
    assert words_of("A=1 ./play test  # all") == ["./play", "test"]


@pytest.mark.parametrize("document", TEXTS)
def test_commands_stand_in_blocks_that_are_tried(document):
    assert [call for kind, call in CALLS[document] if kind not in TRIED] == []


@pytest.mark.parametrize("document", TEXTS)
def test_links_lead_somewhere(document):
    text = "\n".join(line for kind, line in lines_in(TEXTS[document]) if kind in (PROSE, INDENTED))
    ours = [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]
    folder = (ROOT / document).parent
    assert [link for link in ours if not (folder / link).exists()] == []


# ------------------------------------------------------------------ commands that are run


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """``paperplay`` as it is after an installation, and ``./play`` as it is in a checkout."""
    folder = tmp_path_factory.mktemp("bin")
    write_program(folder / "paperplay")
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
    [
        name
        for name, calls in CALLS.items()
        if name != ELSEWHERE and any(is_run(words_of(call)) for _, call in calls)
    ],
)
def test_commands_work_as_printed(document, folder, tools, tmp_path_factory):
    """One after the other, as somebody does who reads from top to bottom."""
    settings = {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path_factory.mktemp("data")),
    }
    for _, call in CALLS[document]:
        if is_run(words_of(call)):
            run_call(call, folder, settings)


# ------------------------------------------------------------------ commands that are checked


def checked():
    for document, calls in CALLS.items():
        for _, call in calls:
            if not is_run(words_of(call)):
                yield pytest.param(call, id=f"{document}: {call[:40]}")


@pytest.mark.parametrize("call", list(checked()))
def test_commands_that_take_long_exist_with_their_options(call):
    words = words_of(call)
    options = options_in(words)
    if words[0] in ("pip", "pipx", "uvx"):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert set(re.findall(r"\[(\w+)\]", call)) <= set(project["optional-dependencies"])
        assert words[0] != "uvx" or words[3] in project["scripts"]
    elif words[0] == "python":
        assert_module_knows(words[2].replace(".", "/"), options)
    else:
        assert_exists(words)


@pytest.mark.parametrize("document", TEXTS)
def test_commands_within_sentences_exist_with_their_options(document):
    prose = "\n".join(line for kind, line in lines_in(TEXTS[document]) if kind is PROSE)
    for call in re.findall(r"`((?:\./play|paperplay) [^`]+)`", prose):
        assert_exists(words_of(call))


def options_in(words):
    return {word.partition("=")[0] for word in words if word.startswith("--")}


def assert_exists(words):
    """A command of ./play or paperplay is there, and takes the options that are shown."""
    if words[1] == "bench" and len(words) > 2:
        assert_module_knows(f"benchmarks/{words[2]}", options_in(words))
    elif words[1] not in ("test", "bench"):
        command = cli.group
        for word in words[1:]:
            if isinstance(command, click.Group) and not word.startswith("-"):
                command = command.get_command(click.Context(command), word)
                assert command, words
        known = {name for param in command.params for name in param.opts}
        assert options_in(words) <= known | {"--help"}, words


def assert_module_knows(name, options):
    path = ROOT / f"{name}.py"
    path = path if path.is_file() else ROOT / name / "__main__.py"
    source = path.read_text(encoding="utf-8")
    assert [option for option in options if f'"{option}"' not in source] == []
