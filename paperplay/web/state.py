"""What all requests to one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paperplay.web.security import Keys
from paperplay.web.settings import Settings
from paperplay.web.store import Store


@dataclass(slots=True)
class State:
    """One server."""

    settings: Settings
    store: Store
    keys: Keys
    parts: dict[str, Any] = field(default_factory=dict)
    """What topics keep here while the server runs, by their name."""
