"""As much of JSON Schema as our schema for sheet files uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
          "number": (int, float)}  # fmt: skip
_SAID = {"$schema", "$defs", "title", "description"}
_SIZES = {"Length": str, "Items": list, "Properties": dict}


def misfits(value: Any, schema: Mapping[str, Any], top: Mapping[str, Any]) -> list[str]:
    """Say what of a value a schema does not allow; ``top`` has its definitions."""
    return list(_misfits(value, schema, top, "file"))


def _misfits(
    value: Any, schema: Mapping[str, Any], top: Mapping[str, Any], place: str
) -> Iterator[str]:
    for key, rule in schema.items():
        match key:
            case "$ref":
                named = top["$defs"][rule.rpartition("/")[2]]
                yield from _misfits(value, named, top, place)
            case "type":
                kinds = rule if isinstance(rule, list) else [rule]
                if not any(_is(value, kind) for kind in kinds):
                    yield f"{place}: {value!r} is no {kinds}"
            case "const" | "enum":
                if value not in (rule if key == "enum" else [rule]):
                    yield f"{place}: {value!r} is not {rule}"
            case "anyOf":
                if all([*_misfits(value, one, top, place)] for one in rule):
                    yield f"{place}: {value!r} is none of {len(rule)}"
            case "pattern":
                if isinstance(value, str) and not re.search(rule, value):
                    yield f"{place}: {value!r} does not match {rule}"
            case "minimum" | "maximum":
                if _is(value, "number") and (value < rule if key == "minimum" else value > rule):
                    yield f"{place}: {value!r} is beyond {rule}"
            case "required":
                if isinstance(value, dict):
                    yield from (f"{place}: no {name}" for name in rule if name not in value)
            case "items":
                for number, one in enumerate(value if isinstance(value, list) else ()):
                    yield from _misfits(one, rule, top, f"{place}[{number}]")
            case "properties":
                for name, one in rule.items():
                    if isinstance(value, dict) and name in value:
                        yield from _misfits(value[name], one, top, f"{place}.{name}")
            case "additionalProperties":
                more = value.keys() - schema.get("properties", {}) if _is(value, "object") else ()
                for name in more:
                    if rule is False:
                        yield f"{place}: {name} is not known"
                    else:
                        yield from _misfits(value[name], rule, top, f"{place}.{name}")
            case "propertyNames":
                for name in value if isinstance(value, dict) else ():
                    yield from _misfits(name, rule, top, f"{place}: the name {name}")
            case _ if key[3:] in _SIZES:
                if isinstance(value, _SIZES[key[3:]]):
                    size = len(value)
                    if size < rule if key.startswith("min") else size > rule:
                        yield f"{place}: {size} is beyond {rule}"
            case _ if key not in _SAID:
                raise NotImplementedError(key)


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])
