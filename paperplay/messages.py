"""What goes wrong, in the reader's language, on standard error."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from rules.errors import HostError
from rules.values import nearest
from templates.languages import DEFAULT_LANGUAGE, LANGUAGES
from templates.program import program
from templates.wording import sentence

LANGUAGE_VARIABLE = "PAPERPLAY_LANG"


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its ``--lang``: messages and names, else PAPERPLAY_LANG, else English."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=DEFAULT_LANGUAGE,
        show_default=True,
        envvar=LANGUAGE_VARIABLE,
        help="Language of messages and names.",
    )(function)


def system_lang_option(about: str) -> Callable[..., Any]:
    """Give a command a ``--lang`` that is the system's by default, and English for a program."""

    def chosen(context: click.Context, option: click.Parameter, value: str | None) -> str:
        return value or (DEFAULT_LANGUAGE if context.params.get("as_json") else system_language())

    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        envvar=LANGUAGE_VARIABLE,
        callback=chosen,
        help=f"Language of messages{about}",
    )


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Find the language that the reader's system speaks, if it is one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            spoken = environ[variable][:2].lower()
            return spoken if spoken in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def language_of(words: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """Find the language of a call that may be too wrong to be parsed."""
    told = [after for word, after in zip(words, words[1:], strict=False) if word == "--lang"]
    told += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    wanted = [*told, environ.get(LANGUAGE_VARIABLE, ""), DEFAULT_LANGUAGE]
    return next(lang for lang in wanted if lang in LANGUAGES)


def complain(error: HostError, lang: str) -> None:
    """Tell the host in one line what is wrong and what to do."""
    print(f"paperplay: {sentence(error, lang)}", file=sys.stderr)


def as_host_error(error: click.UsageError) -> HostError:
    """Turn a wrong call into an error that has words in five languages."""
    call = error.ctx.command_path if error.ctx else program()
    if isinstance(error, click.exceptions.NoSuchCommand):
        meant = nearest(error.command_name, _commands(error.ctx))
        return HostError("no-such-command", command=error.command_name, did_you_mean=meant)
    if isinstance(error, click.NoSuchOption):
        meant = nearest(error.option_name, _options(error.ctx))
        return HostError("no-such-option", option=error.option_name, call=call, did_you_mean=meant)
    if isinstance(error, click.MissingParameter) and error.param:
        return HostError("missing-argument", name=_name(error.param), call=call)
    if isinstance(error, click.BadParameter) and error.param:
        return _bad_option(error, error.param, call)
    return _wrong_call(error, call)


def _wrong_call(error: click.UsageError, call: str) -> HostError:
    """Keep what click says, in English, where we have no words of our own."""
    return HostError("wrong-call", text=error.format_message().rstrip(".") + ".", call=call)


def _bad_option(error: click.BadParameter, param: click.Parameter, call: str) -> HostError:
    kind = param.type
    value = _value_in(error.message)
    facts: dict[str, object] = {"name": _name(param), "value": value, "call": call}
    if isinstance(kind, click.Choice):
        choices = tuple(str(each) for each in kind.choices)
        meant = nearest(value, choices)
        facts |= {"expected": "choice", "choices": choices, "did_you_mean": meant}
    elif isinstance(kind, click.IntRange | click.FloatRange) and kind.min is not None:
        expected = "at-least" if kind.max is None else "range"
        facts |= {"expected": expected, "low": kind.min, "high": kind.max}
    elif isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        whole = isinstance(kind, click.types.IntParamType)
        facts |= {"expected": "integer" if whole else "number"}
    else:
        return _wrong_call(error, call)
    return HostError("bad-option", **facts)


def _commands(context: click.Context | None) -> list[str]:
    if context and isinstance(context.command, click.Group):
        return context.command.list_commands(context)
    return []


def _options(context: click.Context | None) -> list[str]:
    params = context.command.get_params(context) if context else []
    return [name for param in params for name in param.opts if name.startswith("-")]


def _name(param: click.Parameter) -> str:
    """Name a parameter as its help does: ``--out``, ``SHEET``, or ``BOARD.json``."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.human_readable_name.upper()).removesuffix("...")


def _value_in(message: str) -> str:
    """Find the value in click's own message, which begins with it."""
    found = re.match(r"'(.*?)' is |(\S+) is ", message)
    return (found[1] or found[2] or "") if found else message
