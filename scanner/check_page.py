"""What a photo of the check page says about this printer and this phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from scanner.quality import PhotoQuality
from scanner.scan import Scan
from templates.check_page import check_board
from templates.places import is_same
from templates.sheet_code import SheetCode
from templates.wording import say

VERSION = 1
"""Of the line of figures."""
SMALL = 3.4
"""Below this many pixels per mm a closer photo is read better."""
BLURRED = 0.35
"""Print more blurred than this, mm, is read worse; a small photo cannot be sharper than 1.2 px."""
DARK = 1.35
"""Tints this many times as dark as they should be come near the darkness of pens."""
FAINT = 0.68
"""Black print this faint is a draft's, or the toner's last."""
UNEVEN = 0.42
"""Light on the darkest part of the page, compared with the brightest, that hides faint ink."""
BENT = 0.35
"""Print this far from its place, mm, lies on paper that is not flat."""


@dataclass(frozen=True, slots=True)
class Count:
    """How a number of elements was read."""

    right: int
    of: int
    asked: int
    """A person would have been asked about them."""
    wrong: int
    """Read wrongly, and nobody would have been asked."""


@dataclass(frozen=True)
class CheckVerdict:
    """How well the page was read, and what could be better."""

    code: SheetCode
    photo: PhotoQuality | None
    digits: Count
    marks: Count

    @property
    def right(self) -> int:
        """How many elements were read right, without a question."""
        return self.digits.right + self.marks.right

    @property
    def of(self) -> int:
        """How many elements the page has."""
        return self.digits.of + self.marks.of

    @property
    def asked(self) -> int:
        """How many elements a person would have been asked about."""
        return self.digits.asked + self.marks.asked

    @property
    def wrong(self) -> int:
        """How many elements were read wrongly, without a question."""
        return self.digits.wrong + self.marks.wrong

    @cached_property
    def advice(self) -> tuple[str, ...]:
        """What could be better, as keys of ``check.advice``; empty if all is well."""
        return tuple(_advice(self.photo, self.code.ink)) if self.photo else ()

    @property
    def is_fine(self) -> bool:
        """Whether printer and phone are ready for a game night."""
        return not self.advice and not self.wrong

    @property
    def figures(self) -> str:
        """One line that a person can send: nothing in it is about the person."""
        code, photo = self.code, self.photo
        told = [f"paperplay check {VERSION}", code.paper, code.ink, code.lang]
        for name, count in (("digits", self.digits), ("marks", self.marks)):
            told.append(f"{name} {count.right}/{count.of} asked {count.asked} wrong {count.wrong}")
        if photo is not None:
            told += [
                f"{photo.px_per_mm:.1f} px/mm",
                f"blur {photo.blur_mm:.2f} mm",
                f"misfit {photo.misfit_mm:.2f} mm",
                f"tint {photo.tint:.2f}",
                f"black {photo.black:.2f}",
                f"light {photo.light:.2f}",
            ]
        return ", ".join(told)


def check_of(scan: Scan) -> CheckVerdict:
    """Compare what was read on the check page with what is printed there."""
    digits = {name for name, place in scan.layout.places.items() if place.is_digit or place.digits}
    return CheckVerdict(
        scan.code,
        scan.photo,
        _count(scan, digits),
        _count(scan, scan.values.keys() - digits),
    )


def verdict_lines(verdict: CheckVerdict, lang: str) -> Iterator[str]:
    """Say how it went and what could be better, a sentence a line."""
    for name, count in (("digits", verdict.digits), ("marks", verdict.marks)):
        yield say(f"check.{name}", lang, **asdict(count))
    if verdict.photo is not None and not {"small", "blurred"} & {*verdict.advice}:
        yield say("check.sharp", lang, scale=f"{verdict.photo.px_per_mm:.1f}")
    for key in verdict.advice:
        yield say(f"check.advice.{key}", lang)
    if verdict.wrong:
        yield say("check.wrong", lang)
    elif verdict.is_fine:
        yield say("check.fine", lang)
    yield say("check.ruler", lang)


def check_json(scan: Scan, lang: str) -> dict[str, Any]:
    """Give the verdict as scripts see it."""
    verdict = check_of(scan)
    return {
        "right": verdict.right,
        "of": verdict.of,
        "asked": verdict.asked,
        "wrong": verdict.wrong,
        "digits": asdict(verdict.digits),
        "marks": asdict(verdict.marks),
        "advice": list(verdict.advice),
        "message": " ".join(verdict_lines(verdict, lang)),
        "figures": verdict.figures,
    }


def _count(scan: Scan, elements: Iterable[str]) -> Count:
    truth = scan.game.judge.values_of(check_board(), scan.layout)
    names, doubtful = set(elements), set(scan.doubtful)
    sure = names - doubtful
    right = sum(is_same(scan.values[name], truth[name]) for name in sure)
    return Count(right, len(names), len(names) - len(sure), len(sure) - right)


def _advice(photo: PhotoQuality, ink: str) -> Iterator[str]:
    if photo.px_per_mm < SMALL:
        yield "small"
    elif photo.blur_mm > BLURRED:
        yield "blurred"
    if photo.black < FAINT:
        yield "faint"
    elif photo.tint > DARK:
        yield "dark" if ink == "colour" else "dark-lines"
    if photo.light < UNEVEN:
        yield "uneven"
    if photo.misfit_mm > BENT:
        yield "bent"
