"""recall browse: look through memories on a full screen, filtered while you type."""

import os

from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument("words", "Words to begin with.", kind="arguments", default=(), metavar="[WORDS]"),
    *FILTER_OPTIONS,
)
EXAMPLES = (
    ("recall list --browse", "type to filter, arrows to move, Enter prints the id"),
    ("recall list --browse port --project '*'", "begin with a word, in all projects"),
)
NOTHING_CHOSEN_STATUS = 1


def browse(
    app: "App",
    *,
    words: "tuple[str, ...]",
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Look through memories on a full screen: type to filter, arrows to move, with the whole text, why and history.

    Tab opens the actions for the selected memory: e edits, p pins,
    a approves what is held, d deletes, u undoes the last write; the last two ask first. Enter prints the id and ends;
    Esc clears the words, and ends if there are none.
    """
    if not (os.isatty(0) and app.at_terminal):
        raise UsageError(
            "recall list --browse is for a person at a terminal", "recall search WORDS, or recall list --json"
        )
    from recall_cli.cli.browse.session import BrowseSession
    from recall_cli.cli.browse.terminal import Terminal

    with app.read_transaction(app.view(agent, clearance)) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent})
    session = BrowseSession(app, wanted, " ".join(words))
    screen = os.open("/dev/tty", os.O_WRONLY) if not os.isatty(1) else os.dup(1)
    try:
        with Terminal(0, screen) as terminal:
            chosen = session.run(terminal)
    finally:
        os.close(screen)
    return Reply(
        lambda: {"id": chosen}, lambda: [chosen] if chosen else [], status=0 if chosen else NOTHING_CHOSEN_STATUS
    )
