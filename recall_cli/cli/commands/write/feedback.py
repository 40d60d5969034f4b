"""recall feedback: say whether a memory helped."""

from recall_cli.cli.output.formatting import memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory

PARAMS = (
    argument("ids", "Which memories.", kind="arguments", default=(), completes="id", metavar="[ID]..."),
    option("helpful", "They helped: their usefulness goes up.", kind="flag"),
    option("unhelpful", "They did not: their usefulness goes down by a twentieth.", kind="flag"),
    option("session", "All that is believed of what this session stored.", metavar="ID"),
    option("note", "Why, in a sentence; recall log shows it.", metavar="TEXT"),
)
EXAMPLES = (
    ("recall feedback 019aa3f2-7c1e --helpful", "found earlier among equals from now on"),
    ('recall feedback 019aa3f2-7c1e 019aa3f2-81d0 --unhelpful --note "the port had changed"', ""),
    ("recall feedback --session 71f0 --helpful", "all of a session at once"),
)


def feedback(
    app: "App",
    *,
    ids: "tuple[str, ...]",
    helpful: bool,
    unhelpful: bool,
    session: "str | None",
    note: "str | None",
) -> Reply:
    """Say whether memories helped: it orders equals, and makes nothing true or untrue."""
    from recall_cli.flows.edit.feedback import rate_memories

    if helpful == unhelpful:
        said = next((one for one in ids if one in ("helpful", "unhelpful")), None)
        raise UsageError("say either --helpful or --unhelpful", f"did you mean --{said}?" if said else "")
    if not ids and session is None:
        raise UsageError("say which memories", "recall feedback ID --helpful, or --session ID")
    memories, op = rate_memories(app, ids, session, helpful=helpful, note=note)
    word = "helpful" if helpful else "unhelpful"

    def screen(console: "Any") -> None:
        _print_ratings(console, memories, word, op, app.short_id)

    return Reply(
        lambda: {"memories": [feedback_document(memory) for memory in memories], "operation": op},
        lambda: [f"{word}\t{memory.usefulness:.2f}\t{memory_line(memory)}" for memory in memories],
        screen,
    )


def feedback_document(memory: "Any") -> "dict[str, Any]":
    """What feedback changes in a memory."""
    return {name: getattr(memory, name) for name in ("id", "usefulness", "helpful", "unhelpful")}


def _print_ratings(out: "Console", memories: "list[Memory]", word: str, op: int, short: "Callable[[str], str]") -> None:
    """What was said of memories, and where they stand now."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, as_one_line, make_grid, print_footer

    table = make_grid()
    for memory in memories:
        bar = "█" * max(1, round(10 * memory.usefulness))
        said = f"{memory.helpful:,} helpful · {memory.unhelpful:,} not"
        table.add_row(
            Text(short(memory.id), style=ACCENT), Text(f"{memory.usefulness:.2f}"), Text(bar, style=ACCENT),
            Text(said, style=DIM), Text(as_one_line(memory.text), overflow="fold"),
        )  # fmt: skip
    out.print(table)
    print_footer(out, f"{word} · undo: recall undo {op}")
