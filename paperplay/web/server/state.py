"""What all requests to one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paperplay.web.server.security import Access, Keys
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.store.database import Store


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a topic, on the start page and at the top of each page."""

    path: str
    text: str
    """Key of its words."""
    role: Access = Access.GUEST
    """Who sees it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone that says whose it is; the person or the host has to agree."""

    person: str
    name: str
    number: str
    """What it shows, so that it can be told from others."""


@dataclass(slots=True)
class State:
    """One server."""

    settings: ServerSettings
    store: Store
    keys: Keys
    hosts: set[str] = field(default_factory=set)
    """Phones that may do what the host may, since the host has said so."""
    asking: dict[str, str] = field(default_factory=dict)
    """Phones that would like to, each with the number that it shows."""
    claims: dict[str, Claim] = field(default_factory=dict)
    """Phones that say they are a person who is there already."""
    parts: dict[str, Any] = field(default_factory=dict)
    """What topics keep here while the server runs, by their name."""
