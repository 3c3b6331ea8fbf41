import hypothesis.strategies as st
import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given, settings

from printkit.qr import MOST_SIGNS, SIZE, qr_rows

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

WHOLE_WORDS = (7, 10, 23, 26)
"""Lengths of texts that end on a whole word, where segno fills up with a word too many."""


@settings(max_examples=50)
@given(st.text(SIGNS, min_size=6, max_size=MOST_SIGNS).filter(lambda t: len(t) not in WHOLE_WORDS))
def test_our_codes_are_those_of_a_general_encoder(text):
    level = "h" if len(text) <= 20 else "q"
    theirs = segno.make_qr(
        text, version=2, error=level, mask=2, mode="alphanumeric", boost_error=False
    )
    expected = ["".join("#" if module else "." for module in row) for row in theirs.matrix]
    drawn = [f"{row:0{SIZE}b}".replace("1", "#").replace("0", ".") for row in qr_rows(text)]
    assert drawn == expected


@settings(max_examples=30)
@given(st.text(SIGNS.replace(" ", ""), min_size=1, max_size=MOST_SIGNS))
def test_a_code_of_any_length_is_read_by_others(text):
    modules = np.array([[int(bit) for bit in f"{row:0{SIZE}b}"] for row in qr_rows(text)])
    picture = np.pad(np.kron(1 - modules, np.ones((6, 6))), 24, constant_values=1)
    [read] = zxingcpp.read_barcodes((picture * 255).astype(np.uint8))
    assert read.text == text


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="more than 29"):
        qr_rows("A" * 30)
