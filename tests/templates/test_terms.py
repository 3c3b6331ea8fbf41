"""The dream cards' word lists: complete, unique, short and fit for a children's table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import templates

FOLDER = Path(templates.__file__).parent / "when_i_dream" / "terms"
LANGUAGES = ("de", "en", "fr", "it", "sv")
NEEDED = 440  # 110 cards, two sides, two terms a side
SPARE = 20
LONGEST = 16
PLAIN = "abcdefghijklmnopqrstuvwxyz"
JOINERS = " ’-"
LETTERS = {
    "de": PLAIN + "äöüß",
    "en": PLAIN,
    "fr": PLAIN + "àâæçéèêëîïôœùûü",
    "it": PLAIN + "àèéìòù",
    "sv": PLAIN + "åäöé",
}
# What a plural or a feminine form adds to, or puts in place of, a word's ending.
ENDINGS = {
    "de": [("", "e"), ("", "n"), ("", "en"), ("", "er"), ("", "s"), ("", "in"), ("", "innen")],
    "en": [("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")],
    "fr": [("", "s"), ("", "x"), ("", "e"), ("al", "aux"), ("eur", "euse"), ("er", "ère")],
    "it": [(a, b) for a in "aeio" for b in "aeio" if a != b] + [("io", "i"), ("ca", "che")],
    "sv": [("", e) for e in ("ar", "er", "or", "r", "n", "en", "et", "na", "s")] + [("a", "or")],
}


def words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Long enough to be looked for inside a term.
BRAND_FRAGMENTS = words_in(
    """adidas barbie bobbycar caddie disney duplo ferrari frisbee haribo ikea jacuzzi kleenex lego
    lycra nintendo nutella pédalo playmobil playstation pokemon pokémon porsche post-it rollerblade
    snickers tesafilm thermos tupperware velcro vespa walkman"""
)
# Brands, drink, arms: too much like ordinary words to be looked for inside one.
BANNED_WORDS = words_in(
    """bic bounty cola edding folletto galon hula jeep kobold lada mars scotch tempo twix
    beer bier bière birra cigar cigarette gin tabac tobacco vin vino wein whisky wine öl
    bomb bombe fucile fusil gevär gewehr gun kanone knife kniv messer pistol pistola pistole
    pistolet sarg schwert skelett spada svärd sword"""
)
# Words with two unlike meanings, or with one that does not belong on a child's card.
MISLEADING = {
    "de": words_in("Bank Eichel Gift Kiefer Otter Pass Schimmel Schloss Strauß Tafel"),
    "en": words_in("bank bat cock compass crane fall nail ring seal skunk spring vet"),
    "fr": words_in("avocat baguette basket blaireau gland glace grue jean pêche queue tour tuba"),
    "it": words_in("camera fico finocchio gru passera pesca pisello riso scopa sega uccello vespa"),
    "sv": words_in("damm får gift klippa kran kör lock mask pass rot svamp tron tång val vind våg"),
}


def terms_of(language: str) -> list[str]:
    """The lines of one list, exactly as they stand in the file."""
    text = (FOLDER / f"{language}.txt").read_bytes().decode("utf-8")
    return text.removesuffix("\n").split("\n")


def bare(term: str) -> str:
    """A term without case, accents and joiners, as a hurried eye sees it."""
    opened = unicodedata.normalize("NFD", term.casefold().replace("œ", "oe"))
    return "".join(c for c in opened if not unicodedata.combining(c) and c not in JOINERS)


def inflected_pairs(language: str, terms: list[str]) -> Iterator[tuple[str, str]]:
    """Yield every two terms of which one is only another form of the other."""
    known = {bare(term): term for term in terms}
    for word, term in known.items():
        for old, new in ENDINGS[language]:
            other = known.get(word.removesuffix(old) + bare(new)) if word.endswith(old) else None
            if other not in (None, term):
                yield term, str(other)


def alien_characters(language: str, term: str) -> set[str]:
    return set(term.lower()) - set(LETTERS[language]) - set(JOINERS)


def banned_in(term: str) -> set[str]:
    """Every banned word or brand in a term."""
    words = set(term.casefold().replace("-", " ").replace("’", " ").split())
    fragments = {part for part in BRAND_FRAGMENTS if part in term.casefold()}
    return (words & BANNED_WORDS) | fragments


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_there_is_a_list_for_each_language_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(LANGUAGES)


def test_enough_terms_for_every_card_and_some_to_spare(language):
    assert len(terms_of(language)) >= NEEDED + SPARE


def test_the_file_is_plain_composed_utf8_with_one_final_line_end(language):
    data = (FOLDER / f"{language}.txt").read_bytes()
    text = data.decode("utf-8")
    assert data.endswith(b"\n") and not data.endswith(b"\n\n")
    assert not text.startswith("\ufeff") and "\r" not in text and "\t" not in text
    assert unicodedata.is_normalized("NFC", text)


def test_no_term_is_there_twice_even_without_case_and_accents(language):
    terms = terms_of(language)
    assert [pair for pair in combinations(map(bare, terms), 2) if pair[0] == pair[1]] == []


def test_no_term_is_only_a_form_of_another(language):
    assert list(inflected_pairs(language, terms_of(language))) == []


def test_each_term_fits_the_card(language):
    terms = terms_of(language)
    assert [t for t in terms if not 2 <= len(t) <= LONGEST] == []
    assert [t for t in terms if len(t.split(" ")) > 2] == []
    # Long ones are printed small: they stay the exception.
    assert sum(len(t) > 12 for t in terms) <= len(terms) / 7


def test_only_the_letters_of_the_language(language):
    assert [t for t in terms_of(language) if alien_characters(language, t)] == []


def test_no_stray_blanks_or_joiners(language):
    for term in terms_of(language):
        assert term == term.strip(JOINERS)
        assert not any(a + b in term for a in JOINERS for b in JOINERS)


def test_capitals_as_the_language_writes_them(language):
    terms = terms_of(language)
    if language == "de":
        assert [t for t in terms if not all(word[0].isupper() for word in t.split(" "))] == []
    else:
        poles = {"T-shirt", "North Pole", "pôle Nord", "Polo Nord", "Nordpolen"}
        assert [t for t in terms if t != t.lower() and t not in poles] == []


def test_nothing_banned(language):
    assert [(t, banned_in(t)) for t in terms_of(language) if banned_in(t)] == []


def test_nothing_that_misleads(language):
    assert sorted(MISLEADING[language].intersection(terms_of(language))) == []


def test_the_lists_are_written_language_by_language():
    """Loan words are shared; a list that was copied would share far more."""
    for one, two in combinations(LANGUAGES, 2):
        shared = {t.casefold() for t in terms_of(one)} & {t.casefold() for t in terms_of(two)}
        assert len(shared) < len(terms_of(one)) / 4, (one, two)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Drache", "Drachen"),
        ("de", "Pilot", "Pilotin"),
        ("en", "cherry", "cherries"),
        ("fr", "cheval", "chevaux"),
        ("it", "gatto", "gatta"),
        ("sv", "häst", "hästar"),
        ("sv", "flicka", "flickor"),
    ],
)
def test_forms_of_one_word_are_found(language, one, other):
    assert (one, other) in list(inflected_pairs(language, [one, "Baum", other]))


@pytest.mark.parametrize("term", ["lego house", "Jeep", "Duplostein", "vin", "ping-pistol"])
def test_banned_terms_are_found(term):
    assert banned_in(term)


@pytest.mark.parametrize(
    ("language", "term"), [("en", "café"), ("de", "U-Boot 2"), ("it", "crêpe"), ("sv", "müsli")]
)
def test_foreign_characters_are_found(language, term):
    assert alien_characters(language, term)
