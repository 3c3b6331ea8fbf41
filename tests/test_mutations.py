"""The small mistakes that benchmarks/mutants.py makes: one place each, and only what is run."""

from __future__ import annotations

import ast

import pytest

from benchmarks.mutations import mutants_of


def changed(text):
    """Every text that a mistake makes of this one."""
    found = [one.source(text.encode()).decode() for one in mutants_of("a.py", text.encode())]
    for each in found:
        ast.parse(each)
    return found


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("a < b", ["pass", "(a <= b)", "(a >= b)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a < b <= c", [f"x = (a {both} c)" for both in ("<= b <=", ">= b <=")]
                           + [f"x = (a {both} c)" for both in ("< b <", "< b >")]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = not a", ["x = (a)"]),
        ("x = a + b", ["x = (a - b)"]),
        ("x = 7", ["x = (8)", "x = (6)"]),
        ("x = 0.5", ["x = (0.75)"]),
        ("x = True", ["x = (False)"]),
        ("x = min(a, b)", ["x = (max(a, b))"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if True]"]),
        ("x = a if b else c", ["x = a if (not (b)) else c"]),
        ("a += b", ["pass"]),
        ("def f():\n    yield a", ["def f():\n    yield from ()"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("def f():\n    return a == b", ["def f():\n    return True", "def f():\n    return False",
                                         "def f():\n    return (a != b)"]),
        ("for a in b:\n    continue", ["for a in b:\n    pass"]),
        ("ö = 'ö' + ä", ["ö = ('ö' - ä)"]),  # places are counted in bytes
    ],
)  # fmt: skip
def test_mistakes(text, mistakes):
    assert changed(text) == mistakes


@pytest.mark.parametrize(
    "text",
    [
        '"""Words."""',
        "x: int | None",
        "def f(a: int | None) -> Literal[3]: ...",
        "@cache(3)\ndef f(): ...",
        "assert a < 3",
        "x = f'{a + 3}'",
        "zip(a, strict=True)",
        "def f():\n    return None",
    ],
)
def test_what_is_not_run_is_left_alone(text):
    assert [each for each in changed(text) if each != "pass"] == []
