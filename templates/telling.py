"""Elements, values and problems in words: the one place where codes become sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from rules.errors import HostError
from rules.problem import Problem
from templates.game import MadeJudge, PersonJudge, Value
from templates.games import game_of, games
from templates.languages import LANGUAGES
from templates.several import listed, spans
from templates.wording import say, words

_ON_SCORE_SHEET = re.compile(r"(?:r(\d+)\.)?([a-z]+)(?:\.(\d+))?(?:\.(\d+))?")
_MEANT: dict[str, Value] = {"nothing": None, "yes": True, "no": False}
_VALUES = "scan.value."


def title_of(sheet: str, lang: str) -> str:
    """Name a sheet of any game."""
    return game_of(sheet).judge.title_of(sheet, lang)


def problem_texts(problems: Sequence[Problem], sheet: str, seed: int, lang: str) -> list[str]:
    """Say what is wrong on a sheet."""
    judge = game_of(sheet).judge
    return [judge.problem_text(problem, sheet, seed, lang) for problem in problems]


def why_text(why: str, lang: str) -> str:
    """Say why an element is doubtful: a code of ours in words, anybody's words as they are."""
    key = f"scan.why.{why}"
    return say(key, lang) if key in words("scan") else why


def value_text(value: object, lang: str) -> str:
    """Say what an element reads."""
    if value is None:
        return say("scan.value.nothing", lang)
    if isinstance(value, bool):
        return say("scan.value.yes" if value else "scan.value.no", lang)
    known = dict(_value_keys())
    return say(known[value], lang) if isinstance(value, str) and value in known else str(value)


def value_of(text: str, guess: Value) -> Value:
    """Understand an answer: none for the guess, a number, a word; else ``review-answer``."""
    told = text.strip().casefold()
    if not told:
        return guess
    if told.lstrip("-").isdecimal() and len(told) < 6:
        return int(told)
    known: dict[str, Value] = {"-": None}
    for value, key in _value_keys():
        meant = _MEANT.get(value, value)
        known[value] = meant
        known |= {say(key, lang).casefold(): meant for lang in LANGUAGES}
    if told not in known:
        raise HostError("review-answer", answer=text.strip()[:40])
    return known[told]


def _value_keys() -> Iterator[tuple[str, str]]:
    """Yield every value that has words, and their key; a game's own marks among them."""
    for key in words("scan"):
        if key.startswith(_VALUES):
            yield key.removeprefix(_VALUES), key
    for topic in ("score_sheets", *_own_topics()):
        for key in words(topic):
            _, kind, *rest = key.split(".")
            if kind == "marks" and rest[1:] == ["name"]:
                yield rest[0], key


def _own_topics() -> list[str]:
    return [game.words for game in games().values() if game.for_table]


def element_text(element: str, sheet: str, seed: int, lang: str, names: Sequence[str] = ()) -> str:
    """Name an element; one of a score sheet by its round and player."""
    game = game_of(sheet)
    if game.shelf_in:
        return cast(MadeJudge, game.judge).element_text(element, sheet, seed, lang, names)
    if game.for_table:
        return _on_score_sheet(element, sheet, lang, names)
    return cast(PersonJudge, game.judge).element_text(element, sheet, seed, lang)


def question_text(element: str, sheet: str, seed: int, lang: str, names: Sequence[str] = ()) -> str:
    """Name an element to somebody who has to find it on the paper."""
    name, game = element_text(element, sheet, seed, lang, names), game_of(sheet)
    if game.shelf_in or game.for_table:
        return name
    where = cast(PersonJudge, game.judge).where_text(element, sheet, seed, lang)
    return say("elements.where.name", lang, name=name, where=where) if where else name


def elements_text(
    elements: Iterable[str], sheet: str, seed: int, lang: str, names: Sequence[str] = ()
) -> str:
    """Name many elements in few words; those of a score sheet by rounds and players."""
    game = game_of(sheet)
    if game.shelf_in:
        return cast(MadeJudge, game.judge).elements_text(elements, sheet, seed, lang, names)
    if game.for_table:
        return _many_on_score_sheet(elements, sheet, lang, names)
    return cast(PersonJudge, game.judge).elements_text(elements, sheet, seed, lang)


def player_name(names: Sequence[str], number: int, lang: str) -> str:
    """Name a player, if need be by the number."""
    name = names[number - 1] if number <= len(names) else ""
    return printable(name) if name else say("scan.result.player", lang, number=number)


def printable(text: str) -> str:
    """Spell out what would upset a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _many_on_score_sheet(
    elements: Iterable[str], sheet: str, lang: str, names: Sequence[str]
) -> str:
    """Name the rounds, and then each kind of field, with the players that are concerned."""
    rounds: set[int] = set()
    players: dict[str, set[int]] = {}
    for element in elements:
        found = _ON_SCORE_SHEET.fullmatch(element)
        kind = element if not found else "" if found[1] else found[2]
        if found and found[1]:
            rounds.add(int(found[1]))
        # What is no one player's concerns all of them: 0.
        players.setdefault(kind, set()).add(int(found[3] or 0) if found else 0)
    parts = []
    for kind, some in players.items():
        key = "score_sheets.several.round" + ("s" if len(rounds) > 1 else "")
        what = say(key, lang, names=spans(rounds, lang))
        what = _on_score_sheet(kind, sheet, lang, names) if kind else what
        who = listed([player_name(names, number, lang) for number in sorted(some)], lang)
        parts.append(
            what if 0 in some else say("score_sheets.several.of", lang, what=what, players=who)
        )
    return listed(parts, lang)


def _on_score_sheet(element: str, sheet: str, lang: str, names: Sequence[str]) -> str:
    found = _ON_SCORE_SHEET.fullmatch(element)
    own = game_of(sheet).words
    keys = [f"{own}.element.{found[2]}", f"score_sheets.element.{found[2]}"] if found else []
    key = next((key for key in keys if key in words(key.partition(".")[0])), None)
    if not found or key is None:
        return element
    parts = [say("score_sheets.element.round", lang, n=found[1])] if found[1] else []
    parts.append(say(key, lang))
    if found[3]:
        parts.append(player_name(names, int(found[3]), lang))
    return ", ".join([*parts, found[4]] if found[4] else parts)
