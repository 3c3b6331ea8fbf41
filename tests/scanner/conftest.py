"""Blanks that tests render are kept apart from the person's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPERPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
