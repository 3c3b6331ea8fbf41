"""The server as a process: killed in the middle, shared with the table, called by name."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys

import httpx2
import pytest

from paperplay import cli
from paperplay.commands.serve import command
from paperplay.web.server import serving, sharing
from paperplay.web.server.app import create_app
from paperplay.web.server.connections import LOOPBACK
from paperplay.web.store.database import Store
from rules.errors import HostError
from tests.named import at
from tests.paperplay.web.running import ROOT, Server, alive, alive_below, answers, until
from tests.paperplay.web.stand_in_reader import READ, photo
from tests.paperplay.web.visits import csrf, post, upload, wait_for

COUNT = 8
EXAMPLES = [
    line.split()[1:] for line in command.epilog.splitlines() if line.startswith("  paperplay serve")
]


def phone(host_address):
    """A browser that is let in."""
    client = httpx2.Client(base_url=host_address.partition("/host/")[0], follow_redirects=True)
    assert client.get(host_address).status_code == 200
    return client


def sheets_in(data):
    db = sqlite3.connect(data / "paperplay.db")
    try:
        return [json.loads(row[0])["file"] for row in db.execute("SELECT now FROM sheets")]
    finally:
        db.close()


@pytest.mark.skipif(os.name == "nt", reason="There is no kill -9 on Windows")
def test_kill_9_loses_no_finished_sheet_and_no_correction(tmp_path):
    data = tmp_path / "page"
    with Server(data, READ) as first:
        client = phone(first.host)
        token = csrf(client)
        ids = []
        for number in range(COUNT):
            held = {} if number < 3 else {"until": str(tmp_path / "go")}
            sent = upload(client, photo(**held), name=f"{number}.jpg", token=token)
            assert sent[1].status_code == 202
            ids.append(sent[0])
        wait_for(client, ids[2], 60)
        fields = {"csrf": token, "element": "c17", "value": "2"}
        assert client.post("/sheets/1/corrections", data=fields).status_code == 200
        below = alive_below(first.process.pid)
        assert below
        first.kill()
    assert until(lambda: not alive(below)), "readers end with their server, also while reading"
    done = sheets_in(data)
    assert len(done) == 3  # it was in the middle of the fourth
    (tmp_path / "go").touch()
    with Server(data, READ) as second:
        # The phone's cookie is still good; it asks for its photos as if nothing had happened.
        client.base_url = second.base
        for upload_id in ids:
            assert "/sheets/" in wait_for(client, upload_id, 60)
        again = upload(client, photo(), upload_id=ids[-1], token=token)
        assert again[1].status_code == 202
        page = client.get("/sheets/1").text
        assert "To look at: 1" in page and f"cloud {at('c17', 'BAC')}: 2" in page
        assert second.stop() == 0
    assert sorted(sheets_in(data)) == [f"{number}.jpg" for number in range(COUNT)]


def test_the_table_comes_in_and_goes_as_the_host_wishes(app, host, monkeypatch):
    monkeypatch.setattr(sharing, "local_address", lambda: "127.0.0.1")
    assert "qr.svg" not in host.get("/").text
    assert host.get("/share/qr.svg").status_code == 404
    post(host, "/share", wanted="open")
    address = re.search(r'href="(http://127\.0\.0\.1:\d+/join/\S+)"', host.get("/").text)[1]
    until(lambda: answers(address))
    with httpx2.Client(follow_redirects=True) as guest:
        page = guest.get(address).text
        token = re.search(r'name="csrf" value="([^"]+)"', page)[1]
        assert guest.post(address, data={"csrf": token}).status_code == 200
        assert guest.get(address.partition("/join/")[0] + "/scan").status_code == 200
    qr = host.get("/share/qr.svg")
    assert qr.headers["Content-Type"] == "image/svg+xml" and b"<svg" in qr.content
    post(host, "/share", wanted="shut")
    assert not answers(address)
    assert "qr.svg" not in host.get("/").text


def test_without_a_network_the_host_is_told(host, monkeypatch):
    monkeypatch.setattr(sharing, "local_address", lambda: None)
    answer = post(host, "/share", wanted="open")
    assert answer.status_code == 422 and "not on any network" in answer.text


def test_the_join_key_is_new_every_night_and_stays_within_one(settings):
    state = create_app(settings).state.shared
    first = state.keys.join
    serving.renew_join_key(state)
    second = state.keys.join
    assert second != first  # no evening so far
    state.store.db.execute("INSERT INTO evenings (started) VALUES (?)", (server_now(),))
    serving.renew_join_key(state)
    assert state.keys.join == second
    state.store.db.execute("UPDATE evenings SET started = '2026-01-01T20:00:00Z'")
    serving.renew_join_key(state)
    assert state.keys.join != second


def server_now():
    from paperplay.web.store.database import now

    return now()


def test_a_port_that_is_taken_is_named(capsys, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--port", str(port), "--data", str(tmp_path)]) == 2
    assert f"Port {port} is already taken." in capsys.readouterr().err


def test_a_folder_of_a_newer_program_is_refused(capsys, tmp_path):
    Store(tmp_path).db.execute("PRAGMA user_version = 999")
    assert cli.main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    assert "newer paperplay" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to another process there")
@pytest.mark.parametrize("words", EXAMPLES)
def test_every_example_says_where_the_page_is_and_ends_with_ctrl_c(tmp_path, words):
    call = [sys.executable, "-m", "paperplay", *words, "--port", "0", "--data",
            str(tmp_path / "page"), "--lang", "de"]  # fmt: skip
    running = subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    said = []
    for line in running.stdout:
        said.append(line)
        if "Strg+C" in line:
            break
    address = re.search(r"http://127\.0\.0\.1:\d+/host/\S+", said[0])[0]
    assert phone(address).get("/scan").status_code == 200
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 0
    running.stdout.close()
    told = "".join(said)
    assert str(tmp_path / "page") in told
    shared = "--lan" in words and sharing.local_address() is not None
    assert ("Für alle am Tisch" in told) == shared
    assert "█" not in told, "the table looks at the QR code, and would see the host's key"


@pytest.mark.parametrize("opens", [True, False])
def test_the_browser_gets_the_key_and_the_terminal_the_qr_code(app, served, capsys, opens):
    opened, own = [], app.state.shared.keys.host
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("webbrowser.open", lambda address: opened.append(address) or opens)
        patched.setattr(serving, "join_address", lambda state: "http://192.168.1.2/join/x")
        asyncio.run(serving.announce(app, app.state.shared, 80, "en", browser=True))
        until(lambda: opened)
        said = capsys.readouterr().out
        assert opened[0].endswith(own) and "█" in said
        assert opens or own in said or until(lambda: own in capsys.readouterr().out)
        assert not opens or own not in said


def test_only_this_machine_is_listened_on(settings):
    listening = sharing.bound(LOOPBACK, 0)
    assert listening.getsockname()[0] == "127.0.0.1"
    with pytest.raises(HostError):
        listening.listen()
        sharing.bound(LOOPBACK, listening.getsockname()[1])
    listening.close()
