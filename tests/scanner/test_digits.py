from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner import digits
from scanner.digits import NETWORKS, NO_DIGIT, read_digits
from scanner.marks import digit_crop
from scanner.marks.digit_crop import SIDE, normalise
from scanner.marks.styles import strangeness, styles_in_use

CROPS = sorted((Path(__file__).parent / "crops").glob("*.png"))


def picture(path: Path) -> np.ndarray:
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)


def meaning(path: Path) -> int:
    first = path.stem.split("-")[0]
    return NO_DIGIT if first == "none" else int(first)


@pytest.fixture(scope="module")
def drawn() -> list[np.ndarray]:
    return [picture(path) for path in CROPS]


@pytest.fixture(scope="module")
def chances(drawn) -> np.ndarray:
    return read_digits(drawn)


def test_the_drawn_set_has_every_digit_and_what_is_none():
    assert {meaning(path) for path in CROPS} == set(range(11))


@pytest.mark.parametrize("i", range(len(CROPS)), ids=[path.stem for path in CROPS])
def test_every_drawn_crop_is_read_right(i, chances):
    assert chances[i].argmax() == meaning(CROPS[i])


def test_shapes_and_types(chances):
    assert chances.shape == (len(CROPS), 11)
    assert chances.dtype == np.float32
    assert (chances >= 0).all()
    np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-5)


def test_no_crops_give_no_rows():
    assert read_digits([]).shape == (0, 11)


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (2, 3), (0, 0), (0, 7), (9, 9)])
@pytest.mark.parametrize("grey", [0, 1, 128, 254, 255])
def test_an_even_crop_of_any_size_has_no_digit(shape, grey):
    read = read_digits([np.full(shape, grey, np.uint8)])
    assert read.shape == (1, 11)
    assert read[0].argmax() == NO_DIGIT


@pytest.mark.parametrize("scale", [0.5, 0.8, 1.5, 3.0, 9.0])
def test_size_hardly_matters(scale, drawn):
    right = [i for i, path in enumerate(CROPS) if meaning(path) != NO_DIGIT]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = [cv2.resize(drawn[i], None, fx=scale, fy=scale, interpolation=way) for i in right]
    read = read_digits(resized).argmax(axis=1)
    wanted = [meaning(CROPS[i]) for i in right]
    assert np.mean(read == wanted) >= (0.9 if scale < 0.6 else 0.96)


def test_one_answer_for_one_crop_in_any_batch(drawn, chances):
    for size in (1, 2, 7, 60):
        parts = [read_digits(drawn[i : i + size]) for i in range(0, len(drawn), size)]
        np.testing.assert_allclose(np.concatenate(parts), chances, atol=2e-6)
    backwards = read_digits(drawn[::-1])[::-1]
    np.testing.assert_allclose(backwards, chances, atol=2e-6)


def test_a_crop_is_left_as_it_was(drawn):
    before = [crop.copy() for crop in drawn]
    read_digits(drawn)
    assert all(np.array_equal(a, b) for a, b in zip(before, drawn, strict=True))


def test_a_view_into_a_page_reads_like_a_copy(drawn):
    crop = drawn[0]
    page = np.full((crop.shape[0] + 40, crop.shape[1] + 60), 90, np.uint8)
    page[20:-20, 30:-30] = crop
    view = read_digits([page[20:-20, 30:-30]])
    np.testing.assert_array_equal(view, read_digits([crop]))


@pytest.mark.parametrize(
    "crop",
    [
        np.zeros((20, 20, 3), np.uint8),  # colour
        np.zeros((20, 20), np.float32),
        np.zeros(20, np.uint8),
    ],
)
def test_what_is_no_grey_picture_is_refused_in_words(crop):
    with pytest.raises(ValueError, match="uint8"):
        read_digits([crop])


def test_normalised_pictures_are_centred_and_as_large_as_each_other(drawn):
    for path, crop in zip(CROPS, drawn, strict=True):
        if meaning(path) == NO_DIGIT:
            continue
        made = normalise(crop)
        assert made.shape == (SIDE, SIDE) and made.dtype == np.uint8
        rows, columns = np.nonzero(made > made.max() / 2)
        assert max(np.ptp(rows), np.ptp(columns)) >= 0.5 * digit_crop.BOX
        assert abs((rows.min() + rows.max()) / 2 - (SIDE - 1) / 2) < 6


def test_thick_and_thin_pens_come_out_alike():
    pictures = []
    for width in (2, 6, 10):
        crop = np.full((100, 100), 240, np.uint8)
        cv2.polylines(
            crop, [np.array([[30, 25], [70, 25], [45, 80]])], False, 30, width, cv2.LINE_AA
        )
        pictures.append((normalise(crop) > 100).sum())
    assert max(pictures) < 1.5 * min(pictures)


def test_a_printed_line_along_the_rim_is_no_digit(drawn):
    crop = np.full((100, 100), 240, np.uint8)
    crop[:, 2:5] = 20
    assert read_digits([crop])[0].argmax() == NO_DIGIT


def test_the_networks_are_small_and_in_the_package():
    sizes = [len(files("scanner").joinpath(name).read_bytes()) for name in NETWORKS.values()]
    assert min(sizes) > 10_000
    assert sum(sizes) <= 1_500_000


def told(monkeypatch, **scores: np.ndarray) -> list[tuple[str, int]]:
    """Let networks say these scores instead of their own; give a list of who was asked."""
    asked: list[tuple[str, int]] = []
    own = digits.ask

    def note(name: str, pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.append((name, len(pictures)))
        said, features = own(name, pictures)
        return scores.get(name, said)[: len(said)], features

    monkeypatch.setattr(digits, "ask", note)
    return asked


def test_doubtful_and_strange_crops_are_shown_to_the_second_network(drawn, monkeypatch):
    first, features = digits.ask("first", np.stack([normalise(crop) for crop in drawn]))
    chances, styles = digits.softmax(first), styles_in_use()
    doubtful = chances.max(axis=1) < digits.DOUBTFUL
    strange = strangeness(styles.places(features), chances, styles) > digits.STRANGE
    strange &= chances.argmax(axis=1) != NO_DIGIT
    assert (strange & ~doubtful).sum() > 0 and (strange | doubtful).sum() < len(drawn) / 2
    asked = told(monkeypatch)
    read_digits(drawn)
    assert asked == [("first", len(drawn)), ("second", int((doubtful | strange).sum()))]


@pytest.mark.parametrize(("second", "believed"), [(4, True), (9, False)])
def test_a_strange_digit_is_believed_if_both_networks_are_sure_of_it(
    second, believed, drawn, monkeypatch
):
    surely = 12.0 * np.eye(11, dtype=np.float32)
    monkeypatch.setattr(digits, "STRANGE", -1.0)
    asked = told(monkeypatch, first=surely[[4]], second=surely[[second]])
    read = read_digits(drawn[:1])
    assert len(asked) == 2
    assert (read.max() > 0.995) == believed


def white_field(*strokes, grey=70, width=3) -> np.ndarray:
    """A crop as a page gives it: white, with straight strokes in hundredths of its sides."""
    crop = np.full((100, 140), 255, np.uint8)
    for stroke in strokes:
        points = np.array(stroke, float) * (1.4, 1.0)
        cv2.polylines(crop, [points.astype(np.int32)], False, grey, width, cv2.LINE_AA)
    return crop


SEVEN = ((40, 30), (58, 30), (46, 75))
CELL = ((4, 96), (4, 5), (96, 5), (96, 96))
ARC = ((100, 10), (95, 30), (94, 60), (100, 90))


@pytest.mark.parametrize("beside", [CELL, ARC])
def test_a_cells_lines_or_a_neighbours_ring_are_left_out(beside):
    alone, framed = normalise(white_field(SEVEN)), normalise(white_field(SEVEN, beside))
    assert np.abs(alone.astype(int) - framed.astype(int)).mean() < 2


def test_a_second_digit_at_the_edge_is_not_left_out():
    alone, two = normalise(white_field(SEVEN)), normalise(white_field(SEVEN, ((93, 25), (93, 70))))
    assert np.abs(alone.astype(int) - two.astype(int)).mean() > 10


def test_a_neighbours_ring_alone_is_nothing():
    assert not normalise(white_field(ARC)).any()


def test_faint_pencil_on_white_paper_is_not_lost():
    faint = white_field(SEVEN, grey=235, width=2)
    assert normalise(faint).any()
    rough = np.clip(
        faint.astype(int) - np.random.default_rng(1).integers(0, 16, faint.shape), 0, 255
    )
    assert not normalise(rough.astype(np.uint8)).any()  # there it is no more than grain
