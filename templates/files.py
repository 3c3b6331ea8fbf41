"""Read template files into checked types; a slip points at its place."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from threading import RLock
from typing import Any, TypeVar

import msgspec

from templates.errors import TemplateError, known_names
from templates.prepared import toml_of

T = TypeVar("T")
_ALONE = RLock()
"""Two threads that ask msgspec for the same new type at once can end the interpreter."""


def read_text(path: str) -> str:
    """Read a file of this package, named from its top, such as ``daydream/sheets.toml``."""
    return resources.files("templates").joinpath(path).read_text(encoding="utf-8")


def read_toml(path: str) -> dict[str, Any]:
    """Read a TOML file of this package; raise TemplateError where it is broken."""
    return parse_toml(read_text(path), f"templates/{path}")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Read TOML; raise TemplateError with the line where it is broken."""
    try:
        return toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(file, "TOML", f"{error}.", "Correct the line.") from None


def checked(data: object, kind: type[T]) -> T:
    """Turn plain data into a checked type; raise msgspec's ValidationError."""
    with _ALONE:
        return msgspec.convert(data, kind)


def convert(data: object, kind: type[T], file: str, place: str = "file") -> T:
    """Turn plain data into a checked type; a TemplateError says what is unknown or missing."""
    try:
        return checked(data, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), kind, file, place) from None


def _explained(message: str, kind: Any, file: str, place: str) -> TemplateError:
    where = re.search(r" - at `\$\.?(.*)`$", message)
    here = f"{place}, {where[1]}" if where and where[1] else place
    what = message.split(" - at ")[0]
    if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        known = [field.encode_name for field in msgspec.structs.fields(_struct_at(kind, where))]
        return TemplateError(
            file,
            here,
            f'"{unknown[1]}" is not a known setting.',
            known_names(unknown[1], known, "settings"),
        )
    if missing := re.fullmatch(r"Object missing required field `(.+)`", what):
        return TemplateError(file, here, f'"{missing[1]}" is missing.', "Add it.")
    return TemplateError(file, here, f"{what}.", "Give a value of that kind.")


def _struct_at(kind: Any, where: re.Match[str] | None) -> Any:
    """Follow a path such as ``objects[0].suns`` through nested types, as far as it goes."""
    for name in re.findall(r"\w+|\[\d*\.*\]", where[1]) if where else []:
        if name.startswith("["):
            kind = _element(kind)
        elif hasattr(kind, "__struct_fields__"):
            hints = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
            kind = hints.get(name, kind)
    return kind if hasattr(kind, "__struct_fields__") else _element(kind)


def _element(kind: Any) -> Any:
    arguments = [a for a in getattr(kind, "__args__", ()) if a is not Ellipsis]
    return arguments[-1] if arguments else kind
