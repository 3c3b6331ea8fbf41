"""A page in a folder of its own, and people who look at it."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from tests.paperplay.web.stand_in_reader import READ
from tests.paperplay.web.visits import BASE, HERE, enter, new_guest


@pytest.fixture
def settings(tmp_path):
    return ServerSettings(data=tmp_path / "page", read=READ, port=0, warm=False)


@pytest.fixture
def app(settings):
    return create_app(settings)


@pytest.fixture
def served(app):
    """The page while it runs, as somebody sees it who has no key."""
    with TestClient(app, base_url=BASE, client=HERE) as client:
        # Judging a sheet takes seconds, and goes on when a test has ended.
        app.state.shared.parts["fair-checks"].judge = lambda sheet, seed: True
        yield client


@pytest.fixture
def host(app, served):
    return enter(app, f"/host/{app.state.shared.keys.host}")


@pytest.fixture
def guest(app, served):
    return new_guest(app)
