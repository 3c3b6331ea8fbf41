"""Boards of score sheets on one line, so that a case of a test is one, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from rules import dreams, values, when_i_dream
from rules.dreams import DreamsBoard, Verdict
from rules.score_sheet import by_number
from rules.when_i_dream import Night, Role, WhenIDreamBoard


def dreams_line(board: DreamsBoard) -> str:
    """Write a board as one line, such as ``dreams/score A,B,C,D | 3:3 2 1 2 1 | = 0 0 3 1``.

    A round is the vision, the mortal and each player's vote. ``=`` begins the totals.
    """
    parts = [f"{dreams.SHEET} {line_of_names(board.players)}"]
    parts += map(_verdict_line, board.rounds)
    if any(total is not None for total in board.totals):
        parts.append(f"= {words_of(board.totals)}")
    return " | ".join(parts)


def dreams_from(line: str) -> DreamsBoard:
    """Read what ``dreams_line`` wrote.

    Raises:
        HostError: ``bad-value`` or ``unknown-id``, naming the field as in JSON.
    """
    names, sections = split_line(line, dreams.SHEET)
    rounds: list[object] = []
    data: dict[str, object] = {
        "format": 1,
        "sheet": dreams.SHEET,
        "players": names,
        "rounds": rounds,
    }
    for words in sections:
        if words[:1] == ["="]:
            data["totals"] = for_players(words[1:], len(names), "totals")
        else:
            rounds.append(_verdict_of_line(words, values.child("rounds", len(rounds)), len(names)))
    return dreams.board_from(data)


def when_i_dream_line(board: WhenIDreamBoard) -> str:
    """Write a board as one line, such as ``when-i-dream/score A,B,C,D | 3 3:2+ fs-n``.

    A round is the dreamer, yellow and blue cards, ``+`` if all was recalled, and each
    player's role by its first letter. ``!`` begins the penalties, ``=`` the totals.
    """
    parts = [f"{when_i_dream.SHEET} {line_of_names(board.players)}"]
    parts += map(_night_line, board.rounds)
    if any(board.penalties):
        parts.append(f"! {words_of(board.penalties)}")
    if any(total is not None for total in board.totals):
        parts.append(f"= {words_of(board.totals)}")
    return " | ".join(parts)


def when_i_dream_from(line: str) -> WhenIDreamBoard:
    """Read what ``when_i_dream_line`` wrote.

    Raises:
        HostError: ``bad-value`` or ``unknown-id``, naming the field as in JSON.
    """
    names, sections = split_line(line, when_i_dream.SHEET)
    rounds: list[object] = []
    data: dict[str, object] = {
        "format": 1,
        "sheet": when_i_dream.SHEET,
        "players": names,
        "rounds": rounds,
    }
    for words in sections:
        if words[:1] == ["!"]:
            data["penalties"] = for_players(words[1:], len(names), "penalties")
        elif words[:1] == ["="]:
            data["totals"] = for_players(words[1:], len(names), "totals")
        else:
            rounds.append(_night_of_line(words, values.child("rounds", len(rounds)), len(names)))
    return when_i_dream.board_from(data)


def _verdict_line(one: Verdict) -> str:
    if one.is_empty:
        return "-"
    head = f"{word_of(one.vision)}:{word_of(one.mortal)}"
    return f"{head} {words_of(one.votes)}"


def _verdict_of_line(words: list[str], field: str, players: int) -> object:
    if words == ["-"]:
        return {}
    if not words or words[0].count(":") != 1:
        raise values.bad_value(" ".join(words), field, "text")
    vision, mortal = words[0].split(":")
    return {
        "vision": number_of(vision),
        "mortal": number_of(mortal),
        "votes": for_players(words[1:], players, values.child(field, "votes")),
    }


def _night_line(one: Night) -> str:
    if one.is_empty:
        return "-"
    cards = f"{word_of(one.yellow)}:{word_of(one.blue)}"
    roles = "".join(role[0] if role else "-" for role in one.roles)
    return f"{word_of(one.dreamer)} {cards}{'+' * one.recalled} {roles}"


def _night_of_line(words: list[str], field: str, players: int) -> object:
    if words == ["-"]:
        return {}
    if len(words) != 3 or words[1].count(":") != 1:
        raise values.bad_value(" ".join(words), field, "text")
    dreamer, cards, letters = words
    yellow, blue = cards.removesuffix("+").split(":")
    names: dict[str, object] = {role[0]: role for role in Role} | {"-": None}
    if len(letters) != players:
        roles = values.child(field, "roles")
        raise values.bad_value(letters, roles, "list", low=players, high=players)
    return {
        "dreamer": number_of(dreamer),
        "yellow": number_of(yellow),
        "blue": number_of(blue),
        "recalled": cards.endswith("+"),
        "roles": by_number([names.get(letter, letter) for letter in letters]),
    }


def line_of_names(players: Sequence[str]) -> str:
    """Write names with commas between them, anything that could mislead as ``%20``."""
    return ",".join(re.sub(r"[\s%,|]", lambda odd: quote(odd[0], safe=""), p) for p in players)


def names_of_line(text: str) -> list[str]:
    """Read the names of a line again."""
    return [unquote(name) for name in text.split(",")]


def split_line(line: str, sheet: str) -> tuple[list[str], list[list[str]]]:
    """Take a board's line apart into names and the words of each section.

    Raises:
        HostError: It does not begin with the name of this sheet.
    """
    head, *sections = line.strip().split("|")
    name, _, names = head.strip().partition(" ")
    values.choice(name.casefold(), "sheet", (sheet,))
    return names_of_line(names.strip()), [section.split() for section in sections]


def for_players(words: Sequence[str], players: int, field: str) -> dict[str, object]:
    """Read one word for each player of a line; ``-`` is nothing."""
    if len(words) != players:
        raise values.bad_value(" ".join(words), field, "list", low=players, high=players)
    return by_number([number_of(word) for word in words])


def number_of(word: str) -> object:
    """Read a number of a line; ``-`` is null, and anything else is left to be refused."""
    if word == "-":
        return None
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word


def word_of(value: int | None) -> str:
    """Write a number for a line."""
    return "-" if value is None else str(value)


def words_of(each: Sequence[int | None]) -> str:
    """Write a number for each player for a line."""
    return " ".join(map(word_of, each))


def board_of_line(line: str) -> DreamsBoard | WhenIDreamBoard:
    """Read a board of either game."""
    return dreams_from(line) if line.startswith(dreams.SHEET) else when_i_dream_from(line)
