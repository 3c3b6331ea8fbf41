"""The page in a real browser: photograph, correct, reload, restart, on a phone and a desk."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace

import pytest

from paperplay.web.server.app import create_app
from paperplay.web.store.sheets import sheet as sheet_in
from templates.languages import LANGUAGES
from tests.named import at
from tests.paperplay.web import browsing, stand_in_reader
from tests.paperplay.web.browsing import DESK, PHONE, caught, expect, served_at
from tests.paperplay.web.played import SAMPLES, add_sheet
from tests.paperplay.web.running import Server
from tests.paperplay.web.visits import SAMPLE, post, put_sheet

READ = "paperplay.reading.job:read_part"
ANOTHER = SAMPLE.parents[1] / "daydream" / "photo.jpg"

# One worker for all of them: two browsers on two cores would only wait for each other.
pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def browser():
    with browsing.browser() as running:
        yield running


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("browser") / "page"


@pytest.fixture(scope="module")
def server(data):
    with Server(data, READ) as running:
        yield running


@pytest.fixture(scope="module")
def sheet(browser, server):
    """The address of a sheet that was photographed on a phone; everything else looks at it."""
    page = visit(browser, server)
    page.get_by_label("What is the evening called?").fill("At Ida's")
    page.get_by_role("button", name="Start the evening").click()
    page.get_by_role("link", name="Photograph a sheet").click()
    page.get_by_label("Whose sheet is it?").fill("Ida")
    page.get_by_label("Choose photos").set_input_files(SAMPLE)
    page.get_by_role("link", name="Ida").click(timeout=120_000)
    page.wait_for_url("**/sheets/*")
    page.context.close()
    return page.url


def visit(browser, server, size=PHONE, **more):
    """Open the page as the host; whatever the browser complains about fails the test."""
    context = browser.new_context(viewport=size, locale="en-GB", **more)
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda told: page.complaints.append(told.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "request",
        lambda asked: (
            asked.url.startswith(("http://127.0.0.1:", "blob:", "data:"))
            or page.complaints.append(asked.url)
        ),
    )
    page.goto(server.host)
    return page


def points(page):
    return int(re.match(r"-?\d+", page.locator("#score .points").inner_text())[0])


def test_correct_a_cell_see_the_score_change_reload_restart_still_there(
    browser, server, sheet, data
):
    page = visit(browser, server)
    page.goto(sheet)
    before = points(page)
    page.goto(f"{sheet}?at=o1")
    page.locator("#editor").get_by_role("button", name="0", exact=True).click()
    expect(page.locator("#score .points")).not_to_have_text(re.compile(rf"^{before}\b"))
    after = points(page)
    assert after < before
    expect(page.locator("#live")).to_contain_text(f"Points: {after}.")
    page.reload()
    assert points(page) == after
    with Server(data, READ) as again:  # another process on the same folder
        page.goto(again.host)
        page.goto(sheet.replace(server.base, again.base))
        assert points(page) == after
        page.goto(f"{again.base}/result")
        expect(page.locator(".places .points")).to_contain_text(str(after))
    assert page.complaints == []
    page.context.close()


def test_marks_turn_by_tapping_and_the_sheet_grows(browser, server, sheet):
    page = visit(browser, server)
    page.goto(sheet)
    mark = page.locator("#marks [data-element=r1]")
    first = mark.get_attribute("aria-label")
    mark.click(force=True)
    expect(page.locator("#editor h2")).to_contain_text(f"row {at('r1', 'BAC')}")
    page.locator("#marks [data-element=r1].asked").click(force=True)
    expect(page.locator("#marks [data-element=r1]")).not_to_have_attribute("aria-label", first)
    small = page.locator("#sheet svg").bounding_box()["width"]
    picture = page.locator("#sheet image")
    expect(picture).to_have_attribute("href", re.compile("view.webp$"))
    page.get_by_role("button", name="Larger").click()
    expect(picture).to_have_attribute("href", re.compile("page.jpg$"))
    assert page.locator("#sheet svg").bounding_box()["width"] == pytest.approx(2 * small, rel=0.02)
    assert page.complaints == []
    page.context.close()


def test_the_first_tap_of_a_thumb_brings_small_marks_nearer(browser, server, sheet):
    page = visit(browser, server, has_touch=True, is_mobile=True)
    page.goto(sheet)
    mark = page.locator("#marks [data-element=c9] .touch").first
    mark.scroll_into_view_if_needed()
    before = mark.bounding_box()
    assert before["width"] < 24, "else nothing has to come nearer"
    page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.wait_for_function("document.querySelector('#sheet').scrollLeft > 0")
    now = mark.bounding_box()
    assert now["width"] >= 40 and now["x"] + now["width"] < PHONE["width"]
    assert "at=" not in page.url, "it was no answer yet"
    page.touchscreen.tap(now["x"] + now["width"] / 2, now["y"] + now["height"] / 2)
    expect(page.locator("#marks .asked")).to_have_attribute("data-element", "c9")
    assert page.complaints == []
    page.context.close()


def test_a_keyboard_is_enough(browser, server, sheet):
    page = visit(browser, server, DESK)
    page.goto(f"{sheet}?at=c15")
    label = page.locator("#marks [data-element=c15]")
    page.keyboard.press("7")
    expect(label).to_have_attribute("aria-label", f"cloud {at('c15', 'BAC')}: 7")
    page.keyboard.press("4")
    expect(label).to_have_attribute("aria-label", f"cloud {at('c15', 'BAC')}: 4")
    expect(page.locator("#live")).to_contain_text(f"cloud {at('c15', 'BAC')}: now 4.")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") in ("A", "BUTTON", "SUMMARY", "DIV")
    page.context.close()


def test_what_does_not_fit_is_said_in_place(browser, server, sheet):
    page = visit(browser, server)
    page.goto(f"{sheet}?at=total")
    page.get_by_label("Number (empty: nothing)").fill("-")
    page.get_by_role("button", name="That is right").click()
    expect(page.locator("main")).to_contain_text("“-” does not fit here.")
    page.goto(f"{sheet}?at=total")
    page.get_by_label("Number (empty: nothing)").fill("45")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("total: now 45.")
    page.context.close()


def test_it_works_without_script(browser, server, sheet):
    page = visit(browser, server, java_script_enabled=False)
    page.goto(f"{server.base}/scan")
    # Another sheet: a second photo of the first one would be asked about once it is read.
    page.get_by_label("Choose photos").set_input_files(ANOTHER)
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url("**/scan")
    expect(page.locator(".upload").first).to_be_visible()
    page.goto(f"{sheet}?at=c15")
    page.locator("#editor").get_by_role("button", name="9", exact=True).click()
    expect(page.locator("#editor .why")).to_contain_text("9")
    page.get_by_role("link", name="Larger").click()
    page.wait_for_url("**/page.jpg")
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_fit_the_screen_and_can_be_pressed_with_a_thumb(browser, server, sheet, size, scheme):
    page = visit(browser, server, size, color_scheme=scheme, reduced_motion="reduce")
    # Words differ in length, and the phone is where they lack room.
    languages = LANGUAGES if size is PHONE and scheme == "light" else ("en",)
    paths = ("/", "/me", "/scan", "/questions", "/result", "/nothing")
    for path in (*paths, f"/sheets/{sheet.rpartition('/')[2]}"):
        for lang in languages:
            page.goto(f"{server.base}{path}?lang={lang}")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert (width, page.evaluate(SMALL_TARGETS)) == (size["width"], []), (path, lang)
            picture(page, path, f"{lang}-{size['width']}-{scheme}")
    assert [line for line in page.complaints if "404" not in line] == []
    page.context.close()


def picture(page, path, kind):
    """Keep a picture to look at, where somebody has asked for it."""
    folder = os.environ.get("PAPERPLAY_SCREENSHOTS")
    if folder:
        name = path.strip("/").partition("/")[0] or "start"
        page.screenshot(path=f"{folder}/{name}-{kind}.png", full_page=True)


SMALL_TARGETS = """() => [...document.querySelectorAll("button, .button, input, summary, nav a")]
  .filter(e => e.offsetParent && !e.closest("svg") && e.type !== "hidden" && e.type !== "checkbox"
    && !e.classList.contains("visually-hidden") && !e.closest(".skip"))
  .map(e => [e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""


def test_a_phone_joins_by_the_address_of_the_qr_code(browser, server):
    host = visit(browser, server)
    host.goto(server.base)
    button = host.get_by_role("button", name="Share with the table")
    if button.count():
        button.click()
    if "not on any network" in host.content():
        host.context.close()
        return  # a machine without a network has nobody to share with
    address = host.locator("a.address").inner_text()
    guest = browser.new_context(viewport=PHONE, locale="sv-SE").new_page()
    guest.goto(address)
    guest.get_by_label("Vad heter du?").fill("Åsa")
    guest.get_by_role("button", name="Var med").click()
    expect(guest.locator("#hand-in")).to_be_visible()
    expect(guest.get_by_label("Vems ark är det?")).to_have_value("Åsa")
    expect(host.locator("#lobby")).to_contain_text("Åsa")
    guest.context.close()
    host.context.close()


def test_questions_of_all_sheets_are_answered_in_one_place(browser, app, host):
    one = put_sheet(app, host, stand_in_reader.photo(doubtful=["c2", "c7", "c13"]), player="Eva")
    put_sheet(app, host, stand_in_reader.photo(doubtful=["c1"], clouds={"c3": 9}), player="Tom")
    with served_at(app) as server:
        page = visit(browser, server)
        page.goto(f"{server.address}/questions")
        picture(page, "/wall", "en-360")
        expect(page.locator("h2")).to_have_text("All 1? (3 places)")
        page.locator(".tile").nth(1).click()
        page.get_by_role("button", name="The rest are 1").click()
        expect(page.locator("#score .hint")).to_have_text("Questions left: 2")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#score .hint")).to_have_text("Questions left: 4")
        page.get_by_role("button", name="The rest are 1").click()
        page.locator("#editor .choices button").first.click()
        expect(page.locator("#result .moment").first).to_be_visible()
        assert page.url == f"{server.address}/result" and page.title() == page.inner_text("h1")
        picture(page, "/won", "en-360")
        assert page.complaints == []
        page.context.close()
    assert app.state.shared.store.one("SELECT status FROM sheets WHERE id = ?", one)[0] == "ok"


def test_who_was_first_together_is_said_with_one_tap_and_taken_back_with_one(browser, app, host):
    boards = [json.loads(line) for line in (SAMPLES / "EDF-table.jsonl").open(encoding="utf-8")]
    boards[0]["frames"] = boards[1]["frames"]
    for board in boards:
        add_sheet(app.state.shared.store, board["name"], board)
    with served_at(app) as server:
        page = visit(browser, server)
        page.goto(f"{server.address}/result")
        note = page.locator(".note", has_text="First group of frames")
        before = page.locator(".note li").count()
        note.locator("li").first.get_by_role("button", name="They were first together").click()
        expect(page.locator(".settled li")).to_contain_text("First group of frames: Åsa, Anna")
        assert page.locator(".note li").count() == before - 1
        picture(page, "/together", "en-360")
        page.locator(".settled").get_by_role("button", name="Not after all").click()
        expect(page.locator(".note li")).to_have_count(before)
        assert page.complaints == []
        page.context.close()


def test_what_is_unfolded_and_ticked_stays_when_the_page_is_refreshed(browser, app, host):
    put_sheet(app, host, stand_in_reader.photo(clear=True), player="Eva")
    with served_at(app) as server:
        page = visit(browser, server)
        page.get_by_text("Delete everything", exact=True).first.click()
        page.get_by_label("I am sure").check()
        page.locator("button.danger").focus()
        put_sheet(app, host, stand_in_reader.photo(clear=True, clouds={"c3": 9}), player="Tom")
        expect(page.locator(".hero .hint")).to_have_text("Sheets so far: 2")
        expect(page.get_by_label("I am sure")).to_be_checked()
        expect(page.locator("button.danger")).to_be_focused()
        page.goto(f"{server.address}/result")
        page.locator("summary").last.click()
        app.state.shared.store.db.execute("UPDATE evenings SET title = 'At Eva’s'")
        app.state.shared.store.db.commit()
        expect(page.locator("h1")).to_have_text("At Eva’s")
        expect(page.locator("details").last).to_have_attribute("open", "")
        assert "At Eva’s" in page.title() and page.complaints == []
        page.context.close()


def test_a_tap_is_not_lost_when_the_page_is_refreshed_under_it(browser, app, host):
    with served_at(app) as server:
        page = visit(browser, server)
        post(host, "/evenings", title="At Eva's")
        page.clock.install(time=0)
        page.reload()
        page.clock.pause_at(3_600_000)
        told = page.get_by_text("Delete everything", exact=True).first
        told.scroll_into_view_if_needed()
        box = told.bounding_box()
        page.mouse.move(box["x"] + 5, box["y"] + 5)
        page.mouse.down()
        put_sheet(app, host, stand_in_reader.photo(clear=True), player="Tom")
        page.clock.run_for(4100)  # now it would be looked for news
        page.mouse.up()
        expect(page.get_by_label("I am sure")).to_be_visible()
        expect(page.locator(".hero .hint")).to_have_text("Sheets so far: 0")
        with page.expect_response(server.address + "/"):
            page.clock.run_for(4100)
        expect(page.locator(".hero .hint")).to_have_text("Sheets so far: 1")
        expect(page.get_by_label("I am sure")).to_be_visible()
        assert page.complaints == []
        page.context.close()


def test_an_answer_that_did_not_arrive_can_be_tapped_again(browser, app, host):
    number = put_sheet(app, host, stand_in_reader.photo(doubtful=["c2"]), player="Eva")
    with served_at(app) as server:
        page = visit(browser, server)
        page.goto(f"{server.address}/questions")
        page.route("**/questions/answer", lambda route: route.abort())
        seven = page.locator("#editor [data-key='7']")
        seven.click()
        expect(page.locator("#away")).to_contain_text("may not have arrived")
        assert stored_values(app, number)["c2"] == 1
        page.unroute("**/questions/answer")
        seven.click()
        expect(page.locator("#result .moment").first).to_be_visible()
        assert stored_values(app, number)["c2"] == 7
        page.context.close()


def stored_values(app, number):
    return sheet_in(app.state.shared.store, number).scan.values


def test_the_live_camera_is_not_offered_where_there_is_none(browser, settings):
    app = create_app(replace(settings, camera=True))
    with served_at(app) as server:
        page = visit(browser, server, java_script_enabled=False)
        page.goto(f"{server.address}/scan")
        expect(page.locator("#live-camera [data-open]")).to_be_hidden()
        page.context.close()


def test_a_photo_taken_while_the_code_was_changed_is_handed_in_by_the_new_one(browser, app, host):
    with served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(server.join)
        page.get_by_label("What is your name?").fill("Tom")
        page.get_by_role("button", name="Join in").click()
        page.wait_for_url("**/scan")
        post(host, "/share", wanted="new-key")
        taken = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": stand_in_reader.photo()}
        page.locator("#camera").set_input_files(taken)
        expect(page.locator(".upload")).to_contain_text("Scan the QR code")
        page.goto(f"{server.address}/join/{app.state.shared.keys.join}")
        page.get_by_role("button", name="Join in").click()
        expect(page.locator(".sheet-card")).to_contain_text("Tom")
        page.context.close()


def test_a_photo_chosen_before_the_script_has_come_is_sent(browser, app):
    with served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        held = []
        page.route("**/scan.js", lambda route: held.append(route))
        page.goto(server.join)
        page.get_by_label("What is your name?").fill("Tom")
        page.get_by_role("button", name="Join in").click()
        taken = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": stand_in_reader.photo()}
        page.locator("#camera").set_input_files(taken)
        request = caught(page, held)
        request.continue_()
        expect(page.locator(".sheet-card h2")).to_have_text("Tom")
        page.context.close()


def test_a_photo_that_another_one_completes_is_shown_so_at_once(browser, app):
    with served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(server.join)
        page.get_by_label("What is your name?").fill("Tom")
        page.get_by_role("button", name="Join in").click()
        for wishes, badges in (({}, ["To look at: 2"]), ({"clear": True}, ["Final", "Final"])):
            data = stand_in_reader.photo(**wishes)
            taken = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": data}
            page.locator("#camera").set_input_files(taken)
            expect(page.locator(".sheet-card .badge")).to_have_text(badges)
        page.context.close()


def test_a_photo_that_met_a_fault_is_kept_and_can_be_sent_again(browser, app):
    with served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(server.join)
        page.get_by_label("What is your name?").fill("Tom")
        page.get_by_role("button", name="Join in").click()
        page.wait_for_url("**/scan")
        page.route("**/photos", lambda route: route.fulfill(status=500, body="{}"))
        taken = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": stand_in_reader.photo()}
        page.locator("#camera").set_input_files(taken)
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        page.reload()  # it is still there, and sent anew, in vain
        page.get_by_role("button", name="Try again").wait_for()
        page.unroute("**/photos")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".sheet-card")).to_contain_text("Tom")
        page.context.close()


def test_who_leaves_while_a_photo_is_on_its_way_is_warned(browser, app):
    with served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(server.join)
        page.get_by_label("What is your name?").fill("Tom")
        page.get_by_role("button", name="Join in").click()
        page.wait_for_url("**/scan")
        page.get_by_label("Whose sheet is it?").click()  # browsers ask only who has done something
        held = []
        page.route("**/photos", lambda route: held.append(route))
        taken = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": stand_in_reader.photo()}
        page.locator("#camera").set_input_files(taken)
        expect(page.locator(".waiting")).to_contain_text("sheet.jpg")
        request = caught(page, held)
        with page.expect_event("dialog") as asked:
            page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        asked.value.dismiss()
        request.continue_()
        expect(page.locator(".sheet-card")).to_contain_text("Tom")
        page.context.close()
