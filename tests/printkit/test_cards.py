"""Cards: secret backs, true sizes, cuts that a printer can reach, and the right mix."""

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pypdfium2 as pdfium
import pytest

from printkit.art import TONES
from printkit.backs import draw_back
from printkit.book import Book, Deck
from printkit.daydream.dice_nets import FACES, SIDE, outline
from printkit.dreams import game as dreams_game
from printkit.dreams.game import colours_of, picture_deck
from printkit.dreams.markers import marker_deck
from printkit.dreams.mats import draw_track
from printkit.dreams.pieces import draw_pieces
from printkit.dreams.players import PLAYERS
from printkit.dreams.tokens import draw_crescent, draw_star
from printkit.imposition import BLEED, MARGIN, draw_cut_lines, grid_of
from printkit.order import Order
from printkit.pdf import PdfPen
from printkit.press import draw_order
from printkit.when_i_dream.board import draw_board
from printkit.when_i_dream.cards import joined, point_deck, shuffled, spirit_deck, term_deck
from printkit.when_i_dream.game import spirit_counts, terms_of
from rules.errors import HostError
from rules.when_i_dream import MIX
from templates.cards import materials
from templates.files import read_text
from templates.languages import LANGUAGES
from templates.page import page_of
from templates.wording import say
from tests.note_pen import NotePen
from tests.printkit.boxes import BoxPen

SIZES = sorted(materials().sizes.items())
PAPERS = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("name", "size"), SIZES, ids=[name for name, _ in SIZES])
def test_cards_and_cut_marks_stay_where_printers_reach(name, size, paper, bleed, fold):
    grid = grid_of(page_of(paper), size, bleed=bleed, fold=fold)
    assert grid.places >= 2
    pen = BoxPen()
    pen.page(grid.page.width, grid.page.height)
    draw_cut_lines(pen, grid, grid.places)
    for shape in pen.pages[0].shapes:
        for x, y in shape.points:
            assert MARGIN - 0.01 <= x <= grid.page.width - MARGIN + 0.01
            assert MARGIN - 0.01 <= y <= grid.page.height - MARGIN + 0.01
    out = BLEED if bleed else 0
    for place in range(grid.places):
        for x, y in (grid.front(place), grid.back(place)):
            assert x - out >= MARGIN and x + size[0] + out <= grid.page.width - MARGIN
            assert y - out >= MARGIN and y + size[1] + out <= grid.page.height - MARGIN


@pytest.mark.parametrize(("name", "size"), SIZES, ids=[name for name, _ in SIZES])
def test_bleeds_do_not_run_into_each_other(name, size):
    grid = grid_of(page_of("a4"), size, bleed=True, fold=True)
    lefts = sorted({grid.front(k)[0] for k in range(grid.places)})
    lefts += sorted({grid.back(k)[0] for k in range(grid.places)})
    assert all(b - a >= size[0] + 2 * BLEED - 1e-6 for a, b in zip(lefts, lefts[1:], strict=False))


@pytest.mark.parametrize(
    ("backs", "turned"),
    [
        # Where a point of the front lies, seen on the back, once the paper is turned over.
        ("duplex-long", lambda x, y, page: (page.width - x, y)),
        ("duplex-short", lambda x, y, page: (x, page.height - y)),
        ("fold", lambda x, y, page: (page.width - x, y)),
    ],
)
def test_a_back_lies_behind_its_front(backs, turned):
    """Each card has a mark of its own on both sides, off the middle: they must meet."""
    size = (63.0, 88.0)

    def side(number, pen):
        # Turned around its upright middle, what is 10 mm from the left is so from the right.
        x = 10 if number > 0 else size[0] - 10
        pen.words(str(abs(number)), (x, 20), size=5, align="centre")

    fronts = [partial(side, number) for number in range(1, 8)]
    behind = [partial(side, -number) for number in range(1, 8)]
    pen = BoxPen()
    book = Book(pen, "a4", backs, two_sided=True)
    book.deck(Deck("x", size, fronts, behind))
    first, second = (pen.pages[0], pen.pages[0 if backs == "fold" else 1])
    page = page_of("a4", landscape=first.width > first.height)
    middle = {}
    for which, found in (("front", first), ("back", second)):
        for words in (each for each in found.words if each.text.isdigit()):
            at = ((words.left + words.right) / 2, (words.top + words.bottom) / 2)
            on_right_half = backs == "fold" and at[0] > page.width / 2
            if backs != "fold" or on_right_half == (which == "back"):
                middle[which, words.text] = at
    for number in {text for _, text in middle}:
        expected = turned(*middle["front", number], page)
        assert middle["back", number] == pytest.approx(expected, abs=2.7)
    assert len(middle) >= 8


def test_backs_can_be_shifted_for_a_printer_that_is_off():
    def places(shift):
        pen = BoxPen()
        side = lambda pen: pen.words("x", (5, 5), size=4)  # noqa: E731
        Book(pen, "a4", "duplex-long", back_shift=shift, two_sided=True).deck(
            Deck("x", (63, 88), [side], [side])
        )
        return [(page.words[0].left, page.words[0].top) for page in pen.pages]

    (front, back), (same, moved) = places((0, 0)), places((1.5, -0.8))
    assert front == same
    assert moved == pytest.approx((back[0] + 1.5, back[1] - 0.8))


def secret_decks(ink):
    counts = spirit_counts(None)
    return [spirit_deck(counts, "de", ink), marker_deck(6, "de", ink), picture_deck("de", ink)]


@pytest.mark.parametrize("ink", ["colour", "light", "black"])
def test_secret_cards_have_one_back_and_one_size(ink):
    for deck in secret_decks(ink):
        assert len(deck.backs) == 1
        notes = []
        for card in (0, len(deck.fronts) - 1):
            pen = NotePen()
            deck.back_of(card)(pen)
            notes.append(pen.notes)
        assert notes[0] == notes[1]


@pytest.mark.parametrize("ink", ["colour", "light", "black"])
def test_backs_are_tinted_to_the_cut_and_look_the_same_upside_down(ink):
    size = materials().size("poker")
    pen = PdfPen("x")
    pen.page(*size)
    draw_back(pen, size, ink)
    grey = pdfium.PdfDocument(pen.data())[0].render(scale=4, grayscale=True).to_numpy().squeeze()
    turned = grey[::-1, ::-1]
    assert np.abs(grey.astype(int) - turned).mean() < 6
    height, width = grey.shape
    for part in (grey[:20], grey[-20:], grey[:, :20], grey[:, -20:]):
        assert part.mean() < 225, "white paper would let the front show through"
    blocks = grey[: height // 60 * 60, : width // 60 * 60].reshape(height // 60, 60, -1, 60)
    assert blocks.mean(axis=(1, 3)).max() < 225


@pytest.mark.parametrize("players", sorted(MIX))
def test_spirits_are_the_mix_for_the_players(players):
    counts = spirit_counts(players)
    assert sum(counts.values()) == players
    assert counts == {str(role): number for role, number in MIX[players].items()}


def test_without_a_number_of_players_all_spirits_are_printed():
    assert spirit_counts(None) == {"fairy": 5, "nightmare": 4, "sandman": 2}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deck_has_440_different_terms_two_a_side(lang):
    deck = term_deck(terms_of(Order("when-i-dream", lang=lang)), lang, "black")
    assert (len(deck.fronts), len(deck.backs)) == (110, 110)
    pen = BoxPen()
    written = []
    for draw in (*deck.fronts, *deck.backs):
        pen.page(63, 88)
        draw(pen)
        for half in (range(0, 44), range(44, 88)):
            lines = [words.text for words in pen.pages[-1].words if int(words.top) in half]
            written.append(" ".join(lines))
    assert len(set(written)) == 440
    assert all(written)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_of_ours_fits_its_card(lang):
    terms = read_text(f"when_i_dream/terms/{lang}.txt").split()
    pen = BoxPen()
    for draw in term_deck(terms, lang, "black").fronts:
        pen.page(63, 88)
        draw(pen)
        for words in pen.pages[-1].words:
            assert words.left >= 5 and words.right <= 58, words
            assert words.size >= 6, words


def test_terms_depend_on_the_seed_alone():
    terms = [f"term {k}" for k in range(50)]
    assert shuffled(terms, "en", 1) == shuffled(reversed(terms), "en", 1)
    assert shuffled(terms, "en", 1) != shuffled(terms, "en", 2)


def test_left_over_places_are_lines_to_write_on():
    deck = term_deck(["one", "two", "three"], "en", "black")
    assert (len(deck.fronts), len(deck.backs)) == (1, 1)
    pen = NotePen()
    deck.backs[0](pen)
    assert sum("dash 0.10,1.00" in note for note in pen.notes) == 1


def test_a_word_that_no_card_can_hold_is_named():
    [front] = term_deck(["Donaudampfschifffahrtsgesellschaftskapitän"], "de", "black").fronts
    with pytest.raises(HostError) as caught:
        front(NotePen())
    assert caught.value.code == "word-too-long"


@pytest.mark.parametrize(("players", "gods"), [(3, 8), (4, 12), (5, 16), (6, 20)])
def test_one_god_of_each_number_fewer_than_players(players, gods):
    assert len(marker_deck(players, "de", "black").fronts) == gods + 4


def test_the_numbers_of_cards():
    game = materials()
    assert len(point_deck("de", "black").fronts) == 104
    assert len(picture_deck("de", "black").fronts) == 72
    assert sum(game.when_i_dream.spirits.values()) == 11


def shapes_on(draw, players):
    """Count what is drawn for the players' tokens, by the shape that only one of them has."""
    pen = BoxPen()
    page = page_of("a4")
    pen.page(page.width, page.height)
    draw(pen, page, colours_of(players), "en", "colour")
    fills = Counter(shape.fill for shape in pen.pages[0].shapes)
    return {name: fills[player.colour] for name, player in PLAYERS.items() if fills[player.colour]}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_tokens_and_dials_are_those_of_the_players(players):
    colours = materials().dreams.colours[:players]
    # On a crescent and three stars, on every dial as an answer, and on one's own dial and pointer.
    assert shapes_on(draw_pieces, players) == dict.fromkeys(colours, 4 + players + 2)


def test_without_a_number_of_players_six_can_play():
    assert colours_of(None) == materials().dreams.colours
    assert len(colours_of(None)) == 6


def test_all_crescents_have_room_on_nought():
    """Six of them in two rows of three."""
    pen = BoxPen()
    page = page_of("a4", landscape=True)
    pen.page(page.width, page.height)
    draw_track(pen, page, "en", "colour")
    [nought] = [words for words in pen.pages[0].words if words.text == "0"]
    clouds = [
        [each for each in zip(*shape.points, strict=True)]
        for shape in pen.pages[0].shapes
        if shape.fill == TONES["cloud"].full
    ]
    xs, ys = next((x, y) for x, y in clouds if min(x) < nought.left and min(y) < nought.top)
    side = materials().size(materials().dreams.track_token)[0]
    assert 3 * side <= 0.9 * (max(xs) - min(xs))
    assert 2 * side <= max(ys) - nought.bottom


def test_gods_know_the_vision_and_mortals_do_not():
    deck = marker_deck(5, "en", "black")
    pen = BoxPen()
    seen = Counter()
    for draw in deck.fronts:
        pen.page(*deck.size)
        draw(pen)
        seen[pen.pages[-1].words[0].text] += 1
    assert seen == {"1": 4, "2": 4, "3": 4, "4": 4, "?": 4}


def test_black_ink_tells_all_players_apart_by_shape():
    drawn = set()
    for player in PLAYERS:
        for kind in (None, *materials().dreams.star_kinds):
            pen = NotePen()
            if kind is None:
                draw_crescent(pen, player, 13, "black")
            else:
                draw_star(pen, player, kind, 26, "black")
            drawn.add("\n".join(pen.notes))
    assert len(drawn) == 24


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_stand_where_cards_are_laid_but_what_belongs_there(lang):
    """What a heap is worth must stay readable when the first card lies on it."""
    pen = BoxPen()
    page = page_of("a4", landscape=True)
    pen.page(page.width, page.height)
    draw_board(pen, page, lang, "colour")
    _, height = materials().size(materials().when_i_dream.term_card)
    bottom = page.height / 2 + height / 2 - 3
    worth = say("print.board.blue-worth", lang).split()[-1]
    last = [words for words in pen.pages[0].words if words.text.endswith(worth)]
    assert last and all(words.top > bottom for words in last)


def test_duplex_keeps_fronts_and_backs_in_step():
    pen = BoxPen()
    draw_order(pen, Order("when-i-dream", players=5))
    assert len(pen.pages) % 2 == 0
    assert all(page.bookmark is None for page in pen.pages[1::2])
    folded = BoxPen()
    draw_order(folded, Order("when-i-dream", players=5, backs="fold"))
    assert not any(not page.shapes and not page.words for page in folded.pages)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        (
            "when-i-dream-light-fold.txt",
            Order(
                "when-i-dream", ink="light", players=4, terms=["one", "two", "six"], backs="fold"
            ),
        ),
        ("dreams-black-letter.txt", Order("dreams", lang="fr", ink="black", paper="letter")),
    ],
)
def test_cards_are_drawn_as_before(golden, monkeypatch, name, order):
    whole = dreams_game.picture_deck
    monkeypatch.setattr(
        dreams_game,
        "picture_deck",
        # The pictures have tests of their own.
        lambda lang, ink: replace(whole(lang, ink), fronts=whole(lang, ink).fronts[:1]),
    )
    pen = NotePen(brief=True)
    draw_order(pen, order)
    golden(name, "\n".join(pen.notes))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", [None, 4, 7, 10])
def test_no_page_of_spirits_and_terms_is_half_empty(players, paper):
    """What is left of the last page becomes cards to write on."""
    pen = BoxPen(shapes=False)
    book = Book(pen, paper, two_sided=True)
    spirits = spirit_deck(spirit_counts(players), "de", "colour")
    terms = term_deck(terms_of(Order("when-i-dream")), "de", "colour")
    deck = joined(spirits, terms, "colour", book.places(spirits))
    assert len(deck.fronts) == len(deck.backs)
    assert len(deck.fronts) % book.places(deck) == 0
    assert len(deck.fronts) - len(spirits.fronts) - len(terms.fronts) < book.places(deck)
    first = len(spirits.fronts)
    assert [deck.back_of(card) for card in range(first)] == spirits.backs * first
    assert deck.back_of(first) is terms.backs[0]


def test_opposite_faces_of_a_die_to_fold_make_seven():
    row = [value for value, (_, line) in sorted(FACES.items(), key=lambda f: f[1]) if line == 1]
    above, below = (value for value, (_, line) in FACES.items() if line != 1)
    assert (row[0] + row[2], row[1] + row[3], above + below) == (7, 7, 7)


def test_a_die_to_fold_has_a_flap_for_every_edge_that_is_glued():
    """Fourteen edges lie on the rim; seven have a flap, so that each meets one that has none."""
    corners = [point for point in outline() if any(length % SIDE for length in point)]
    assert len(corners) == 2 * 7
