"""The database: brought up to date step by step, and safe with many writers."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
import time
from contextlib import closing

import pytest

from paperplay import cli
from paperplay.web.rounds.tapped_games import game
from paperplay.web.rounds.tapping import new_board
from paperplay.web.store import database as stores
from paperplay.web.store.database import Store, keep_file, migrate, statements
from paperplay.web.store.sheets import STRAY, delete_everything, drop_strays, sheet
from rules.errors import HostError
from scanner.scan_json import scan_json
from tests.paperplay.web.stand_in_reader import known_scan


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "page")


def version(db):
    return db.execute("PRAGMA user_version").fetchone()[0]


def test_tables_are_strict_and_the_log_is_written_ahead(store):
    assert store.db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    for (script,) in store.db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'"):
        assert script.endswith("STRICT")
    with pytest.raises(sqlite3.IntegrityError):
        store.db.execute("INSERT INTO evenings (id, started) VALUES ('x', '')")


def test_a_second_start_changes_nothing(store, tmp_path):
    store.remember("a", "1")
    again = Store(tmp_path / "page")
    assert again.setting("a") == "1" and again.setting("b") is None
    assert version(again.db) == version(store.db) == len(list(stores.MIGRATIONS.glob("*.sql")))


def test_a_full_disk_is_forgotten_when_there_is_room_again(store, monkeypatch):
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store.remember("a", "x" * 100_000)
    store.db.execute("PRAGMA max_page_count = 1000000")
    store.remember("a", "x" * 100_000)

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        keep_file(store.photos, b"photo", "jpg")
    assert not list(store.photos.iterdir())


def test_a_newer_database_is_left_alone(store, tmp_path):
    store.db.execute("PRAGMA user_version = 999")
    with pytest.raises(HostError) as refused:
        Store(tmp_path / "page")
    assert refused.value.code == "web-data-newer"


def foreign(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE mails (x TEXT)")


def without_a_table(path):
    store = Store(path.parent)
    store.db.execute("DROP TABLE taps")
    store.close()


def with_broken_pages(path):
    store = Store(path.parent)
    store.remember("a", "x" * 100_000)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[:8192] + os.urandom(len(data) - 8192))


def emptied(path):
    store = Store(path.parent)
    keep_file(store.photos, b"photo", "jpg")
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    path.write_bytes(b"")


@pytest.mark.parametrize(
    "spoil",
    [
        emptied,
        lambda path: path.write_bytes(b"x"),
        lambda path: path.write_bytes(b"no database" * 500),
        lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(9000)),
        *(foreign, without_a_table, with_broken_pages),
    ],
)
def test_a_broken_or_foreign_database_is_a_sentence_and_left_alone(tmp_path, capsys, spoil):
    path = tmp_path / "paperplay.db"
    spoil(path)
    before = path.read_bytes()
    assert cli.main(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"{path} is damaged or belongs to another program" in told
    assert path.read_bytes() == before


def test_photos_without_their_database_are_not_taken_for_strays(store, tmp_path, capsys):
    photo = keep_file(store.photos, b"photo", "jpg")
    store.close()
    for path in store.folder.glob("paperplay.db*"):
        path.unlink()
    call = ["serve", "--no-browser", "--port", "0", "--data", str(store.folder)]
    assert cli.main(call) == 2
    assert (store.photos / photo).exists() and "paperplay.db" in capsys.readouterr().err


def test_a_step_that_fails_leaves_nothing_half_done(tmp_path, monkeypatch):
    steps = tmp_path / "steps"
    steps.mkdir()
    (steps / "0001_a.sql").write_text("CREATE TABLE a (x TEXT);")
    (steps / "0002_b.sql").write_text("CREATE TABLE b (x TEXT);\nCREATE TABLE a (x TEXT);")
    monkeypatch.setattr(stores, "MIGRATIONS", steps)
    db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(db)
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    assert tables == {"a"} and version(db) == 1
    (steps / "0002_b.sql").write_text("CREATE TABLE b (x TEXT);")
    migrate(db)
    assert version(db) == 2


def test_what_an_older_page_kept_is_taken_over(tmp_path):
    folder = tmp_path / "page"
    folder.mkdir()
    db = sqlite3.connect(folder / "paperplay.db", isolation_level=None)
    for path in sorted(stores.MIGRATIONS.glob("*.sql"))[:2]:
        db.executescript(path.read_text(encoding="utf-8"))
    db.execute("PRAGMA user_version = 2")
    scan = json.dumps(scan_json(known_scan(), "en"))
    db.execute("INSERT INTO evenings VALUES (1, '', '2026-11-16T19:30:00Z')")
    db.execute("INSERT INTO uploads VALUES ('u', 1, 'me', 'a.jpg', NULL, 'Ida', 'done', 1, '')")
    db.execute(
        "INSERT INTO sheets (id, evening, upload, page, place, owner, scanned, now, status, name,"
        " changed) VALUES (1, 1, 'u', 1, 1, 'me', ?1, ?1, 'ok', 'Ida', '')",
        (scan,),
    )
    board = json.dumps(new_board("dreams/score", ["A", "B", "C"]).as_json())
    db.execute(
        "INSERT INTO score_games (id, evening, game, owner, board, started, changed)"
        " VALUES (1, 1, 'dreams', 'me', ?, '', '')",
        (board,),
    )
    db.execute("INSERT INTO taps VALUES (1, 1, 'r1.vision', '2', ?, 'me', '')", (board,))
    db.close()
    store = Store(folder)
    assert sheet(store, 1).names == ("Ida",)
    assert sheet(store, 1).scan.own_score.by_rules == known_scan().own_score.by_rules
    assert game(store, 1).players == ["A", "B", "C"] and game(store, 1).taps == 1


def test_a_gap_in_the_numbers_is_noticed(tmp_path, monkeypatch):
    (tmp_path / "0002_b.sql").write_text("SELECT 1;")
    monkeypatch.setattr(stores, "MIGRATIONS", tmp_path)
    with pytest.raises(ValueError, match="without gaps"):
        migrate(sqlite3.connect(":memory:", isolation_level=None))


def test_a_script_is_taken_apart_at_its_statements():
    script = "-- a; b\nCREATE TABLE a (x TEXT DEFAULT ';');\nSELECT 1;\n"
    assert [text.strip()[-2:] for text in statements(script)] == [");", "1;"]


def test_many_threads_write_without_losing_anything(store):
    def write(number):
        for step in range(20):
            store.remember(f"{number}.{step}", "x")
        store.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.db.execute("SELECT count(*) FROM settings").fetchone()[0] == 160


def test_a_change_is_whole_or_not_at_all(store):
    with pytest.raises(ZeroDivisionError), store.change() as db:
        db.execute("INSERT INTO evenings (started) VALUES ('')")
        raise ZeroDivisionError
    assert not store.db.execute("SELECT * FROM evenings").fetchall()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_others_on_this_machine_see_nothing(store):
    name = keep_file(store.photos, b"x", "jpg")
    assert (store.photos / name).stat().st_mode & 0o077 == 0
    assert store.folder.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(HostError) as refused:
        Store(tmp_path / "file")
    assert refused.value.code == "web-data-folder"


def test_pictures_that_nobody_knows_are_removed_after_a_while(store):
    fresh, old = (store.photos / keep_file(store.photos, b"x", "jpg") for _ in range(2))
    os.utime(old, (time.time() - 7200,) * 2)
    half, under_way, folder = (
        store.folder / name for name in (".restore-a/photos", ".sent-b", "photos/a-folder")
    )
    for path in (half, under_way, folder):
        path.mkdir(parents=True)
    for path in (half.parent, folder):
        os.utime(path, (time.time() - 7200,) * 2)
    drop_strays(store, STRAY)
    assert fresh.exists() and not old.exists()
    assert not half.parent.exists() and under_way.exists() and folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_pictures_of_other_people_in_a_linked_folder_stay(store, tmp_path):
    (tmp_path / "mine").mkdir()
    theirs = [tmp_path / "mine" / "holiday.jpg", store.photos / "holiday.jpg"]
    store.pages.rmdir()
    store.pages.symlink_to(tmp_path / "mine")
    ours = store.pages / keep_file(store.pages, b"x", "jpg")
    (store.photos / "folder").mkdir()
    for path in theirs:
        path.write_bytes(b"x")
    for path in (*theirs, ours, store.photos / "folder"):
        os.utime(path, (1, 1))
    delete_everything(store)
    assert not ours.exists()
    drop_strays(store)
    assert all(path.exists() for path in (*theirs, store.photos / "folder"))
