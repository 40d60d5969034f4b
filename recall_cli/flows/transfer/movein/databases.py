"""Memories in other programs' databases: told row by row."""

from recall_cli.flows.transfer.movein import field_values
from recall_cli.flows.transfer.movein.field_values import make_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_memori(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A memory of Memori (py-memori); what it kept as metadata are fields and tags of ours."""
    data = field_values.parse_json_text(row.get("metadata"))
    data = data if isinstance(data, dict) else {}
    created = field_values.iso_time(row.get("created_at"))
    fields = {
        "type": field_values.memory_type(data.get("type")),
        "topic": field_values.clean_text(data.get("topic")),
        "importance": field_values.fraction(data.get("importance")),
        "confidence": field_values.fraction(data.get("confidence")),
    }
    taken = tuple(key for key, value in fields.items() if value == data.get(key))
    return make_line(
        row.get("content"),
        field_values.valid_id(row.get("id")) or field_values.derive_id("memori", row.get("id"), created),
        created,
        updated_at=field_values.iso_time(row.get("updated_at")),
        accessed_at=field_values.iso_time(row.get("last_accessed")),
        access_count=field_values.positive_int(row.get("access_count")),
        tags=field_values.plain_tags(data, taken),
        metadata=field_values.nested_values(data),
        **fields,
    )


def read_szl_recall(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A memory of Recall (szl-recall), with the chain that it stands in."""
    created, until = field_values.iso_time(row.get("created_at")), field_values.iso_time(row.get("valid_until"))
    by = field_values.valid_id(row.get("superseded_by"))
    space = field_values.clean_text(row.get("namespace")) or field_values.clean_text(row.get("user_id"))
    linked = field_values.parse_json_text(row.get("linked_ids"))
    return make_line(
        row.get("text"),
        field_values.valid_id(row.get("id")) or field_values.derive_id("szl-recall", row.get("id"), created),
        created,
        updated_at=created,
        accessed_at=field_values.iso_time(row.get("last_accessed")),
        access_count=field_values.positive_int(row.get("access_count")),
        decay_score=field_values.fraction(row.get("decay_score")),
        type=field_values.memory_type(row.get("type")),
        topic=field_values.clean_text(row.get("topic")),
        importance=field_values.fraction(row.get("importance")),
        confidence=field_values.fraction(row.get("confidence")),
        entity=field_values.clean_text(row.get("entity")),
        attribute=field_values.clean_text(row.get("attribute")),
        value=field_values.clean_text(row.get("value")),
        valid_from=field_values.iso_time(row.get("valid_from")),
        valid_until=until,
        superseded_by=by,
        superseded_at=(until or created) if by else None,
        session=field_values.clean_text(row.get("session_id")) or field_values.clean_text(row.get("source_session")),
        agent=field_values.clean_text(row.get("agent_id")),
        tags={"namespace": space} if space else None,
        metadata={"linked_ids": linked} if isinstance(linked, list) and linked else None,
    )


def read_observation(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """An observation of claude-mem: its title, what it tells, and its facts, as one memory."""
    facts = field_values.parse_json_text(row.get("facts"))
    facts = [fact for fact in facts if isinstance(fact, str)] if isinstance(facts, list) else []
    body = (
        field_values.clean_text(row.get("narrative"))
        or field_values.clean_text(row.get("text"))
        or field_values.clean_text(row.get("subtitle"))
    )
    parts = [part for part in (field_values.clean_text(row.get("title")), body) if part]
    created = field_values.iso_time(row.get("created_at_epoch")) or field_values.iso_time(row.get("created_at"))
    rest = {
        key: field_values.parse_json_text(row.get(key))
        for key in ("subtitle", "concepts", "files_read", "files_modified")
    }
    return make_line(
        "\n".join((*parts, *(f"- {fact}" for fact in facts))),
        field_values.derive_id("claude-mem observation", f"{row.get('id')} {created}", created),
        created,
        type=field_values.memory_type(row.get("type")),
        project=field_values.clean_text(row.get("project")),
        session=field_values.clean_text(row.get("memory_session_id"))
        or field_values.clean_text(row.get("sdk_session_id")),
        agent="claude-code",
        tags={"claude-mem": str(row.get("type"))} if row.get("type") else None,
        metadata={key: value for key, value in rest.items() if value},
    )


def read_summary(row: "dict[str, Any]") -> "dict[str, Any] | None":
    """A session's summary of claude-mem: what was learned, else what was done; the rest stays beside it."""
    created = field_values.iso_time(row.get("created_at_epoch")) or field_values.iso_time(row.get("created_at"))
    learned, completed = field_values.clean_text(row.get("learned")), field_values.clean_text(row.get("completed"))
    keys = ("request", "investigated", "completed", "next_steps", "notes", "files_read", "files_edited")
    rest = {key: field_values.parse_json_text(row.get(key)) for key in keys}
    if learned is None and completed is None:
        return None
    return make_line(
        learned or completed,
        field_values.derive_id("claude-mem summary", f"{row.get('id')} {created}", created),
        created,
        type="finding" if learned else None,
        project=field_values.clean_text(row.get("project")),
        session=field_values.clean_text(row.get("memory_session_id"))
        or field_values.clean_text(row.get("sdk_session_id")),
        agent="claude-code",
        tags={"claude-mem": "summary"},
        metadata={key: value for key, value in rest.items() if value},
    )


def detect_program(tables: "frozenset[str]", columns: "frozenset[str]") -> "str | None":
    """Whose database it is, from its tables and the columns of `memories`; None where nobody's that is known."""
    if {"observations", "sdk_sessions"} <= tables:
        return "claude-mem"
    if {"id", "content", "metadata", "created_at"} <= columns and "state" not in columns:
        return "memori"
    if {"id", "text", "topic", "superseded_by", "decay_score"} <= columns:
        return "szl-recall"
    return None


ROW_READERS = {
    "memori": (("memori", read_memori),),
    "szl-recall": (("szl", read_szl_recall),),
    "claude-mem": (("claude_mem_observations", read_observation), ("claude_mem_summaries", read_summary)),
}
"""For each program: the statements that give its rows, and what tells them."""
