"""Reading untrusted JSON: every value is checked, and a refusal names its field.

All of these take the value and its ``field``, a path such as ``rounds[2].roles.7``, and
raise ``HostError`` with facts that the words can use:

``bad-value``
    ``field``, ``value`` (short and safe to print), ``expected`` (``integer``, ``boolean``,
    ``text``, ``object``, ``list`` or ``choice``), ``low`` and ``high`` (numbers; lengths of
    lists and texts; else None), ``choices`` (a tuple, often empty) and ``did_you_mean``
    (one of the choices, or None).
``unknown-id``
    ``field``, ``value``, ``choices`` and ``did_you_mean``.
``unknown-format``
    ``field``, ``value`` and ``known``.

A key that is not there reads as null: ask ``data.get(key)`` and check the answer.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, overload

from rules.errors import HostError

LONGEST_TEXT = 60
"""Characters of a name; enough for any person, too few to flood a page."""
_LONGEST_SHOWN = 40
_REFUSED_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
_TURNS_TEXT_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(value: object) -> str:
    """Write any JSON value as short text that is safe on a terminal."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{_plain(value)}"'
    if isinstance(value, int):
        # Python refuses to write out very long numbers.
        return str(value) if value.bit_length() < 100 else f"{'-' * (value < 0)}1e{_digits(value)}"
    if isinstance(value, float):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(repr(value), repr(value))
    if isinstance(value, Mapping):
        return "{…}" if value else "{}"
    if isinstance(value, Sequence):
        return "[…]" if value else "[]"
    return type(value).__name__


def child(field: str, key: object) -> str:
    """Give the path of a key or, for a number, of a place in a list."""
    if isinstance(key, int):
        return f"{field}[{key}]"
    name = _plain(str(key))
    return f"{field}.{name}" if field else name


def bad_value(
    value: object,
    field: str,
    expected: str,
    *,
    low: int | None = None,
    high: int | None = None,
    choices: Iterable[str] = (),
) -> HostError:
    """Make the error for a value that cannot stand in its field."""
    known = tuple(choices)
    return HostError(
        "bad-value",
        field=field,
        value=shown(value),
        expected=expected,
        low=low,
        high=high,
        choices=known,
        did_you_mean=nearest(value, known),
    )


def unknown_id(name: object, field: str, choices: Iterable[str]) -> HostError:
    """Make the error for a key or id that the board does not have."""
    known = tuple(choices)
    return HostError(
        "unknown-id",
        field=field,
        value=shown(name),
        expected="name" if known else "nothing",
        choices=known,
        did_you_mean=nearest(name, known),
    )


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Find the known name that was probably meant; None if none is near."""
    if not isinstance(name, str) or len(name) > _LONGEST_SHOWN:
        return None
    by_folded = {each.casefold(): each for each in known}
    found = get_close_matches(name.casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


@overload
def integer(
    value: object, field: str, low: int, high: int, allow_none: Literal[False] = False
) -> int: ...
@overload
def integer(
    value: object, field: str, low: int, high: int, allow_none: Literal[True]
) -> int | None: ...
def integer(value: object, field: str, low: int, high: int, allow_none: bool = False) -> int | None:
    """Read a whole number from low to high, both included; true and 3.0 are no numbers here."""
    if value is None and allow_none:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise bad_value(value, field, "integer", low=low, high=high)
    return value


@overload
def boolean(value: object, field: str, allow_none: Literal[False] = False) -> bool: ...
@overload
def boolean(value: object, field: str, allow_none: Literal[True]) -> bool | None: ...
def boolean(value: object, field: str, allow_none: bool = False) -> bool | None:
    """Read true or false; 0, 1 and "yes" are neither."""
    if isinstance(value, bool) or (value is None and allow_none):
        return value
    raise bad_value(value, field, "boolean")


def text(value: object, field: str, longest: int = LONGEST_TEXT) -> str:
    """Read a text of one line that can be printed anywhere; it may be empty."""
    if isinstance(value, str) and len(value) <= longest and _fits_one_line(value):
        return value
    raise bad_value(value, field, "text", high=longest)


def choice(value: object, field: str, choices: Iterable[str]) -> str:
    """Read one of the given words, in the case in which it is given."""
    known = tuple(choices)
    if isinstance(value, str) and value in known:
        return value
    raise bad_value(value, field, "choice", choices=known)


def mapping(value: object, field: str, known: Iterable[str] | None = None) -> Mapping[str, object]:
    """Read an object whose keys are all known; without ``known`` any text will do."""
    if not isinstance(value, Mapping):
        raise bad_value(value, field, "object")
    names = None if known is None else tuple(known)
    allowed = frozenset(names or ())
    for key in value:
        if not isinstance(key, str) or (names is not None and key not in allowed):
            raise unknown_id(key, child(field, str(key)), names or ())
    return value


def listing(value: object, field: str, low: int, high: int) -> Sequence[object]:
    """Read a list of low to high entries, both included."""
    if isinstance(value, (list, tuple)) and low <= len(value) <= high:
        return value
    raise bad_value(value, field, "list", low=low, high=high)


def format_number(value: object, known: int, field: str = "format") -> int:
    """Read the number of the JSON's own form, which must be the known one."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad_value(value, field, "choice", choices=(str(known),))
    if value != known:
        raise HostError("unknown-format", field=field, value=shown(value), known=known)
    return value


def _fits_one_line(value: str) -> bool:
    return not any(
        unicodedata.category(each) in _REFUSED_CATEGORIES or each in _TURNS_TEXT_AROUND
        for each in value
    )


def _plain(value: str) -> str:
    """Shorten a text and spell out what cannot be printed."""
    cut = value if len(value) <= _LONGEST_SHOWN else value[: _LONGEST_SHOWN - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def _digits(value: int) -> int:
    """Count about how many digits a long number has."""
    return round(value.bit_length() * math.log10(2))
