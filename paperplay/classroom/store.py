"""What is kept about a class: its names and numbers, and nothing else once a call is through.

A class is a folder of its own among our data, so that it can be forgotten as a whole.
"""

from __future__ import annotations

import json
import os
import shutil
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

from paperplay.folders import data_folder
from paperplay.remembered import checksum
from rules.errors import HostError
from rules.values import nearest
from templates.sheet_code import MOST_MARKS
from templates.telling import printable

FORMAT = 1
_LONGEST = 80
_LIST = "class.json"
LESSONS = "lessons"
"""The folder of lessons that are kept."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """One of a class, with the number that is in the code of their sheets."""

    number: int
    """From 1; 0 is the code of sheets that are nobody's."""
    name: str
    carried: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Numbers and addresses from the list, by its own headers, for learning platforms."""
    level: int | None = field(default=None, compare=False)
    """How hard puzzles are for this pupil; else as hard as for all."""


@dataclass(frozen=True, slots=True)
class ClassPar:
    """A very good result for a sheet and the class's dice."""

    total: int | None = None
    """None before it has been searched for."""
    best: bool = False
    """Whether no game can have more points."""


def par_key(sheet: str, seed: int, dice: str) -> str:
    """Name what par belongs to."""
    return f"{sheet} {seed} {dice}"


@dataclass(frozen=True, slots=True)
class Group:
    """A class."""

    name: str
    pupils: tuple[Pupil, ...]
    """In the order of the list."""
    last: int = 0
    """The highest number that was ever given out, so that none is given out again."""
    mark: int = 0
    """Stands in the code of the class's sheets, so that no other sheets are taken for them."""
    pars: Mapping[str, ClassPar] = field(default_factory=dict)
    """Par of what was printed, by ``par_key``: kept here, to be forgotten with the class."""
    scale: str = ""
    """By which its marks are given, unless a call names another."""

    @classmethod
    def of(cls, name: str, names: Iterable[str]) -> Group:
        """Number a list from 1, and mark it."""
        pupils = tuple(Pupil(number, each) for number, each in enumerate(names, start=1))
        # From the list, so that it is known where the class is not kept as well.
        mark = 1 + crc32("\n".join(each.name for each in pupils).encode()) % (MOST_MARKS - 1)
        return cls(name, pupils, len(pupils), mark)

    def apart(self) -> Group:
        """Make sure that no other class that is kept here has the same mark."""
        taken = set()
        for name in known_classes():
            with suppress(HostError):  # a spoilt class does not keep the others from working
                other = kept_class(name)
                taken |= {other.mark} if other and name != self.name.casefold() else set()
        marks = (mark % MOST_MARKS for mark in count(self.mark))
        return replace(self, mark=next(mark for mark in marks if mark and mark not in taken))

    def carrying(
        self, carried: Mapping[str, Mapping[str, str]], levels: Mapping[str, int] | None = None
    ) -> Group:
        """Take over numbers, addresses and levels of a list, by names.

        A list without levels leaves those that are known.
        """
        return replace(
            self,
            pupils=tuple(
                replace(
                    one,
                    carried=carried.get(one.name, one.carried),
                    level=levels.get(one.name) if levels else one.level,
                )
                for one in self.pupils
            ),
        )

    def by_number(self) -> dict[int, Pupil]:
        """Give the pupils by their numbers."""
        return {pupil.number: pupil for pupil in self.pupils}

    def renewed(self, names: Sequence[str]) -> Group:
        """Take over a changed list: who is known keeps the number, others get new ones."""
        had = {pupil.name.casefold(): pupil for pupil in self.pupils}
        if not any(name.casefold() in had for name in names):
            return Group.of(self.name, names)
        last, pupils = self.last, []
        for name in names:
            one = had.get(name.casefold())
            if one is None:
                last += 1
            pupils.append(replace(one, name=name) if one else Pupil(last, name))
        return replace(self, pupils=tuple(pupils), last=last)


def class_name(word: str) -> str:
    """Name a class by its list: ``lists/7b.csv`` is ``7b``; ``class-name-bad`` if none can be."""
    path = Path(word)
    name = path.stem if path.suffix.lower() in (".csv", ".xlsx", ".txt", ".tsv") else path.name
    name = unicodedata.normalize("NFC", name).strip()
    fine = name and name.isprintable() and len(name) <= _LONGEST and not name.startswith(".")
    if not fine or set(name) & set('<>:"/\\|?*'):
        raise HostError("class-name-bad", name=printable(word)[:_LONGEST])
    return name


def class_folder(name: str) -> Path:
    """Say where a class is kept; on no system do small and capital letters matter."""
    return data_folder() / "classes" / name.casefold()


def class_file(name: str) -> Path:
    """Say where the list of a class is kept."""
    return class_folder(name) / _LIST


def notes_folder(name: str) -> Path:
    """Say where a scan that was stopped is noted until it goes on."""
    return class_folder(name) / "unfinished"


def drop_empty_folders(name: str) -> None:
    """Leave no trace of a class that is not kept, once a scan is through."""
    for folder in (notes_folder(name), class_folder(name)):
        try:
            folder.rmdir()
        except OSError:
            return  # not there, or in use


def known_classes() -> list[str]:
    """Name every class that is kept; what is left of a lost one is none without lessons."""
    try:
        folders = [path for path in (data_folder() / "classes").iterdir() if path.is_dir()]
        return sorted(one.name for one in folders if _holds_a_class(one))
    except OSError:
        return []


def _holds_a_class(folder: Path) -> bool:
    return (folder / _LIST).exists() or (folder / LESSONS).is_dir()


def kept_class(name: str) -> Group | None:
    """Load a class; None if it is not kept.

    Raises:
        HostError: ``class-spoilt``. Its numbers are on paper, so that nothing is guessed, and
            the file stays as it is.
    """
    file = class_file(name)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data.pop("sum", None) not in (None, checksum(data)):
            raise ValueError(name)
        pupils = tuple(
            Pupil(
                int(one["number"]),
                str(one["name"]),
                dict(one.get("carried") or {}),
                one.get("level") and int(one["level"]),
            )
            for one in data["pupils"]
        )
        pars = {
            key: ClassPar(one["total"] and int(one["total"]), bool(one["best"]))
            for key, one in data["pars"].items()
        }
        scale = str(data.get("scale") or "")
        group = Group(name, pupils, int(data["last"]), int(data["mark"]), pars, scale)
        if data["format"] != FORMAT:
            raise ValueError(name)
        return group
    except (FileNotFoundError, NotADirectoryError):
        if (class_folder(name) / LESSONS).is_dir():  # lost: its lessons know pupils by number
            raise HostError("class-spoilt", name=name, file=printable(str(file))) from None
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise HostError("class-spoilt", name=name, file=printable(str(file))) from None


def keep_class(group: Group) -> None:
    """Keep a class, for this user's eyes alone; ``class-not-kept`` if that fails."""
    folder = class_folder(group.name)
    data: dict[str, Any] = {
        "format": FORMAT,
        "last": group.last,
        "mark": group.mark,
        "pupils": [asdict(pupil) for pupil in group.pupils],
        "pars": {key: asdict(par) for key, par in group.pars.items()},
        "scale": group.scale,
    }
    half_written = folder / f"{_LIST}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(half_written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data | {"sum": checksum(data)}, file, ensure_ascii=False, indent=1)
        half_written.replace(folder / _LIST)
    except OSError:
        raise HostError("class-not-kept", folder=printable(str(folder))) from None


def unknown_class(name: str) -> HostError:
    """Say that a class is not kept, and which ones are."""
    known = known_classes()
    facts = {"known": known or ["–"], "did_you_mean": nearest(name.casefold(), known)}
    return HostError("class-unknown", name=name, **facts)


def forget_class(name: str) -> list[Path]:
    """Remove a class and name its files; ``class-unknown`` or ``class-not-forgotten``."""
    folder = class_folder(name)
    if not folder.is_dir():
        raise unknown_class(name)
    files = sorted(path for path in folder.rglob("*") if not path.is_dir())
    try:
        shutil.rmtree(folder)
    except OSError:
        raise HostError("class-not-forgotten", folder=printable(str(folder))) from None
    return [path.relative_to(folder) for path in files]
