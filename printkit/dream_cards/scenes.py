"""The 72 scenes, read from ``scenes.toml``: what stands where, and how one would tell it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from printkit.pen import Point
from templates.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Placed:
    """One thing of a scene."""

    thing: str
    at: Point
    """Its centre on the card, in mm from the top left."""
    size: float
    """Side of the square it is drawn in, in mm."""
    stands: bool = False
    """Whether it stands or lies on the ground; otherwise it flies, swims or hangs."""
    turn: float = 0.0
    """Degrees clockwise."""
    mirror: bool = False
    """Whether it looks the other way."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One dream card."""

    background: str
    light: str
    horizon: float
    """Where the ground begins, in mm from the top."""
    things: tuple[Placed, ...]
    words: dict[str, str]
    """One line on what is to be seen, by language."""


@cache
def load_scenes() -> tuple[Scene, ...]:
    """Read all scenes in the order of their numbers; the first is card 1."""
    text = files(__package__).joinpath("scenes.toml").read_text("utf-8")
    return tuple(_scene(row) for row in tomllib.loads(text)["card"])


def _scene(row: dict[str, Any]) -> Scene:
    things = tuple(
        Placed(**{**thing, "at": (float(thing["at"][0]), float(thing["at"][1]))})
        for thing in row["things"]
    )
    words = {lang: row[lang] for lang in LANGUAGES}
    return Scene(row["background"], row["light"], row["horizon"], things, words)
