"""Sheet files: what is wrong is told with its line, and nothing that is wrong gets through."""

from __future__ import annotations

import resource
import time

import pytest

from benchmarks.own_mutants import EVERYTHING, mutants
from printkit.own.cut_words import cut_words
from rules.errors import HostError
from templates.games import sheet_name
from templates.languages import LANGUAGES
from templates.own import shelf
from templates.own.checking import checked
from templates.own.faults import SheetFaults
from templates.own.file import MOST_PICTURE, open_sheet, size_of
from templates.own.lines import line_at, lines_of
from templates.own.reading import MOST_BYTES, read_sheet
from templates.wording import sentence
from tests.own_sheets import NAMES, SAMPLES, sample

PLAIN = """format = 1
title = "Plain"
players = 3

[[section]]
id = "game"
fields = [
  { id = "one", label = "One", max = 9 },
  { id = "two", label = "Two", options = ["a", "b"] },
]

[score]
total = "one + 2"

[[check]]
that = "one < 8"
say = "Too much."
"""


def faults_of(text):
    with pytest.raises(SheetFaults) as wrong:
        read_sheet(text, "plain.toml")
    return wrong.value.all


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("format = 1", "format = 2", "own-wrong-value", 1),
        ("format = 1\n", "", "own-missing-key", 1),
        ("players = 3", "players = 33", "own-wrong-value", 3),
        ("players = 3", "players = [3, 2]", "own-wrong-value", 3),
        ("players = 3", "playrs = 3", "own-unknown-key", 3),
        ('title = "Plain"', 'title = { en = "P", xx = "Q" }', "own-wrong-value", 2),
        ('title = "Plain"', "title = 3", "own-wrong-value", 2),
        ('id = "game"', 'id = "Game one"', "own-wrong-value", 6),
        ('id = "game"', 'id = "one"', "own-twice", 8),
        ('id = "two"', 'id = "one"', "own-twice", 9),
        ('id = "two"', 'id = "players"', "own-twice", 9),
        ('id = "two", ', "", "own-missing-key", 9),
        ("max = 9", "mx = 9", "own-unknown-key", 8),
        ("max = 9", "max = 9, at = [60, 60]", "own-placed", 8),
        ("max = 9", "max = 9, boxes = 3", "own-idle-key", 8),
        ("max = 9", 'kind = "numbr"', "own-wrong-value", 8),
        ('["a", "b"]', '["a", "a"]', "own-wrong-value", 9),
        ('["a", "b"]', '["a", "b.c"]', "own-wrong-value", 9),
        ('["a", "b"]', "[]", "own-too-many", 9),
        ("one + 2", "ona + 2", "own-expression", 13),
        ("one + 2", "one + two", "own-expression", 13),
        ("one + 2", "game", "own-expression", 13),
        ("one + 2", "total + 2", "own-expression", 13),
        ("one + 2", "one / 2", "own-expression", 13),
        ("one < 8", "one <", "own-expression", 16),
        ('say = "Too much."', "", "own-missing-key", 15),
        ('say = "Too much."', 'sag = "Too much."', "own-unknown-key", 17),
        ('players = 3\n', 'players = 3\n[[section]\n', "own-toml", 4),
        ('id = "game"', 'id = "game"\npicture = "../logo.png"', "own-wrong-value", 7),
        ('id = "game"', 'id = "game"\npicture = "logo.png"', "own-picture", 7),
        ('id = "game"', 'id = "game"\nvariables = { a = "9..2" }', "own-wrong-value", 7),
    ],
)  # fmt: skip
def test_a_fault_has_its_line_and_a_remedy(old, new, code, line):
    assert old in PLAIN
    faults = faults_of(PLAIN.replace(old, new, 1))
    assert (code, line) in [(each.code, each.facts["line"]) for each in faults]
    for lang in LANGUAGES:
        for each in faults:
            assert "plain.toml" in sentence(each, lang)


@pytest.mark.parametrize(
    ("text", "line", "remedy"),
    [
        ("title = “Cards”", 1, "straight quotes"),
        ('title = "Cards"\nwin = lowest', 2, "stand in quotes"),
        ('title = "Cards"\ntotal = sum(points)\n', 2, "stand in quotes"),
        ('x = [ { id = "a", label = Points } ]', 1, "stand in quotes"),
        ("once = True", 1, "small letters"),
        ("players = 3-5", 1, "[3, 5]"),
        ("title: Cards", 1, "= instead of :"),
        ('fields = [ { id = "p", max: 50 } ]', 1, "= instead of :"),
        ('fields = [ { id = "p", max = 50 }\n{ id = "t" } ]', 2, "comma between"),
        ('format = 1\nfields = [ 1,\n 2,\n', 3, "its bracket ]"),
        ('fields = [ { id = "p",\n max = 50 } ]', 1, "on one line"),
        ('fields = [ { id = "p", max = 50, } ]', 1, "none at its end"),
        ('title = "Cards\nformat = 1', 1, "quote at the end"),
        ("[section]\nid = 'a'\n[section]\nid = 'b'\n", 3, "[[section]]"),
        ("format = 1\nformat = 1\n", 2, "twice"),
        ("total = \"5 if a == \"x\" else 0\"", 1, "use the other ones"),
        ("a b = 3", 1, "Check quotes"),
    ],
)  # fmt: skip
def test_what_is_no_toml_is_told_as_what_was_meant(text, line, remedy):
    (fault,) = faults_of(text)
    assert (fault.code, fault.facts["line"]) == ("own-toml", line)
    assert remedy in sentence(fault, "en")
    assert all("plain.toml" in sentence(fault, lang) for lang in LANGUAGES)


def test_the_plain_file_is_right():
    sheet = read_sheet(PLAIN, "plain.toml")
    assert (sheet.sheet, sheet.players) == ("own/plain", (3, 3, 3))
    assert list(sheet.slots(2)) == ["one.1", "one.2", "two.1", "two.2"]


@pytest.mark.parametrize(
    ("old", "new", "remedy"),
    [
        ("[[section]]", "[section]", "Write [[section]] with double brackets"),
        ("[[check]]", "[check]", "Write [[check]] with double brackets"),
        ("[score]", "[[score]]", "Write [score] with single brackets"),
        ('["a", "b"]', '["a", "b"], answer = "aa"', "Did you mean a? Use one of these: a, b."),
        ("max = 9", "max = 9, answer = 12", "Use a number from 0 to 9."),
        ("max = 9", 'kind = "tick"', "Did you mean box?"),
        ("max = 9", 'kind = "text"', "Did you mean space?"),
    ],
)
def test_what_people_call_it_is_understood_in_the_message(old, new, remedy):
    assert remedy in " ".join(sentence(each, "en") for each in faults_of(PLAIN.replace(old, new)))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("2 ** one", "no powers"),
        ("sum(scores[2])", "One round cannot be asked for"),
        ("one = 5", "== instead of ="),
        ("count(scores = 0)", "== instead of ="),
        ("one > 3 && one < 5", "and, or and not"),
        ("one × 2", "* to multiply"),
        ("one x 2", "* to multiply"),
        ("3 x one", "* to multiply"),
        ("5 if two == ‘a’ else 0", "straight quotes: '"),
        ("5 if suits == 'a' else 0", "count(suits, 'x')"),
        ("min(all(one))", "filled, empty, everyone, rank"),
        ("5 if one > 3", "an if needs an else"),
    ],
)  # fmt: skip
def test_a_slip_in_an_expression_is_told_as_what_was_meant(text, remedy):
    rounds = 'rounds = 3\nfields = [ { id = "scores" }, { id = "suits", options = ["a", "b"] } ]'
    plain = PLAIN.replace("[score]", f"[[section]]\n{rounds}\n[score]")
    read_sheet(plain, "plain.toml")
    (fault,) = faults_of(plain.replace("one + 2", text))
    assert remedy in sentence(fault, "en")
    assert all("{" not in sentence(fault, lang) for lang in LANGUAGES)


def test_a_total_that_nobody_wrote_is_asked_for_where_it_would_be_too_long():
    fields = ", ".join(f'{{ id = "field_number_{n}" }}' for n in range(20))
    (fault,) = faults_of(f'format = 1\ntitle = "T"\n[[section]]\nfields = [ {fields} ]\n')
    assert (fault.code, fault.facts["key"]) == ("own-missing-key", "total")


def test_a_misspelt_name_is_guessed():
    (fault,) = faults_of(PLAIN.replace("one + 2", "onne + 2"))
    assert "Did you mean" in sentence(fault, "en") and "one" in sentence(fault, "en")


def test_a_misspelt_option_is_guessed():
    text = """format = 1
title = "Cheese"
[[section]]
rounds = 3
fields = [ { id = "milk", options = ["C", "G", "S"] }, { id = "mark" } ]
[[section]]
fields = [ { id = "feta", options = ["cow", "sheep"] } ]
[score]
total = "sum(mark) + (feta == 'sheep')"
more = "count(milk, 'C')"
"""
    read_sheet(text, "cheese.toml")
    one, other = faults_of(text.replace("'sheep'", "'sheeep'").replace("'C'", "'cow'"))
    assert (one.facts["line"], other.facts["line"]) == (9, 10)
    assert "Did you mean sheep?" in sentence(one, "en")
    assert "The options are: C, G, S." in sentence(other, "en")


def test_all_faults_are_told_at_once_and_in_order():
    text = PLAIN.replace("max = 9", "mx = 9").replace("one + 2", "ona").replace("players", "plyers")
    assert [each.facts["line"] for each in faults_of(text)] == [3, 8, 13]


@pytest.mark.parametrize("new", ['id = "One"', 'id = "game"'])
def test_who_names_a_wrong_id_is_not_told_so_again(new):
    (fault,) = faults_of(PLAIN.replace('id = "one"', new))
    assert fault.facts["line"] == 8


def test_a_score_with_the_name_of_a_field_is_one_fault():
    (fault,) = faults_of(PLAIN.replace('total = "one + 2"', 'one = "one + 2"'))
    assert (fault.code, fault.facts["line"]) == ("own-twice", 8)


def test_the_second_heading_that_should_be_alone_has_its_line():
    faults = faults_of(PLAIN.replace("[score]", "[[score]]"))
    assert 12 in [each.facts["line"] for each in faults]


def test_lines_are_found_in_every_way_to_write_a_table():
    text = 'a = 1\n[b]\nc = """\n[x]\n"""\nd = [\n  1, # [y]\n  { e = 2 },\n]\n'
    text += "[[f]]\n[[f]]\n[f.g]\nh = 3\n"
    found = lines_of(text)
    wanted = {("a",): 1, ("b", "c"): 3, ("b", "d"): 6, ("b", "d", 0): 7, ("b", "d", 1, "e"): 8,
              ("f", 1): 11, ("f", 1, "g", "h"): 13}  # fmt: skip
    assert {path: found[path] for path in wanted} == wanted
    assert line_at(found, ("b", "d", 1, "none")) == 8


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_right_on_every_paper(name, tmp_path):
    found = checked(SAMPLES / f"{name}.toml")
    assert {layout.page.paper for _, layout in found.layouts} == {"a4", "letter"}
    assert cut_words(found.sheet, [layout for _, layout in found.layouts], None) == []


def test_comments_leave_the_fingerprint_and_everything_else_changes_it():
    plain = read_sheet(PLAIN, "a.toml").fingerprint
    assert read_sheet("# mine\n" + PLAIN, "b.toml").fingerprint == plain
    assert read_sheet(PLAIN.replace("One", "Ones"), "a.toml").fingerprint != plain
    # On paper for ever: these numbers must stay.
    assert plain == FINGERPRINT


FINGERPRINT = 2078088443


def test_500_spoilt_files_give_no_traceback_and_take_neither_time_nor_room(tmp_path):
    file = tmp_path / "spoilt.toml"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fine = 0
    for text in mutants(500):
        file.write_text(text, encoding="utf-8")
        began = time.process_time()
        try:
            found = checked(file)
            cut_words(found.sheet, [layout for _, layout in found.layouts], None)
            fine += 1
        except HostError as error:
            for each in getattr(error, "all", (error,)):
                assert sentence(each, "de")
        assert time.process_time() - began < 2.0
    assert 40 < fine < 200  # else they were spoilt too much, or too little
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000
    assert [path.name for path in tmp_path.iterdir()] == ["spoilt.toml"]


@pytest.mark.parametrize(
    "text",
    ["[" * 30_000, "a = " + "[" * 30_000, "x = 1\n" * 2, "\x00", "a" * MOST_BYTES + "a", "\ufeff",
     "a.b.c.d.e.f = 1\n" * 2, "=", '"' * 3],
)  # fmt: skip
def test_files_that_are_no_sheets_are_refused(text, tmp_path):
    file = tmp_path / "odd.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HostError):
        open_sheet(file)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe4"')
    for name, code in (
        ("none.toml", "own-no-file"),
        ("latin.toml", "own-unreadable"),
        (".", "own-no-file"),
    ):
        with pytest.raises(HostError) as refused:
            open_sheet(tmp_path / name)
        assert refused.value.code == code


def png(width, height, size=100):
    return (
        b"\x89PNG\r\n\x1a\n"
        + b"\0\0\0\rIHDR"
        + width.to_bytes(4, "big")
        + height.to_bytes(4, "big")
        + bytes(size)
    )


@pytest.mark.parametrize(
    ("data", "fits"),
    [(png(200, 100), True), (png(60_000, 60_000), False), (png(0, 10), False), (b"GIF89a", False),
     (png(10, 10, MOST_PICTURE), False), (b"\xff\xd8" + b"\xff" * 50, False)],
)  # fmt: skip
def test_pictures_are_small_and_lie_beside_the_file(data, fits, tmp_path):
    text = PLAIN.replace('id = "game"', 'id = "game"\npicture = "logo.png"')
    (tmp_path / "a.toml").write_text(text)
    (tmp_path / "logo.png").write_bytes(data)
    if fits:
        assert open_sheet(tmp_path / "a.toml").pictures == {"logo.png": data}
        return
    with pytest.raises(SheetFaults) as wrong:
        open_sheet(tmp_path / "a.toml")
    assert wrong.value.code == "own-picture"


def test_a_link_to_a_picture_elsewhere_is_not_followed(tmp_path):
    folder = tmp_path / "sheets"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(png(9, 9))
    (folder / "logo.png").symlink_to(tmp_path / "secret.png")
    text = PLAIN.replace('id = "game"', 'id = "game"\npicture = "logo.png"')
    (folder / "a.toml").write_text(text)
    with pytest.raises(SheetFaults):
        open_sheet(folder / "a.toml")
    assert size_of(png(9, 8)) == (9, 8)


# ---- the shelf


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PAPERPLAY_SHEETS", raising=False)
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    return tmp_path


def test_a_printed_sheet_is_found_after_an_edit(home, monkeypatch):
    file = home / "plain.toml"
    file.write_text(PLAIN)
    shelf.keep(shelf.sheet_in(file))
    first = shelf.named("own/plain").fingerprint
    file.write_text(PLAIN.replace("max = 9", "max = 8"))
    shelf.keep(shelf.sheet_in(file))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})  # another run
    second = shelf.named("own/plain").fingerprint
    assert first != second
    assert shelf.with_fingerprint(first).fields["one"][1].high == 9
    assert shelf.with_fingerprint(second).fields["one"][1].high == 8
    assert shelf.sheets()[0] == "own/plain"
    assert "own/quiz" in shelf.sheets()
    assert shelf.record_of("own/other") is None
    assert shelf.record_of("own/five-dice").players.most == 6  # a sample needs no file


def test_a_kept_file_that_was_changed_is_not_taken_for_what_was_printed(home, monkeypatch):
    file = home / "plain.toml"
    file.write_text(PLAIN)
    shelf.keep(shelf.sheet_in(file))
    fingerprint = shelf.named("own/plain").fingerprint
    (kept,) = shelf.kept_in().glob("*/*/sheet.toml")
    kept.write_text(PLAIN.replace("One", "Changed"))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    assert shelf.with_fingerprint(fingerprint) is None
    assert "own/plain" in shelf.sheets()
    kept.write_text("[[[")
    assert "own/plain" not in shelf.sheets(), "What cannot be opened is not offered."


def test_a_sample_is_todays_also_after_an_older_one_was_printed(home, monkeypatch):
    old, new = home / "old", home / "new"
    for folder, text in ((old, PLAIN), (new, PLAIN.replace("One", "First"))):
        folder.mkdir()
        (folder / "plain.toml").write_text(text)
    monkeypatch.setattr(shelf, "SAMPLES", old)
    monkeypatch.setattr(shelf, "_from", {})
    printed = shelf.named("own/plain").fingerprint
    shelf.keep("own/plain")
    for remembered in ("_known", "_found", "_from"):
        monkeypatch.setattr(shelf, remembered, {})
    monkeypatch.setattr(shelf, "SAMPLES", new)
    assert shelf.named("own/plain").fingerprint != printed
    assert shelf.with_fingerprint(printed) is not None
    (home / "plain.toml").write_text(PLAIN.replace("One", "Mine"))
    shelf.keep(shelf.sheet_in(home / "plain.toml"))
    mine = shelf.named("own/plain").fingerprint
    monkeypatch.setattr(shelf, "_known", {})
    assert shelf.named("own/plain").fingerprint == mine


def test_a_name_that_there_is_not_is_told_with_the_nearest(home):
    with pytest.raises(HostError) as refused:
        sheet_name("own/mini-gulf")
    assert (refused.value.code, refused.value.facts["did_you_mean"]) == (
        "own-unknown", "own/mini-golf")  # fmt: skip
    assert shelf.near("own/frac") is None, "own/ makes no names alike."


def test_a_name_without_own_is_told_with_it(home):
    with pytest.raises(HostError) as refused:
        sheet_name("mini-golf")
    assert (refused.value.code, refused.value.facts["did_you_mean"]) == (
        "unknown-sheet", "own/mini-golf")  # fmt: skip


def test_a_folder_of_files_is_looked_through(home, monkeypatch):
    (home / "good.toml").write_text(PLAIN)
    (home / "bad.toml").write_text("[[[")
    monkeypatch.setenv("PAPERPLAY_SHEETS", str(home))
    assert shelf.sheets()[0] == "own/plain"
    assert shelf.sheet_printed(read_sheet(PLAIN, "x").fingerprint) == "own/plain"


def test_everything_there_is_can_be_on_one_sheet(tmp_path):
    file = tmp_path / "everything.toml"
    file.write_text(EVERYTHING)
    layouts = [layout for _, layout in checked(file).layouts]
    assert {layout.of for layout in layouts} == {2}
    assert sample("river").languages == ()


@pytest.mark.parametrize(
    ("field", "fits"),
    [
        ('{ id = "x", options = [7, 8], answer = 8 }', True),
        ('{ id = "x", options = [7, 8], answer = 9 }', False),
        ('{ id = "x", options = [7, 100000], answer = 7 }', False),
        ('{ id = "x", boxes = 3, answer = 4 }', False),
        ('{ id = "x", digits = 2, answer = 144 }', False),
        ('{ id = "x", digits = 3, answer = "a * b" }', True),
        ('{ id = "x", digits = 2, answer = "a * b" }', False),  # 12 times 12
    ],
)
def test_answers_that_nobody_could_write_are_refused(field, fits):
    text = (
        'format = 1\ntitle = "Test"\n[[section]]\nrounds = 2\n'
        f'variables = {{ a = "2..12", b = "2..12" }}\nfields = [ {field} ]\n'
    )
    if fits:
        assert read_sheet(text, "plain.toml").has_answers
    else:
        assert faults_of(text)


@pytest.mark.parametrize("text", ["a" + ".a" * 30_000 + " = 1", "[" * 20_000, "a = " + "9" * 9000])
def test_what_takes_a_parser_for_ever_is_no_sheet(text):
    began = time.process_time()
    assert [fault.code for fault in faults_of(text)] == ["own-toml"]
    assert time.process_time() - began < 1
