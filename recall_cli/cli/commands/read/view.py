"""recall view: write one page that shows your memories in time."""

import os
import sys

from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.settings import data_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.page.page_data import PageScope

DEFAULT_FILE = "memories.html"
STDOUT = "-"
DESKTOP_VARIABLES = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Where one of these is set, a browser can be opened."""
MAX_OPENING_SECONDS = 1.0
"""Some browsers return only when they are closed."""
PAGE_PROJECT_OPTION = option(
    "project",
    "Only this project and memories without one (default: all).",
    "-p",
    completes="project",
    metavar="NAME",
)
PARAMS = (
    argument(
        "file",
        "Output file; - writes to standard output. Default: memories.html here; in a git repository, in recall's data "
        "folder.",
        default=None,
        completes="file",
        metavar="[FILE]",
    ),
    PAGE_PROJECT_OPTION,
    AS_OF_OPTION,
    option("without_deleted", "Leave out deleted memories.", kind="flag"),
    option(
        "limit",
        "Maximum number of memories; the newest are kept.",
        "-n",
        kind="int",
        default=100_000,
        low=1,
        high=1_000_000,
        metavar="N",
    ),
    option("force", "Replace an existing file.", kind="flag"),
    option("open", "Open the page in your browser.", kind="flag"),
)
EXAMPLES = (
    ("recall view", "writes memories.html; open it in any browser"),
    ("recall view ~/shop.html --project shop --open", "one project, shown at once"),
    ("recall view then.html --as-of 2026-03-01", "opens at what was believed on that day"),
)


def view(
    app: "App",
    *,
    file: "str | None",
    project: "str | None",
    as_of: "str | None",
    without_deleted: bool,
    limit: int,
    force: bool,
    open: bool,
) -> Reply:
    """Write one page that shows your memories in time: what was believed when, what ended it, who said it.

    The page is one file for your own eyes. It loads nothing from a network, and needs no server. Secrets are masked as
    in an export. Texts that are held for review are included only at a terminal.
    """
    from recall_cli.flows.page.page_file import PageText, check_target, write_private_file

    if file is None:
        file, force = _default_file(app, force=force)
    _reject_id(app, file)
    path = os.path.expanduser(file)
    if file != STDOUT:
        check_target(path, force=force)
    with app.read_transaction() as tx:
        scope = page_scope(app, tx, project, as_of).but(max_memories=limit, deleted=not without_deleted)
        data = _read_with_progress(app, tx, scope)
    content = PageText().with_data(data)
    if file == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return Reply(lambda: None, lambda: ())  # the page itself is the output
    write_private_file(path, content, force=force)
    count, left_out = len(data["memories"]["n"]), max(0, data["total"] - limit)
    if left_out:
        app.note(f"{left_out:,} older memories left out (--limit {data['total']} takes all)")
    if _is_in_repository(path):
        app.note(f"{file} is inside a git repository: keep it out of commits")
    if app.key is not None:
        app.note(f"{file} is not encrypted, unlike the store")

    def screen(out: "Screen") -> None:
        out.result("written", f"{memory_count_text(count)} to {file}", "")
        out.footer("open it in a browser · it has all their words: keep it to yourself")

    document = {"file": os.path.abspath(path), "memories": count, "left_out": left_out, "bytes": len(content)}
    if open and not open_in_browser(app, os.path.abspath(path)):
        app.note(f"there is no desktop here: open {file} yourself")
    return Reply(lambda: document, lambda: [f"written\t{count}\t{file}"], screen)


def _reject_id(app: "App", file: str) -> None:
    """UsageError for the id of a memory: who types that wants to see the memory."""
    from recall_cli.flows.search.id_lookup import is_memory_id

    with app.read_transaction() as tx:
        if is_memory_id(tx, file) and not os.path.lexists(file):
            raise UsageError(f"{file} looks like the id of a memory", f"recall get {file} shows it")


def _default_file(app: "App", *, force: bool) -> "tuple[str, bool]":
    """The file if none is named, and whether it may be replaced. A page in a repository could be committed by chance,
    so there it is in recall's own folder, where only an earlier page has this name.
    """
    if not _is_in_repository(DEFAULT_FILE):
        return DEFAULT_FILE, force
    folder = data_folder(app.environment)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return os.path.join(folder, DEFAULT_FILE), True


def _is_in_repository(path: str) -> bool:
    """Is there a git repository around a file?"""
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return False
    return True


def page_scope(app: "App", tx: "Transaction", project: "str | None", as_of: "str | None") -> "PageScope":
    """What a page shows, from the options; NotFound for an unknown project."""
    from recall_cli.flows.page.page_data import PageScope
    from recall_cli.flows.projects import ALL_PROJECTS, project_of_workplace, require_project
    from recall_cli.workplace import current_workplace

    home = project_of_workplace(tx, current_workplace(None), ask_git=True)
    moment = option_values.parse_moment(app, as_of, whole_day=True)
    scope = PageScope(held=app.at_terminal, home=home.name if home else None, as_of=moment)
    if project is None or project == ALL_PROJECTS:
        return scope
    found = require_project(tx, project)
    return scope.but(project=found.name, project_number=found.n, home=found.name)


def _read_with_progress(app: "App", tx: "Transaction", scope: "PageScope") -> "dict[str, Any]":
    """The data of the page, with a bar at a terminal while it is read."""
    from recall_cli.cli.output.progress import ProgressBar
    from recall_cli.flows.page.page_data import page_data

    with ProgressBar() as bar:
        app.progress = bar
        return page_data(app, tx, scope)


def open_in_browser(app: "App", path: str) -> bool:
    """Open a file in the browser of the desktop, without waiting until it is closed; False if there is no desktop.

    Without one, Python would take a browser for terminals, which would take over this one.
    """
    import threading
    import webbrowser
    from pathlib import Path

    if sys.platform != "darwin" and not any(app.environment.get(name) for name in DESKTOP_VARIABLES):
        return False
    opening = threading.Thread(target=webbrowser.open, args=(Path(path).as_uri(),), daemon=True)
    opening.start()
    opening.join(MAX_OPENING_SECONDS)
    return True
