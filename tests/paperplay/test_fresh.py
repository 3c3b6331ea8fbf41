"""`paperplay fresh` and the check before an unchecked sheet is printed."""

import json

import pytest
from PIL import Image

from paperplay import fair_seeds, remembered
from paperplay.cli import main
from rules.daydream import fairness, par
from rules.daydream.fairness import Fairness, fairness_of
from rules.errors import HostError
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from templates.wording import sentence

FAIR = Fairness(100, 10.0, (0.0, 0.2, 0.7, 0.1), 0.9)
TOO_HARD = Fairness(100, 7.0, (0.2, 0.7, 0.1, 0.0), 1.0)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place of its own for what is remembered."""
    monkeypatch.setattr(remembered, "data_folder", lambda: tmp_path / "data")
    return tmp_path


@pytest.fixture
def odd_seeds_are_fair(folder, monkeypatch):
    """Let every second sheet be fair, and note which ones are judged."""
    asked = []

    def judge(sheet):
        asked.append(sheet.seed)
        return FAIR if sheet.seed % 2 or sheet.seed == 0 else TOO_HARD

    monkeypatch.setattr(fair_seeds, "fairness_of", judge)
    return asked


@pytest.mark.parametrize(
    ("tiers", "careless", "fair"),
    [
        ((0.0, 0.2, 0.7, 0.1), 0.9, True),
        ((0.0, 0.2, 0.78, 0.02), 0.9, False),  # the top is out of reach
        ((0.0, 0.1, 0.69, 0.21), 0.9, False),  # the top is too near
        ((0.15, 0.1, 0.65, 0.1), 0.9, False),  # too many end at the bottom
        ((0.0, 0.2, 0.7, 0.1), 0.5, False),  # care makes no difference
    ],
)
def test_fair_means_within_the_bounds(tiers, careless, fair):
    assert Fairness(100, 10.0, tiers, careless).fair is fair


FAIR_SEEDS = {"A": 1, "D": 1, "BC": 1, "EF": 1, "AD": 1, "DA": 2, "BAC": 3, "EDF": 1}
"""The first fair sheet of each combination."""


@pytest.mark.parametrize(("sheet", "seed"), FAIR_SEEDS.items())
def test_a_fair_sheet_of_every_combination(sheet, seed):
    assert fairness_of(load_sheet(sheet, seed=seed)).fair


def test_a_sheet_that_plays_too_hard_is_passed_over(folder):
    assert next(fair_seeds.fair_from("daydream/BAC", 1))[0] == FAIR_SEEDS["BAC"]
    assert not fair_seeds.judged("daydream/BAC", 1).fair


def test_seeds_are_proposed_with_how_hard_they_play(odd_seeds_are_fair, capsys):
    assert main(["fresh", "a", "--count", "2", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert "0 (drawn by hand): 10.0 points on average, tiers 1 to 4: 0% / 20% / 70% / 10%" in out
    assert "  3 (Airship 3708): 10.0 points" in out and "  5 (" in out and "  4 (" not in out
    assert out.count("○") == 2 * 22


def test_the_same_for_a_program(odd_seeds_are_fair, capsys):
    assert main(["fresh", "EDF", "--count", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sheet"] == "daydream/EDF"
    assert [one["seed"] for one in data["seeds"]] == [1, 3]
    assert data["seeds"][0]["tiers"] == [0.0, 0.2, 0.7, 0.1]


def test_pictures_are_written_into_a_folder_that_is_made(odd_seeds_are_fair, folder, capsys):
    call = ["fresh", "BC", "--count", "1", "--out", str(folder / "new" / "pictures")]
    assert main(call) == 0
    with Image.open(folder / "new" / "pictures" / "BC-1.png") as picture:
        assert picture.width > picture.height > 600
    assert main(call) == 2
    assert main([*call, "--force"]) == 0


def test_a_file_is_no_folder_for_pictures(folder, capsys):
    (folder / "pictures").write_text("")
    assert main(["fresh", "BC", "--out", str(folder / "pictures"), "--lang", "en"]) == 2
    assert "is not a folder that can be written to" in capsys.readouterr().err


def test_what_was_judged_is_remembered(odd_seeds_are_fair, folder):
    for _ in range(2):
        assert fair_seeds.next_fair("daydream/A", 1) == 3
    assert odd_seeds_are_fair == [2, 3]
    (folder / "data" / fair_seeds.FILE).write_text("{spoilt")
    assert fair_seeds.next_fair("daydream/A", 1) == 3
    assert odd_seeds_are_fair == [2, 3, 2, 3]


def test_a_folder_that_cannot_be_written_to_does_no_harm(odd_seeds_are_fair, folder):
    (folder / "data").write_text("a file where the folder should be")
    assert fair_seeds.judged("daydream/A", 3).fair


def test_the_search_ends_where_nothing_is_fair(folder, monkeypatch, capsys):
    monkeypatch.setattr(fair_seeds, "fairness_of", lambda sheet: TOO_HARD)
    assert main(["fresh", "A", "--count", "1"]) == 1
    assert "no more fair sheets" in capsys.readouterr().err


@pytest.mark.parametrize(("seed", "said"), [("2", "--seed 3 is fair."), ("3", "")])
def test_print_says_so_if_a_sheet_is_not_fair(odd_seeds_are_fair, folder, capsys, seed, said):
    out = folder / "sheet.pdf"
    assert main(["print", "A", "--seed", seed, "--out", str(out)]) == 0
    assert said in capsys.readouterr().err
    assert out.read_bytes().startswith(b"%PDF")


def test_a_pdf_on_standard_output_is_not_disturbed(odd_seeds_are_fair, capfdbinary):
    assert main(["print", "A", "--seed", "2", "--out", "-"]) == 0
    caught = capfdbinary.readouterr()
    assert caught.out.startswith(b"%PDF") and caught.out.rstrip().endswith(b"%%EOF")
    assert b"--seed 3 is fair." in caught.err


def test_a_whole_game_is_checked_sheet_by_sheet(odd_seeds_are_fair, folder, monkeypatch, capsys):
    monkeypatch.setattr("printkit.press.printed", lambda order: b"%PDF")
    assert main(["print", "daydream", "--seed", "2", "--out", str(folder / "all.pdf")]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 9 and all("--seed 3 is fair." in line for line in said[:8])
    assert main(["print", "dreams", "--seed", "2", "--out", str(folder / "cards.pdf")]) == 0
    idle, done = capsys.readouterr().err.splitlines()
    assert "--seed changes nothing about dreams." in idle
    assert done == f"{folder / 'cards.pdf'}: 0 pages."
    assert len(odd_seeds_are_fair) == 8 * 2


def test_the_check_ends_in_time_and_says_how_to_look_on(odd_seeds_are_fair, monkeypatch):
    monkeypatch.setattr(fair_seeds, "MOST_SECONDS", -1.0)
    text = fair_seeds.unfair_text("daydream/A", 2, "en")
    assert text.endswith("paperplay fresh A --seed 3")
    assert odd_seeds_are_fair == [2]


def test_the_sheet_drawn_by_hand_is_not_checked(odd_seeds_are_fair, folder):
    assert main(["print", "A", "--out", str(folder / "sheet.pdf")]) == 0
    assert odd_seeds_are_fair == []


SEEDS = {"-1": "-1", "1000000": "1000000", "seven": "seven", "1.5": "1.5", "1e3": "1e3", "": "",
         "٣": "٣", "²": "²", "+7": "+7", "1_0": "1_0", " 7": " 7", "0x1f": "0x1f",
         "9" * 9000: "9" * 39 + "…",
         "7\x1b[2J": "7\\x1b[2J"}  # fmt: skip
"""What is no seed, and how it is shown."""


@pytest.mark.parametrize("command", ["layout", "print", "simulate", "fresh", "par"])
def test_a_seed_that_is_none_is_refused_in_every_language(command, folder, capsys):
    more = ["--out", str(folder / "sheet.pdf")] if command == "print" else []
    for lang in LANGUAGES:
        for seed, told in SEEDS.items():
            assert main([command, "A", f"--seed={seed}", "--lang", lang, *more]) == 2
            caught = capsys.readouterr()
            facts = {"value": told, "low": int(command == "fresh"), "high": 999_999}
            assert caught.out == ""
            assert caught.err == f"paperplay: {sentence(HostError('bad-seed', **facts), lang)}\n"
    assert not (folder / "sheet.pdf").exists()


@pytest.mark.parametrize(
    "seed", ["-1", "1000000", '"7"', "1.5", "1e3", "true", "[]", "1" + "0" * 5000]
)
def test_a_board_with_such_a_seed_is_refused(seed, folder, capsys):
    board = folder / "board.json"
    board.write_text(f'{{"format": 1, "sheet": "daydream/A", "seed": {seed}}}', encoding="utf-8")
    for lang in LANGUAGES:
        assert main(["score", str(board), "--lang", lang]) == 2
        caught = capsys.readouterr()
        assert caught.out == "" and len(caught.err) < 600 and "Traceback" not in caught.err
    good = '{"format": 1, "sheet": "daydream/A", "seed": 999999}'
    board.write_text(good, encoding="utf-8")
    assert main(["score", str(board)]) == 0


@pytest.mark.parametrize("command", ["layout", "simulate", "par"])
@pytest.mark.parametrize("seed", ["1", "000123", "999999"])
def test_every_command_takes_the_sheet_of_a_seed(command, seed, folder, capsys, monkeypatch):
    more = {"simulate": ["--games", "2", "--json"], "par": ["--json", "--seconds", "1"]}.get(
        command, []
    )
    monkeypatch.setattr(par, "EFFORT", 40_000)
    assert main([command, "A", "--seed", seed, *more]) == 0
    data = json.loads(capsys.readouterr().out)
    if command != "simulate":
        assert data["seed"] == int(seed)


def test_other_sheets_have_no_seeds(folder, capsys):
    assert main(["fresh", "dreams/score"]) == 2
    assert "There is just one dreams/score." in capsys.readouterr().err


def test_the_bounds_are_those_of_the_table():
    assert fairness.TOP_TIER == (0.03, 0.20) and fairness.LOWEST_TIER == 0.15
