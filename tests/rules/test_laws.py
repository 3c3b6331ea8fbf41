"""Quick ways and slow rules agree; ``./play bench laws`` goes on with other examples."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from benchmarks.laws import LAWS, SHEETS, holds_for_games, holds_for_scripts
from rules.daydream import par_stage, simulate
from templates.daydream.load import load_sheet
from tests.rules import sheets

CASES = st.integers(0, 10**9)
PRINTED = st.builds(load_sheet, st.sampled_from(SHEETS), seed=st.integers(0, 40))
# Two thorns and few lines before the clover and the bow tie: on so small a sheet every edge
# of these rules comes up again and again.
CUP, CLOVER, BOW_TIE = sheets.things("*.*", "*.*.o+", "*..*+")
TINY = tuple(
    replace(sheet, thorns=2, objects=things)
    for sheet in sheets.ALL
    for things in (
        sheet.objects,
        (CUP, replace(CLOVER, name="clover"), replace(BOW_TIE, name="bow_tie")),
        (replace(CUP, name="clover"), CLOVER, replace(BOW_TIE, name="bow_tie")),
    )
)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
@settings(max_examples=24)
@given(sheet=PRINTED, case=CASES)
def test_on_sheets_as_they_are_printed(law, sheet, case):
    law(sheet, case)


@settings(max_examples=400)
@given(sheet=st.sampled_from(TINY), case=CASES)
def test_on_tiny_sheets(sheet, case):
    holds_for_games(sheet, case, solo=True, skips=0.3)
    holds_for_scripts(sheet, case, skips=0.3)


@pytest.mark.parametrize("name", SHEETS)
def test_on_every_sheet_that_is_drawn_by_hand(name):
    for case in range(4):
        for law in LAWS.values():
            law(load_sheet(name), case)


def test_a_game_that_is_counted_wrongly_is_noticed(monkeypatch):
    monkeypatch.setattr(simulate, "objects_lost", lambda thorns, objects: thorns)
    with pytest.raises(AssertionError):
        holds_for_games(load_sheet("A"), 1, solo=True, skips=0.5)


def test_a_script_that_is_counted_wrongly_is_noticed(monkeypatch):
    monkeypatch.setattr(par_stage, "objects_lost", lambda thorns, objects: 0)
    with pytest.raises(AssertionError):
        holds_for_scripts(load_sheet("A"), 1, skips=0.5)
