from dataclasses import replace
from itertools import combinations
from random import Random

import hypothesis.strategies as st
import pytest
import segno
from hypothesis import given

from rules.errors import HostError
from templates.games import all_sheets
from templates.page import PAPERS, QR_MODULES, QR_VERSION
from templates.sheet_code import (
    ALPHABET,
    INKS,
    LANGUAGES,
    MOST_SIGNS,
    SheetCode,
    check_signs,
    read_printed,
    read_qr,
)

SAMPLES = [
    SheetCode("daydream/A"),
    SheetCode("daydream/BAC", "letter", "fr", "black", 999_999, 0, 9_999, 20),
    SheetCode("dreams/score", "a4", "it", "light", 0, 6, 41, 2),
    SheetCode("when-i-dream/score", "letter", "sv", "colour", 123_456, 10, 7, 1),
    SheetCode("daydream/D", lang="de", copy=30, class_mark=4711),
    SheetCode("own", "a4", "en", "colour", copy=2, fingerprint=0xC0FFEE),
    SheetCode("daydream/EDF", "letter", "sv", "black", 999_999, 15, 9_999, 32, 8191, 2**24 - 1),
    SheetCode("own", "letter", "sv", "black", 0, 15, 9_999, 32, 8191, 2**24 - 1, 2**32 - 1),
]
NUMBERS = {
    "paper": st.sampled_from(sorted(PAPERS)),
    "lang": st.sampled_from(LANGUAGES),
    "ink": st.sampled_from(INKS),
    "players": st.integers(0, 15),
    "copy": st.integers(0, 9_999),
    "page": st.integers(1, 32),
    "class_mark": st.integers(0, 8_191),
    "variant": st.integers(0, 2**24 - 1),
}
SHEETS = all_sheets()
CODES = st.one_of(
    st.builds(
        SheetCode, sheet=st.sampled_from(all_sheets()), seed=st.integers(0, 999_999), **NUMBERS
    ),
    st.builds(SheetCode, sheet=st.just("own"), fingerprint=st.integers(1, 2**32 - 1), **NUMBERS),
)


@given(CODES)
def test_what_is_said_is_read(code):
    assert read_printed(code.printed) == code
    assert read_qr(code.qr_text) == code
    assert len(code.qr_text) <= 29
    assert all(len(line) <= 19 for line in code.printed_lines) and len(code.printed_lines) <= 2


@given(CODES)
def test_people_type_as_they_like(code):
    assert read_printed(f" {code.printed.lower().replace('-', ' ')}\n") == code


def test_codes_stay_as_they_are():
    # Sheets are on paper for years: a change here makes them unreadable.
    assert [code.printed for code in SAMPLES] == [
        "432X-YME",
        "4EPN-MRAE-CRP9-LA53-NE",
        "445R-YF9F-R6RX-HEF",
        "45W4-2FKF-AE2F-NKX6-LWM",
        "4ETC-46XP-7E6M-Y6",
        "4T5L-LW4N-YPWE-CR37",
        "4TW7-A4LT-KY7U-A3R2-Y2TT-2W27-44RX",
        "4UTA-FEUR-TRYY-WMEY-R2W2-UXL3-6NNH",
    ]


def test_a_plain_sheet_has_a_short_code_and_what_is_said_more_costs_more():
    plain = SheetCode("daydream/A", copy=29)
    more = [
        plain,
        replace(plain, class_mark=8191),
        replace(plain, class_mark=8191, seed=999_999),
        replace(plain, class_mark=8191, seed=999_999, variant=2**24 - 1),
    ]
    assert [len(code.signs) for code in more] == [9, 14, 18, 26]
    assert len(plain.with_exercise(3, 70).signs) == 16


def test_the_budget_of_bits_is_kept():
    # All that a code can say at once, with the languages, papers and editions to come.
    longest = replace(SAMPLES[-1], edition=31)
    assert len(longest.signs) == MOST_SIGNS == 28
    shapes, papers, editions, languages, inks = 48, 8, 32, 64, 4
    said = shapes * papers * editions * languages * inks * 10_000 * 16 * 32 * 2**13 * 2**24
    assert said * max(2**32, 4096 * 1_000_000) <= 23 ** (MOST_SIGNS - 3)


@pytest.mark.parametrize("code", SAMPLES, ids=lambda code: code.printed)
def test_up_to_23_signs_any_two_wrong_ones_are_noticed(code):
    signs = code.signs
    if len(signs) > 23:
        pytest.skip("only shorter codes promise that")
    rng = Random(code.printed)
    for first, second in combinations(range(len(signs)), 2):
        wrong = list(signs)
        for at in (first, second):
            wrong[at] = rng.choice(ALPHABET.replace(signs[at], ""))
        with pytest.raises(HostError, match="code-check"):
            read_printed("".join(wrong))


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


@pytest.mark.parametrize("text", ["", "4", "4A!", "0123-4567-89ABC", "4" * 29, "ÄÖÜ"])
def test_what_is_no_code_is_called_so(text):
    with pytest.raises(HostError, match="code-malformed"):
        read_printed(text)


@pytest.mark.parametrize("length", [5, 11, 25])
def test_a_newer_format_is_known_as_such_at_any_length(length):
    body = ALPHABET[3] + "7" * length
    with pytest.raises(HostError) as caught:
        read_qr("P" + body + check_signs(body))
    assert caught.value.code == "code-newer"
    assert caught.value.facts["format"] == 3


def test_a_sheet_or_an_edition_that_this_version_does_not_know_is_newer():
    newer = SheetCode("daydream/A", edition=2)
    with pytest.raises(HostError, match="code-newer"):
        read_printed(newer.printed)
    body = "4" + "Y" * 11
    with pytest.raises(HostError, match="code-newer"):
        read_printed(body + check_signs(body))


@pytest.mark.parametrize("body", ["32TAE4X3WRY", "42" + SheetCode("daydream/A").signs[1:-2]])
def test_an_older_format_and_a_second_spelling_are_no_codes(body):
    with pytest.raises(HostError, match="code-malformed"):
        read_printed(body + check_signs(body))


def test_other_peoples_qr_codes_are_foreign():
    with pytest.raises(HostError, match="code-foreign"):
        read_qr("https://example.org")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": 1_000_000},
        {"copy": 10_000},
        {"copy": -1},
        {"players": 16},
        {"page": 0},
        {"page": 33},
        {"class_mark": 8192},
        {"variant": 2**24},
        {"edition": 32},
        {"fingerprint": 5},
    ],
    ids=str,
)
def test_numbers_out_of_range_cannot_be_coded(wrong):
    with pytest.raises(ValueError, match="daydream/A"):
        SheetCode("daydream/A", **wrong)


@pytest.mark.parametrize("code", SAMPLES, ids=lambda code: code.printed)
def test_every_text_fits_the_qr_code_with_good_correction(code):
    qr = segno.make_qr(code.qr_text, version=QR_VERSION, error="q", boost_error=True)
    assert qr.error == ("H" if len(code.signs) < 20 else "Q")
    assert qr.symbol_size(border=0) == (QR_MODULES, QR_MODULES)
