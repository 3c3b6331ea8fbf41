"""A gradebook's remarks in the reader's language: what every form of it says alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import missed_rules
from paperplay.classroom.store import Pupil
from paperplay.results.duplicates import Kept
from paperplay.results.scan_text import reason_text
from rules.daydream.board import DaydreamBoard
from rules.daydream.dice_check import DiceVerdict
from scanner.scan import Scan
from templates.daydream.element_names import grid_names
from templates.fresh_titles import fresh_title
from templates.sheet_code import SheetCode
from templates.telling import problem_texts, title_of
from templates.wording import say


def labels_of(book: Gradebook, lang: str, *, hide: bool) -> Labels:
    """Prepare what pupils and photos are called."""
    kept = [one for r in book.results for one in (*r.sheets, *r.tasks, *r.again)]
    kept += [*book.unknown, *book.others, *book.aside]
    scans = [scan for one in kept for scan in (one.best, *one.others)]
    return Labels(book.group.pupils, [*scans, *book.unread], lang, hide=hide)


def title(book: Gradebook, lang: str) -> str:
    """Name the class and its sheet."""
    if not book.sheet:
        return say("classroom.teacher.title", lang, name=book.group.name)
    sheet = title_of(book.sheet, lang)
    if book.seed:
        sheet = say("evening.board.seed", lang, title=sheet, seed=fresh_title(book.seed, lang))
    return say("classroom.book.title", lang, name=book.group.name, sheet=sheet)


def attendance(book: Gradebook, labels: Labels, lang: str) -> list[str]:
    """Say how many have handed in, and who has not."""
    count = {"n": len(book.handed_in), "all": len(book.results)}
    lines = [say("classroom.book.handed-in", lang, **count)]
    par = book.par
    if par is not None and par.total is not None:
        key = "best" if par.best else "par"
        lines.append(say(f"classroom.teacher.{key}", lang, total=par.total) + ".")
    if book.missing:
        names = ", ".join(map(labels.of, book.missing))
        lines.append(say("classroom.book.missing", lang, names=names))
    return lines


def remarks(book: Gradebook, labels: Labels, lang: str) -> Iterator[str]:
    """Say what was handed in twice, what nobody knows, and what could not be read."""
    if book.misfit:
        yield say("classroom.dice.seed", lang, seed=book.dice)
    for result in book.results:
        name = labels.of(result.pupil)
        for sheet in (*result.sheets, *result.tasks):
            kept = labels.photo(sheet.best)
            for again in sheet.others:
                other = labels.photo(again)
                yield say("evening.board.twice", lang, name=name, kept=kept, other=other)
        for several in different_sheets(result):
            yield several_text(result.pupil, several, labels, lang)
    for sheet in book.unknown:
        yield whose_text(sheet, book, labels, lang)
    for sheet in book.aside:
        yield say("classroom.book.aside", lang, photo=labels.photo(sheet.best))
    for sheet in book.others:
        facts = {"photo": labels.photo(sheet.best), "sheet": title_of(sheet.best.sheet, lang)}
        yield say("classroom.book.other", lang, **facts)
    for scan in book.unread:
        yield say("cli.labelled", lang, label=labels.photo(scan), value=reason_text(scan, lang))


def different_sheets(result: Result) -> list[tuple[Kept, ...]]:
    """Give what a pupil has handed in in several forms: the one that counts comes first."""
    piles = [result.sheets] if len(result.sheets) > 1 else []
    for first in result.tasks:
        more = [one for one in result.again if one.best.code.variant == first.best.code.variant]
        piles += [(first, *more)] if more else []
    return piles


def several_text(pupil: Pupil, several: Sequence[Kept], labels: Labels, lang: str) -> str:
    """Say that a pupil has handed in different sheets."""
    photos = ", ".join(_with_points(sheet, labels, lang) for sheet in several)
    facts = {"name": labels.of(pupil), "n": len(several), "photos": photos}
    return say("classroom.book.several", lang, **facts)


def _with_points(sheet: Kept, labels: Labels, lang: str) -> str:
    scan = sheet.best
    total = scan.marking.right if scan.has_task else scan.own_score.by_rules.total
    return say("cli.labelled", lang, label=labels.photo(scan), value=total)


def answers_text(result: Result, lang: str) -> str:
    """Say how a pupil's tasks went; nothing without one."""
    if result.answers is None:
        return ""
    right, of = result.answers
    return say("classroom.book.tasks", lang, right=right, of=of)


def whose_text(sheet: Kept, book: Gradebook, labels: Labels, lang: str) -> str:
    """Say why nobody knows whose sheet it is."""
    facts = {"photo": labels.photo(sheet.best), "number": sheet.best.code.copy}
    return say(f"classroom.book.{book.why_unknown(sheet)}", lang, **facts)


def slip_lines(result: Result, lang: str) -> list[str]:
    """Say what is not right on a sheet; what to look at is told apart."""
    scan = result.scan
    told = problem_texts(result.problems, scan.sheet, scan.code.seed, lang) if scan else []
    return [*told, *dice_lines(result, lang)]


def task_lines(result: Result, lang: str) -> list[str]:
    """Say what is not right in all tasks of a pupil."""
    return [line for one in result.tasks for line in task_slips(one.best, lang)]


def task_slips(scan: Scan, lang: str) -> list[str]:
    """Say what is not right on a sheet with a task, unless all is."""
    tasks, marking = scan.game.tasks, scan.marking
    told = tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)
    slips = [each["message"] for each in told["wrong"] if each["element"] not in scan.doubtful]
    broke = [told["broke"]["message"]] if told.get("broke") else []
    return [tasks.count_text(marking, scan.code, lang), *slips, *broke] if slips else []


def dice_lines(result: Result, lang: str) -> list[str]:
    """Say which numbers cannot have been rolled; nothing if all is well."""
    found = result.dice
    if found is None or result.scan is None:
        return []
    lines = []
    if found.wrong and result.vouched:
        key = "several" if found.wrong > 1 else "one" if _is_certain(found) else "among"
        facts = {"n": found.wrong, "numbers": _suspects(found, result.scan.code, lang)}
        lines.append(say(f"classroom.dice.{key}", lang, **facts))
    if not found.counts_fit:
        clouds = cast(DaydreamBoard, result.scan.board).clouds.values()
        written = sum(number is not None for number in clouds)
        lines.append(say("classroom.dice.count", lang, n=written))
    return lines


def _is_certain(found: DiceVerdict) -> bool:
    return sum(map(len, found.suspects.values())) == 1


def _suspects(found: DiceVerdict, code: SheetCode, lang: str) -> str:
    names = grid_names(code.sheet, code.seed)
    return ", ".join(
        say(f"classroom.dice.{'number' if len(clouds) == 1 else 'clouds'}", lang, number=number,
            clouds=", ".join(names[cloud] for cloud in clouds))
        for number, clouds in found.suspects.items()
    )  # fmt: skip


def missed_lines(book: Gradebook, lang: str) -> list[str]:
    """Say which rules were missed, the most frequent first."""
    return [
        say(
            "classroom.book.missed-line",
            lang,
            rule=say(f"classroom.rule.{one.rule}", lang).rstrip("."),
            pupils=one.pupils,
            times=one.times,
        )
        for one in missed_rules(book)
    ]


def middle_line(book: Gradebook, lang: str) -> str:
    """Say what the class has reached on average; nothing without sheets."""
    if not book.points:
        return ""
    right = sum(result.rows["right"] for result in book.played)
    judged = right + sum(result.rows["wrong"] for result in book.played)
    mean = f"{sum(book.points) / len(book.points):.1f}"
    if lang != "en":
        mean = mean.replace(".", ",")
    if not any(result.rows for result in book.played):  # a sheet that has none
        return say("classroom.book.mean", lang, mean=mean)
    share = round(100 * right / judged) if judged else 0
    return say("classroom.book.middle", lang, mean=mean, share=share)
