"""A pip for machines that have none: Python's own, or a wheel whose hash is pinned here."""

from __future__ import annotations

import configparser
import hashlib
import os
import re
import ssl
import sys
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import Request, urlopen

from requirements.environment import SetupError

WHEEL = "pip-26.3-py3-none-any.whl"
SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"
# The index that pip itself takes when nothing is configured. It is put together, because no
# registry's name stands in this repository and a bare machine has nothing to ask for it.
DEFAULT_INDEX = "https://{}.org/simple".format("pypi")


def settings() -> dict[str, str]:
    """Give the variables that pip and uv install with; uv is told what pip knows."""
    index = configured_index()
    for_uv = {"UV_DEFAULT_INDEX": index} if index else {}
    for_uv |= {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}  # new and old name of the same
    return {**for_uv, **os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def program(folder: Path) -> str:
    """Give what Python can run as pip, fetched into the folder if it must be."""
    return str((bundled_wheel() or fetched_wheel(folder)) / "pip")


def bundled_wheel() -> Path | None:
    """Find the wheel that Python keeps for ensurepip; Debian takes it out of its Python."""
    beside_python = Path(os.__file__).parent / "ensurepip" / "_bundled"
    for place in (beside_python, Path("/usr/share/python-wheels")):
        wheels = sorted(place.glob("pip-*.whl"))
        if wheels:
            return wheels[-1]
    return None


def fetched_wheel(folder: Path) -> Path:
    """Fetch pip's wheel from the index, unless it is there, and check its hash."""
    wheel = folder / WHEEL
    if not wheel.exists() or not is_ours(wheel.read_bytes()):
        page, address = fetch((configured_index() or DEFAULT_INDEX).rstrip("/") + "/pip/")
        content, _ = fetch(urljoin(address, link_in(page.decode())))
        if not is_ours(content):
            raise SetupError(f"{WHEEL} came with other content. Try again, or another network.")
        wheel.write_bytes(content)
    return wheel


def is_ours(content: bytes) -> bool:
    """Say whether this is the very wheel that is pinned."""
    return hashlib.sha256(content).hexdigest() == SHA256


def link_in(page: str) -> str:
    """Find the wheel's address in a page of a package index."""
    found = re.search(rf"""href=["']([^"']*{re.escape(WHEEL)}(?:#[^"']*)?)["']""", page)
    if not found:
        raise SetupError(f"the package index has no {WHEEL}. Set PIP_INDEX_URL to one that has.")
    return found.group(1)


def fetch(address: str) -> tuple[bytes, str]:
    """Read an address; gives the content and the address that it came from in the end."""
    trusted = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    try:
        with urlopen(request_for(address), timeout=60, context=trusted) as answer:
            return answer.read(), answer.geturl()
    except OSError as error:
        if isinstance(getattr(error, "reason", None), ssl.SSLCertVerificationError):
            raise SetupError(
                f"the package index is not trusted here ({error}). Schools and firms stand in "
                "between with a certificate of their own: set PIP_CERT to its file."
            ) from error
        raise SetupError(
            f"the package index cannot be reached ({error}). Go online for the first call; "
            "later ones need no network."
        ) from error


def request_for(address: str) -> Request:
    """Ask for an address; a name and password in it go where they belong."""
    parts = urlsplit(address)
    request = Request(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())
    request.add_header("Accept", "text/html, */*;q=0.1")
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_header("Authorization", f"Basic {b64encode(login.encode()).decode()}")
    return request


def configured_index() -> str | None:
    """Say which index this machine's pip was told to use; None for its default."""
    if os.environ.get("PIP_INDEX_URL"):
        return os.environ["PIP_INDEX_URL"]
    for path in settings_files():
        parser = configparser.RawConfigParser()
        with suppress(configparser.Error, UnicodeDecodeError):
            parser.read(path, encoding="utf-8")
        for section in ("install", "global"):
            if parser.has_option(section, "index-url"):
                return parser.get(section, "index-url").strip()
    return None


def settings_files() -> list[Path]:
    """List the files in which pip looks for its settings, the strongest first."""
    chosen = os.environ.get("PIP_CONFIG_FILE")
    if chosen:
        return [Path(chosen)]
    home = Path.home()
    if os.name == "nt":
        roots = [os.environ.get("APPDATA"), str(home), os.environ.get("PROGRAMDATA")]
        return [Path(root) / "pip" / "pip.ini" for root in roots if root]
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    folders = [config / "pip", home / ".pip", Path("/etc"), Path("/etc/xdg/pip")]
    if sys.platform == "darwin":
        support = "Library/Application Support/pip"
        folders = [home / support, *folders, Path("/") / support]
    return [folder / "pip.conf" for folder in folders]
