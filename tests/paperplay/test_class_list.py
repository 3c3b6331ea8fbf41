"""Class lists as teachers have them, and as they should not be."""

from __future__ import annotations

import io
import unicodedata
import zipfile
from dataclasses import replace

import hypothesis.strategies as st
import openpyxl
import pytest
from hypothesis import assume, given

from paperplay.classroom.cells import LARGEST
from paperplay.classroom.lists import MOST_PUPILS, class_list, names_of
from paperplay.classroom.printing import odd_lines
from paperplay.classroom.store import (
    ClassPar,
    Group,
    class_file,
    class_folder,
    class_name,
    forget_class,
    keep_class,
    kept_class,
    known_classes,
    par_key,
)
from rules.errors import HostError
from templates.languages import LANGUAGES
from templates.sheet_code import MOST_MARKS
from templates.wording import sentence

IDA, ZOE = "Ida Müller", "Zoé Größe-Ångström"


def names(tmp_path, data, file="7b.csv"):
    path = tmp_path / file
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return list(names_of(path))


def xlsx(*lines, sheets=1):
    book = openpyxl.Workbook()
    for _ in range(sheets - 1):
        book.create_sheet()
    for line in lines:
        book.worksheets[-1].append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# ------------------------------------------------------------------ how lists are written


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le-mark"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_letters_and_line_ends_of_every_program(tmp_path, encoding, ends):
    text = ends.join([IDA, ZOE, ""])
    data = (
        b"\xff\xfe" + text.encode("utf-16-le")
        if encoding == "utf-16-le-mark"
        else text.encode(encoding)
    )
    assert names(tmp_path, data) == [IDA, ZOE]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ida Müller\nZoé Ödön", "one column"),
        ("Name\nIda Müller\nZoé Ödön", "with a header"),
        ("Vorname;Nachname\nIda;Müller\nZoé;Ödön", "German Excel"),
        ("Name;Vorname\nMüller;Ida\nÖdön;Zoé", "the last name under Name"),
        ("Nr;Name;Vorname;Geschlecht\n1;Müller;Ida;w\n2;Ödön;Zoé;w", "among other columns"),
        ("First Name,Last Name,E-mail\nIda,Müller,i@x.org\nZoé,Ödön,z@x.org", "English"),
        ("NOM\tPRÉNOM\nMüller\tIda\nÖdön\tZoé", "French, with tabs"),
        ("Cognome;Nome\nMüller;Ida\nÖdön;Zoé", "Italian"),
        ("Efternamn,Förnamn\nMüller,Ida\nÖdön,Zoé", "Swedish"),
        ("Ida;Müller\nZoé;Ödön", "two columns without a header"),
        ("Ida,Müller\nZoé,Ödön", "with commas"),
        ("1;Ida;Müller;w;7b\n2;Zoé;Ödön;w;7b", "numbers, marks and the class beside"),
        ('"Müller, Ida"\n"Ödön, Zoé"', "last name, comma, first name"),
        ('Name;Mail\n"Müller, Ida";a@x.org\n"Ödön, Zoé";b@x.org', "the same with a header"),
        ("sep=;\nIda;Müller\nZoé;Ödön", "Excel's own first line"),
        ('"Ida";"Müller"\n"Zoé";"Ödön"', "in quotes"),
        ("\n\nName\n\nIda   Müller\n;;\n  Zoé Ödön  \n\n", "empty lines and spaces"),
        ("Ida Mu\u0308ller\nZoe\u0301 O\u0308do\u0308n", "accents apart, as a Mac writes them"),
        ("\u200bIda Müller\nZoé\u00a0Ödön\u200d", "what a web page leaves behind"),
        ("Schülerin/Schüler;Note\nIda Müller;\nZoé Ödön;", "another word for a name"),
        ("Ida|Müller\nZoé|Ödön", "bars"),
        ("Klasse 7b;;\nSchule am See;;\n\nNr;Name;Vorname\n1;Müller;Ida\n2;Ödön;Zoé", "a title"),
        ("Classe 7b\nNom\nIda Müller\nZoé Ödön", "a title above one column"),
    ],
)
def test_the_same_two_names(tmp_path, text, why):
    assert names(tmp_path, text) == ["Ida Müller", "Zoé Ödön"], why


def test_names_beside_words_that_all_lines_share(tmp_path):
    text = "Ida;Müller;Bern\nZoé;Ödön;Bern\nTom;Ek;Bern\n"
    assert names(tmp_path, text) == ["Ida Müller", "Zoé Ödön", "Tom Ek"]


def test_a_pupil_may_be_called_like_a_header(tmp_path):
    assert names(tmp_path, "Anna;Maus\nTom;Kind\nEva;Ek") == ["Anna Maus", "Tom Kind", "Eva Ek"]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("Apellidos;Nombre;Correo", "García;Ana;a@x"), ("Nazwisko;Imię", "García;Ana"),
        ("Фамилия;Имя", "García;Ana"), ("Ad;Soyad", "Ana;García"), ("Naam", "Ana García"),
        ("Επώνυμο;Όνομα", "García;Ana"), ("Họ và tên", "Ana García"), ("姓名", "Ana García"),
        ("Ime;Prezime", "Ana;García"), ("Adı Soyadı", "Ana García"),
        ("№;Прізвище;Ім'я", "1;García;Ana"),
    ],
)  # fmt: skip
def test_a_header_of_any_country_is_no_pupil(tmp_path, head, line):
    assert names(tmp_path, f"{head}\n{line}\n") == ["Ana García"]


def test_a_pupil_called_like_a_header_of_another_country_stays(tmp_path):
    assert names(tmp_path, "Ad\nMeno\nIda\n") == ["Ad", "Meno", "Ida"]


def test_a_quotation_mark_swallows_nobody(tmp_path):
    assert names(tmp_path, 'Name\nIda\n"Tom\nEva\nJo\n') == ["Ida", "Tom", "Eva", "Jo"]
    assert names(tmp_path, 'Name;ID\n"Tom;1\nEva;"2"\n') == ["Tom", "Eva"]
    path = tmp_path / "7b.csv"
    path.write_text('Name\n"Tom\nEva"\nJo\n', encoding="utf-8")
    found = class_list(path)
    assert found.names == ("Tom Eva", "Jo")
    assert [(odd.line, odd.why) for odd in found.odd] == [(2, "lines")]
    assert "several" in next(
        odd_lines(found, Group.of("7b", found.names), "7b.csv", "en", hide=False)
    )


def test_one_name_alone(tmp_path):
    assert names(tmp_path, "Ida") == ["Ida"]


@pytest.mark.parametrize("sheets", [1, 2])
def test_xlsx_with_and_without_header(tmp_path, sheets):
    data = xlsx(("Nr.", "Nachname", "Vorname"), (1, "Müller", "Ida"), (2.0, "Ödön", "Zoé"),
                sheets=sheets)  # fmt: skip
    assert names(tmp_path, data, "7b.xlsx") == ["Ida Müller", "Zoé Ödön"]
    data = xlsx((), (None, IDA), (None, ZOE), sheets=sheets)
    assert names(tmp_path, data, "called otherwise.csv") == [IDA, ZOE]


# ------------------------------------------------------------------ what is refused


def unpacks_to_much():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * 30_000_000)
    return out.getvalue()


def with_entities():
    """A workbook whose sheet defines words that multiply."""
    source, out = zipfile.ZipFile(io.BytesIO(xlsx((IDA,)))), io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for each in source.infolist():
            inside = source.read(each)
            if each.filename.endswith("sheet1.xml"):
                inside = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + inside
            packed.writestr(each.filename, inside)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code", "facts"),
    [
        ("", "class-list-empty", {}),
        ("Name\n\n", "class-list-empty", {}),
        ("1\n2\n3", "class-list-empty", {}),
        ("\n".join(f"Kind {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(401)),
         "class-list-too-long", {"n": 401, "most": MOST_PUPILS}),
        ("x\n" * 5_000, "class-list-too-large", {}),
        (b"x" * (LARGEST + 1), "class-list-too-large", {}),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 50, "class-list-unreadable", {}),
        (b"PK\x03\x04 and no more", "class-list-unreadable", {}),
        (b"%PDF-1.7\n\x81\x8d\x00", "class-list-unreadable", {}),
        (unpacks_to_much(), "class-list-too-large", {}),
        (with_entities(), "class-list-unreadable", {}),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_taken_is_said_in_words(tmp_path, data, code, facts):
    with pytest.raises(HostError) as refused:
        names(tmp_path, data)
    assert refused.value.code == code
    assert facts.items() <= dict(refused.value.facts).items()
    for lang in LANGUAGES:
        assert sentence(refused.value, lang)


ODD = [
    "Ida", "Tom", "IDA", "=1+1", "@SUM(a)", "Tom\x07", "Eva \u202eeil", "x" * 80, '"King, Jr."',
    "Ida", "-", "R2D2", "Nguyễn Thị Hương", "Ελένη", "Ида", "Işık", "محمد",
]  # fmt: skip


def test_a_line_with_an_address_and_no_name_is_named(tmp_path):
    path = tmp_path / "7b.csv"
    path.write_text("Name;Email\nIda;i@x\n;t@x\n;\nEva;\n", encoding="utf-8")
    found = class_list(path)
    assert found.names == ("Ida", "Eva")
    assert [(odd.line, odd.why, odd.name) for odd in found.odd] == [(3, "nobody", "t@x")]
    group = Group.of("7b", found.names)
    (line,) = odd_lines(found, group, "7b.csv", "en", hide=False)
    assert line == "7b.csv, line 3: There is no name beside “t@x”. It is left out."
    assert "t@x" not in next(odd_lines(found, group, "7b.csv", "en", hide=True))


def test_no_odd_line_stops_a_class_and_all_are_named(tmp_path):
    path = tmp_path / "7b.csv"
    path.write_text("Name\n" + "\n".join(ODD), encoding="utf-8")
    found = class_list(path)
    assert found.names == (
        "Ida", "Tom", "IDA (2)", "1+1", "SUM(a)", "Tom (2)", "Eva eil", "x" * 59 + "…",
        "King, Jr.", "Ida (3)", "? 12", "R2D2", "Nguyễn Thị Hương", "Ελένη", "Ида", "Işık", "محمد",
    )  # fmt: skip
    assert [(odd.line, odd.why) for odd in found.odd] == [
        (4, "twice"), (5, "formula"), (6, "formula"), (7, "twice"), (8, "control"), (9, "long"),
        (11, "twice"), (12, "formula"),
    ]  # fmt: skip


def test_a_formula_is_what_it_came_to(tmp_path):
    path = tmp_path / "7b.xlsx"
    path.write_bytes(xlsx(("Name",), ("Ida",), ("=A1&A1",), ("Eva",)))
    found = class_list(path)  # nobody has saved what it comes to
    assert found.names == ("Ida", "? 3", "Eva") and found.odd[0].why == "formula"


def test_a_list_that_is_not_there(tmp_path):
    with pytest.raises(HostError) as refused:
        names_of(tmp_path / "none.csv")
    assert refused.value.code == "class-list-missing"
    with pytest.raises(HostError):
        names_of(tmp_path)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode),
                 st.binary(max_size=60).map(lambda data: b"PK\x03\x04" + data)))  # fmt: skip
def test_any_file_is_a_list_or_said_to_be_none(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(data)
    try:
        found = names_of(path)
    except HostError as error:
        assert error.code.startswith("class-")
    else:
        assert found and all(name.isprintable() and 0 < len(name) <= 60 for name in found)


NAME = st.text(st.characters(categories=["Ll", "Lu"]), min_size=3, max_size=12)


@given(st.lists(st.tuples(NAME, NAME), min_size=1, max_size=8), st.sampled_from(";,\t"))
def test_what_is_written_as_a_table_is_read_back(tmp_path_factory, pupils, separator):
    pupils = [tuple(unicodedata.normalize("NFC", part) for part in pupil) for pupil in pupils]
    assume(len({" ".join(pupil).casefold() for pupil in pupils}) == len(pupils))
    lines = [("Vorname", "Nachname"), *pupils]
    path = tmp_path_factory.getbasetemp() / "table.csv"
    path.write_text("\n".join(separator.join(line) for line in lines), encoding="utf-8-sig")
    assert list(names_of(path)) == [" ".join(pupil) for pupil in pupils]


# ------------------------------------------------------------------ what is kept


def test_a_class_is_kept_and_forgotten():
    pars = {par_key("daydream/A", 0, "sun"): ClassPar(15, True)}
    group = replace(Group.of("7b", [IDA, ZOE]), pars=pars)
    assert group.renewed([ZOE]).pars == pars
    assert [pupil.number for pupil in group.pupils] == [1, 2]
    keep_class(group)
    assert kept_class("7b") == group
    assert kept_class("7B").pupils == group.pupils
    assert (class_folder("7b") / "class.json").stat().st_mode & 0o077 == 0
    assert [path.as_posix() for path in forget_class("7b")] == ["class.json"]
    assert kept_class("7b") is None and not class_folder("7b").exists()


def test_who_is_known_keeps_the_number():
    group = Group.of("7b", ["Ida", "Tom", "Eva"])
    later = group.renewed(["Åsa", "Eva", "ida"])
    assert {pupil.name: pupil.number for pupil in later.pupils} == {"Åsa": 4, "Eva": 3, "ida": 1}
    again = later.renewed(["Ida", "Tom", "Nils"])
    assert {pupil.name: pupil.number for pupil in again.pupils} == {"Ida": 1, "Tom": 5, "Nils": 6}


def test_another_class_of_the_same_name_begins_anew():
    group = Group.of("7b", ["Ida", "Tom"])
    other = group.renewed(["Eva", "Åsa", "Nils"])
    assert [pupil.number for pupil in other.pupils] == [1, 2, 3]
    assert other.mark != group.mark


def test_a_class_keeps_its_mark_and_shares_it_with_no_other():
    group = Group.of("7b", [IDA, ZOE])
    assert group.renewed([ZOE, "Nils"]).mark == group.mark == Group.of("8c", [IDA, ZOE]).mark
    keep_class(group)
    assert group.apart() == group
    twin = Group.of("8c", [IDA, ZOE]).apart()
    assert twin.mark not in (0, group.mark)
    keep_class(replace(twin, mark=MOST_MARKS - 1))
    assert replace(group, name="9a", mark=MOST_MARKS - 1).apart().mark == 1


@pytest.mark.parametrize(
    ("word", "name"),
    [("7b.csv", "7b"), ("lists/7b.XLSX", "7b"), ("7b", "7b"), ("Klasse 7.b", "Klasse 7.b")],
)
def test_a_class_is_called_like_its_list(word, name):
    assert class_name(word) == name


@pytest.mark.parametrize("word", ["", "..", "a/..", ".csv/", "a\nb", "x" * 200, "a\\b", "c:d"])
def test_no_class_is_called_like_a_path(word):
    with pytest.raises(HostError) as refused:
        class_name(word)
    assert refused.value.code == "class-name-bad"


def test_a_class_that_nobody_knows_is_answered_with_those_that_are_known():
    keep_class(Group.of("7b", [IDA]))
    with pytest.raises(HostError) as refused:
        forget_class("7c")
    assert "7b" in sentence(refused.value, "en")


@pytest.mark.parametrize(
    "text", ["R2D2\nC3PO\nBB8", "R2D2;m\nC3PO;w\nBB8;m", "1;R2D2\n2;C3PO\n3;BB8"]
)
def test_names_may_have_digits_where_there_are_no_others(tmp_path, text):
    assert names(tmp_path, text) == ["R2D2", "C3PO", "BB8"]


def test_numbers_alone_are_no_names(tmp_path):
    with pytest.raises(HostError, match="class-list-empty"):
        names(tmp_path, "1\n2\n3")


def test_an_empty_folder_is_no_class_and_one_with_lessons_is_a_lost_one():
    keep_class(Group.of("7b", [IDA]))
    class_file("7b").unlink()
    assert known_classes() == [] and kept_class("7b") is None
    (class_folder("7b") / "lessons").mkdir()
    assert known_classes() == ["7b"]
    with pytest.raises(HostError, match="class-spoilt"):
        kept_class("7b")


@pytest.mark.parametrize(
    "spoilt", ["", "{}", "[]", "[" * 9999, None], ids=["empty", "bare", "list", "deep", "changed"]
)
def test_a_kept_list_that_was_spoilt_is_said_and_never_numbered_anew(spoilt):
    keep_class(Group.of("7b", [IDA, ZOE]))
    file = class_folder("7b") / "class.json"
    if spoilt is None:
        spoilt = file.read_text(encoding="utf-8").replace('"number": 2', '"number": 3')
    file.write_text(spoilt, encoding="utf-8")
    with pytest.raises(HostError, match="class-spoilt"):
        kept_class("7b")
    assert file.read_text(encoding="utf-8") == spoilt
    assert Group.of("8c", [IDA]).apart().mark  # another class goes on
