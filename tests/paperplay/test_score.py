"""``paperplay score``: good boards are scored, bad ones named, whatever was typed."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from paperplay.board_files import LARGEST, parsed
from paperplay.cli import main
from practice.boards import solo_board, table_boards
from rules.daydream.board import RewardMark, blank
from rules.daydream.parse import board_from
from rules.daydream.problems import DaydreamCode
from rules.daydream.ranking import DoubtCode, rank
from rules.daydream.score import score_of
from rules.errors import HostError
from rules.problem import Problem
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from templates.wording import say, words
from tests.rules.notation import from_line, to_line

ID = r"\b[a-z][0-9]+\b"
SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
A = {"format": 1, "sheet": "daydream/A"}


@pytest.fixture
def score(capsys, monkeypatch, tmp_path):
    """Call the command with files, given as values or bytes, or with standard input."""

    def run(*boards, stdin=b"", options=()):
        names = []
        for number, content in enumerate(boards, 1):
            if isinstance(content, str):
                names.append(content)
                continue
            path = tmp_path / f"board{number}.json"
            text = content if isinstance(content, bytes) else json.dumps(content).encode()
            path.write_bytes(text)
            names.append(str(path))
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        status = main(["score", *names, *options])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


def test_a_board_is_scored_as_the_contract_says(score):
    sheet = load_sheet("A")
    thing = sheet.objects[0]
    board = A | {"solo": True, "objects": {thing.id: thing.segments}, "thorns": 2, "total": 1}
    status, (found,), err = score(board)
    assert (status, err) == (0, "")
    parts = {
        **{"objects": 1, "thorns": -1, "constellation": 0, "notes": 0},
        **{"polaroids": 0, "chain": 0, "frames": 0},
    }
    assert found["parts"] == found["by_rules"]["parts"] == parts
    assert (found["format"], found["sheet"], found["total"]) == (1, "daydream/A", 0)
    assert (found["by_rules"]["total"], found["written"], found["tie_break"]) == (0, 1, 0)
    assert found["solo"] == {"tier": 1, "name": "Restless Sleep"}
    assert list(found["rows"]) == [row.id for row in sheet.rows]
    assert [(each["element"], each["code"]) for each in found["problems"]] == [
        ("objects", "too-many-lines"),
        ("total", "total"),
    ]
    assert all(set(each) == {"element", "code", "message"} for each in found["problems"])


def test_a_file_may_hold_a_board_per_line(score, tmp_path):
    own = Path(__file__).parents[2] / "samples" / "boards" / "EDF-table.jsonl"
    status, found, err = score(str(own))
    assert (status, len(found), err) == (0, len(own.read_text().splitlines()), "")
    lines = tmp_path / "some.JSONL"
    lines.write_text(f"{json.dumps(A)}\n\n{{\n{json.dumps(A)}\n", encoding="utf-8")
    status, found, err = score(str(lines))
    assert (status, len(found)) == (2, 2)
    assert err.startswith(f"paperplay: {lines}, line 3: ")
    status, found, err = score(str(tmp_path / "none.jsonl"), str(tmp_path / "a\0.jsonl"))
    assert (status, found, len(err.splitlines())) == (2, [], 2)


def test_words_come_in_the_language_asked_for(score):
    board = A | {"solo": True, "total": 3}
    _, (found,), _ = score(board, options=("--lang", "de"))
    assert found["solo"]["name"] == "Unruhiger Schlaf"
    assert found["problems"][0]["message"] == "Als Summe steht 3 da, es sind aber 0."
    _, _, err = score(A | {"clouds": {"c1": 10}}, options=("--lang", "fr"))
    assert "clouds.c1" in err
    assert "nombre entier" in err


@pytest.mark.parametrize("name", SHEETS)
def test_boards_from_played_games_have_no_problems(name):
    sheet = load_sheet(name)
    for seed in range(3):
        boards = [solo_board(sheet, policy, f"{seed}") for policy in ("careless", "careful")]
        boards += table_boards(sheet, ["careful", "careless", "careful"], f"{seed}", turns=12)
        for data in boards:
            board = board_from(data, sheet)
            score = score_of(board, sheet)
            assert score.problems == ()
            assert score.parts == score.by_rules
            assert from_line(to_line(board, sheet), sheet) == board


def test_a_played_table_contradicts_itself_in_nothing():
    sheet = load_sheet("EDF")
    for seed in range(6):
        table = table_boards(sheet, ["careful", "careless", "careful"], f"{seed}")
        ranking = rank([board_from(data, sheet) for data in table], sheet)
        assert [each for each in ranking.doubts if each.weight == "wrong"] == []


@pytest.mark.parametrize(
    "board",
    [
        {
            **{
                "format": 1,
                "sheet": "Dreams/Score",
                "players": ["Andrea", "Peter", "Jörg", "Nina"],
            },
            "rounds": [{"vision": 3, "mortal": 3, "votes": {"1": 2, "2": 1, "3": 2, "4": 1}}],
            "totals": {"1": 9},
        },
        {
            **{
                "format": 1,
                "sheet": "when-i-dream/score",
                "players": ["Lisa", "Eva", "Tom", "Anna"],
            },
            "rounds": [{"dreamer": 3, "yellow": 3, "blue": 2}],
            "totals": {"1": 9},
        },
    ],
    ids=["dreams", "when-i-dream"],
)
def test_the_other_games_are_scored_too(score, board):
    status, (found,), err = score(board)
    assert (status, err) == (0, "")
    assert found["sheet"] == board["sheet"].lower()
    assert "total.1" in [each["element"] for each in found["problems"]]
    assert all(each["message"] for each in found["problems"])


REFUSED = [
    (b"", "JSON"),
    (b"{", "line 1, column 2"),
    (b'{"format": 1,\n "sheet": }', "line 2"),
    (b"[" * 100_000, "deep"),
    (b'{"a":' * 100_000, "deep"),
    (b"\xff\xfe{\x00}\x00", "UTF-8"),
    (b"{}" + b" " * LARGEST, "1 MB"),
    (b'{"format": 1, "format": 1}', "format: this name stands twice"),
    (b"3", "board: 3 does not fit"),
    ([A], "board"),
    (b"NaN", "board: NaN"),
    ({}, "format: null"),
    ({"format": 2, "sheet": "A"}, "format 2"),
    ({"format": 1}, "sheet: null"),
    ({"format": 1, "shet": "A"}, "Did you mean sheet?"),
    ({"format": 1, "seed": 0, "clouds": {"c1": 3}}, "sheet: null"),
    ({"format": 1, "sheet": "daydream/BCA"}, "sheet “daydream/BCA”"),
    ({"format": 1, "sheet": "daydraem/A"}, "Did you mean daydream/A?"),
    ({"format": 1, "sheet": 7}, "sheet: 7"),
    ({"format": 1, "sheet": "\x1b[31m"}, "\\x1b[31m"),
    (A | {"seed": 1_000_000}, "seed: 1000000"),
    (A | {"cluods": {}}, "Did you mean clouds?"),
    (A | {"clouds": {"c999": 1}}, "clouds.c999"),
    (A | {"notes": {"n1": 1}}, 'notes.n1: there is no "n1" on this sheet. This sheet has nothing'),
    ({"format": 1, "sheet": "own/tricks", "version": "3"}, "version: of the sheet “own/tricks”"),
    (A | {"constellation": {"lines": 2}}, "constellation"),
    (A | {"thorns": True}, "thorns: true"),
    (b'{"format": 1, "sheet": "A", "thorns": NaN}', "thorns: NaN"),
    (b'{"format": 1, "sheet": "A", "total": -Infinity}', "total: -Infinity"),
    (b'{"format": 1, "sheet": "A", "total": 1e999}', "total: Infinity"),
    (b'{"format": 1, "sheet": "A", "total": ' + b"9" * 9000 + b"}", "total: 1e400"),
    (A | {"clouds": {"c1": 3.0}}, "clouds.c1: 3.0"),
    (A | {"rows": {"r1": "dots"}}, "Did you mean dot?"),
    (A | {"name": "a\nb"}, "name"),
    (b'{"format": 1, "sheet": "A", "name": "\\ud800"}', "name"),
    ({"format": 1, "sheet": "dreams/score", "players": ["A"]}, "players"),
]


@pytest.mark.parametrize(("bad", "named"), REFUSED, ids=lambda given: "")
def test_a_bad_board_is_named_and_the_others_are_scored(score, bad, named):
    status, scored, err = score(A, bad, A | {"solo": True})
    assert status == 2
    assert [each["solo"] is None for each in scored] == [True, False]
    assert err.count("\n") == 1
    assert "board2.json" in err
    assert named in err
    assert "Traceback" not in err


def test_files_that_are_not_there(score, tmp_path):
    status, scored, err = score(A, str(tmp_path / "bord1.json"), str(tmp_path))
    missing, folder = err.splitlines()
    assert (status, len(scored)) == (2, 1)
    assert "bord1.json: There is no such file. Did you mean" in missing
    assert "board1.json?" in missing
    assert f"{tmp_path}: This is a folder." in folder


def test_a_name_that_no_file_can_have(score):
    for name in ("a\0b.json", "x" * 5000):
        status, scored, err = score(name)
        assert (status, scored) == (2, [])
        assert "\0" not in err


def test_standard_input_holds_a_board_a_line(score):
    lines = [json.dumps(A), "", "{", json.dumps(A | {"total": "x"}), "  ", json.dumps(A)]
    status, scored, err = score("-", stdin="\r\n".join(lines).encode())
    assert (status, len(scored)) == (2, 2)
    broken, wrong = err.splitlines()
    assert "standard input, line 3" in broken
    assert "standard input, line 4: total" in wrong


def test_a_line_without_end_spoils_only_itself(score):
    text = json.dumps(A).encode()
    status, scored, err = score("-", stdin=text + b"\n" + b"9" * (3 * LARGEST) + b"\n" + text)
    assert (status, len(scored)) == (2, 2)
    assert "line 2" in err


def test_nothing_on_standard_input_is_nothing_to_score(score):
    assert score("-", stdin=b"") == (0, [], "")


def test_a_byte_order_mark_is_no_mistake(score):
    text = json.dumps(A).encode()
    assert score(b"\xef\xbb\xbf" + text)[0] == 0
    assert score("-", stdin=b"\xef\xbb\xbf" + text)[0] == 0


def test_without_a_board_the_call_is_wrong(score):
    status, scored, err = score()
    assert (status, scored) == (2, [])
    assert err


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(text):
    try:
        parsed(text)
    except HostError as error:
        assert error.code in ("board-not-text", "broken-json", "duplicate-key", "deep-json")


PROBLEM_WORDS = [key for key in words("problems") if not key.startswith("problems.place.")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_words_for_every_problem(lang):
    """Break boards of every sheet in every way and read what is said."""
    said = set()
    for problem, name in broken_in_every_way():
        reason = problem.facts["reason"]
        said.add(f"problems.{problem.code}" + (f".{reason}" if reason else ""))
        text = JUDGE.problem_text(problem, f"daydream/{name}", 0, lang)
        assert "{" not in text
        assert not re.search(ID, text), text
    assert said == {key for key in PROBLEM_WORDS if not key.startswith("problems.ranking.")}
    assert {key.split(".")[1] for key in said} == {code.value for code in DaydreamCode}


def broken_in_every_way() -> list[tuple[Problem, str]]:
    found: list[tuple[Problem, str]] = []
    for name in SHEETS:
        sheet = load_sheet(name)
        played = board_from(solo_board(sheet, "careful", "1"), sheet)
        ones = "1" * len(sheet.clouds)
        scrawled = scrawl(played, sheet)
        boards = [
            replace(played, rows=blank(sheet).rows, total=99),
            from_line(f"{name}#0 clouds={ones} rows={'.' * len(sheet.rows)}", sheet),
            from_line(f"{name}#0 clouds={ones} total=99", sheet),
            scrawled,
            replace(scrawled, objects=blank(sheet).objects | {sheet.objects[1].id: 1}),
            *starry(played, sheet),
            *leafy(sheet),
        ]
        found += [(each, name) for board in boards for each in score_of(board, sheet).problems]
    return found


def leafy(sheet):
    """Write nines without a leaf, gain leaves without a thorn, or both; begin with the twos."""
    name, of = sheet.id.rpartition("/")[2], len(sheet.leaves)
    nines, gained = f"clouds={'9' * len(sheet.clouds)}", f"leaves={'o' * of}"
    twos = ",".join("-o" for _ in sheet.frames)
    for parts in (nines, gained, f"{nines} {gained} frames={twos}"):
        yield from_line(f"{name}#0 solo {parts}", sheet)


def starry(played, sheet):
    """Forget the circles of a played constellation, and circle what was not reached instead."""
    if not sheet.stars:
        return
    for circled in ([], [sheet.stars[-1]]):
        data = played.as_json()
        data["constellation"] = {"lines": len(sheet.constellation) - 2, "circled": circled}
        yield board_from(data, sheet)


def scrawl(played, sheet):
    """Spoil a played board: wrong symbols, gaps, circles and lines that nobody earned."""
    data = played.as_json()
    turned = {None: "sun", "dot": "sun", "sun": "dot", "crossed": None}
    data["rows"] = {id_: turned[mark] for id_, mark in data["rows"].items()}
    for id_ in list(data["clouds"])[3::7]:
        data["clouds"][id_] = None
    data["objects"] = {thing.id: thing.segments for thing in sheet.objects}
    data["bonuses"] = dict.fromkeys(sheet.bonus_ids, "both")
    data["notes"] = {note.id: note.heads for note in sheet.notes}
    data["polaroids"] = {
        each.id: {"value": (None, 9, 3)[place % 3]} for place, each in enumerate(sheet.polaroids)
    }
    data["chain"] = {
        moon.id: {"value": (4, None, 4, 4, 5)[place % 5], "linked": place % 5 == 4}
        for place, moon in enumerate(sheet.chain)
    }
    data["frames"] = {each.id: {"5": "circled", "2": "circled"} for each in sheet.frames}
    if sheet.stars:
        data["constellation"] = {"lines": 0, "circled": [sheet.stars[-1]]}
    return board_from(data | {"solo": False, "thorns": 3, "total": 99}, sheet)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_words_for_every_doubt(lang):
    sheet = load_sheet("EDF")
    full = from_line(f"EDF#0 clouds={'1' * len(sheet.clouds)}", sheet)
    five, two = (
        {each.id: {5: None, 2: None, value: RewardMark.CIRCLED} for each in sheet.frames}
        for value in (5, 2)
    )
    tables = [
        [
            replace(full, frames=five),
            replace(full, frames=five),
            replace(blank(sheet), frames=five),
        ],
        [replace(full, frames=two), full, replace(full, solo=True)],
    ]
    doubts = [doubt for table in tables for doubt in rank(table, sheet).doubts]
    assert {doubt.code for doubt in doubts} == set(DoubtCode)
    assert all(
        "{" not in say(f"problems.ranking.{doubt.code}", lang, **doubt.facts) for doubt in doubts
    )
