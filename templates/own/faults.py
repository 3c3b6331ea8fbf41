"""Reading values of a sheet file, each with its place, and collecting everything that is wrong."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

from rules.errors import HostError
from rules.own.expressions import Expression, parsed
from rules.own.language import ExpressionError, Known
from rules.own.sheet import Words
from rules.values import nearest, shown
from templates.languages import LANGUAGES
from templates.own.lines import Path, line_at, lines_of

T = TypeVar("T")
_ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
_HEADED = ("section", "check")
_MOST_FAULTS = 30
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
RESERVED_IDS = frozenset({"if", "else", "and", "or", "not", "in", "is", "for", "lambda", "true"})


class SheetFaults(HostError):
    """A sheet file is wrong; the first fault speaks for itself, ``all`` has every one."""

    def __init__(self, faults: Sequence[HostError]) -> None:
        super().__init__(faults[0].code, **faults[0].facts)
        self.all = tuple(faults)


class TooMany(Exception):
    """There is no point in reading on."""


class Faults:
    """Everything that is wrong with one file."""

    def __init__(self, file: str, text: str) -> None:
        """Take the file's name for people, and its text."""
        self.file, self.found = file, list[HostError]()
        self.wrong_ids = False
        """Whether an id is wrong: whoever names it knows better, and is not told so again."""
        self._lines = lines_of(text)

    def add(self, code: str, path: Path, **facts: object) -> None:
        """Note a fault at a place."""
        line = line_at(self._lines, path)
        facts = {"file": self.file, "line": line, "place": _named(path), **facts}
        self.found.append(HostError(code, **facts))
        if len(self.found) >= _MOST_FAULTS:
            raise TooMany


def _named(path: Path) -> str:
    """Name a place for people: ``section 2, fields 3, label``."""
    steps: list[str] = []
    for step in path:
        if isinstance(step, int) and steps:
            steps[-1] += f" {step + 1}"
        else:
            steps.append(str(step))
    return ", ".join(steps) or "file"


class Table:
    """One table of a file: its values are asked for by key, and what nobody asks for is wrong."""

    def __init__(
        self, data: object, path: Path, faults: Faults, known: Iterable[str] | None
    ) -> None:
        """Take a table that may have these keys; None allows any."""
        self.path, self.faults, self.known = path, faults, tuple(known or ())
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.wrong((), data, "table")
        for key in self.data:
            if known is not None and key not in self.known:
                facts = {"key": shown(key)[1:-1], "known": self.known}
                near = nearest(key, self.known)
                faults.add("own-unknown-key", (*path, key), did_you_mean=near, **facts)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def wrong(self, key: Path, value: object, expected: str, **facts: object) -> None:
        """Note that a value cannot stand there."""
        facts = {"value": shown(value), "expected": expected, **facts}
        self.faults.add("own-wrong-value", (*self.path, *key), **facts)

    def require(self, *keys: str) -> bool:
        """Note which of these keys are missing."""
        for key in keys:
            if key not in self.data:
                self.faults.add("own-missing-key", self.path, key=key)
        return all(key in self.data for key in keys)

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """Read a whole number."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong((key,), value, "number", low=low, high=high)
            return default
        return value

    def length(self, key: str, default: float, low: float, high: float) -> float:
        """Read a length in mm."""
        value = self.data.get(key, default)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:
            self.wrong((key,), value, "number", low=low, high=high)
            return default
        return float(value)

    def boolean(self, key: str) -> bool:
        """Read true or false; false if it is not there."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.wrong((key,), value, "boolean")
            return False
        return value

    def choice(
        self,
        key: str,
        default: str,
        choices: Sequence[str],
        called: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        """Read one of some words; what people may call them instead is told, not taken."""
        value = self.data.get(key, default)
        if value not in choices or not isinstance(value, str):
            near = called.get(str(value)) or nearest(value, choices)
            self.wrong((key,), value, "choice", choices=tuple(choices), did_you_mean=near)
            return default
        return value

    def name(self, key: str) -> str:
        """Read an id that expressions can use."""
        value = self.data.get(key, "")
        fits = isinstance(value, str) and (not value or _ID.fullmatch(value))
        if not fits or value in RESERVED_IDS:
            self.wrong((key,), value, "id")
            self.faults.wrong_ids = True
            return ""
        return str(value)

    def words(self, key: str, longest: int = 80) -> Words:
        """Read a text in one language or several."""
        if key not in self.data:
            return {}
        return self.words_in(self.data[key], (key,), longest)

    def words_in(self, value: object, key: Path, longest: int = 80) -> Words:
        """Read a text that was found somewhere in this table."""
        if isinstance(value, dict):
            for lang in value:
                if lang not in LANGUAGES:
                    self.wrong((*key, lang), lang, "language", choices=LANGUAGES)
            return {
                lang: self._line(text, (*key, lang), longest)
                for lang, text in value.items()
                if lang in LANGUAGES
            }
        return {"": self._line(value, key, longest)}

    def _line(self, value: object, key: Path, longest: int) -> str:
        if not isinstance(value, str) or len(value) > longest or not _is_plain(value):
            self.wrong(key, value, "text", high=longest)
            return ""
        return value.strip()

    def listing(self, key: str, most: int) -> Sequence[Any]:
        """Read a list of at most so many entries."""
        value = self.data.get(key, ())
        if not isinstance(value, list | tuple):
            # [section] instead of [[section]] makes a table.
            self.wrong((key,), value, "headings" if key in _HEADED else "list", heading=key)
            return ()
        if len(value) > most:
            self.faults.add("own-too-many", (*self.path, key), n=len(value), most=most)
            return ()
        return value

    def expression(self, key: str, known: Mapping[str, Known]) -> Expression | None:
        """Read an expression whose names are known; a number alone will do."""
        return self.expression_in(self.data.get(key), (key,), known) if key in self.data else None

    def expression_in(
        self, value: object, key: Path, known: Mapping[str, Known]
    ) -> Expression | None:
        """Read an expression that was found somewhere in this table."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            self.wrong(key, value, "expression")
            return None
        try:
            return parsed(value, known)
        except ExpressionError as error:
            if error.code == "unknown-name" and self.faults.wrong_ids:
                return None
            facts = dict(error.facts)
            choices = [str(each) for each in facts.get("known", ())]  # type: ignore[attr-defined]
            near = nearest(facts.get("name"), choices)
            text = shown(value)[1:-1]
            part = facts.get("name") or facts.get("part") or facts.get("sign") or text
            facts |= {"text": text, "reason": error.code, "part": part}
            # All functions: the one that is wanted may be the last.
            named = ", ".join(choices) if error.code == "unknown-function" else choices
            facts |= {"known": named, "did_you_mean": near}
            self.faults.add("own-expression", (*self.path, *key), **facts)
            return None

    def no_number(self, key: Path, text: str) -> None:
        """Note that an expression is a list or a text where a number is wanted."""
        part = shown(text)[1:-1]
        facts = {"text": part, "part": part, "reason": "type", "known": (), "did_you_mean": None}
        self.faults.add("own-expression", (*self.path, *key), **facts)


def _is_plain(text: str) -> bool:
    return not any(
        (unicodedata.category(each) in ("Cc", "Cs", "Co", "Zl", "Zp") and each != "\n")
        or each in _TURNS_AROUND
        for each in text
    )


def gathered(faults: Faults, read: Callable[[], T]) -> T:
    """Read, and raise everything that was found to be wrong."""
    made: T | None = None
    with suppress(TooMany):
        made = read()
    if faults.found or made is None:
        ordered = sorted(faults.found, key=lambda each: int(str(each.facts["line"])))
        raise SheetFaults(ordered)
    return made
