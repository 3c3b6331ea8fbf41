"""One queue of questions for the whole table, walls of tiles, and the way back."""

from __future__ import annotations

import re

import pytest

from paperplay.web.store.sheets import sheet
from tests.paperplay.web.running import until
from tests.paperplay.web.stand_in_reader import known_scan, photo
from tests.paperplay.web.visits import new_guest, post, put_sheet

ONES = ("c2", "c7", "c13", "c19")
"""Clouds of the known sheet that hold a 1."""
CLOUDS = [element for element in known_scan().values if re.fullmatch(r"c\d+", element)]


def asked(page):
    """Give the sheet and the elements that a page asks about."""
    number = re.search(r'name="sheet" value="(\d+)"', page)
    return int(number[1]), re.findall(r'name="element" value="([\w.]+)"', page)


def on_wall(page):
    """Give the places of a wall of tiles."""
    return re.findall(r'name="place" value="([\w.]+)"', page)


def wall(client, sheets, *, odd=(), value="1"):
    places = [f"{number}.{element}" for number, elements in sheets for element in elements]
    return post(client, "/questions/wall", place=places, odd=list(odd), value=value)


def answer(client, number, element, value, **more):
    fields = {"sheet": number, "element": element, "value": value, **more}
    return post(client, "/questions/answer", **fields)


def stored(app, number):
    return sheet(app.state.shared.store, number).scan


def test_the_most_doubtful_place_of_all_sheets_comes_first_and_then_the_winner(app, host):
    one = put_sheet(app, host, photo(doubtful=["c1"]), player="Eva")
    two = put_sheet(app, host, player="Tom")
    assert asked(host.get("/questions").text)[0] in (one, two)
    page, seen = host.get("/questions").text, []
    while 'action="/questions/answer"' in page:
        number, elements = asked(page)
        seen.append((number, elements[0]))
        value = {"c1": "6", "c17": "8", "r5": "null"}[elements[0]]
        page = answer(host, number, elements[0], value).text
    assert sorted(seen) == sorted([(one, "c1"), (two, "c17"), (two, "r5")])
    assert seen.index((two, "c17")) < seen.index((two, "r5"))
    assert 'id="result"' in page


def test_guests_are_asked_about_their_own_sheets_alone(app, host, guest):
    others = dict.fromkeys(CLOUDS, 5)
    mine = put_sheet(app, guest)
    theirs = put_sheet(app, new_guest(app), photo(clouds=others))
    assert asked(guest.get("/questions").text)[0] == mine
    assert "Questions left: 2" in guest.get("/questions").text
    assert "Questions left: 4" in host.get("/questions").text
    assert answer(guest, theirs, "c17", "2").status_code == 403
    assert stored(app, theirs).values["c17"] == 5


def test_where_two_photos_of_a_sheet_differ_one_answer_settles_both(app, host):
    one = put_sheet(app, host, photo(clear=True), player="Eva")
    two = put_sheet(app, host, photo(clear=True, clouds={"c3": 9}), player="Eva")
    assert "To look at: 1" in host.get("/result").text
    page = host.get("/questions").text
    assert asked(page) == (one, ["c3"])
    assert page.count('class="crop"') == 2 and f"/sheets/{two}/at/c3.webp" in page
    assert "To look at: 1" in host.get(f"/sheets/{two}").text
    page = answer(host, one, "c3", "9").text
    assert 'id="result"' in page and "To look at" not in page
    assert [stored(app, number).values["c3"] for number in (one, two)] == [9, 9]
    page = post(host, "/undo").text
    assert asked(page) == (one, ["c3"])
    assert [stored(app, number).values["c3"] for number in (one, two)] == [3, 9]


def test_where_photos_differ_both_are_looked_at_and_no_wall(app, host):
    put_sheet(app, host, photo(clear=True), player="Eva")
    put_sheet(app, host, photo(clear=True, clouds=dict.fromkeys(ONES, 7)), player="Eva")
    page = host.get("/questions").text
    assert "Questions left: 4" in page and on_wall(page) == []
    assert page.count('class="crop"') == 2


def test_undo_leads_back_to_the_question_though_the_answer_went_to_two_photos(app, host):
    one, two = (put_sheet(app, host, player="Eva") for _ in range(2))
    page = answer(host, one, "r5", "null").text
    assert asked(page) == (one, ["c17"])
    assert stored(app, two).doubtful == ["c17"]
    assert asked(post(host, "/undo").text) == (one, ["r5"])
    assert stored(app, two).doubtful == ["c17", "r5"]


def test_where_photos_differ_is_asked_before_what_is_only_unclear(app, host):
    one = put_sheet(app, host, photo(doubtful=["c1"]), player="Eva")
    put_sheet(app, host, photo(doubtful=["c1"], clouds={"c3": 9}), player="Eva")
    assert "To look at: 2" in host.get("/result").text
    assert asked(host.get("/questions").text) == (one, ["c3"])


def test_what_another_photo_of_the_sheet_shows_is_not_asked(app, host):
    unsure = put_sheet(app, host, player="Eva")
    put_sheet(app, host, photo(clear=True), player="Eva")
    assert "Questions left: 0" in host.get("/questions").text
    assert "To look at" not in host.get(f"/sheets/{unsure}").text
    assert "To look at" not in host.get("/scan").text


def test_where_photos_of_two_people_differ_only_the_host_is_asked(app, host, guest):
    one = put_sheet(app, guest, photo(clear=True))
    two = put_sheet(app, new_guest(app), photo(clear=True, clouds={"c3": 9}))
    assert "Questions left: 0" in guest.get("/questions").text
    assert asked(host.get("/questions").text) == (one, ["c3"])
    answer(guest, one, "c3", "3")
    assert stored(app, two).values["c3"] == 9, "a guest changes no photo of somebody else"
    answer(host, one, "c3", "3")
    assert stored(app, two).values["c3"] == 3


def test_in_a_crowd_photos_of_one_person_are_compared(app, host, monkeypatch):
    monkeypatch.setattr("paperplay.web.pages.counted.FEW", 1)
    unsure = put_sheet(app, host, player="Eva")
    one = put_sheet(app, host, photo(clear=True, clouds={"c3": 9}), player="Eva")
    assert asked(host.get("/questions").text) == (one, ["c3"])
    answer(host, one, "c3", "3")
    assert "Questions left: 0" in host.get("/questions").text
    assert stored(app, unsure).values["c3"] == 3


def test_in_a_crowd_what_the_result_has_found_is_asked(app, host, monkeypatch):
    monkeypatch.setattr("paperplay.web.pages.counted.FEW", 1)
    one = put_sheet(app, host, photo(clear=True), player="Eva")
    put_sheet(app, host, photo(clear=True, clouds={"c3": 9}), player="Eva")
    assert "Questions left: 0" in host.get("/questions").text
    until(lambda: "To look at: 1" in host.get("/result").text)
    assert asked(host.get("/questions").text) == (one, ["c3"])


def test_digits_that_look_alike_are_settled_with_one_tap(app, host):
    number = put_sheet(app, host, photo(doubtful=[*ONES, "c1"]))
    page = host.get("/questions").text
    assert "All 1?" in page and on_wall(page) == [f"{number}.{one}" for one in ONES]
    wall(host, [(number, ONES)], odd=[f"{number}.c7"])
    assert stored(app, number).doubtful == ["c7", "c1"]
    page = host.get("/questions").text
    assert "All 1?" not in page
    post(host, "/undo")
    assert sorted(stored(app, number).doubtful) == sorted([*ONES, "c1"])


def test_a_wall_shows_what_is_alike_on_all_sheets_of_one_person(app, host):
    clouds = dict.fromkeys((c for c in CLOUDS if c not in ONES), 5)
    one = put_sheet(app, host, photo(doubtful=ONES[:2]), player="Eva")
    two = put_sheet(app, host, photo(doubtful=ONES[2:], clouds=clouds), player="Eva")
    put_sheet(app, host, photo(doubtful=ONES[:1], clouds=dict.fromkeys(CLOUDS, 1)), player="Tom")
    page = host.get("/questions").text
    places = [(one, ONES[:2]), (two, ONES[2:])]
    assert on_wall(page) == [f"{number}.{element}" for number, some in places for element in some]
    assert "Questions left: 5" in page and page.count('class="whole"') == 2
    page = wall(host, places, odd=[f"{two}.c19"]).text
    assert asked(page) == (two, ["c19"]), "what was tapped is asked at once"
    assert re.findall(r'value="(\w+)" class="big', page)[-1] == "1", "and is hardly a 1"
    assert (stored(app, one).doubtful, stored(app, two).doubtful) == ([], ["c19"])
    page = post(host, "/undo").text
    assert len(on_wall(page)) == 4, "one tap takes back the wall on all sheets"
    assert stored(app, one).doubtful == list(ONES[:2])


def test_what_somebody_told_apart_is_settled_by_no_answer_about_others(app, host):
    number = put_sheet(app, host, photo(doubtful=[*ONES, "c1"], alike=True))
    wall(host, [(number, ONES)], odd=[f"{number}.c7"])
    assert stored(app, number).doubtful == ["c7", "c1"]
    assert asked(answer(host, number, "c7", "7").text) == (number, ["c1"])
    page = post(host, "/undo").text
    assert asked(page) == (number, ["c7"]) and stored(app, number).values["c7"] == 1
    post(host, "/undo")
    assert len(on_wall(host.get("/questions").text)) == 4
    answer(host, number, "c2", "1")
    assert stored(app, number).doubtful == ["c1"], "else all that look the same are settled"


def test_a_wall_of_somebody_elses_digits_is_refused(app, host, guest):
    theirs = put_sheet(app, new_guest(app), photo(doubtful=list(ONES)))
    assert wall(guest, [(theirs, ONES)]).status_code == 403
    assert len(stored(app, theirs).doubtful) == 4


def test_a_wall_can_be_looked_at_one_by_one(app, host):
    number = put_sheet(app, host, photo(doubtful=list(ONES)))
    page = host.get(f"/questions?single={number}").text
    assert asked(page) == (number, ["c2"])
    page = answer(host, number, "c2", "7", single=number).text
    assert asked(page)[1] == ["c7"], "the others stay single"


def test_a_wall_of_which_every_tile_is_odd_is_asked_about_one_by_one(app, host):
    number = put_sheet(app, host, photo(doubtful=list(ONES)))
    page = wall(host, [(number, ONES)], odd=[f"{number}.{one}" for one in ONES]).text
    assert on_wall(page) == [] and asked(page) == (number, ["c2"])
    assert asked(answer(host, number, "c2", "7", single=number).text) == (number, ["c7"])


def test_a_wall_settles_nothing_that_it_did_not_show(app, host):
    number = put_sheet(app, host, photo(doubtful=[*ONES, "c1"]))
    wall(host, [(number, [*ONES, "c1", "c3"])])
    assert stored(app, number).doubtful == ["c1"]
    assert stored(app, number).values["c3"] == 3


def test_answers_are_taken_back_one_tap_after_the_other(app, host):
    number = put_sheet(app, host)
    before = stored(app, number)
    answer(host, number, "c17", "2")
    answer(host, number, "r5", '"dot"')
    assert stored(app, number).status == "ok"
    page = post(host, "/undo").text
    assert asked(page) == (number, ["r5"])
    assert stored(app, number).values["c17"] == 2
    post(host, "/undo")
    assert stored(app, number).values == before.values
    assert stored(app, number).doubts == before.doubts
    assert post(host, "/undo").status_code == 200, "nothing is left to take back"


def test_the_last_answer_is_taken_back_where_the_winner_is_shown(app, host, guest):
    number = put_sheet(app, host)
    answer(host, number, "r5", "null")
    page = answer(host, number, "c17", "8").text
    assert 'id="result"' in page and 'action="/undo"' in page
    assert 'action="/undo"' not in guest.get("/result").text
    assert asked(post(host, "/undo").text) == (number, ["c17"])


def test_undo_keeps_names_and_what_others_said(app, host, guest):
    number = put_sheet(app, guest)
    answer(guest, number, "c17", "2")
    post(guest, f"/sheets/{number}/names", name="Ida")
    answer(host, number, "r5", '"sun"')
    post(guest, "/undo")
    scan = stored(app, number)
    assert (scan.board.names, scan.values["c17"], scan.values["r5"]) == (("Ida",), 8, "sun")
    assert scan.doubtful == ["c17"]


@pytest.mark.parametrize("told", ["", "x", "999999", "-1"])
def test_a_sheet_that_is_gone_is_passed_over(app, host, told):
    put_sheet(app, host)
    assert answer(host, told, "c17", "2").status_code == 200


def test_the_start_page_leads_to_the_questions(app, host):
    assert "/questions" in (page := host.get("/").text) and "Answer questions" not in page
    put_sheet(app, host)
    assert "Answer questions (2)" in host.get("/").text
