"""recall browse: look through memories on a full screen, filtered while you type."""

import os

from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument("words", "Words to begin with.", kind="arguments", default=(), metavar="[WORDS]"),
    option(
        "bind",
        "Print a line for your shell's startup file: Ctrl-X r then browses and inserts the id.",
        choices=("bash", "zsh", "fish"),
        metavar="bash|zsh|fish",
    ),
    *FILTER_OPTIONS,
)
EXAMPLES = (
    ("recall list --browse", "type to filter, arrows to move, Enter prints the id"),
    ("recall list --browse port --project '*'", "begin with a word, in all projects"),
    ("recall list --browse --bind bash >> ~/.bashrc", "Ctrl-X r inserts an id into the command line"),
)
BINDINGS = {
    "bash": r"""__recall_browse() {
  local id; id=$(recall list --browse) || return
  READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$id${READLINE_LINE:READLINE_POINT}"
  READLINE_POINT=$((READLINE_POINT + ${#id}))
}
bind -x '"\C-xr": __recall_browse'""",
    "zsh": r"""__recall_browse() {
  local id; id=$(recall list --browse </dev/tty) && LBUFFER+=$id
  zle reset-prompt
}
zle -N __recall_browse
bindkey '^Xr' __recall_browse""",
    "fish": r"""function __recall_browse
  set -l id (recall list --browse </dev/tty); and commandline -i -- $id
  commandline -f repaint
end
bind \cxr __recall_browse""",
}
"""For each shell: a key that browses and inserts the id where the cursor is."""
NOTHING_CHOSEN_STATUS = 1


def browse(
    app: "App",
    *,
    words: "tuple[str, ...]",
    bind: "str | None",
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Look through memories on a full screen: type to filter, arrows to move, with the whole text, why and history.

    The keys of the shell's command line edit the words. Tab opens the actions for the selected memory: e edits, p pins,
    a approves what is held, d deletes, u undoes the last write; the last two ask first. Enter prints the id and ends;
    Esc clears the words, and ends if there are none.
    """
    if bind is not None:
        return Reply(lambda: {"shell": bind, "lines": BINDINGS[bind]}, BINDINGS[bind].splitlines)
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
