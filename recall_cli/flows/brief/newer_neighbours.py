"""The newer memory beside an older one: an old line without its newer neighbour can cost the reader the answer."""

from recall_cli.engines.tables.links import MAX_LINKS, RELATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_WITH_NEWER = 3
"""So many of the best answers are shown with a newer neighbour."""


def add_newer_neighbours(
    tx: "Transaction", answers: "list[Memory]", filters: "Filters", limit: "int | None" = None
) -> "list[Memory]":
    """The answers, the best few each followed by the newest memory near to it, if that is newer and not among them.

    With a limit, what belongs together is shown together or not at all; only the first may be longer.
    """
    groups = [[answer] for answer in answers]
    if limit is not None and tx.any_question:
        from recall_cli.flows.question_pairs import group_by_question

        groups = group_by_question(tx, answers)
    shown = {memory.n for group in groups for memory in group}
    lines: list[Memory] = []
    for at, group in enumerate(groups):
        newer = _newest_neighbour(tx, group[0].n, shown, filters) if at < MAX_WITH_NEWER else []
        shown.update(memory.n for memory in newer)
        if limit is None or not lines or len(lines) + len(group) + len(newer) <= limit:
            lines += [*group, *newer]
    return lines


def _newest_neighbour(tx: "Transaction", number: int, shown: "set[int]", filters: "Filters") -> "list[Memory]":
    """The newest memory that is linked to this one by meaning, newer than it, not shown, and within the filters."""
    near = tx.links.neighbours(number, 2 * MAX_LINKS)
    newer = [n for n, kind, _ in near if kind == RELATED and n > number and n not in shown]
    fitting = [row[0] for row in tx.search.passages(newer, filters) if row[-1]] if newer else []
    return tx.memories.by_number([max(fitting)]) if fitting else []
