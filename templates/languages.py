"""The languages that everything is written in."""

from __future__ import annotations

LANGUAGES: tuple[str, ...] = ("de", "en", "fr", "it", "sv")
"""Codes on paper count them: only append."""
DEFAULT_LANGUAGE = "en"
