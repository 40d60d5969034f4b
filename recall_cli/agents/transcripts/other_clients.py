"""Session files of Gemini CLI, Qwen Code, Kimi Code, Copilot CLI and Cursor, and the database of opencode, as turns."""

from recall_cli.agents.transcripts.turn import (
    NO_DETAILS,
    SessionDetails,
    call_text,
    content_text,
    make_details,
    make_turn,
    make_turns,
    objects_in,
    parse_object,
)
from recall_cli.agents.transcripts.user_words import result_turns, split_message
from recall_cli.domain.turn import AGENT, CALL, SUBAGENT, TOOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.agents.transcripts.turn import Entry
    from recall_cli.domain.turn import Turn


# Gemini CLI


def read_gemini(entry: "Entry") -> "tuple[Turn, ...]":
    """The user's or the agent's text, and the calls of tools in it."""
    at, turn_id, text = entry.get("timestamp"), entry.get("id"), content_text(entry.get("content"))
    if entry.get("type") == "user":
        return tuple(make_turns(split_message(text), at, turn_id))
    if entry.get("type") != "gemini":
        return ()
    turns = [*make_turn(AGENT, text, at, turn_id)]
    for call in objects_in(entry.get("toolCalls")):
        turns += make_turn(TOOL, call_text(call.get("name"), call.get("args")), at, turn_id, CALL)
        result = call.get("resultDisplay")
        failed = call.get("status") in ("error", "cancelled")
        turns += result_turns(result if isinstance(result, str) else "", at, turn_id, failed=failed)
    return tuple(turns)


# Qwen Code


def read_qwen(entry: "Entry") -> "tuple[Turn, ...]":
    """What the user typed, the agent's text, the calls of tools and the results that are errors."""
    at, turn_id, kind, message = entry.get("timestamp"), entry.get("uuid"), entry.get("type"), entry.get("message")
    parts = objects_in(message.get("parts") if isinstance(message, dict) else None)
    text = content_text([part for part in parts if not part.get("thought")])
    if kind == "user":
        is_typed = entry.get("provenance") in (None, "real_user")
        return tuple(make_turns(split_message(text), at, turn_id)) if is_typed else ()
    if kind not in ("assistant", "tool_result"):
        return ()
    turns = [*make_turn(AGENT, text, at, turn_id)] if kind == "assistant" else []
    for part in parts:
        call, answer = parse_object(part.get("functionCall")), parse_object(part.get("functionResponse"))
        turns += make_turn(TOOL, call_text(call.get("name"), call.get("args")), at, turn_id, CALL)
        response = parse_object(answer.get("response"))
        result = response.get("error") or response.get("output")
        failed = "error" in response
        turns += result_turns(result if isinstance(result, str) else "", at, turn_id, failed=failed)
    return tuple(turns)


# Kimi Code


def read_kimi(entry: "Entry") -> "tuple[Turn, ...]":
    """What the user typed, the agent's text, the calls of tools and the results that are errors."""
    at, message, event = entry.get("time"), parse_object(entry.get("message")), parse_object(entry.get("event"))
    if entry.get("type") == "context.append_message":
        is_typed = message.get("role") == "user" and parse_object(message.get("origin")).get("kind") == "user"
        text = content_text(message.get("content")) if is_typed else ""
        return tuple(make_turns(split_message(text), at, message.get("id")))
    if entry.get("type") != "context.append_loop_event":
        return ()
    kind, turn_id, result = event.get("type"), event.get("uuid"), parse_object(event.get("result"))
    if kind == "content.part":
        return make_turn(AGENT, content_text([event.get("part")]), at, turn_id)
    if kind == "tool.call":
        return make_turn(TOOL, call_text(event.get("name"), event.get("args")), at, turn_id, CALL)
    if kind == "tool.result":
        output, failed = result.get("output"), result.get("isError") is True
        text = output if isinstance(output, str) else content_text(output)
        return tuple(result_turns(text, at, event.get("toolCallId"), failed=failed))
    return ()


def about_kimi(entry: "Entry") -> SessionDetails:
    """When it began; the session and folder are in another file."""
    at = entry.get("created_at") if entry.get("type") == "metadata" else None
    return make_details(None, None, started_at=at if isinstance(at, int) else None)


# opencode


def read_opencode(row: "Entry") -> "tuple[Turn, ...]":
    """The text in a part of a message, or a tool's call; nothing for a part that is still being written."""
    message, part = parse_object(row.get("message")), parse_object(row.get("part"))
    at, turn_id, by_agent = row.get("at"), row.get("id"), bool(row.get("parent"))
    if part.get("type") == "tool" and not by_agent:
        return tuple(_read_opencode_tool(part, at, turn_id))
    text = part.get("text")
    if part.get("type") != "text" or part.get("synthetic") or part.get("ignored") or not isinstance(text, str):
        return ()
    if message.get("role") == "user":
        return () if by_agent else tuple(make_turns(split_message(_unquote(text)), at, turn_id))
    time = part.get("time")
    if message.get("role") != "assistant" or not (isinstance(time, dict) and time.get("end")):
        return ()
    return make_turn(SUBAGENT if by_agent else AGENT, text, at, turn_id)


def _read_opencode_tool(part: "Entry", at: object, turn_id: object) -> "Iterator[Turn]":
    """The call of a tool that has ended, and what its result holds."""
    state = part.get("state")
    if not isinstance(state, dict) or state.get("status") not in ("completed", "error"):
        return
    yield from make_turn(TOOL, call_text(part.get("tool"), state.get("input")), at, turn_id, CALL)
    result, failed = state.get("error") or state.get("output"), state.get("status") == "error"
    yield from result_turns(result if isinstance(result, str) else "", at, turn_id, failed=failed)


def _unquote(text: str) -> str:
    """The text without the quotes in which opencode puts a command-line argument."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text


# Copilot CLI


def read_copilot(entry: "Entry") -> "tuple[Turn, ...]":
    """The user's text without the client's additions, the agent's answer, or a tool's call and result."""
    data, at, turn_id = entry.get("data"), entry.get("timestamp"), entry.get("id")
    if not isinstance(data, dict):
        return ()
    kind, text = entry.get("type"), content_text(data.get("content"))
    if kind == "user.message":
        return tuple(make_turns(split_message(text), at, turn_id))
    if kind == "assistant.message":
        return make_turn(AGENT, text, at, turn_id)
    if kind == "tool.execution_start":
        return make_turn(TOOL, call_text(data.get("toolName"), data.get("arguments")), at, turn_id, CALL)
    if kind == "tool.execution_complete":
        failed = data.get("success") is False
        result = data.get("error") if failed else data.get("result")
        if isinstance(result, dict):
            result = result.get("message") or result.get("content")
        return tuple(result_turns(result if isinstance(result, str) else "", at, turn_id, failed=failed))
    return ()


def about_copilot(entry: "Entry") -> SessionDetails:
    """The session and folder that the first event names."""
    data = entry.get("data")
    if entry.get("type") != "session.start" or not isinstance(data, dict):
        return NO_DETAILS
    context = data.get("context")
    return make_details(data.get("sessionId"), context.get("cwd") if isinstance(context, dict) else None)


# Cursor

_QUERY, _QUERY_END = "<user_query>", "</user_query>"


def read_cursor(entry: "Entry") -> "tuple[Turn, ...]":
    """The user's query, the agent's text, or the calls of tools. The lines have no times."""
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if entry.get("role") == "user":
        text = content_text(content).rstrip()
        _, begins, query = text.rpartition(_QUERY)  # files and tabs stand before it, and may hold the same mark
        typed = query.removesuffix(_QUERY_END) if begins and query.endswith(_QUERY_END) else ""
        return tuple(make_turns(split_message(typed), None, None))
    if entry.get("role") != "assistant":
        return ()
    turns = [*make_turn(AGENT, content_text(content), None, None)]
    for part in objects_in(content):
        if part.get("type") == "tool_use":
            turns += make_turn(TOOL, call_text(part.get("name"), part.get("input")), None, None, CALL)
    return tuple(turns)
