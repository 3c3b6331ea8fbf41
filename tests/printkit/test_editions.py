"""Every blank is printed as it was when its edition was recorded."""

from dataclasses import replace

import pytest

from printkit import furniture
from templates.games import all_sheets
from templates.page import PAPERS
from templates.sheet_code import EDITION, INKS, SheetCode
from tests import editions

HOW = 'If that is meant, record it with a reason: python -m tests.editions "..."'


def test_every_blank_is_printed_as_it_was_recorded():
    reasons, lines = editions.kept()
    assert reasons, "The file says why it was recorded."
    now = [editions.line_of(code) for code in editions.codes()]
    changed = sorted(set(now) ^ set(lines))
    assert not changed, f"{len(changed)} lines differ, the first: {changed[0]}. {HOW}"
    assert len(now) == len(set(now)) == len(lines)


def test_every_sheet_paper_and_ink_is_among_them():
    found = {(code.sheet, code.paper, code.ink) for code in editions.codes()}
    assert found == {
        (kind, paper, ink) for kind in all_sheets() for paper in PAPERS for ink in INKS
    }
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
