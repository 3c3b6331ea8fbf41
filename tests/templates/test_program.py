"""In a checkout every text says ``./play``, after an installation ``paperplay``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paperplay.cli import main
from paperplay.commands import doctor
from paperplay.front import COMMANDS
from rules.errors import HostError
from templates.languages import LANGUAGES
from templates.program import VARIABLE, program
from templates.wording import FOLDER, say, sentence

ROOT = Path(__file__).parents[2]
CALL = re.compile(rf"paperplay (?:{'|'.join(COMMANDS)}|--help)(?!\w)")
BOTH = [(None, "paperplay"), ("./play", "./play")]
HELPS = """
from paperplay.cli import group
from paperplay.commands import LazyCommands
def show(command, context):
    print(command.get_help(context))
    for name in command.list_commands(context) if isinstance(command, LazyCommands) else ():
        found = command.get_command(context, name)
        with found.make_context(name, ["--"], parent=context, resilient_parsing=True) as inner:
            show(found, inner)
from templates.program import program
show(group, group.make_context(program(), ["--"], resilient_parsing=True))
"""


@pytest.fixture(params=BOTH, ids=["installed", "checkout"])
def called(request, monkeypatch):
    """How people call us."""
    variable, name = request.param
    monkeypatch.delenv(VARIABLE, raising=False)
    if variable:
        monkeypatch.setenv(VARIABLE, variable)
    return name


def run(called, *words):
    """Run Python as ./play does, or as an installed script does."""
    settings = {**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: called}
    return subprocess.run(
        [sys.executable, "-P", *words], env=settings, capture_output=True, text=True
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_and_remedies_name_the_program_as_it_is_called(called, lang):
    assert program() == called
    assert f"{called} scan" in say("demo.next", lang, sheet="A")
    assert f"{called} --help" in sentence(HostError("no-such-command", command="x"), lang)
    assert f"{called} scan" in sentence(HostError("review-unreadable", file="x"), lang)


def test_wrong_calls_are_answered_with_what_to_type(called, capsys):
    assert main(["scan", "--nmaes"]) == 2
    assert main(["completion"]) == 2
    said = capsys.readouterr().err
    assert "paperplay: " in said and f"{called} completion --help" in said


def test_a_missing_package_is_got_back_as_it_was_installed(called):
    fresh = doctor.get_package("moonlight")
    assert fresh == "pip install moonlight" or fresh.endswith("&& ./play doctor")
    assert fresh.startswith("pip") == (called == "paperplay")


def test_no_text_names_a_call_by_itself():
    lines = [
        f"{path.name}: {line}"
        for path in sorted(FOLDER.glob("*.toml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert [line for line in lines if CALL.search(line) or "./play" in line] == []
    assert CALL.search("Type: paperplay scan photos") and not CALL.search("paperplay printed it")


@pytest.mark.parametrize(("called", "other"), [("./play", CALL), ("paperplay", r"\./play|py play")])
def test_every_help_calls_the_program_by_one_name(called, other):
    done = run(called, "-c", HELPS)
    assert done.returncode == 0, done.stderr
    assert re.search(other, done.stdout) is None
    assert f"Usage: {called} class new " in done.stdout
    for name in COMMANDS:
        assert re.search(rf"^ +.*{re.escape(called)} {name}\b", done.stdout, re.M), name


def test_the_teachers_page_says_what_to_type(called, tmp_path, monkeypatch):
    from printkit.classroom import class_set

    orders = []
    monkeypatch.setattr(class_set, "printed_class", lambda order: orders.append(order) or b"%PDF")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("paperplay.commands.class_new.tell_printed", lambda *_: None)
    words = ["--sheet", "A", "--dice", "sun", "--out", str(tmp_path / "7b.pdf")]
    assert main(["class", "new", str(ROOT / "samples" / "7b.csv"), *words]) == 0
    assert orders[0].scan.startswith(f"{called} class scan ")
