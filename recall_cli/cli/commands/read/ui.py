"""recall ui: show your memories live in your browser, and change them there."""

import os
import sys

from recall_cli.cli.commands.read.view import PAGE_PROJECT_OPTION, open_in_browser, page_scope
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    import socket

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.page.page_data import PageScope
    from recall_cli.serve.ui.page_access import PageAccess

PARAMS = (
    PAGE_PROJECT_OPTION,
    option(
        "port", "The port on this machine; 0 takes a free one.", kind="int", default=0, low=0, high=65_535, metavar="N"
    ),
    option(
        "idle", "End after so many minutes without use.", kind="int", default=60, low=1, high=10_080, metavar="MINUTES"
    ),
    option("no_open", "Do not open a browser; only show the address.", kind="flag"),
)
EXAMPLES = (
    ("recall view --live", "opens the page; Ctrl-C ends it"),
    ("recall view --live --project shop --idle 10", "one project, for ten minutes after the last use"),
    ("recall view --live --no-open --port 7078", "to open it yourself, e.g. through ssh -L 7078:127.0.0.1:7078"),
)


def ui(app: "App", *, project: "str | None", port: int, idle: int, no_open: bool) -> Reply:
    """Show the page of recall view live in your browser, where you can edit, pin, rate, approve, settle, undo, delete.

    Only a person who starts it at a terminal can change memories there; elsewhere it only shows them. It listens on
    this machine only, and its address opens the page once. It ends with Ctrl-C, or after a pause.
    """
    from recall_cli.serve.http.server import open_socket
    from recall_cli.serve.ui.page_access import ADDRESS, PageAccess

    with app.read_transaction() as tx:
        scope = page_scope(app, tx, project, None)
    app.close()
    sock = open_socket(ADDRESS, port)
    sock.listen()  # whoever reads the address may open it at once
    access = PageAccess(sock.getsockname()[1])
    acts = app.at_terminal
    if not acts:
        app.note("the page only shows memories: a person at a terminal starts one that changes them")

    def screen(out: "Screen") -> None:
        out.result("open", access.first_address, "")
        out.footer(f"works once, on this machine · ends with Ctrl-C or after {idle:,} min without use")

    return Reply(
        lambda: {"url": access.first_address, "port": access.port, "changes": acts, "idle_minutes": idle},
        lambda: [access.first_address],
        screen,
        after=lambda: _serve(app, scope, access, sock, idle, opens=not no_open),
    )


def _serve(
    app: "App", scope: "PageScope", access: "PageAccess", sock: "socket.socket", idle: int, *, opens: bool
) -> None:
    import asyncio

    from recall_cli.serve.ui.page_server import PageServer

    entry = _write_entry_file(app, access) if opens else None
    if entry is not None and not open_in_browser(app, entry):
        sys.stderr.write("recall: there is no desktop here: open the address yourself\n")

    async def run() -> str:
        server = PageServer(app, scope, access, idle)
        if entry is not None:
            removal = asyncio.ensure_future(_remove_when_opened(server.opened, entry))
        reason = await server.run(sock)
        if entry is not None:
            removal.cancel()
        return reason

    try:
        reason = asyncio.run(run())
    finally:
        sock.close()
        if entry is not None:
            _remove(entry)
    sys.stderr.write(f"recall: {reason}\n")


def _write_entry_file(app: "App", access: "PageAccess") -> str:
    """A private page that leads to the address: on a browser's command line everybody could read the token."""
    from recall_cli.atomic_file import replace_file
    from recall_cli.settings import data_folder

    page = (
        '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>recall</title>\n'
        f'<meta http-equiv="refresh" content="0; url={access.first_address}">\n'
    )
    folder = data_folder(app.environment)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"ui-{access.port}.html")
    replace_file(path, [page.encode()])
    return path


async def _remove_when_opened(opened: "asyncio.Event", path: str) -> None:
    await opened.wait()
    _remove(path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
