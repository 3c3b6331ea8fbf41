"""Where paperplay keeps what it remembers."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Name the folder for evenings, photos and sheets; whoever first writes there makes it."""
    home = Path.home()
    if platform == "win32":
        root = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        root = home / "Library" / "Application Support"
    else:
        root = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return root / "paperplay"
