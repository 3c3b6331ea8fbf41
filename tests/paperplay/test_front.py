"""What is answered without the library that reads calls is what it would say itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperplay import cli, front

ROOT = Path(__file__).parents[2]
WORDS = (["--help"], ["-h"], ["--version"])


@pytest.fixture(autouse=True)
def ordinary(monkeypatch):
    for name in ("COLUMNS", front.EPILOG, front.COMPLETION):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("words", WORDS)
def test_the_quick_answer_is_the_full_one(words, capsys):
    quick = front.answer(words)
    assert quick
    assert cli.main(words) == 0
    assert capsys.readouterr().out == quick


def test_the_command_answers_at_once_and_by_the_name_it_was_called():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-P", "-m", "paperplay", "--help"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PAPERPLAY_PROGRAM": "./play"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("Usage: ./play [OPTIONS]") and "scan  " in done.stdout
    assert "paperplay.front" in done.stderr and "click" not in done.stderr


@pytest.mark.parametrize("words", [[], ["scan", "--help"], ["--help", "scan"], ["--halp"]])
def test_other_calls_are_read_by_the_library(words):
    assert front.answer(words) is None


@pytest.mark.parametrize("name", ["COLUMNS", front.EPILOG, front.COMPLETION])
def test_what_changes_the_answer_is_left_to_the_library(name, monkeypatch):
    monkeypatch.setenv(name, "60")
    assert front.answer(["--help"]) is None


def test_a_narrow_terminal_is_left_to_the_library(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size((79, 20)))
    assert front.answer(["--help"]) is None


def test_a_command_without_a_module_is_left_to_the_library(monkeypatch):
    monkeypatch.setitem(front.COMMANDS, "dream", "Not written yet.")
    assert front.answer(["--help"]) is None
