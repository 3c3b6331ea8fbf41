"""The commands of a class: their help, and its examples as printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from paperplay import cli
from paperplay.commands.class_ import command as class_group

ROOT = Path(__file__).parents[2]
CONTEXT = click.Context(class_group, click.Context(cli.group, info_name="paperplay"), "class")
NAMES = class_group.list_commands(CONTEXT)


def help_of(name):
    command = class_group.get_command(CONTEXT, name)
    return command.get_help(click.Context(command, CONTEXT, info_name=name))


def test_help_lists_every_command_of_a_class(capsys):
    assert cli.main(["class", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert {"new", "scan", "forget"} <= set(NAMES)
    for name in NAMES:
        assert f"{name} {class_group.known[name]}" in out


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_help(name):
    command = class_group.get_command(CONTEXT, name)
    assert command.help
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, f"paperplay class {name}: {param.opts[0]} has no help."


@pytest.mark.parametrize("name", NAMES)
def test_every_example_works_as_printed(name, tmp_path):
    calls = re.findall(r"^    (paperplay class .*)$", help_of(name), re.M)
    assert calls, f"paperplay class {name} --help has no example."
    program = tmp_path / "paperplay"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m paperplay "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for number, call in enumerate(calls):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "samples").symlink_to(ROOT / "samples")
        done = subprocess.run(
            ["bash", "-c", call],
            cwd=folder,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (call, done.stderr)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scn"], "There is no command “scn”. Did you mean scan?"),
        (["new", "7b.csv", "--sheet", "A"], "--out is missing."),
        (["scan", "7b.csv"], "For an example, type: paperplay class scan --help"),
        (["new", "--pseudonym"], "Did you mean --pseudonyms?"),
    ],
)
def test_a_wrong_call_is_answered_with_the_right_one(words, said, capsys):
    assert cli.main(["class", *words]) == 2
    assert said in capsys.readouterr().err
