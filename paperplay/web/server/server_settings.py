"""What the host has chosen when the page was started."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PORT = 8765


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one server runs."""

    data: Path
    """The folder of the database and the photos."""
    port: int = PORT
    lan: bool = False
    """Whether the table may come in from the beginning."""
    camera: bool = False
    """Whether there is a door with a certificate, where phones may show a live picture."""
    forget_photos: bool = False
    """Whether a photo is dropped as soon as nothing on it is doubtful."""
    lang: str | None = None
    """Language of people whose browser asks for none of ours."""
    read: str = "paperplay.reading.job:read_part"
    """The function that worker processes read photos with."""
    workers: int = 1
    warm: bool = True
    """Whether readers start before the first photo comes."""
    waiting: int = 60
    """Photos that may wait for a reader; more are asked to come back."""
    each: int = 200
    """Photos that a guest may send in one evening."""
    bytes_each: int = 400_000_000
    """Bytes that these may have together."""
    seconds: float = 60.0
    """How long one photo may take."""
    film_seconds: float = 660.0
    """How long a film may take; its decoder is stopped a minute before."""
