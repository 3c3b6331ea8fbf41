"""Every blank is printed as it was when its edition was recorded."""

import hashlib
from dataclasses import replace

import pytest

from printkit import furniture
from templates.games import all_sheets, games
from templates.page import PAPERS
from templates.sheet_code import EDITION, INKS, SheetCode
from tests import editions

HOW = "Edition 1 is on people's paper: a drawing that changes needs a new edition."
FROZEN = "b746267b1846baa1"
"""A sum over edition 1 that nobody records anew."""


def test_every_blank_is_printed_as_it_was_recorded():
    reasons, lines = editions.kept()
    assert reasons, "The file says why it was recorded."
    now = [editions.line_of(code) for code in editions.codes()]
    changed = sorted(set(now) ^ set(lines))
    assert not changed, f"{len(changed)} lines differ, the first: {changed[0]}. {HOW}"
    assert len(now) == len(set(now)) == len(lines)


def test_edition_1_is_frozen():
    lines = sorted(line for line in editions.kept()[1] if line.startswith("1 "))
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == FROZEN, HOW


def test_what_is_frozen_is_not_recorded_anew(monkeypatch, tmp_path):
    monkeypatch.setattr(editions, "FILE", tmp_path / "editions.txt")
    monkeypatch.setattr(editions, "codes", lambda: [SheetCode("daydream/A")])
    editions.record("the first print")
    kept = editions.kept()
    monkeypatch.setattr(furniture, "CODE_SIZE", 3.5)
    with pytest.raises(SystemExit, match="frozen"):
        editions.record("larger letters")
    assert editions.kept() == kept


def test_every_sheet_paper_and_ink_is_among_them():
    found = {(code.sheet, code.paper, code.ink) for code in editions.codes()}
    kinds = {*all_sheets(), "own/everything", "own/tasks"}
    ways = {(kind, paper, ink) for kind in kinds for paper in PAPERS for ink in INKS}
    assert ways <= found
    assert {kind for kind, *_ in found - ways} == {*games()["puzzles"].sheets}
    assert {code.edition for code in editions.codes()} == {EDITION}


def test_a_moved_line_and_another_code_change_the_fingerprint(monkeypatch):
    code = SheetCode("daydream/A")
    before = editions.fingerprint(code)
    assert editions.fingerprint(code) == before
    assert editions.fingerprint(replace(code, copy=1)) != before
    monkeypatch.setattr(furniture, "CODE_SIZE", 3.5)
    assert editions.fingerprint(code) != before


def test_recording_needs_a_reason_and_keeps_the_older_ones(monkeypatch, tmp_path):
    monkeypatch.setattr(editions, "FILE", tmp_path / "editions.txt")
    monkeypatch.setattr(editions, "codes", lambda: [SheetCode("daydream/A")])
    with pytest.raises(SystemExit, match="why"):
        editions.record("  ")
    editions.record("the first print")
    editions.record("a larger cloud")
    reasons, lines = editions.kept()
    assert reasons == ["# the first print", "# a larger cloud"]
    assert lines == [editions.line_of(SheetCode("daydream/A"))]
