"""People who look at the page: what they open and send."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

BASE = "http://127.0.0.1:8765"


def new_guest(app):
    path = f"/join/{app.state.shared.keys.join}"
    client = TestClient(app, base_url=BASE)
    answer = client.post(path, data={"csrf": csrf(client, path)})
    assert answer.status_code == 200, answer.text
    return client


def enter(app, path):
    client = TestClient(app, base_url=BASE)
    assert client.get(path).status_code == 200
    return client


def csrf(client, path="/"):
    """Give the token that stands in a page."""
    found = re.search(r'name="csrf" (?:value|content)="([^"]+)"', client.get(path).text)
    assert found, path
    return found[1]


def post(client, path, **fields):
    """Send a form as the page does."""
    return client.post(path, data={"csrf": csrf(client), **fields})
