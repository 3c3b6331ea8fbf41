"""Every sentence that a person reads, by topic, its five languages side by side.

A topic is a file ``templates/words/TOPIC.toml``. Each text is one table with all five
languages, under a name of your choice inside the table that is named like the file:

    [scan]                                            # in scan.toml: say("scan.found", lang, n=3)
    found = { de = "{n} Bögen", en = "{n} sheets", fr = …, it = …, sv = … }

What a ``HostError`` says stands in ``[errors.CODE]``, in ``errors.toml`` or in the file of
its topic, always in two halves. Placeholders are the error's facts:

    [errors.few-tags]
    what = { en = "{file}: only {seen} of the black squares can be seen.", … }
    do = { en = "Take it again with all eight of them in view.", … }

Where the remedy depends on a fact, ``choose`` names the fact and ``do-VALUE`` stands for
its values; ``do`` serves all others. A fact ``did_you_mean`` becomes a question between
the halves by itself. A list is shown with commas, shortened if it is long. ``{program}``
is how people call us, and nobody has to give it.

A file is checked when it is loaded: all languages, and the same placeholders in each. In
French the space before : ; ? ! » % and after « becomes one at which no line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NoReturn

from rules.errors import HostError
from rules.problem import Problem
from templates.errors import TemplateError
from templates.languages import DEFAULT_LANGUAGE, LANGUAGES
from templates.program import program

FOLDER = Path(__file__).with_name("words")
_LONGEST_LIST = 12
_DRAWN = frozenset({"rules", "print", "score_sheets"})
"""Topics of printed pages, whose lines stay as they were drawn."""
_UPSETTING = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\u202a-\\u202e\\u2066-\\u2069]")
"""What clears a terminal, turns its text round or ends the line; a file's name may hold it."""
_FRENCH_SPACE = re.compile(r" (?=[:;?!»%])|(?<=«) ")

Text = Mapping[str, str]
"""One text by language."""


@dataclass(frozen=True, slots=True)
class ErrorWords:
    """What one kind of error says."""

    what: Text
    do: Text
    choose: str | None = None
    """The fact that picks another remedy."""
    remedies: Mapping[str, Text] = field(default_factory=dict)
    """Remedies by that fact's value."""

    def remedy(self, facts: Mapping[str, object]) -> Text:
        """Pick what to do by the facts."""
        return self.remedies.get(str(facts.get(self.choose or "")), self.do)


def say(key: str, lang: str, /, **facts: object) -> str:
    """Give a text such as ``cli.did-you-mean`` in a language, its placeholders filled in."""
    return _filled(words(key.partition(".")[0])[key][lang], facts)


def sentence(error: HostError, lang: str) -> str:
    """Say what is wrong and what to do, in one line."""
    texts = error_words()[error.code]
    near = error.facts.get("did_you_mean")
    parts = [
        _filled(texts.what[lang], error.facts),
        say("cli.did-you-mean", lang, near=near) if near else "",
        _filled(texts.remedy(error.facts)[lang], error.facts),
    ]
    return _UPSETTING.sub(_spelt, " ".join(filter(None, parts)))


def _spelt(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def begun(words: str) -> str:
    """Make words a sentence: its first letter is a capital one."""
    return words[:1].upper() + words[1:]


def problem_text(topic: str, problem: Problem, lang: str) -> str:
    """Say what is wrong on a board: ``reason``, where there is one, picks the sentence."""
    reason = problem.facts.get("reason")
    key = f"{topic}.{problem.code}" + (f".{reason}" if reason else "")
    return say(key, lang, **problem.facts)


def placeholders(text: str) -> frozenset[str]:
    """Name the facts that a text speaks of."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def topics() -> Mapping[str, Path]:
    """Give the file of every topic; a game's own words stand in its folder."""
    shared = {path.stem: path for path in FOLDER.glob("*.toml")}
    own = {path.parent.name: path for path in FOLDER.parent.glob("*/words.toml")}
    return dict(sorted((shared | own).items()))


@cache
def words(topic: str) -> Mapping[str, Text]:
    """Load a topic's texts by their whole names; those of its errors are apart."""
    tables = _tables(topic)
    tables.pop("errors", None)
    return dict(_texts(tables.get(topic, {}), topic, topic))


@cache
def error_words() -> Mapping[str, ErrorWords]:
    """Load what all errors say, by their code."""
    found: dict[str, ErrorWords] = {}
    for topic in topics():
        for code, table in _tables(topic).get("errors", {}).items():
            place = f"errors.{code}"
            if code in found:
                _refuse(topic, place, "stands in another file, too.", "Keep one of them.")
            found[code] = _error_words(table, place, topic)
    return found


def _tables(topic: str) -> dict[str, Any]:
    """Read a file, which may speak of its own topic and of errors."""
    import tomllib  # here, because a call that has nothing to say need not wait for it

    from templates.prepared import toml_of

    try:
        tables = toml_of(topics()[topic].read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        _refuse(topic, "the file", f"is not TOML: {error}.", "Mend that line.")
    for name in set(tables) - {topic, "errors"}:
        _refuse(topic, name, "is not this file's topic.", f"Name it {topic} or errors.")
    return tables


def _texts(table: Any, place: str, topic: str) -> Iterator[tuple[str, Text]]:
    """Walk down to the texts: a table that has a language has them all."""
    if not isinstance(table, dict):
        _refuse(topic, place, "is no table.", 'Write { en = "…", de = "…", … }.')
    if not set(LANGUAGES) & set(table):
        for name, inner in table.items():
            yield from _texts(inner, f"{place}.{name}", topic)
        return
    for lang in LANGUAGES:
        if not isinstance(table.get(lang), str):
            _refuse(topic, place, f"has no text in {lang}.", f"Add {lang}.")
    for name in set(table) - set(LANGUAGES):
        _refuse(topic, place, f"has {name} among the languages.", "Take it out.")
    _check_placeholders(table, place, topic)
    if not (topic in _DRAWN or topics()[topic].parent != FOLDER):
        table = {**table, "fr": _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", table["fr"])}
    yield place, table


def _check_placeholders(text: Text, place: str, topic: str) -> None:
    """Refuse a text that speaks of other facts in one language than in another."""
    wanted = placeholders(text[DEFAULT_LANGUAGE])
    for lang in LANGUAGES:
        for name in sorted(placeholders(text[lang]) ^ wanted):
            wrong = f"{lang} and {DEFAULT_LANGUAGE} differ in {{{name}}}."
            _refuse(topic, place, wrong, "Use the same placeholders in every language.")


def _error_words(table: dict[str, Any], place: str, topic: str) -> ErrorWords:
    """Take an error's table apart into its halves."""
    choose = table.get("choose")
    texts = {
        name: dict(_texts(inner, f"{place}.{name}", topic))[f"{place}.{name}"]
        for name, inner in table.items()
        if name != "choose"
    }
    for half in {"what", "do"} - set(texts):
        _refuse(topic, place, f"has no {half!r}.", "Say what is wrong and what to do.")
    remedies = {name[3:]: text for name, text in texts.items() if name.startswith("do-")}
    for name in set(texts) - {"what", "do"} - {f"do-{value}" for value in remedies}:
        _refuse(topic, place, f"has {name!r}.", "Known: what, do, choose, do-VALUE.")
    return ErrorWords(texts["what"], texts["do"], choose, remedies)


def _refuse(topic: str, place: str, wrong: str, remedy: str) -> NoReturn:
    file = topics()[topic].relative_to(FOLDER.parent.parent).as_posix()
    raise TemplateError(file, place, wrong, remedy)


def _filled(text: str, facts: Mapping[str, object]) -> str:
    shown = {name: _shown(fact) for name, fact in facts.items()}
    return text.format(program=program(), **shown)


def _shown(fact: object) -> object:
    if not isinstance(fact, list | tuple | set | frozenset):
        return fact
    names = [str(each) for each in fact]
    return ", ".join(names[:_LONGEST_LIST]) + (", …" if len(names) > _LONGEST_LIST else "")
