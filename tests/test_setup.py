"""What ./play does before anything is installed."""

from __future__ import annotations

import ast
import errno
import os
import re
import ssl
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from urllib.error import URLError

import pytest

from requirements import bench, checks, environment, pip, programs

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "requirements"


def load_play():
    loader = SourceFileLoader("play", str(ROOT / "play"))
    spec = spec_from_loader("play", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


play = load_play()


@pytest.fixture
def made(tmp_path, monkeypatch):
    """An empty environment in a folder of its own; installing is only noted."""
    (tmp_path / "requirements").mkdir()
    for kind in ("run", "test", "tesseract"):
        (tmp_path / "requirements" / f"{kind}.txt").write_text(f"{kind}==1\n")
    env = tmp_path / ".play" / "env"
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "HOME", tmp_path / ".play")
    monkeypatch.setattr(environment, "ENV", env)
    monkeypatch.setattr(environment, "PYTHON", str(env / "bin" / "python"))
    done: list[str] = []

    def make_empty():
        done.append("empty")
        (env / "bin").mkdir(parents=True, exist_ok=True)
        (env / "bin" / "python").touch()

    def install(kind):
        done.append(kind)
        environment.write_stamp(kind)

    monkeypatch.setattr(environment, "make_empty", make_empty)
    monkeypatch.setattr(environment, "install", install)
    return done


def test_the_second_call_installs_nothing(made):
    environment.prepare("run")
    environment.prepare("run")
    assert made == ["empty", "run"]


def test_the_test_set_is_added_and_serves_both(made):
    environment.prepare("run")
    environment.prepare("test")
    environment.prepare("run")
    assert made == ["empty", "run", "test"]


def test_a_test_environment_can_run(made):
    environment.prepare("test")
    environment.prepare("run")
    assert made == ["empty", "test"]


def test_another_lock_means_a_new_environment(made):
    environment.prepare("run")
    environment.lock_file("run").write_text("run==2\n")
    environment.prepare("run")
    assert made == ["empty", "run", "empty", "run"]


def test_another_python_means_a_new_environment(made, monkeypatch):
    environment.prepare("run")
    before = environment.stamp_of("run")
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert environment.stamp_of("run") != before
    assert not environment.is_current("run")


def test_an_interrupted_set_up_begins_again(made):
    environment.prepare("run")
    environment.stamp_file("run").unlink()
    environment.prepare("run")
    assert made == ["empty", "run", "empty", "run"]


def test_a_vanished_python_is_noticed(made):
    environment.prepare("run")
    Path(environment.PYTHON).unlink()
    assert not environment.is_current("run")


def test_a_failing_step_is_said_in_a_sentence():
    with pytest.raises(environment.SetupError, match="call again"):
        environment.step([sys.executable, "-c", "raise SystemExit(3)"])


def test_the_program_sees_our_packages_whatever_was_set(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert environment.settings({})["PYTHONPATH"] == str(ROOT)


# ------------------------------------------------------------------ play itself


def test_an_old_python_can_read_play():
    ast.parse((ROOT / "play").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_an_old_python_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(play.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(play.shutil, "which", lambda name: None)
    assert play.main(["demo"]) == 2
    assert "needs Python 3.11 or newer, and this is 3.9" in capsys.readouterr().err


def test_an_old_python_hands_over_to_the_newest(monkeypatch):
    stand_in = {"python3.14": "/broken", "python3.12": sys.executable, "python3.11": "/older"}
    monkeypatch.setattr(play.shutil, "which", stand_in.get)
    works = {sys.executable: 0, "/older": 0}
    monkeypatch.setattr(play.subprocess, "call", lambda words, **_: works.get(words[0], 127))
    monkeypatch.setattr(play.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(play, "hand_over", lambda command, settings: command)
    assert play.main(["demo"]) == [sys.executable, str(ROOT / "play"), "demo"]


def test_play_needs_the_standard_library_alone():
    for path in (ROOT / "play", *REQUIREMENTS.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                top = name.partition(".")[0]
                assert top in {*sys.stdlib_module_names, "requirements"}, (path.name, name)


def test_every_check_is_run_and_one_failure_fails(monkeypatch, capsys):
    monkeypatch.setattr(environment, "prepare", lambda kind: None)
    monkeypatch.setattr(programs, "tesseract", dict)
    monkeypatch.setattr(programs, "browser", dict)
    ran = []

    def call(command, **_):
        ran.append(command[3:5])
        return int("mypy" in command)

    monkeypatch.setattr(checks.subprocess, "call", call)
    assert checks.run([]) == 1
    assert [words[0] for words in ran] == ["ruff", "ruff", "mypy", "pytest"]
    summary = capsys.readouterr().out
    assert re.search(r"mypy +FAILED", summary)
    assert re.search(r"pytest +passed in [\d.]+ s\n", summary)


@pytest.mark.parametrize(
    ("statuses", "end", "said"),
    [
        ([1, 0], 0, "passed in .* only when they ran alone"),
        ([1, 1], 1, "FAILED"),  # a fault stays one
        ([1, 5], 1, "FAILED"),  # nothing was known of what had failed
        ([2], 1, "FAILED"),  # stopped, or not even begun
    ],
)
def test_what_failed_beside_others_runs_once_more_alone(monkeypatch, capsys, statuses, end, said):
    monkeypatch.setattr(environment, "prepare", lambda kind: None)
    monkeypatch.setattr(programs, "tesseract", dict)
    monkeypatch.setattr(programs, "browser", dict)
    ran = []

    def call(command, **_):
        if "pytest" not in command:
            return 0
        ran.append(command)
        return statuses[len(ran) - 1]

    monkeypatch.setattr(checks.subprocess, "call", call)
    assert checks.run(["tests/rules"]) == end
    assert len(ran) == len(statuses)
    assert ["--last-failed" in words for words in ran] == [False, True][: len(ran)]
    assert re.search(f"pytest +{said}", capsys.readouterr().out)


# ------------------------------------------------------------------ where nothing can be written


def test_a_read_only_checkout_is_said_in_a_sentence(made, monkeypatch, capsys):
    def mkdir(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(environment.Path, "mkdir", mkdir)
    assert play.main(["demo"]) == 2
    said = capsys.readouterr().err
    assert f"{environment.HOME} cannot be written (Read-only file system)." in said
    assert "Copy the checkout" in said and "PAPERPLAY_SETUP" in said


def run_play(folder, *words):
    """Call ./play as a person does, with its environment in a folder."""
    return subprocess.run(
        [sys.executable, str(ROOT / "play"), *words],
        env={**os.environ, "PAPERPLAY_SETUP": str(folder)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("words", [["demo"], ["test"], ["--help"], ["bench", "printing"]])
def test_no_command_ends_in_a_traceback_where_nothing_can_be_written(words, tmp_path):
    (tmp_path / ".play").write_text("a file in its place, for root may write everywhere")
    done = run_play(tmp_path, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"play: .* cannot be written .*\n", done.stderr)


# ------------------------------------------------------------------ help and benchmarks


@pytest.fixture
def handed_over(made, monkeypatch):
    """Calls of the program, with what is set for it, instead of running them."""
    calls = []
    monkeypatch.setattr(programs, "tesseract", dict)
    monkeypatch.setattr(play, "hand_over", lambda words, env: calls.append((words, env)) or 0)
    return calls


def test_the_program_is_told_how_it_was_called(handed_over):
    assert play.main(["scan", "photos"]) == 0
    [(words, settings)] = handed_over
    assert words[1:] == ["-P", "-m", "paperplay", "scan", "photos"]
    assert settings["PAPERPLAY_PROGRAM"] == ("py play" if os.name == "nt" else "./play")


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"]])
def test_the_help_names_what_only_a_checkout_has(words, handed_over):
    assert play.main(words) == 0
    [(called, settings)] = handed_over
    settings["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(
        [sys.executable, *called[1:]], env=settings, capture_output=True, text=True
    )
    said = done.stdout if words else done.stderr
    assert said.startswith(f"Usage: {play.PROGRAM} ")
    for line in (f"{play.PROGRAM} test [WORD]...", f"{play.PROGRAM} bench NAME", *bench.known()):
        assert line in said


def test_bench_without_a_name_lists_what_there_is(handed_over, capsys):
    assert play.main(["bench"]) == 0
    listed = capsys.readouterr().out
    assert re.search(r"^  scan +How well are", listed, re.M) and "\n  camera" not in listed
    assert re.search(r"^  stranger +How well are", listed, re.M)  # a package
    assert handed_over == []


def test_an_unknown_benchmark_is_said_to_be_so(handed_over, capsys):
    assert play.main(["bench", "scna"]) == 2
    assert (
        "there is no benchmark 'scna'. There are: attacks, boards, boards_sample, classroom, clicks"
        in capsys.readouterr().err
    )
    assert handed_over == []


def test_a_benchmark_is_run_with_its_options(handed_over):
    assert play.main(["bench", "simulation", "--games", "2"]) == 0
    assert handed_over[0][0][2:] == ["-m", "benchmarks.simulation", "--games", "2"]


# ------------------------------------------------------------------ pip


@pytest.fixture
def no_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    return tmp_path / "pip.conf"


def test_the_index_comes_from_pips_own_settings(no_settings, monkeypatch):
    assert pip.configured_index() is None
    no_settings.write_text("[global]\nindex-url = https://mirror.invalid/simple\n")
    assert pip.configured_index() == "https://mirror.invalid/simple"
    monkeypatch.setenv("PIP_INDEX_URL", "https://other.invalid/simple")
    assert pip.configured_index() == "https://other.invalid/simple"


def test_uv_is_told_of_the_index_unless_it_has_its_own(no_settings, monkeypatch):
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    assert "UV_DEFAULT_INDEX" not in pip.settings()
    monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.invalid/simple")
    assert pip.settings()["UV_DEFAULT_INDEX"] == "https://mirror.invalid/simple"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://uv.invalid/simple")
    assert pip.settings()["UV_DEFAULT_INDEX"] == "https://uv.invalid/simple"


def test_a_broken_settings_file_is_passed_over(no_settings):
    no_settings.write_text("index-url = without a section\n")
    assert pip.configured_index() is None


@pytest.fixture
def index(monkeypatch, no_settings):
    """A package index without a network: pages by address."""
    wheel = b"the wheel"
    pages = {
        "https://index.invalid/simple/pip/": (
            f'<a href="../../files/{pip.WHEEL}#sha256=00">{pip.WHEEL}</a>'.encode()
        ),
        f"https://index.invalid/files/{pip.WHEEL}#sha256=00": wheel,
    }
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/simple/")
    monkeypatch.setattr(pip, "fetch", lambda address: (pages[address], address))
    monkeypatch.setattr(pip, "SHA256", pip.hashlib.sha256(wheel).hexdigest())
    return pages


def test_pip_is_fetched_once(index, tmp_path):
    assert pip.fetched_wheel(tmp_path).read_bytes() == b"the wheel"
    index.clear()
    assert pip.fetched_wheel(tmp_path).name == pip.WHEEL


def test_a_pip_with_other_content_is_refused(index, tmp_path, monkeypatch):
    monkeypatch.setattr(pip, "SHA256", "0" * 64)
    with pytest.raises(environment.SetupError, match="other content"):
        pip.fetched_wheel(tmp_path)
    assert not (tmp_path / pip.WHEEL).exists()


@pytest.mark.parametrize(
    ("why", "told"),
    [(ssl.SSLCertVerificationError(1, "self-signed"), "PIP_CERT"), (OSError("down"), "Go online")],
)
def test_a_network_that_is_not_trusted_is_not_called_offline(why, told, monkeypatch):
    def refused(*_, **__):
        raise URLError(why)

    monkeypatch.setattr(pip, "urlopen", refused)
    with pytest.raises(environment.SetupError, match=told):
        pip.fetch("https://index.invalid/simple/pip/")


def test_an_index_without_pip_is_named(index, tmp_path):
    index["https://index.invalid/simple/pip/"] = b"<html></html>"
    with pytest.raises(environment.SetupError, match="PIP_INDEX_URL"):
        pip.fetched_wheel(tmp_path)


def test_a_password_goes_into_the_header():
    request = pip.request_for("https://ida:p%40ss@index.invalid/simple/pip/")
    assert request.full_url == "https://index.invalid/simple/pip/"
    assert request.get_header("Authorization") == "Basic aWRhOnBAc3M="


def test_no_network_is_said_in_a_sentence():
    with pytest.raises(environment.SetupError, match="Go online"):
        pip.fetch("http://localhost:9/simple/pip/")


# ------------------------------------------------------------------ other programs


def test_a_tesseract_of_the_system_comes_first(monkeypatch):
    monkeypatch.delenv("TESSERACT_CMD", raising=False)
    monkeypatch.setattr(programs.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert programs.tesseract() == {}


def test_a_wheels_tesseract_comes_with_its_languages(tmp_path, monkeypatch):
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    assert programs.wheel_tesseract(tmp_path) == {}
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "tesseract").touch()
    assert programs.wheel_tesseract(tmp_path) == {
        "TESSERACT_CMD": str(tmp_path / "bin" / "tesseract"),
        "TESSDATA_PREFIX": str(tmp_path / "share" / "tessdata"),
    }


@pytest.fixture
def page_tests(tmp_path, monkeypatch):
    """A checkout that has tests of the page, on a machine without any browser."""
    (tmp_path / "tests" / "paperplay" / "web").mkdir(parents=True)
    monkeypatch.setattr(programs, "ROOT", tmp_path)
    monkeypatch.setattr(programs, "find_browser", lambda: None)
    monkeypatch.setattr(programs, "install_browser", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def test_without_a_page_nobody_asks_for_a_browser(page_tests, monkeypatch, capsys):
    (page_tests / "tests" / "paperplay" / "web").rmdir()
    monkeypatch.setenv("CI", "1")
    assert programs.browser() == {}
    assert capsys.readouterr().err == ""


def test_no_browser_is_one_sentence_for_a_person(page_tests, capsys):
    assert programs.browser() == {}
    assert "no browser here" in capsys.readouterr().err


@pytest.mark.parametrize("ci", [None, "true"])
def test_only_ci_installs_a_browser_by_itself(page_tests, monkeypatch, ci):
    asked = []
    monkeypatch.setattr(programs, "install_browser", lambda: asked.append("apt-get"))
    if ci:
        monkeypatch.setenv("CI", ci)
        with pytest.raises(environment.SetupError):
            programs.browser()
    else:
        programs.browser()
    assert bool(asked) == bool(ci)


def test_no_browser_fails_where_nobody_looks(page_tests, monkeypatch):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(environment.SetupError, match="browser"):
        programs.browser()


def test_a_browser_that_is_there_is_named(page_tests, monkeypatch):
    monkeypatch.setattr(programs, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(programs, "has_libatomic", lambda: True)
    assert programs.browser() == {"CHROMIUM": "/usr/bin/chromium"}


# ------------------------------------------------------------------ what is promised elsewhere


def pinned(kind):
    return re.findall(r"^([A-Za-z0-9._-]+==\S+)", (REQUIREMENTS / f"{kind}.txt").read_text(), re.M)


def test_the_test_set_holds_the_run_time_set():
    assert pinned("run")
    assert set(pinned("run")) <= set(pinned("test"))


@pytest.mark.parametrize("kind", ["run", "test", "tesseract"])
def test_every_locked_package_has_a_hash(kind):
    entries = re.split(r"^(?=\S+==)", (REQUIREMENTS / f"{kind}.txt").read_text(), flags=re.M)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


def test_what_the_project_needs_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = {entry.partition("==")[0].lower() for entry in pinned("run")}
    for requirement in project["dependencies"]:
        assert re.split(r"[<>=]", requirement)[0].lower() in locked


def test_the_build_server_runs_the_readmes_command():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "./play test" in script
    assert "./play test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK) and os.access(ROOT / "play", os.X_OK)


def test_no_registry_is_named_in_a_tracked_file():
    listed = subprocess.run(
        ["git", "grep", "-lIiE", r"(pypi|pythonhosted|npmjs)\.(org|com)", "--", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert listed.stdout == ""
