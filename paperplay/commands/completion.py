"""Complete commands and options in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from paperplay.commands import example


@click.command(epilog=example('eval "$(paperplay completion bash)"'))
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def command(shell: str) -> None:
    """Print a script that completes commands and options in a shell.

    Put the example into ~/.bashrc, with zsh for bash into ~/.zshrc, and for fish keep what
    is printed as ~/.config/fish/completions/paperplay.fish.
    """
    from paperplay.cli import group
    from paperplay.front import COMPLETION

    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(group, {}, "paperplay", COMPLETION).source())
