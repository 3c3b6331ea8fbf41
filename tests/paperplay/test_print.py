"""`paperplay print`: whole files or none, and a clear word when something is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from paperplay import output
from paperplay.cli import main
from paperplay.page_options import with_new_dice
from printkit.order import Order
from rules.errors import HostError


def complaint(capsys, *call):
    assert main(["print", *call]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    return caught.err


@pytest.mark.parametrize("name", ["A", "a", "daydream/bac", "dreams/score"])
def test_a_sheet_is_printed(tmp_path, name, capsys):
    out = tmp_path / "sheet.pdf"
    assert main(["print", name, "--out", str(out)]) == 0
    assert len(pdfium.PdfDocument(out.read_bytes())) == 1
    assert list(tmp_path.iterdir()) == [out]
    caught = capsys.readouterr()
    assert (caught.out, caught.err) == ("", f"{out}: 1 page.\n")


def test_a_whole_game_is_printed_in_a_language(tmp_path, capsys):
    out = tmp_path / "game.pdf"
    call = ["print", "Daydream", "--lang", "sv", "--paper", "letter", "--ink", "black"]
    assert main([*call, "--copies", "2", "--dice", "fika", "--out", str(out)]) == 0
    document = pdfium.PdfDocument(out.read_bytes())
    assert len(document) == 1 + 8 * 2 + 2
    assert capsys.readouterr().err == f"{out}: 19 sidor.\n"
    assert "Lugn morgon" in document[1].get_textpage().get_text_range()
    assert "fika" in document[18].get_textpage().get_text_range()


def test_own_words_and_folded_cards(tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("Zahnfee;x\nMondauto;y\n", encoding="utf-8")
    out = tmp_path / "cards.pdf"
    call = ["print", "when-i-dream", "--players", "4", "--backs", "fold", "--back-shift", "1,-1"]
    assert main([*call, "--words", str(words), "--bleed", "--out", str(out)]) == 0
    text = "".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(out))
    assert "Zahnfee" in text and "Mondauto" in text


def test_standard_output_holds_the_pdf_alone():
    call = [sys.executable, "-m", "paperplay", "print", "D", "--out", "-"]
    done = subprocess.run(call, capture_output=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert done.stderr == b""


def test_an_existing_file_stays_without_force(tmp_path, capsys):
    out = tmp_path / "sheet.pdf"
    out.write_text("precious")
    assert "--force" in complaint(capsys, "A", "--out", str(out))
    assert out.read_text() == "precious"
    assert main(["print", "A", "--out", str(out), "--force"]) == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["A"], "--out"),
        (["Q", "--out", "x.pdf"], "BAC"),
        (["dreamz", "--out", "x.pdf"], "Did you mean dreams?"),
        (["A", "--copies", "0", "--out", "x.pdf"], "10000"),
        (["A", "--copies", "10001", "--out", "x.pdf"], "10000"),
        (["A", "--copies", "many", "--out", "x.pdf"], "many"),
        (["A", "--lang", "es", "--out", "x.pdf"], "de, en, fr, it, sv"),
        (["A", "--paper", "a3", "--out", "x.pdf"], "a4, letter"),
        (["A", "--ink", "pink", "--out", "x.pdf"], "colour, light, black"),
        (["A", "--seed", "1000000", "--out", "x.pdf"], "999999"),
        (["A", "--seed", "-1", "--out", "x.pdf"], "--seed"),
        (["dreams", "--players", "7", "--out", "x.pdf"], "3 to 6"),
        (["when-i-dream", "--players", "3", "--out", "x.pdf"], "4 to 10"),
        (["dreams/score", "--pages", "0", "--out", "x.pdf"], "--pages"),
        (["A", "--back-shift", "1", "--out", "x.pdf"], "--back-shift 1.5,-0.8"),
        (["A", "--back-shift", "nan,0", "--out", "x.pdf"], "--back-shift"),
        (["A", "--dice", "", "--out", "x.pdf"], "--dice"),
        (["when-i-dream", "--words", "none.txt", "--out", "x.pdf"], "none.txt"),
        (["A", "--out", "."], "folder"),
        (["A", "--out", ""], ". is a folder. Name a file in it, such as ./"),
        (["A", "--out", "no/where.pdf"], "no folder"),
        (["A", "--dice", "水", "--out", "x.pdf"], "水"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_says_what_to_do_and_leaves_nothing(tmp_path, monkeypatch, capsys, call, said):
    monkeypatch.chdir(tmp_path)
    assert said in complaint(capsys, *call)
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_place_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(output.os, "access", lambda *_: False)
    with pytest.raises(HostError, match="out-unwritable"):
        output.check_output(str(tmp_path / "x.pdf"), force=False)


def test_a_full_disk_leaves_no_half_written_file(tmp_path, monkeypatch):
    class Full:
        def __init__(self, handle):
            self.handle = handle

        def __enter__(self):
            return self

        def __exit__(self, *_):
            output.os.close(self.handle)

        def write(self, data):
            output.os.write(self.handle, data[:10])
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.os, "fdopen", lambda handle, mode: Full(handle))
    with pytest.raises(HostError, match="out-unwritable"):
        output.write_output(str(tmp_path / "x.pdf"), b"%PDF" * 100, force=False)
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_gets_no_pdf(monkeypatch):
    monkeypatch.setattr(output.sys.stdout, "isatty", lambda: True)
    with pytest.raises(HostError, match="out-terminal"):
        output.check_output("-", force=False)


@pytest.mark.parametrize(
    ("call", "needed"),
    [("['--help']", []), ("['print', '--help']", ["msgspec"])],  # it lists the sheets' titles
)
def test_help_does_not_wait_for_heavy_packages(call, needed):
    code = (
        f"import sys; from paperplay.cli import main; main({call}); "
        "print([n for n in ('reportlab', 'cv2', 'numpy', 'PIL', 'msgspec') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == str(needed)


def test_a_whole_game_has_new_dice_each_time_and_a_sheet_stays_the_same():
    whole = [with_new_dice(Order("daydream")).dice for _ in range(8)]
    assert len(set(whole)) > 1 and all(dice.isdecimal() for dice in whole)
    assert with_new_dice(Order("daydream", dice="sun")).dice == "sun"
    for what in ("daydream/A", "when-i-dream", "dreams/score"):
        assert with_new_dice(Order(what)) == Order(what)


def test_a_sheet_goes_by_its_title_in_any_language(tmp_path, capsys):
    pdfs = set()
    names = ["BC", "Under the stars", "UNTER DEN STERNEN", "sous les etoiles"]
    for number, name in enumerate(names):
        out = tmp_path / f"{number}.pdf"
        assert main(["print", name, "--out", str(out)]) == 0
        pdfs.add(out.read_bytes())
    assert len(pdfs) == 1


def test_a_fresh_title_is_a_seed(capsys):
    def layout(*words):
        assert main(["layout", *words, "--lang", "en"]) == 0
        return json.loads(capsys.readouterr().out)

    by_number = layout("A", "--seed", "2474")
    assert by_number["title"] == "Fox 4711"
    for words in (["A fox 4711"], ["A", "--seed", "Fuchs 4711"], ["matin calme Renard 4711"]):
        assert layout(*words) == by_number
    assert "title" not in layout("A")


def test_a_fresh_title_alone_is_asked_about(capsys):
    assert main(["print", "Fox 4711", "--out", "-"]) == 2
    assert "“A Fox 4711”" in capsys.readouterr().err


def test_help_lists_the_sheets(capsys):
    main(["print", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "EDF Vivid Dreams, hard, about 45 min, moon chain, frames" in told
