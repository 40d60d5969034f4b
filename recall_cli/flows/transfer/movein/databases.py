"""Memories in other programs' databases, read row by row."""

from recall_cli.flows.transfer.movein.field_values import (
    ForeignMemory,
    clean_text,
    derive_id,
    fraction,
    iso_time,
    json_object,
    memory_type,
    nested_values,
    parse_json_text,
    plain_tags,
    positive_int,
    valid_id,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Row = dict[str, object]


def read_memori(row: "Row") -> ForeignMemory:
    """A memory of Memori (py-memori). Its metadata become fields and tags."""
    data = json_object(parse_json_text(row.get("metadata")))
    created = iso_time(row.get("created_at"))
    type_, topic = memory_type(data.get("type")), clean_text(data.get("topic"))
    importance, confidence = fraction(data.get("importance")), fraction(data.get("confidence"))
    fields = {"type": type_, "topic": topic, "importance": importance, "confidence": confidence}
    unchanged = tuple(key for key, value in fields.items() if value == data.get(key))
    return ForeignMemory(
        text=row.get("content"),
        id=valid_id(row.get("id")) or derive_id("memori", row.get("id"), created),
        created_at=created,
        updated_at=iso_time(row.get("updated_at")),
        accessed_at=iso_time(row.get("last_accessed")),
        access_count=positive_int(row.get("access_count")),
        type=type_,
        topic=topic,
        importance=importance,
        confidence=confidence,
        tags=plain_tags(data, unchanged),
        metadata=nested_values(data),
    )


def read_szl_recall(row: "Row") -> ForeignMemory:
    """A memory of Recall (szl-recall), with its place in a supersession chain."""
    created, until = iso_time(row.get("created_at")), iso_time(row.get("valid_until"))
    successor = valid_id(row.get("superseded_by"))
    namespace = clean_text(row.get("namespace")) or clean_text(row.get("user_id"))
    linked = parse_json_text(row.get("linked_ids"))
    return ForeignMemory(
        text=row.get("text"),
        id=valid_id(row.get("id")) or derive_id("szl-recall", row.get("id"), created),
        created_at=created,
        updated_at=created,
        accessed_at=iso_time(row.get("last_accessed")),
        access_count=positive_int(row.get("access_count")),
        decay_score=fraction(row.get("decay_score")),
        type=memory_type(row.get("type")),
        topic=clean_text(row.get("topic")),
        importance=fraction(row.get("importance")),
        confidence=fraction(row.get("confidence")),
        entity=clean_text(row.get("entity")),
        attribute=clean_text(row.get("attribute")),
        value=clean_text(row.get("value")),
        valid_from=iso_time(row.get("valid_from")),
        valid_until=until,
        superseded_by=successor,
        superseded_at=(until or created) if successor else None,
        session=clean_text(row.get("session_id")) or clean_text(row.get("source_session")),
        agent=clean_text(row.get("agent_id")),
        tags={"namespace": namespace} if namespace else None,
        metadata={"linked_ids": linked} if isinstance(linked, list) and linked else None,
    )


def read_observation(row: "Row") -> ForeignMemory:
    """An observation of claude-mem: its title, its narrative and its facts, as one memory."""
    facts = parse_json_text(row.get("facts"))
    body = clean_text(row.get("narrative")) or clean_text(row.get("text")) or clean_text(row.get("subtitle"))
    lines = [part for part in (clean_text(row.get("title")), body) if part]
    lines += [f"- {fact}" for fact in facts if isinstance(fact, str)] if isinstance(facts, list) else []
    created = iso_time(row.get("created_at_epoch")) or iso_time(row.get("created_at"))
    return ForeignMemory(
        text="\n".join(lines),
        id=derive_id("claude-mem observation", f"{row.get('id')} {created}", created),
        created_at=created,
        type=memory_type(row.get("type")),
        project=clean_text(row.get("project")),
        session=_claude_mem_session(row),
        agent="claude-code",
        tags={"claude-mem": str(row.get("type"))} if row.get("type") else None,
        metadata=_other_values(row, "subtitle", "concepts", "files_read", "files_modified"),
    )


def read_summary(row: "Row") -> "ForeignMemory | None":
    """A session summary of claude-mem: what was learned, else what was completed. The rest becomes metadata."""
    created = iso_time(row.get("created_at_epoch")) or iso_time(row.get("created_at"))
    learned, completed = clean_text(row.get("learned")), clean_text(row.get("completed"))
    if learned is None and completed is None:
        return None
    return ForeignMemory(
        text=learned or completed,
        id=derive_id("claude-mem summary", f"{row.get('id')} {created}", created),
        created_at=created,
        type="finding" if learned else None,
        project=clean_text(row.get("project")),
        session=_claude_mem_session(row),
        agent="claude-code",
        tags={"claude-mem": "summary"},
        metadata=_other_values(
            row, "request", "investigated", "completed", "next_steps", "notes", "files_read", "files_edited"
        ),
    )


def _claude_mem_session(row: "Row") -> "str | None":
    return clean_text(row.get("memory_session_id")) or clean_text(row.get("sdk_session_id"))


def _other_values(row: "Row", *names: str) -> "dict[str, object]":
    """The columns that are not empty, with JSON texts parsed."""
    values = {name: parse_json_text(row.get(name)) for name in names}
    return {name: value for name, value in values.items() if value}


def detect_program(tables: "frozenset[str]", columns: "frozenset[str]") -> "str | None":
    """The program that made a database, by its tables and the columns of `memories`; None if it is unknown."""
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
"""For each program: the statements that select its rows, each with the function that reads a row."""
