"""Whole orders: the same bytes each time, bookmarks, ruler, dice, and nothing wasted."""

import re

import pypdfium2 as pdfium
import pytest

from printkit import outline
from printkit.book import _room_around
from printkit.order import Order
from printkit.press import draw_order, printed
from printkit.shapes import box
from printkit.vocabulary import MOST_TERMS, read_terms
from rules.dice import rolls
from rules.errors import HostError
from templates.page import TURNS
from tests.note_pen import NotePen
from tests.printkit.boxes import BoxPen


def pages_of(what, **options):
    pen = BoxPen()
    draw_order(pen, Order(what, **options))
    return pen.pages


@pytest.mark.parametrize(
    "order", [Order("daydream/AD", copies=3), Order("dreams/score", lang="sv")]
)
def test_the_same_order_gives_the_same_bytes(order):
    assert printed(order) == printed(order)


def test_another_seed_of_the_dice_gives_other_bytes():
    assert printed(Order("daydream/A", dice="7")) != printed(Order("daydream/A", dice="8"))


@pytest.mark.parametrize(
    ("what", "parts"),
    [
        ("daydream", 11),  # rules, eight sheets, dice to fold, dice strip
        ("when-i-dream", 8),  # rules, spirits, terms, board, bed, mask, points, score
        ("daydream/A", 1),
    ],
)
def test_every_part_has_a_bookmark(what, parts):
    document = pdfium.PdfDocument(printed(Order(what, lang="fr")))
    titles = [entry.get_title() for entry in document.get_toc()]
    assert len(titles) == len(set(titles)) == parts
    facts = document.get_metadata_dict()
    assert facts["Author"] == "paperplay" and facts["Title"]


def test_pages_have_the_size_of_the_paper():
    document = pdfium.PdfDocument(printed(Order("daydream", paper="letter")))
    sizes = {tuple(round(side) for side in page.get_size()) for page in document}
    assert sizes == {(612, 792), (792, 612)}


def test_viewers_are_told_not_to_scale():
    data = printed(Order("daydream/A", lang="it"))
    assert re.search(rb"/PrintScaling\s*/None", data)
    assert re.search(rb"/Lang\s*\(it\)", data)
    assert b"/Duplex /Simplex" in data
    both = printed(Order("when-i-dream", players=4, backs="duplex-short"))
    assert b"/Duplex /DuplexFlipShortEdge" in both


@pytest.mark.parametrize("what", ["daydream", "daydream/BAC", "when-i-dream", "dreams/score"])
def test_the_first_page_alone_has_a_ruler_of_100_mm(what):
    pages = pages_of(what)
    rulers = [[w for w in page.words if w.text == "100 mm"] for page in pages]
    assert [len(found) for found in rulers] == [1] + [0] * (len(pages) - 1)
    spans = [
        max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for b in shape.points)
        for shape in pages[0].shapes
        if shape.stroke == "#8c8c8c" and len(shape.points) == 24 and (a := shape.points[0])
    ]
    # Along the ruler, and once across to a tick at its end.
    assert spans == [pytest.approx(101.2)]


def test_dice_are_those_of_the_seed_and_the_start_comes_first():
    page = pages_of("daydream/A", dice="harbour")[-1]
    pips = [shape for shape in page.shapes if shape.fill == "#1d1f33"]
    dice = rolls("harbour")
    expected = sum(sum(next(dice)) for _ in range(48))
    assert len(pips) == expected
    texts = [words.text for words in page.words]
    assert texts.index("Start") < texts.index("1") < texts.index("47")
    assert any("harbour" in text for text in texts)


def test_copies_are_numbered_and_share_what_does_not_change():
    pen = NotePen()
    draw_order(pen, Order("daydream/A", copies=9))
    codes = [note for note in pen.notes if note.startswith("words code")]
    assert len(set(codes)) == 9
    assert (
        sum(note.startswith("stamp daydream/A") and note.endswith("{") for note in pen.notes) == 1
    )
    assert sum(note.startswith("stamp tags") and note.endswith("{") for note in pen.notes) == 9


def test_sheets_can_bear_names():
    names = ("Zoë Ångström", "Élodie-Marguerite von und zu Hohenstein-Langenscheidt " * 3)
    order = Order("daydream/A", copies=3, names=names)
    pages = pages_of("daydream/A", copies=3, names=names)
    assert names[0] in [words.text for words in pages[0].words]
    [cut] = [words for words in pages[1].words if words.text.startswith("Élodie")]
    assert cut.text.endswith("…") and cut.right < 168
    assert [page.bookmark for page in pages] == [*names, None]
    one, three = len(printed(Order("daydream/A"))), len(printed(order))
    assert (three - one) / 2 < 4096


def test_further_copies_are_small():
    one, more = (len(printed(Order("daydream/EDF", copies=n))) for n in (1, 31))
    assert (more - one) / 30 < 4096


def test_copies_cost_little_drawing(monkeypatch):
    """Count strokes instead of seconds: 300 sheets draw the blank once."""
    traced = []
    monkeypatch.setattr(
        outline, "_corners", lambda *a, whole=outline._corners: traced.append(1) or whole(*a)
    )
    draw_order(NotePen(), Order("daydream/A", copies=300))
    assert len(traced) == TURNS * 8 + 2 * 300


def test_further_pages_of_a_score_sheet_number_their_rounds_on():
    pages = pages_of("dreams/score", players=4, pages=2)
    assert len(pages) == 2
    rounds = [{int(w.text) for w in page.words if w.text.isdigit()} for page in pages]
    assert max(rounds[1]) == 2 * max(rounds[0])


@pytest.mark.parametrize(
    ("players", "paper", "pages"), [(8, "a4", 1), (8, "letter", 2), (10, "a4", 2)]
)
def test_a_crowded_score_sheet_has_a_page_for_the_points(players, paper, pages):
    drawn = pages_of("when-i-dream/score", players=players, paper=paper, copies=2)
    assert len(drawn) == 2 * pages
    if pages == 2:
        said = {words.text for words in drawn[1].words}
        assert {"When I Dream · Points", *map(str, range(1, players + 1))} <= said
        assert any("second page" in words.text for words in drawn[0].words)


def test_the_backs_of_cards_side_by_side_do_not_lie_over_each_other():
    """Hatching twice in the same place would be black."""
    corners = [(20.0, 20.0), (60.0, 20.0), (20.0, 80.0)]
    size = (40.0, 60.0)
    rooms = [_room_around(at, corners, size, 1.5) for at in corners]
    assert rooms == [
        box(18.5, 18.5, 41.5, 61.5),
        box(60.0, 18.5, 41.5, 63.0),
        box(18.5, 80.0, 43.0, 61.5),
    ]


def test_own_words_replace_ours():
    order = Order("when-i-dream", terms=("chat", "chien", "vache"), lang="fr", backs="fold")
    words = {words.text for page in pages_of("when-i-dream", terms=order.terms, lang="fr")
             for words in page.words}  # fmt: skip
    assert {"chat", "chien", "vache"} <= words


@pytest.mark.parametrize(
    ("name", "data", "terms"),
    [
        ("w.txt", "Hund\n\n  rote   Katze \n# note\nHund\n", ["Hund", "rote Katze"]),
        ("w.TXT", "\ufeffeins\r\nzwei\r\n", ["eins", "zwei"]),
        ("w.csv", "chat;Katze\nchien;Hund\n", ["chat", "chien"]),
        ("w.csv", '"bow tie",x\ncat,y\n', ["bow tie", "cat"]),
        ("w.csv", "solo\nvuoto\n", ["solo", "vuoto"]),
    ],
)
def test_vocabularies(tmp_path, name, data, terms):
    path = tmp_path / name
    path.write_text(data, encoding="utf-8", newline="")
    assert read_terms(path) == terms


def test_a_table_saved_by_an_old_spreadsheet(tmp_path):
    path = tmp_path / "w.csv"
    path.write_bytes("Käse;fromage\nÖl;huile\n".encode("cp1252"))
    assert read_terms(path) == ["Käse", "Öl"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("w.docx", b"x", "words-kind"),
        ("w.txt", None, "words-missing"),
        ("w.txt", b"\n# nothing\n", "words-empty"),
        ("w.txt", b"PK\0\3binary", "words-unreadable"),
        ("w.csv", b"\n".join(b"w%d" % k for k in range(MOST_TERMS + 1)), "words-too-many"),
    ],
)
def test_vocabularies_that_cannot_be_used(tmp_path, name, data, code):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(HostError) as caught:
        read_terms(path)
    assert caught.value.code == code
