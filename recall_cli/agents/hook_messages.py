"""What agents send to a hook and what they take from it. Nothing of it is trusted; what is unknown is no error."""

import os

from recall_cli.agents.agent import COMPACT, PROMPT, SESSION_END, SESSION_START, TURN_END
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent

MAX_MESSAGE_BYTES = 4_000_000
"""More bytes than that are no message about an event."""
MAX_FIELD_LETTERS = 4_096
"""No path and no name of a session is longer."""
HOOK_CONTEXT_START, HOOK_CONTEXT_END = "<hook_context>", "</hook_context>"
_EVENT_BY_NAME = {
    "sessionstart": SESSION_START, "start": SESSION_START,
    "prompt": PROMPT, "userpromptsubmit": PROMPT, "userpromptsubmitted": PROMPT, "beforesubmitprompt": PROMPT,
    "beforeagent": PROMPT,
    "turnend": TURN_END, "stop": TURN_END,
    "compact": COMPACT, "precompact": COMPACT,
    "sessionend": SESSION_END, "end": SESSION_END, "session.idle": SESSION_END,
}  # fmt: skip


class HookMessage(Record):
    """What an agent told: only what we understand of it."""

    session: str = ""
    folder: str = ""
    transcript: str = ""
    source: str = ""
    prompt: str = ""
    client: str = ""
    """The agent that sends such a message, where its form tells."""


def event_of_name(event: str) -> "str | None":
    """What an event means to us, in whichever of the agents' spellings; None for one that means nothing."""
    return _EVENT_BY_NAME.get(event.replace("-", "").replace("_", "").lower())


def parse_message(raw: bytes) -> HookMessage:
    """What a message says; ValueError where it is none."""
    if len(raw) > MAX_MESSAGE_BYTES:
        raise ValueError("the message is too large")
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        raise ValueError("there is no message")
    said = loads(text)
    if not isinstance(said, dict):
        raise ValueError("the message is no object")
    roots = said.get("workspace_roots")
    folder = _first_text(said, "cwd") or (_one_line_text(roots[0]) if isinstance(roots, list) and roots else "")
    prompt = said.get("prompt")
    return HookMessage(
        client=_detect_client(said),
        session=_first_text(said, "session_id", "sessionId", "conversation_id"),
        folder=folder if os.path.isabs(folder) else "",
        transcript=_first_text(said, "transcript_path", "transcriptPath"),
        source=_first_text(said, "source"),
        prompt=_strip_hook_context(prompt)[:MAX_FIELD_LETTERS] if isinstance(prompt, str) else "",
    )


def _detect_client(message: "dict[str, Any]") -> str:
    """Hooks that are written for Claude Code run in Codex too, as a plugin, and in VS Code, from its settings."""
    if isinstance(message.get("timestamp"), str) and ("hookEventName" in message or "sessionId" in message):
        return "vscode"
    record = message.get("transcript_path", "")
    rollout = isinstance(record, str) and os.path.basename(record).startswith("rollout-")
    return "codex" if rollout or record is None or "turn_id" in message else ""


def _strip_hook_context(prompt: str) -> str:
    """A prompt without what hooks put before it: Gemini CLI hands on the brief of the beginning with the first one."""
    while prompt.startswith(HOOK_CONTEXT_START):
        _, found, rest = prompt.partition(HOOK_CONTEXT_END)
        if not found:
            break
        prompt = rest.lstrip()
    return prompt


def _first_text(message: "dict[str, Any]", *names: str) -> str:
    """The first of these that is a text in one line."""
    return next((found for found in map(_one_line_text, map(message.get, names)) if found), "")


def _one_line_text(value: object) -> str:
    fits = isinstance(value, str) and len(value) <= MAX_FIELD_LETTERS and "\0" not in value and "\n" not in value
    return str(value) if fits else ""


def format_answer(agent: "Agent", event: str, text: str) -> str:
    """A text for the model, in the only form that this agent hands on; nothing for nothing."""
    if event == TURN_END:
        return agent.turn_end_output
    if not text:
        return ""
    if agent.answer == "plain":
        return text
    if agent.answer == "nested":
        name = next(hook.name for hook in agent.hooks if hook.event == event)
        return dumps({"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}})
    return dumps({agent.answer: text})


def count_utf16_units(text: str) -> int:
    """The length of a text as agents count it: in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
