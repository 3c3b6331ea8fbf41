import pytest

from printkit.textbox import LEADING, TextOverflow, TextRoom, fitting, wrap, write
from tests.note_pen import NotePen

PEN = NotePen()


def test_lines_are_broken_at_spaces_and_kept_at_line_breaks():
    assert wrap(PEN, "one two three\nfour", 18, 5) == ["one two", "three", "four"]


def test_every_line_fits():
    text = "Je Wolke eine Linie, jede bis zum nächsten Punkt oder zur nächsten Sonne."
    lines = wrap(PEN, text, 40, 3)
    assert " ".join(lines) == text
    assert all(PEN.width_of(line, 3) <= 40 for line in lines)


def test_french_signs_do_not_begin_a_line():
    text = "égalité : jaune + 2 ; sinon « le plus petit » !"
    for width in range(22, 60):
        for line in wrap(PEN, text, width, 4):
            assert line[0] not in ":;!»" and line[-1] != "«"


def test_a_word_that_is_too_wide_is_refused():
    with pytest.raises(TextOverflow, match="Wolkenkuckucksheim"):
        wrap(PEN, "Wolkenkuckucksheim", 10, 5)


def test_text_shrinks_to_its_box_but_no_further():
    text = "Sterne und Monde " * 12
    size, lines = fitting(PEN, text.strip(), 50, 20, 5, 2)
    assert 2 <= size < 5
    assert (len(lines) - 1) * size * LEADING + size <= 20.01
    with pytest.raises(TextOverflow):
        fitting(PEN, text, 50, 20, 5, 4.8)


def test_centred_lines_are_of_like_length():
    pen = NotePen()
    write(pen, "aaaa aaaa aaaa aaaa aaaa a", TextRoom(0, 0, 48, 20), size=4, align="centre")
    first, second = (note.partition('"')[2].rstrip('"') for note in pen.notes)
    assert abs(len(first) - len(second)) <= 5


def test_the_end_of_a_text_is_where_the_next_may_begin():
    assert write(NotePen(), "one\ntwo", TextRoom(5, 10, 40, 20), size=4) == pytest.approx(
        10 + 4 * LEADING + 4
    )
