"""Rounds, the timer and the dice as a table uses them: in a real browser, with thumb and keys."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from paperplay.web.printing.preview_press import LARGEST_SIDE
from paperplay.web.rounds import tapped_games
from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.store import evenings
from rules.dice import rolls
from templates.games import games
from tests.paperplay.web.browsing import DESK, PHONE, browser, caught, served_at

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app(ServerSettings(data=tmp_path_factory.mktemp("page"), port=0, warm=False))


@pytest.fixture(scope="module")
def page_at(app):
    with served_at(app) as place:
        yield place


@pytest.fixture(scope="module")
def guests():
    return itertools.count(1)


@pytest.fixture
def open_page(chromium, page_at, guests):
    """Open a page as host or guest; whatever a browser complains of fails the test."""
    contexts, complaints = [], []

    def opened(path, *, door=None, **options):
        context = chromium.new_context(viewport=PHONE, locale="en", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
        page.goto(door or page_at.host)
        if door:
            # One page serves all tests of this file, and a name that is taken is asked about.
            page.get_by_label("What is your name?").fill(f"Nils {next(guests)}")
            page.get_by_role("button").first.click()
            page.wait_for_url("**/scan")
        page.goto(page_at.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def game(app):
    """A game of When I Dream, begun a moment ago."""
    store = app.state.shared.store
    evening = evenings.current(store) or evenings.start(store, "")
    names = ["Lisa", "Eva", "Tom", "Anna"]
    return tapped_games.begin(store, evening.id, "when-i-dream/score", names, "nobody")


def is_narrow_enough(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_round_is_tapped_without_leaving_the_page(app, page_at, open_page, game):
    page = open_page(f"/rounds/{game}")
    onlooker = open_page(f"/rounds/{game}", door=page_at.join)
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="Tom", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Yellow cards: one more").click()
    for _ in range(2):
        page.get_by_role("button", name="Blue cards: one more").click()
    # Of quick taps only the last is said, so wait for it before the next one.
    said = page.locator("#said").filter(has_text="Blue cards: 2")
    said.wait_for(state="attached")
    page.get_by_role("button", name="Recalled every yellow term").click()
    for player, role in (("1", "fairy"), ("2", "sandman"), ("4", "nightmare")):
        page.locator(f'[id="r1.role.{player}-{role}"]').click()
    points = page.locator("[aria-labelledby=points-of-round] tbody tr")
    # The answers to quick taps come one after the other; the last one has everything.
    points.filter(has_text="Annanightmare2").wait_for()
    assert [each.split()[-1] for each in points.all_inner_texts()] == ["3", "3", "5", "2"]
    assert page.evaluate("window.stayed")
    assert said.count() == 1  # other taps say nothing
    onlooker.locator("tr", has_text="Tomdreamer5").wait_for()
    assert onlooker.locator("button:enabled").count() == 0
    page.get_by_role("button", name="Undo").click()
    page.locator('[id="r1.role.4-nightmare"][aria-pressed=false]').wait_for()
    board = tapped_games.game(app.state.shared.store, game).board
    assert board.rounds[0].roles == ("fairy", "sandman", None, None)
    assert is_narrow_enough(page) and is_narrow_enough(onlooker)


def test_keys_alone_are_enough_and_the_focus_stays(open_page, game):
    page = open_page(f"/rounds/{game}")
    button = page.get_by_role("button", name="Yellow cards: one more")
    button.focus()
    for count in ("1", "2", "3"):
        page.keyboard.press("Enter")
        page.locator('[id="r1.yellow-count"]', has_text=count).wait_for()
    assert page.evaluate("document.activeElement.id") == "r1.yellow-more"
    assert page.locator("#said").inner_text() == "Yellow cards: 3"


@pytest.fixture
def server_clock(monkeypatch):
    """The server's time stands still unless it is moved."""
    clock = [1_800_000_000_000]
    for place in ("paperplay.web.rounds.tapped_games", "paperplay.web.rounds.rounds_page"):
        monkeypatch.setattr(f"{place}.milliseconds", lambda: clock[0])
    return clock


def seconds_on(page):
    minutes, _, seconds = page.get_by_role("timer").inner_text().partition(":")
    return 60 * int(minutes) + int(seconds)


def test_the_timer_runs_and_a_reload_does_not_disturb_it(open_page, game, server_clock):
    page = open_page(f"/rounds/{game}")
    page.clock.install(time=0)
    page.reload()
    # From here on the page's clock stands still unless it is moved: this machine may be busy.
    page.clock.pause_at(3_600_000)
    assert seconds_on(page) == 120
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(31_000)
    assert 88 <= seconds_on(page) <= 89
    server_clock[0] += 40_000
    page.reload()
    page.get_by_role("button", name="Pause").wait_for()
    assert 79 <= seconds_on(page) <= 80
    page.clock.run_for(55_000)
    assert "seconds left" in page.locator("#said").inner_text()
    page.clock.run_for(30_000)
    assert seconds_on(page) == 0
    assert page.get_by_text("Time is up").first.is_visible()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Start").wait_for()
    assert seconds_on(page) == 80  # what the server says
    page.clock.run_for(5_000)
    assert seconds_on(page) == 80
    page.get_by_role("button", name="Back to two minutes").click()
    page.locator("[data-clock]", has_text="2:00").wait_for()


FELT = """
    window.felt = [], window.tones = 0;
    navigator.vibrate = (pattern) => felt.push(pattern.length / 2);
    const source = AudioScheduledSourceNode.prototype, start = source.start;
    source.start = function (...at) { tones += 1; start.apply(this, at); };
"""


def test_the_end_of_the_time_is_heard_and_felt(open_page, game, server_clock):
    page = open_page(f"/rounds/{game}")
    page.add_init_script(FELT)
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(3_600_000)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(109_000)
    assert page.evaluate("[felt, tones]") == [[], 0]
    page.clock.run_for(2_000)
    assert page.evaluate("[felt, tones]") == [[1], 1], "ten seconds before the end"
    page.clock.run_for(10_000)
    assert page.evaluate("[felt, tones]") == [[1, 3], 4]


LATE = """() => {
    document.getElementById("timer").classList.add("late");
    return getComputedStyle(document.querySelector(".clock")).animationName;
}"""


@pytest.mark.parametrize(("motion", "shown"), [("reduce", "none"), ("no-preference", "breathe")])
def test_less_motion_means_none(open_page, game, motion, shown):
    page = open_page(f"/rounds/{game}", reduced_motion=motion)
    assert page.evaluate(LATE) == shown


def test_everybody_sees_the_dice_that_the_host_rolls_with_keys(app, page_at, open_page):
    page = open_page("/dice")
    page.set_viewport_size(DESK)
    onlooker = open_page("/dice", door=page_at.join)
    page.evaluate("window.stayed = true")
    page.locator("#fresh summary").click()
    page.get_by_label("Seed").fill("7b")
    page.locator("#fresh button").click()
    # Without leaving the page: a key that is pressed while a page goes is lost.
    page.locator("#fresh .badge", has_text="7b").wait_for()
    assert page.evaluate("window.stayed")
    wanted = rolls("7b")
    for when in ("Start", "Turn 1", "Turn 2"):
        first, second = next(wanted)
        page.keyboard.press("ArrowRight")
        for each in (page, onlooker):
            each.get_by_role("img", name=f"{when}: {first} and {second}").wait_for()
        said = page.locator("#said").filter(has_text=f"{when}: {first} and {second}")
        said.wait_for(state="attached")
    page.keyboard.press("ArrowLeft")
    onlooker.locator(".when", has_text="Turn 1").wait_for()
    assert is_narrow_enough(onlooker)


def test_what_is_typed_and_tapped_stays_while_others_roll(app, page_at, open_page):
    page, other = open_page("/dice"), open_page("/dice")
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(3_600_000)
    page.locator("#fresh summary").click()
    page.get_by_label("Seed").fill("sea")
    before = page.locator("#live").get_attribute("data-version")
    other.locator("#roll").click()
    other.locator(f"#live:not([data-version='{before}'])").wait_for()
    page.clock.run_for(1100)
    page.locator(f"#live:not([data-version='{before}'])").wait_for()
    assert page.get_by_label("Seed").input_value() == "sea"
    # While a finger lies on a button, the button stays where it is.
    begin = page.locator("#fresh button")
    begin.scroll_into_view_if_needed()
    box = begin.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    before = page.locator("#live").get_attribute("data-version")
    other.locator("#roll").click()
    other.locator(f"#live:not([data-version='{before}'])").wait_for()
    with page.expect_response("**/dice"):
        page.clock.run_for(1100)
    page.mouse.up()
    page.locator("#fresh .badge", has_text="sea").wait_for()


REFUSE = """() => {
    document.documentElement.requestFullscreen = () => {
        window.asked = true;
        return Promise.reject(new TypeError());
    };
}"""


def test_a_browser_that_does_not_grant_the_whole_screen_is_no_fault(open_page):
    page = open_page("/dice")  # an error that nobody catches is a complaint
    page.evaluate(REFUSE)
    page.keyboard.press("f")
    page.wait_for_function("window.asked")
    page.evaluate("new Promise((done) => setTimeout(done))")  # then it would have been told


def test_the_preview_follows_what_is_chosen_and_the_focus_stays(open_page):
    page = open_page("/print")
    page.evaluate("window.stayed = true")
    field = page.get_by_label("What would you like?")
    field.focus()
    field.select_option("daydream/BAC")
    picture = page.get_by_role("img", name="BAC · Evening Song, page 1 of 1")
    shown = "async (picture) => { await picture.decode(); return picture.naturalWidth; }"
    assert picture.evaluate(shown) == LARGEST_SIDE
    assert page.evaluate("document.activeElement.name") == "what"
    assert page.evaluate("window.stayed")
    assert "BAC" in page.url
    assert page.locator("#update").is_hidden()
    assert is_narrow_enough(page)


def test_what_is_typed_while_the_preview_is_made_stays(open_page):
    page = open_page("/print")
    held = []
    page.route("**/print?*", lambda route: held.append(route))
    page.locator("#field-paper").select_option("letter")
    request = caught(page, held)
    page.locator("#field-seed").press("Control+a")
    page.locator("#field-seed").press_sequentially("47")
    request.continue_()
    page.unroute("**/print?*")
    page.wait_for_url("**seed=47*")
    assert page.locator("#field-seed").input_value() == "47"


def test_rounds_of_a_game_without_a_page_fit_a_phone(app, open_page, monkeypatch):
    plain = replace(games()["when-i-dream"], rounds_in=None)
    monkeypatch.setitem(games(), "when-i-dream", plain)
    store = app.state.shared.store
    evening = evenings.current(store) or evenings.start(store, "")
    names = [f"Maximiliana {n}" for n in range(10)]
    number = tapped_games.begin(store, evening.id, "when-i-dream/score", names, "nobody")
    page = open_page(f"/rounds/{number}")
    assert is_narrow_enough(page)
    page.locator('[id="r1.yellow-typed"]').fill("12")
    page.keyboard.press("Enter")
    page.locator('[id="r1.yellow-count"]', has_text="12").wait_for()
    page.locator('[id="r1.yellow-more"]').click()
    page.locator('[id="r1.yellow-count"]', has_text="13").wait_for()
    page.locator('[id="r1.role.2-fairy"]').click()
    page.locator('[id="r1.role.2-fairy"][aria-pressed=true]').wait_for()
    assert is_narrow_enough(page)
    for width, height in page.evaluate(
        "[...document.querySelectorAll('.taps button')].map(b => [b.offsetWidth, b.offsetHeight])"
    ):
        assert min(width, height) >= 44
