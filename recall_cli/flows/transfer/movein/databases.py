"""Memories in other programs' databases, read row by row."""

from recall_cli.flows.transfer.movein.field_values import (
    clean_text,
    derive_id,
    foreign_id,
    import_line,
    iso_time,
    json_object,
    memory_type,
    nested_values,
    parse_json_text,
    plain_tags,
    read_fields,
    valid_id,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Row = dict[str, object]

SZL_FIELDS = tuple(
    """created_at access_count decay_score type topic importance confidence entity attribute value valid_from
    valid_until""".split()
)
"""The columns of szl-recall that have the name of their field here."""


def read_memori(row: "Row") -> "dict[str, object]":
    """A memory of Memori (py-memori). Its metadata become fields and tags."""
    data = json_object(parse_json_text(row.get("metadata")))
    fields = read_fields(data, "type", "topic", "importance", "confidence")
    unchanged = tuple(key for key, value in fields.items() if value == data.get(key))
    fields |= read_fields(row, "created_at", "updated_at", "access_count", accessed_at="last_accessed")
    id_ = foreign_id("memori", row, row.get("content"), fields["created_at"])
    return import_line(
        row.get("content"), id=id_, **fields, tags=plain_tags(data, unchanged), metadata=nested_values(data)
    )


def read_szl_recall(row: "Row") -> "dict[str, object]":
    """A memory of Recall (szl-recall), with its place in a supersession chain."""
    fields = read_fields(row, *SZL_FIELDS, updated_at="created_at", accessed_at="last_accessed", agent="agent_id")
    successor = valid_id(row.get("superseded_by"))
    namespace = clean_text(row.get("namespace")) or clean_text(row.get("user_id"))
    linked = parse_json_text(row.get("linked_ids"))
    return import_line(
        row.get("text"),
        id=foreign_id("szl-recall", row, row.get("text"), fields["created_at"]),
        **fields,
        superseded_by=successor,
        superseded_at=(fields["valid_until"] or fields["created_at"]) if successor else None,
        session=clean_text(row.get("session_id")) or clean_text(row.get("source_session")),
        tags={"namespace": namespace} if namespace else None,
        metadata={"linked_ids": linked} if isinstance(linked, list) and linked else None,
    )


def read_observation(row: "Row") -> "dict[str, object]":
    """An observation of claude-mem: its title, its narrative and its facts, as one memory."""
    facts = parse_json_text(row.get("facts"))
    body = clean_text(row.get("narrative")) or clean_text(row.get("text")) or clean_text(row.get("subtitle"))
    lines = [part for part in (clean_text(row.get("title")), body) if part]
    lines += [f"- {fact}" for fact in facts if isinstance(fact, str)] if isinstance(facts, list) else []
    return import_line(
        "\n".join(lines),
        **_claude_mem_fields(row, "observation"),
        type=memory_type(row.get("type")),
        tags={"claude-mem": str(row.get("type"))} if row.get("type") else None,
        metadata=_other_values(row, "subtitle", "concepts", "files_read", "files_modified"),
    )


def read_summary(row: "Row") -> "dict[str, object] | None":
    """A session summary of claude-mem: what was learned, else what was completed. The rest becomes metadata."""
    learned, completed = clean_text(row.get("learned")), clean_text(row.get("completed"))
    if learned is None and completed is None:
        return None
    return import_line(
        learned or completed,
        **_claude_mem_fields(row, "summary"),
        type="finding" if learned else None,
        tags={"claude-mem": "summary"},
        metadata=_other_values(
            row, "request", "investigated", "completed", "next_steps", "notes", "files_read", "files_edited"
        ),
    )


def _claude_mem_fields(row: "Row", kind: str) -> "dict[str, object]":
    """The fields that observations and summaries of claude-mem have in common."""
    created = iso_time(row.get("created_at_epoch")) or iso_time(row.get("created_at"))
    return {
        "id": derive_id(f"claude-mem {kind}", f"{row.get('id')} {created}", created),
        "created_at": created,
        "project": clean_text(row.get("project")),
        "session": clean_text(row.get("memory_session_id")) or clean_text(row.get("sdk_session_id")),
        "agent": "claude-code",
    }


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
