"""The comparison itself: a different text must fail, and say how to keep it."""

from __future__ import annotations

import pytest

from tests.golden_texts import check_golden


def test_a_text_is_kept_and_found_again(tmp_path):
    check_golden(tmp_path / "new" / "sheet.txt", "a cloud\n\n", rewrite=True)
    check_golden(tmp_path / "new" / "sheet.txt", "a cloud")


def test_another_text_fails_and_says_how_to_keep_it(tmp_path):
    check_golden(tmp_path / "sheet.txt", "a cloud", rewrite=True)
    with pytest.raises(AssertionError, match="sheet.txt is different.*--rewrite-golden"):
        check_golden(tmp_path / "sheet.txt", "two clouds")


def test_a_missing_text_fails_and_says_how_to_make_it(tmp_path):
    with pytest.raises(AssertionError, match="There is no sheet.txt.*--rewrite-golden"):
        check_golden(tmp_path / "sheet.txt", "a cloud")
