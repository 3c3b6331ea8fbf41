"""From the text of a sheet file to a checked sheet, or to everything that is wrong with it."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from rules.errors import HostError
from rules.own.expressions import LONGEST, Expression, names_in
from rules.own.language import ExpressionError, Known
from rules.own.scope import RESERVED, is_counted, known_names
from rules.own.score import TOTAL
from rules.own.sheet import Check, Kind, OwnSheet, Section, Words, said
from templates.languages import LANGUAGES
from templates.own.faults import Faults, SheetFaults, Table, gathered
from templates.own.sections import LONGEST_TEXT, Part, read_sections, with_expressions
from templates.own.toml_hints import slip_in

FORMAT = 1
MOST_BYTES = 64_000
MOST_PLAYERS = 10
MOST_SCORES, MOST_CHECKS, MOST_TIES = 40, 40, 4
MOST_SLOTS = 900
MOST_COST = 60_000
MOST_DRAWN = 1200
"""Numbers that are drawn for one variant."""
_MOST_DOTS = 1000
"""In one line."""
_TOP = ("format", "name", "title", "about", "players", "page", "win", "tie", "section", "score",
        "check", "$schema")  # fmt: skip
_CHECK = ("that", "say", "at")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class PictureError(ValueError):
    """A picture is not there, or is none that may be printed."""


def no_pictures(name: str) -> bytes:
    """Say that there is no file beside a text."""
    raise PictureError(name)


def read_sheet(text: str, file: str, picture_of: Callable[[str], bytes] = no_pictures) -> OwnSheet:
    """Read a sheet file's text.

    Args:
        text: The TOML.
        file: Its name, for people.
        picture_of: Gives a picture beside it, or raises a ``PictureError``.

    Raises:
        SheetFaults: It is wrong; the error has every fault with its line.
    """
    data = _toml(text, file)
    faults = Faults(file, text)
    sheet = gathered(faults, lambda: _sheet(data, faults))
    pictures = gathered(faults, lambda: dict(_pictures(sheet, faults, picture_of)))
    fingerprint = fingerprint_of(data, pictures)
    return replace(sheet, fingerprint=fingerprint, pictures=pictures)


def _pictures(
    sheet: OwnSheet, faults: Faults, picture_of: Callable[[str], bytes]
) -> Iterator[tuple[str, bytes]]:
    for number, section in enumerate(sheet.sections):
        if section.picture:
            try:
                yield section.picture, picture_of(section.picture)
            except PictureError:
                path = ("section", number, "picture")
                faults.add("own-picture", path, picture=section.picture)


def fingerprint_of(data: object, pictures: Mapping[str, bytes]) -> int:
    """Give the number that stands for a sheet in codes; comments do not count."""
    text = json.dumps(data, ensure_ascii=True, default=str)
    whole = sha256(text.encode())
    for name in sorted(pictures):
        whole.update(f"{name} {sha256(pictures[name]).hexdigest()}".encode())
    return 1 + int.from_bytes(whole.digest()[:8], "big") % ((1 << 32) - 1)


def _toml(text: str, file: str) -> Mapping[str, Any]:
    try:
        # A key of so many parts takes time with their square, and no text of ours is as long.
        if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
            raise RecursionError
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        told = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deeply"
        slip = slip_in(text, told)
        facts = {"file": file, "line": slip.line, "reason": slip.reason, "hint": slip.hint}
        raise SheetFaults([HostError("own-toml", **facts)]) from None


def _sheet(data: Mapping[str, Any], faults: Faults) -> OwnSheet:
    top = Table(data, (), faults, _TOP)
    if top.require("format", "title") and top.data["format"] != FORMAT:
        top.wrong(("format",), top.data["format"], "format")
    players = _players(top)
    parts = read_sections(top, faults, for_table=players is not None)
    _check_ids(parts, top)
    known = known_names([part.section for part in parts])
    scores = dict(_scores(top, parts, known))
    # A score that is wrong is told once, and not again wherever it is named.
    named = top.data.get("score")
    given = (*named, TOTAL) if isinstance(named, dict) else (TOTAL,)
    known |= {name: Known("number", each=True) for name in given}
    sections = tuple(_named(with_expressions(p, known), n) for n, p in enumerate(parts, 1))
    title = top.words("title")
    sheet = OwnSheet(
        name=_name(top, title),
        title=title,
        about=top.words("about", LONGEST_TEXT),
        sections=sections,
        scores=scores,
        checks=tuple(_checks(top, known, sections)),
        players=players,
        lowest_wins=top.choice("win", "highest", ("highest", "lowest")) == "lowest",
        ties=tuple(_ties(top, known)),
        landscape={"portrait": False, "landscape": True, "auto": None}[
            top.choice("page", "auto", ("auto", "portrait", "landscape"))
        ],
    )
    sheet = replace(sheet, languages=tuple(_languages(sheet)))
    _check_size(sheet, top)
    return sheet


def _named(section: Section, number: int) -> Section:
    """Give a section without an id one that no expression can use."""
    return section if section.id else replace(section, id=f"#{number}")


def _players(top: Table) -> tuple[int, int, int] | None:
    value = top.data.get("players")
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        most = top.integer("players", 4, 1, MOST_PLAYERS)
        return most, most, most
    limits: list[int] = value if isinstance(value, list) else []
    fits = len(limits) == 2 and all(type(each) is int for each in limits)
    if not fits or not 1 <= limits[0] <= limits[1] <= MOST_PLAYERS:
        top.wrong(("players",), value, "players", high=MOST_PLAYERS)
        return 2, 4, 4
    return limits[0], limits[1], min(limits[1], max(limits[0], 4))


def _name(top: Table, title: Words) -> str:
    """Read the short name, or make one of the title."""
    if "name" in top:
        value = top.data["name"]
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            top.wrong(("name",), value, "name")
            return "sheet"
        return value
    plain = unicodedata.normalize("NFKD", said(title, "en")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-") or "sheet"


def _check_ids(parts: list[Part], top: Table) -> None:
    """Refuse an id that is there already, or that means something else."""
    score = top.data.get("score")
    names = set(score) if isinstance(score, dict) else set()
    seen = {*RESERVED, *names}
    for part in parts:
        owned = [(part.table, part.section.id), *((d.table, d.field.id) for d in part.drafts)]
        for table, name in owned:
            if name and (name in seen or name in part.section.variables):
                top.faults.add("own-twice", (*table.path, "id"), id=name)
                top.faults.wrong_ids = True
            seen.add(name)


def _scores(
    top: Table, parts: list[Part], known: Mapping[str, Known]
) -> Iterator[tuple[str, Expression]]:
    """Read named points, each after those that it speaks of."""
    if isinstance(top.data.get("score"), list):
        top.wrong(("score",), top.data["score"], "heading", heading="score")
        return
    table = Table(top.data.get("score", {}), ("score",), top.faults, None)
    given = {**{TOTAL: _usual_total(parts)}, **dict(table.data)}
    if TOTAL not in table and len(given[TOTAL]) > LONGEST:
        top.faults.add("own-missing-key", ("score",), key=TOTAL)  # nobody wrote what is too long
        return
    if len(given) > MOST_SCORES:
        top.faults.add("own-too-many", ("score",), n=len(given), most=MOST_SCORES)
        return
    now, left = dict(known), dict(given)
    while left:
        ready = [n for n, text in left.items() if not (_names(text) & left.keys() - {n})]
        ready = [n for n in ready if n not in _names(left[n])]
        if not ready:
            first = next(iter(left))
            facts = {"text": str(left[first])[:40], "reason": "circle", "part": first}
            if not top.faults.wrong_ids:  # a field of the same name makes a circle, too
                top.faults.add("own-expression", ("score", first), did_you_mean=None, **facts)
            return
        for name in ready:
            text = left.pop(name)
            if not re.fullmatch(r"[a-z][a-z0-9_]{0,23}", name):
                top.wrong(("score", name), name, "id")
                continue
            made = table.expression_in(text, (name,), now)
            now[name] = Known("number", each=True)
            if made is not None and made.type != "number":
                table.no_number((name,), made.text)
            elif made is not None:
                yield name, made


def _names(text: object) -> frozenset[str]:
    try:
        return names_in(str(text))
    except ExpressionError:
        return frozenset()


def _usual_total(parts: list[Part]) -> str:
    """Count right answers on a worksheet, else everything that is a number."""
    tables = [draft.table for part in parts for draft in part.drafts]
    if any("answer" in table or "solution" in table for table in tables):
        return "right"
    names = []
    for part in parts:
        counted = [d.field for d in part.drafts if d.field.id and is_counted(d.field)]
        if counted and part.section.id:
            names.append(f"sum({part.section.id})")
        else:
            lists = [bool(part.section.rounds) or each.kind is Kind.GRID for each in counted]
            pairs = zip(counted, lists, strict=True)
            names += [f"sum({each.id})" if many else each.id for each, many in pairs]
    return " + ".join(names) or "0"


def _checks(
    top: Table, known: Mapping[str, Known], sections: tuple[Section, ...]
) -> Iterator[Check]:
    places = {each.id for s in sections for each in s.fields} | {s.id for s in sections}
    for number, data in enumerate(top.listing("check", MOST_CHECKS)):
        table = Table(data, ("check", number), top.faults, _CHECK)
        if not table.require("that", "say"):
            continue
        that, words = table.expression("that", known), table.words("say", 200)
        if that is None:
            continue
        if that.type != "number":
            table.no_number(("that",), that.text)
        spoken = [name for name in known if name in that.names and name in places]
        at = table.choice("at", spoken[0] if spoken else TOTAL, (*sorted(places), TOTAL))
        yield Check(that, words, at, any(known[name].each for name in that.names))


def _ties(top: Table, known: Mapping[str, Known]) -> Iterator[Expression]:
    value = top.data.get("tie", [])
    given = [value] if isinstance(value, str) else top.listing("tie", MOST_TIES)
    for number, each in enumerate(given):
        made = top.expression_in(each, ("tie",) if value is each else ("tie", number), known)
        if made is not None and made.type == "number":
            yield made
        elif made is not None:
            top.no_number(("tie",), made.text)


def _languages(sheet: OwnSheet) -> Iterator[str]:
    used = set(sheet.title) | set(sheet.about)
    yield from (lang for lang in LANGUAGES if lang in used)


def _check_size(sheet: OwnSheet, top: Table) -> None:
    """Refuse a sheet that would take too long to read or to count."""
    players = sheet.players[1] if sheet.players else 1
    slots = len(sheet.slots(players))
    if slots > MOST_SLOTS:
        top.faults.add("own-too-many", ("section",), n=slots, most=MOST_SLOTS)
    numbers = sum(len(each.times) * len(each.variables) for each in sheet.sections)
    if numbers > MOST_DRAWN:
        top.faults.add("own-too-many", ("section",), n=numbers, most=MOST_DRAWN)
    counted = [*sheet.scores.values(), *(check.that for check in sheet.checks), *sheet.ties]
    fields = (field for _, field in sheet.fields.values() if field.equals)
    cost = sum(each.cost for each in counted)
    cost += sum(field.equals.cost * max(1, sheet.fields[field.id][0].rounds) for field in fields
                if field.equals)  # fmt: skip
    if cost * players > MOST_COST:
        top.faults.add("own-too-costly", ("score",), n=cost * players, most=MOST_COST)
