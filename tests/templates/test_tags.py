import cv2
import numpy as np

from templates.page import PLACES, STICKERS, TURNS, tag_of
from templates.tags import black_cells


def test_every_tag_is_the_one_that_opencv_knows():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for number in (*range(len(PLACES) * TURNS), *STICKERS):
        picture = cv2.aruco.generateImageMarker(dictionary, number, 8)
        assert np.array_equal(picture == 0, np.array(black_cells(number))), number


def test_no_sheet_carries_a_sticker():
    assert [tag_of(number) for number in STICKERS] == [None] * 3
