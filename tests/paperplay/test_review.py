"""Settling doubts: what is asked, what is understood, and what is written back."""

from __future__ import annotations

import io
import json
import sys

import pytest

import scanner
from paperplay import cli
from rules.errors import HostError
from scanner.alike import shape_of
from scanner.scan_json import scan_json
from templates.daydream.load import load_sheet
from templates.scores import score_json
from templates.telling import value_of
from tests.named import at
from tests.scans import scan_of, unreadable


def scan(board, *doubts, file="IMG_1.jpg"):
    """A scan of a board with doubts (element, guess, or), as scripts see it."""
    return scan_json(scan_of(board, *doubts, file=file, sure=0.7), "en")


def settled(board, element, value):
    """The board once a doubt is settled, as scripts see it."""
    one = scan_of(board, (element, None, None)).settled(element, value)
    assert not one.doubts and one.confidence[element] == 1
    return one.board.as_json()


def daydream(sheet="EDF", **parts):
    from rules.daydream.parse import board_from

    data = {"format": 1, "sheet": f"daydream/{sheet}", "seed": 0, **parts}
    return board_from(data, load_sheet(data["sheet"])).as_json()


@pytest.fixture
def review(tmp_path, monkeypatch, capsys):
    """Write scans down, answer the questions, and give what is in the file afterwards."""
    monkeypatch.chdir(tmp_path)

    def run(scans, answers, *words):
        lines = "".join(json.dumps(one) + "\n" for one in scans)
        (tmp_path / "result.json").write_text(lines, encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        status = cli.main(["review", "result.json", "--lang", "en", *words])
        shown = capsys.readouterr()
        assert shown.out == ""
        text = (tmp_path / "result.json").read_text(encoding="utf-8")
        return status, [json.loads(line) for line in text.splitlines()], shown.err

    return run


DOUBTS = [("c1", 1, 7), ("c2", None, 4), ("total", 9, 4)]


def test_answers_are_taken_in_turn_and_the_sheet_is_scored_anew(review):
    board = daydream("A", clouds={"c1": 1}, total=9)
    status, (one,), err = review([scan(board, *DOUBTS)], "7\n\n0\n")
    assert status == 0
    assert (one["board"]["clouds"]["c1"], one["board"]["clouds"]["c2"]) == (7, None)
    assert one["board"]["total"] == 0 and one["score"] == score_json(one["board"], "en")
    assert one["score"]["written"] == 0
    assert (one["status"], one["review"], one["confidence"]["c1"]) == ("ok", [], 1.0)
    assert err.startswith(
        f"IMG_1.jpg: Quiet Morning (A)\n  cloud {at('c1')}: 1 or 7? The digit is not clear.\n"
    )
    assert "Settled: 3. Still open: 0." in err


def test_what_is_skipped_or_not_reached_stays_open(review):
    board = daydream("A", clouds={"c1": 1}, total=9)
    for answers, left in (("s\n4\nq\n", ["c1", "total"]), ("\n", ["c2", "total"])):
        _, (one,), _ = review([scan(board, *DOUBTS)], answers)
        assert [item["element"] for item in one["review"]] == left
        assert one["status"] == "review"


def test_an_answer_that_cannot_be_is_asked_again(review):
    board = daydream("A", clouds={"c1": 1})
    _, (one,), err = review([scan(board, ("c1", 1, 7))], "12\nmoon\nsun\n7\n")
    assert one["board"]["clouds"]["c1"] == 7
    assert err.count("Enter = 1, s = skip, q = stop >") == 4
    assert "“moon” does not fit here." in err


def test_other_scans_and_unreadable_ones_stay_as_they_are(review):
    clear = scan(daydream("A", clouds={"c3": 3}))
    bad = scan_json(unreadable("x.jpg"), "en")
    doubtful = scan(daydream("A", clouds={"c1": 1}), ("c1", 1, 7))
    status, scans, _ = review([clear, bad, doubtful], "7\n")
    assert status == 1 and scans[:2] == [clear, bad]
    assert scans[2]["board"]["clouds"]["c1"] == 7


def test_the_result_goes_elsewhere_on_request(review, tmp_path):
    before = scan(daydream("A", clouds={"c1": 1}), ("c1", 1, 7))
    status, (kept,), _ = review([before], "7\n", "--out", "checked.json")
    assert (status, kept) == (0, before)
    checked = json.loads((tmp_path / "checked.json").read_text(encoding="utf-8"))
    assert checked["board"]["clouds"]["c1"] == 7
    assert review([before], "7\n", "--out", "checked.json")[0] == 2


def test_an_answer_counts_for_what_the_same_person_wrote_on_other_sheets(review):
    def asked(name, file):
        board = daydream("A", clouds={"c1": 7, "c2": 7}, name=name)
        one = scan(board, ("c1", 7, 1), ("c2", 7, 1), file=file)
        for item in one["review"]:
            item["shape"] = shape_of([0.5] * 48)
        return one

    scans = [asked("Ada", "1.jpg"), asked("ada ", "2.jpg"), asked("Ben", "3.jpg")]
    _, (first, second, other), _ = review(scans, "1\nq\n")
    assert first["board"]["clouds"]["c2"] == second["board"]["clouds"]["c1"] == 1
    assert first["review"] == second["review"] == []
    assert len(other["review"]) == 2 and other["board"]["clouds"]["c1"] == 7


TWELVE = {f"c{n}": n % 6 + 1 for n in range(1, 13)}


def test_where_two_photos_of_a_sheet_differ_one_answer_settles_both(review, capsys):
    one, two = daydream(clouds=TWELVE), daydream(clouds=TWELVE | {"c5": 1})
    found = [scan(one, file="a.jpg"), scan(two, file="b.jpg")]
    status, after, said = review(found, "6\n")
    assert "Two photos of this sheet show different things" in said
    assert [each["board"]["clouds"]["c5"] for each in after] == [6, 6]
    assert status == 0 and "Settled: 1. Still open: 0." in said
    assert cli.main(["scan", "result.json", "--lang", "en"]) == 0
    assert "Please look at" not in capsys.readouterr().out


def test_what_another_photo_of_the_sheet_shows_is_not_asked(review):
    board = daydream(clouds=TWELVE)
    found = [scan(board, ("c5", 6, 4), file="a.jpg"), scan(board, file="b.jpg")]
    _, after, said = review(found, "")
    assert "a.jpg" not in said and "Still open: 0." in said
    assert after == found


@pytest.mark.parametrize("text", ["[]", "{", '{"format": 2}', '{"format": 1, "file": "a"}'])
def test_what_is_no_scan_is_refused_with_its_line(text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.json").write_text(f"\n{text}\n", encoding="utf-8")
    assert cli.main(["review", "r.json", "--lang", "en"]) == 2
    assert "r.json, line 2" in capsys.readouterr().err
    assert cli.main(["review", "none.json", "--lang", "en"]) == 2
    assert "none.json cannot be opened." in capsys.readouterr().err


def test_pictures_are_saved_where_the_photos_are(review, tmp_path, monkeypatch):
    def scans_of(path, name, keep):
        assert keep.crops and path.name == "IMG_1.jpg"
        yield scan_of(daydream("A"), pictures={"c1": b"png"})

    monkeypatch.setattr(scanner, "scans_of", scans_of)
    (tmp_path / "IMG_1.jpg").write_bytes(b"photo")
    scans = [scan(daydream("A"), ("c1", 1, 7), file=name) for name in ("IMG_1.jpg", "gone.jpg")]
    _, _, err = review(scans, "7\n7\n", "--crops", "crops")
    (saved,) = (tmp_path / "crops").iterdir()
    assert saved.read_bytes() == b"png" and saved.name in err


# ------------------------------------------------------------------ elements


@pytest.mark.parametrize(
    ("sheet", "element", "value", "where"),
    [
        ("EDF", "c3", 8, ("clouds", "c3")),
        ("EDF", "r1", "sun", ("rows", "r1")),
        ("EDF", "o1", 2, ("objects", "o1")),
        ("EDF", "b1", "leaf", ("bonuses", "b1")),
        ("EDF", "l2", "filled", ("leaves", "l2")),
        ("EDF", "m2.value", 3, ("chain", "m2", "value")),
        ("EDF", "m2.linked", True, ("chain", "m2", "linked")),
        ("EDF", "f1.5", "circled", ("frames", "f1", "5")),
        ("EDF", "solo", True, ("solo",)),
        ("EDF", "thorns", 1, ("thorns",)),
        ("BAC", "n1", 1, ("notes", "n1")),
        ("BAC", "constellation.lines", 4, ("constellation", "lines")),
        ("BAC", "s2", True, ("constellation", "circled", 0)),
        ("AD", "p1.value", 6, ("polaroids", "p1", "value")),
        ("AD", "p1.circled", True, ("polaroids", "p1", "circled")),
    ],
)
def test_every_kind_of_element_finds_its_place(sheet, element, value, where):
    board = found = settled(daydream(sheet), element, value)
    for step in where:
        found = found[step]
    assert found == ("s2" if element == "s2" else value)
    assert board == daydream(**{**board, "sheet": sheet})


def test_a_star_that_is_not_circled_is_taken_off():
    sky = {"lines": 4, "circled": ["s1", "s2"]}
    before = daydream("BAC", constellation=sky)
    assert settled(before, "s1", False)["constellation"]["circled"] == ["s2"]


@pytest.mark.parametrize(
    ("element", "value", "check"),
    [
        ("r1.vision", 4, lambda board: board["rounds"][0]["vision"] == 4),
        ("r1.vote.2", None, lambda board: board["rounds"][0]["votes"]["2"] is None),
        ("r2.mortal", 2, lambda board: board["rounds"][1]["mortal"] == 2),
        ("total.3", 12, lambda board: board["totals"] == {"3": 12}),
    ],
)
def test_a_score_sheets_elements(element, value, check):
    votes = {"1": 2, "2": 1, "3": 2, "4": 1}
    board = {"format": 1, "sheet": "dreams/score", "players": [""] * 4,
             "rounds": [{"vision": 3, "mortal": 3, "votes": votes}], "totals": {}}  # fmt: skip
    assert check(settled(board, element, value))


@pytest.mark.parametrize(
    ("answer", "dreamer", "roles"),
    [("Nachtalb", 1, {"4": "nightmare"}), ("Träumer", 4, {}), ("-", 1, {})],
)
def test_a_role_is_told_in_words(answer, dreamer, roles):
    board = {"format": 1, "sheet": "when-i-dream/score", "players": [""] * 4, "totals": {},
             "rounds": [{"dreamer": 1, "yellow": 3, "blue": 2, "recalled": False,
                         "roles": {}}]}  # fmt: skip
    told = settled(board, "r1.role.4", value_of(answer, None))["rounds"][0]
    assert (told["dreamer"], told["roles"]) == (dreamer, roles)


def test_reasons_are_told_in_the_language_that_is_asked_for(review):
    one = scan(daydream("A"), ("c1", 1, 7), ("c2", 2, 7))
    one["review"][1] |= {"why": "Hm.", "why_code": None}
    _, _, told = review([one], "\n\n", "--lang", "de")
    assert f"Wolke {at('c1')}: 1 oder 7? Die Ziffer ist nicht eindeutig." in told
    assert f"Wolke {at('c2')}: 2 oder 7? Hm." in told  # as an older version wrote it


def test_each_ticked_penalty_box_is_a_card():
    board = {"format": 1, "sheet": "when-i-dream/score", "players": [""] * 4, "rounds": [],
             "penalties": {"2": 1}, "totals": {}}  # fmt: skip
    assert settled(board, "penalty.2.2", True)["penalties"]["2"] == 2
    assert settled(board, "penalty.2.1", False)["penalties"]["2"] == 0


@pytest.mark.parametrize(
    ("text", "meant"),
    [("", 5), (" 7 ", 7), ("-", None), ("-3", -3), ("sun", "sun"), ("Sonne", "sun"),
     ("crossed out", "crossed"), ("crossed", "crossed"), ("nej", False), ("SÌ", True),
     ("leer", None), ("fairy", "fairy"), ("Nachtalb", "nightmare"), ("cauchemar", "nightmare"),
     ("omino del sonno", "sandman"), ("Drömmare", "dreamer")],
)  # fmt: skip
def test_answers_are_understood_in_every_language(text, meant):
    assert value_of(text, 5) is meant or value_of(text, 5) == meant


def test_nonsense_is_not_understood():
    with pytest.raises(HostError):
        value_of("perhaps", 5)
    with pytest.raises(HostError):
        settled(daydream("A"), "x9", 1)


@pytest.mark.parametrize(("element", "value"), [("r1", 5), ("r1", "line"), ("l1", True)])
def test_a_mark_that_there_is_not_is_refused(element, value):
    with pytest.raises(HostError) as refused:
        settled(daydream(), element, value)
    assert refused.value.code == "review-answer"
