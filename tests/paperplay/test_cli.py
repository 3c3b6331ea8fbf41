"""The frame of the command line: help, wrong calls, exits and languages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from paperplay import cli
from paperplay.commands import LazyCommands, doctor
from paperplay.folders import data_folder
from paperplay.front import COMMANDS
from paperplay.messages import language_of
from rules.errors import HostError
from templates.games import all_sheets, short_name
from templates.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
CONTEXT = click.Context(cli.group)
AVAILABLE = cli.group.list_commands(CONTEXT)


def help_of(name):
    command = cli.group.get_command(CONTEXT, name)
    return command.get_help(click.Context(command, CONTEXT, info_name=name))


def add_command(monkeypatch, body, *params):
    """Let the frame run a function as ``paperplay try``."""
    command = click.Command("try", callback=body, params=list(params))
    monkeypatch.setattr(LazyCommands, "list_commands", lambda self, ctx: ["doctor", "try"])
    monkeypatch.setattr(LazyCommands, "get_command", lambda self, ctx, name: command)


# ------------------------------------------------------------------ help


def test_help_lists_every_command_with_its_short_help(capsys):
    assert cli.main(["--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert AVAILABLE
    for name in AVAILABLE:
        assert f"{name} {COMMANDS[name]}" in out


def test_a_command_without_a_module_is_not_listed(monkeypatch, capsys):
    monkeypatch.setitem(COMMANDS, "dream", "Not written yet.")
    assert cli.main(["--help"]) == 0
    assert "dream " not in capsys.readouterr().out
    assert cli.main(["dream"]) == 2


@pytest.mark.parametrize("name", AVAILABLE)
def test_every_command_has_help(name):
    command = cli.group.get_command(CONTEXT, name)
    assert command is not None and command.help
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, f"paperplay {name}: {param.opts[0]} has no help."


def examples(name):
    """Find the calls to copy: indented lines that call the command."""
    return re.findall(rf"^ +(\S*.*\bpaperplay {name}\b.*)$", help_of(name), re.M)


@pytest.fixture
def folder(tmp_path):
    """A folder as a reader has it: ``paperplay`` on the path, ``samples/`` beside them."""
    program = tmp_path / "bin" / "paperplay"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m paperplay "$@"\n')
    program.chmod(0o755)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "samples").symlink_to(ROOT / "samples")
    return tmp_path / "work"


# ``serve`` goes on until Ctrl-C; tests/paperplay/web/test_running.py calls its examples.
@pytest.mark.parametrize("name", [name for name in AVAILABLE if name != "serve"])
def test_every_example_works_as_printed(name, folder):
    calls = [line for line in examples(name) if not line.startswith("Usage")]
    assert calls, f"paperplay {name} --help has no example."
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for call in calls:
        done = subprocess.run(
            ["bash", "-c", call],
            cwd=folder,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (call, done.stderr)


# ------------------------------------------------------------------ wrong calls


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doctr"], "There is no command “doctr”. Did you mean doctor? For all commands"),
        (["xyzzy"], "There is no command “xyzzy”. For all commands, type: paperplay --help"),
        (["doctor", "--land", "de"], "There is no option --land here. Did you mean --lang?"),
        (["completion", "bsh"], "SHELL: “bsh” does not fit. Did you mean bash? Choose one of: b"),
        (["score"], "BOARD.json is missing. For an example, type: paperplay score --help"),
        (["completion"], "SHELL is missing. For an example, type: paperplay completion --help"),
        (["doctor", "--lang", "no"], "--lang: “no” does not fit. Choose one of: de, en, fr, it, "),
        (["doctor", "extra"], "unexpected extra argument (extra). For an example, type"),
        (["doctor", "--lang"], "'--lang' requires an argument. For an example, type"),
    ],
)
def test_a_wrong_call_is_answered_with_the_right_one(words, said, capsys):
    assert cli.main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("paperplay: ") and shown.err.count("\n") == 1
    assert said in shown.err


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (click.IntRange(1, 99), "100", "--copies: “100” does not fit. Use a number from 1 to 99."),
        (click.IntRange(1, 99), "x", "--copies: “x” does not fit. Use a number from 1 to 99."),
        (click.IntRange(min=1), "0", "--copies: “0” does not fit. Use a number, 1 or more."),
        (click.INT, "2.5", "--copies: “2.5” does not fit. Use a whole number."),
        (click.FLOAT, "much", "--copies: “much” does not fit. Use a number."),
    ],
)
def test_a_wrong_number_is_answered_with_the_range(monkeypatch, capsys, kind, value, said):
    add_command(monkeypatch, lambda copies: 0, click.Option(["--copies"], type=kind))
    assert cli.main(["try", "--copies", value]) == 2
    assert said in capsys.readouterr().err


def test_no_command_shows_the_help_where_it_disturbs_no_program(capsys):
    assert cli.main([]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and "Commands:" in shown.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_call_is_answered_in_the_readers_language(lang, monkeypatch, capsys):
    told = {"de": "Meintest du", "en": "Did you mean", "fr": "Vouliez-vous dire",
            "it": "Intendevi", "sv": "Menade du"}  # fmt: skip
    monkeypatch.setenv("PAPERPLAY_LANG", lang)
    assert cli.main(["doctr"]) == 2
    assert told[lang] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "variable", "lang"),
    [
        ([], "", "en"),
        (["score", "--lang", "sv", "x"], "de", "sv"),
        (["score", "--lang=it"], "", "it"),
        (["score", "--lang"], "fr", "fr"),
        (["score", "--lang", "klingon"], "de", "de"),
    ],
)
def test_the_language_of_a_call(words, variable, lang):
    assert language_of(words, {"PAPERPLAY_LANG": variable}) == lang


# ------------------------------------------------------------------ how a command ends


@pytest.mark.parametrize(("returned", "status"), [(None, 0), (0, 0), (1, 1), ("done", 0)])
def test_a_commands_status_is_the_programs(monkeypatch, returned, status):
    add_command(monkeypatch, lambda: returned)
    assert cli.main(["try"]) == status


def stop(error):
    def body():
        raise error

    return body


def test_an_error_of_the_host_is_said_in_words(monkeypatch, capsys):
    add_command(monkeypatch, stop(HostError("unknown-paper", paper="a3", known="a4, letter")))
    assert cli.main(["try"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "paperplay: There is no paper “a3” here. Choose one of: a4, letter.\n"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_a_stopped_command_ends_quietly(monkeypatch, capsys, error):
    add_command(monkeypatch, stop(error))
    assert cli.main(["try"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_bug_of_ours_keeps_its_traceback(monkeypatch):
    add_command(monkeypatch, stop(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["try"])


def test_a_closed_pipe_ends_quietly():
    code = (
        "import sys, time, click\nfrom paperplay import cli\n"
        "from paperplay.commands import LazyCommands\n"
        "def body():\n    for _ in range(100_000): print('x' * 80)\n"
        "LazyCommands.get_command = lambda *_: click.Command('try', callback=body)\n"
        "sys.exit(cli.main(['try']))"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout and program.stderr
    program.stdout.readline()
    program.stdout.close()
    assert program.stderr.read() == b""
    assert program.wait() == 141


def test_names_are_written_as_they_are_into_any_pipe():
    done = subprocess.run(
        [sys.executable, "-m", "paperplay", "doctr", "--lang", "fr"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
    )
    assert "«\xa0doctr\xa0»" in done.stderr.decode("utf-8")


# ------------------------------------------------------------------ completion and doctor


@pytest.mark.parametrize(
    ("command", "begun", "found"),
    [
        ("print", "d", ["D", "DA", "dreams/score", "daydream", "dreams"]),
        ("layout", "when", ["when-i-dream/score"]),
        ("simulate", "d", ["D", "DA"]),
    ],
)
def test_sheets_are_completed_from_the_registry(command, begun, found):
    (sheet,) = [p for p in cli.group.get_command(None, command).params if p.name == "sheet"]
    assert [item.value for item in sheet.type.shell_complete(None, sheet, begun)] == found


@pytest.mark.parametrize("command", ["print", "layout"])
def test_the_help_names_every_sheet(command, capsys):
    assert cli.main([command, "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(short_name(sheet) in told for sheet in all_sheets())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell, capsys):
    assert cli.main(["completion", shell]) == 0
    assert f"_PAPERPLAY_COMPLETE={shell}_complete" in capsys.readouterr().out


def test_a_shell_is_told_the_commands(monkeypatch, capsys):
    monkeypatch.setenv("_PAPERPLAY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "paperplay doc")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert cli.main([]) == 0
    assert "doctor" in capsys.readouterr().out


def test_doctor_looks_for_every_package_that_the_project_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=]", requirement)[0] for requirement in project["dependencies"]}
    assert set(doctor.MODULES) | {"pi-heif"} == needed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_doctor_says_how_to_get_what_is_missing(lang, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "MODULES", {"click": "click", "moonlight": "no_such_module"})
    monkeypatch.setenv("TESSERACT_CMD", "/nowhere/tesseract")
    assert cli.main(["doctor", "--lang", lang]) == 1
    shown = capsys.readouterr().out
    assert "pip install moonlight" in shown
    assert doctor.tesseract_command(sys.platform) in shown


def test_doctor_is_content_without_tesseract(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "MODULES", {"click": "click"})
    monkeypatch.setenv("TESSERACT_CMD", "/nowhere/tesseract")
    assert cli.main(["doctor"]) == 0
    assert "Without Tesseract" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("system", "variables", "place"),
    [
        ("linux", {}, ".local/share/paperplay"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/paperplay"),
        ("darwin", {}, "Library/Application Support/paperplay"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/paperplay"),
    ],
)
def test_where_data_is_kept(system, variables, place):
    assert data_folder(system, variables).as_posix().endswith(place)


@pytest.mark.parametrize(
    "call", [["print", "A", "--out", "a.pdf"], ["doctor"], ["scan", "--json", "samples/photos"]]
)
def test_a_home_that_is_a_file_stops_nothing(call, tmp_path):
    (tmp_path / "home").write_text("no folder")
    root = Path(__file__).parents[2]
    (tmp_path / "samples").symlink_to(root / "samples")
    settings = {**os.environ, "HOME": str(tmp_path / "home"), "PYTHONPATH": str(root)}
    settings.pop("XDG_DATA_HOME", None)
    command = [sys.executable, "-m", "paperplay", *call]
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(("looks_on", "seconds", "told"), [(1, 0.3, 1), (0, 0.3, 0), (1, 0, 0)])
def test_a_long_search_says_that_it_goes_on(looks_on, seconds, told, monkeypatch, capsys):
    import time

    from paperplay import patience

    monkeypatch.setattr(patience, "_SOON", 0.1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: bool(looks_on))
    with patience.patient("en"):
        time.sleep(seconds)
    assert capsys.readouterr().err.count("Still searching") == told
