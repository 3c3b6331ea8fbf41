"""Where the page keeps what it remembers."""

from __future__ import annotations

from pathlib import Path

from templates.data_folder import data_folder

__all__ = ["data_folder", "page_folder"]


def page_folder() -> Path:
    """Name the folder that the page keeps its database and photos in."""
    return data_folder() / "page"
