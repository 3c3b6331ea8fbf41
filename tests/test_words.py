"""Every text in five languages, and words for every error that the code can raise."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.errors import HostError
from templates import wording
from templates.errors import TemplateError
from templates.languages import LANGUAGES
from templates.wording import error_words, placeholders, say, sentence, topics, words

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "templates", "printkit", "scanner", "practice", "paperplay")


@dataclass(frozen=True)
class Raised:
    """One place in the code that makes a HostError."""

    where: str
    code: str
    facts: frozenset[str]
    open: bool
    """Whether further facts may come from a mapping."""


def error_classes(trees: dict[str, ast.Module]) -> set[str]:
    """Name HostError and all classes that are made from it."""
    known = {"HostError"}
    while True:
        found = {
            node.name
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any(isinstance(base, ast.Name) and base.id in known for base in node.bases)
        }
        if found <= known:
            return known
        known |= found


def raised(trees: dict[str, ast.Module]) -> Iterator[Raised]:
    """Find every call that makes a HostError with a code that stands there."""
    classes = error_classes(trees)
    for where, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not makes_error(node, classes):
                continue
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                names = [keyword.arg for keyword in node.keywords]
                facts = frozenset(name for name in names if name)
                if adds_fault(node):
                    facts |= {"file", "line", "place"}  # which every fault of a file has
                yield Raised(f"{where}:{node.lineno}", first.value, facts, None in names)


def makes_error(call: ast.Call, classes: set[str]) -> bool:
    """Say whether a call makes an error, by its name or from within its own class."""
    function = call.func
    if adds_fault(call):
        return True
    if isinstance(function, ast.Name):
        return function.id in classes and function.id != "TemplateError"
    is_super = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call)
    return is_super and ast.unparse(function) == "super().__init__" and bool(call.keywords)


def adds_fault(call: ast.Call) -> bool:
    """Say whether a call notes a fault of a sheet file."""
    return ast.unparse(call.func).endswith("faults.add")


def parsed() -> dict[str, ast.Module]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


RAISED = tuple(raised(parsed()))


def test_the_search_finds_errors_of_every_make():
    source = (
        "class Photo(HostError): ...\nclass Dark(Photo):\n"
        "    def __init__(self): super().__init__('dark', lux=1)\n"
        "raise Photo('no-mark', file=1, **more)\nraise ValueError('mine')\n"
    )
    found = set(raised({"x.py": ast.parse(source)}))
    assert found == {
        Raised("x.py:3", "dark", frozenset({"lux"}), False),
        Raised("x.py:4", "no-mark", frozenset({"file"}), True),
    }


@pytest.mark.parametrize("error", RAISED, ids=lambda error: f"{error.code} {error.where}")
def test_every_error_has_words_and_gives_the_facts_that_they_speak_of(error):
    assert error.code in error_words(), f"Add [errors.{error.code}] to templates/words."
    texts = error_words()[error.code]
    spoken = [texts.what, texts.do, *texts.remedies.values()]
    named = frozenset[str]().union(*(placeholders(text["en"]) for text in spoken))
    assert error.open or named <= error.facts | {"program"}


def test_no_words_for_errors_that_nobody_raises():
    assert set(error_words()) - {error.code for error in RAISED} == set()


@pytest.mark.parametrize("topic", topics())
def test_every_text_is_there_in_every_language(topic):
    # Loading checks languages and placeholders; a text must also say something.
    for key, text in words(topic).items():
        for lang in LANGUAGES:
            assert text[lang].strip() == text[lang] != "", (key, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_error_is_said_in_two_halves(lang):
    for code, texts in error_words().items():
        assert texts.what[lang] and texts.do[lang], code
        # A sentence ends like one, except where it ends in something to type or a remedy.
        assert texts.what[lang][-1] in ".!}", (code, lang)


def test_a_sentence_corrects_and_lists():
    error = HostError(
        "bad-value", field="rows.r1", value='"dott"', expected="choice", low=None, high=None,
        choices=("dot", "sun"), did_you_mean="dot",
    )  # fmt: skip
    assert sentence(error, "en") == (
        'rows.r1: "dott" does not fit here. Did you mean dot? Choose one of: dot, sun.'
    )
    assert sentence(error, "de").endswith("Meintest du dot? Möglich sind: dot, sun.")


def test_a_remedy_is_chosen_by_a_fact():
    facts = {"field": "thorns", "value": "-1", "low": 0, "high": 12}
    assert sentence(HostError("bad-value", expected="integer", **facts), "en").endswith(
        "Use a whole number from 0 to 12."
    )
    assert "Use a value" in sentence(HostError("bad-value", expected="dream", **facts), "en")


def test_a_long_list_is_shortened():
    ids = [f"c{number}" for number in range(1, 40)]
    said = sentence(HostError("unknown-id", field="clouds.c99", value="c99", choices=ids), "en")
    assert said.endswith("c11, c12, ….")


def test_braces_in_a_fact_are_no_placeholders():
    assert say("cli.did-you-mean", "en", near="{oops}") == "Did you mean {oops}?"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """A folder of words of its own."""
    folder = tmp_path / "templates" / "words"
    folder.mkdir(parents=True)
    monkeypatch.setattr(wording, "FOLDER", folder)
    for kept in (topics, words, error_words):
        kept.cache_clear()
    yield lambda name, text: (folder / name).write_text(text, encoding="utf-8")
    for kept in (topics, words, error_words):
        kept.cache_clear()


FIVE = 'de = "a {n}", en = "b {n}", fr = "c {n}", it = "d {n}", sv = "e {n}"'


def test_a_topic_of_its_own_is_found(write):
    write("scan.toml", f"[scan]\nfound = {{ {FIVE} }}\n[errors.dark]\nwhat = {{ {FIVE} }}\n"
          f"do = {{ {FIVE} }}\n")  # fmt: skip
    assert say("scan.found", "sv", n=3) == "e 3"
    assert sentence(HostError("dark", n=3), "it") == "d 3 d 3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[scan]\nx = { " + FIVE.replace(', sv = "e {n}"', "") + " }", "scan.x: has no text in sv"),
        ("[scan]\nx = { " + FIVE.replace("d {n}", "d") + " }", "scan.x: it and en differ in {n}"),
        ("[scan]\nx = { " + FIVE + ', no = "f" }', "scan.x: has no among the languages"),
        ('[scan]\nx = "text"', "scan.x: is no table"),
        ("[scna]\nx = { " + FIVE + " }", "scna: is not this file's topic"),
        ("[scan\n", "is not TOML"),
    ],
)
def test_a_slip_is_refused_with_file_and_place(write, text, said):
    write("scan.toml", text)
    with pytest.raises(TemplateError) as refused:
        words("scan")
    assert "templates/words/scan.toml, " in str(refused.value)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[errors.dark]\nwhat = { " + FIVE + " }", "errors.dark: has no 'do'"),
        ("[errors.dark]\nwhat = 1\ndo = { " + FIVE + " }", "errors.dark.what: is no table"),
        (
            "[errors.dark]\nwaht = {F}\nwhat = {F}\ndo = {F}".replace("{F}", "{ " + FIVE + " }"),
            "errors.dark: has 'waht'",
        ),
    ],
)
def test_an_error_without_both_halves_is_refused(write, text, said):
    write("scan.toml", text)
    with pytest.raises(TemplateError) as refused:
        error_words()
    assert said in str(refused.value)


def test_two_files_must_not_speak_of_the_same_error(write):
    both = f"[errors.dark]\nwhat = {{ {FIVE} }}\ndo = {{ {FIVE} }}\n"
    write("one.toml", both)
    write("two.toml", both)
    with pytest.raises(TemplateError, match="another file"):
        error_words()
