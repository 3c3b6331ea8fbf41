"""A wheel that works: built, installed into an empty environment, and run from there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest

from paperplay import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "templates", "printkit", "scanner", "practice", "paperplay")
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.xdist_group("wheel")


def tracked(*folders):
    """The files that a commit holds, or would hold."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def run(*words, cwd, home=None):
    """Run a program that sees neither this checkout nor what ./play has set."""
    ours = ("PYTHON", "PAPERPLAY", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=kept | ({"HOME": str(home)} if home else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def pip(*words, cwd):
    done = run(sys.executable, "-m", "pip", "--isolated", "--quiet", *words, cwd=cwd)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build it from a copy, for building leaves folders behind."""
    checkout, built = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("built")
    for name in tracked():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, checkout / name)
    words = ("--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", built)
    pip("wheel", *words, checkout, cwd=built)
    [found] = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """An environment that holds the wheel; only what it depends on is taken from ours."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    venv.create(folder, symlinks=os.name != "nt")
    [site] = folder.rglob("site-packages")
    ours = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "dependencies.pth").write_text("\n".join(ours))
    # Without the network, so that a dependency beyond the lock file fails here.
    pip("--python", folder, "install", "--no-index", "--no-compile", wheel, cwd=folder)
    return folder


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == set(tracked(*PACKAGES))


def test_the_wheel_says_what_it_is(wheel):
    with zipfile.ZipFile(wheel) as archive:
        about = f"paperplay-{__version__}.dist-info"
        said = BytesParser(policy=default).parsebytes(archive.read(f"{about}/METADATA"))
        assert archive.read(f"{about}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert b"paperplay = paperplay.__main__:run" in archive.read(f"{about}/entry_points.txt")
    assert (said["Name"], said["Version"]) == ("paperplay", __version__)
    assert (said["Requires-Python"], said["License-Expression"]) == (">=3.11", "MIT AND OFL-1.1")
    assert said.get_content().strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()


def test_our_packages_come_from_the_wheel(environment, tmp_path):
    code = f"import {', '.join(PACKAGES)}; print(*(m.__path__[0] for m in ({', '.join(PACKAGES)})))"
    done = run(environment / BIN / "python", "-P", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    places = [Path(place) for place in done.stdout.split()]
    assert all(place.is_relative_to(environment) for place in places), places
    assert len(places) == len(PACKAGES)


def test_the_installed_demo_works_in_an_empty_folder(environment, tmp_path):
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    done = run(environment / BIN / "paperplay", "demo", cwd=folder, home=home)
    assert done.returncode == 0, done.stderr
    assert "“paperplay print A --out sheet.pdf”" in done.stdout.splitlines()[-1]
    assert {path.suffix for path in (folder / "paperplay-demo").iterdir()} >= {".pdf", ".jpg"}
