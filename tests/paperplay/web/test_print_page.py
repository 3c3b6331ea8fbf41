"""The print page: what is asked for is what comes out, and what is shown."""

from __future__ import annotations

import re
import time
from io import BytesIO
from threading import Event, Thread

import pypdfium2
import pytest
from PIL import Image

from paperplay.web.printing import preview_press as press_module
from paperplay.web.printing.fair_sheets import MOST_WAITING as MOST_ERRANDS
from paperplay.web.printing.fair_sheets import FairChecks, FreshSearch
from paperplay.web.printing.preview_press import LARGEST_SIDE, MOST_WAITING, Press
from paperplay.web.printing.print_order import all_printable, form_of, order_of
from printkit.order import Order
from printkit.press import printed
from rules.errors import HostError
from templates.languages import LANGUAGES
from tests.paperplay.web.visits import csrf, post


def pages_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    return [document[number].get_textpage().get_text_range() for number in range(len(document))]


# ------------------------------------------------------------------ the order


def test_nothing_asked_for_is_a_sheet_of_the_first_combination():
    assert order_of({}, "sv") == Order("daydream/A", lang="sv")


# Without the sheets that whoever runs the tests has printed: tests have a data folder of their own.
OURS = [what for what in all_printable() if not what.startswith("own/")]


@pytest.mark.parametrize("what", OURS)
def test_an_order_comes_back_from_its_own_address(what):
    order = order_of(
        {"what": what, "in": "fr", "paper": "letter", "ink": "black", "copies": "3", "seed": "7",
         "dice": "7b", "names": "Ida, Tom", "bleed": "1", "backs": "fold", "shift-x": "0,5"},
        "en",
    )  # fmt: skip
    assert order_of(form_of(order), "en") == order


def test_names_bring_as_many_sheets():
    order = order_of({"names": "Ida\nTom, Åsa\n\n"}, "en")
    assert (order.copies, order.names) == (3, ("Ida", "Tom", "Åsa"))


@pytest.mark.parametrize(
    "form",
    [
        {"what": "../../etc/passwd"},
        {"in": "xx"},
        {"paper": "a3"},
        {"ink": "gold"},
        {"copies": "0"},
        {"copies": "1000000"},
        {"copies": "-1"},
        {"copies": "²"},
        {"seed": "1000000"},
        {"what": "dreams/score", "players": "2"},
        {"what": "when-i-dream", "players": "11"},
        {"what": "dreams", "pages": "99"},
        {"dice": "x" * 21},
        {"backs": "up"},
        {"shift-x": "nan"},
        {"shift-y": "21"},
        {"names": "\n".join("abcdefghij" * 7)},
    ],
)
def test_an_order_that_cannot_be_is_refused_in_words(host, form):
    with pytest.raises(HostError):
        order_of(form, "en")
    answer = host.get("/print", params=form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_of_a_refused_order_the_rest_stays(host):
    answer = host.get("/print", params={"what": "daydream/BAC", "seed": "1000000", "copies": "7"})
    told = re.search(r'role="alert">([^<]*)', answer.text)[1]
    assert told.startswith("Sheet number: 1000000") and "999999" in told
    assert "copies=7" in answer.text and "seed=1000000" not in answer.text


# ------------------------------------------------------------------ fairness


def test_an_unfair_sheet_is_warned_of_as_soon_as_that_is_known(app, host):
    go = Event()
    app.state.shared.parts["fair-checks"].judge = lambda sheet, seed: go.wait(60) and seed != 12
    for seed in (12, 13):
        page = host.get("/print", params={"what": "daydream/A", "seed": seed})
        assert "data-ask" in page.text and "plays harder" not in page.text
    asked = {"what": "daydream/A", "seed": "12"}
    assert host.get("/print/fairness", params=asked).json() == {"known": False, "text": ""}
    go.set()
    until = time.monotonic() + 60
    while not (told := host.get("/print/fairness", params=asked).json())["known"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert told["text"].startswith("Sheet 12 plays harder or easier")
    page = host.get("/print", params=asked).text
    assert "Sheet 12 plays harder or easier" in page and "data-ask" not in page


def test_no_more_sheets_wait_to_be_judged_than_somebody_may_look_at():
    go, seen = Event(), []
    checks = FairChecks(judge=lambda sheet, seed: seen.append(seed) or go.wait(60))
    for seed in range(50):
        assert checks.ask("daydream/A", seed) is None
    go.set()
    until = time.monotonic() + 60
    while checks.ask("daydream/A", 49) is None:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert len(seen) <= MOST_ERRANDS + 1


def test_a_sheet_that_cannot_be_judged_leaves_the_others_their_turn(caplog):
    def judge(sheet, seed):
        if seed == 1:
            raise RuntimeError("broken")
        return False

    checks = FairChecks(judge=judge)
    for seed, fair in ((1, True), (2, False)):
        until = time.monotonic() + 60
        while checks.ask("daydream/A", seed) is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert checks.ask("daydream/A", seed) is fair
    assert "daydream/A with seed 1 was not judged" in caplog.text


def test_fairness_is_asked_by_the_host_alone(guest):
    assert guest.get("/print/fairness").status_code == 403


# ------------------------------------------------------------------ the page


def test_the_pdf_is_what_the_command_prints(host):
    asked = {"what": "daydream/BAC", "in": "de", "copies": "2", "names": "Ida"}
    pdf = host.get("/print/sheet.pdf", params=asked)
    assert pdf.headers["content-type"] == "application/pdf"
    order = Order("daydream/BAC", lang="de", copies=2, names=("Ida",))
    assert pages_of(pdf.content) == pages_of(printed(order))
    assert "Ida" in pages_of(pdf.content)[0]


def test_the_preview_shows_the_page_itself(host):
    asked = {"what": "daydream", "in": "en"}
    first, second = (
        host.get("/print/preview.webp", params={**asked, "page": page}).content for page in (2, 3)
    )
    document = pypdfium2.PdfDocument(printed(Order("daydream")))
    for data, page in ((first, 1), (second, 2)):
        with Image.open(BytesIO(data)) as shown:
            assert max(shown.size) == LARGEST_SIDE
            grey = shown.convert("L").resize((60, 60))
        wanted = document[page].render(scale=1).to_pil().convert("L").resize((60, 60))
        far = [abs(a - b) for a, b in zip(grey.tobytes(), wanted.tobytes(), strict=True)]
        assert sum(far) / len(far) < 6
    assert first != second


def test_the_picture_on_the_page_is_of_this_order(host):
    text = host.get(
        "/print", params={"what": "dreams/score", "players": "5", "paper": "letter"}
    ).text
    address = re.search(r'src="(/print/preview\.webp[^"]+)"', text)[1].replace("&amp;", "&")
    for part in ("what=dreams%2Fscore", "players=5", "paper=letter", "page=1"):
        assert part in address
    assert host.get(address).headers["content-type"] == "image/webp"


def test_a_page_too_far_shows_the_last(host):
    asked = {"what": "daydream/A", "page": "99"}
    assert host.get("/print/preview.webp", params=asked).status_code == 200
    assert host.get("/print", params=asked).status_code == 200


def test_a_fresh_sheet_is_looked_for_while_the_page_says_so(app, host):
    asked, go = [], Event()

    def look(sheet, seed):
        asked.append(sheet)
        go.wait(60)
        return 4711

    app.state.shared.parts["fresh-search"].look = look
    answer = post(host, "/print/fresh", what="daydream/D", copies="3")
    assert "Looking for a sheet" in answer.text
    assert "Looking for a sheet" in host.get(str(answer.url)).text
    go.set()
    found = until_found(host, answer)
    assert (found.url.params["seed"], found.url.params["copies"]) == ("4711", "3")
    assert asked == ["daydream/D"]
    assert post(host, "/print/fresh", what="dreams").status_code == 404


def until_found(host, answer):
    until = time.monotonic() + 60
    while "/print/fresh" in str(answer.url):
        assert time.monotonic() < until
        answer = host.get(str(answer.url))
    return answer


def test_without_a_fair_sheet_the_one_drawn_by_hand_is_shown(app, host):
    app.state.shared.parts["fresh-search"].look = lambda sheet, seed: None
    found = until_found(host, post(host, "/print/fresh", what="daydream/D"))
    assert found.status_code == 200
    assert "seed" not in found.url.params
    assert host.get("/print/fresh/nonsense", params={"what": "daydream/D"}).url.path == "/print"


def test_too_many_searches_are_asked_to_come_back():
    go = Event()
    search = FreshSearch(look=lambda sheet, seed: go.wait(60) and 7)
    tokens = [search.begin("daydream/A") for _ in range(MOST_ERRANDS)]
    with pytest.raises(HostError) as refused:
        search.begin("daydream/A")
    assert refused.value.code == "press-busy"
    go.set()
    until = time.monotonic() + 60
    while any(search.is_looking(token) for token in tokens):
        assert time.monotonic() < until
    assert [search.found(token) for token in tokens] == [7] * MOST_ERRANDS


def test_a_search_that_fails_does_not_end_the_others():
    answers = iter([None, 9])

    def look(sheet, seed):
        if next(answers) is None:
            raise HostError("unknown-sheet", sheet=sheet, known="", did_you_mean=None)
        return 9

    search = FreshSearch(look=look)
    tokens = [search.begin("daydream/A"), search.begin("daydream/A")]
    until = time.monotonic() + 60
    while any(search.is_looking(token) for token in tokens):
        assert time.monotonic() < until
    assert [search.found(token) for token in tokens] == [0, 9]


def test_a_vocabulary_of_ones_own_is_printed(host):
    terms = [f"Wort{number}" for number in range(1, 41)]
    answer = post(host, "/print/words", what="when-i-dream", terms="\n".join(terms))
    assert answer.status_code == 200
    assert "40 terms" in answer.text
    text = "".join(pages_of(host.get("/print/sheet.pdf", params=dict(answer.url.params)).content))
    assert all(term in text for term in terms)


def test_a_vocabulary_may_be_a_table(host):
    files = {"file": ("words.csv", b"Haus;house\nBaum;tree\n", "text/csv")}
    data = {"csrf": csrf(host), "what": "when-i-dream"}
    answer = host.post("/print/words", data=data, files=files)
    assert "2 terms" in answer.text


def test_an_empty_vocabulary_is_refused(host):
    assert post(host, "/print/words", what="when-i-dream", terms="\n \n").status_code == 422


@pytest.mark.parametrize("path", ["/print", "/print/preview.webp", "/print/sheet.pdf"])
def test_printing_is_the_hosts(guest, served, path):
    assert guest.get(path).status_code == 403
    assert served.get(path).status_code == 403


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("what", ["daydream/A", "when-i-dream", "dreams/score"])
def test_every_language_has_the_page(host, lang, what):
    answer = host.get("/print", params={"lang": lang, "what": what})
    assert answer.status_code == 200
    assert f'lang="{lang}"' in answer.text


# ------------------------------------------------------------------ the press


def test_a_print_is_drawn_once(monkeypatch):
    drawn = []
    monkeypatch.setattr("printkit.press.printed", lambda order: drawn.append(order) or b"%PDF")
    press = Press()
    assert press.pdf(Order("daydream/A")) == press.pdf(Order("daydream/A")) == b"%PDF"
    press.pdf(Order("daydream/D"))
    assert len(drawn) == 2
    press.close()


def test_the_press_keeps_no_more_than_it_may(monkeypatch):
    monkeypatch.setattr("printkit.press.printed", lambda order: bytes(100))
    monkeypatch.setattr(press_module, "MOST_KEPT", 250)
    press = Press()
    for seed in range(6):
        press.pdf(Order("daydream/A", seed=seed))
    assert sum(map(len, press._kept.values())) <= 250
    press.close()


def test_too_many_orders_are_asked_to_come_back(monkeypatch):
    go, begun = Event(), Event()

    def slow(order):
        begun.set()
        go.wait(60)
        return b""

    monkeypatch.setattr("printkit.press.printed", slow)
    press = Press()
    waiting = [
        Thread(target=press.pdf, args=(Order("daydream/A", seed=seed),))
        for seed in range(MOST_WAITING)
    ]
    for thread in waiting:
        thread.start()
    begun.wait(60)
    while press._waiting < MOST_WAITING:
        pass
    with pytest.raises(HostError) as refused:
        press.pdf(Order("daydream/D"))
    assert refused.value.code == "press-busy"
    go.set()
    for thread in waiting:
        thread.join(20)
    assert press.pdf(Order("daydream/D")) == b""
    press.close()
