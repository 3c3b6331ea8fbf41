"""Sizes and numbers of cards, markers and boards."""

from __future__ import annotations

from functools import cache

import msgspec

from templates.files import convert, read_toml

Size = tuple[float, float]
_FILE = "cards/materials.toml"


class WhenIDream(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What When I Dream is made of."""

    spirit_card: str
    term_card: str
    terms_per_side: int
    term_cards: int
    spirits: dict[str, int]
    point_marker: str
    point_markers: dict[str, int]
    mask: Size


class Dreams(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What Dreams is made of."""

    marker: str
    mortal_markers: int
    images: int
    sky_token: str
    """For image numbers and stars."""
    track_token: str
    """For crescents: all players' may stand on 0."""
    colours: tuple[str, ...]
    star_kinds: tuple[str, ...]
    picture_card: str
    pictures: int
    track: int
    goal: int
    dial: float


class Materials(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Both games, and the sizes that they name."""

    sizes: dict[str, Size]
    when_i_dream: WhenIDream
    dreams: Dreams

    def size(self, name: str) -> Size:
        """Give a named size, width first, in mm."""
        return self.sizes[name]


@cache
def materials() -> Materials:
    """Load what the card games are made of."""
    return convert(read_toml(_FILE), Materials, f"templates/{_FILE}")
