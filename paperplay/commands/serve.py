"""Start the page: photograph with the phone, look at what is doubtful, see who won."""

from __future__ import annotations

from pathlib import Path

import click

from paperplay.commands import example
from paperplay.messages import system_lang_option


@click.command(epilog=example("paperplay serve", "paperplay serve --lan --forget-photos"))
@click.option("--lan", is_flag=True, help="Let everyone at the table in, by a QR code.")
@click.option("--camera", is_flag=True, help="With --lan: a live camera that says what to do.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port to use."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep evenings and photos there; else where 'doctor' says.",
)
@click.option("--forget-photos", is_flag=True, help="Drop each photo once nothing on it is open.")
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--workers", type=click.IntRange(1, 16), help="Processes that read photos; else one or two."
)
@system_lang_option(", and of browsers that ask for none of ours; else the system's.")
def command(
    lan: bool,
    camera: bool,
    port: int,
    data: Path | None,
    forget_photos: bool,
    no_browser: bool,
    workers: int | None,
    lang: str,
) -> int:
    """Start the page in the browser: photograph sheets, correct them, see who won.

    It can be seen on this computer only. With --lan everyone in the same network who scans
    the QR code comes in, too; the page itself can switch that on and off. Ctrl-C ends it;
    the evening goes on with the next call.
    """
    import os
    import sys

    from paperplay.folders import page_folder
    from paperplay.web.server.server_settings import ServerSettings
    from paperplay.web.server.serving import run

    settings = ServerSettings(
        data=(data or page_folder()).absolute(),
        port=port,
        lan=lan,
        camera=camera,
        forget_photos=forget_photos,
        lang=lang,
        workers=workers or min(2, os.cpu_count() or 1),
    )
    run(settings, lang, browser=not no_browser and sys.stdout.isatty())
    return 0
