"""On which line of a TOML file something stands, so that a fault can point at it.

``tomllib`` does not tell. The text is known to be right here, so that a glance at brackets,
quotes and keys is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
"""Keys and places in lists, from the top of the file."""

_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'", re.S
)
_PLAIN = re.compile(r"[^\s,\]\}#]+(?: \d[^\s,\]\}#]*)?")


def lines_of(text: str) -> dict[Path, int]:
    """Give the line of every key and of every entry of a list."""
    return dict(_Walk(text).everything())


def line_at(found: dict[Path, int], path: Path) -> int:
    """Give the line of a place, or of the nearest place around it."""
    while path and path not in found and (*path, 0) not in found:
        path = path[:-1]
    return found.get(path) or found.get((*path, 0), 1)


class _Walk:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.counts = text, 0, dict[Path, int]()

    def everything(self) -> Iterator[tuple[Path, int]]:
        table: Path = ()
        while self._skip(newlines=True):
            if self.text.startswith("[", self.at):
                line = self._line
                table = self._header()
                yield table, line
            else:
                yield from self._pair(table)

    @property
    def _line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def _skip(self, *, newlines: bool) -> bool:
        """Go past white space and comments; say whether anything is left."""
        white = " \t\r\n" if newlines else " \t"
        while self.at < len(self.text):
            if self.text[self.at] in white:
                self.at += 1
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return True
        return False

    def _keys(self) -> list[str]:
        keys = []
        while found := _KEY.match(self.text, self.at):
            keys.append(found[1].strip("\"'"))
            self.at = found.end()
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return keys

    def _header(self) -> Path:
        several = self.text.startswith("[[", self.at)
        self.at += 2 if several else 1
        *before, last = self._keys() or [""]
        self.at = max(self.at, self.text.find("\n", self.at))
        path: Path = ()
        for key in before:
            path = self._entered((*path, key))
        path = (*path, last)
        if several:
            self.counts[path] = self.counts.get(path, -1) + 1
            return (*path, self.counts[path])
        return path

    def _entered(self, path: Path) -> Path:
        """Go to the last entry where a path names a list of tables."""
        return (*path, self.counts[path]) if path in self.counts else path

    def _pair(self, table: Path) -> Iterator[tuple[Path, int]]:
        line, before = self._line, self.at
        path: Path = (*table, *self._keys())
        if self.at == before or not self.text.startswith("=", self.at):
            self.at = len(self.text)  # not TOML after all
            return
        self.at += 1
        yield path, line
        yield from self._value(path)

    def _value(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._skip(newlines=False)
        here = self.text[self.at : self.at + 1]
        if here == "[":
            yield from self._list(path)
        elif here == "{":
            yield from self._table(path)
        else:
            found = _STRING.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            self.at = found.end() if found else len(self.text)

    def _list(self, path: Path) -> Iterator[tuple[Path, int]]:
        self.at += 1
        number = 0
        while self._skip(newlines=True) and self.text[self.at] != "]":
            yield (*path, number), self._line
            yield from self._value((*path, number))
            number += 1
            self._skip(newlines=True)
            self.at += self.text.startswith(",", self.at)
        self.at += 1

    def _table(self, path: Path) -> Iterator[tuple[Path, int]]:
        self.at += 1
        while self._skip(newlines=True) and self.text[self.at] != "}":
            yield from self._pair(path)
            self._skip(newlines=True)
            self.at += self.text.startswith(",", self.at)
        self.at += 1
