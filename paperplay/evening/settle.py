"""Put a person's answer about a doubtful element into a scan, and score it anew."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from rules.errors import HostError
from templates.load import is_daydream
from templates.scores import score_json
from templates.wording import LANGUAGES, words

Value = int | str | bool | None
Json = dict[str, Any]

_LISTS = {"c": "clouds", "r": "rows", "o": "objects", "b": "bonuses", "l": "leaves", "n": "notes"}
_INNER = {"p": "polaroids", "m": "chain", "f": "frames"}
_ROUNDS: Mapping[str, Json] = {
    "dreams/score": {"vision": None, "mortal": None, "votes": {}},
    "when-i-dream/score": {
        **{"dreamer": None, "yellow": None, "blue": None},
        **{"recalled": False, "roles": {}},
    },
}
_DREAMER = "dreamer"
_ROLES = (_DREAMER, "fairy", "nightmare", "sandman")
_PREFIX = "scan.value."


def settled(scan: Mapping[str, Any], element: str, value: Value, lang: str) -> Json:
    """Give the scan as it is once somebody has said what an element shows.

    Raises:
        HostError: The element cannot show this.
    """
    (item,) = [each for each in scan["review"] if each["element"] == element]
    board = copy.deepcopy(dict(scan["board"]))
    _set(board, element, value, item["guess"])
    review = [each for each in scan["review"] if each["element"] != element]
    done = {
        **scan,
        "status": "review" if review else "ok",
        "board": board,
        "score": scored(board, scan.get("sheet_code"), lang),
        "confidence": {**scan["confidence"], element: 1.0},
        "review": review,
    }
    if "exercise" in scan:
        from paperplay.classroom.exercise_marks import marked_again

        done["exercise"] = marked_again(done, lang)
    return done


def value_of(text: str, guess: Value) -> Value:
    """Understand an answer: nothing for the guess, a number, or a word of any language.

    Raises:
        HostError: ``review-answer``, if it is none of these.
    """
    told = text.strip().casefold()
    if not told:
        return guess
    if told.lstrip("-").isdecimal() and len(told) < 6:
        return int(told)
    known = _vocabulary()
    if told not in known:
        raise HostError("review-answer", answer=text.strip()[:40])
    return known[told]


def _vocabulary() -> dict[str, Value]:
    """List the words for all marks, their names in the JSON among them."""
    meant: dict[str, Value] = {"nothing": None, "yes": True, "no": False}
    known: dict[str, Value] = {"-": None}
    for role in _ROLES:
        text = words("score_sheets")[f"score_sheets.marks.{role}.name"]
        known |= {role: role, **{text[lang].casefold(): role for lang in LANGUAGES}}
    for key, text in words("scan").items():
        if key.startswith(_PREFIX):
            name = key.removeprefix(_PREFIX)
            value = meant.get(name, name)
            known[name] = value
            known |= {text[lang].casefold(): value for lang in LANGUAGES}
    return known


def scored(board: Json, printed: str | None, lang: str) -> Mapping[str, Any]:
    """Score a scan's board as the scanner does; ``printed`` is the scan's ``sheet_code``."""
    from templates.sheet_code import read_printed

    code = read_printed(printed) if printed else None
    if code is None or (is_daydream(board["sheet"]) and code.exercise is None):
        return score_json(board, lang)
    # A page of a game is judged as the scanner does it: without the rounds before it; and of a
    # sheet with a task only the rows count.
    from scanner.blank import layout_of
    from scanner.games import reader_for

    return reader_for(code).score(board, layout_of(code), lang)


def _set(board: Json, element: str, value: Value, guess: Value) -> None:
    head, _, rest = element.partition(".")
    try:
        if not is_daydream(board["sheet"]):
            _set_on_score_sheet(board, head, rest, value, guess)
        elif element in ("solo", "thorns", "total"):
            board[element] = value
        elif element == "constellation.lines":
            board["constellation"]["lines"] = value
        elif head[0] == "s":
            _set_star(board["constellation"], head, bool(value))
        elif head[0] in _INNER:
            board[_INNER[head[0]]][head][rest] = value
        else:
            board[_LISTS[head[0]]][head] = value
    except (KeyError, IndexError, TypeError, ValueError):
        raise HostError("review-element", element=element) from None


def _set_star(sky: Json, star: str, circled: bool) -> None:
    stars = {*sky["circled"], star} if circled else {*sky["circled"]} - {star}
    sky["circled"] = sorted(stars, key=lambda name: int(name[1:]))


def _set_on_score_sheet(board: Json, head: str, rest: str, value: Value, guess: Value) -> None:
    if head == "total":
        _put(board.setdefault("totals", {}), rest, value)
    elif head == "penalty":
        player = rest.partition(".")[0]
        cards = board.setdefault("penalties", {})
        cards[player] = cards.get(player, 0) + bool(value) - bool(guess)
    else:
        one = _round(board, int(head[1:]))
        name, _, player = rest.partition(".")
        if name == "role" and value == _DREAMER:
            # The dreamer is no role of the board, but stands among them on the paper.
            one["dreamer"], value = int(player), None
        if player:
            _put(one[{"vote": "votes", "role": "roles"}[name]], player, value)
        else:
            one[name] = value


def _round(board: Json, number: int) -> Json:
    """Find a round; those that a pen had not touched so far are left out of a board."""
    rounds: list[Json] = board["rounds"]
    while len(rounds) < number:
        rounds.append(copy.deepcopy(_ROUNDS[board["sheet"]]))
    return rounds[number - 1]


def _put(by_player: Json, player: str, value: Value) -> None:
    if value is None:
        by_player.pop(player, None)
    else:
        by_player[player] = value
