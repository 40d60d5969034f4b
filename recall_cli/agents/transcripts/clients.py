"""The clients whose sessions can be read: where their session files are, and how to read a line of each.

A new client is a new row of the table at the end.
"""

import os

from recall_cli.agents.transcripts.turn import Turn, content_text, make_tool_turn, make_turn
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Entry = dict[str, object]
    """A line of a session file, parsed; or a row of opencode's database."""


class SessionDetails(Record):
    """What a line says about its session."""

    session: "str | None" = None
    folder: "str | None" = None


NO_DETAILS = SessionDetails()


class Client(Record):
    """One client: where its session files are, and the functions that read a line."""

    folders: "tuple[str, ...]"
    """Its folders; a leading variable or home is replaced."""
    files: "tuple[str, ...]"
    """Patterns of its session files in these folders."""
    read: "Callable[[Entry], Turn | None]"
    """The turn in a line; None if the line has none."""
    about: "Callable[[Entry], SessionDetails]"


def _make_details(session: object, folder: object) -> SessionDetails:
    return SessionDetails(
        session=session if isinstance(session, str) else None, folder=folder if isinstance(folder, str) else None
    )


# Claude Code

_CLAUDE_CODE_MARKS = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""Marks of entries from the client itself: reminders, summaries, errors."""


def _read_claude_code(entry: "Entry") -> "Turn | None":
    """None for the client's own state, a tool's call, or a subagent's prompt, which the agent wrote.

    A subagent's prompt has the type of a user's message.
    """
    message = entry.get("message")
    if entry.get("type") not in ("user", "assistant") or not isinstance(message, dict):
        return None
    if any(entry.get(mark) for mark in _CLAUDE_CODE_MARKS):
        return None
    is_subagent = entry.get("isSidechain") or entry.get("agentId")
    text, speaker = content_text(message.get("content")), str(entry["type"])
    if speaker == "user" and not text.strip():
        return _claude_code_tool(entry, message.get("content"))
    if is_subagent:
        speaker = "prompt" if speaker == "user" else "subagent"
    return make_turn(speaker, text, entry.get("timestamp"), entry.get("uuid"))


def _claude_code_tool(entry: "Entry", content: object) -> "Turn | None":
    """The turn of a tool, if a message only brings results of tools."""
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    results = [part for part in parts if part.get("type") == "tool_result"]
    if not results:
        return None
    failed = any(result.get("is_error") for result in results)
    return make_tool_turn(failed=failed, at=entry.get("timestamp"), turn_id=entry.get("uuid"))


def _about_claude_code(entry: "Entry") -> SessionDetails:
    return _make_details(entry.get("sessionId"), entry.get("cwd"))


# Codex CLI

_CODEX_PREFIXES = ("<environment_context>", "<user_instructions>", "<skills_instructions>", "# AGENTS.md instructions")
"""The beginnings of messages that the client sends in the user's name."""


def _read_codex(entry: "Entry") -> "Turn | None":
    payload = entry.get("payload")
    if entry.get("type") != "response_item" or not isinstance(payload, dict):
        return None
    if payload.get("type") == "function_call_output":
        return make_tool_turn(failed=_codex_call_failed(payload.get("output")), at=entry.get("timestamp"))
    if payload.get("type") != "message":
        return None
    text = content_text(payload.get("content"))
    if payload.get("role") == "user" and text.lstrip().startswith(_CODEX_PREFIXES):
        return None
    return make_turn(payload.get("role"), text, entry.get("timestamp"), payload.get("id"))


_CODEX_EXIT_LINES = ("Process exited with code ", "Exit code: ", '"exit_code":')


def _codex_call_failed(output: object) -> bool:
    """Whether the output of a call tells an exit code other than 0."""
    text = output if isinstance(output, str) else str(output)
    for line in _CODEX_EXIT_LINES:
        _, found, rest = text[:4000].partition(line)
        if found:
            return rest.lstrip()[:1] not in ("0", "")
    return False


def _about_codex(entry: "Entry") -> SessionDetails:
    payload = entry.get("payload")
    if not isinstance(payload, dict):
        return NO_DETAILS
    return _make_details(payload.get("id") if entry.get("type") == "session_meta" else None, payload.get("cwd"))


# Gemini CLI

GEMINI_PROJECT_FILE = ".project_root"
"""The file, two folders above a session of Gemini CLI, that names the folder of the session."""


def _read_gemini(entry: "Entry") -> "Turn | None":
    """The user's or the agent's text, without the context that the client sends first."""
    speaker = {"user": "user", "gemini": "assistant"}.get(str(entry.get("type")))
    text = content_text(entry.get("content"))
    if text.lstrip().startswith("<session_context>"):
        return None
    calls = entry.get("toolCalls")
    if not text.strip() and isinstance(calls, list) and calls:
        failed = any(isinstance(call, dict) and call.get("status") == "error" for call in calls)
        return make_tool_turn(failed=failed, at=entry.get("timestamp"), turn_id=entry.get("id"))
    return make_turn(speaker, text, entry.get("timestamp"), entry.get("id"))


def _about_gemini(entry: "Entry") -> SessionDetails:
    """Without the folder, which is in another file."""
    return _make_details(entry.get("sessionId"), None)


# opencode


def _read_opencode(row: "Entry") -> "Turn | None":
    """The text in a part of a message; None for a part that is still being written."""
    message, part = _parse_object(row.get("message")), _parse_object(row.get("part"))
    if part.get("type") == "tool" and not row.get("parent"):
        return _opencode_tool(row, part.get("state"))
    if part.get("type") != "text" or part.get("synthetic") or part.get("ignored"):
        return None
    speaker = message.get("role")
    if row.get("parent"):
        speaker = "prompt" if speaker == "user" else "subagent"
    time = part.get("time")
    if message.get("role") == "assistant" and not (isinstance(time, dict) and time.get("end")):
        return None
    text = part.get("text")
    if not isinstance(text, str):
        return None
    return make_turn(speaker, _unquote(text), row.get("at"), row.get("id"))


def _opencode_tool(row: "Entry", state: object) -> "Turn | None":
    """The turn of a tool that has ended."""
    status = state.get("status") if isinstance(state, dict) else None
    if status not in ("completed", "error"):
        return None
    return make_tool_turn(failed=status == "error", at=row.get("at"), turn_id=row.get("id"))


def _about_opencode(_row: "Entry") -> SessionDetails:
    """Nothing: the rows of the database are read together with their session and folder."""
    return NO_DETAILS


def _parse_object(text: object) -> "Entry":
    try:
        value = loads(text) if isinstance(text, str) else None
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def _unquote(text: str) -> str:
    """The text without the quotes in which opencode puts a command-line argument."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text


# Copilot CLI

_COPILOT_SPEAKERS = {"user.message": "user", "assistant.message": "assistant"}


def _read_copilot(entry: "Entry") -> "Turn | None":
    """The user's text without the client's additions, or the agent's answer."""
    data, speaker = entry.get("data"), _COPILOT_SPEAKERS.get(str(entry.get("type")))
    if entry.get("type") == "tool.execution_complete" and isinstance(data, dict):
        return make_tool_turn(failed=data.get("success") is False, at=entry.get("timestamp"), turn_id=entry.get("id"))
    if speaker is None or not isinstance(data, dict):
        return None
    return make_turn(speaker, content_text(data.get("content")), entry.get("timestamp"), entry.get("id"))


def _about_copilot(entry: "Entry") -> SessionDetails:
    data = entry.get("data")
    if entry.get("type") != "session.start" or not isinstance(data, dict):
        return NO_DETAILS
    context = data.get("context")
    return _make_details(data.get("sessionId"), context.get("cwd") if isinstance(context, dict) else None)


CLIENTS = {
    "claude-code": Client(
        folders=("$CLAUDE_CONFIG_DIR/projects", "~/.claude/projects"),
        files=("*/*.jsonl", "*/*/subagents/*.jsonl"),
        read=_read_claude_code,
        about=_about_claude_code,
    ),
    "codex": Client(
        folders=("$CODEX_HOME", "~/.codex"),
        files=("sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl"),
        read=_read_codex,
        about=_about_codex,
    ),
    "gemini": Client(
        folders=("~/.gemini/tmp",), files=("*/chats/session-*.jsonl",), read=_read_gemini, about=_about_gemini
    ),
    "opencode": Client(
        folders=("$XDG_DATA_HOME/opencode", "~/.local/share/opencode"),
        files=("opencode.db",),
        read=_read_opencode,
        about=_about_opencode,
    ),
    "copilot": Client(
        folders=("~/.copilot/session-state",), files=("*/events.jsonl",), read=_read_copilot, about=_about_copilot
    ),
}
"""By the agent's name in recall."""
REWRITING_CLIENTS = ("gemini",)
"""Clients that write a message again, under the same id, when it grows: the last version counts."""
DATABASE_CLIENTS = ("opencode",)
"""Clients that store rows instead of lines."""


def session_files(agent: str, environment: "Mapping[str, str]") -> "list[str]":
    """Every session file of a client on this machine, the last written at the end."""
    import glob

    client = CLIENTS[agent]
    write_times: dict[str, float] = {}
    for folder in client.folders:
        root = _expand_folder(folder, environment)
        for pattern in client.files if root else ():
            for path in glob.iglob(os.path.join(glob.escape(root), pattern)):
                try:
                    write_times.setdefault(os.path.realpath(path), os.stat(path).st_mtime)
                except OSError:
                    continue
    return sorted(write_times, key=lambda path: (write_times[path], path))


def _expand_folder(template: str, environment: "Mapping[str, str]") -> str:
    """A folder with its leading variable or home put in; empty if that is not set."""
    first, _, rest = template.partition("/")
    if first.startswith("$"):
        first = environment.get(first[1:], "")
    elif first == "~":
        first = environment.get("HOME") or os.path.expanduser("~")
    return os.path.join(first, rest) if first and rest else first


def subagent_files(path: str) -> "list[str]":
    """The files of a session's subagents."""
    import glob

    stem, ending = os.path.splitext(path)
    return sorted(glob.glob(os.path.join(glob.escape(stem), "subagents", "*.jsonl"))) if ending == ".jsonl" else []
