"""Memories in other programs' databases: told row by row."""

from recall_cli.flows.transfer.movein import telling
from recall_cli.flows.transfer.movein.telling import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def memori(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A memory of Memori (py-memori); what it kept as metadata are fields and tags of ours."""
    data = telling.document(row.get("metadata"))
    data = data if isinstance(data, dict) else {}
    created = telling.time(row.get("created_at"))
    fields = {
        "type": telling.kind(data.get("type")),
        "topic": telling.name(data.get("topic")),
        "importance": telling.share(data.get("importance")),
        "confidence": telling.share(data.get("confidence")),
    }
    taken = tuple(key for key, value in fields.items() if value == data.get(key))
    return told(
        row.get("content"),
        telling.own_id(row.get("id")) or telling.made_id("memori", row.get("id"), created),
        created,
        updated_at=telling.time(row.get("updated_at")),
        accessed_at=telling.time(row.get("last_accessed")),
        access_count=telling.count(row.get("access_count")),
        tags=telling.tags(data, taken),
        metadata=telling.nested(data),
        **fields,
    )


def szl(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A memory of Recall (szl-recall), with the chain that it stands in."""
    created, until = telling.time(row.get("created_at")), telling.time(row.get("valid_until"))
    by = telling.own_id(row.get("superseded_by"))
    space = telling.name(row.get("namespace")) or telling.name(row.get("user_id"))
    linked = telling.document(row.get("linked_ids"))
    return told(
        row.get("text"),
        telling.own_id(row.get("id")) or telling.made_id("szl-recall", row.get("id"), created),
        created,
        updated_at=created,
        accessed_at=telling.time(row.get("last_accessed")),
        access_count=telling.count(row.get("access_count")),
        decay_score=telling.share(row.get("decay_score")),
        type=telling.kind(row.get("type")),
        topic=telling.name(row.get("topic")),
        importance=telling.share(row.get("importance")),
        confidence=telling.share(row.get("confidence")),
        entity=telling.name(row.get("entity")),
        attribute=telling.name(row.get("attribute")),
        value=telling.name(row.get("value")),
        valid_from=telling.time(row.get("valid_from")),
        valid_until=until,
        superseded_by=by,
        superseded_at=(until or created) if by else None,
        session=telling.name(row.get("session_id")) or telling.name(row.get("source_session")),
        agent=telling.name(row.get("agent_id")),
        tags={"namespace": space} if space else None,
        metadata={"linked_ids": linked} if isinstance(linked, list) and linked else None,
    )


def observation(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """An observation of claude-mem: its title, what it tells, and its facts, as one memory."""
    facts = telling.document(row.get("facts"))
    facts = [fact for fact in facts if isinstance(fact, str)] if isinstance(facts, list) else []
    body = telling.name(row.get("narrative")) or telling.name(row.get("text")) or telling.name(row.get("subtitle"))
    parts = [part for part in (telling.name(row.get("title")), body) if part]
    created = telling.time(row.get("created_at_epoch")) or telling.time(row.get("created_at"))
    rest = {key: telling.document(row.get(key)) for key in ("subtitle", "concepts", "files_read", "files_modified")}
    return told(
        "\n".join((*parts, *(f"- {fact}" for fact in facts))),
        telling.made_id("claude-mem observation", f"{row.get('id')} {created}", created),
        created,
        type=telling.kind(row.get("type")),
        project=telling.name(row.get("project")),
        session=telling.name(row.get("memory_session_id")) or telling.name(row.get("sdk_session_id")),
        agent="claude-code",
        tags={"claude-mem": str(row.get("type"))} if row.get("type") else None,
        metadata={key: value for key, value in rest.items() if value},
    )


def summary(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A session's summary of claude-mem: what was learned, else what was done; the rest stays beside it."""
    created = telling.time(row.get("created_at_epoch")) or telling.time(row.get("created_at"))
    learned, completed = telling.name(row.get("learned")), telling.name(row.get("completed"))
    keys = ("request", "investigated", "completed", "next_steps", "notes", "files_read", "files_edited")
    rest = {key: telling.document(row.get(key)) for key in keys}
    if learned is None and completed is None:
        return None
    return told(
        learned or completed,
        telling.made_id("claude-mem summary", f"{row.get('id')} {created}", created),
        created,
        type="finding" if learned else None,
        project=telling.name(row.get("project")),
        session=telling.name(row.get("memory_session_id")) or telling.name(row.get("sdk_session_id")),
        agent="claude-code",
        tags={"claude-mem": "summary"},
        metadata={key: value for key, value in rest.items() if value},
    )


def recognised(tables: "frozenset[str]", columns: "frozenset[str]") -> "str | None":
    """Whose database it is, from its tables and the columns of `memories`; None where nobody's that is known."""
    if {"observations", "sdk_sessions"} <= tables:
        return "claude-mem"
    if {"id", "content", "metadata", "created_at"} <= columns and "state" not in columns:
        return "memori"
    if {"id", "text", "topic", "superseded_by", "decay_score"} <= columns:
        return "szl-recall"
    return None


READERS = {
    "memori": (("memori", memori),),
    "szl-recall": (("szl", szl),),
    "claude-mem": (("claude_mem_observations", observation), ("claude_mem_summaries", summary)),
}
"""For each program: the statements that give its rows, and what tells them."""
