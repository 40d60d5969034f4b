"""A line of a session file of Claude Code, as turns."""

from recall_cli.agents.transcripts.turn import (
    call_text,
    content_text,
    make_turn,
    make_turns,
    objects_in,
)
from recall_cli.agents.transcripts.user_words import answer_words, result_turns, split_message
from recall_cli.domain.turn import AGENT, CALL, PLAN, QUEUED, REPORT, SUBAGENT, TOOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.agents.transcripts.turn import Entry
    from recall_cli.domain.turn import Turn

_CLIENT_MARKS = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""Marks of entries from the client itself: reminders, summaries, errors."""


def read(entry: "Entry") -> "tuple[Turn, ...]":
    """The turns in a line: a message, the calls of tools in it, or what the user queued."""
    kind = entry.get("type")
    if kind == "queue-operation":
        return _read_queued(entry, entry.get("content")) if entry.get("operation") == "enqueue" else ()
    attachment = entry.get("attachment")
    if isinstance(attachment, dict):
        queued = attachment.get("type") == "queued_command" and attachment.get("commandMode") in (None, "prompt")
        return _read_queued(entry, attachment.get("prompt")) if queued and _is_human(attachment) else ()
    message = entry.get("message")
    if kind not in ("user", "assistant") or not isinstance(message, dict):
        return ()
    if any(entry.get(mark) for mark in _CLIENT_MARKS) or not _is_human(entry):
        return ()
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    read_part = _read_user_part if kind == "user" else _read_agent_part
    return tuple(turn for part in objects_in(parts) for turn in read_part(entry, part))


def _is_human(entry: "Entry") -> bool:
    """Whether an entry in the user's name comes from a person, if the client says who it comes from."""
    origin = entry.get("origin")
    return not isinstance(origin, dict) or origin.get("kind") in (None, "human")


def _is_subagent(entry: "Entry") -> bool:
    return bool(entry.get("isSidechain") or entry.get("agentId"))


def _read_queued(entry: "Entry", content: object) -> "tuple[Turn, ...]":
    """What the user typed while the agent worked; the client queues its own notifications in the same way."""
    text = content_text(content).strip()
    if text.startswith('{"task_id"'):
        return ()
    if text.startswith("/") and "/" not in text[1:].split(" ")[0]:
        name, _, arguments = text.partition(" ")
        text = f"<command-name>{name}</command-name><command-args>{arguments}</command-args>"
    return tuple(make_turns(split_message(text), entry.get("timestamp"), entry.get("uuid"), QUEUED))


def _read_user_part(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    if _is_subagent(entry):  # the agent wrote it
        return
    at, turn_id = entry.get("timestamp"), entry.get("uuid")
    if part.get("type") == "tool_result":
        yield from _read_result(entry, part)
    elif entry.get("planContent"):  # the client's own words stand around it
        yield from make_turn(AGENT, content_text(entry["planContent"]), at, turn_id, PLAN)
    else:
        yield from make_turns(split_message(content_text([part])), at, turn_id)


def _read_agent_part(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    at, turn_id, by_subagent = entry.get("timestamp"), entry.get("uuid"), _is_subagent(entry)
    if part.get("type") != "tool_use":
        yield from make_turn(SUBAGENT if by_subagent else AGENT, content_text([part]), at, turn_id)
    elif not by_subagent:
        yield from make_turn(TOOL, call_text(part.get("name"), part.get("input")), at, turn_id, CALL)


def _read_result(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    """The result of a tool: the user's words in it, the report of a subagent, or an error."""
    at, turn_id, result = entry.get("timestamp"), entry.get("uuid"), entry.get("toolUseResult")
    failed = bool(part.get("is_error"))
    answers = result.get("answers") if isinstance(result, dict) and not failed else None
    if isinstance(answers, dict) and answers:
        yield from make_turns(answer_words(answers), at, turn_id)
        return
    yield from result_turns(content_text(part.get("content")), at, turn_id, failed=failed)
    if isinstance(result, dict) and not failed and result.get("agentId") and "content" in result:
        yield from make_turn(SUBAGENT, content_text(result["content"]), at, turn_id, REPORT)
