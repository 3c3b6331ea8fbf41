"""The result as one page to send around: nothing is loaded, nothing runs in it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from html import escape

from paperplay.results.evening import Evening
from paperplay.results.leaderboard import game_title, twice_lines
from paperplay.results.scan_text import task_text
from paperplay.results.standings import Outcome, Standing
from paperplay.results.tables import PARTS, Table, TableCell, kept_table, review_table
from templates.telling import problem_texts
from templates.wording import say

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2433; --paper: #fff; --line: #c9d1de; --soft: #eef2f8;
  --warm: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf2; --paper: #141922; --line: #3a4456;
  --soft: #1f2733; --warm: #ffc27a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem;
  border-bottom: 1px solid var(--line); }
th { background: var(--soft); }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.first td { font-weight: 700; }
img { max-height: 3rem; max-width: 14rem; background: #fff; border-radius: 3px; display: block; }
.kept img { max-height: 16rem; max-width: 100%; }
ul { padding-left: 1.2rem; } .warm { color: var(--warm); }
"""


def html_page(evening: Evening, lang: str) -> bytes:
    """Write the page of an evening."""
    body = []
    if not evening.games:
        body.append(f"<p>{escape(say('evening.board.nothing', lang))}</p>")
    for game in evening.games:
        body += _game(game, lang)
    if told := twice_lines(evening, lang):
        body.append(list_part(told))
    review = review_table(evening, lang)
    if review.lines:
        body += table_part(review, lang)
    kept = kept_table(evening, lang)
    if kept.lines:
        body += ['<div class="kept">', *table_part(kept, lang), "</div>"]
    return whole_page(say("evening.table.title", lang), body, lang)


def whole_page(title: str, body: Iterable[str], lang: str, style: str = "") -> bytes:
    """Write a page around its parts, which holds its style and its pictures."""
    title = escape(title)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        # Whatever a name may hold: nothing runs, nothing is loaded.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:\">"
        f"<title>{title}</title><style>{_STYLE}{style}</style>"
    )
    page = f'<!doctype html>\n<html lang="{lang}"><head>{head}</head>\n<body>\n'
    inner = "\n".join([f"<h1>{title}</h1>", *body])
    return (page + inner + "\n</body></html>\n").encode("utf-8")


def _game(game: Outcome, lang: str) -> Iterator[str]:
    yield f"<h2>{escape(game_title(game, lang))}</h2>"
    parts = [part for part in PARTS if any(one.parts.get(part) for one in game.standings)]
    ties = any(one.tie_break is not None for one in game.standings)
    columns = ["rank", "name", "points", *parts, *(["tie-break"] if ties else [])]
    lines = [_line(one, parts, ties=ties) for one in game.standings]
    yield _table([say(f"evening.column.{each}", lang) for each in columns], lines)
    if game.remarks:
        yield f'<p class="warm">{escape(say("evening.board.together", lang))}</p>'
        yield list_part(game.remarks)
    problems = [*game.problems]
    for one in game.standings:
        if game.has_task:
            problems.append(f"{one.name}: {task_text(one.scan, lang)}")
        elif not one.scan.game.for_table:
            told = problem_texts(one.scan.score.problems, one.scan.sheet, one.scan.code.seed, lang)
            problems += [f"{one.name}: {message}" for message in told]
    if problems:
        yield f"<p>{escape(say('scan.result.problems', lang))}</p>"
        yield list_part(problems)


def _line(one: Standing, parts: list[str], *, ties: bool) -> str:
    picture = _image(one.name_picture, one.name) if one.name_picture else ""
    cells = [
        _cell(None if one.scan.has_task else one.rank),
        f"<td>{escape(one.name)}{picture}</td>",
        _cell(one.points),
        *(_cell(one.parts.get(part)) for part in parts),
    ]
    if ties:
        cells.append(_cell(one.tie_break))
    first = ' class="first"' if one.rank == 1 and not one.scan.has_task else ""
    return f"<tr{first}>{''.join(cells)}</tr>"


def table_part(table: Table, lang: str) -> Iterator[str]:
    """Write a table under its title."""
    yield f"<h2>{escape(table.title(lang))}</h2>"
    lines = [f"<tr>{''.join(map(_cell, line))}</tr>" for line in table.lines]
    yield _table(table.header(lang), lines)


def _table(columns: list[str], lines: list[str]) -> str:
    header = "".join(f"<th>{escape(each)}</th>" for each in columns)
    return f'<div class="wide"><table><tr>{header}</tr>\n{chr(10).join(lines)}\n</table></div>'


def _cell(cell: TableCell) -> str:
    if isinstance(cell, bytes):
        return f"<td>{_image(cell, '')}</td>"
    if isinstance(cell, int):
        return f'<td class="n">{cell}</td>'
    return f"<td>{escape(cell or '')}</td>"


def _image(png: bytes, name: str) -> str:
    data = base64.b64encode(png).decode()
    return f'<img alt="{escape(name)}" src="data:image/png;base64,{data}">'


def list_part(lines: list[str] | tuple[str, ...]) -> str:
    """Write a list."""
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
