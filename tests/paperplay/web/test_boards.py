"""Boards that the host owns, on the page: taught from photos, marked by tapping, then read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from benchmarks.boards_art import draw_board
from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from paperplay.web.pages import boards_page
from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from rules.errors import HostError
from scanner.board.blank import as_png, size_px
from scanner.board.propose import proposals
from templates.board import shelf
from templates.board.belonging import belonging
from templates.board.check import lacks_of
from templates.board.marks import marks_from, plain_of
from templates.board.own import wanted as places_of
from templates.board.shelf import Board
from templates.own.shelf import named
from tests.document_calls import ROOT
from tests.paperplay.web.browsing import PHONE, browser, caught, expect, served_at
from tests.paperplay.web.running import until
from tests.paperplay.web.visits import csrf

SAMPLE = ROOT / "samples/board"
CORNERS = "1241,204 1032,1103 196,807 415,93"
GIVEN = {"name": "hills", "width": "214.55", "height": "230.01", "folds": ""}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@cache
def flat_of(number):
    plan = plan_of(number)
    grey = cv2.cvtColor(draw_board(plan), cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, size_px(plan.size), interpolation=cv2.INTER_AREA)


def drawn(number):
    """Give a board as if it was taught, with nothing marked."""
    plan, flat = plan_of(number), flat_of(number)
    board = Board(name=plan.name, size=plan.size, blank="", folds=plan.folds, photos=3)
    return shelf.keep(board, as_png(flat)), flat


def teach(host, photos, **more):
    files = [("photos", (path.name, path.read_bytes(), "image/jpeg")) for path in photos]
    data = GIVEN | {"corners": CORNERS, "csrf": csrf(host, "/boards")} | more
    return host.post("/boards", data=data, files=files)


def mark(host, name, marks, **more):
    data = {"csrf": csrf(host, "/boards"), "marks": marks} | more
    headers = {"Accept": "application/json"}
    return host.post(f"/boards/{name}/marks", data=data, headers=headers)


def test_a_board_is_taught_marked_and_can_be_read(host):
    page = teach(host, [SAMPLE / "empty-1.jpg", SAMPLE / "empty-2.jpg"])
    assert page.status_code == 200, page.text
    assert page.url.path == "/boards/hills"
    assert "with three photos" in page.text
    assert "It does not say which rules count" in page.text
    whole = host.get("/boards/hills/flat.png").content
    light = host.get("/boards/hills/light.webp").content
    assert whole.startswith(b"\x89PNG") and light[8:12] == b"WEBP"
    assert len(light) < 80_000
    told = host.get("/boards/hills/marks").json()
    assert told["size"] == [214.55, 230.01]
    assert len(told["proposals"]) > 60
    marks = json.loads((SAMPLE / "marks.json").read_text(encoding="utf-8"))
    half = mark(host, "hills", json.dumps(marks | {"total": None}), keep="yes").json()
    assert (half["lacks"], half["kept"]) == (["The field for the total is not marked."], True)
    whole = mark(host, "hills", json.dumps(marks), keep="yes").json()
    assert (whole["lacks"], whole["hints"], whole["kept"]) == ([], [], True)
    slipped = json.loads(json.dumps(marks))
    slipped["clouds"][6]["center"][0] += 3
    told = mark(host, "hills", json.dumps(slipped)).json()
    assert told["hints"] == ["Cloud c7 lies 3 mm beside what is drawn there."]
    assert lacks_of(shelf.known("hills")) == []
    assert "One photo was read rightly" in host.get("/boards").text
    host.post("/boards/hills/confirm", data={"csrf": csrf(host, "/boards")})
    assert shelf.confirmed("hills") == 1


def test_the_panels_that_a_combination_shows_become_a_board(host, monkeypatch):
    monkeypatch.setattr("scanner.board.likeness.likeness", lambda blank: 0.1)
    plan = plan_of(4)
    board = Board(name="big", size=plan.size, blank="", folds=plan.folds, photos=3)
    marks = marks_from(taps_of(plan), "taps")
    shelf.keep(replace(board, marks=marks), as_png(flat_of(4)))
    assert "Some panels only" in host.get("/boards/big").text

    def part(**given):
        return host.post("/boards/big/part", data={"csrf": csrf(host, "/boards/big")} | given)

    page = part(name="quiet", panels="2", game="daydream/A")
    assert page.url.path == "/boards/quiet"
    assert "Some panels only" not in page.text
    quiet = shelf.known("quiet")
    left, right = shelf.known("big").panels[1]
    assert quiet.size[0] == pytest.approx(right - left, abs=0.01)
    assert (quiet.combination, quiet.is_marked) == ("A", True)
    for wrong in ({"panels": "2,4"}, {"panels": ""}, {"name": "../x"}, {"game": "own/none"}):
        page = part(**{"name": "odd", "panels": "1", "game": "daydream/A"} | wrong)
        assert page.status_code == 422
        assert 'role="alert"' in page.text
    assert shelf.named("odd") is None


def test_one_side_of_a_board_is_enough(host, monkeypatch):
    planned = []

    def learned(board, photos, corners):
        planned.append(board.size)
        raise HostError("board-apart", n=1)

    monkeypatch.setattr(boards_page, "learned", learned)
    assert 'name="height" inputmode' in host.get("/boards").text  # nobody has to fill it in
    teach(host, [SAMPLE / "empty-1.jpg"], height="")
    teach(host, [SAMPLE / "empty-1.jpg"], width="")
    assert planned == [(214.55, 0.0), (0.0, 230.01)]


def test_looking_at_what_is_missing_keeps_nothing(host):
    board, _ = drawn(0)
    told = mark(host, board.name, json.dumps({"game": "daydream/A"})).json()
    assert told["kept"] is False
    assert "No cloud is marked." in told["lacks"]
    assert shelf.known(board.name) == board


@pytest.mark.parametrize(
    ("marks", "status"),
    [
        ("", 400),
        ("[" * 5000, 400),
        ('game = "daydream/A"', 400),
        ("{" + '"a":{' * 5000, 422),
        ('{"clouds": 3}', 422),
        ('{"format": 2}', 422),
        ("{" + "x" * 500_000, 422),
        ('{"game": "../"}', 422),
    ],
)
def test_marks_that_are_wrong_are_refused(host, marks, status):
    board, _ = drawn(0)
    answer = mark(host, board.name, marks, keep="yes")
    assert answer.status_code == status
    assert shelf.known(board.name) == board


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"width": "wide"}, "no size"),
        ({"height": "nan"}, "no size"),
        ({"folds": "5"}, "no size"),
        ({"folds": "left"}, "no size"),
        ({"name": "../etc"}, "No board can be called"),
        ({"corners": "1,2 3"}, "corners"),
        ({"corners": "0,0 1,1"}, "corners"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_given_stays(host, given, told):
    page = teach(host, [SAMPLE / "empty-1.jpg"], **given)
    assert page.status_code == 422
    assert told in page.text
    assert "214.55" in page.text or "width" in given
    assert shelf.boards() == []


def test_what_is_no_photo_is_told_by_name(host):
    page = teach(host, [SAMPLE / "marks.json"])
    assert page.status_code == 422
    assert "marks.json" in page.text


def test_a_second_lesson_waits_for_the_first(host):
    with boards_page._LEARNING:
        assert teach(host, [SAMPLE / "empty-1.jpg"]).status_code == 503


def test_boards_are_the_hosts_alone(guest, host):
    board, _ = drawn(0)
    for path in ("/boards", f"/boards/{board.name}", f"/boards/{board.name}/flat.png"):
        assert guest.get(path).status_code == 403
    assert guest.post("/boards", data={}).status_code == 403
    assert host.get("/boards/no-board").status_code == 404
    assert host.get("/boards/..%2F..%2Fetc/flat.png").status_code == 404


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it", "sv"])
def test_both_pages_are_in_every_language(host, lang):
    board, _ = drawn(0)
    for path in ("/boards", f"/boards/{board.name}"):
        page = host.get(path, params={"lang": lang})
        assert page.status_code == 200
        assert f'lang="{lang}"' in page.text


@pytest.mark.parametrize("number", range(4))
def test_clouds_and_symbols_are_proposed(number):
    plan = plan_of(number)
    _, flat = drawn(number)
    found = proposals(flat)
    middles = np.array([each.center for each in found])

    def share(places, most):
        away = [np.linalg.norm(middles - place, axis=1).min() for place in places]
        return np.mean(np.array(away) < most)

    clouds, rows = plan.layout["clouds"], plan.layout["rows"]
    assert share([each["center"] for each in clouds], 1.2) > 0.9
    assert share([row["sun"]["center"] for row in rows], 1.2) > 0.7
    points = [point["at"] for thing in plan.layout["objects"] for point in thing["points"]]
    assert share(points, 1.2) > 0.8
    assert len(found) < 4 * (len(clouds) + 2 * len(rows) + len(points))


def test_equal_things_are_a_group_beside_others_of_every_size():
    flat = np.full((1500, 1500), 255, np.uint8)
    left = top = 30
    for side in (round(50 * 1.03**n) for n in range(24)):
        if left + side > 1450:
            left, top = 30, top + 180
        cv2.rectangle(flat, (left, top), (left + side, top + side), 0, 3)
        left += side + 40
    for column in range(3):
        cv2.circle(flat, (200 + 200 * column, 1350), 40, 0, 3)
    groups = {each.group for each in proposals(flat) if each.is_round and max(each.size) > 8}
    assert len(groups) == 1
    assert 0 not in groups


# ------------------------------------------------------------------ by thumb


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture
def marking(chromium, tmp_path):
    """Open the marking page of a drawn board; whatever a browser complains of fails the test."""
    board, _ = drawn(0)
    app = create_app(ServerSettings(data=tmp_path / "page", port=0, warm=False))
    complaints = []
    with served_at(app) as place:
        context = chromium.new_context(viewport=PHONE, locale="en", has_touch=True)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
        page.goto(place.host)
        page.goto(re.sub(r"(https?://[^/]+).*", rf"\1/boards/{board.name}", place.host))
        page.wait_for_selector("#board[data-ready]")
        yield board, page
        context.close()
    assert complaints == []


def tap(page, place):
    """Tap a place of the board, mm, once what was scrolled there has been painted."""
    spot = page.evaluate(
        """async ([x, y]) => {
          const svg = document.querySelector(".flat");
          svg.scrollIntoView({ block: "center" });
          const painted = () => new Promise((done) => requestAnimationFrame(done));
          await painted();
          await painted();
          const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
          return [point.x, point.y];
        }""",
        list(place),
    )
    page.mouse.click(*spot)


def choose(page, kind):
    page.locator(f"[name=tool][value={kind}]").check(force=True)


def do(page, what):
    page.locator(f"[data-do={what}]").click()


def saved(page, board):
    do(page, "save")
    page.get_by_text("Saved.", exact=True).wait_for()  # not the end of "Not saved."
    return plain_of(shelf.known(board.name).marks)


@pytest.mark.xdist_group("browser")
def test_one_tap_marks_all_clouds_and_another_their_suns(marking):
    board, page = marking
    layout = plan_of(0).layout
    choose(page, "cloud")
    tap(page, layout["clouds"][0]["center"])
    do(page, "alike")
    choose(page, "dot")
    tap(page, layout["rows"][0]["dot"]["center"])
    choose(page, "sun")
    tap(page, layout["rows"][0]["sun"]["center"])
    page.locator("[name=game]").select_option("daydream/A")
    page.get_by_text("No object is marked.").wait_for()
    told = saved(page, board)
    true = np.array([each["center"] for each in layout["clouds"]])
    found = np.array([each["center"] for each in told["clouds"]])
    away = np.linalg.norm(true[:, None] - found[None], axis=2).min(axis=1)
    assert (away < 1.0).mean() > 0.9
    (row,) = told["rows"]
    assert row.keys() == {"dot", "sun"}
    assert told["game"] == "daydream/A"


@pytest.mark.xdist_group("browser")
def test_an_outline_is_tapped_point_by_point_moved_copied_and_taken_back(marking):
    board, page = marking
    places = [[40, 30], [60, 30], [60, 50], [40, 50]]
    for _ in range(3):
        do(page, "closer")
    page.evaluate("document.querySelector('.proposed').remove()")
    # Where nothing is proposed a tap is taken as it is.
    choose(page, "point")
    middle = page.evaluate(
        "(() => { const b = document.querySelector('.flat').viewBox.baseVal;"
        " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )
    near = [[middle[0] + x / 2 - 25, middle[1] + y / 2 - 20] for x, y in places]
    for place in [*near, near[0]]:  # the first point again closes it
        tap(page, place)
    (thing,) = saved(page, board)["objects"]
    assert len(thing["points"]) == 4
    choose(page, "select")
    tap(page, thing["points"][0]["at"])
    expect(page.locator(".marked .chosen")).to_have_count(1)
    do(page, "copy")
    do(page, "mirror")
    two = saved(page, board)["objects"]
    assert len(two) == 2
    first, second = (np.sort([point["at"][0] for point in each["points"]]) for each in two)
    mirrored = first[0] + first[-1] - first[::-1]
    assert np.allclose(second, mirrored + 6, atol=0.05)
    do(page, "delete")
    assert len(saved(page, board)["objects"]) == 1
    do(page, "undo")
    assert len(saved(page, board)["objects"]) == 2


@pytest.mark.xdist_group("browser")
def test_what_is_marked_while_it_is_saved_is_not_called_saved(marking):
    board, page = marking
    one, two = (each["center"] for each in plan_of(0).layout["clouds"][:2])
    choose(page, "cloud")
    tap(page, one)
    held = []
    page.route(
        "**/marks",
        lambda route: (
            held.append(route) if "keep" in route.request.post_data else route.continue_()
        ),
    )
    do(page, "save")
    request = caught(page, held)
    tap(page, two)
    request.continue_()
    page.unroute("**/marks")
    until(lambda: len(plain_of(shelf.known(board.name).marks).get("clouds", ())) == 1)
    expect(page.locator(".state")).to_have_text("Not saved.")
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    expect(page.locator(".marked .box")).to_have_count(2)
    assert len(saved(page, board)["clouds"]) == 2


@pytest.mark.xdist_group("browser")
def test_places_of_an_own_sheet_are_tapped_one_after_the_other(marking):
    board, page = marking
    assert not page.locator("[name=tool][value=place]").is_visible()
    page.locator("[name=game]").select_option("own/river")
    page.get_by_text("evening.1 is not marked.").wait_for()
    choose(page, "place")
    wanted = [each.id for each in places_of(named("own/river"), 0)]
    layout = plan_of(0).layout
    clouds = [each["center"] for each in layout["clouds"]][:3]
    for place in clouds:
        tap(page, place)
    assert page.locator("[name=place]").input_value() == wanted[3]
    line = next(each for each in places_of(named("own/river"), 0) if each.kind == "line")
    page.locator("[name=place]").select_option(line.id)
    points = [each["at"] for each in layout["objects"][0]["points"]][:2]
    for place in points:
        tap(page, place)
    told = saved(page, board)
    assert told["game"] == "own/river"
    assert [each["id"] for each in told["places"]] == [*wanted[:3], line.id]
    assert all("center" in each for each in told["places"][:3])
    assert len(told["places"][-1]["points"]) == 2
    assert told["version"] == f"{named('own/river').fingerprint:08x}"
    page.locator("[name=game]").select_option("daydream/A")
    page.get_by_text("No cloud is marked.").wait_for()
    assert not page.locator("[name=tool][value=place]").is_visible()


@pytest.mark.xdist_group("browser")
def test_what_belongs_to_what_is_said_by_tapping(marking):
    board, page = marking
    taps = taps_of(plan_of(0))
    for row in taps["rows"]:
        del row["clouds"]
    shelf.keep(replace(board, marks=marks_from(taps, "taps")), as_png(flat_of(0)))
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    clouds = [each["center"] for each in taps["clouds"]]
    before = belonging(shelf.known(board.name).marks)["rows"]["1"]
    choose(page, "belong")
    tap(page, taps["rows"][0]["dot"]["center"])
    assert page.locator(".marked .box.chosen").count() == len(before)
    gone = int(before[0][1:])
    new = next(n for n in range(1, len(clouds) + 1) if f"c{n}" not in before)
    tap(page, clouds[gone - 1])
    tap(page, clouds[new - 1])
    told = saved(page, board)["rows"][0]["clouds"]
    assert set(told) == {*before[1:], f"c{new}"}
    along = np.array([clouds[int(name[1:]) - 1] for name in told])
    axis = int(np.ptp(along, axis=0).argmax())
    assert (np.diff(along[:, axis]) > 0).all()
    # A bonus takes an object instead.
    thing, bonus = taps["objects"][1], taps["bonuses"][0]
    tap(page, bonus["leaf"]["center"])
    tap(page, thing["points"][2]["at"])
    assert saved(page, board)["bonuses"][0]["object"] == "o2"


@pytest.mark.xdist_group("browser")
def test_symbols_are_joined_with_the_nearest_and_anew_once_others_are_gone(marking):
    _, page = marking
    found, left = page.evaluate(
        """async () => {
          const model = await import("/static/board-marks.js");
          const marks = model.opened({});
          const add = (kind, at) => model.add(marks, kind, at, { alone: true });
          for (const at of [[10, 10], [30, 10]]) add("dot", at);
          // The third is no sun, only drawn like one, and nearer to the second dot than its own.
          for (const at of [[37, 10], [17, 10], [25, 13]]) add("sun", at);
          model.joinSymbols(marks);
          const told = () => marks.rows.map((row) => [row.dot?.center, row.sun?.center]);
          const before = structuredClone(told());
          const false_ = [...model.places(marks)].filter((each) => model.at(each)[1] === 13);
          model.drop(marks, false_);
          return [before, told()];
        }"""
    )
    assert found == [[[10, 10], [17, 10]], [[30, 10], [25, 13]], [None, [37, 10]]]
    assert left == [[[10, 10], [17, 10]], [[30, 10], [37, 10]]]


@pytest.mark.xdist_group("browser")
def test_of_shapes_within_each_other_the_one_is_taken_that_is_as_large_as_usual(marking):
    board, page = marking
    layout = plan_of(0).layout
    clouds = [each["center"] for each in layout["clouds"]][:3]
    beside = [each["sun"]["center"] for each in layout["rows"]][:2]

    def shape(center, side, group):
        return {"center": center, "size": [side, side], "is_round": False, "group": group}

    made = [shape(at, 13.5, 1) for at in clouds] + [shape(at, 5.2, 2) for at in (*clouds, *beside)]

    def answered(route):
        if route.request.method != "GET":
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"proposals": made})

    page.route("**/marks", answered)
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    choose(page, "cloud")
    tap(page, clouds[0])
    do(page, "alike")
    choose(page, "sun")
    tap(page, beside[0])
    do(page, "alike")
    told = saved(page, board)
    assert [each["size"] for each in told["clouds"]] == [pytest.approx([12.69] * 2)] * 3
    # What is drawn alike within clouds is no sun.
    assert len(told["rows"]) == 2


def test_stickers_can_be_printed_on_the_page(host, guest):
    assert host.get("/boards/stickers.pdf").content.startswith(b"%PDF")
    assert guest.get("/boards/stickers.pdf").status_code != 200
    assert "/boards/stickers.pdf" in host.get("/boards").text


def test_what_is_wanted_of_an_own_sheet_is_told(host):
    board, _ = drawn(0)
    told = host.get(f"/boards/{board.name}/wanted?game=own/quiz").json()
    assert told[0] == {"id": "q1.rhine", "kind": "ring", "points": 0}
    assert host.get(f"/boards/{board.name}/wanted?game=daydream/A").json() == []
    assert host.get(f"/boards/{board.name}/wanted?game=../x").status_code == 400
    assert not (shelf.kept_in().parent / "sheets").exists()


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("number", [1, 3, 4, 7])
def test_the_script_gives_back_what_it_was_given(marking, number):
    """Marks of every kind pass through the page unchanged, and may all be moved."""
    _, page = marking
    taps = plain_of(marks_from(taps_of(plan_of(number)), "taps"))
    told = page.evaluate(
        """async (taps) => {
          const model = await import("/static/board-marks.js");
          const marks = model.opened(taps);
          const before = model.saved(marks);
          const all = [...model.places(marks)];
          model.move(all, [3, 4]);
          const moved = model.saved(marks);
          model.copy(marks, all, [1, 1]);
          const copied = model.saved(marks);
          model.drop(marks, [...model.places(marks)]);
          return [before, moved, copied, model.saved(marks), all.length];
        }""",
        taps,
    )
    before, moved, copied, nothing = (json.loads(each) for each in told[:4])
    assert marks_from(before, "page") == marks_from(taps, "taps")
    assert moved["clouds"][0]["center"][0] == pytest.approx(taps["clouds"][0]["center"][0] + 3)
    assert marks_from(copied, "page").count == 2 * marks_from(taps, "taps").count
    assert marks_from(nothing, "page").count == 0


@pytest.mark.xdist_group("browser")
def test_who_looks_closer_gets_every_pixel(marking):
    board, page = marking
    picture = page.locator("svg.flat > image")
    assert f"/boards/{board.name}/light.webp" in picture.get_attribute("href")
    do(page, "closer")
    expect(picture).to_have_attribute("href", re.compile(f"/boards/{board.name}/flat.png$"))
