"""From a picture to scans: load, locate, identify, rectify, subtract, read, decide, judge."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from rules.errors import HostError
from scanner.decide import SETTLED, Decision, decide
from scanner.memory import keep_memory
from scanner.missing import located
from scanner.page.bare import bare_page
from scanner.page.beneath import beneath
from scanner.page.blank import blank_page
from scanner.page.fit import Fit
from scanner.page.identify import identify
from scanner.page.ink import InkPage, find_ink
from scanner.page.measured import quality_of
from scanner.page.outline import Outlined, find_by_outline
from scanner.page.page_guess import check_whole, fit_page, guess_page, lies_flat
from scanner.page.recognise import belongs, recognise
from scanner.page.rectify import laid, rectify, with_all_tags
from scanner.page.shown_print import print_of
from scanner.page.tag_blur import tag_blur
from scanner.page.tags import ENOUGH_TAGS, SeenSheet, enlarged, find_sheets
from scanner.page.warp import Warp
from scanner.pictures import PX_PER_MM, Grey, PhotoError, Picture
from scanner.reader import is_sheet, layout_of, reader_for
from scanner.reading import Reading
from scanner.scan import Doubt, Scan
from scanner.stages import Keep
from scanner.unseen import with_unseen
from templates.game import SheetLayout
from templates.games import game_of
from templates.sheet_code import SheetCode

if TYPE_CHECKING:
    from scanner.board.find import SeenBoard

keep_memory()
_LOG = logging.getLogger(__name__)
LARGEST_MISFIT = 0.9
"""Print that lies further than this, mm, from where it should be: the page is too curled."""
MOST_UNFIT = 0.65
"""If print does not fit, or cannot be seen, on more of the page than this, it is not read."""
LEAST_FOUND = 0.25
"""If less of the print than this is recognised, the page was not flattened."""
SMALLEST_SCALE = 1.75
"""Pixels per mm at full size below which digits cannot be told apart."""
MOST_BLUR = 0.55 * PX_PER_MM
"""Print that is more blurred than this, px of a flattened page, hides what was written."""
MOST_TAG_BLUR = 0.32
"""The same of the tags, mm, on a page that is not understood; readable photos have up to 0.25."""
_IN_POOR_PHOTOS = {"unknown-code", "wrong-code", "too-curled"}
"""What a page seems to be if too little of it can be seen."""
MANY = 6
"""With more questions than this it is looked whether a picture has only black and white."""
MOST_BARE = 12
"""With more questions than this such a picture is not worth them."""
ENOUGH_SCALE = 4.0
"""Pixels per mm from which a reduced picture is enough."""
MOST_UNKNOWN = 2
"""After this many sheets of a picture that cannot be read, others are known by their codes alone:
to compare one with the print of every sheet takes seconds.
"""
LONGEST = 50
"""A picture this many times as long as wide is a strip that holds no sheet."""
PLENTY = 52_000_000
"""Pixels beyond which a picture is never opened at its full size."""
HALVED, QUARTERED = 2600, 7200
"""Longer side, px, from which pictures are opened at half, or a quarter, of the size first."""

Doubts = tuple[Doubt, ...]


@dataclass(frozen=True)
class FlatSheet:
    """A sheet that was found and flattened, ready to be read."""

    code: SheetCode
    fit: Fit
    seen: Grey
    """The page as photographed, from straight above."""
    page: InkPage


def read_picture(picture: Picture, keep: Keep | None = None) -> list[Scan]:
    """Read every sheet in a picture; one that cannot be read is a result, too."""
    began = time.perf_counter()
    keep = keep or Keep()
    try:
        grey, sheets = _locate(picture)
    except Exception as error:
        failed = _timed(unreadable(_told(error), picture.name, picture.page), began)
        return [keep.failure(picture, failed)]
    keep.photo(picture, grey, sheets)
    scans: list[Scan] = []
    for index, found in enumerate(sheets, start=1):
        try:
            unknown = sum(scan.failure is not None for scan in scans)
            # By no name here, or a page would be kept while the next one is made.
            scans.append(
                _read_one(
                    picture,
                    grey,
                    _beside(sheets, found, flatten(grey, found, by_print=unknown < MOST_UNKNOWN)),
                    index,
                    began,
                    keep,
                )
            )
        except Exception as error:
            failed = unreadable(_told(error), picture.name, picture.page, index)
            scans.append(keep.failure(picture, _timed(failed, began), grey, found))
        if keep.unkept:
            scans[-1] = replace(scans[-1], unkept=tuple(keep.unkept))
            keep.unkept.clear()
        began = time.perf_counter()
    return scans


def _beside(sheets: Sequence[Found], found: Found, flat: FlatSheet) -> FlatSheet:
    """Doubt what of a sheet is beneath others."""
    others = [each for each in sheets if each is not found and isinstance(each, SeenSheet)]
    if not others or not isinstance(found, SeenSheet):
        return flat
    return replace(flat, fit=beneath(flat.fit, found, others))


def _told(error: Exception) -> HostError:
    """Say what a photo lacks; anything else is a mistake of ours."""
    if isinstance(error, PhotoError):
        return error
    _LOG.info("A sheet could not be read", exc_info=error)
    return HostError("photo-crashed", reason=type(error).__name__)


def _timed(scan: Scan, began: float) -> Scan:
    return replace(scan, seconds=time.perf_counter() - began)


Found: TypeAlias = "SeenSheet | Outlined | SeenBoard"
"""A sheet that is in a picture, by its tags, its outline, or what is printed on it."""


def _locate(picture: Picture) -> tuple[Grey, list[Found]]:
    """Find the sheets, at half the size where that is enough."""
    if max(picture.size) > LONGEST * min(picture.size):
        raise PhotoError("no-sheet")
    full = 1 if picture.size[0] * picture.size[1] <= PLENTY else 2
    longer = max(picture.size)
    reduction = 4 if longer > QUARTERED else 2 if longer > HALVED else full
    grey = picture.decode(reduction)
    sheets = find_sheets(grey)
    if reduction > full and _is_small(sheets):
        once = sheets and 2 * min(map(scale_of, sheets)) >= ENOUGH_SCALE
        larger = max(reduction // 2, full) if once else full
        grey = picture.decode(larger)
        sheets = _closer(sheets, grey, reduction // larger)
    fixed = [sheet for sheet in sheets if len(sheet.tags) >= 2]
    # Without tags the QR code and the edges of the paper may still do.
    found: list[Found] = [*fixed]
    if not found:
        found = [*find_by_outline(grey)] or [*sheets] or _boards_in(grey)
    if not found:  # perhaps a camera that shows people as in a mirror
        plain, grey = grey, grey[:, ::-1].copy()
        found = [sheet for sheet in find_sheets(grey) if len(sheet.tags) >= 2]
        if not found:
            raise _nothing(plain)
    return grey, found


def _boards_in(grey: Grey) -> list[Found]:
    """Find boards that were taught, without which a command needs none of their modules."""
    from scanner.board.find import find_boards

    return [*find_boards(grey)]


def _nothing(grey: Grey) -> PhotoError:
    """Say that no sheet is there; perhaps it is a board on which not all is marked yet."""
    from scanner.board.find import unfinished

    board = unfinished(grey)
    return PhotoError("board-unmarked", board=board.name) if board else PhotoError("no-sheet")


def _is_small(sheets: Sequence[SeenSheet]) -> bool:
    """Whether a larger picture would show more of the sheets."""
    return not sheets or min(map(scale_of, sheets)) < ENOUGH_SCALE


def _closer(sheets: Sequence[SeenSheet], grey: Grey, times: int) -> list[SeenSheet]:
    """Find the sheets in a picture that is larger than the first."""
    whole = sheets and all(len(sheet.tags) >= ENOUGH_TAGS for sheet in sheets)
    return [enlarged(s, grey, times) for s in sheets] if whole else find_sheets(grey)


def scale_of(seen: SeenSheet) -> float:
    """How many pixels there are per mm, about, judged by the smallest tag."""
    sides = [
        float(((tag.corners[a] - tag.corners[a - 1]) ** 2).sum() ** 0.5)
        for tag in seen.tags
        for a in range(4)
    ]
    return sorted(sides)[len(sides) // 4] / 10.0


def flatten(grey: Grey, found: Found, *, by_print: bool = True) -> FlatSheet:
    """Find out which sheet it is and flatten it; a PhotoError if it is unknown or too curled.

    One whose codes cannot be read is known ``by_print``, which takes long.
    """
    if not isinstance(found, SeenSheet | Outlined):
        from scanner.board.flatten import surely

        board, fit = surely(grey, found)
        return _inked(grey, board.code, fit)
    try:
        return _flattened(grey, found, by_print)
    except PhotoError as error:
        poor = _poor(grey, found) if error.code in _IN_POOR_PHOTOS else ""
        raise PhotoError(poor) if poor else error from None


def _poor(grey: Grey, found: SeenSheet | Outlined) -> str:
    """Say why a photo shows too little of a sheet wherever it lies; empty if it does not."""
    seen = found.seen if isinstance(found, Outlined) else found
    blur = tag_blur(grey, seen.tags)
    if blur <= MOST_TAG_BLUR:
        return ""
    # As sharp as its pixels allow: there are too few of them.
    return "blurred" if blur * scale_of(seen) > 1 else "too-small"


def _flattened(grey: Grey, found: SeenSheet | Outlined, by_print: bool) -> FlatSheet:
    known = _known(grey, found, by_print)
    printed = known.code.blank
    fit = rectify(grey, known.seen, printed, known.page, known.start)
    if fit.misfit > LARGEST_MISFIT or fit.unfit > MOST_UNFIT:
        raise PhotoError("wrong-code" if lies_flat(known.seen, known.page) else "too-curled")
    if not belongs(grey, printed, known.page, fit):
        raise PhotoError("wrong-code")
    if fit.found < LEAST_FOUND:
        raise PhotoError("too-curled")
    return _inked(grey, known.code, fit)


def _inked(grey: Grey, code: SheetCode, fit: Fit) -> FlatSheet:
    """Take away what is printed, once it is known where everything is."""
    printed = code.blank
    flat = fit.warp.flatten(grey, PX_PER_MM, blank_page(printed))
    ink = find_ink(flat, print_of(printed), fit.misfit)
    if ink.blur > MOST_BLUR:
        raise PhotoError("blurred")
    if not reader_for(printed).fits(ink.grey, printed):
        raise PhotoError("wrong-code")
    return FlatSheet(code, fit, flat, ink)


def _known(grey: Grey, seen: SeenSheet | Outlined, by_print: bool) -> Outlined:
    """Say which sheet the tags belong to and how it lies."""
    if isinstance(seen, Outlined):
        check_whole(Warp.plain(seen.page, seen.start), grey)
        return seen
    if scale_of(seen) < SMALLEST_SCALE:
        raise PhotoError("too-small")
    guessed, start = guess_page(seen)
    if (more := with_all_tags(grey, seen, guessed, start)) is not seen:
        seen, (guessed, start) = more, guess_page(more)
    lain = laid(grey, seen, guessed, start)
    check_whole(lain, grey)
    code = identify(grey, lain, seen.turn)
    if code is None and by_print:
        code = recognise(grey, seen, guessed)
    if code is None or not is_sheet(code):
        if code is not None and code.fingerprint:
            raise PhotoError("unknown-own")
        raise PhotoError("unknown-code")
    page = layout_of(code).page
    if page.is_wide != guessed.is_wide:
        raise PhotoError("wrong-code")
    if page != guessed:
        _, start, _ = fit_page(seen.tags, page)
    return Outlined(seen, code, page, start)


def _read_one(
    picture: Picture, grey: Grey, flat: FlatSheet, index: int, began: float, keep: Keep
) -> Scan:
    keep.page(picture, index, flat.seen, flat.page)
    layout = layout_of(flat.code)
    decided, doubts = _decided(flat, layout, grey)
    if len(doubts) > MANY and print_of(flat.code.blank).is_bare_in(flat.page.grey):
        flat = _told_apart(flat, layout)
        decided, doubts = _decided(flat, layout, grey)
        if len(doubts) > MOST_BARE:
            raise PhotoError("black-and-white")
    guesses = {element: reading.guess for element, reading in decided.readings.items()}
    told = reader_for(flat.code).told(decided.readings, layout)
    scan = Scan(
        file=picture.name,
        page=picture.page,
        index=index,
        seconds=time.perf_counter() - began,
        paper=flat.code,
        ink=game_of(flat.code.sheet).judge.board_of(guesses, layout),
        confidence={element: reading.confidence for element, reading in told.items()},
        doubts=doubts,
        shapes={e: r.shape for e, r in told.items() if r.shape and r.confidence >= SETTLED},
        rest=decided.rest,
        photo=quality_of(
            max(picture.size) / max(grey.shape),
            flat.fit,
            flat.seen,
            flat.page,
            print_of(flat.code.blank),
        ),
    )
    # Now, where a mistake costs this sheet alone.
    _ = scan.marking if scan.has_task else scan.score
    return keep.result(picture, scan, flat.page)


def _decided(flat: FlatSheet, layout: SheetLayout, grey: Grey) -> tuple[Decision, Doubts]:
    """Read a page, weigh what was read, and list what a person should look at."""
    reader = reader_for(flat.code)
    read = with_unseen(reader.read(flat.page, layout), layout, flat.page.hidden, flat.fit.unsure)
    decided = decide(read, reader.judging(layout))
    told = reader.told(decided.readings, layout)
    return decided, located(doubts_of(told.values(), decided.stakes), layout, flat.fit, grey)


def _told_apart(flat: FlatSheet, layout: SheetLayout) -> FlatSheet:
    """Tell pen from print in a picture that has only black and white."""
    page = bare_page(flat.seen, flat.code.blank, layout, flat.fit.misfit)
    if page is None:
        raise PhotoError("black-and-white")
    return replace(flat, page=page)


def pictured(picture: Picture, scans: Sequence[Scan], keep: Keep) -> list[Scan]:
    """Keep pictures of sheets that were read before, as they stand now that doubts are settled.

    Raises:
        PhotoError: The sheets are not in the picture any more.
    """
    grey, sheets = _locate(picture)

    def kept(scan: Scan) -> Scan:
        if not scan.is_read or scan.index > len(sheets):
            return scan
        flat = flatten(grey, sheets[scan.index - 1])
        return keep.result(picture, scan, flat.page) if flat.code.sheet == scan.sheet else scan

    return [kept(scan) for scan in scans]


def doubts_of(readings: Iterable[Reading], stakes: Mapping[str, float]) -> list[Doubt]:
    """List what a person should look at: first what a total hangs on, then the least sure."""
    asked = sorted((r for r in readings if r.why), key=lambda r: (-stakes[r.element], r.confidence))
    return [
        Doubt(r.element, r.guess, r.runner_up, r.why, r.likely, stakes[r.element], shape=r.shape)
        for r in asked
    ]


def unreadable(error: HostError, name: str, page: int = 1, index: int = 1) -> Scan:
    """Give the result of a picture, or a whole file, that could not be read."""
    failure = PhotoError(error.code, **{"file": name, **error.facts})
    return Scan(name, page, index, failure=failure)
