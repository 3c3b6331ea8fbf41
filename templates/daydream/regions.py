"""The parts of a Daydream page: where shelf, grid, strip, footer and words stand.

Tags take the corners and the middles of the edges, the QR codes the bottom left and the top
right (templates/page.py). Everything else is laid out between them, here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from templates.daydream.compose import Design
from templates.geometry import Box
from templates.page import Page, page_of

EDGE = 8.0
"""Nothing that is read stands nearer to the paper's edge."""
INNER = 22.0
"""From the paper's edge to what stands clear of the tags."""
HEAD = 22.0
"""Where the shelf begins, below the tags and the title."""
BELOW_QR = 32.2
"""Where things begin below the upper QR code."""
FROM_QR = 47.0
"""From the paper's right edge to what stands left of the upper QR code."""
FOOT = 33.0
"""From the paper's lower edge to the end of the grid's part, above the lower QR code."""
FOOT_LEFT = 50.0
"""Right of the lower QR code."""
LEAF_LINE = 26.5
"""From the paper's lower edge to the middle of the leaves."""
LAST_LINE = 14.0
"""From the paper's lower edge to the middle of the total, level with the tags."""
TAG_HALF = 8.0
"""Half the width kept free for the tag in the middle of an edge."""
STRIP_WIDTH = 44.0
"""From the paper's right edge to the part for the constellation or the chain."""
LEGEND_WIDTH = 52.0
"""Of what the signs mean, where it stands beside the title."""


@dataclass(frozen=True, slots=True)
class Regions:
    """Boxes into which the elements of a sheet are put."""

    page: Page
    shelf: Box
    upmost_end: float
    """Where the things on the upmost shelf end, left of the QR code."""
    object_scale: float
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
    shelf = Box.between(INNER, BELOW_QR, right, BELOW_QR + 0.295 * page.height)
    pitch = (18.4, min(17.0, (page.height - 52.0 - shelf.bottom - 2.0) / design.lattice.lines))
    grid = _grid(design, pitch, INNER, shelf.bottom + 2.0)
    side_left = grid.right + 4.0
    strip_top = page.height - 48.5
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=shelf.right,
        object_scale=1.42,
        grid=grid,
        pitch=pitch,
        digit=(pitch[0] - 4.0, pitch[1] - 3.6),
        polaroid_line=0.0,
        extras=Box.between(side_left, grid.top, right, grid.bottom),
        moon=5.5,
        leaves=_line(FOOT_LEFT, right, page.height - LEAF_LINE, 12.0),
        digits=Box.between(INNER + 26.0, strip_top, INNER + 26.0 + 96.0, strip_top + 9.6),
        rewards=_line(FOOT_LEFT, right, page.height - LEAF_LINE, 12.0),
        solo=_solo(side_left, grid.top + 5.0),
        texts={
            "tiers": Box.between(side_left, grid.top + 2.0, right, grid.top + 44.0),
            "reminder": Box.between(side_left, grid.top + 47.0, right, grid.bottom - 17.0),
            "tracker": Box.between(side_left, grid.bottom - 15.0, right, grid.bottom),
            "strip": Box.between(INNER, strip_top, INNER + 25.0, strip_top + 9.6),
            **_sum(page),
            **_title(page),
        },
        **_everywhere(page),
    )


def _two_panels(page: Page, design: Design) -> Regions:
    right = page.width - INNER
    polaroids = bool(design.sheet.polaroids)
    strip_left = page.width - STRIP_WIDTH
    content_right = right if polaroids else strip_left - 2.0
    shelf = Box.between(INNER, HEAD, content_right, HEAD + (53.5 if polaroids else 46.0))
    polaroid_line = shelf.bottom + 8.2
    top = polaroid_line + 7.0 if polaroids else shelf.bottom + 2.0
    bottom = page.height - FOOT - (0.0 if polaroids else 1.0)
    side = 44.0 if polaroids else 33.0
    pitch = (
        min(16.5, (content_right - INNER - side) / design.lattice.columns),
        min(14.2, (bottom - top) / design.lattice.lines),
    )
    grid = _grid(design, pitch, INNER, top)
    side_left = grid.right + 3.0
    side_top = top - 7.0 if polaroids else top
    middle = side_top + 40.0
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=page.width - FROM_QR if polaroids else shelf.right,
        object_scale=1.0 if polaroids else 1.28,
        grid=grid,
        pitch=pitch,
        digit=(min(pitch[0] - 2.6, 12.5), min(pitch[1] - 2.0, 11.5)),
        polaroid_line=polaroid_line,
        extras=_extras(page, design, page.height - FOOT - 1.0),
        moon=5.5,
        solo=_solo(side_left, side_top + 4.0),
        texts={
            "tiers": Box.between(side_left, side_top + 1.0, content_right, middle),
            "reminder": Box.between(side_left, middle + 2.0, content_right, grid.bottom - 13.0),
            "tracker": Box.between(side_left, grid.bottom - 12.0, content_right, grid.bottom),
            **_sum(page),
            **_title(page),
        },
        **_footer(page, design),
        **_everywhere(page),
    )


def _three_panels(page: Page, design: Design) -> Regions:
    strip_left = page.width - STRIP_WIDTH
    content_right = strip_left - 2.0
    shelf = Box.between(INNER, HEAD, content_right, HEAD + 55.0)
    top = shelf.bottom + 2.0
    bottom = page.height - FOOT - 8.0
    pitch = (
        min(13.0, (content_right - INNER) / design.lattice.columns),
        min(13.0, (bottom - top) / design.lattice.lines),
    )
    grid = _grid(design, pitch, INNER, top)
    tiers_top = page.height - FOOT - 43.0
    return Regions(
        page=page,
        shelf=shelf,
        upmost_end=shelf.right,
        object_scale=1.0,
        grid=grid,
        pitch=pitch,
        digit=(pitch[0] - 2.1, pitch[1] - 2.0),
        polaroid_line=0.0,
        extras=_extras(page, design, tiers_top - 3.0),
        moon=4.76,
        solo=_solo(strip_left, tiers_top + 4.0),
        texts={
            "tiers": Box.between(strip_left, tiers_top + 1.0, page.width - EDGE, tiers_top + 31.0),
            "tracker": Box.between(
                strip_left, tiers_top + 32.0, page.width - EDGE, page.height - FOOT - 1.0
            ),
            "reminder": Box.between(INNER, grid.bottom + 1.0, content_right, page.height - FOOT),
            **_sum(page),
            **_title_and_legend(page),
        },
        **_footer(page, design),
        **_everywhere(page),
    )


def _grid(design: Design, pitch: tuple[float, float], left: float, top: float) -> Box:
    lattice = design.lattice
    return Box.between(left, top, left + lattice.columns * pitch[0], top + lattice.lines * pitch[1])


def _line(left: float, right: float, middle: float, height: float) -> Box:
    return Box.between(left, middle - height / 2, right, middle + height / 2)


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
        "plant": Box.between(EDGE, half, INNER - 1.0, foot),
        "total": Box.between(end - 28.0, page.height - 20.0, end, page.height - 8.5),
        "name": Box.between(*name),
        "date": Box.between(middle if tall else right - 22.0, 10.0, right, 19.0),
    }


def _title(page: Page) -> dict[str, Box]:
    return {"title": Box.between(INNER, 8.5, page.width / 2 - TAG_HALF, 19.5)}


def _title_and_legend(page: Page) -> dict[str, Box]:
    """What the signs mean, right of the title."""
    right = page.width / 2 - TAG_HALF
    split = right - LEGEND_WIDTH
    return {
        "title": Box.between(INNER, 8.5, split - 2.0, 19.5),
        "legend": Box.between(split, 8.5, right, 19.8),
    }


def _sum(page: Page) -> dict[str, Box]:
    """Room to prepare the sum, left of the total."""
    right = page.width - INNER - 30.0
    return {
        "sum": Box.between(page.width / 2 + TAG_HALF, page.height - 20.0, right, page.height - 8.5)
    }


def _footer(page: Page, design: Design) -> dict[str, Box]:
    """Leaves and the strip of digits on one line, rewards left of the lower tag."""
    right = page.width - INNER
    strip_left = right - 84.0
    middle = page.height - LEAF_LINE
    return {
        "leaves": _line(FOOT_LEFT, strip_left - 2.0, middle, 12.0),
        "digits": _line(strip_left, right, middle, 9.4),
        "rewards": _line(88.0, page.width / 2 - TAG_HALF, page.height - LAST_LINE, 9.0),
    }
