"""A line of a session file of Claude Code, as turns."""

from recall_cli.agents.transcripts.turn import (
    SessionDetails,
    call_text,
    content_text,
    make_details,
    make_turn,
    objects_in,
)
from recall_cli.agents.transcripts.user_words import answer_words, split_message, words_of_answers, words_of_failure
from recall_cli.domain.turn import AGENT, CALL, ERROR, PLAN, QUEUED, REPORT, SUBAGENT, TOOL, TYPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.agents.transcripts.turn import Entry
    from recall_cli.agents.transcripts.user_words import Words
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


def _make_turns(entry: "Entry", words: "list[Words]", typed_kind: str = TYPED) -> "Iterator[Turn]":
    for speaker, kind, text in words:
        yield from make_turn(
            speaker, text, entry.get("timestamp"), entry.get("uuid"), typed_kind if kind == TYPED else kind
        )


def _read_queued(entry: "Entry", content: object) -> "tuple[Turn, ...]":
    """What the user typed while the agent worked; the client queues its own notifications in the same way."""
    text = content_text(content).strip()
    if text.startswith('{"task_id"'):
        return ()
    if text.startswith("/") and "/" not in text[1:].split(" ")[0]:
        name, _, arguments = text.partition(" ")
        text = f"<command-name>{name}</command-name><command-args>{arguments}</command-args>"
    return tuple(_make_turns(entry, split_message(text), QUEUED))


def _read_user_part(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    if part.get("type") == "tool_result":
        yield from _read_result(entry, part)
        return
    text = content_text([part])
    if _is_subagent(entry):  # the agent wrote it
        return
    if entry.get("planContent"):
        text = text.partition(":\n")[2] if text.startswith("Implement the following plan:") else text
        yield from make_turn(AGENT, text, entry.get("timestamp"), entry.get("uuid"), PLAN)
        return
    yield from _make_turns(entry, split_message(text))


def _read_agent_part(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    at, turn_id = entry.get("timestamp"), entry.get("uuid")
    if part.get("type") == "tool_use":
        if not _is_subagent(entry):
            yield from make_turn(TOOL, call_text(part.get("name"), part.get("input")), at, turn_id, CALL)
        return
    yield from make_turn(SUBAGENT if _is_subagent(entry) else AGENT, content_text([part]), at, turn_id)


def _read_result(entry: "Entry", part: "Entry") -> "Iterator[Turn]":
    """The result of a tool: the user's words in it, the report of a subagent, or an error."""
    text, result = content_text(part.get("content")), entry.get("toolUseResult")
    if _is_subagent(entry):
        return
    if part.get("is_error"):
        words = words_of_failure(text)
        yield from _make_turns(entry, words)
        if not words:
            yield from make_turn(TOOL, text, entry.get("timestamp"), entry.get("uuid"), ERROR)
        return
    answers = result.get("answers") if isinstance(result, dict) else None
    if isinstance(answers, dict) and answers:
        yield from _make_turns(entry, answer_words(answers))
        return
    yield from _make_turns(entry, words_of_answers(text))
    if isinstance(result, dict) and result.get("agentId") and "content" in result:
        yield from make_turn(
            SUBAGENT, content_text(result["content"]), entry.get("timestamp"), entry.get("uuid"), REPORT
        )


def about(entry: "Entry") -> SessionDetails:
    """The session and folder that a line names."""
    return make_details(entry.get("sessionId"), entry.get("cwd"))
