"""Nothing overlaps, is clipped or overflows, in any language, on any paper."""

import re
from dataclasses import replace
from itertools import combinations, product
from math import hypot

import pytest

from printkit.daydream.sky import edge_of
from printkit.drawing import drawing_of
from printkit.dreams import game as dreams_game
from printkit.order import Order
from printkit.press import draw_order
from rules.daydream.exercise import LEVELS, deduction_form
from rules.puzzles.sheet import ALL_KINDS, PuzzleSheet, most_of
from templates.daydream.check import PEN, pen_shapes
from templates.daydream.load import load_daydream
from templates.games import game_of
from templates.geometry import Box, Disc
from templates.languages import LANGUAGES
from templates.sheet_code import SheetCode
from tests.printkit.boxes import BoxPen, Words

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


AT_THE_EDGE = re.compile("[A-R]|[1-7]")
"""The light names of columns and lines, which stand close to the grid."""


def places_to_write(layout):
    """Where a pen goes, the constellation among them; a name is written where "Name" stands."""
    yield from ((name, place) for name, place in pen_shapes(layout) if name not in ("name", "date"))
    stars = zip(layout.path, layout.sheet.constellation or (), strict=True)
    for n, (at, star) in enumerate(stars):
        yield f"point {n}", Disc(at, layout.star_radius + PEN if star else 1.0)
    for thorn in layout.thorns:
        (x, y), (end, top) = thorn.start, thorn.end
        yield thorn.id, Box.between(min(x, end), top, max(x, end), y)
    yield from layout.page.furniture()


def meets(words, place):
    """Say whether words, from the height of capitals to the base line, reach into a place."""
    bottom = words.bottom - 0.2 * words.size
    x, y = place.center
    if isinstance(place, Box):
        return (
            words.left < place.right and place.left < words.right
        ) and (words.top < place.bottom and place.top < bottom)  # fmt: skip
    near = (min(max(x, words.left), words.right), min(max(y, words.top), bottom))
    # Column names stand just below a row's symbol, and may be as near as its tab ends.
    air = PEN if AT_THE_EDGE.fullmatch(words.text) else 0.0
    return hypot(x - near[0], y - near[1]) < place.radius - air


def is_its_own(words, name, place):
    """Say whether words are what is circled, or the name on the rim of the box for the total."""
    x, y = (words.left + words.right) / 2, (words.top + words.bottom) / 2
    if name.endswith((".link", ".5", ".2")):
        return hypot(x - place.center[0], y - place.center[1]) < 1.0
    return name == "total" and words.top < place.top


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_words_stand_where_a_pen_goes(sheet, paper):
    """Nor on tags and codes, in any language, on the sheets drawn by hand and on a fresh one."""
    for seed in (0, 4711):
        layout = load_daydream(f"daydream/{sheet}", paper=paper, seed=seed)
        places = list(places_to_write(layout))
        for lang in LANGUAGES:
            (page,) = pages_of(f"daydream/{sheet}", lang=lang, paper=paper, seed=seed)
            met = [
                (words.text, name)
                for words, (name, place) in product(page.words, places)
                if words.text != "100 mm" and meets(words, place)
                if not is_its_own(words, name, place)
            ]
            assert not met, (lang, seed)


def test_words_where_a_pen_goes_would_be_noticed():
    words = Words("word", 3.0, 10, 10, 16, 12.8)
    assert meets(words, Box((12, 11), (1, 1))) and not meets(words, Box((12, 8), (4, 4)))
    assert meets(words, Disc((18, 11), 2.5)) and not meets(words, Disc((18, 11), 1.9))


def puzzle_codes(lang, paper):
    """Yield the fullest sheet of every kind, and a task of every kind on three Daydream sheets."""
    for kind, large in product(ALL_KINDS, (False, True)):
        sheet = PuzzleSheet(kind, 1, 7, most_of(kind, large=large), large=large, because=True)
        yield replace(SheetCode(f"puzzles/{kind}", paper, lang), variant=sheet.variant)
    for name, form in product(("A", "BC", "EDF"), (*LEVELS, deduction_form(1))):
        yield SheetCode(f"daydream/{name}", paper, lang).with_exercise(form, 3)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_puzzles_keep_to_their_places_and_are_not_small(lang, paper):
    for code in puzzle_codes(lang, paper):
        pen, page = BoxPen(shapes=False), game_of(code.sheet).judge.layout_of(code).page
        pen.page(page.width, page.height)
        drawing_of(code.sheet).draw_sheet(pen, code)
        for words in pen.pages[0].words:
            assert words.size >= EIGHT_POINTS, (code.sheet, words)
            assert MARGIN - 0.3 <= words.left < words.right <= page.width - MARGIN + 0.3, words
            assert MARGIN - 0.3 <= words.top < words.bottom <= page.height - MARGIN + 0.3, words
        for one, other in combinations(pen.pages[0].words, 2):
            assert not one.overlaps(other), f"{code.sheet}: {one} and {other}"


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
