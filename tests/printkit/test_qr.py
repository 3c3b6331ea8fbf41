import hypothesis.strategies as st
import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given, settings

from printkit.qr import MOST_SIGNS, SIZE, qr_rows
from templates.sheet_code import SheetCode

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
OURS = len(SheetCode("daydream/A").qr_text)


@settings(max_examples=50)
@given(st.text(SIGNS, min_size=OURS, max_size=OURS))
def test_our_codes_are_those_of_a_general_encoder(text):
    theirs = segno.make_qr(
        text, version=2, error="h", mask=2, mode="alphanumeric", boost_error=False
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
    with pytest.raises(ValueError, match="more than 20"):
        qr_rows("A" * 21)
