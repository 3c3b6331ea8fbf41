"""The 85 disturbed photos: five good ones, each disturbed in seventeen ways."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.camera import photograph
from benchmarks.cases import case_of
from benchmarks.coverings import unseen
from benchmarks.disturbances import DISTURBANCES, Disturb, View
from benchmarks.paper_groups import Cases, Take
from benchmarks.places import hidden_by
from benchmarks.sensor import saved
from benchmarks.takes import Taken

Rng = np.random.Generator


def _disturbed(disturb: Disturb) -> Take:
    def taken(number: int, rng: Rng) -> tuple[Cases, Taken]:
        case = case_of(number, corrections=False)
        photo = photograph(case.printed, f"disturbed {number}", "good")
        data = np.frombuffer(photo.jpeg, np.uint8)
        (flat,) = photo.homographies
        before = View(
            np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8),
            lambda places: np.asarray(cv2.perspectiveTransform(places[None], flat)[0]),
            case.printed.size,
        )
        after = disturb(before, rng)
        height, width = after.picture.shape[:2]
        hidden = hidden_by(case.layout, unseen(after.seen, (width, height), after.hidden))
        return [case], Taken(saved(after.picture, (95,)), (hidden,))

    return taken


DISTURBED: dict[str, Take] = {name: _disturbed(how) for name, how in DISTURBANCES.items()}
