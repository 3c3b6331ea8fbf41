"""The one-page rules and the sheets' names: complete, short enough, the same facts in each."""

from __future__ import annotations

import re

import pytest

from templates.files import read_toml
from templates.languages import LANGUAGES
from templates.wording import words

GAMES = ("daydream", "when-i-dream", "dreams")
EXTRAS = (
    "constellation",
    "notes",
    "polaroids-difference",
    "polaroids-distinct",
    "moon-chain",
    "frames",
)
SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


def paragraphs(game: str) -> list[dict[str, dict[str, str]]]:
    """A game's paragraphs in the order of the page."""
    numbered = read_toml("words/rules.toml")["rules"][game]["paragraph"]
    assert list(numbered) == [str(n) for n in range(1, len(numbered) + 1)]
    return list(numbered.values())


def page_words(game: str, lang: str) -> list[str]:
    """What a reader counts as words; French sets some punctuation apart."""
    text = " ".join(part[half][lang] for part in paragraphs(game) for half in ("head", "text"))
    return [word for word in text.split() if re.search(r"\w", word)]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_a_title_and_six_to_nine_paragraphs(game):
    assert f"rules.{game}.title" in words("rules")
    assert 6 <= len(paragraphs(game)) <= 9
    assert all(set(part) == {"head", "text"} for part in paragraphs(game))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_neither_bare_nor_crowded(game, lang):
    assert 275 <= len(page_words(game, lang)) <= 400
    assert all(len(part["head"][lang]) <= 24 for part in paragraphs(game))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reminders_fit_their_line(lang):
    for extra in EXTRAS:
        assert len(words("rules")[f"rules.daydream.extra.{extra}"][lang]) <= 120, extra


def test_every_language_names_the_same_numbers():
    differing = {
        key: text
        for key, text in words("rules").items()
        if len({tuple(sorted(re.findall(r"\d+", text[lang]))) for lang in LANGUAGES}) > 1
    }
    assert differing == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_font_has_every_character(lang):
    """The narrow no-break space and arrows are not in our faces."""
    for key, text in words("rules").items():
        assert not set(text[lang]) & set("\u202f\u2009→←↔"), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_trimmed(lang):
    for key, text in words("rules").items():
        assert text[lang] == text[lang].strip() != "", key
        assert "  " not in text[lang], key


def test_every_sheet_has_a_name_and_four_tiers_in_every_language():
    named = read_toml("daydream/names.toml")
    assert tuple(named) == SHEETS
    for sheet in named.values():
        assert set(sheet) == {"name", "tiers"}
        assert len(sheet["tiers"]) == 4
        for text in (sheet["name"], *sheet["tiers"]):
            assert set(text) == set(LANGUAGES)
            assert all(2 <= len(text[lang]) <= 22 for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_tell_sheets_and_tiers_apart(lang):
    named = read_toml("daydream/names.toml")
    assert len({sheet["name"][lang] for sheet in named.values()}) == len(SHEETS)
    for sheet in named.values():
        assert len({tier[lang] for tier in sheet["tiers"]}) == 4


def test_the_solo_paragraph_calls_the_frames_sheet_by_its_name():
    name = read_toml("daydream/names.toml")["EDF"]["name"]
    assert all(name[lang] in paragraphs("daydream")[-1]["text"][lang] for lang in LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_what_we_decided_and_sends_nobody_to_a_document(game, lang):
    decided = words("rules")[f"rules.{game}.decided"][lang]
    assert decided.count(".") >= 2
    assert "docs" not in decided and ".md" not in decided
