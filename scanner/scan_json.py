"""A scan as scripts see it: the one place where it becomes JSON, and is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import fields as dataclass_fields
from math import prod
from typing import Any

from rules import values
from rules.errors import HostError
from scanner.board.told import taught_json
from scanner.check_page import check_json
from scanner.doubt_words import missing_text, why_asked
from scanner.missing import PLACES, Missing, missing_of
from scanner.quality import PhotoQuality
from scanner.scan import DicePar, Doubt, Scan
from templates.games import game_of, sheet_name
from templates.languages import DEFAULT_LANGUAGE
from templates.load import code_for
from templates.sheet_code import SheetCode, read_printed
from templates.wording import sentence

FORMAT = 1


def scan_json(scan: Scan, lang: str) -> dict[str, Any]:
    """Give a scan as scripts see it, with sentences in a language."""
    shared = {"format": FORMAT, "file": scan.file, "page": scan.page, "status": scan.status}
    place: dict[str, Any] = {"index": scan.index, "seconds": round(scan.seconds, 3)}
    if scan.at is not None:
        place["at"] = round(scan.at, 2)
    if scan.failure is not None:
        facts = {name: _plain(fact) for name, fact in scan.failure.facts.items()}
        reason = sentence(scan.failure, lang)
        return {**shared, "reason": reason, "code": scan.failure.code, "facts": facts, **place}
    tasks = scan.game.tasks if scan.has_task else None
    return {
        **shared,
        "board": scan.board.as_json(),
        "score": scan.game.judge.score_json(scan.score, lang),
        "confidence": {element: round(sure, 4) for element, sure in scan.confidence.items()},
        "risk": round(scan.risk, 6),
        "review": [_doubt_json(doubt, scan, lang) for doubt in scan.doubts],
        "unseen": scan.unseen,
        "missing": [_missing_json(missing, scan, lang) for missing in missing_of(scan)],
        "copy": scan.code.copy,
        "sheet_code": scan.code.printed,
        **taught_json(scan.code, lang),
        **({"photo": _photo_json(scan.photo)} if scan.photo else {}),
        **({"check": check_json(scan, lang)} if scan.is_check else {}),
        **(
            {"exercise": tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)}
            if tasks
            else {}
        ),
        **({"par": asdict(scan.par)} if scan.par else {}),
        **({"joined": list(scan.joined)} if scan.joined else {}),
        **place,
    }


def scan_from(data: object) -> Scan:
    """Read what ``scan_json`` wrote, or what somebody made of it; scores are counted anew.

    Raises:
        HostError: It is no scan; the facts name the field.
    """
    fields = values.mapping(data, "")
    values.format_number(fields.get("format"), FORMAT)
    place: dict[str, Any] = {
        "file": values.text(fields.get("file"), "file", longest=1000),
        "page": values.integer(fields.get("page", 1), "page", 1, 100_000),
        "index": values.integer(fields.get("index", 1), "index", 1, 100_000),
        "seconds": _number(fields.get("seconds", 0.0), "seconds"),
        "at": None if fields.get("at") is None else _number(fields["at"], "at"),
    }
    if fields.get("status") == "unreadable":
        return Scan(**place, failure=_failure(fields.get("code"), fields.get("facts")))
    board = values.mapping(fields.get("board"), "board")
    code = _code(fields.get("sheet_code"), board)
    known = game_of(code.sheet).judge.board_from(board)
    doubts = values.listing(fields.get("review"), "review", 0, 10_000)
    known_doubts = tuple(_doubt(each, n) for n, each in enumerate(doubts))
    sure = values.mapping(fields.get("confidence"), "confidence")
    return Scan(
        **place,
        paper=code,
        ink=known,
        confidence={element: _number(each, "confidence") for element, each in sure.items()},
        doubts=known_doubts,
        rest=_rest(_chance(fields.get("risk", 0.0), "risk"), known_doubts),
        photo=_photo(fields.get("photo")),
        par=_par(fields.get("par")),
        joined=tuple(
            values.text(each, "joined", longest=1000)
            for each in values.listing(fields.get("joined") or (), "joined", 0, 1000)
        ),
    )


def _doubt_json(doubt: Doubt, scan: Scan, lang: str) -> dict[str, Any]:
    why = why_asked(doubt, scan, lang)
    return {
        "element": doubt.element,
        "guess": doubt.guess,
        "or": doubt.other,
        "why": why,
        "why_code": None if why == doubt.why else doubt.why,
        "likely": list(doubt.likely),
        "risk": round(doubt.stake, 6),
        **({"where": doubt.where} if doubt.where else {}),
        **({"shape": doubt.shape} if doubt.shape else {}),
    }


def _missing_json(missing: Missing, scan: Scan, lang: str) -> dict[str, Any]:
    message = missing_text(missing, scan, lang)
    return {"where": missing.where, "elements": list(missing.elements), "message": message}


def _doubt(data: object, number: int) -> Doubt:
    item = values.mapping(data, values.child("review", number))
    likely = values.listing(item.get("likely") or (), "likely", 0, 100)
    return Doubt(
        values.text(item.get("element"), "element"),
        _value(item.get("guess")),
        _value(item.get("or")),
        values.text(item.get("why_code") or item.get("why") or "", "why", longest=1000),
        tuple(_value(each) for each in likely),
        _chance(item.get("risk", 0.0), "risk"),
        values.choice(item.get("where", ""), "where", ("", *PLACES)),
        values.text(item.get("shape") or "", "shape", longest=1000),
    )


def _rest(risk: float, doubts: Sequence[Doubt]) -> float:
    """Say how much of a sheet's risk lies in what is not in doubt."""
    fine = prod(1 - doubt.stake for doubt in doubts)
    return max(0.0, 1 - (1 - risk) / fine) if fine else 0.0


def _value(value: object) -> int | str | bool | None:
    if value is None or isinstance(value, bool | int):
        return value
    return values.text(value, "value")


def _code(printed: object, board: Any) -> SheetCode:
    """Read the code; a scan of other origin may have none, so the board has to tell."""
    if printed is not None:
        code = read_printed(values.text(printed, "sheet_code"))
        values.choice(board.get("sheet"), "board.sheet", (code.sheet,))
        return code
    sheet, seed, players = board.get("sheet"), board.get("seed") or 0, board.get("players")
    count = len(players) if isinstance(players, list) else None
    return code_for(sheet_name(values.text(sheet, "board.sheet")), seed=seed, players=count)


def _failure(code: object, facts: object) -> HostError:
    told = HostError(values.text(code, "code"), **values.mapping(facts or {}, "facts"))
    try:
        sentence(told, DEFAULT_LANGUAGE)
    except (KeyError, IndexError, ValueError):
        raise values.bad_value(code, "code", "choice") from None
    return told


def _photo_json(photo: PhotoQuality) -> dict[str, float]:
    return {name: round(figure, 3) for name, figure in asdict(photo).items()}


def _photo(data: object) -> PhotoQuality | None:
    if data is None:
        return None
    names = [field.name for field in dataclass_fields(PhotoQuality)]
    told = values.mapping(data, "photo")
    return PhotoQuality(
        **{name: _number(told.get(name), values.child("photo", name)) for name in names}
    )


def _par(data: object) -> DicePar | None:
    if data is None:
        return None
    par = values.mapping(data, "par", ("dice", "total", "optimal"))
    return DicePar(
        values.text(par.get("dice"), "par.dice"),
        values.integer(par.get("total"), "par.total", -999, 9999),
        values.boolean(par.get("optimal"), "par.optimal"),
    )


def _number(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise values.bad_value(value, field, "number")
    return float(value)


def _chance(value: object, field: str) -> float:
    chance = _number(value, field)
    if chance > 1:
        raise values.bad_value(value, field, "number")
    return chance


def _plain(fact: object) -> object:
    """Make a fact of an error something that JSON can hold."""
    if isinstance(fact, list | tuple | set | frozenset):
        return [str(each) for each in fact]
    return fact if isinstance(fact, str | int | float | bool) or fact is None else str(fact)
