"""The answer key of a worksheet: every solution, and nothing that a photo could be taken for."""

from __future__ import annotations

import cv2
import pytest

from paperplay.cli import main
from practice.pages import rendered
from printkit.order import Order
from printkit.own.key import printed_key
from rules.own.variants import answers_of
from scanner import read_photo
from templates.own import shelf
from templates.own.judge import known
from tests.own_sheets import NAMES, SAMPLES, sample, texts_of

WITH_ANSWERS = [name for name in NAMES if sample(name).has_answers]


def of(name: str, **more: object) -> Order:
    return Order(shelf.sheet_in(SAMPLES / f"{name}.toml"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", WITH_ANSWERS)
def test_every_number_is_on_it(name):
    order = of(name, variant=4 if sample(name).has_variants else 0)
    (page,) = texts_of(printed_key(order))
    wanted = answers_of(known(order.what), 0, order.variant).values()
    numbers = [str(value) for value in wanted if type(value) is int]
    assert numbers
    assert set(numbers) <= set(page.split())


@pytest.mark.parametrize(("copies", "each", "pages"), [(1, False, 1), (5, False, 1), (5, True, 3)])
def test_copies_that_are_alike_have_one_key(copies, each, pages):
    order = of("times-tables", copies=copies, each=each)
    assert len(texts_of(printed_key(order))) == pages


def test_it_is_nobodys_sheet():
    picture = rendered(printed_key(of("quiz")), 8.0, 0)
    (scan,) = read_photo(cv2.imencode(".jpg", picture)[1].tobytes())
    assert scan["status"] == "unreadable"


def test_a_sheet_without_answers_has_none(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert main(["print", "own/river", "--out", "river.pdf", "--key", "key.pdf"]) == 0
    assert "--key changes nothing" in capsys.readouterr().err
    assert not (tmp_path / "key.pdf").exists()
