"""Codes that lie, and files that are made to hurt: an answer in words, time and memory."""

from __future__ import annotations

from itertools import product

import pytest

from scanner import pipeline
from scanner.files.load import pictures
from scanner.reader import is_sheet, layout_of
from templates.games import game_of
from templates.sheet_code import SheetCode
from tests.scanner.photos import filled

# ---- codes


@pytest.mark.parametrize("sheet", ["when-i-dream/score", "dreams/score"])
def test_every_number_of_players_and_page_is_a_sheet_or_none(sheet):
    game = game_of(sheet)
    assert game.players
    for players, page in product(range(16), range(1, 33)):
        code = SheetCode(sheet, players=players, page=page)
        fits = game.players.fewest <= players <= game.players.most and page <= game.pages
        assert is_sheet(code) == fits
        assert not fits or layout_of(code).places


@pytest.mark.parametrize(("players", "page"), [(0, 1), (15, 1), (4, 32), (2, 2)])
@pytest.mark.parametrize("sheet", ["when-i-dream/score", "dreams/score"])
def test_a_code_that_speaks_of_no_sheet_is_called_unknown(sheet, players, page, monkeypatch):
    code = SheetCode(sheet, players=players, page=page)
    monkeypatch.setattr(pipeline, "identify", lambda *_: code)
    (picture,) = pictures(filled("A", 3).photo(3))
    (scan,) = pipeline.read_picture(picture)
    assert scan.failure and scan.failure.code == "unknown-code"
