"""Everything the page remembers, as one file to keep; and back again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.pages.training_export import crops_of
from paperplay.web.server.rendering import go_to, lang_of, render, zip_answer
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link, State
from paperplay.web.server.visitors import form_of, open_to, state_of
from paperplay.web.store.archive import DATABASE, FOLDERS, unpack_backup, write_backup
from paperplay.web.store.database import Store, migrate
from paperplay.web.store.restore_check import check_restored
from paperplay.web.store.sheets import count_read, drop_strays
from rules.errors import HostError
from templates.wording import sentence

LINKS = [Link("/backup", "web_backup.link", Access.HOST)]
FORGET = ("DELETE FROM settings",)
"""Keys stay on the machine: whoever finds a backup must not become the host."""


@open_to(Access.HOST)
def backup_page(request: Request) -> Response:
    """Offer a backup, and to take one back."""
    return _page(request)


@open_to(Access.HOST)
def backup_file(request: Request) -> Response:
    """Give everything as one file."""
    folder = state_of(request).store.folder
    name = f"paperplay-{date.today().isoformat()}.zip"
    return zip_answer(folder, name, lambda file: write_backup(file, folder, FORGET))


@open_to(Access.HOST)
def restore(request: Request) -> Response:
    """Take a backup back: everything that is there now is replaced."""
    file = form_of(request).get("file")
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise HostError("backup-none")
        if form_of(request).get("sure") != "yes":
            raise HostError("backup-unsure")
        take_back(state_of(request), file)
    except HostError as error:
        return _page(request, error)
    return go_to("/backup?done=1")


def take_back(state: State, file: UploadFile) -> None:
    """Replace what the page remembers, if the whole backup is sound.

    Pictures come first, then the database in one step, and what no line names any more goes
    last: whenever the machine falls, no line lacks its picture.
    """
    store = state.store
    with TemporaryDirectory(dir=store.folder, prefix=".restore-") as place:
        folder = Path(place)
        unpack_backup(file.file, folder, check_restored)
        _make_ours(store, folder / DATABASE)
        for name in FOLDERS:
            for path in (folder / name).iterdir():
                path.replace(store.folder / name / path.name)
        with closing(sqlite3.connect(folder / DATABASE)) as fresh:
            fresh.backup(store.db)
    drop_strays(store)
    intake = state.parts.get("intake")
    if intake is not None:
        intake.take_up()


def _make_ours(store: Store, path: Path) -> None:
    """Bring a restored database up to date, with the keys of this machine."""
    settings = [tuple(row) for row in store.db.execute("SELECT name, value FROM settings")]
    with closing(sqlite3.connect(path, isolation_level=None)) as fresh:
        migrate(fresh)
        fresh.execute("DELETE FROM settings")
        fresh.executemany("INSERT INTO settings VALUES (?, ?)", settings)


def _page(request: Request, error: HostError | None = None) -> Response:
    store = state_of(request).store
    pictures = [path for name in FOLDERS for path in (store.folder / name).iterdir()]
    size = store.file.stat().st_size + sum(path.stat().st_size for path in pictures)
    return render(
        request,
        "backup.html",
        status=422 if error else 200,
        wrong=sentence(error, lang_of(request)) if error else None,
        done=request.query_params.get("done") == "1",
        megabytes=max(1, round(size / 1_000_000)),
        evenings=store.db.execute("SELECT count(*) FROM evenings").fetchone()[0],
        sheets=count_read(store),
        folder=str(store.folder),
        crops=sum(1 for _ in crops_of(store)),
    )


ROUTES = [
    Route("/backup", backup_page),
    Route("/backup/paperplay.zip", backup_file),
    Route("/backup/restore", restore, methods=["POST"]),
]
