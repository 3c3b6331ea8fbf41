"""What the pages about own sheets say is what the program does."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.own_mutants import mutants, texts
from printkit.own.cut_words import cut_words
from rules.own.language import EACH, FUNCTIONS, SPECIAL
from rules.own.sheet import Kind
from templates.own import reading, sections
from templates.own.checking import checked
from templates.own.faults import SheetFaults
from templates.own.reading import read_sheet
from tests.schemas import misfits

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = re.findall(
    r'^```toml title="([^"]+)"\n(.*?)^```$',
    (DOCS / "your-own-sheet.md").read_text("utf-8"),
    re.M | re.S,
)
REFERENCE = (DOCS / "your-own-sheet-reference.md").read_text("utf-8")
SCHEMA = json.loads((DOCS / "your-own-sheet.schema.json").read_text("utf-8"))


@pytest.mark.parametrize(("name", "text"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_the_tutorials_files_are_right(name, text, tmp_path):
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = checked(tmp_path / name)
    assert cut_words(found.sheet, [layout for _, layout in found.layouts], None) == []


def test_the_schema_knows_the_same_keys():
    places = SCHEMA["properties"], SCHEMA["$defs"]["section"], SCHEMA["$defs"]["field"]
    assert set(places[0]) == set(reading._TOP)
    assert set(places[1]["properties"]) == set(sections._SECTION)
    assert set(places[2]["properties"]) == set(sections._FIELD)
    assert set(places[2]["properties"]["kind"]["enum"]) == {*Kind} - {"several"}


def test_the_schema_allows_whatever_is_right():
    right = 0
    for text in [*texts(), *(text for _, text in BLOCKS), *mutants(150, 9)]:
        with suppress(SheetFaults):
            read_sheet(text, "x.toml", lambda _: b"")
            assert misfits(tomllib.loads(text), SCHEMA, SCHEMA) == []
            right += 1
    assert right > 30


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("format = 1", "format = 2"),
        ("format = 1\n", ""),
        ("players = [2, 6]", "players = 12"),
        ("players = [2, 6]", "playrs = 4"),
        ('id = "evening"', 'id = "An evening"'),
        ("rounds = 8", "rounds = 61"),
        ("max = 13", 'max = "13"'),
        ('kind = "box"', 'kind = "tick"'),
        ('best_six = "best(6, points)"', "best_six = true"),
        ('say = "', 'tell = "'),
    ],
)
def test_the_schema_refuses_what_is_wrong(right, wrong):
    text = dict(BLOCKS)["boule.toml"]
    assert right in text and misfits(tomllib.loads(text), SCHEMA, SCHEMA) == []
    assert misfits(tomllib.loads(text.replace(right, wrong, 1)), SCHEMA, SCHEMA)


def test_the_reference_names_every_key_and_every_function():
    keys = {*reading._TOP, *sections._SECTION, *sections._FIELD} - {
        "$schema",
        "section",
        "score",
        "check",
    }
    assert [key for key in sorted(keys) if f"`{key}" not in REFERENCE] == []
    assert [name for name in (*FUNCTIONS, *SPECIAL, EACH) if f"{name}(" not in REFERENCE] == []
