"""Which names a list has, in their order: found by the header, or by what looks like a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from paperplay.classroom.cells import read_cells
from paperplay.results.scan_text import printable
from rules.errors import HostError

MOST_PUPILS = 400
LONGEST_NAME = 60

_FIRST = frozenset(
    ("vorname", "rufname", "firstname", "givenname", "forename", "prénom", "prenom", "förnamn")
    + ("fornamn", "tilltalsnamn")
)
_LAST = frozenset(
    ("nachname", "familienname", "zuname", "lastname", "surname", "familyname", "nomdefamille")
    + ("cognome", "efternamn")
)
_WHOLE = frozenset(
    ("name", "namen", "nom", "noms", "nome", "nomi", "namn", "fullname", "nomcomplet", "schüler")
    + ("schülerin", "schülerinnen", "schülerinundschüler", "kind", "pupil", "pupils", "student")
    + ("students", "child", "élève", "élèves", "eleve", "eleves", "alunno", "alunna", "alunni")
    + ("studente", "elev", "elever", "nomecompleto", "nomecognome", "nomprénom", "vorundnachname")
)
_IDS = frozenset(
    ("id", "idnumber", "studentid", "sisuserid", "sisloginid", "username", "login", "email", "mail")
    + ("emailaddress", "emailadresse", "epost", "epostadress", "courriel", "adressedecourriel")
    + ("adresseemail", "indirizzoemail", "indirizzodipostaelettronica", "kennung", "benutzername")
    + ("schülernummer", "matrikelnummer", "anmeldename", "section", "integrationid")
)
"""Headers of what learning platforms know pupils by."""
_ELSEWHERE = {
    "first": (
        ("nombre", "nombres", "primeironome", "voornaam", "roepnaam", "fornavn", "etunimi", "imię")
        + ("jméno", "adı", "имя", "імя", "όνομα", "tên", "名", "keresztnév", "prenume")
    ),
    "last": (
        ("apellido", "apellidos", "apelido", "sobrenome", "achternaam", "familienaam", "etternavn")
        + ("sukunimi", "nazwisko", "příjmení", "priezvisko", "soyad", "soyadı", "фамилия")
        + ("прізвище", "επώνυμο", "họ", "姓", "vezetéknév", "prezime")
    ),
    "whole": (
        ("nombrecompleto", "apellidosynombre", "nombreyapellidos", "alumno", "alumna", "alumnos")
        + ("aluno", "aluna", "naam", "leerling", "navn", "imięinazwisko", "adsoyad", "adısoyadı")
        + (
            "фио",
            "ονοματεπώνυμο",
            "họvàtên",
            "họtên",
            "姓名",
            "名字",
            "氏名",
            "名前",
            "الاسم",
            "név",
        )
    ),
}
"""Headers in languages that we do not speak: a header is no pupil, wherever the list is from."""
_BESIDE = frozenset(("ad", "ime", "meno", "nume"))
"""Headers of first names only where one of last names stands beside them: they are names, too."""
_LEVELS = frozenset(
    (
        "level",
        "stufe",
        "niveau",
        "niveaustufe",
        "schwierigkeit",
        "livello",
        "nivå",
        "niva",
        "difficulté",
    )
)
"""Headers of the column that says how hard a pupil's puzzles are."""
_HEADERS = [
    ours.union(_ELSEWHERE[part])
    for part, ours in (("first", _FIRST), ("last", _LAST), ("whole", _WHOLE))
]
_PLAIN = frozenset(("name", "nom", "nome", "namn"))
_KNOWN_LEVELS = ("1", "2", "3", "4", "5")
_HEADER_WITHIN = 6
"""Lines in which a header is looked for."""
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
Lines = list[tuple[int, list[str]]]
"""Lines with their numbers."""
_SUFFIXES = frozenset(("jr", "sr", "jun", "sen", "ii", "iii", "iv", "fils", "d.y", "d.ä"))
_FORMULA = ("=", "+", "@", "-", "＝", "＋", "＠", "－")


@dataclass(frozen=True, slots=True)
class Odd:
    """A line that could not be taken as it is, and what was made of it."""

    line: int
    why: str
    """``control``, ``formula``, ``level``, ``lines``, ``long``, ``nobody`` or ``twice``."""
    name: str
    taken: str


@dataclass(frozen=True, slots=True)
class ClassList:
    """The names of a class, and which lines were odd."""

    names: tuple[str, ...]
    odd: tuple[Odd, ...] = ()
    carried: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Numbers and addresses that learning platforms know pupils by, by names and headers."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """How hard puzzles are for those of whom the list says it, by names."""


def names_of(path: Path) -> tuple[str, ...]:
    """Read the names of a class list."""
    return class_list(path).names


def class_list(path: Path) -> ClassList:
    """Read a class list; an odd line is taken as well as can be and named, and stops nobody.

    Raises:
        HostError: ``class-list-…``: there is no list, or nobody on it.
    """
    lines = [
        (number, cells) for number, cells in enumerate(read_cells(path), start=1) if any(cells)
    ]
    lines, columns, heads, level_at = _without_header(lines)
    columns = columns or _columns_by_look([cells for _, cells in lines])
    names: dict[str, str] = {}
    odd: list[Odd] = []
    carried: dict[str, Mapping[str, str]] = {}
    levels: dict[str, int] = {}
    for number, cells in lines:
        parts = [_turned(cells[column]) for column in columns if column < len(cells)]
        whole = " ".join(filter(None, parts))
        taken, why = _tidied(whole, number)
        if taken.casefold() in names:
            taken, why = _told_apart(taken, names), "twice"
        told = {head: printable(cells[at]) for at, head in heads.items() if at < len(cells)}
        if not taken and any(told.values()):  # else it is a line of the program's own
            odd.append(Odd(number, "nobody", ", ".join(filter(None, told.values())), ""))
        if taken:
            names[taken.casefold()] = taken
            if any(told.values()):
                carried[taken] = told
            level = (
                cells[level_at].strip() if level_at is not None and level_at < len(cells) else ""
            )
            if level in _KNOWN_LEVELS:
                levels[taken] = int(level)
            elif level:
                odd.append(Odd(number, "level", printable(level)[:LONGEST_NAME], taken))
        if why:
            odd.append(Odd(number, why, printable(whole)[:LONGEST_NAME], taken))
    if not names:
        raise HostError("class-list-empty", file=_shown(path))
    if len(names) > MOST_PUPILS:
        raise HostError("class-list-too-long", file=_shown(path), n=len(names), most=MOST_PUPILS)
    return ClassList(tuple(names.values()), tuple(odd), carried, levels)


def _without_header(lines: Lines) -> tuple[Lines, list[int], dict[int, str], int | None]:
    """Take off the header, and what stands above it: the class, the school, a date.

    What is left comes with the columns of names, with the headers of those to be carried on,
    and with the column of levels.
    """
    for at, (_, cells) in enumerate(lines[:_HEADER_WITHIN]):
        columns = _columns_by_header(cells)
        # Further down, one word alone may be somebody's name.
        if columns and (at == 0 or len(columns) > 1 or _is_one_of(cells[columns[0]], _PLAIN)):
            heads = {n: printable(cell) for n, cell in enumerate(cells) if _is_one_of(cell, _IDS)}
            level = next((n for n, cell in enumerate(cells) if _is_one_of(cell, _LEVELS)), None)
            return lines[at + 1 :], columns, heads, level
    return lines, [], {}, None


def _columns_by_header(cells: Sequence[str]) -> list[int]:
    """Find the columns that a header names, the first name's before the last; else none."""
    first, last, whole = (
        [column for column, cell in enumerate(cells) if _is_one_of(cell, words)]
        for words in _HEADERS
    )
    if last and not first:
        first = [column for column, cell in enumerate(cells) if _is_one_of(cell, _BESIDE)]
    # "Name, Vorname", "Nom, Prénom" and "Nome, Cognome" name one part by the word for both.
    if first and (last or whole):
        return [first[0], (last or whole)[0]]
    if last and whole:
        return [whole[0], last[0]]
    return (whole or first or last)[:1]


def _is_one_of(cell: str, words: frozenset[str]) -> bool:
    """Say whether a header is such a word: "First name" as well as "Schülerin/Schüler"."""
    parts = re.findall(r"[^\W\d_]+", cell.casefold())
    return "".join(parts) in words or (bool(parts) and words.issuperset(parts))


def _columns_by_look(lines: Sequence[Sequence[str]]) -> list[int]:
    """Take the first two columns of words; numbers, addresses and marks are none."""
    found: list[int] = []
    for digits in (False, True):  # "R2D2" and "Ida 2" are names where there are no others
        for column in range(max(map(len, lines), default=0)):
            cells = [cells[column] for cells in lines if column < len(cells) and cells[column]]
            names = [cell for cell in cells if _looks_like_a_name(cell, digits=digits)]
            if len(names) > len(cells) / 2:
                found.append(column)
        # A column of "m" and "w" beside the names, or of one word for all.
        telling = [column for column in found if _tells_apart(lines, column)]
        if telling:
            return telling[:2]
    return found[:2]


def _looks_like_a_name(cell: str, *, digits: bool) -> bool:
    known = not any(map(str.isdigit, cell)) or digits
    return any(map(str.isalpha, cell)) and known and "@" not in cell


def _tells_apart(lines: Sequence[Sequence[str]], column: int) -> bool:
    cells = [cells[column] for cells in lines if column < len(cells) and cells[column]]
    return max(map(len, cells)) > 2 and (len(cells) < 3 or len(set(cells)) > 1)


def _turned(cell: str) -> str:
    """Turn "Müller, Ida" into "Ida Müller", but not "King, Jr."."""
    last, comma, first = (part.strip() for part in cell.partition(","))
    if not comma or "," in first or first.casefold().rstrip(".") in _SUFFIXES:
        return cell
    return f"{first} {last}".strip()


def _tidied(name: str, line: int) -> tuple[str, str]:
    """Give a name as it can be printed, and why it could not stay as it is; empty if it could."""
    why = "lines" if "\n" in name else ""  # perhaps several pupils, behind one quotation mark
    name = " ".join(unicodedata.normalize("NFC", name).translate(_INVISIBLE).split())
    if not name.isprintable():
        name, why = " ".join("".join(filter(str.isprintable, name)).split()), "control"
    if name.startswith(_FORMULA):
        # What a spreadsheet would count is no name, and what is left of it may be none, either.
        name, why = name.lstrip("".join(_FORMULA)).strip(), "formula"
    if why and not any(map(str.isalnum, name)):
        name = f"? {line}"
    if len(name) > LONGEST_NAME:
        name, why = name[: LONGEST_NAME - 1].rstrip() + "…", "long"
    return name, why


def _told_apart(name: str, known: Mapping[str, str]) -> str:
    """Number a name that somebody else has."""
    shortened = name[: LONGEST_NAME - 6].rstrip()
    tried = (f"{shortened} ({number})" for number in count(2))
    return next(each for each in tried if each.casefold() not in known)


def _shown(path: Path) -> str:
    return printable(path.name)
