"""The parts of a Daydream page: where shelf, grid, strip, footer and words stand.

Tags take the corners and the middles of the edges, the QR codes the bottom left and the top
right (templates/page.py). Everything else is laid out between them, here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from templates.daydream.compose import Design
from templates.daydream.grid_place import digit_field, placed_grid
from templates.geometry import Box
from templates.page import Page, page_of

EDGE = 8.0
"""Nothing that is read stands nearer to the paper's edge."""
INNER = 22.0
"""From the paper's edge to what stands clear of the tags."""
HEAD = 21.0
"""Where the shelf begins, below the tags and the title."""
BELOW_QR = 32.2
"""Where things begin below the upper QR code."""
FROM_QR = 47.0
"""From the paper's right edge to what stands left of the upper QR code."""
FOOT = 33.0
"""From the paper's lower edge to the end of the grid's part, above the lower QR code."""
FOOT_LEFT = 48.2
"""Right of the lower QR code."""
LEAF_LINE = 25.9
"""From the paper's lower edge to the middle of the leaves."""
LAST_LINE = 14.0
"""From the paper's lower edge to the middle of the total, level with the tags."""
TAG_HALF = 8.0
"""Half the width kept free for the tag in the middle of an edge."""
STRIP_WIDTH = 44.0
"""From the paper's right edge to the part for the constellation or the chain."""
LEGEND_WIDTH = 53.0
"""Of what the signs mean, where it stands beside the title."""
AIR = 2.6
"""Between words and the digits above the strip."""
LEAF_PITCH = 8.8
"""From one leaf to the next, where words stand on the same line."""
LEAF_SPREAD = 12.0
"""From one leaf to the next at most, where the leaves have their part of the line to themselves."""
DIGITS = (78.0, 7.8)
"""The strip of ten boxes."""


@dataclass(frozen=True, slots=True)
class Regions:
    """Boxes into which the elements of a sheet are put."""

    page: Page
    shelf: Box
    upmost_end: float
    """Where the things on the upmost shelf end, left of the QR code."""
    object_scale: float
    sun: float
    """The radius of a sun on an outline."""
    sky: Box
    """The grid with the letters and numbers at its edges."""
    grid: Box
    pitch: tuple[float, float]
    digit: tuple[float, float]
    """The size of a cloud's field for one number."""
    polaroid_line: float
    """The height at which the polaroids hang."""
    extras: Box
    """For the constellation or the chain."""
    moon: float
    """The radius of a moon of the chain."""
    plant: Box
    leaves: Box
    leaf_pitch: float
    """From one leaf to the next, where there is room."""
    digits: Box
    """For the strip of ten boxes."""
    rewards: Box
    name: Box
    date: Box
    solo: Box
    total: Box
    texts: dict[str, Box]


def regions_of(design: Design, paper: str) -> Regions:
    """Divide a page for a sheet of one panel, two, or three."""
    panels = len(set(design.panel_of.values()))
    if panels == 1:
        return _portrait(page_of(paper), design)
    page = page_of(paper, landscape=True)
    return _two_panels(page, design) if panels == 2 else _three_panels(page, design)


def _portrait(page: Page, design: Design) -> Regions:
    right = page.width - INNER
    shelf = Box.between(INNER, BELOW_QR, right, BELOW_QR + 72.0)
    info = page.height - FOOT - 30.0
    room = Box.between(INNER, shelf.bottom + 1.3, right, info - 1.4)
    grid = placed_grid(design, room, (30.0, 20.0))
    examples = info + 11.4
    strip_left, foot = page.width - EDGE - DIGITS[0], page.height - FOOT
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=shelf.right,
        object_scale=1.42,
        sun=1.75,
        sky=grid.sky,
        grid=grid.grid,
        pitch=grid.pitch,
        digit=digit_field(grid.pitch, (6.0, 3.4), (30.0, 20.0)),
        polaroid_line=0.0,
        extras=grid.grid,
        moon=5.5,
        solo=_solo(INNER, info + 4.7),
        texts={
            "tiers": Box.between(INNER + 19.0, info, right, info + 9.4),
            "examples": Box.between(INNER, examples, right - LEGEND_WIDTH - 6.0, examples + 11.0),
            "legend": Box.between(right - LEGEND_WIDTH, examples, right, examples + 12.0),
            "strip": Box.between(strip_left, foot - 3.9, page.width - EDGE, foot - 0.2),
            "title": Box.between(INNER, 8.5, page.width / 2 - TAG_HALF, 19.5),
            **_sum(page),
        },
        leaf_pitch=LEAF_SPREAD,
        **_footer(page, captioned=False),
        **_everywhere(page),
    )


def _two_panels(page: Page, design: Design) -> Regions:
    if design.sheet.polaroids:
        return _with_polaroids(page, design)
    strip_left = page.width - STRIP_WIDTH
    right, foot = strip_left - 2.0, page.height - FOOT
    shelf = Box.between(INNER, HEAD, right, HEAD + 46.0)
    side_left = right - 35.0
    room = Box.between(INNER, shelf.bottom + 1.3, side_left - 3.0, foot + 0.4)
    grid = placed_grid(design, room, (16.5, 14.6))
    below = _below_tag(page)
    column = Box.between(side_left, grid.grid.top + 1.0, right, foot)
    starry = design.sheet.constellation is not None
    tiers = below if starry else Box.between(side_left, column.top, right, column.top + 38.0)
    examples = column.top if starry else tiers.bottom + 3.0
    tall = 36.0 if starry else 30.0
    rules = examples + tall + 3.0
    legend = Box.between(side_left, below.top + 4.0, right, foot - AIR)
    texts = {
        "tiers": tiers,
        "examples": Box.between(side_left, examples, right, examples + tall),
        "reminder": Box.between(side_left, rules, right, legend.top - 2.0 if starry else foot),
        # Tasks have neither words beside the grid nor constellation or chain.
        "card": Box.between(side_left, grid.sky.top, page.width - INNER, grid.sky.bottom),
        "picture": Box.between(strip_left, BELOW_QR, page.width - EDGE, shelf.bottom),
        **_sum(page),
        **_caption(page, design),
        **_title_and_legend(page),
    }
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=shelf.right,
        object_scale=1.28,
        sun=1.6,
        sky=grid.sky,
        grid=grid.grid,
        pitch=grid.pitch,
        digit=digit_field(grid.pitch, (2.6, 2.0), (12.8, 12.4)),
        polaroid_line=0.0,
        extras=_extras(page, design, foot),
        moon=5.5,
        solo=_solo(tiers.left, tiers.top + 2.3),
        texts=texts | ({"legend": legend} if starry else {}),
        leaf_pitch=LEAF_PITCH,
        **_footer(page, captioned=True),
        **_everywhere(page),
    )


def _with_polaroids(page: Page, design: Design) -> Regions:
    right, foot = page.width - INNER, page.height - FOOT
    shelf = Box.between(INNER, HEAD - 0.2, right, HEAD + 52.0)
    polaroid_line = shelf.bottom + 8.7
    room = Box.between(INNER, polaroid_line + 7.3, right - 46.0, foot + 0.4)
    grid = placed_grid(design, room, (16.8, 13.2))
    side_left = grid.grid.right + 5.0
    tiers = Box.between(side_left, shelf.bottom + 4.0, right, shelf.bottom + 38.0)
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=page.width - FROM_QR,
        object_scale=1.0,
        sun=1.45,
        sky=grid.sky,
        grid=grid.grid,
        pitch=grid.pitch,
        digit=digit_field(grid.pitch, (2.6, 1.9), (12.8, 11.5)),
        polaroid_line=polaroid_line,
        extras=grid.grid,
        moon=5.5,
        solo=_solo(side_left, tiers.top + 2.3),
        texts={
            "tiers": tiers,
            "examples": Box.between(side_left, tiers.bottom + 4.0, right, tiers.bottom + 36.0),
            "reminder": Box.between(side_left, tiers.bottom + 40.0, right, foot),
            **_sum(page),
            **_caption(page, design),
            **_title_and_legend(page),
        },
        leaf_pitch=LEAF_PITCH,
        **_footer(page, captioned=True),
        **_everywhere(page),
    )


def _three_panels(page: Page, design: Design) -> Regions:
    strip_left, foot = page.width - STRIP_WIDTH, page.height - FOOT
    right = strip_left - 1.4
    shelf = Box.between(INNER, HEAD, right, HEAD + 54.0)
    # Three lines of words, or four where lines are short; there, the grid needs every millimetre,
    # and its sky reaches further to the left, so that numbers stand clear of tabs.
    wide = right - INNER > 220.0
    deep, numbers, out = (10.4, 3.2, 0.8) if wide else (14.0, 3.0, 1.3)
    band = Box.between(INNER, foot - AIR - deep, right, foot - AIR)
    room = Box.between(INNER - out, shelf.bottom + 1.3, right, band.top - 1.2)
    grid = placed_grid(design, room, (13.0, 13.0), numbers)
    below = _below_tag(page)
    # The rule of the constellation stands below its figure, the one of the frames above the tiers.
    starry = design.sheet.constellation is not None
    examples = 0.58 * (right - INNER) if starry else 104.0
    beside = page.height / 2 + TAG_HALF + 2.0 if starry else below.top - 16.0
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=shelf.right,
        object_scale=1.0,
        sun=1.3,
        sky=grid.sky,
        grid=grid.grid,
        pitch=grid.pitch,
        digit=digit_field(grid.pitch, (1.9, 1.9), (12.0, 12.0)),
        polaroid_line=0.0,
        extras=_extras(page, design, below.top - 16.0),
        moon=4.76,
        solo=_solo(below.left, below.top + 2.3),
        texts={
            "tiers": below,
            "examples": Box.between(INNER, band.top, INNER + examples, band.bottom),
            "reminder": Box.between(INNER + examples + 4.0, band.top, right, band.bottom),
            "star-rule" if starry else "solo-rule": Box.between(
                strip_left, beside, page.width - EDGE, below.top - 1.0
            ),
            **_sum(page),
            **_caption(page, design),
            **_title_and_legend(page),
        },
        leaf_pitch=LEAF_PITCH,
        **_footer(page, captioned=True),
        **_everywhere(page),
    )


def _line(left: float, right: float, middle: float, height: float) -> Box:
    return Box.between(left, middle - height / 2, right, middle + height / 2)


def _below_tag(page: Page) -> Box:
    """Right of the grid, at the foot of the part for constellation or chain."""
    foot = page.height - FOOT - AIR
    return Box.between(page.width - STRIP_WIDTH, foot - 37.0, page.width - EDGE, foot)


def _extras(page: Page, design: Design, bottom: float) -> Box:
    """Right of the grid: the constellation above the tag, or the chain left of it."""
    left = page.width - STRIP_WIDTH
    if design.sheet.constellation is not None:
        return Box.between(left - 0.6, BELOW_QR, page.width - EDGE, page.height / 2 - TAG_HALF)
    return Box.between(left, BELOW_QR, page.width - INNER + 1.2, bottom)


def _solo(left: float, middle: float) -> Box:
    return Box.between(left, middle - 2.25, left + 4.5, middle + 2.25)


def _everywhere(page: Page) -> dict[str, Box]:
    """Plant, total, name and date.

    The plant takes the lower half of the left edge, between its tags. Name and date stand between
    tag and QR code; on an upright page the name is below the title.
    """
    middle, right = page.width / 2 + TAG_HALF, page.width - FROM_QR
    tall = page.width < page.height
    name = (INNER, 22.8, right, 31.0) if tall else (middle, 10.0, right - 24.0, 19.0)
    end, half, foot = page.width - INNER, page.height / 2 + TAG_HALF, page.height - FOOT - 1.0
    return {
        "plant": Box.between(EDGE - 0.6, half, INNER - 2.6, foot),
        "total": Box.between(end - 28.0, page.height - 19.2, end, page.height - 8.0),
        "name": Box.between(*name),
        "date": Box.between(middle if tall else right - 22.0, 10.0, right, 19.0),
    }


def _title_and_legend(page: Page) -> dict[str, Box]:
    """What the signs mean, right of the title."""
    right = page.width / 2 - TAG_HALF
    split = right - LEGEND_WIDTH
    return {
        "title": Box.between(INNER, 8.5, split - 2.0, 19.5),
        "legend": Box.between(split, 9.3, right, 20.2),
    }


def _sum(page: Page) -> dict[str, Box]:
    """Room to prepare the sum, left of the total."""
    right = page.width - INNER - 30.0
    return {
        "sum": Box.between(page.width / 2 + TAG_HALF, page.height - 20.0, right, page.height - 8.5)
    }


def _caption(page: Page, design: Design) -> dict[str, Box]:
    """Between the leaves and the strip, what the strip is for."""
    right = page.width - EDGE - DIGITS[0] - 2.0
    left = max(FOOT_LEFT + len(design.sheet.leaves) * LEAF_PITCH + 3.0, right - 72.0)
    middle = page.height - LEAF_LINE
    return {"strip": _line(min(left, right - 24.0), right, middle, 12.0)}


def _footer(page: Page, *, captioned: bool) -> dict[str, Box]:
    """Leaves and the strip of digits on one line, rewards left of the lower tag.

    Args:
        page: The paper.
        captioned: Whether words about the strip stand at its left.
    """
    right = page.width - EDGE
    strip_left = right - DIGITS[0]
    middle = page.height - LEAF_LINE
    return {
        "leaves": _line(FOOT_LEFT, strip_left - (27.0 if captioned else 4.0), middle, 12.0),
        "digits": _line(strip_left, right, middle, DIGITS[1]),
        "rewards": _line(88.0, page.width / 2 - TAG_HALF, page.height - LAST_LINE, 9.0),
    }
