"""recall list: show the newest memories."""

from recall_cli.cli.output.formatting import (
    NO_MEMORIES,
    load_anchor_statuses,
    make_printable,
    memory_count_text,
    memory_documents,
    memory_lines,
)
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS, LIMIT_OPTION, QUERY_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day
from recall_cli.domain.scope import SORT_CHOICES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters, View
    from recall_cli.engines.transaction import Transaction

    Groups = Sequence[tuple[str, Sequence[Memory]]]

GROUP_CHOICES = ("day", "project", "session", "topic", "type")
PARAMS = (
    LIMIT_OPTION,
    option(
        "offset",
        "Number of newest memories to skip.",
        kind="int",
        default=0,
        low=0,
        high=1_000_000_000,
        metavar="N",
        rare=True,
    ),
    QUERY_OPTION,
    *FILTER_OPTIONS,
    option(
        "sort",
        "The order: newest, most used, longest unused, most important, most certain or strongest first.",
        choices=SORT_CHOICES,
        default=SORT_CHOICES[0],
        rare=True,
    ),
    option("group", "Show the memories under headings.", choices=GROUP_CHOICES),
)
EXAMPLES = (
    ("recall list", "the ten newest memories of this project"),
    ("recall list -n 50 --project '*' --type preference", ""),
    ("recall list --include superseded,deleted", "also superseded and deleted memories"),
    ('recall list --query "staging password"', "all memories with these words, as recall delete and edit select them"),
    ("recall list --since monday --group day", "this week, day by day"),
    ("recall list --unused --sort unused -n 30", "what no agent has ever used, the oldest first"),
    ("recall list --trust agent --session 71f0", "what one session of an agent stored"),
)


def list(  # noqa: A001 — the command's name
    app: "App",
    *,
    limit: int,
    offset: int,
    sort: str,
    group: "str | None",
    query: "str | None",
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Show the newest memories that match the filters, or the first in another order."""
    if query is not None and scope["as_of"] is not None:
        from recall_cli.domain.errors import UsageError

        raise UsageError("--query and --as-of exclude each other", "recall search QUERY --as-of DATE")
    view = app.view(agent, clearance)
    with app.read_transaction(view) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent})
        is_unknown = wanted.projects == () and bool(scope["project"])  # build_filters has noted it
        page = (tx, wanted, query, limit, offset, sort)
        memories, found = ([], 0) if is_unknown else _matching_page(*page, in_pairs=group is None)
        short = tx.memories.short_ids([memory.id for memory in memories])
        anchor_statuses = load_anchor_statuses(tx, memories) if scope["as_of"] is None else {}
        everywhere = wanted.projects is None
        none = "" if memories else _empty_message(app, tx, wanted, query)

    groups = group_memories(memories, group)
    last = offset + len(memories) if memories else 0

    def total() -> int:
        return _count_matching(app, view, wanted) if found is None else found

    def screen(out: "Screen") -> None:
        _print_groups(out, groups, anchor_statuses, show_project=everywhere and group != "project")
        if memories:
            out.footer(f"{offset + 1}–{last} of {total():,}")
        elif not app.notes:
            out.footer(none)

    more = {} if group is None else {"groups": _group_documents(groups, group)}
    return Reply(
        lambda: {"memories": memory_documents(memories, anchor_statuses), "total": total(), **more},
        lambda: _group_lines(
            groups, group, lambda part: memory_lines(part, short, anchor_statuses, show_project=everywhere)
        ),
        screen,
        empty=none,
    )


def _group_lines(
    groups: "Groups", by: "str | None", lines: "Callable[[Sequence[Memory]], Sequence[str]]"
) -> "Sequence[str]":
    """The memories as lines, each behind the name of its group."""
    return [(f"{make_printable(name)}\t" if by else "") + line for name, part in groups for line in lines(part)]


def _print_groups(out: "Screen", groups: "Groups", anchor_statuses: "Any", *, show_project: bool) -> None:
    """Print memories under the headings of their groups; a group without a name has none."""
    for name, part in groups:
        if name:
            out.heading(name, len(part))
        out.memories(part, anchor_statuses=anchor_statuses, show_project=show_project)


def _group_documents(groups: "Groups", by: str) -> "Sequence[dict[str, object]]":
    """The groups as JSON: what they have in common, and their ids."""
    return [{by: name, "ids": [memory.id for memory in part]} for name, part in groups]


def _matching_page(
    tx: "Transaction", wanted: "Filters", query: "str | None", limit: int, offset: int, sort: str, *, in_pairs: bool
) -> "tuple[Sequence[Memory], int | None]":
    """One page of the memories that match, and how many match in all; None if they have to be counted for that.

    With `in_pairs` each memory that was perhaps replaced stands below the newer one, wherever its own place is.
    """
    from recall_cli.flows.search.listing import matching_memories, newest_memories

    in_pairs = in_pairs and wanted.as_of is None
    if query is None:
        page = newest_memories(tx, wanted, limit, offset, sort)
        found = offset + len(page) if len(page) < limit and (page or not offset) else None
        before = newest_memories(tx, wanted, offset, 0, sort) if offset and in_pairs and tx.any_question else []
    else:
        matching = matching_memories(tx, wanted, query, sort=sort)
        before, page, found = matching[:offset], matching[offset : offset + limit], len(matching)
    if in_pairs and tx.any_question:
        from recall_cli.flows.question_pairs import pair_memories

        page = pair_memories(tx, [*before, *page])[offset : offset + limit]
    return page, found


def _count_matching(app: "App", view: "View", wanted: "Filters") -> int:
    """How many match: asked only for a reader who is told, since counting takes longer in a larger store."""
    from recall_cli.flows.search.listing import count_memories

    with app.read_transaction(view) as tx:
        return count_memories(tx, wanted)


def group_memories(memories: "Sequence[Memory]", by: "str | None") -> "Groups":
    """The memories in groups: by the day, project, session, topic or type; each in the order of its first memory."""
    if by is None:
        return [("", memories)]
    groups: dict[str, Any] = {}
    for memory in memories:
        name = format_day(memory.created_at) if by == "day" else getattr(memory, by) or f"no {by}"
        groups.setdefault(name, []).append(memory)
    return [*groups.items()]


def _empty_message(app: "App", tx: "Transaction", wanted: "Filters", query: "str | None") -> str:
    """The message for an empty list; names of the filters that are not known are noted."""
    from recall_cli.domain.scope import Filters

    option_values.note_unknown_names(app, tx, wanted)
    if query:
        return "nothing matches"
    total = tx.memories.count(Filters())
    if not total:
        return NO_MEMORIES
    if wanted.projects is None:
        return f"no match in {memory_count_text(total)}"
    return f"no match in this project ({memory_count_text(total)} in all) · --project '*' searches all projects"
