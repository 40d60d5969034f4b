"""Messages from agents to hooks, and the answers that they take. No message is trusted; unknown fields are no error."""

import os

from recall_cli.agents.agent import (
    COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_START,
    TOOL_END,
    TOOL_FAILED,
    TOOL_START,
    TURN_END,
)
from recall_cli.agents.message_texts import MAX_FIELD_LETTERS, first_text, one_line_text, read_prompt
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent

MAX_MESSAGE_BYTES = 4_000_000
"""A longer message cannot be about an event."""
_EVENT_BY_NAME = {
    "sessionstart": SESSION_START, "start": SESSION_START,
    "prompt": PROMPT, "userpromptsubmit": PROMPT, "userpromptsubmitted": PROMPT, "beforesubmitprompt": PROMPT,
    "beforeagent": PROMPT,
    "subagentstart": SUBAGENT_START,
    "toolstart": TOOL_START, "pretooluse": TOOL_START, "beforetool": TOOL_START, "tool.execute.before": TOOL_START,
    "toolend": TOOL_END, "posttooluse": TOOL_END, "aftertool": TOOL_END, "tool.execute.after": TOOL_END,
    "toolfailed": TOOL_FAILED, "posttoolusefailure": TOOL_FAILED,
    "turnend": TURN_END, "stop": TURN_END,
    "compact": COMPACT, "precompact": COMPACT,
    "sessionend": SESSION_END, "end": SESSION_END, "session.idle": SESSION_END,
}  # fmt: skip


class HookMessage(Record):
    """The parts of an agent's message that recall uses."""

    session: str = ""
    folder: str = ""
    transcript: str = ""
    source: str = ""
    prompt: str = ""
    client: str = ""
    """The agent that sent it, if the form of the message shows it."""
    goes_on: bool = False
    """Whether a hook at the end of this turn has already had the agent go on."""


def event_of_name(event: str) -> "str | None":
    """recall's name for an event in any agent's spelling; None for an unknown one."""
    return _EVENT_BY_NAME.get(event.replace("-", "").replace("_", "").lower())


def parse_object(raw: bytes) -> "dict[str, object]":
    """A message as a JSON object; ValueError if it is none."""
    if len(raw) > MAX_MESSAGE_BYTES:
        raise ValueError("the message is too large")
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        raise ValueError("the message is empty")
    try:
        message = loads(text)
    except ValueError:
        raise ValueError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise ValueError("the message is not a JSON object")
    return message


def parse_message(raw: bytes) -> HookMessage:
    """The fields of a message; ValueError if it is not a JSON object."""
    message = parse_object(raw)
    roots = message.get("workspace_roots")
    folder = first_text(message, "cwd") or (one_line_text(roots[0]) if isinstance(roots, list) and roots else "")
    return HookMessage(
        client=_detect_client(message),
        session=first_text(message, "session_id", "sessionId", "conversation_id"),
        folder=folder if os.path.isabs(folder) else "",
        transcript=first_text(message, "transcript_path", "transcriptPath"),
        source=first_text(message, "source"),
        goes_on=bool(message.get("stop_hook_active")),
        prompt=read_prompt(message)[:MAX_FIELD_LETTERS],
    )


def _detect_client(message: "dict[str, object]") -> str:
    """The client that sent a message. Claude Code's hooks also run in VS Code, and as a plugin in Codex and Copilot."""
    if isinstance(message.get("timestamp"), str):
        if "hookEventName" in message or "sessionId" in message:
            return "vscode"
        if "transcript_path" not in message:
            return "copilot"
    transcript = message.get("transcript_path", "")
    is_rollout = isinstance(transcript, str) and os.path.basename(transcript).startswith("rollout-")
    return "codex" if is_rollout or transcript is None or "turn_id" in message else ""


def format_answer(agent: "Agent", event: str, text: str, notice: str = "") -> str:
    """A text for the model, and a notice for the user, in the form that this agent accepts; empty for empty texts.

    Only agents with nested answers can show a notice. A text at the end of a turn has the agent go on with it.
    """
    if event == TURN_END and not (text and agent.end_question == "context"):
        return dumps({"decision": "block", "reason": text}) if text else agent.turn_end_output
    if agent.answer == "nested":
        name = next((hook.name for hook in agent.hooks if hook.event == event), "")
        shown: dict[str, object] = {"systemMessage": notice} if notice else {}
        if text and name:
            shown |= {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
        return dumps(shown) if shown else ""
    if not text or agent.answer == "plain":
        return text
    goes_on = {"continue": True} if event == PROMPT and agent.answer == "additional_context" else {}
    return dumps({**goes_on, agent.answer: text})


def format_question(agent: "Agent", event: str, reason: str, text: str) -> str:
    """The answer that has the user asked before a tool runs, with the reason; the text is for the model."""
    decision = {"permissionDecision": "ask", "permissionDecisionReason": reason}
    if agent.answer != "nested":
        return dumps({**decision, **({agent.answer: text} if text else {})})
    name = next(hook.name for hook in agent.hooks if hook.event == event)
    context = {"additionalContext": text} if text else {}
    return dumps({"hookSpecificOutput": {"hookEventName": name, **decision, **context}})


def count_utf16_units(text: str) -> int:
    """The length of a text in UTF-16 units, as agents count it: a letter of four bytes in UTF-8 has two."""
    first_of_four = text.encode("utf-8", "surrogatepass").translate(None, delete=bytes(range(0xF0)))
    return len(text) + len(first_of_four)
