"""The answer key of a task: the same page, solved, and without tags: no scan takes it for one."""

from __future__ import annotations

from printkit.daydream.accents import accent_of
from printkit.daydream.exercise import card_room, draw_mark, draw_scene, write_digit, write_title
from printkit.daydream.exercise_card import draw_answers, head_of
from printkit.pen import Pen
from printkit.sheet_ink import SheetInk
from rules.daydream.board import RowMark
from rules.daydream.exercise import Exercise
from templates.daydream.exercises import load_exercise, names_on, step_text, steps_of
from templates.daydream.layout import Layout
from templates.wording import say

_PEN = "#c2342f"
"""The teacher's red."""
_FIRST_STEPS = 3
_IN_ORDER = (RowMark.SUN, RowMark.DOT, RowMark.CROSSED)


def draw_key(pen: Pen, layout: Layout, form: int, task: int, lang: str, ink: str) -> None:
    """Draw the key of a task on the page that has been begun."""
    exercise = load_exercise(layout.sheet.id, layout.sheet.seed, form, task)
    bare = layout.for_task(form)
    sheet_ink = SheetInk(pen, ink, accent_of(layout.sheet.id))
    write_title(sheet_ink, bare, exercise.level, say("exercise.key", lang, task=task), lang)
    head = say(f"exercise.head.{head_of(form)}", lang)
    draw_answers(sheet_ink, card_room(bare), head, _texts(exercise, lang))
    draw_scene(sheet_ink, bare, exercise)
    for element in exercise.asked:
        answer = exercise.solution(element)
        if isinstance(answer, RowMark):
            draw_mark(sheet_ink, bare.rows[element], answer, _PEN, width=0.7)
        else:
            write_digit(sheet_ink, bare.clouds[element], answer, _PEN)


def _texts(exercise: Exercise, lang: str) -> list[str]:
    """Give what a card may say, the most first: the answers stand in the grid as well."""
    answers, steps = answers_text(exercise, lang), steps_text(exercise, lang)
    fewer = [" ".join(steps[at:]) for at in range(len(steps))]
    return ["\n".join([answers, *steps]), "\n".join(steps), *fewer] if steps else [answers]


def steps_text(exercise: Exercise, lang: str) -> list[str]:
    """Explain the first steps of a deduction, and the first one that makes it as hard as it is."""
    steps = list(enumerate(steps_of(exercise), start=1))
    hardest = [step for step in steps[_FIRST_STEPS:] if step[1].level == exercise.level]
    told = [*steps[:_FIRST_STEPS], *hardest[:1]]
    return [f"{number}. {step_text(step, exercise, lang)}" for number, step in told]


def answers_text(exercise: Exercise, lang: str) -> str:
    """List all answers: ``sun: A1–C1, C4–C7 · dot: D1–D4``, or ``A1 = 4, C2 = 7``."""
    names = names_on(exercise)
    if exercise.asks_numbers:
        # A name and its answer stay on one line.
        told = {names[cloud]: exercise.solution(cloud) for cloud in exercise.asked}
        return ", ".join(f"{name}\u00a0=\u00a0{number}" for name, number in told.items())
    rows: dict[RowMark, list[str]] = {mark: [] for mark in _IN_ORDER}
    for row in exercise.asked:
        rows[exercise.marks[row]].append(names[row])
    return " · ".join(
        say(f"exercise.answers.{mark}", lang, rows=", ".join(each))
        for mark, each in rows.items()
        if each
    )
