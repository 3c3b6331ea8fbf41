"""Nothing overlaps, is clipped or overflows, in any language, on any paper."""

import re
from itertools import combinations, product

import pytest

from printkit.daydream.sky import edge_of
from printkit.dreams import game as dreams_game
from printkit.order import Order
from printkit.press import draw_order
from templates.daydream.load import load_daydream
from templates.languages import LANGUAGES
from tests.printkit.boxes import BoxPen

MARGIN = 6.35
ORDERS = [
    ("daydream", {}),
    ("when-i-dream", {"players": 10}),
    ("when-i-dream", {"players": 4, "backs": "fold", "bleed": True}),
    ("dreams", {"players": 6, "pages": 2}),
    ("dreams/score", {"players": 3}),
    ("when-i-dream/score", {"players": 7}),
    ("when-i-dream/score", {"players": 10}),
]


@pytest.fixture(autouse=True)
def few_pictures(monkeypatch):
    """Pictures hold no words: three of them will do."""
    whole = dreams_game.picture_deck

    def some(lang, ink):
        deck = whole(lang, ink)
        return type(deck)(deck.name, deck.size, deck.fronts[:3], deck.backs)

    monkeypatch.setattr(dreams_game, "picture_deck", some)


def pages_of(what, **options):
    pen = BoxPen(shapes=False)
    draw_order(pen, Order(what, **options))
    return pen.pages


def least_size(what):
    """Eight points; the Daydream sheets' smallest words are looked after by their own tests."""
    return 1.7 if what.startswith("daydream") else 2.8


@pytest.mark.parametrize(
    ("order", "lang", "paper"),
    [*product(ORDERS, LANGUAGES, ("a4", "letter"))],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_words_keep_to_their_places(order, lang, paper):
    what, options = order
    for number, page in enumerate(pages_of(what, lang=lang, paper=paper, **options), 1):
        for words in page.words:
            assert words.left >= MARGIN - 0.3 and words.right <= page.width - MARGIN + 0.3, words
            assert words.top >= MARGIN - 0.3 and words.bottom <= page.height - MARGIN + 0.3, words
            # A question mark is part of the picture of a mortal's marker, which may be small.
            assert words.size >= least_size(what) or words.text == "?", words
        for one, other in combinations(page.words, 2):
            assert not one.overlaps(other), f"page {number}: {one} and {other}"


SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
EIGHT_POINTS = 8 * 25.4 / 72


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", [0, 4711])
def test_no_words_on_a_sheet_are_smaller_than_8_points(lang, paper, seed):
    for sheet in SHEETS:
        (page,) = pages_of(f"daydream/{sheet}", lang=lang, paper=paper, seed=seed)
        for words in page.words:
            assert words.size >= EIGHT_POINTS, (sheet, words)
        for one, other in combinations(page.words, 2):
            assert not one.overlaps(other), f"{sheet}: {one} and {other}"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_words_touch_the_edge_around_the_grid(sheet, paper):
    sky = edge_of(load_daydream(f"daydream/{sheet}", paper=paper, seed=0).sky)
    (page,) = pages_of(f"daydream/{sheet}", paper=paper)
    digits = [words for words in page.words if words.text in "0123456789"]
    assert any(words.top > sky.bottom for words in digits), "the strip's are among them"
    for words in digits:
        below = words.left < sky.right and words.bottom > sky.bottom
        assert not below or words.top - sky.bottom >= 0.6, words


@pytest.mark.parametrize("ink", ["light", "black"])
@pytest.mark.parametrize("what", ["daydream", "when-i-dream", "dreams"])
def test_the_other_inks_have_the_same_words(what, ink):
    for theirs, ours in zip(pages_of(what), pages_of(what, ink=ink), strict=True):
        assert _texts(theirs) == _texts(ours)


def _texts(page):
    """Give the words of a page but its code, which tells the ink."""
    return [
        words.text for words in page.words if not re.fullmatch(r"4...(-.{1,4}){1,3}", words.text)
    ]


def test_words_on_top_of_each_other_would_be_noticed():
    pen = BoxPen()
    pen.page(100, 100)
    pen.words("one", (10, 10), size=4)
    with pen.placed((11, 11), turn=180):
        pen.words("two", (-3, 0), size=4)
    one, two = pen.pages[0].words
    assert one.overlaps(two)
