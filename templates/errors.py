"""A slip in a template stops the work and points at the place."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from rules.errors import HostError


class TemplateError(HostError):
    """A template file says something that cannot be right."""

    def __init__(self, file: str, place: str, wrong: str, remedy: str) -> None:
        super().__init__("template", file=file, place=place, wrong=wrong, remedy=remedy)

    def __str__(self) -> str:
        facts = self.facts
        return f"{facts['file']}, {facts['place']}: {facts['wrong']} {facts['remedy']}"


def known_names(wrong: str, known: Iterable[str], kind: str) -> str:
    """Help with a misspelt name: the nearest one and the whole list."""
    names = sorted(known)
    near = get_close_matches(wrong, names, n=1)
    guess = f'Did you mean "{near[0]}"? ' if near else ""
    return f"{guess}Known {kind}: {', '.join(names)}."
