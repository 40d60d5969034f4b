"""Visibility: whether a memory was believed at a moment, for rows that were restored to an earlier state.

The SQL statements apply the same conditions to present rows.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters


def is_believed(memory: "Memory", at: int, include: "frozenset[str]") -> bool:
    """Whether a memory, in the given state, was believed at a moment."""
    if memory.created_at > at:
        return False
    if memory.deleted_at is not None and memory.deleted_at <= at and "deleted" not in include:
        return False
    superseded = memory.superseded_at is not None
    if superseded and memory.superseded_at <= at and "superseded" not in include:  # type: ignore[operator]  # a moment
        return False
    if memory.held is not None and "held" not in include:
        return False
    ended = memory.valid_until is not None and memory.valid_until <= at and not superseded
    ahead = memory.valid_from is not None and memory.valid_from > at
    return "expired" in include or not (ended or ahead)


def passes_filters(memory: "Memory", filters: "Filters", project: "int | None", tags: "dict[str, str]") -> bool:
    """Whether a memory, in the given state, passes a caller's filters."""
    if filters.projects is not None:
        inside = project in filters.projects if project is not None else filters.everywhere
        if not inside:
            return False
    return (
        (not filters.types or memory.type in filters.types)
        and (filters.topic is None or memory.topic == filters.topic)
        and (filters.agent is None or memory.agent == filters.agent)
        and (filters.session is None or memory.session == filters.session)
        and (not filters.sources or memory.source in filters.sources)
        and (not filters.trusts or memory.trust in filters.trusts)
        and (not filters.unused or memory.access_count == 0)
        and (filters.since is None or memory.created_at >= filters.since)
        and (filters.until is None or memory.created_at <= filters.until)
        and memory.confidence >= filters.min_confidence
        and all(key in tags and value in (None, tags[key]) for key, value in filters.tags)
    )
