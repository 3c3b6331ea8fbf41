"""Settle what is open in a class's gradebook."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.commands.class_exports import (
    checked_files,
    export_options,
    give_book,
)
from paperplay.commands.review import SKIP, STOP
from paperplay.messages import system_lang_option
from rules.errors import HostError
from templates.telling import printable, value_of, value_text
from templates.wording import say, sentence

if TYPE_CHECKING:
    from paperplay.classroom.gradebook import Gradebook
    from paperplay.classroom.lesson import Lesson
    from paperplay.classroom.questions import Question
    from paperplay.classroom.store import Group

_NOBODY = "-"


@click.command(
    "review",
    epilog=example(
        "paperplay class scan samples/7b.csv samples/class --dice sun --keep && "
        "paperplay class review 7b --excuse 3 --csv 7b-checked.csv"
    ),
)
@click.argument("class_name", metavar="CLASS")
@click.option("--lesson", metavar="NAME", help="Which lesson; else the last one that was kept.")
@click.option("--move", nargs=2, multiple=True, metavar="PHOTO PUPIL",
              help="Whose sheet it is; - for nobody's.")  # fmt: skip
@click.option("--set", "to_set", nargs=3, multiple=True, metavar="PHOTO PLACE VALUE",
              help="What stands at a place, such as C3 4, though nobody asked.")  # fmt: skip
@click.option("--excuse", multiple=True, metavar="PUPIL", help="Need not hand in.")
@click.option("--unexcuse", multiple=True, metavar="PUPIL", help="Has to hand in after all.")
@click.option("--no-questions", is_flag=True, help="Only show and write the gradebook.")
@click.option("--crops", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Save a picture there of what is asked about.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program, on one line.")
@export_options
@click.option("--pseudonyms", is_flag=True, help="Say numbers instead of names, everywhere.")
@click.option("--force", is_flag=True, help="Replace files that are there already.")
@system_lang_option(" and names; else the system's, with --json English.")
def command(
    class_name: str,
    lesson: str | None,
    move: tuple[tuple[str, str], ...],
    to_set: tuple[tuple[str, str, str], ...],
    excuse: tuple[str, ...],
    unexcuse: tuple[str, ...],
    no_questions: bool,
    crops: Path | None,
    as_json: bool,
    pseudonyms: bool,
    scale: str | None,
    force: bool,
    lang: str,
    **exports: str | None,
) -> None:
    """Settle what is open in the gradebook of a lesson that was kept, and show it anew.

    CLASS is a class whose photos were read with 'class scan --keep'. For each doubt press Enter
    if the guess is right, or type what the sheet says ('-' for nothing); for a sheet that is
    nobody's, type whose it is; s skips, q stops. What was answered is kept at once: points,
    exports and feedback follow. With --move, --set, --excuse or --unexcuse nothing else is asked.
    """
    from paperplay.classroom.alone import in_hand
    from paperplay.classroom.group import group_for
    from paperplay.classroom.lesson import keep_answers, last_lesson
    from paperplay.classroom.progress import progress_of
    from paperplay.classroom.scale import Scale

    wanted = checked_files(exports, force=force)
    group, _ = group_for(class_name)
    marks = Scale.for_class(group, scale)
    click.get_current_context().with_resource(in_hand(group.name))
    one = last_lesson(group.name, lesson)
    changed = _told(one, group, move, to_set, excuse, unexcuse, lang)
    if changed is not one:
        keep_answers(changed)
    elif not no_questions:
        changed = _Asker(one, group, lang, crops, hide=pseudonyms).ask_all()
    book = replace(_book(changed, group), past=progress_of(group), scale=marks)
    give_book(book, wanted, lang, as_json=as_json, hide=pseudonyms, force=force)


def _book(lesson: Lesson, group: Group) -> Gradebook:
    from paperplay.classroom.gradebook import gradebook_of

    return gradebook_of(lesson.scans, group, lesson.dice, lesson.corrections)


def _told(
    lesson: Lesson, group: Group, move: tuple[tuple[str, str], ...],
    to_set: tuple[tuple[str, str, str], ...], excuse: tuple[str, ...], unexcuse: tuple[str, ...],
    lang: str,
) -> Lesson:  # fmt: skip
    """Take what the call says."""
    from paperplay.classroom.corrections import NOBODY, checked
    from paperplay.classroom.questions import place_called, pupil_called, sheet_called

    said = lesson.corrections
    if move or to_set:
        book = _book(lesson, group)
        for photo, place, answer in to_set:
            sheet = sheet_called(photo, book)
            element = place_called(place, sheet.best, lang)
            value = value_of(answer, sheet.best.values[element])
            checked(sheet, element, value)
            said = said.settle(sheet, element, value)
        for photo, whose in move:
            number = NOBODY if whose == _NOBODY else pupil_called(whose, group).number
            said = said.move(sheet_called(photo, book), number)
    for words, on in ((excuse, True), (unexcuse, False)):
        for word in words:
            said = said.excuse(pupil_called(word, group).number, on=on)
    return lesson if said is lesson.corrections else replace(lesson, corrections=said)


class _Asker:
    """Asks one question after the other; what was answered is kept at once."""

    def __init__(
        self, lesson: Lesson, group: Group, lang: str, crops: Path | None, *, hide: bool
    ) -> None:
        self._lesson, self._group, self._lang = lesson, group, lang
        self._crops, self._hide = crops, hide
        self._skipped: set[str] = set()
        self._settled = 0

    def ask_all(self) -> Lesson:
        """Go on until nothing is open, or the teacher stops."""
        from paperplay.classroom.questions import questions_of

        while True:
            book = _book(self._lesson, self._group)
            open_ones = [q for q in questions_of(book) if q.id not in self._skipped]
            if not open_ones or not self._ask(open_ones[0], book):
                break
        left = sum(1 for _ in questions_of(_book(self._lesson, self._group)))
        told = say("evening.review.done", self._lang, settled=self._settled, left=left)
        click.echo(told, err=True)
        return self._lesson

    def _ask(self, question: Question, book: Gradebook) -> bool:
        """Ask until there is an answer that can be taken; False to stop."""
        self._show(question, book)
        while True:
            answer = _typed(self._prompt(question))
            if answer == STOP:
                return False
            if answer == SKIP:
                self._skipped.add(question.id)
                return True
            try:
                self._take(question, answer)
                return True
            except HostError as error:
                click.echo(f"  {sentence(error, self._lang)}", err=True)

    def _take(self, question: Question, answer: str) -> None:
        from paperplay.classroom.corrections import NOBODY, checked
        from paperplay.classroom.lesson import keep_answers
        from paperplay.classroom.questions import chosen, pupil_called

        said, first = self._lesson.corrections, question.sheets[0]
        if question.doubt is not None:
            value = value_of(answer, question.doubt.guess)
            checked(first, question.doubt.element, value)
            said = said.settle(first, question.doubt.element, value)
        elif question.kind == "which":
            if answer not in map(str, range(1, len(question.sheets) + 1)):
                raise HostError("review-answer", answer=answer[:40])
            said = chosen(said, question, int(answer))
        else:
            nobody = answer == _NOBODY
            said = said.move(first, NOBODY if nobody else pupil_called(answer, self._group).number)
        self._lesson = replace(self._lesson, corrections=said)
        keep_answers(self._lesson)
        self._settled += 1

    def _prompt(self, question: Question) -> str:
        if question.doubt is not None:
            guess = value_text(question.doubt.guess, self._lang)
            return say("evening.review.ask", self._lang, guess=guess)
        if question.kind == "which":
            return say("classroom.review.which", self._lang, n=len(question.sheets))
        return say("classroom.review.whose", self._lang)

    def _show(self, question: Question, book: Gradebook) -> None:
        """Say what it is about, and save its picture."""
        from paperplay.classroom.words import labels_of, several_text, whose_text
        from scanner.doubt_words import doubt_text

        labels, lang = labels_of(book, self._lang, hide=self._hide), self._lang
        if question.doubt is not None and question.pupil is not None:
            click.echo(f"{labels.of(question.pupil)} ({labels.photo(question.scan)})", err=True)
            click.echo(f"  {doubt_text(question.doubt, question.scan, lang)}", err=True)
        elif question.pupil is not None:
            told = several_text(question.pupil, question.sheets, labels, lang)
            click.echo(told, err=True)
        else:
            click.echo(whose_text(question.sheets[0], book, labels, lang), err=True)
        if self._crops is not None and not (question.kind == "whose" and self._hide):
            self._save(question)

    def _save(self, question: Question) -> None:
        from scanner.crops import picture_of

        assert self._crops is not None, "There is a folder."
        element = question.doubt.element if question.doubt else "name"
        png = picture_of(question.scan, element)
        if png:
            self._crops.mkdir(parents=True, exist_ok=True)
            path = self._crops / f"{question.id}.png"
            path.write_bytes(png)
            click.echo(f"  {printable(str(path))}", err=True)


def _typed(prompt: str) -> str:
    """Ask one question; the end of the input and Ctrl-C stop as ``q`` does."""
    click.echo(f"  {prompt} ", err=True, nl=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    return line.strip() if line else STOP
