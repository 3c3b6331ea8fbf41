"""TOML files are made ready once, and never read otherwise than they stand."""

from __future__ import annotations

import tomllib

import pytest

from templates import prepared
from templates.wording import topics

LONG = "\n".join(f'name{n} = [{n}, {n}.5, "{n}é", true]' for n in range(200))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PAPERPLAY_CACHE", str(tmp_path))
    return tmp_path / "paperplay" / "toml"


def test_what_was_kept_is_what_stands_there(folder):
    for path in topics().values():
        text = path.read_text(encoding="utf-8")
        assert prepared.toml_of(text) == prepared.toml_of(text) == tomllib.loads(text)
    assert any(folder.iterdir())


def test_a_text_is_parsed_once(folder, monkeypatch):
    first = prepared.toml_of(LONG)
    monkeypatch.setattr(prepared, "tomllib", None)
    assert prepared.toml_of(LONG) == first


@pytest.mark.parametrize("broken", ["", "no checksum", "\ud800"])
def test_a_kept_file_that_was_changed_is_made_anew(folder, broken):
    first = prepared.toml_of(LONG)
    (kept,) = folder.iterdir()
    kept.write_bytes(broken.encode(errors="surrogatepass") or kept.read_bytes()[:-9] + b"99999999]")
    assert prepared.toml_of(LONG) == first


def test_without_a_place_to_keep_it_a_text_is_parsed(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PAPERPLAY_CACHE", str(tmp_path / "file"))
    assert prepared.toml_of(LONG) == tomllib.loads(LONG)


def test_dates_are_not_kept_and_not_lost(folder):
    text = f"{LONG}\nday = 2026-11-18"
    assert prepared.toml_of(text) == prepared.toml_of(text) == tomllib.loads(text)


def test_broken_toml_is_told(folder):
    with pytest.raises(tomllib.TOMLDecodeError):
        prepared.toml_of(f"{LONG}\nx = ")
