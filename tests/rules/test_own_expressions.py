"""The little language of sheet files: what it says, and what it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.own.expressions import parsed
from rules.own.language import LARGEST, ExpressionError, Known

NUMBERS = {
    "a": 7,
    "b": None,
    "word": "x",
    "rounds": (3, None, 9, 4),
    "names": ("x", "y"),
    "none": (),
}
KNOWN = {
    "a": Known("number", each=True, waits=True),
    "b": Known("number", waits=True),
    "word": Known("text", waits=True),
    "rounds": Known("list", 4),
    "names": Known("list", 2),
    "none": Known("list", 0),
}


class OnPaper:
    """What the names above stand for."""

    def value(self, name):
        return NUMBERS[name]

    def everyone(self, name):
        return [7, 9, None]

    def rank(self, name):
        return 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * a", 23),
        ("-a // 2", -4),
        ("a % 4", 3),
        ("a + b", 7),  # nothing counts 0
        ("a // b", None),  # and nobody divides by it
        ("35 if a >= 7 else 0", 35),
        ("1 < a < 7", 0),
        ("a in (1, 7)", 1),
        ("a not in (1, 7)", 0),
        ("b in (0, 1)", 0),  # an empty field is not a 0
        ("b == 0", 0),
        ("not b", 1),
        ("a == 7 and word == 'x'", 1),
        ("word != 'x' or a", 1),
        ("'y' in names", 1),
        ("sum(rounds)", 16),
        ("sum(a, 3)", 10),
        ("max(rounds) - min(rounds)", 6),
        ("max(a, 9, b)", 9),
        ("min(none)", None),
        ("best(2, rounds)", 13),
        ("worst(2, rounds)", 7),
        ("count(rounds)", 3),
        ("count(rounds, 9)", 1),
        ("count(names, 'x')", 1),
        ("unique((1, 1, 2))", 2),
        ("run((7, 3, 4, 5, 9))", 3),
        ("first(rounds) * last(rounds)", 12),
        ("abs(-3)", 3),
        ("filled(a) + empty(b)", 2),
        ("filled(rounds)", 1),
        ("rank(a)", 2),
        ("max(everyone(a))", 9),
        ("True + False", 1),
    ],
)
def test_what_an_expression_says(text, value):
    assert parsed(text, KNOWN).value(OnPaper()) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "syntax"),
        ("1 +", "syntax"),
        ("1 +* 2", "syntax"),
        ("a" * 301, "long"),
        ("+".join("1" * 70), "long"),
        ("c + 1", "unknown-name"),
        ("sun(rounds)", "unknown-function"),
        ("a / 2", "divide"),
        ("a ** 2", "power"),
        ("a << 2", "unknown-sign"),
        ("1.5", "unknown-sign"),
        (str(10 * LARGEST), "unknown-sign"),
        ("rounds + 1", "type"),
        ("word + 1", "type"),
        ("word < 'y'", "type"),
        ("a in 3", "type"),
        ("sum(word)", "type"),
        ("3 if a else word", "type"),
        ("best(rounds)", "arguments"),
        ("rank(a + 1)", "argument-name"),
        ("rank(b)", "argument-player"),
        ("a.real", "unknown-sign"),
        ("().__class__.__mro__", "unknown-sign"),
        ("__import__('os')", "unknown-function"),
        ("(lambda: 1)()", "unknown-function"),
        ("[n for n in rounds]", "unknown-sign"),
        ("rounds[0]", "one-round"),
        ("f'{a}'", "unknown-sign"),
        ("(a := 3)", "unknown-sign"),
        ("sum(rounds, start=3)", "equals"),
        ("sum(*rounds)", "unknown-sign"),
        ("'x' * 99999", "type"),
        ("(1, (2, 3))", "type"),
    ],
)
def test_what_is_not_part_of_the_language(text, code):
    with pytest.raises(ExpressionError) as refused:
        parsed(text, KNOWN)
    assert refused.value.code == code


MILK = ("cow", "goat")
CHOICES = {
    "brie": Known("text", waits=True, options=MILK),
    "other": Known("text", waits=True),
    "milk": Known("list", 4, each=True, options=MILK),
    "marks": Known("list", 4, options=(1, 2)),
}


@pytest.mark.parametrize(
    "text",
    [
        "brie == 'cow'",
        "'goat' != brie",
        "brie in ('cow', 'goat')",
        "count(milk, 'goat')",
        "'cow' in milk",
        "count(everyone(milk), 'cow')",
        "count((brie, brie), 'cow')",
    ],
)
def test_a_choice_is_compared_with_its_options_only(text):
    assert parsed(text, CHOICES).type == "number"
    for right, wrong in (("'cow'", "'cwo'"), ("'goat'", "'Goat'")):
        if right in text:
            with pytest.raises(ExpressionError) as refused:
                parsed(text.replace(right, wrong), CHOICES)
            assert refused.value.code == "option" and refused.value.facts["known"] == MILK


def test_what_may_be_any_text_is_compared_with_any():
    assert parsed("other == 'cwo' or 'cwo' in (brie, other)", CHOICES).type == "number"
    with pytest.raises(ExpressionError):
        parsed("count(marks, 'cow')", CHOICES)


def test_numbers_end_somewhere():
    product = "*".join(["999999999"] * 20)
    assert parsed(product, KNOWN).value(OnPaper()) == LARGEST
    assert parsed(f"-({product})", KNOWN).value(OnPaper()) == -LARGEST


@pytest.mark.parametrize("name", ["sum", "min", "max"])
def test_each_part_is_looked_at_once_however_deep_it_lies(name):
    nested = parsed(f"{name}(" * 38 + "rounds" + ")" * 38, KNOWN)
    assert nested.value(OnPaper()) == parsed(f"{name}(rounds)", KNOWN).value(OnPaper())
    assert nested.cost < 100


def test_a_check_waits_for_single_fields_but_not_where_it_asks_for_them():
    assert parsed("a > 3 and b > 2", KNOWN).waits_for == {"a", "b"}
    assert parsed("filled(b) or a > 3", KNOWN).waits_for == {"a"}


ROUNDS = {
    "bid": (0, 3, 0, None),
    "won": (0, 2, 1, None),
    "suit": ("red", "red", "blue", None),
    "bonus": 5,
    "other": (1, 2),
    "all_of_it": (1, 2, 3, 4),
    "sum": (1, 0, 0, 0),
}
IN_ROUNDS = {
    "bid": Known("list", 4, each=True, per_round="number"),
    "won": Known("list", 4, each=True, per_round="number"),
    "suit": Known("list", 4, options=("red", "blue"), per_round="text"),
    "bonus": Known("number", each=True, waits=True),
    "other": Known("list", 2, per_round="number"),
    "all_of_it": Known("list", 4),
    "sum": Known("list", 4, per_round="number"),
}


class InRounds(OnPaper):
    def value(self, name):
        return ROUNDS[name]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("each(10 * n if bid == 0 and won == 0 else 0)", (10, 0, 0, 0)),
        ("each(20 * bid if bid == won else -10 * abs(bid - won))", (0, -10, -10, 0)),
        ("sum(each(bid == won))", 2),
        ("best(2, each(bid + bonus))", 13),
        ("count(each(won), 2)", 1),
        ("each(max(bid, won))", (0, 3, 1, None)),
        ("each(bid if suit == 'red' else -1)", (0, 3, -1, -1)),
        ("each(filled(bid))", (1, 1, 1, 0)),
        ("each(sum + sum(bid, 1))", (2, 4, 1, 1)),
        ("each(won)", (0, 2, 1, None)),
        ("max(each(rank(bonus) * bid))", 6),
    ],
)
def test_an_expression_is_worked_out_for_each_round(text, value):
    made = parsed(text, IN_ROUNDS)
    assert made.value(InRounds()) == value
    assert "n" not in made.names


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("each(bonus)", "each"),
        ("each(n)", "each"),
        ("each(bid, won)", "each"),
        ("each()", "each"),
        ("each(bid + other)", "each"),
        ("each(sum(all_of_it))", "each"),
        ("each(each(bid))", "each"),
        ("each(suit)", "type"),
        ("each(suit == 'green')", "option"),
        ("each(rank(bid))", "argument-player"),
        ("each(sum(everyone(bid)))", "argument-player"),
        ("each(bid) + 1", "type"),
        ("n + 1", "unknown-name"),
    ],
)
def test_what_is_no_expression_of_a_round_is_refused(text, code):
    with pytest.raises(ExpressionError) as refused:
        parsed(text, IN_ROUNDS)
    assert refused.value.code == code


def test_each_round_costs():
    once, rounds = parsed("bonus + 1", IN_ROUNDS), parsed("each(bid + 1)", IN_ROUNDS)
    assert rounds.cost >= 4 * once.cost


WORDS = st.sampled_from(
    ["a", "b", "rounds", "word", "(", ")", "+", "-", "*", "//", "%", "==", "<", "in", "and", "not",
     "if", "else", "sum", "best", "count", "rank", "each", "3", "0", ",", "'x'", ".", "[", "]", ":"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=24))
def test_whatever_is_written_is_refused_or_comes_to_an_end(words):
    try:
        made = parsed(" ".join(words), KNOWN)
    except ExpressionError:
        return
    value = made.value(OnPaper())
    assert made.cost < 10_000
    assert value is None or isinstance(
        value, {"number": int, "text": str, "list": tuple}[made.type]
    )
