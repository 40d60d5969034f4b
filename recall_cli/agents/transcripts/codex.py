"""A line of a session file of Codex CLI, as turns: today's form, and the older one without an envelope."""

import re

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
    timestamp_ms,
)
from recall_cli.agents.transcripts.user_words import split_message, words_of_failure
from recall_cli.domain.turn import AGENT, ANSWER, CALL, ERROR, QUESTION, TOOL, USER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.agents.transcripts.turn import Entry
    from recall_cli.domain.turn import Turn

_BARE_ITEMS = (
    "message",
    "function_call",
    "function_call_output",
    "custom_tool_call",
    "custom_tool_call_output",
    "local_shell_call",
    "local_shell_call_output",
)
"""Items that stand bare on a line in files of the older form."""
_IMAGE_PARTS = ("<image", "</image")
_FOLDER = re.compile(r"<cwd>(.*?)</cwd>|Current working directory: (.+)")
_EXIT_LINES = ("Process exited with code ", "Exit code: ", '"exit_code":')


def _item(entry: "Entry") -> "Entry":
    """The item in a line: in an envelope, or bare."""
    payload = entry.get("payload")
    if entry.get("type") == "response_item" and isinstance(payload, dict):
        return payload
    return entry if "payload" not in entry and entry.get("type") in _BARE_ITEMS else {}


def read(entry: "Entry") -> "tuple[Turn, ...]":
    """The turns in a line: a message, a tool's call, or what a tool's result holds of the user's words or of errors."""
    item = _item(entry)
    at = entry.get("timestamp")
    kind = item.get("type")
    if kind == "message":
        return tuple(_read_message(item, at))
    if kind in ("function_call", "custom_tool_call", "local_shell_call"):
        return tuple(_read_call(item, at))
    if kind in ("function_call_output", "custom_tool_call_output", "local_shell_call_output"):
        return tuple(_read_output(item.get("output"), at))
    return ()


def _read_message(item: "Entry", at: object) -> "Iterator[Turn]":
    content = item.get("content")
    if isinstance(content, list):
        content = [
            part
            for part in content
            if not (isinstance(part, dict) and str(part.get("text") or "").lstrip().startswith(_IMAGE_PARTS))
        ]
    text = content_text(content)
    if item.get("role") == "assistant":
        yield from make_turn(AGENT, text, at, item.get("id"))
    elif item.get("role") == "user":
        yield from make_turns(split_message(text), at, item.get("id"))


def _read_call(item: "Entry", at: object) -> "Iterator[Turn]":
    arguments = item.get("arguments") or item.get("input") or item.get("action")
    if item.get("name") == "request_user_input":
        for question in objects_in(parse_object(arguments).get("questions")):
            text = question.get("question")
            yield from make_turn(AGENT, text if isinstance(text, str) else "", at, "", QUESTION)
        return
    yield from make_turn(TOOL, call_text(item.get("name") or "shell", arguments), at, "", CALL)


def _read_output(output: object, at: object) -> "Iterator[Turn]":
    text = output if isinstance(output, str) else content_text(output)
    answers = parse_object(text).get("answers") if text.lstrip().startswith('{"answers"') else None
    if isinstance(answers, dict):
        for answer in answers.values():
            given = answer.get("answers") if isinstance(answer, dict) else None
            chosen = [part for part in given if isinstance(part, str)] if isinstance(given, list) else []
            yield from make_turn(USER, ", ".join(chosen).replace("user_note: ", ""), at, "", ANSWER)
        return
    words = words_of_failure(text)
    yield from make_turns(words, at, "")
    if not words and _has_failed(output):
        yield from make_turn(TOOL, text, at, "", ERROR)


def _has_failed(output: object) -> bool:
    """Whether the output of a call tells an exit code other than 0."""
    text = output if isinstance(output, str) else str(output)
    for line in _EXIT_LINES:
        _, found, rest = text[:4000].partition(line)
        if found:
            return rest.lstrip()[:1] not in ("0", "")
    return False


def about(entry: "Entry") -> SessionDetails:
    """The session and folder that a line names. Older files name the folder only in the first message."""
    payload = entry.get("payload")
    if isinstance(payload, dict):
        is_head = entry.get("type") == "session_meta"
        source = payload.get("source") if is_head else None
        by_agent = isinstance(source, dict) and "subagent" in source
        return make_details(payload.get("id") if is_head else None, payload.get("cwd"), is_subagent=by_agent)
    if "type" not in entry and isinstance(entry.get("id"), str):
        return make_details(entry["id"], None, started_at=timestamp_ms(entry.get("timestamp")))
    item = _item(entry)
    if item.get("type") == "message" and item.get("role") == "user":
        found = _FOLDER.search(content_text(item.get("content")))
        return make_details(None, (found.group(1) or found.group(2)).strip() if found else None)
    return NO_DETAILS
