"""Questions to a person at the terminal, on standard error."""

import sys

from recall_cli.app import App
from recall_cli.cli.reply import Reply


def ask(question: str) -> "str | None":
    """What a person answers, in one line; None at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    return " ".join(line.split()) if line else None


def can_ask(app: App) -> bool:
    """Whether a person sits at the terminal of this process: one at a client's is asked nothing by the server."""
    return app.at_terminal and not app.serves_agent


def agrees_to(lines: "list[str]", question: str) -> bool:
    """Whether a person answers yes, once they were shown what would happen."""
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    return agrees(question)


def declined_reply() -> Reply:
    """The reply after a no. What would happen was shown beside the question."""
    return Reply(lambda: {"dry_run": True}, list, empty="nothing was changed")


def agrees(question: str) -> bool:
    """Whether a person answers yes; everything else means no."""
    return (ask(f"{question} [y/N] > ") or "").casefold() in ("y", "yes")
