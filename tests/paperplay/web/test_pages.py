"""Every text that a page asks for is there, and every page is sound HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from paperplay.web.server import rendering
from templates.wording import topics, words
from tests.paperplay.web.visits import new_guest, put_sheet

HTML = sorted(rendering.HTML.glob("*.html"))
_EMPTY = {"meta", "link", "input", "img", "br", "hr", "circle", "image", "path", "rect", "use"}


@pytest.mark.parametrize("path", HTML, ids=lambda path: path.name)
def test_every_text_is_in_the_words(path):
    known = {key for topic in topics() for key in words(topic)}
    source = path.read_text(encoding="utf-8")
    asked = re.findall(r"""\bt\(\s*["']([\w.-]+)["']\s*[,)]""", source)
    assert set(asked) <= known


class Checker(HTMLParser):
    """Finds elements that are not closed, ids that are not alone, and fields without a name."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.wrong = [], set(), []
        self.labelled = 0

    def handle_starttag(self, tag, attributes):
        facts = dict(attributes)
        if facts.get("id") in self.ids:
            self.wrong.append(f"id {facts['id']} twice")
        self.ids.add(facts.get("id") or object())
        if tag == "img" and "alt" not in facts:
            self.wrong.append("img without alt")
        if tag == "input" and facts.get("type") != "hidden":
            named = "label" in self.open or "aria-label" in facts or "id" in facts
            if not named:
                self.wrong.append(f"input {facts.get('name')} without a label")
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in _EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes another element")


@pytest.mark.parametrize("path", ["/", "/scan", "/result", "/sheets/1", "/nothing"])
def test_pages_are_sound_for_hosts_and_guests(app, host, path):
    put_sheet(app, host, player="Ida")
    for client in (host, new_guest(app)):
        checker = Checker()
        checker.feed(client.get(path).text)
        assert checker.wrong == [] and checker.open == []
        assert "main" in checker.ids


@pytest.mark.parametrize(
    "path", ["/static/style.css", "/fonts/PatrickHand-Regular.ttf", "/nothing"]
)
def test_texts_and_fonts_are_sent_packed(served, path):
    packed = served.get(path, headers={"Accept-Encoding": "gzip"})
    plain = served.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip" and packed.content == plain.content
    assert "Content-Encoding" not in plain.headers


def test_a_sheet_is_light_but_for_its_pictures_for_which_half_is_left(app, host):
    page = f"/sheets/{put_sheet(app, host)}"
    needs = re.findall(r'(?:src|href)="(/static/[^"]+)"', host.get(page).text)
    fonts = re.findall(r'url\("?(/fonts/[^")]+)', host.get("/static/style.css").text)
    assert len(fonts) == 3 and len(needs) >= 3
    packing = {"Accept-Encoding": "gzip"}
    packed = [host.get(each, headers=packing) for each in (page, *needs, *fonts)]
    assert sum(int(each.headers["Content-Length"]) for each in packed) < 75_000
