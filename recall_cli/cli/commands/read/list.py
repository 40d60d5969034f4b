"""recall list: show the newest memories."""

from recall_cli.cli.output.formatting import load_anchor_statuses, memory_count_text, memory_documents, memory_lines
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS, LIMIT_OPTION
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

PARAMS = (
    LIMIT_OPTION,
    option(
        "offset", "Number of newest memories to skip.", kind="int", default=0, low=0, high=1_000_000_000, metavar="N"
    ),
    *FILTER_OPTIONS,
)
EXAMPLES = (
    ("recall list", "the ten newest memories of this project"),
    ("recall list -n 50 --project '*' --type preference", ""),
    ("recall list --include superseded,deleted", "also superseded and deleted memories"),
)


def list(app: "App", *, limit: int, offset: int, agent: "str | None", clearance: "str | None", **scope: "Any") -> Reply:  # noqa: A001 — the command's name
    """Show the newest memories that match the filters."""
    from recall_cli.flows.search.listing import newest_memories

    with app.read_transaction(app.view(agent, clearance)) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent})
        memories, total = newest_memories(tx, wanted, limit, offset)
        wide = tx.memories.short_id_length([memory.id for memory in memories])
        anchor_statuses = load_anchor_statuses(tx, memories) if scope["as_of"] is None else {}
        everywhere = wanted.projects is None
        none = "" if memories else _empty_message(tx, everywhere=everywhere)

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_footer, print_memories

        print_memories(
            console,
            memories,
            app.now(),
            lambda id_: id_[:wide],
            anchor_statuses=anchor_statuses,
            show_project=everywhere,
        )
        if memories:
            print_footer(console, f"{offset + 1}–{offset + len(memories)} of {total:,}")
        elif not app.notes:
            print_footer(console, none)

    return Reply(
        lambda: {"memories": memory_documents(memories, anchor_statuses), "total": total},
        lambda: memory_lines(memories, wide, anchor_statuses, show_project=everywhere),
        screen,
        empty=none,
    )


def _empty_message(tx: "Transaction", *, everywhere: bool) -> str:
    """The message for an empty list."""
    from recall_cli.domain.scope import Filters

    total = tx.memories.count(Filters())
    if not total:
        return 'no memories yet · store one: recall store "…"'
    if everywhere:
        return f"no match in {memory_count_text(total)}"
    return f"no match in this project ({memory_count_text(total)} in all) · --project '*' searches all projects"
