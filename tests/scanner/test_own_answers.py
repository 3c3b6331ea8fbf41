"""Nobody's answer is read by its solution."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from practice.camera import photograph
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.own.drawing import code_of
from printkit.press import printed
from scanner import read_photo
from scanner.own import reader
from templates.own import shelf
from templates.own.judge import JUDGE
from tests.own_sheets import sheet_of

PX_PER_MM = 8.0
NAMES = ("n0", "n1", "n2", "n3", "letter", "grid.1.2")
ANSWERS = st.tuples(*[st.integers(0, 99)] * 4, st.sampled_from("abc"), st.integers(0, 9))


def worksheet(answers):
    """Give a worksheet with these solutions; whatever they are, it is taken for the same one."""
    *numbers, letter, digit = answers
    fields = [f'{{ id = "n{n}", answer = {each} }}' for n, each in enumerate(numbers)]
    made = sheet_of(
        f"""
        [[section]]
        fields = [
          {", ".join(fields)},
          {{ id = "letter", options = ["a", "b", "c"], answer = "{letter}" }},
          {{ id = "grid", kind = "grid", rows = ["1."], solution = ["1{digit}"] }},
          {{ id = "points", equals = "right" }},
        ]
        [score]
        total = "right + n0"
        [[check]]
        that = "points <= 3 or total > 7"
        say = "Odd."
        [[check]]
        that = "n0 <= n1"
        say = "The second number is the greater one."
        """
    )
    return replace(made, fingerprint=0xA115E5)


def layout_with(sheet):
    shelf.put(sheet)
    return JUDGE.layout_of(code_of(sheet, Order(sheet.sheet)))


@given(answers=ANSWERS, others=ANSWERS, wrong=st.booleans(), points=st.integers(0, 99))
def test_readings_are_weighed_the_same_whatever_the_answers_are(answers, others, wrong, points):
    written = others if wrong else answers
    values = {**dict(zip(NAMES, written, strict=True)), "points": points}
    told = [reader.verdict(values, layout_with(worksheet(each))) for each in (answers, others)]
    assert told[0] == told[1]
    assert any(code == "check" for _, code, _ in told[0].problems) == (written[0] > written[1])


@pytest.mark.parametrize("element", ["n2", "letter", "grid.1.2"])
def test_every_answer_is_worth_a_question_though_both_readings_are_wrong(element):
    layout = layout_with(worksheet((1, 2, 3, 4, "a", 5)))
    values = {"n0": 1, "n1": 2, "n2": 3, "n3": 4, "letter": "a", "grid.1.2": 5, "points": 6}
    two = ("b", "c") if element == "letter" else (7, 9)
    one, other = (reader.verdict({**values, element: each}, layout) for each in two)
    assert one.totals != other.totals


def test_a_photo_is_read_the_same_whatever_the_answers_are():
    first, over = (13, 51, 70, 34, "a", 8), (18, 57, 76, 94, "c", 3)
    sheet = worksheet(first)
    layout = layout_with(sheet)
    order = Order(sheet.sheet)
    page = rendered(printed(order), PX_PER_MM)
    for answers in (first, over):  # one number over the other, so that ink leaves it open
        board = {"fields": dict(zip(NAMES, answers, strict=True))}
        page = fill(page, layout.as_json(), board, Hand(3), "blue", PX_PER_MM).image
    photo = photograph(page, 3, "good", (2000, 1500)).jpeg
    scans = []
    for answers in (first, over, (1, 2, 3, 4, "b", 5)):
        shelf.put(worksheet(answers))
        (scan,) = read_photo(photo)
        assert scan["exercise"]["of"] == 6
        scans.append(scan)
    for key in ("status", "confidence", "review", "unseen", "risk"):
        assert scans[0][key] == scans[1][key] == scans[2][key], key
    assert scans[0]["board"]["fields"] == scans[1]["board"]["fields"] == scans[2]["board"]["fields"]
    assert len(scans[0]["review"]) > 2  # so that there was something to tip
