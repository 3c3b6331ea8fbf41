"""Dice for the whole table: everybody sees the same roll, and a seed repeats it."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from paperplay.web.pages.table_dice import MOST_TURNS
from rules.dice import PIPS, rolls
from templates.languages import LANGUAGES
from tests.paperplay.web.visits import post


def seen(client):
    """What the large dice show, by their label and by their pips."""
    text = client.get("/dice").text
    label = re.search(r'class="pair" role="img" aria-label="[^:]*: (\d) and (\d)"', text)
    if label is None:
        return None
    large = re.findall(r'<svg class="die".*?</svg>', text)
    by_pips = tuple(each.count('class="pip"') for each in large)
    assert by_pips == (int(label[1]), int(label[2]))
    return by_pips


def roll(host, turn, do="next"):
    return post(host, "/dice/roll", do=do, **{"from": str(turn)})


def test_a_face_has_as_many_pips_as_it_counts():
    assert {face: len(set(places)) for face, places in PIPS.items()} == {n: n for n in range(1, 7)}


def test_a_seed_gives_the_rolls_of_the_printed_strip(host, guest):
    post(host, "/dice/begin", seed="7b")
    assert seen(guest) is None
    for turn, wanted in enumerate(islice(rolls("7b"), 8)):
        roll(host, turn - 1)
        assert seen(host) == seen(guest) == wanted


def test_one_goes_back_and_sees_the_same_again(host):
    post(host, "/dice/begin", seed="7b")
    first, second = islice(rolls("7b"), 2)
    roll(host, -1), roll(host, 0)
    roll(host, 1, "back")
    assert seen(host) == first
    roll(host, 0)
    assert seen(host) == second
    for turn in (1, 0, -1):
        roll(host, turn, "back")
    assert seen(host) is None


def test_a_double_tap_rolls_once(host):
    post(host, "/dice/begin", seed="7b")
    roll(host, -1), roll(host, -1)
    assert seen(host) == next(rolls("7b"))


def test_the_first_roll_needs_no_dice_to_be_taken_before(app, host, guest):
    assert 'id="roll"' in host.get("/dice").text and 'id="roll"' not in guest.get("/dice").text
    roll(host, -1, "back")
    assert seen(host) is None
    roll(host, -1)
    assert seen(host) == seen(guest) is not None
    (chosen,) = app.state.shared.store.db.execute("SELECT chosen FROM dice").fetchone()
    assert not chosen


def test_without_a_seed_every_strip_is_another(app, host):
    found = set()
    for _ in range(3):
        post(host, "/dice/begin", seed="")
        found.add(app.state.shared.store.db.execute("SELECT seed FROM dice").fetchone()[0])
    assert len(found) == 3


def test_guests_do_not_roll_and_do_not_learn_the_seed(host, guest):
    post(host, "/dice/begin", seed="geheim")
    roll(host, -1)
    assert roll(guest, 0).status_code == 403
    assert post(guest, "/dice/begin", seed="x").status_code == 403
    assert "geheim" not in guest.get("/dice").text
    assert "geheim" in host.get("/dice").text
    assert "geheim" not in guest.get("/dice/version").text


def test_every_roll_changes_the_version(host, guest):
    found = [guest.get("/dice/version").json()["version"]]
    post(host, "/dice/begin", seed="7b")
    found.append(guest.get("/dice/version").json()["version"])
    for turn in range(-1, 3):
        roll(host, turn)
        found.append(guest.get("/dice/version").json()["version"])
    assert len(set(found)) == len(found)


def test_the_strip_ends_somewhere(app, host):
    post(host, "/dice/begin", seed="7b")
    store = app.state.shared.store
    with store.change() as db:
        db.execute("UPDATE dice SET turn = ?", (MOST_TURNS,))
    assert roll(host, MOST_TURNS).status_code == 200
    assert store.db.execute("SELECT turn FROM dice").fetchone()[0] == MOST_TURNS


@pytest.mark.parametrize("turn", ["", "x", "--1", "9" * 400, "²"])
def test_a_strange_turn_moves_nothing(host, turn):
    post(host, "/dice/begin", seed="7b")
    assert post(host, "/dice/roll", do="next", **{"from": turn}).status_code == 200
    assert seen(host) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_page(host, guest, lang):
    post(host, "/dice/begin", seed="7b")
    roll(host, -1), roll(host, 0)
    assert host.get("/dice", params={"lang": lang}).status_code == 200
    assert guest.get("/dice", params={"lang": lang}).status_code == 200


def test_everyone_rolls_if_the_host_allows_it_and_only_the_host_goes_back(host, guest):
    roll = {"do": "next", "from": "-1"}
    assert post(guest, "/dice/for-all", all="yes").status_code == 403
    assert post(guest, "/dice/roll", **roll).status_code == 403
    post(host, "/dice/for-all", all="yes")
    assert 'id="roll"' in post(guest, "/dice/roll", **roll).text
    assert post(guest, "/dice/roll", **{"do": "back", "from": "0"}).status_code == 404
    post(host, "/dice/for-all", all="no")
    assert post(guest, "/dice/roll", **{"do": "next", "from": "0"}).status_code == 403
