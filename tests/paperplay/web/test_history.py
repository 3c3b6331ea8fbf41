"""Looking back: past evenings, passports, the solo ladder, and forgetting."""

from __future__ import annotations

import html
import json
import re

import pytest

from paperplay.web.pages.passport import forget_player, passports, winners_of
from paperplay.web.pages.past_sheets import results_of
from paperplay.web.rounds import tapped_games
from paperplay.web.server.security import COOKIE
from paperplay.web.store import evenings
from paperplay.web.store.sheets import sheet
from rules.daydream.parse import board_from
from rules.daydream.ranking import rank
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from tests.paperplay.web.played import SAMPLES, add_sheet, count, sample_board
from tests.paperplay.web.stand_in_reader import known_scan, photo
from tests.paperplay.web.visits import join, new_guest, post, put_sheet


@pytest.fixture
def store(app):
    return app.state.shared.store


TABLE = [json.loads(line) for line in (SAMPLES / "EDF-table.jsonl").read_text("utf-8").splitlines()]


def fewer(board):
    """The same sheet with an object less."""
    objects = dict(board["objects"])
    objects.pop("o1")
    return board | {"objects": objects}


def text_of(answer):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def test_the_best_sheet_of_each_combination_is_stamped(store):
    board = sample_board()
    add_sheet(store, "Ida", fewer(board))
    best = add_sheet(store, " ida", board, evenings.start(store, "another"))
    add_sheet(store, "IDA", fewer(board))
    add_sheet(store, "Tom", TABLE[0])
    ida, tom = passports(results_of(store))
    assert (ida.name, ida.count, ida.evenings) == ("IDA", 1, 2)
    stamp = ida.stamps[0]
    assert (stamp.sheet, stamp.best.id, stamp.played) == ("daydream/A", best, 3)
    assert [each.played for each in tom.stamps] == [0, 0, 0, 0, 0, 0, 0, 1]


def test_the_ladder_holds_the_highest_tier_reached_alone(store):
    add_sheet(store, "Ida", sample_board(objects={}))
    solo = add_sheet(store, "Ida", sample_board())
    tier = sheet(store, solo).scan.own_score.tier
    assert tier > 1
    add_sheet(store, "Ida", sample_board(solo=False))
    (ida,) = passports(results_of(store))
    assert ida.stamps[0].tier == tier


def test_only_finished_sheets_with_a_name_count(app, host, store):
    put_sheet(app, host, photo(clear=True, clouds=other_clouds("Tom")))
    put_sheet(app, host, player="Ida")
    assert passports(results_of(store)) == []


def test_an_evening_tells_who_won(store):
    evening = evenings.start(store, "Freitag")
    for board in TABLE:
        add_sheet(store, board["name"], board)
    number = tapped_games.begin(store, evening.id, "dreams/score", ["A", "B", "C"], "x")
    assert [won.sheet for won in winners_of(store, evening.id)] == ["daydream/EDF"]
    for turn in range(1, 5):
        for tap in ("vision=1", "mortal=3", "vote.1=2", "vote.2=1", "vote.3=1"):
            element, _, value = tap.partition("=")
            tapped_games.tap(store, number, f"r{turn}.{element}", value, "x")
        tapped_games.tap(store, number, "round", "", "x")
    sheets, tapped = winners_of(store, evening.id)
    boards = [board_from(board, load_sheet("EDF")) for board in TABLE]
    ranking = rank(boards, load_sheet("EDF"))
    assert set(sheets.names) == {TABLE[player]["name"] for player in ranking.winners}
    assert sheets.points == ranking.places[0].score.by_rules.total
    assert (tapped.sheet, tapped.names, tapped.points) == ("dreams/score", ("C",), 20)


def test_a_sheet_that_was_photographed_twice_counts_once(store):
    evening = evenings.start(store, "")
    for name in ("Ida", "ida", "Tom"):
        board = TABLE[0] if name != "Tom" else fewer(TABLE[0])
        add_sheet(store, name, board)
    ida, tom = passports(results_of(store))
    assert (ida.stamps[7].played, tom.stamps[7].played) == (1, 1)
    (won,) = winners_of(store, evening.id)
    assert won.names == ("Ida",)


def test_while_something_is_open_nobody_is_said_to_have_won(app, host, store):
    for name, wishes in (("Ida", {}), ("Tom", {"clear": True}), ("Eva", {"clear": True})):
        put_sheet(app, host, photo(clouds=other_clouds(name), **wishes), player=name)
    assert winners_of(store, 1) == []
    assert {one.name for one in passports(results_of(store))} == {"Tom", "Eva"}
    post(host, "/questions/answer", sheet=1, element="c17", value="8")
    post(host, "/questions/answer", sheet=1, element="r5", value="null")
    assert len(winners_of(store, 1)) == 1


def test_a_photo_that_answers_what_another_asks_makes_a_finished_sheet(app, host, store):
    put_sheet(app, host, player="Ida")
    assert passports(results_of(store)) == []
    put_sheet(app, host, photo(clear=True))  # without a name
    put_sheet(app, host, photo(clear=True, clouds=other_clouds("Tom")), player="Tom")
    assert {(one.name, one.count) for one in passports(results_of(store))} == {
        ("Ida", 1),
        ("Tom", 1),
    }
    assert len(winners_of(store, 1)) == 1, "the photo without a name is nobody's sheet"


def other_clouds(name):
    """Numbers by which a sheet is somebody's own."""
    number = ("Ida", "Tom", "Eva").index(name)
    return {e: number for e in known_scan().values if number and re.fullmatch(r"c\d+", e)}


def test_the_pages_show_it(store, host):
    evenings.start(store, "Bei <Ida>")
    add_sheet(store, "Åsa & Co", sample_board())
    shown = text_of(host.get("/history"))
    assert "Bei <Ida>" in shown
    assert "Åsa & Co" in shown
    assert "Stamps: 1 of 8" in shown
    link = html.unescape(
        re.search(r'href="(/history/player\?name=[^"]+)"', host.get("/history").text)[1]
    )
    passport = text_of(host.get(link))
    assert "Passport of Åsa & Co" in passport
    assert "Quiet Morning" in passport and "Vivid Dreams" in passport
    assert passport.count("not played yet") == 7


def test_nobody_without_a_sheet_has_a_passport(host):
    assert host.get("/history/player", params={"name": "Niemand"}).status_code == 404
    assert host.get("/history/player").status_code == 404


def test_an_evening_goes_with_all_that_belongs_to_it(store, host):
    first, second = evenings.start(store, "alt"), evenings.start(store, "neu")
    add_sheet(store, "Ida", evening=first)
    kept = add_sheet(store, "Tom", evening=second)
    tapped_games.begin(store, first.id, "dreams/score", ["A", "B", "C"], "x")
    path = f"/history/evening/{first.id}/delete"
    assert post(host, path).status_code == 404  # not sure
    assert count(store, "evenings") == 2
    post(host, path, sure="yes")
    assert count(store, "evenings") == 1
    assert [each.id for each in results_of(store)] == [kept]
    assert count(store, "score_games") == 0
    assert len(list(store.photos.iterdir())) == len(list(store.pages.iterdir())) == 1


def test_a_player_is_forgotten_everywhere(store, host):
    evening = evenings.start(store, "")
    add_sheet(store, "Walburga")
    kept = add_sheet(store, "Tom")
    shared = {
        **{"format": 1, "sheet": "dreams/score", "players": ["Tom", "Walburga", "C"]},
        **{"rounds": [], "totals": {}},
    }
    photographed = add_sheet(store, "", shared)
    number = tapped_games.begin(store, evening.id, "dreams/score", ["walburga", "Tom", "C"], "x")
    tapped_games.tap(store, number, "r1.vision", "2", "x")
    post(host, "/history/player/delete", name="WALBURGA", sure="yes")
    assert [each.id for each in results_of(store)] == [kept]
    assert tapped_games.game(store, number).players == ["", "Tom", "C"]
    tapped_games.take_back(store, number)
    assert tapped_games.game(store, number).players == ["", "Tom", "C"]
    left = sheet(store, photographed)
    assert left.names == ("Tom", "", "C")
    assert left.flat is None
    store.close()
    for path in store.folder.rglob("*"):
        if path.is_file():
            assert b"alburga" not in path.read_bytes(), path.name


def test_an_empty_name_forgets_nobody(store, host):
    add_sheet(store, "")
    forget_player(store, "  ")
    post(host, "/history/player/delete", name=" ", sure="yes")
    assert count(store, "sheets") == 1
    assert results_of(store)


@pytest.mark.parametrize("path", ["/history", "/history/player?name=Ida"])
def test_the_past_is_the_hosts(store, guest, served, path):
    add_sheet(store, "Ida")
    assert guest.get(path).status_code == 403
    assert served.get(path).status_code == 403
    assert post(guest, "/history/player/delete", name="Ida", sure="yes").status_code == 403
    assert count(store, "sheets") == 1


def test_many_evenings_are_on_several_pages(store, host, monkeypatch):
    monkeypatch.setattr("paperplay.web.pages.history_page.MOST_SHOWN", 2)
    for number in range(5):
        evenings.start(store, f"Abend {number}")
    seen, path = [], "/history"
    while path:
        answer = host.get(path)
        seen += re.findall(r"Abend \d(?=</a>)", answer.text)
        older = re.search(r'href="(/history\?before=\d+)"', answer.text)
        path = older[1] if older else None
    assert seen == [f"Abend {number}" for number in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_pages(store, host, lang):
    add_sheet(store, "Ida")
    for path in ("/history", "/history/player?name=Ida"):
        joint = "&" if "?" in path else "?"
        assert host.get(f"{path}{joint}lang={lang}").status_code == 200


def test_players_see_their_own_passport_and_nobody_elses(app, host):
    store = app.state.shared.store
    evenings.start(store, "first")
    ida = new_guest(app, "Ida")
    best = put_sheet(app, ida, photo(clear=True), player="Ida")
    assert f"/sheets/{best}" in ida.get("/passport").text
    second = evenings.start(store, "second")
    add_sheet(store, "Tom", TABLE[0], second)
    page = text_of(ida.get("/passport"))
    assert "Passport of Ida" in page and "Stamps: 1 of 8" in page
    # What is past is counted, but only the host looks at its sheets.
    assert f"/sheets/{best}" not in ida.get("/passport").text
    tom = new_guest(app, "Tom")
    assert "Stamps: 1 of 8" in text_of(tom.get("/passport"))  # it lies on the table
    # Whoever takes a name of an earlier evening gets none of its sheets.
    post(ida, "/me", name="Ada")
    other = new_guest(app, "Ida")
    assert "Stamps: 0 of 8" in text_of(other.get("/passport"))
    assert "Delete everything" not in text_of(ida.get("/passport"))
    assert host.get("/passport").url.path == "/history"


def test_a_phone_of_an_earlier_evening_is_asked_by_its_name(app, host):
    ida = new_guest(app, "Ida")
    post(host, "/share", wanted="new-key")
    ida.cookies.delete(COOKIE)
    shown = ida.get(f"/join/{app.state.shared.keys.join}").text
    assert 'value="Ida"' in shown
    join(app, ida, name="Ida")
    assert "/passport" in ida.get("/").text
