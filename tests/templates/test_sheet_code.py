import hypothesis.strategies as st
import pytest
import segno
from hypothesis import given

from rules.errors import HostError
from templates.page import KINDS, PAPERS, QR_MODULES, QR_VERSION
from templates.sheet_code import (
    ALPHABET,
    INKS,
    LANGUAGES,
    SheetCode,
    check_sign,
    read_printed,
    read_qr,
)

SAMPLES = [
    SheetCode("daydream/A"),
    SheetCode("daydream/BAC", "letter", "fr", "black", 999_999, 0, 9_999, 20),
    SheetCode("dreams/score", "a4", "it", "light", 0, 6, 41, 2),
    SheetCode("when-i-dream/score", "letter", "sv", "colour", 123_456, 10, 7, 1),
]
CODES = st.builds(
    SheetCode,
    sheet=st.sampled_from(KINDS),
    paper=st.sampled_from(sorted(PAPERS)),
    lang=st.sampled_from(LANGUAGES),
    ink=st.sampled_from(INKS),
    seed=st.integers(0, 999_999),
    players=st.integers(0, 10),
    copy=st.integers(0, 9_999),
    page=st.integers(1, 20),
)


@given(CODES)
def test_what_is_said_is_read(code):
    assert read_printed(code.printed) == code
    assert read_qr(code.qr_text) == code
    assert len(code.qr_text) <= 26


@given(CODES)
def test_people_type_as_they_like(code):
    assert read_printed(f" {code.printed.lower().replace('-', ' ')}\n") == code


def test_codes_stay_as_they_are():
    # Sheets are on paper for years: a change here makes them unreadable.
    assert [code.printed for code in SAMPLES] == [
        "325N-9ET2-CRE5L",
        "3FU5-YX7T-R39A5",
        "3MW2-3P4P-TY2T9",
        "3M69-AMF5-LTKUU",
    ]


@pytest.mark.parametrize("code", SAMPLES, ids=lambda code: code.printed)
def test_every_single_wrong_sign_is_noticed(code):
    signs = code.printed.replace("-", "")
    for at, right in enumerate(signs):
        for wrong in ALPHABET.replace(right, ""):
            with pytest.raises(HostError, match="code-check"):
                read_printed(signs[:at] + wrong + signs[at + 1 :])


@pytest.mark.parametrize("code", SAMPLES, ids=lambda code: code.printed)
def test_any_two_exchanged_signs_are_noticed(code):
    signs = code.printed.replace("-", "")
    for first in range(len(signs)):
        for second in range(first + 1, len(signs)):
            if signs[first] == signs[second]:
                continue
            swapped = list(signs)
            swapped[first], swapped[second] = swapped[second], swapped[first]
            with pytest.raises(HostError, match="code-check"):
                read_printed("".join(swapped))


@pytest.mark.parametrize("text", ["", "3", "3A!", "0123-4567-89ABC", "3" * 23, "ÄÖÜ"])
def test_what_is_no_code_is_called_so(text):
    with pytest.raises(HostError, match="code-malformed"):
        read_printed(text)


@pytest.mark.parametrize("length", [5, 11, 17])
def test_a_newer_format_is_known_as_such_at_any_length(length):
    body = ALPHABET[2] + "7" * length
    with pytest.raises(HostError) as caught:
        read_qr("PP" + body + check_sign(body))
    assert caught.value.code == "code-newer"
    assert caught.value.facts["format"] == 2


def test_a_sheet_that_this_version_does_not_know_is_newer():
    body = "3" + "Y" * 11
    with pytest.raises(HostError, match="code-newer"):
        read_printed(body + check_sign(body))


def test_other_peoples_qr_codes_are_foreign():
    with pytest.raises(HostError, match="code-foreign"):
        read_qr("https://example.org")


@pytest.mark.parametrize(
    "wrong",
    [{"seed": 1_000_000}, {"copy": 10_000}, {"copy": -1}, {"players": 11}, {"page": 0}],
    ids=str,
)
def test_numbers_out_of_range_cannot_be_coded(wrong):
    with pytest.raises(ValueError, match="daydream/A"):
        SheetCode("daydream/A", **wrong)


def test_the_longest_text_fits_the_qr_code_with_the_strongest_correction():
    qr = segno.make_qr(SAMPLES[1].qr_text, version=QR_VERSION, error="m", boost_error=True)
    assert qr.error == "H"
    assert qr.symbol_size(border=0) == (QR_MODULES, QR_MODULES)
