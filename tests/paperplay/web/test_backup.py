"""Backups: everything comes back, and nothing comes in that is not a backup of ours."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import sqlite3
import zipfile
from contextlib import closing

import pytest
from PIL import Image
from starlette.testclient import TestClient

from paperplay.web.rounds import tapped_games
from paperplay.web.server import serving
from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.store import evenings
from paperplay.web.store.archive import DATABASE, MANIFEST
from paperplay.web.store.sheets import sheet
from templates.languages import LANGUAGES
from tests.paperplay.web.played import add_sheet, count, sample_board
from tests.paperplay.web.visits import BASE, csrf, enter, post, put_sheet


@pytest.fixture
def store(app):
    return app.state.shared.store


@pytest.fixture
def full(store):
    """A store with something of everything."""
    evening = evenings.start(store, "Freitag")
    number = add_sheet(store, "Ida")
    game = tapped_games.begin(store, evening.id, "dreams/score", ["A", "B", "C"], "x")
    tapped_games.tap(store, game, "r1.vision", "2", "x")
    tapped_games.turn_timer(store, game, lambda timer, now: timer.start(now))
    with store.change() as db:
        db.execute(
            "INSERT INTO corrections (sheet, element, value, before, who, at)"
            " VALUES (?, 'c1', '5', '3', 'x', '2026-11-16T20:00:00Z')",
            (number,),
        )
        db.execute("INSERT INTO dice VALUES (?, '7b', 1, 3)", (evening.id,))
        db.execute("INSERT INTO vocabularies VALUES ('k', '[\"Haus\"]', '2026-11-16T20:00:00Z')")
    return store


def backup(host):
    answer = host.get("/backup/paperplay.zip")
    assert answer.status_code == 200
    return answer.content


def restore(host, data, **fields):
    form = {"csrf": csrf(host), "sure": "yes"} | fields
    return host.post("/backup/restore", data=form, files={"file": ("backup.zip", data)})


def contents(store):
    """Everything in the store but the keys, and every picture."""
    tables = [
        row[0] for row in store.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    lines = {
        table: [tuple(row) for row in store.db.execute(f"SELECT * FROM {table}")]
        for table in tables
        if table != "settings"
    }
    pictures = {
        str(path.relative_to(store.folder)): path.read_bytes()
        for folder in (store.photos, store.pages)
        for path in folder.iterdir()
    }
    return lines, pictures


def packed(entries, manifest=None):
    """A zip with these entries and a manifest that fits them, or another one."""
    told = {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in entries.items()
    }
    whole = {"format": 1, "program": "paperplay", "entries": told} | (manifest or {})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in entries.items():
            pack.writestr(name, data)
        pack.writestr(MANIFEST, json.dumps(whole))
    return out.getvalue()


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        return {name: pack.read(name) for name in pack.namelist() if name != MANIFEST}


def with_database(data, tmp_path, *statements):
    """The same backup with a database that somebody has worked on."""
    entries = unpacked(data)
    path = tmp_path / "worked-on.db"
    path.write_bytes(entries[DATABASE])
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.executescript(statement)
        db.commit()
    return packed({**entries, DATABASE: path.read_bytes()})


# ------------------------------------------------------------------ there and back


def test_everything_comes_back(full, host):
    before = contents(full)
    data = backup(host)
    post(host, "/everything/delete", sure="yes")
    assert contents(full) != before
    assert "restored" in restore(host, data).text
    assert contents(full) == before


def test_a_sheet_as_the_reader_gives_it_comes_back(app, store, host):
    number = put_sheet(app, host, player="Ida")
    before = contents(store)
    data = backup(host)
    post(host, f"/sheets/{number}/delete")
    assert restore(host, data).status_code == 200
    assert contents(store) == before
    assert host.get(f"/sheets/{number}").status_code == 200


def test_it_comes_back_on_another_machine(full, host, tmp_path):
    before = contents(full)
    data = backup(host)
    other = create_app(ServerSettings(data=tmp_path / "other", workers=0))
    with TestClient(other, base_url=BASE):
        there = enter(other, f"/host/{other.state.shared.keys.host}")
        add_sheet(other.state.shared.store, "somebody else")
        restore(there, data)
        assert contents(other.state.shared.store) == before
        assert there.get("/history").status_code == 200
        assert sheet(other.state.shared.store, 1).names == ("Ida",)


def test_the_keys_stay_at_home(app, full, host, tmp_path):
    keys = app.state.shared.keys
    data = backup(host)
    for name, entry in unpacked(data).items():
        for key in (keys.secret, keys.host, keys.join):
            assert key.encode() not in entry, name
    evil = with_database(data, tmp_path, "INSERT INTO settings VALUES ('host-key', 'mine')")
    restore(host, evil)
    assert full.setting("host-key") == keys.host


def test_what_was_deleted_is_not_in_a_backup(full, host):
    number = add_sheet(full, "Walburga")
    post(host, f"/sheets/{number}/delete")
    with full.change() as db:
        db.execute("UPDATE uploads SET player = ''")
    assert not any(b"Walburga" in entry for entry in unpacked(backup(host)).values())


def test_a_backup_leaves_nothing_lying_around(full, host):
    backup(host)
    restore(host, b"nothing")
    restore(host, backup(host))
    assert {path.name for path in full.folder.iterdir()} <= {
        *("paperplay.db", "paperplay.db-wal", "paperplay.db-shm", "photos", "pages")
    }


def test_pages_show_what_came_back_and_not_what_was_remembered(full, host):
    data = backup(host)
    assert "Ida" in host.get("/result").text
    post(host, "/everything/delete", sure="yes")
    evenings.start(full, "")
    add_sheet(full, "Tom", sample_board(objects={}))
    assert "Tom" in host.get("/result").text
    restore(host, data)
    shown = host.get("/result").text
    assert "Ida" in shown and "Tom" not in shown


def test_photos_that_waited_are_taken_up(app, full, host):
    with full.change() as db:
        db.execute("UPDATE uploads SET state = 'waiting'")
        db.execute("DELETE FROM sheets")
    data = backup(host)
    taken = []
    app.state.shared.parts["intake"].take_up = lambda: taken.append(count(full, "uploads"))
    restore(host, data)
    assert taken == [1]


# ------------------------------------------------------------------ what is refused


def refused(store, host, data):
    """Restore and expect a refusal in words that has changed nothing."""
    before = contents(store)
    answer = restore(host, data)
    assert answer.status_code == 422, answer.text
    assert 'role="alert"' in answer.text
    assert contents(store) == before
    assert not [path for path in store.folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x05\x06" + bytes(18), b"not a zip", bytes(5000), b"PK\x03\x04" + bytes(50)],
    ids=["empty", "empty-zip", "text", "zeros", "begun-zip"],
)
def test_no_zip_of_ours(full, host, data):
    refused(full, host, data)


def test_what_never_was_a_backup_is_not_called_damaged(host):
    assert "not a backup of paperplay" in restore(host, b"not a zip").text


def test_a_cut_backup(full, host):
    data = backup(host)
    assert "is damaged" in restore(host, data[:-100]).text
    refused(full, host, data[: len(data) // 2])
    refused(full, host, data[:-100])


def test_a_changed_picture(full, host):
    entries = unpacked(backup(host))
    told = {
        n: {"size": len(d), "sha256": hashlib.sha256(d).hexdigest()} for n, d in entries.items()
    }
    photo = next(name for name in entries if name.startswith("photos/"))
    changed = {**entries, photo: entries[photo][:-1] + b"x"}
    refused(full, host, packed(changed, {"entries": told}))


@pytest.mark.parametrize(
    "name",
    [
        "../evil.jpg",
        "photos/../../evil.jpg",
        "/etc/evil",
        "photos/evil.jpg",
        "photos/" + "0" * 32 + ".jpg/x",
        "photos\\" + "0" * 32 + ".jpg",
        "pages/." + "0" * 32 + ".jpg",
        "extra.txt",
    ],
)
def test_a_strange_name(full, host, name, tmp_path):
    refused(full, host, packed({**unpacked(backup(host)), name: b"evil"}))
    assert not list(tmp_path.rglob("evil*"))


def test_an_entry_that_no_manifest_names(full, host):
    data = io.BytesIO(backup(host))
    with zipfile.ZipFile(data, "a") as pack:
        pack.writestr(f"photos/{'0' * 32}.jpg", b"more")
    refused(full, host, data.getvalue())


def test_a_bomb(full, host):
    entries = unpacked(backup(host)) | {f"photos/{'0' * 32}.jpg": bytes(60_000_000)}
    refused(full, host, packed(entries))


def test_an_entry_longer_than_it_says(full, host):
    entries = unpacked(backup(host))
    told = {
        n: {"size": len(d), "sha256": hashlib.sha256(d).hexdigest()} for n, d in entries.items()
    }
    told[DATABASE]["size"] = 100
    refused(full, host, packed(entries, {"entries": told}))


@pytest.mark.parametrize(
    "manifest",
    [
        {"format": 2},
        {"program": "other"},
        {"entries": []},
        {"entries": {DATABASE: {"size": -1, "sha256": "0" * 64}}},
        {"entries": {DATABASE: {"size": True, "sha256": "0" * 64}}},
        {"entries": {DATABASE: "x"}},
        {"entries": {DATABASE: {"size": 10**15, "sha256": "0" * 64}}},
    ],
)
def test_a_strange_manifest(full, host, manifest):
    refused(full, host, packed({DATABASE: b"x"}, manifest))


def test_a_packing_that_we_do_not_use(full, host):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as pack:
        for name, data in {MANIFEST: b"{}", DATABASE: b"x"}.items():
            pack.writestr(name, data)
    refused(full, host, out.getvalue())


def test_a_zip_with_any_byte_changed_is_refused_or_harmless(full, host, settings):
    data, chance = backup(host), random.Random(1)
    index = data.rindex(b"PK\x05\x06")
    for _ in range(40):
        spoilt = bytearray(data)
        for _ in range(3):
            spoilt[chance.randrange(index - 200, len(data))] = chance.randrange(256)
        assert restore(host, bytes(spoilt)).status_code in (200, 422)
    serving.renew_join_key(create_app(settings).state.shared)


def test_no_database_inside(full, host):
    refused(full, host, packed({DATABASE: b"SQLite format 3\x00" + bytes(8000)}))
    refused(full, host, packed({DATABASE: b""}))


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 99",
        "PRAGMA user_version = 0",
        "CREATE TABLE more (x)",
        "CREATE TRIGGER t AFTER INSERT ON evenings BEGIN DELETE FROM settings; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE taps",
        "UPDATE uploads SET photo = '../../paperplay.db'",
        "UPDATE sheets SET flat = '/etc/passwd'",
        "UPDATE sheets SET now = '[]'",
        'UPDATE sheets SET now = \'{"status": "ok"}\'',
        "UPDATE sheets SET now = json_set(now, '$.board.clouds.c1', 77)",
        "UPDATE sheets SET now = json_set(now, '$.board.sheet', 'chess')",
        "UPDATE sheets SET now = json_set(now, '$.sheet_code', 'AAAA-AAAA-AAAAA')",
        "UPDATE sheets SET now = json_set(now, '$.confidence.c1', 'sure')",
        "UPDATE sheets SET now = json_set(now, '$.review', json('[{\"element\": \"c99\"}]'))",
        "UPDATE sheets SET scanned = json_set(scanned, '$.board.clouds.c1', 77)",
        "UPDATE sheets SET status = 'unreadable'",
        "UPDATE evenings SET started = 'yesterday'",
        "UPDATE evenings SET started = '2026-11-16'",
        "UPDATE evenings SET started = '2026-11-16T20:00:00'",
        "UPDATE evenings SET started = '0001-01-01T00:00:00Z'",
        "UPDATE score_games SET started = '9999-12-31T23:59:59Z'",
        "INSERT INTO evenings VALUES (9223372036854775807, '', '2026-11-16T20:00:00Z')",
        "UPDATE sheets SET now = json_set(now, '$.seconds', json('1e999'))",
        "PRAGMA ignore_check_constraints = ON; "
        "UPDATE sheets SET now = replace(hex(zeroblob(3000)), '0', '[') || '1'",
        "UPDATE evenings SET title = CAST(x'ff' AS TEXT)",
        "UPDATE score_games SET board = '{}'",
        "UPDATE score_games SET board = json_set(board, '$.players', json('[1, 2, 3]'))",
        "UPDATE score_games SET board = json_set(board, '$.sheet', 'daydream/A')",
        "UPDATE taps SET before = 'null'",
        "UPDATE timers SET remaining = -5",
        "UPDATE dice SET turn = 1000000000",
        "UPDATE vocabularies SET terms = '7'",
        "PRAGMA foreign_keys = OFF; DELETE FROM evenings",
        "UPDATE evenings SET title = printf('%.*c', 100000, 'x')",
        "PRAGMA page_size = 8192; VACUUM",
    ],
)
def test_a_database_that_somebody_has_worked_on(full, host, tmp_path, statement):
    refused(full, host, with_database(backup(host), tmp_path, statement))


def test_the_checks_pass_a_database_that_was_only_opened(full, host, tmp_path):
    data = with_database(backup(host), tmp_path, "UPDATE evenings SET title = 'anders'")
    assert restore(host, data).status_code == 200
    assert evenings.current(full).title == "anders"


def test_one_has_to_be_sure(full, host):
    before = contents(full)
    answer = restore(host, backup(host), sure="")
    assert answer.status_code == 422
    assert contents(full) == before


@pytest.mark.parametrize("path", ["/backup", "/backup/paperplay.zip", "/training/crops.zip"])
def test_backups_are_the_hosts(full, guest, served, path):
    assert guest.get(path).status_code == 403
    assert served.get(path).status_code == 403


def test_a_guest_restores_nothing(full, host, guest):
    data = backup(host)
    assert restore(guest, data).status_code == 403


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_page(full, host, lang):
    assert host.get("/backup", params={"lang": lang}).status_code == 200


# ------------------------------------------------------------------ pictures to learn from


def crops(host):
    data = host.get("/training/crops.zip").content
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        lines = list(csv.DictReader(io.StringIO(pack.read("labels.csv").decode())))
        pictures = {line["file"]: Image.open(io.BytesIO(pack.read(line["file"]))) for line in lines}
    return lines, pictures


def test_corrections_become_labelled_crops(full, host):
    lines, pictures = crops(host)
    assert lines == [
        {
            **{"file": "crops/000001.png", "sheet": "daydream/A", "element": "c1"},
            **{"kind": "digit", "label": "5", "read_as": "3"},
        }
    ]
    from templates.daydream.load import load_daydream

    wide, high = load_daydream("daydream/A").clouds["c1"].size
    scale = 1260 / 210
    width, height = pictures["crops/000001.png"].size
    assert abs(width - (wide + 2.6) * scale) <= 1
    assert abs(height - (high + 2.6) * scale) <= 1


def test_the_last_word_counts_and_what_was_read_first(full, host):
    with full.change() as db:
        for value, before in (("null", "5"), ("7", "null")):
            db.execute(
                "INSERT INTO corrections (sheet, element, value, before, who, at)"
                " VALUES (1, 'c1', ?, ?, 'x', '')",
                (value, before),
            )
    (line,), _ = crops(host)
    assert (line["label"], line["read_as"]) == ("7", "3")


def test_what_a_photo_does_not_show_is_no_picture_to_learn_from(full, host):
    with full.change() as db:
        db.execute("UPDATE sheets SET scanned = json_set(scanned, '$.unseen', json('[\"c1\"]'))")
    assert crops(host)[0] == []


def test_no_crop_without_its_sheet(full, host):
    assert "(1)" in host.get("/backup").text
    for path in full.pages.iterdir():
        path.unlink()
    assert crops(host)[0] == []
    assert "(1)" not in host.get("/backup").text
