"""The messages of agents, and the form of answer that each agent accepts."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.agents.hook_messages import (
    MAX_MESSAGE_BYTES,
    HookMessage,
    count_utf16_units,
    event_of_name,
    format_answer,
    parse_message,
)
from recall_cli.agents.registry import KNOWN_AGENTS, MAX_BRIEF_UNITS
from tests.for_each import for_each

BRIEF_TEXT = '<recalled_memories id="1">\n{"text": "é 🙂"}\n</recalled_memories id="1">'
MESSAGES: dict[str, tuple[dict[str, object], HookMessage]] = {
    "claude-code": (
        {"session_id": "s-1", "transcript_path": "/t/s-1.jsonl", "cwd": "/w", "hook_event_name": "SessionStart",
         "source": "startup"},
        HookMessage(session="s-1", transcript="/t/s-1.jsonl", folder="/w", source="startup"),
    ),
    "codex": (
        {"session_id": "s-2", "transcript_path": None, "cwd": "/w", "hook_event_name": "SessionEnd", "model": "m",
         "reason": "other"},
        HookMessage(session="s-2", folder="/w", client="codex"),
    ),
    "gemini": (
        {"session_id": "s-3", "transcript_path": "/t", "cwd": "/w", "timestamp": "2026-11-21T10:00:00Z", "prompt": "why?"},
        HookMessage(session="s-3", transcript="/t", folder="/w", prompt="why?"),
    ),
    "qwen": (
        {"session_id": "s-9", "transcript_path": "/t.jsonl", "cwd": "/w", "hook_event_name": "UserPromptSubmit",
         "timestamp": "2026-11-24T07:23:03.138Z", "permission_mode": "yolo", "prompt": "why?", "submitted_prompt": "why?"},
        HookMessage(session="s-9", transcript="/t.jsonl", folder="/w", prompt="why?"),
    ),
    "kimi": (
        {"hook_event_name": "UserPromptSubmit", "session_id": "session_d0c1a95f", "cwd": "/w",
         "client_type": "kimi_code_cli", "prompt": [{"type": "text", "text": "why?"}, {"type": "image_url"}],
         "is_steer": False},
        HookMessage(session="session_d0c1a95f", folder="/w", prompt="why?"),
    ),
    "copilot": (
        {"sessionId": "s-4", "timestamp": 1795255927264, "cwd": "/w", "source": "new", "initialPrompt": "x"},
        HookMessage(session="s-4", folder="/w", source="new"),
    ),
    "copilot, in a plugin of Claude Code": (
        {"hook_event_name": "SessionStart", "session_id": "s-8", "timestamp": "2026-11-24T07:13:27.164Z", "cwd": "/w",
         "source": "new", "initial_prompt": "x"},
        HookMessage(session="s-8", folder="/w", source="new", client="copilot"),
    ),
    "cursor": (
        {"conversation_id": "s-5", "workspace_roots": ["/w", "/x"], "hook_event_name": "sessionStart"},
        HookMessage(session="s-5", folder="/w"),
    ),
    "vscode": (
        {"sessionId": "s-7", "hookEventName": "SessionStart", "timestamp": "2026-02-09T10:30:00Z", "cwd": "/w",
         "transcript_path": "/t.json"},
        HookMessage(session="s-7", folder="/w", transcript="/t.json", client="vscode"),
    ),
    "opencode": ({"session_id": "s-6", "cwd": "/w"}, HookMessage(session="s-6", folder="/w")),
}  # fmt: skip


@for_each("agent", MESSAGES)
def test_each_agents_message_is_understood(agent: str) -> None:
    """As the real programs send it (Cursor: as documented). Unknown fields are no error."""
    message, expected = MESSAGES[agent]
    assert parse_message(json.dumps({**message, "new_in_the_next_version": {"a": [1]}}).encode()) == expected


@for_each(
    "raw, expected",
    [
        (b'\xef\xbb\xbf{"session_id": "s"}\n', HookMessage(session="s")),
        (b'{"session_id": 7, "cwd": ["/w"], "transcript_path": {"a": 1}, "prompt": null}', HookMessage()),
        (b'{"cwd": "relative/folder", "session_id": "a\\nb"}', HookMessage()),
        (b'{"session_id": "s", "cwd": "/w\\u0000"}', HookMessage(session="s")),
        (b'{"session_id": "' + b"x" * 5000 + b'", "prompt": "' + b"y" * 9000 + b'"}', HookMessage(prompt="y" * 4096)),
        (b'{"session_id": "\xff"}', HookMessage(session="\ufffd")),
        (
            b'{"prompt": "<hook_context>&lt;a&gt;</hook_context>\\n\\n<hook_context>b</hook_context> why?"}',
            HookMessage(prompt="why?"),
        ),
        (b'{"prompt": "<hook_context>' + b"x" * 9000 + b'</hook_context>\\n\\nwhy?"}', HookMessage(prompt="why?")),
        (b'{"prompt": "<hook_context> is what?"}', HookMessage(prompt="<hook_context> is what?")),
        (b'{"workspace_roots": [7]}', HookMessage()),
        (b'{"workspace_roots": "no"}', HookMessage()),
    ],
)
def test_what_is_odd_in_a_message_is_left_out(raw: bytes, expected: HookMessage) -> None:
    """Wrong types, line breaks, NULs, texts that are too long, and invalid characters."""
    assert parse_message(raw) == expected


@for_each(
    "raw",
    [b"", b"  \n", b"{", b"[]", b"null", b"7", b'"x"', b"{}{}", b"[" * 5000, b"{" + b" " * MAX_MESSAGE_BYTES + b"}"],
)
def test_what_is_no_message_is_refused(raw: bytes) -> None:
    """An empty message, truncated JSON, other types, endless nesting, too many bytes."""
    with pytest.raises(ValueError, match=r"."):
        parse_message(raw)


@given(st.binary(max_size=80))
def test_any_bytes_are_a_message_or_none(raw: bytes) -> None:
    """Any bytes give a message or a ValueError."""
    with contextlib.suppress(ValueError):
        assert isinstance(parse_message(raw), HookMessage)


@for_each(
    "agent, event, path",
    [
        ("claude-code", "session-start", ("hookSpecificOutput", "additionalContext")),
        ("claude-code", "prompt", ("hookSpecificOutput", "additionalContext")),
        ("codex", "session-start", ("hookSpecificOutput", "additionalContext")),
        ("gemini", "prompt", ("hookSpecificOutput", "additionalContext")),
        ("copilot", "session-start", ("additionalContext",)),
        ("cursor", "session-start", ("additional_context",)),
    ],
)
def test_an_answer_has_the_one_form_that_its_agent_takes(agent: str, event: str, path: tuple[str, ...]) -> None:
    """One JSON document of plain ASCII with only the text: Codex fails on unknown keys."""
    said = format_answer(KNOWN_AGENTS[agent], event, BRIEF_TEXT)
    assert said.isascii()
    document = json.loads(said)
    assert list(document) == [path[0]]
    if len(path) == 2:
        inner = document["hookSpecificOutput"]
        name = next(hook.name for hook in KNOWN_AGENTS[agent].hooks if hook.event == event)
        assert inner == {"hookEventName": name, "additionalContext": BRIEF_TEXT}
    else:
        assert document[path[0]] == BRIEF_TEXT


def test_cursor_lets_a_prompt_go_on() -> None:
    """Its answer to a prompt says so, and has the text beside it."""
    said = format_answer(KNOWN_AGENTS["cursor"], "prompt", BRIEF_TEXT)
    assert json.loads(said) == {"continue": True, "additional_context": BRIEF_TEXT}


def test_opencode_takes_plain_text() -> None:
    """Its plugin passes on what it reads."""
    assert format_answer(KNOWN_AGENTS["opencode"], "session-start", BRIEF_TEXT) == BRIEF_TEXT


@for_each("agent", KNOWN_AGENTS)
def test_nothing_is_told_as_nothing(agent: str) -> None:
    """An empty text prints no document: at a session's end, Claude Code would show the user an error."""
    assert format_answer(KNOWN_AGENTS[agent], "session-end", "") == ""


def test_events_are_known_by_every_agents_name_for_them() -> None:
    """The installed names and the agents' own names are known, and no others."""
    for agent in KNOWN_AGENTS.values():
        for hook in agent.hooks:
            assert event_of_name(hook.event) == hook.event
            begins_at_prompt = agent.brief_with_prompt and hook.event == "session-start"
            if not hook.name.startswith("experimental") and not begins_at_prompt:
                assert event_of_name(hook.name) == hook.event, hook.name
    assert [
        event_of_name(name) for name in ("StopFailure", "", "PermissionRequest", "sessionstarted", "PreCompress")
    ] == [None] * 5


@for_each("text, length", [("", 0), ("abc", 3), ("é漢", 2), ("🙂", 2), ("a🙂b", 4)])
def test_length_is_counted_as_agents_count_it(text: str, length: int) -> None:
    """In UTF-16 units, as in their limit of 10,000."""
    assert count_utf16_units(text) == length == len(text.encode("utf-16-le")) // 2
    assert MAX_BRIEF_UNITS < 10_000
