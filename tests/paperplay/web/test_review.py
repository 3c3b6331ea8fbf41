"""Correct what was read: every answer is scored and kept at once."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from markupsafe import escape

from paperplay.web.pages.elements import drawn_readings, label, question
from paperplay.web.store.corrected import correct, read_first
from paperplay.web.store.sheets import sheet, text_of
from rules.errors import HostError
from scanner.alike import shape_of
from scanner.doubt_words import missing_text
from scanner.missing import Missing
from scanner.scan import Doubt
from scanner.unseen import UNSEEN
from templates.geometry import Box
from templates.languages import LANGUAGES
from templates.places import Place
from tests.named import at
from tests.paperplay.web import played
from tests.paperplay.web.played import scan_of
from tests.paperplay.web.stand_in_reader import known_scan, photo, with_doubts
from tests.paperplay.web.visits import new_guest, post, put_sheet


def points(client, number):
    page = client.get(f"/sheets/{number}").text
    return int(re.search(r'class="points">(-?\d+)', page)[1])


def stored(app, number):
    return sheet(app.state.shared.store, number)


@pytest.fixture
def scan():
    return with_doubts(known_scan())


# ------------------------------------------------------------------ on the page


def test_doubts_come_first_and_nothing_left_is_final(app, host):
    number = put_sheet(app, host)
    page = host.get(f"/sheets/{number}").text
    assert 'name="element" value="c17"' in page and "To look at: 2" in page
    post(host, f"/sheets/{number}/corrections", element="c17", value="2")
    page = host.get(f"/sheets/{number}").text
    assert 'name="element" value="r5"' in page and "To look at: 1" in page
    post(host, f"/sheets/{number}/corrections", element="r5", value="null")
    page = host.get(f"/sheets/{number}").text
    assert "Final" in page and "Nothing doubtful is left" in page
    assert stored(app, number).status == "ok"


def test_all_is_called_well_only_when_nothing_is_doubtful(app, host):
    for made, is_well in ((photo(), False), (photo(clear=True), True)):
        number = put_sheet(app, host, made)
        # The one thing that is wrong with the sheet is mended.
        answer = post(host, f"/sheets/{number}/corrections", element="s7", value="true")
        assert ("Everything is filled in correctly" in answer.text) == is_well
        assert ("What is not right" in answer.text) == is_well


def test_a_corrected_place_tells_what_was_read(app, host):
    number = put_sheet(app, host)
    assert "Read as: 6" in host.get(f"/sheets/{number}?at=c1").text
    for value in ("7", "8"):
        answer = post(host, f"/sheets/{number}/corrections", element="c1", value=value)
    assert "Read as 6, corrected to 8" in answer.text
    said = re.search(r'id="said"[^>]*>(.*?)</p>', answer.text, re.DOTALL)[1]
    assert re.search(r": now 8\.\s+Points: \d+\.\s+To look at", said)


def test_a_correction_changes_the_score_at_once_and_is_kept(app, host):
    number = put_sheet(app, host)
    before = points(host, number)
    # Without its lines, the first object is not finished.
    post(host, f"/sheets/{number}/corrections", element="o1", value="0")
    after = points(host, number)
    assert after < before
    (row,) = app.state.shared.store.db.execute("SELECT * FROM corrections").fetchall()
    assert (row["element"], row["value"], json.loads(row["before"])) == ("o1", "0", 6)
    assert stored(app, number).scan.board.objects["o1"] == 0
    post(host, f"/sheets/{number}/corrections", element="o1", value="6")
    assert points(host, number) == before


def test_what_was_not_doubtful_can_be_corrected_and_stays_in_view(app, host):
    number = put_sheet(app, host)
    answer = post(host, f"/sheets/{number}/corrections", element="c15", value="7")
    assert 'name="element" value="c15"' in answer.text
    assert f"cloud {at('c15', 'BAC')}: now 7." in answer.text
    assert "To look at: 2" in answer.text


def test_a_number_is_typed(app, host):
    number = put_sheet(app, host)
    post(host, f"/sheets/{number}/corrections", element="total", number="45")
    assert stored(app, number).scan.board.total == 45
    post(host, f"/sheets/{number}/corrections", element="total", number="")
    assert stored(app, number).scan.board.total is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"element": "c17", "value": "10"},
        {"element": "c17", "value": "-1"},
        {"element": "c17", "value": "true"},
        {"element": "c17", "value": '"sun"'},
        {"element": "c17", "value": "[1]"},
        {"element": "c17", "value": "{"},
        {"element": "r5", "value": '"<script>"'},
        {"element": "c999", "value": "1"},
        {"element": "__class__", "value": "1"},
        {"element": "", "value": "1"},
        {"element": "total", "number": "1234"},
        {"element": "total", "number": "1e9"},
        {"element": "total", "number": "--5"},
        {"element": "total", "number": "٣"},
        {"element": "c17", "number": "12"},
    ],
)
def test_what_cannot_stand_there_is_refused_and_nothing_changes(app, host, wrong):
    number = put_sheet(app, host)
    before = stored(app, number)
    answer = post(host, f"/sheets/{number}/corrections", **wrong)
    assert answer.status_code == 422
    assert "<script>" not in answer.text
    assert stored(app, number) == before
    assert not app.state.shared.store.db.execute("SELECT * FROM corrections").fetchall()


def test_several_answers_are_kept_together_or_not_at_all(app, host):
    number = put_sheet(app, host)
    store = app.state.shared.store
    with pytest.raises(HostError):
        correct(store, number, [("c17", 4), ("c17", 44)], "me", forget=False)
    assert stored(app, number).status == "review"
    assert not store.db.execute("SELECT * FROM corrections").fetchall()


def test_an_answer_counts_on_other_sheets_of_the_same_name_and_owner(app, host, guest):
    mine, again, theirs, elses = (
        put_sheet(app, client, player=name)
        for client, name in ((host, "Ida"), (host, "ida"), (host, "Bo"), (guest, "Ida"))
    )
    store = app.state.shared.store
    for number in (mine, again, theirs, elses):
        scan = stored(app, number).scan
        shaped = tuple(
            replace(d, shape=shape_of([0.5] * 48), likely=(d.guess, 9)) if d.element == "c17" else d
            for d in scan.doubts
        )
        with store.change() as db:
            written = text_of(replace(scan, doubts=shaped))
            db.execute("UPDATE sheets SET now = ? WHERE id = ?", (written, number))
    read = stored(app, again).scan.values["c17"]
    correct(store, mine, [("c17", 9)], "me", forget=False)
    assert read != 9 and stored(app, again).scan.values["c17"] == 9
    assert stored(app, again).scan.doubtful == ["r5"]
    assert read_first(store, again) == {"c17": read}
    for number in (theirs, elses):
        assert stored(app, number).scan.values["c17"] == read
        assert stored(app, number).scan.doubtful == ["c17", "r5"]


def test_all_can_be_left_as_read(app, host):
    number = put_sheet(app, host)
    board = stored(app, number).scan.board
    post(host, f"/sheets/{number}/accept")
    assert stored(app, number).status == "ok"
    assert stored(app, number).scan.board == board
    assert len(app.state.shared.store.db.execute("SELECT * FROM corrections").fetchall()) == 2


def test_a_sheet_gets_its_name(app, host):
    number = put_sheet(app, host, player="Ida")
    assert stored(app, number).names == ("Ida",)
    post(host, f"/sheets/{number}/names", name="  Zoë   <b>  ")
    assert stored(app, number).names == ("Zoë <b>",)
    assert "Zoë &lt;b&gt;" in host.get(f"/sheets/{number}").text


def test_guests_change_their_own_sheets_alone(app, host, guest):
    mine = put_sheet(app, guest)
    other = put_sheet(app, new_guest(app))
    calls = {
        "corrections": {"element": "c17", "value": "2"},
        "accept": {},
        "names": {"name": "Me"},
        "delete": {},
    }
    for path, fields in calls.items():
        assert post(guest, f"/sheets/{other}/{path}", **fields).status_code == 403, path
        assert post(guest, f"/sheets/{mine}/{path}", **fields).status_code == 200, path
    page = guest.get(f"/sheets/{other}").text
    assert "Only whoever photographed" in page and "corrections" not in page
    assert stored(app, mine) is None and stored(app, other).status == "review"
    assert post(host, f"/sheets/{other}/delete").status_code == 200
    assert stored(app, other) is None


def test_a_deleted_sheet_leaves_nothing_behind(app, host):
    number = put_sheet(app, host)
    post(host, f"/sheets/{number}/corrections", element="c17", value="2")
    post(host, f"/sheets/{number}/delete")
    store = app.state.shared.store
    assert host.get(f"/sheets/{number}").status_code == 404
    assert not list(store.photos.iterdir()) and not list(store.pages.iterdir())
    assert not store.db.execute("SELECT * FROM corrections").fetchall()
    (row,) = store.db.execute("SELECT * FROM sheets").fetchall()
    assert row["now"] == row["scanned"] == "{}"


@pytest.mark.parametrize("number", ["0", "999", "9" * 40])
def test_there_is_no_such_sheet(host, number):
    assert host.get(f"/sheets/{number}").status_code == 404
    assert host.get(f"/sheets/{number}/page.jpg").status_code == 404


def test_a_photo_that_was_not_read_says_why_and_can_be_deleted(app, host):
    number = put_sheet(app, host, photo(dark=True))
    assert "Step back" in host.get(f"/sheets/{number}").text
    assert post(host, f"/sheets/{number}/corrections", element="c1", value="1").status_code == 404
    assert post(host, f"/sheets/{number}/accept").status_code == 200
    assert post(host, f"/sheets/{number}/names", name="x").status_code == 200
    post(host, f"/sheets/{number}/delete")
    assert stored(app, number) is None


# ------------------------------------------------------------------ questions and marks


@pytest.mark.parametrize(
    ("domain", "value", "fits"),
    [
        ((None, 0, 1), 0, True),
        ((None, 0, 1), False, False),  # no is not nought
        ((False, True), 1, False),
        ((None, "sun"), "sun", True),
        ((None, "sun"), "moon", False),
        (3, 999, True),
        (3, 1000, False),
        (3, -99, True),
        (3, None, True),
        (3, True, False),
        (3, "12", False),
    ],
)
def test_what_an_element_may_be(domain, value, fits):
    area = Box((0, 0), (1, 1))
    is_field = isinstance(domain, int)
    place = Place((0, 0), area, digits=domain) if is_field else Place((0, 0), area, domain)
    assert place.allows(value) is fits


def test_a_question_offers_the_likely_values_first(scan):
    asked = question(scan, "c17", "de")
    guess = scan.values["c17"]
    assert [choice.text for choice in asked.likely] == [str(guess), "leer"]
    assert len(asked.likely) + len(asked.others) == 11
    assert {choice.key for choice in asked.others} == {str(n) for n in range(10)} - {str(guess)}


def test_a_mark_turns_through_its_states(scan):
    seen = []
    for _ in range(5):
        turn = question(scan, "r5", "en").turn
        seen.append(json.loads(turn.value))
        scan = scan.settled("r5", json.loads(turn.value))
    assert sorted(map(str, seen)) == sorted(["None", "dot", "sun", "crossed", "both"])


def test_every_reading_is_drawn_where_it_was_read(scan):
    drawn = {mark.element: mark for mark in drawn_readings(scan, (), "en")}
    places = scan.layout.places
    assert set(drawn) == set(places)
    assert drawn["c17"].state == "doubt" and drawn["c15"].state == "read"
    for row in (e for e, value in scan.values.items() if e[0] == "r" and value == "sun"):
        spots = [tuple(round(n, 1) for n in spot) for spot in places[row].spots["sun"]]
        assert list(drawn[row].places) == spots
    after = scan.settled("c17", 3)
    said = {mark.element: mark for mark in drawn_readings(after, ["c17"], "en")}
    assert said["c17"].state == "said" and said["c17"].text == "3"


def test_elements_of_score_sheets_have_names():
    board = {"format": 1, "sheet": "dreams/score", "players": ["Ida", "", "C"], "rounds": []}
    scan = scan_of(board)
    assert label(scan, "r3.vote.1", "en") == "Round 3, guess, Ida"
    assert label(scan, "total.2", "de") == "Summe, Spieler 2"
    assert label(scan, "strange", "de") == "strange"


def test_a_score_sheet_asks_for_what_stands_on_it():
    board = {"format": 1, "sheet": "dreams/score", "players": ["", "", ""], "rounds": []}
    asked = question(scan_of(board), "r1.vote.2", "en")
    assert [choice.text for choice in asked.others] == ["1", "2", "3", "4"]
    assert question(scan_of(board), "total.1", "en").digits == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_photo_does_not_show_is_said_above_the_questions(app, host, monkeypatch, lang):
    lost = tuple(Doubt(element, None, 3, UNSEEN, where="right") for element in ("c1", "total"))
    monkeypatch.setattr(played, "scan_of", lambda board: replace(scan_of(board), doubts=lost))
    store = app.state.shared.store
    number = played.add_sheet(store, "Ida")
    said = missing_text(Missing("right", ("c1", "total")), stored(app, number).scan, lang)
    assert escape(said) in host.get(f"/sheets/{number}?lang={lang}").text
    for element in ("c1", "total"):
        post(host, f"/sheets/{number}/corrections", element=element, value="0")
    assert escape(said) not in host.get(f"/sheets/{number}?lang={lang}").text
