"""It knows your hand: confirmed digits help on later evenings, if the player wishes, until then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperplay.web.pages.passport import forget_player
from paperplay.web.server.security import COOKIE
from paperplay.web.store import evenings
from paperplay.web.store.hands import MOST, count_kept
from paperplay.web.store.sheets import add_sheets, delete_everything, sheet
from scanner.alike import shape_of
from scanner.scan import Doubt
from tests.paperplay.web import stand_in_reader
from tests.paperplay.web.visits import new_guest, post

MINE, FAR = shape_of([0.5] * 48), shape_of([-1.5] * 48)


@pytest.fixture
def store(app, host):
    return app.state.shared.store


def hand_in(app, client, *, shape=MINE, player="Ida", sure=None, why="digit-doubtful", leans=0.9):
    """A new evening with a sheet on which c17 is read as 7 and may be 1; give its number.

    ``sure`` are the shapes of digits that were read surely.
    """
    shared = app.state.shared
    evening = evenings.start(shared.store, "")
    scan = stand_in_reader.known_scan({"c17": 7})
    doubt = Doubt("c17", 7, 1, why, (7, 1), 0.2, shape=shape)
    scan = replace(scan, confidence={**scan.confidence, "c17": leans}, shapes=sure or {})
    upload = f"{evening.id:0>20}"
    with shared.store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, player, state, received) "
            "VALUES (?, ?, ?, 'sheet.jpg', ?, 'waiting', '')",
            (upload, evening.id, me(app, client), player),
        )
    add_sheets(shared.store, upload, [replace(scan, doubts=(doubt,))], forget=False)
    row = shared.store.one("SELECT id FROM sheets WHERE upload = ?", upload)
    return row["id"]


def me(app, client):
    return app.state.shared.keys.visitor(client.cookies[COOKIE]).id


def said_to_be(store, number):
    scan = sheet(store, number).scan
    return scan.values["c17"], scan.doubtful


def answer(client, number, value="1"):
    return post(client, f"/sheets/{number}/corrections", element="c17", value=value)


@pytest.fixture
def ida(app, store):
    client = new_guest(app, "Ida")
    post(client, "/me/hand", wanted="yes")
    return client


def test_a_digit_that_was_confirmed_is_known_on_the_next_evening(app, store, ida):
    answer(ida, hand_in(app, ida))
    assert count_kept(store, me(app, ida)) == 1
    number = hand_in(app, ida)
    assert said_to_be(store, number) == (1, [])
    assert sheet(store, number).status == "ok"
    # A correction is still possible, and taken back to what the known hand gave.
    answer(ida, number, "7")
    post(ida, "/undo")
    assert said_to_be(store, number) == (1, [])


@pytest.mark.parametrize("other", [{"shape": FAR}, {"player": "Tom"}, {"player": ""}])
def test_another_shape_or_name_is_asked_about(app, store, ida, other):
    answer(ida, hand_in(app, ida))
    assert said_to_be(store, hand_in(app, ida, **other)) == (7, ["c17"])


def test_nothing_is_kept_unasked_nor_for_others(app, store, ida):
    tom = new_guest(app, "Tom")
    answer(tom, hand_in(app, tom, player="Tom"))
    assert count_kept(store, me(app, tom)) == 0
    answer(ida, hand_in(app, ida, player="Eva"))  # Ida's phone, but not Ida's hand
    assert count_kept(store, me(app, ida)) == 0


def test_an_answer_that_is_taken_back_is_not_kept(app, store, ida):
    answer(ida, hand_in(app, ida))
    post(ida, "/undo")
    assert count_kept(store, me(app, ida)) == 0


def by_wish(app, store, ida):
    assert "So far: 1" in ida.get("/me").text
    post(ida, "/me/hand", wanted="no")


def with_the_player(app, store, ida):
    forget_player(store, "ida")


def with_everything(app, store, ida):
    delete_everything(store)


@pytest.mark.parametrize("forget", [by_wish, with_the_player, with_everything])
def test_a_hand_can_be_forgotten(app, store, ida, forget):
    answer(ida, hand_in(app, ida))
    forget(app, store, ida)
    assert count_kept(store, me(app, ida)) == 0
    assert said_to_be(store, hand_in(app, ida)) == (7, ["c17"])


def test_only_so_many_digits_are_kept(app, store, ida, monkeypatch):
    assert MOST > 100
    monkeypatch.setattr("paperplay.web.store.hands.MOST", 2)
    for _ in range(4):
        answer(ida, hand_in(app, ida, shape=FAR))
        post(ida, "/me/hand", wanted="yes")
        answer(ida, hand_in(app, ida))
    assert count_kept(store, me(app, ida)) == 2


def sevens(app, client):
    """An evening with a 7 in c18 that was read surely, written as the doubtful ones are."""
    scan = stand_in_reader.known_scan()
    element = next(each for each, value in scan.values.items() if value == 7 and each[0] == "c")
    return hand_in(app, client, shape=FAR, sure={element: MINE}), element


def test_a_digit_that_was_read_surely_shows_the_hand_as_well(app, store, ida):
    sevens(app, ida)
    assert said_to_be(store, hand_in(app, ida)) == (7, [])


@pytest.mark.parametrize("more", [{"why": "rules-disagree"}, {"leans": 0.7}, {"shape": FAR}])
def test_a_hand_settles_neither_a_contradiction_nor_a_coin_flip(app, store, ida, more):
    sevens(app, ida)
    assert said_to_be(store, hand_in(app, ida, **more)) == (7, ["c17"])


def corrected(app, store, ida, number, element):
    post(ida, f"/sheets/{number}/corrections", element=element, value="1")


def deleted(app, store, ida, number, element):
    post(ida, f"/sheets/{number}/delete")


@pytest.mark.parametrize(("change", "after"), [(corrected, (1, [])), (deleted, (7, ["c17"]))])
def test_a_sure_digit_that_is_corrected_or_deleted_is_no_7_any_more(app, store, ida, change, after):
    change(app, store, ida, *sevens(app, ida))
    assert said_to_be(store, hand_in(app, ida)) == after


def test_what_was_read_surely_is_not_kept_unasked(app, store, ida):
    post(ida, "/me/hand", wanted="no")
    sevens(app, ida)
    assert count_kept(store, me(app, ida)) == 0
