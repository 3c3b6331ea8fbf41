"""A decoder that fails in its own process costs one file and nothing else."""

from __future__ import annotations

import sys

import pytest

from scanner.files import child, documents, load
from scanner.pictures import PhotoError
from tests.scanner.made_files import (
    KINDS,
    only,
    pdf,
    refusal,
)


def instead(monkeypatch, code):
    """Let another program stand in for the child."""
    monkeypatch.setattr(documents, "COMMAND", [sys.executable, "-c", code])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import time; time.sleep(60)", "photo-too-slow"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "photo-decoder-failed"),
        ("print('Segmentation fault')", "photo-decoder-failed"),
        ("print('{\"sizes\": [[1]]}')", "photo-decoder-failed"),
        ("print('{\"sizes\": 7}')", "photo-decoder-failed"),
        ("print('[]')", "photo-decoder-failed"),
    ],
)
def test_a_decoder_that_hangs_or_dies_costs_one_file(monkeypatch, code, reason):
    with monkeypatch.context() as patch:
        instead(patch, code)
        patch.setattr(documents, "SECONDS", 0.5 if "sleep" in code else 60)
        assert refusal(pdf(0), name="a.pdf").code == reason
    assert only(pdf(0)).decode(8).shape == (293, 207)


BUSY_FOR_A_SECOND = f"""
source = open({child.__file__!r}).read().replace("_BUSY_IN_ALL = 120", "_BUSY_IN_ALL = 1")
exec(compile(source, {child.__file__!r}, "exec"), {{"__name__": "__main__"}})
"""


def test_all_pages_together_have_a_bound(monkeypatch):
    pytest.importorskip("resource")
    instead(monkeypatch, BUSY_FOR_A_SECOND)
    monkeypatch.setattr(documents, "SECONDS", 300)  # the clock of a busy machine says nothing
    document = documents.ChildDocument(pdf(0, 1), "pdf", "evening.pdf")
    assert len(document.sizes()) == 2 and document.show(0).size
    with pytest.raises(PhotoError) as caught:
        for _ in range(5000):  # pages that each take a moment, on a quick machine a short one
            document.show(0)
    assert caught.value.code == "photo-too-slow"
    with pytest.raises(PhotoError) as caught:
        document.show(1)
    assert caught.value.code == "photo-too-slow"


DIES_ON_ITS_SECOND_PAGE = f"""
import sys
sys.argv[0] = {child.__file__!r}
source = open({child.__file__!r}).read().replace(
    "points = self._points[page]", "points = self._points[page]; page == 1 and os._exit(9)")
exec(compile(source, {child.__file__!r}, "exec"), {{"__name__": "__main__"}})
"""


def test_a_page_that_kills_its_decoder_leaves_the_others_readable(monkeypatch):
    instead(monkeypatch, DIES_ON_ITS_SECOND_PAGE)
    first, second, third = load.pictures(pdf(0, 1, 2), "evening.pdf")
    assert first.decode(8).shape == (293, 207)
    with pytest.raises(PhotoError) as caught:
        second.decode(8)
    assert caught.value.code == "photo-decoder-failed"
    assert third.decode(8).shape == (293, 207)


def test_a_document_that_kills_every_decoder_is_given_up(monkeypatch):
    started = []
    popen = documents.subprocess.Popen
    instead(monkeypatch, DIES_ON_ITS_SECOND_PAGE)
    monkeypatch.setattr(
        documents.subprocess, "Popen", lambda *a, **k: started.append(1) or popen(*a, **k)
    )
    _, second, third = load.pictures(pdf(0, 1, 2), "evening.pdf")
    for _ in range(9):
        with pytest.raises(PhotoError):
            second.decode(1)
    with pytest.raises(PhotoError):
        third.decode(1)
    assert len(started) <= documents.MOST_FAILURES + 1


# Linux holds a process to the limit that we set, other systems to what they have.
TOO_MUCH = 3_000_000_000 if sys.platform == "linux" else 10**18


def test_a_decoder_that_asks_for_too_much_memory_is_refused(monkeypatch):
    code = DIES_ON_ITS_SECOND_PAGE.replace("os._exit(9)", f"bytes({TOO_MUCH})")
    instead(monkeypatch, code)
    first, second = load.pictures(pdf(0, 1))
    with pytest.raises(PhotoError):
        second.decode(1)
    assert first.decode(8).shape == (293, 207)


def test_no_child_is_left_behind(monkeypatch):
    children = []
    popen = documents.subprocess.Popen

    def started(*values, **names):
        children.append(popen(*values, **names))
        return children[-1]

    monkeypatch.setattr(documents.subprocess, "Popen", started)
    picture = only(KINDS["heic"][0])
    picture.decode(1)
    assert [child.poll() for child in children] == [None]
    del picture
    assert all(child.poll() is not None for child in children)
