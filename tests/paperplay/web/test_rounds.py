"""Scoring by tapping: what a tap does, who may tap, and what everybody sees."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from dataclasses import replace

import pypdfium2
import pytest

from paperplay.web.rounds import tapped_games
from paperplay.web.rounds.tapping import is_over, new_board, score_of, tapped
from paperplay.web.rounds.timer import NIGHT_MS, Timer, shown
from paperplay.web.store import evenings
from rules.errors import HostError
from templates.games import games
from templates.languages import LANGUAGES
from templates.load import load_layout
from tests.paperplay.web.visits import new_guest, post

DREAMERS = ["Lisa", "Eva", "Tom", "Anna"]
GODS = ["Andrea", "Peter", "Jörg", "Nina"]


@pytest.fixture
def store(app):
    return app.state.shared.store


def board_after(sheet, names, *taps):
    board = new_board(sheet, names)
    for tap in taps:
        element, _, value = tap.partition("=")
        board = tapped(board, element, value)
    return board


def when_i_dream(*taps):
    return board_after("when-i-dream/score", DREAMERS, *taps)


def dreams(*taps):
    return board_after("dreams/score", GODS, *taps)


EXAMPLE = (
    *["r1.dreamer=3", "r1.yellow=+1", "r1.yellow=+1", "r1.yellow=+1", "r1.blue=+1", "r1.blue=+1"],
    *["r1.recalled=yes", "r1.role.1=fairy", "r1.role.2=sandman", "r1.role.4=nightmare"],
)
"""Three yellow cards, two blue, all recalled."""


# ------------------------------------------------------------------ taps


def test_taps_give_the_board_of_the_score_sheet():
    board = when_i_dream(*EXAMPLE)
    assert board.as_json()["rounds"] == [
        {
            **{"dreamer": 3, "yellow": 3, "blue": 2, "recalled": True},
            "roles": {"1": "fairy", "2": "sandman", "4": "nightmare"},
        }
    ]
    assert score_of(board).rounds == ((3, 3, 5, 2),)


def test_votes_give_the_points_of_the_rules():
    board = dreams("r1.vision=3", "r1.mortal=3", "r1.vote.1=2", "r1.vote.2=1", "r1.vote.3=2",
                   "r1.vote.4=1")  # fmt: skip
    assert score_of(board).rounds == ((0, 0, 3, 1),)
    assert score_of(board).winners == (3,)


def test_a_round_of_dreams_counts_when_its_last_vote_is_in():
    board = dreams("r1.vision=3", "r1.mortal=3", "r1.vote.1=2", "r1.vote.2=1", "r1.vote.3=2")
    assert score_of(board).rounds == ((0, 0, 0, 0),)
    assert score_of(tapped(board, "r1.vote.4", "1")).rounds == ((0, 0, 3, 1),)


def test_with_the_first_card_both_piles_are_counted():
    one = when_i_dream("r1.blue=+1").rounds[0]
    assert (one.yellow, one.blue) == (0, 1)
    one = when_i_dream("r1.yellow=-1").rounds[0]
    assert (one.yellow, one.blue) == (0, 0)


def test_the_role_of_the_dreamer_passes_to_the_left_and_skips_who_has_dreamed():
    taps = [tap for n in (2, 3, 4) for tap in ("round=", f"r{n}.blue=+1")]
    board = when_i_dream("r1.dreamer=2", "r1.blue=+1", *taps)
    assert [each.dreamer for each in board.rounds] == [2, 3, 4, 1]
    board = tapped(tapped(board, "r4.dreamer", "3"), "round", "")
    assert board.rounds[4].dreamer == 1


def test_a_dreamer_has_no_role_and_a_mortal_no_colour_to_vote_for():
    board = when_i_dream("r1.role.2=fairy", "r1.dreamer=2")
    assert board.rounds[0].roles == (None,) * 4
    board = dreams("r1.mortal=1", "r1.vote.1=3", "r1.vote.2=1", "r1.vote.3=1", "r1.mortal=2")
    assert board.rounds[0].votes == (None, None, 1, None)


@pytest.mark.parametrize(
    ("tap", "code"),
    [
        ("r9.yellow=+1", "bad-tap"),
        ("r1.vision=2", "bad-tap"),  # of the other game
        ("r1.role=fairy", "bad-tap"),
        ("r1.dreamer.2=1", "bad-tap"),
        ("__class__=x", "bad-tap"),
        ("r1.role.7=fairy", "bad-tap"),
        ("r1.role=+1", "bad-tap"),
        ("r1.role.2=king", "bad-value"),
        ("r1.dreamer=9", "bad-value"),
        ("penalty.9=+1", "bad-tap"),
        ("total.1=7", "bad-tap"),
        ("r1.yellow=many", "bad-value"),
    ],
)
def test_a_tap_that_cannot_be_is_refused(tap, code):
    with pytest.raises(HostError) as refused:
        when_i_dream(tap)
    assert refused.value.code == code


@pytest.mark.parametrize("taps", [["round="], ["r1.dreamer=1", "round="]])
def test_a_round_in_which_nothing_was_tapped_is_not_left(taps):
    with pytest.raises(HostError) as refused:
        when_i_dream(*taps)
    assert refused.value.code == "round-empty"


def test_a_game_is_over_only_when_nothing_of_it_is_missing():
    board = when_i_dream(*EXAMPLE)
    for number, dreamer in ((2, 4), (3, 1), (4, 2)):
        board = tapped(board, "round", "")
        assert board.rounds[-1].dreamer == dreamer
        for player in {1, 2, 3, 4} - {dreamer}:
            board = tapped(board, f"r{number}.role.{player}", "fairy")
    for number in (2, 3, 4):
        assert not is_over(score_of(board))
        board = tapped(board, f"r{number}.yellow", "+1")
    assert is_over(score_of(board))


def test_everybody_dreams_once_and_no_further_round_is_offered(host):
    path = begin(host)
    for number in range(1, 5):
        assert ('id="next-round"' in host.get(path).text) == (number < 4)
        tap(host, path, f"r{number}.blue=+1", "round=")


def test_there_are_more_rounds_than_a_page_of_paper_holds():
    taps = [tap for n in range(1, 30) for tap in (f"r{n}.mortal=2", "round=")]
    board = dreams(*taps, "r30.vision=2")
    assert [each.vision for each in board.rounds] == [None] * 29 + [2]
    board = tapped(tapped(board, "r7.mortal", "1"), "r30.vision", "")
    assert len(board.rounds) == 30 and all(each.vision is None for each in board.rounds)
    assert board.rounds[6].mortal == 1


# ------------------------------------------------------------------ a game without a page


@pytest.fixture
def plain(monkeypatch):
    """All games as if nobody had made pages for their rounds."""
    for name, game in list(games().items()):
        monkeypatch.setitem(games(), name, replace(game, rounds_in=None))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("sheet", "names"), [("when-i-dream/score", DREAMERS), ("dreams/score", GODS)]
)
def test_any_game_has_a_page_of_rounds(plain, host, sheet, names, lang):
    path = begin(host, sheet, names)
    answer = host.get(path, params={"lang": lang})
    layout = load_layout(sheet, players=4)
    asked = {element for element in layout.places if element.startswith("r1.")}
    assert asked <= set(re.findall(r'name="tap" value="([^"=]+)=', answer.text))
    assert "total.1" not in answer.text


def test_a_plain_page_takes_choices_numbers_and_boxes(plain, store, host):
    path = begin(host)
    assert tapped_games.game(store, 1).board.rounds[0].dreamer is None  # nobody knows the rules
    tap(host, path, "r1.dreamer=3", "r1.blue=+1", "r1.blue=+1", "r1.recalled=yes", "penalty.2=+1")
    post(host, f"{path}/tap", tap="r1.yellow=", number="12", round="1")
    answer = tap(host, path, "r1.role.1=fairy", "round=")
    board = tapped_games.game(store, 1).board
    one = board.rounds[0]
    assert (one.dreamer, one.yellow, one.blue, one.recalled) == (3, 12, 2, True)
    assert board.penalties == (0, 1, 0, 0) and len(board.rounds) == 2
    assert f"Lisa {score_of(board).rounds[0][0]}" in text_of(host.get(path, params={"round": 1}))
    assert "Round 2" in text_of(answer)
    assert post(host, f"{path}/tap", tap="r1.yellow=", number="-5", round="1").status_code == 422


# ------------------------------------------------------------------ the timer


def test_a_timer_runs_pauses_and_is_wound_up():
    timer = Timer().start(1_000)
    assert timer.left_at(31_000) == NIGHT_MS - 30_000
    assert timer.start(31_000) is timer
    paused = timer.pause(31_000)
    assert paused.left_at(99_000) == NIGHT_MS - 30_000
    assert paused.start(100_000).left_at(101_000) == NIGHT_MS - 31_000
    assert paused.reset(0) == Timer()
    assert timer.left_at(10**9) == 0
    assert timer.start(10**9).left_at(10**9) == NIGHT_MS


@pytest.mark.parametrize(
    ("left", "text"),
    [(120_000, "2:00"), (119_001, "2:00"), (9_500, "0:10"), (1, "0:01")],
)
def test_a_begun_second_is_shown_whole(left, text):
    assert shown(left) == text


# ------------------------------------------------------------------ the page


def begin(client, sheet="when-i-dream/score", names=DREAMERS):
    answer = post(client, "/rounds/begin", sheet=sheet, names="\n".join(names))
    assert answer.status_code == 200, answer.text
    return answer.url.path


def tap(client, path, *taps):
    for each in taps:
        answer = post(client, f"{path}/tap", tap=each, round="1")
    return answer


def text_of(answer):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def test_a_game_is_tapped_and_kept(app, host):
    path = begin(host)
    answer = tap(host, path, *EXAMPLE)
    assert "Lisa fairy 3" in text_of(answer)
    assert "Tom dreamer 5" in text_of(answer)
    exported = json.loads(host.get(f"{path}/board.json").text)
    assert exported == when_i_dream(*EXAMPLE).as_json()


def test_the_last_tap_is_taken_back_one_after_the_other(store, host):
    path = begin(host)
    tap(host, path, "r1.yellow=+1", "r1.yellow=+1")
    number = int(path.rpartition("/")[2])
    for count in (1, None, None):
        post(host, f"{path}/undo")
        assert tapped_games.game(store, number).board.rounds[0].yellow == count


def test_a_refused_tap_changes_nothing_and_says_why(store, host):
    path = begin(host)
    answer = tap(host, path, "r1.dreamer=9")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert tapped_games.game(store, int(path.rpartition("/")[2])).taps == 0


def test_too_few_players_are_refused_and_what_was_typed_stays(host):
    answer = post(host, "/rounds/begin", sheet="when-i-dream/score", names="Ida\n<b>Tom")
    assert answer.status_code == 422
    assert "Ida\n&lt;b&gt;Tom" in answer.text
    assert "When I Dream needs 4 to 10 names. So far there are: 2." in text_of(answer)


def test_guests_look_on_and_only_the_one_who_began_may_tap(app, host):
    evenings.start(app.state.shared.store, "")
    guest, other = new_guest(app), new_guest(app)
    path = begin(guest)
    assert tap(guest, path, "r1.yellow=+1").status_code == 200
    assert other.get(path).status_code == 200
    assert "disabled" in other.get(path).text
    for what in ("tap", "undo", "timer", "delete"):
        assert post(other, f"{path}/{what}", tap="r1.yellow=+1", do="start").status_code == 403
    assert tap(host, path, "r1.yellow=+1").status_code == 200


def test_whoever_looks_on_learns_of_every_change(app, host, guest):
    path = begin(host)
    before = guest.get(f"{path}/version").json()
    assert guest.get(f"{path}/version").json() == before
    tap(host, path, "r1.yellow=+1")
    after = guest.get(f"{path}/version").json()
    post(host, f"{path}/timer", do="start")
    assert (
        len({each["version"] for each in (before, after, guest.get(f"{path}/version").json())}) == 3
    )


def test_guests_see_no_game_of_an_earlier_evening(app, host, guest):
    path = begin(host)
    assert guest.get(path).status_code == 200
    evenings.start(app.state.shared.store, "the next one")
    assert guest.get(path).status_code == 404
    assert host.get(path).status_code == 200


def test_a_guest_begins_no_game_before_the_evening(guest):
    assert post(guest, "/rounds/begin", sheet="dreams/score", names="A,B,C").status_code == 404


def test_the_timer_goes_on_over_a_reload(host, monkeypatch):
    clock = [1_000_000]
    monkeypatch.setattr(tapped_games, "milliseconds", lambda: clock[0])
    monkeypatch.setattr("paperplay.web.rounds.rounds_page.milliseconds", lambda: clock[0])
    path = begin(host)
    assert 'data-left="120000" data-runs="no"' in host.get(path).text
    post(host, f"{path}/timer", do="start")
    clock[0] += 45_000
    assert 'data-left="75000" data-runs="yes"' in host.get(path).text
    post(host, f"{path}/timer", do="pause")
    clock[0] += 45_000
    assert 'data-left="75000" data-runs="no"' in host.get(path).text
    post(host, f"{path}/timer", do="start")
    clock[0] += 76_000
    answer = host.get(path).text
    assert 'data-left="0" data-runs="no"' in answer
    assert "0:00" in answer


def test_the_next_round_has_its_own_two_minutes(host):
    path = begin(host)
    post(host, f"{path}/timer", do="start")
    assert 'data-runs="yes"' in host.get(path).text
    assert 'data-left="120000" data-runs="no"' in tap(host, path, "r1.blue=+1", "round=").text


def test_points_are_shown_only_of_a_whole_round(host):
    path = begin(host, "dreams/score", GODS)
    answer = text_of(tap(host, path, "r1.vision=1", "r1.mortal=4", "r1.vote.1=2"))
    assert "Nina mortal –" in answer
    assert "In the lead" not in text_of(host.get("/result"))
    assert "Nina mortal 5" in text_of(tap(host, path, "r1.vote.2=1", "r1.vote.3=1", "r1.vote.4=1"))
    assert "In the lead: Nina with 5" in text_of(host.get("/result"))


def test_winners_are_told_when_the_game_is_over(host):
    path = begin(host, "dreams/score", GODS)
    for number in range(1, 5):
        here = f"r{number}"
        tap(host, path, f"{here}.vision=1", f"{here}.mortal=4", f"{here}.vote.1=2",
            f"{here}.vote.2=1", f"{here}.vote.3=1", f"{here}.vote.4=1")  # fmt: skip
        assert ("Won: Nina" in text_of(host.get(path))) == (number == 4)
        tap(host, path, "round=")
    assert "Won: Nina with 20" in text_of(host.get(path))
    assert "Won: Nina with 20" in text_of(host.get("/rounds"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("sheet", "names"), [("when-i-dream/score", DREAMERS), ("dreams/score", GODS)]
)
def test_every_language_has_the_page(host, lang, sheet, names):
    path = begin(host, sheet, names)
    tap(host, path, "r1.role.1=fairy" if sheet != "dreams/score" else "r1.mortal=2", "round=")
    for shown_round in (1, 2):
        answer = host.get(path, params={"lang": lang, "round": shown_round})
        assert answer.status_code == 200
        assert f'lang="{lang}"' in answer.text


def test_a_name_is_never_markup(host):
    path = begin(host, "dreams/score", ["<script>alert(1)</script>", "B", "C"])
    assert "<script>alert" not in host.get(path).text


def test_a_deleted_game_is_gone(store, host):
    path = begin(host)
    tap(host, path, "r1.yellow=+1")
    post(host, f"{path}/delete")
    assert host.get(path).status_code == 404
    assert store.db.execute("SELECT count(*) FROM taps").fetchone()[0] == 0


def test_the_result_of_the_evening_tells_of_tapped_games(host):
    path = begin(host)
    tap(host, path, *EXAMPLE)
    answer = host.get("/result")
    assert f'href="{path}"' in answer.text
    assert "In the lead: Tom with 5" in text_of(answer)
    ranking = re.findall(r"(\d) (\w+) (\d) points", text_of(answer))
    assert ranking == [("1", "Tom", "5"), ("2", "Lisa", "3"), ("2", "Eva", "3"), ("4", "Anna", "2")]


def test_the_exports_hold_tapped_games(host):
    from openpyxl import load_workbook

    begin(host, "dreams/score", GODS)  # without a point it is no result
    tap(host, begin(host), *EXAMPLE)
    found = host.get("/evenings/1/result.csv").content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(found)))
    assert [line[2:4] for line in lines[1:]] == [
        ["Tom", "5"], ["Lisa", "3"], ["Eva", "3"], ["Anna", "2"],
    ]  # fmt: skip
    assert "not over yet" in found and "by tapping" in found
    book = load_workbook(io.BytesIO(host.get("/evenings/1/result.xlsx").content))
    assert [cell.value for cell in book.worksheets[0]["C"]][1:] == ["Tom", "Lisa", "Eva", "Anna"]
    assert "<h2>When I Dream" in host.get("/evenings/1/result.html").text
    pdf = pypdfium2.PdfDocument(host.get("/evenings/1/result.pdf").content)
    assert "Tom" in pdf[0].get_textpage().get_text_range()
    pdf.close()
    assert host.get("/evenings/1/result.png").content.startswith(b"\x89PNG")


def test_a_round_in_which_nothing_was_tapped_is_not_followed_by_another(store, host):
    path = begin(host)
    answer = tap(host, path, "round=")
    assert answer.status_code == 422
    assert "Nothing has been tapped in round 1 yet." in text_of(answer)
    tap(host, path, "r1.yellow=+1", "round=")
    assert len(tapped_games.game(store, int(path.rpartition("/")[2])).board.rounds) == 2


def test_one_guest_cannot_use_up_the_hosts_games(app, host, monkeypatch):
    evenings.start(app.state.shared.store, "")
    monkeypatch.setattr("paperplay.web.rounds.rounds_page.MOST_OF_A_GUEST", 2)
    monkeypatch.setattr(tapped_games, "MOST_GAMES", 3)
    guest, other = new_guest(app), new_guest(app)
    names = {"sheet": "when-i-dream/score", "names": "\n".join(DREAMERS)}
    answers = [post(each, "/rounds/begin", **names) for each in (guest, guest, guest, other, other)]
    assert [each.status_code for each in answers] == [200, 200, 422, 200, 422]
    assert post(host, "/rounds/begin", **names).status_code == 200


def test_the_page_says_who_deals_and_in_which_order_it_goes_on(host):
    path = begin(host, "dreams/score", GODS)
    page = text_of(host.get(path))
    assert f"{GODS[0]} deals and places the first star. Then in turn: {GODS[1]}" in page
    tap(host, path, "r1.vision=1", "r1.mortal=2")
    tap(host, path, "round=")
    assert f"{GODS[1]} deals" in text_of(host.get(f"{path}?round=2"))
    path = begin(host)
    tap(host, path, "r1.dreamer=3")
    rest = ", ".join([*DREAMERS[3:], *DREAMERS[:2]])
    assert (
        f"{DREAMERS[2]} deals the spirits and dreams. Clues come in turn from: {rest}."
        in text_of(host.get(path))
    )


def test_a_new_game_knows_who_is_at_the_table(store, host, guest):
    evenings.start(store, "")
    post(guest, "/me", name="Zoë", colour="1")
    assert "Zoë</textarea>" in host.get("/rounds").text
