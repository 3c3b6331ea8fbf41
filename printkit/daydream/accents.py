"""The one dark colour of each sheet."""

from __future__ import annotations

from collections.abc import Mapping

_ACCENTS: Mapping[str, str] = {
    "A": "#a8502f",
    "D": "#70492f",
    "BC": "#2f4a80",
    "EF": "#4a3f86",
    "AD": "#23667a",
    "DA": "#3c6b34",
    "BAC": "#7a3868",
    "EDF": "#993a4c",
}


def accent_of(sheet: str) -> str:
    """Give the accent of a sheet such as ``daydream/BAC``."""
    return _ACCENTS[sheet.rpartition("/")[2]]
