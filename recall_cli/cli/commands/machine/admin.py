"""recall admin: the commands for rare work."""

from recall_cli.cli.parsing.params import argument
from recall_cli.cli.registry import ADMIN_COMMANDS, COMMANDS
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen

NAMES = tuple(name for name in COMMANDS if name in ADMIN_COMMANDS)
PARAMS = (argument("name", "The command to run.", default=None, metavar="[COMMAND]", offers=NAMES),)
EXAMPLES = (("recall admin bench --own", "one of them, with an option"),)


def admin(app: "App", *, name: "str | None") -> Reply:  # noqa: ARG001 — it opens no store
    """Run a command for rare work, or list these commands."""
    if name is not None:  # one of NAMES never comes here
        from recall_cli.rules.text.spelling import closest_words

        close = closest_words(name, NAMES)
        hint = f"did you mean recall admin {close[0]}?" if close else "recall admin lists its commands"
        raise UsageError(f"admin has no command {name!r}", hint)
    return Reply(
        lambda: {"commands": [{"command": f"admin {name}", "about": COMMANDS[name][1]} for name in NAMES]},
        lambda: [f"recall admin {name}\t{COMMANDS[name][1]}" for name in NAMES],
        _print_commands,
    )


def _print_commands(out: "Screen") -> None:
    for name in NAMES:
        out.line(f"recall admin {name:<12} {COMMANDS[name][1]}")
