import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules.daydream.board import RowMark
from rules.daydream.rows import mark_of, runs


def numbers(written):
    return tuple(None if each == "-" else int(each) for each in written.split())


@pytest.mark.parametrize(
    ("written", "mark"),
    [
        ("2 3 4 5", RowMark.SUN),  # the rule book's own examples
        ("4 3 2 1", RowMark.SUN),
        ("2 4 3 5", RowMark.DOT),  # different, but not in order
        ("2 4 6", RowMark.DOT),  # in order, but with gaps
        ("8 9 0", RowMark.DOT),  # nine does not run on to nought
        ("3 4 3", RowMark.CROSSED),
        ("0 0", RowMark.CROSSED),
        ("0 1", RowMark.SUN),
        ("3 3 -", None),  # not judged before it is full
        ("- -", None),
    ],
)
def test_mark_of(written, mark):
    assert mark_of(numbers(written)) is mark


@given(st.lists(st.none() | st.integers(0, 9), min_size=2, max_size=8))
def test_a_row_reads_the_same_from_both_ends(row):
    assert mark_of(row) is mark_of(row[::-1])


@given(st.integers(0, 9), st.integers(2, 10), st.sampled_from([1, -1]))
def test_whatever_runs_is_a_sun(first, length, step):
    row = [first + step * place for place in range(length)]
    assert runs(row)
    assert mark_of(row) is RowMark.SUN
    assert mark_of([*row, row[0]]) is RowMark.CROSSED


@pytest.mark.parametrize("written", ["1 2 -", "- 2 3", "- - -", "1 1 1"])
def test_what_does_not_run(written):
    assert not runs(numbers(written))
