"""The ``paperplay`` command: find the right command, run it, put errors into words."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import click

from paperplay import __version__
from paperplay.commands import LazyCommands
from paperplay.front import COMPLETION, EPILOG, HELP
from rules.errors import HostError
from templates.program import program

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What standard output fails with where it is full, gone or closed."""


@click.command(
    cls=LazyCommands,
    help=HELP,
    epilog=os.environ.get(EPILOG),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="paperplay")
def group() -> None:
    """Gather the commands."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one paperplay command and return its exit status.

    0 is done; 1 is done, but some sheet could not be read; 2 says that the call or its
    input is wrong. A stopped program and a closed pipe end quietly, as a shell expects.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    _write_utf8()
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except HostError as error:
        return _complain(error, words)
    except click.UsageError as error:
        from paperplay.messages import as_host_error

        return _complain(as_host_error(error), words)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # Python would try to flush once more when it ends, and say that it failed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        if error.errno not in _FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(HostError("out-full", reason=error.strerror), words)


def _run(words: list[str]) -> int:
    try:
        os.getcwd()  # noqa: PTH109 -- all that is asked is whether there is one
    except FileNotFoundError:
        raise HostError("here-gone") from None
    asked = os.environ.get(COMPLETION)
    if asked:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, "paperplay", COMPLETION, asked)
    try:
        with group.make_context(program(), words) as context:
            status = group.invoke(context)
    except click.exceptions.Exit as done:
        status = done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    return status if isinstance(status, int) else 0


def _complain(error: HostError, words: Sequence[str]) -> int:
    from paperplay.messages import complain, language_of

    for each in getattr(error, "all", (error,)):  # a sheet file may have many faults
        complain(each, language_of(words))
    return 2


def _open_streams() -> None:
    """Give what was closed by the caller to nobody else: the next file would be printed into."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # What is printed to nowhere is an error, so standard output cannot be written to.
            handle = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, os.fdopen(handle, mode, encoding="utf-8"))


def _write_utf8() -> None:
    """Write names as they are, also into a pipe on Windows."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and stream.encoding.lower() != "utf-8":
            stream.reconfigure(encoding="utf-8")
