"""Whoever reads photos looks for garbage rarely, and never more rarely than was wanted."""

from __future__ import annotations

import gc

import pytest

from scanner.memory import keep_memory


@pytest.fixture
def thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds")
@pytest.mark.parametrize(("before", "after"), [(700, 100_000), (10**9, 10**9), (0, 0)])
def test_garbage_is_looked_for_rarely(before, after):
    gc.set_threshold(before)
    keep_memory()
    assert gc.get_threshold()[0] == after
