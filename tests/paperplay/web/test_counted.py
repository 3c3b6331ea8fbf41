"""A large evening: nobody waits for its result, and what was counted before is not counted anew."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperplay.results.evening import evening_of
from paperplay.web.pages import counted, result_page
from paperplay.web.store import evenings
from paperplay.web.store.sheets import SheetLine, count_doubts, doubtful_sheets, sheets_of
from tests.paperplay.web.stand_in_reader import known_scan, photo
from tests.paperplay.web.visits import post, put_sheet
from tests.scans import scan_of


def sheet_of(number, clouds, name):
    """Give a sheet's line, whose every other content is of another time, and its scan."""
    board = {"format": 1, "sheet": "daydream/A", "clouds": clouds, "name": name}
    line = SheetLine(number, repr(board), None)
    return line, replace(scan_of(board, file=f"{number}.jpg"), key=number)


def chosen(by_id, numbers):
    return {number: by_id[number] for number in numbers}


CLOUDS = st.sampled_from(["1212121", "1212122", "3434343", "3"]).map(
    lambda digits: {f"c{n}": int(digit) for n, digit in enumerate(digits, start=1)}
)
ROWS = st.lists(st.tuples(CLOUDS, st.sampled_from(["", "Ida", "Tom"])), min_size=1, max_size=6)


@settings(max_examples=40)
@given(st.lists(ROWS, min_size=1, max_size=4))
def test_what_was_counted_before_changes_no_result(days):
    counter = counted._Counter()
    for day in days:
        for count in range(1, len(day) + 1):
            sheets = dict(sheet_of(n, *each) for n, each in enumerate(day[:count], start=1))
            by_id = {line.id: scan for line, scan in sheets.items()}
            found = counter.count([*sheets], "en", (), partial(chosen, by_id))
            assert found == evening_of(sheets.values(), "en")
            assert counter.count([*sheets], "en", (), dict) is found


def test_a_sheet_that_vanishes_while_it_is_counted_is_left_out():
    counter = counted._Counter()
    lines, scans = zip(*(sheet_of(n, {"c1": n}, f"P{n}") for n in (1, 2)), strict=True)
    found = counter.count([*lines], "en", (), lambda ids: {1: scans[0]})
    assert found == evening_of(scans[:1], "en")
    both = counter.count(
        [*lines, sheet_of(3, {"c1": 3}, "P3")[0]], "en", (), lambda ids: {2: scans[1]}
    )
    assert {one.name for game in both.games for one in game.standings} == {"P1", "P2"}


@pytest.fixture
def slow(monkeypatch):
    """Let results take as long as a test wants, and nobody wait for them."""
    go = threading.Event()
    count = counted._Counter.count

    def waits(self, *args):
        assert go.wait(60)
        return count(self, *args)

    monkeypatch.setattr(counted._Counter, "count", waits)
    monkeypatch.setattr(counted, "FEW", 0)
    monkeypatch.setattr(counted, "PATIENCE", 0.01)
    yield go
    go.set()


def shown_at_last(host, what):
    until = time.monotonic() + 60
    while what not in (page := host.get("/result").text) or "ounting" in page:
        assert time.monotonic() < until, page
        time.sleep(0.02)
    return page


def test_a_page_shows_what_there_is_and_that_more_is_coming(app, host, slow):
    put_sheet(app, host, photo(clear=True), player="Ida")
    page = host.get("/result").text
    assert "Counting 1 sheets" in page and 'data-refresh="5"' in page
    assert "Nothing" not in page and "Ida</a>" not in page
    slow.set()
    assert "Ida</a>" in shown_at_last(host, "Ida</a>")
    slow.clear()
    others = {c: (n + 1) % 10 for c, n in known_scan().board.clouds.items() if n is not None}
    put_sheet(app, host, photo(clear=True, clouds=others), player="Tom")
    page = host.get("/result").text
    assert "Still counting" in page and "Ida</a>" in page and "Tom</a>" not in page
    slow.set()
    shown_at_last(host, "Tom</a>")


def test_an_error_in_counting_is_told_and_tried_again(app, host, slow, monkeypatch):
    put_sheet(app, host, photo(clear=True), player="Ida")
    slow.set()
    monkeypatch.setattr(counted, "PATIENCE", 30)
    with monkeypatch.context() as broken:
        broken.setattr(counted, "evening_of", lambda *args, **more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            host.get("/result")
    assert "Ida</a>" in host.get("/result").text


def test_places_are_shown_a_few_at_a_time(app, host, monkeypatch):
    for n in range(3):
        clouds = known_scan().board.clouds
        others = {c: (number + n) % 10 for c, number in clouds.items() if number is not None}
        put_sheet(app, host, photo(clear=True, clouds=others), player=f"P{n}")
    assert "Places" not in host.get("/result").text
    monkeypatch.setattr(result_page, "MOST_SHOWN", 2)
    shown = [
        re.findall(r">(P\d)</a>", host.get(f"/result{what}").text)
        for what in ("", "?from=2", "?from=3", "?from=99", "?from=x", "?from=" + "9" * 30)
    ]
    assert [len(names) for names in shown] == [2, 2, 1, 2, 2, 2]
    assert {*shown[0], *shown[2]} == {"P0", "P1", "P2"}
    page = host.get("/result").text
    assert "Places 1 to 2 of 3" in page and 'href="?from=3"' in page
    assert 'href="?from=1"' in host.get("/result?from=3").text


def test_open_questions_are_counted_without_opening_sheets(app, host):
    put_sheet(app, host, photo(), player="Ida")
    post(host, "/evenings", title="")
    first = put_sheet(app, host, photo(), player="Ida")
    put_sheet(app, host, photo(clear=True), player="Tom")
    store = app.state.shared.store
    now = evenings.current(store).id
    rows = doubtful_sheets(store, now)
    assert [row.id for row in rows] == [first]
    open_ones = sum(len(row.scan.doubts) for row in sheets_of(store, now))
    assert count_doubts(store, now) == open_ones > 0
    assert count_doubts(store, now, rows[0].owner) == open_ones
    assert count_doubts(store, now, "nobody") == 0
