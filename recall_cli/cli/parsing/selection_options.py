"""Select memories for a change by filters: the options, the selection, the preview and the question."""

import sys

from recall_cli.cli.output.ask import agrees, can_ask
from recall_cli.cli.output.formatting import memory_count_text, memory_documents, memory_lines
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS, QUERY_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

DRY_RUN_OPTION = option("dry_run", "Show the memories that match, and change nothing.", kind="flag")
YES_OPTION = option("yes", "Do not ask before a change of many memories.", "-y", kind="flag")
SELECTION_OPTIONS = (
    QUERY_OPTION,
    *(param for param in FILTER_OPTIONS if param.name != "as_of"),
    DRY_RUN_OPTION,
    YES_OPTION,
)
"""The filters of commands that change memories, and what guards a change of many."""
FILTER_NAMES = frozenset(param.name for param in SELECTION_OPTIONS) - {"dry_run", "yes"}
"""The options that select; the others confirm."""
MAX_WITHOUT_ASKING = 5
"""A change of more memories than this asks first, at a terminal."""
MAX_PREVIEWED = 20
"""The question shows so many of the memories."""


def has_filter(values: "dict[str, Any]") -> bool:
    """Does any option select memories?"""
    return any(values.get(name) for name in FILTER_NAMES)


def selected_memories(app: "App", ids: "tuple[str, ...]", chosen: "dict[str, Any]") -> "list[Memory]":
    """The memories with these ids, or those that pass the filters; UsageError for both and for neither."""
    from recall_cli.flows.search.id_lookup import find_memories

    if ids and has_filter(chosen):
        raise UsageError("name memories by their ids or by filters, not both", "leave out the ids")
    if not ids and not has_filter(chosen):
        raise UsageError("name memories", "give their ids, or filters such as --session, --topic or --query")
    with app.read_transaction(app.view(chosen.get("agent"), chosen.get("clearance"))) as tx:
        if ids:
            return [*find_memories(tx, ids).values()]
        return filtered_memories(app, tx, chosen)


def filtered_memories(app: "App", tx: "Transaction", chosen: "dict[str, Any]") -> "list[Memory]":
    """The memories that pass the filters of a change."""
    from recall_cli.flows.search.listing import matching_memories

    wanted = option_values.build_filters(app, tx, {"as_of": None, **chosen})
    memories = matching_memories(tx, wanted, chosen["query"])
    if not memories:
        option_values.note_unknown_names(app, tx, wanted)
    return memories


def agree_to_change(
    app: "App", memories: "list[Memory]", chosen: "dict[str, Any]", verb: str, more: "tuple[str, ...]" = ()
) -> bool:
    """Ask before a change of many memories that filters selected; False if the person does not agree.

    Without a terminal, --yes answers the question in advance; RecallError without it.
    """
    if chosen["yes"] or not memories:
        return True
    counted = memory_count_text(len(memories))
    if app.at_terminal and len(memories) <= MAX_WITHOUT_ASKING:
        return True
    if not can_ask(app):
        matches = "matches" if len(memories) == 1 else "match"
        raise RecallError(f"nothing was changed: {counted} {matches}", "--yes goes on, --dry-run shows what matches")
    _show_preview(app, memories)
    for line in more:
        sys.stderr.write(line + "\n")
    return agrees(f"{verb} {counted}?")


def _show_preview(app: "App", memories: "list[Memory]") -> None:
    """Show the first of these memories beside the question, as a list does, and how many more there are."""
    from recall_cli.cli.output.terminal import question_screen

    first = memories[:MAX_PREVIEWED]
    question_screen(app).memories(first, show_project=True)
    more = len(memories) - len(first)
    if more:
        sys.stderr.write(f"… and {more:,} more\n")


def preview_reply(app: "App", memories: "list[Memory]", verb: str) -> Reply:
    """The answer of a dry run."""
    with app.read_transaction() as tx:
        short = tx.memories.short_ids([memory.id for memory in memories])
    app.note(f"dry run: would {verb} {memory_count_text(len(memories))}")
    return Reply(
        lambda: {"selected": memory_documents(memories), "total": len(memories), "dry_run": True},
        lambda: memory_lines(memories, short, show_project=True),
        lambda out: out.memories(memories, show_project=True),
    )


def nothing_reply(app: "App", memories: "list[Memory]") -> Reply:
    """The answer where nothing matched, or where the person did not agree."""
    app.note("nothing was changed" if memories else "no memory matches the filters")
    return Reply(lambda: {"selected": [], "total": 0, "operation": None}, lambda: ())


def guard_change(
    app: "App",
    memories: "list[Memory]",
    chosen: "dict[str, Any]",
    verb: str,
    *,
    by_filter: bool,
    more: "tuple[str, ...]" = (),
) -> "Reply | None":
    """The answer that ends a command before its change: a dry run, no match, or no agreement. None to go on.

    `more` are lines that a preview adds about what else changes.
    """
    if chosen["dry_run"]:
        reply = preview_reply(app, memories, verb)
        for line in more:
            app.note(line)
        return reply
    if by_filter and not (memories and agree_to_change(app, memories, chosen, verb, more)):
        return nothing_reply(app, memories)
    return None
