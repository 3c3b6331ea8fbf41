"""Several photos of one sheet complete each other; strangers are never put together."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperplay.results.duplicates import once_each
from paperplay.results.evening import evening_of
from paperplay.results.leaderboard import leaderboard
from scanner import likeness as likenesses
from scanner.joining import DIFFER, joined
from scanner.likeness import Likeness, likeness
from scanner.scan import CONTRADICTED, Doubt
from scanner.scan_json import scan_from, scan_json
from scanner.unseen import UNSEEN
from tests.scans import scan_of

SHOWN = "123456789012"


def photo(digits, file="a.jpg", *, hidden="", asked="", **more):
    """A photo of sheet A; ``hidden`` and ``asked`` say 1 for each cloud in question."""
    clouds = {f"c{n}": int(d) for n, d in enumerate(digits, start=1) if d != "-"}
    scan = scan_of({"format": 1, "sheet": "daydream/A", "clouds": clouds}, file=file, **more)
    doubts = [
        Doubt(f"c{n}", clouds.get(f"c{n}"), None, why)
        for marks, why in ((hidden, UNSEEN), (asked, "digit-doubtful"))
        for n, mark in enumerate(marks, start=1)
        if mark == "1"
    ]
    return replace(scan, doubts=tuple(doubts))


def clouds_of(scan):
    return "".join(str(scan.values[f"c{n}"]).replace("None", "-") for n in range(1, 13))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (photo("123456"), photo("123456"), Likeness.SAME),
        (photo("12345"), photo("12345"), Likeness.PERHAPS),  # five numbers are too few
        (photo("123456"), photo("------123456"), Likeness.OTHER),
        (photo("12345----", hidden="00000111"), photo("--3456789", hidden="11"), Likeness.PERHAPS),
        (photo("123---", hidden="000111"), photo("---456", hidden="111"), Likeness.PERHAPS),
        (photo("123---", hidden="000111", copy=3, mark=9),
         photo("---456", hidden="111", copy=3, mark=9), Likeness.SAME),  # a pupil's only sheet
        (photo("123456", copy=3, mark=9), photo("654321", copy=3, mark=9), Likeness.OTHER),
        (photo("1234567"), photo("1234560"), Likeness.SAME),  # one number read otherwise
        (photo("123456", copy=1), photo("123456", copy=2), Likeness.OTHER),
    ],
)  # fmt: skip
def test_photos_are_one_sheet_only_if_enough_of_it_agrees(one, other, wanted):
    assert likeness(one, other) is wanted
    assert likeness(other, one) is wanted


@pytest.mark.parametrize(
    ("best", "other", "clouds", "asked"),
    [
        # what one does not show the other does
        (photo("12345678----", hidden="000000001111"), photo("--3456789012", hidden="11"),
         SHOWN, {}),
        # and its doubts come along
        (photo("1234567-----", hidden="000000011111"), photo("123456789012", asked="000000001"),
         SHOWN, {"c9": "digit-doubtful"}),
        # a doubt is settled by a photo that is sure of the same
        (photo(SHOWN, asked="1"), photo(SHOWN), SHOWN, {}),
        # but not by one that says something else, nor by one that asks, too
        (photo("7" + SHOWN[1:], asked="1"), photo(SHOWN),
         "7" + SHOWN[1:], {"c1": "digit-doubtful"}),
        (photo(SHOWN, asked="1"), photo(SHOWN, asked="1"), SHOWN, {"c1": "digit-doubtful"}),
        # two that are sure of different things are a question
        (photo(SHOWN), photo("7" + SHOWN[1:]), SHOWN, {"c1": DIFFER}),
        # what neither shows stays a question
        (photo("-" + SHOWN[1:], hidden="1"), photo("-" + SHOWN[1:], hidden="1"),
         "-" + SHOWN[1:], {"c1": UNSEEN}),
    ],
)  # fmt: skip
def test_a_photo_completes_another(best, other, clouds, asked):
    whole = joined(best, other)
    assert clouds_of(whole) == clouds
    assert {doubt.element: doubt.why for doubt in whole.doubts} == asked
    assert whole.joined == (other.file,)


def half_with_total(written, why):
    """Objects are seen in one photo only, the written total in the other only."""
    shown = photo("123456", "top.jpg")
    finished = {one.id: one.segments for one in shown.layout.sheet.objects[:2]}
    board = {"format": 1, "sheet": "daydream/A", "clouds": dict(shown.board.clouds)}
    top = scan_of({**board, "objects": finished}, file="top.jpg")
    top = replace(top, doubts=(Doubt("total", None, 1, UNSEEN, where="bottom"),))
    foot = scan_of({**board, "total": written}, file="foot.jpg")
    unseen = (Doubt("o1", 0, 1, UNSEEN, where="top"), Doubt("o2", 0, 1, UNSEEN, where="top"))
    asked = (Doubt("total", written, 71, why, (written, 71)),) if why else ()
    sure = {"total": 0.98}
    return top, replace(foot, doubts=(*unseen, *asked), confidence=sure, rest=0.001)


@pytest.mark.parametrize(
    ("off", "why", "asked"),
    [
        (0, "", []),
        (0, "digit-doubtful", []),  # the sheet gives it, and not what else it may be
        (0, CONTRADICTED, []),  # by what the other photo does not show
        (1, "", [CONTRADICTED]),  # which neither photo shows by itself
        (1, "digit-doubtful", ["digit-doubtful"]),
    ],
)
def test_a_written_total_is_compared_with_the_whole_sheet(off, why, asked):
    gives = half_with_total(0, "")[0].own_score.by_rules.total
    assert gives
    top, foot = half_with_total(gives + off, why)
    for whole in (joined(top, foot), joined(foot, top)):
        assert [doubt.why for doubt in whole.doubts] == asked
        assert whole.values["total"] == gives + off
        assert whole.rest == pytest.approx(0.001)


@given(st.lists(st.booleans(), min_size=12, max_size=12))
def test_two_photos_that_hide_different_clouds_show_them_all(left):
    def half(hides):
        shown = "".join("-" if hide else d for d, hide in zip(SHOWN, hides, strict=True))
        return photo(shown, hidden="".join("01"[hide] for hide in hides))

    whole = joined(half(left), half([not hide for hide in left]))
    assert clouds_of(whole) == SHOWN and whole.status == "ok"


def test_a_middle_photo_brings_two_halves_together():
    left = photo("123456------", "l.jpg", hidden="000000111111")
    right = photo("------789012", "r.jpg", hidden="111111000000")
    whole = photo(SHOWN, "m.jpg")
    assert len(once_each([left, right])) == 2
    (one,) = once_each([left, right, whole])
    assert clouds_of(one.best) == SHOWN and len(one.others) == 2


def test_what_may_be_one_sheet_is_asked_and_counts_as_two():
    night = evening_of([photo("12---", "l.jpg"), photo("12---", "r.jpg")], "en")
    assert night.sheets == 2
    assert "l.jpg and r.jpg may show the same sheet" in leaderboard(night, "en")


def test_a_photo_without_a_name_takes_the_others():
    best, other = photo(SHOWN), photo(SHOWN)
    other = replace(other, ink=other.board.named(["Eva"]))
    assert joined(best, other).board.names == joined(other, best).board.names == ("Eva",)


def test_the_names_of_joined_photos_stand_in_json():
    whole = joined(photo(SHOWN, "a.jpg"), photo(SHOWN, "b.jpg"))
    data = scan_json(whole, "en")
    assert data["joined"] == ["b.jpg"] and scan_from(data).joined == ("b.jpg",)
    assert "joined" not in scan_json(photo(SHOWN), "en")


@given(st.lists(st.text("-0123", min_size=9, max_size=9), min_size=2, max_size=2), st.data())
def test_the_glance_says_nothing_that_a_closer_look_denies(digits, data):
    one, other = (photo(text, asked=data.draw(st.text("001", max_size=9))) for text in digits)
    found = likeness(one, other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(likenesses, "_have_other_digits", lambda one, other: False)
        assert likeness(one, other) is found


def test_a_pile_of_hundreds_is_compared_in_a_moment():
    scans = [photo(f"{n * 7919 % 10**9:09}", f"{n}.jpg") for n in range(300)]
    began = time.process_time()
    assert len(once_each(scans)) > 250
    assert time.process_time() - began < 6  # 1 s; 15 s when each pair was looked at closely
