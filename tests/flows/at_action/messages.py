"""Messages about tools as each agent really sends them; seen with the versions that the registry names."""

import json
from pathlib import Path
from typing import Any

TRACE = (
    'Traceback (most recent call last):\n  File "load.py", line 3, in <module>\n    import yaml\n'
    "ModuleNotFoundError: No module named 'yaml'"
)
HEADS: dict[str, dict[str, Any]] = {
    "claude-code": {
        "transcript_path": "/home/ada/.claude/projects/-shop/1.jsonl", "prompt_id": "b724a91e",
        "permission_mode": "default", "effort": {"level": "medium"}, "tool_use_id": "toolu_c7cd4584",
    },
    "codex": {
        "turn_id": "01a2045d-bbab", "model": "gpt-5", "permission_mode": "default", "tool_use_id": "call_bcc22a99bc0e",
        "transcript_path": "/home/ada/.codex/sessions/2026/11/22/rollout-2026-11-22T17-46-21-01a2045d.jsonl",
    },
    "gemini": {
        "transcript_path": "/home/ada/.gemini/tmp/shop/chats/session-2026-11-22T17-46-fc5b175e.jsonl",
        "timestamp": "2026-11-22T17:46:33.801Z",
    },
    "qwen": {
        "transcript_path": "/home/ada/.qwen/projects/-shop/chats/7ee293a1.jsonl", "permission_mode": "default",
        "timestamp": "2026-11-24T07:23:05.069Z", "tool_use_id": "toolu_1795504985059", "tool_call_id": "call_40",
    },
    "copilot": {"timestamp": 1795369856106},
}  # fmt: skip
"""What the messages of an agent say besides the tool."""
EVENT_NAMES = {
    ("claude-code", "tool-start"): "PreToolUse", ("claude-code", "tool-failed"): "PostToolUseFailure",
    ("codex", "tool-start"): "PreToolUse", ("codex", "tool-end"): "PostToolUse", ("gemini", "tool-end"): "AfterTool",
    ("cursor", "tool-end"): "postToolUse", ("qwen", "tool-end"): "PostToolUse",
    ("qwen", "tool-failed"): "PostToolUseFailure",
}  # fmt: skip
OTHER_FIELDS = {
    "copilot": {"tool_name": "toolName", "tool_input": "toolArgs", "tool_response": "toolResult",
                "session_id": "sessionId"},
    "cursor": {"tool_response": "tool_output", "session_id": "conversation_id"},
}  # fmt: skip
"""Fields that an agent calls otherwise."""


def read_message(agent: str, path: Path, folder: Path, session: str = "s-1") -> tuple[str, str]:
    """The event and the message of an agent that reads a file."""
    whole, near = str(path), str(path.relative_to(folder))
    content = f"<path>{whole}</path>\n<type>file</type>\n<content>\n1: x = 1\n</content>"
    forms: dict[str, tuple[str, dict[str, str], Any]] = {
        "claude-code": ("Read", {"file_path": whole}, None),
        "codex": ("Bash", {"command": f"sed -n '1,80p' {near}"}, None),
        "gemini": ("read_file", {"file_path": near}, {"llmContent": "x = 1\n", "returnDisplay": ""}),
        "qwen": ("read_file", {"file_path": whole}, {"llmContent": "x = 1\n", "returnDisplay": ""}),
        "copilot": ("view", {"path": near}, {"resultType": "success", "textResultForLlm": "x = 1\n"}),
        "opencode": ("read", {"filePath": near}, content),
        "cursor": ("Read", {"file_path": whole}, json.dumps({"content": "x = 1"})),
    }
    tool, given, answer = forms[agent]
    event = "tool-start" if answer is None else "tool-end"
    more = {} if answer is None else {"tool_response": answer}
    return event, _message(agent, event, folder, session, tool_name=tool, tool_input=given, **more)


def failure_message(
    agent: str, folder: Path, command: str = "python load.py", output: str = TRACE, session: str = "s-1"
) -> tuple[str, str]:
    """The event and the message of an agent whose command failed."""
    gemini = f"<untrusted_context>\nOutput: {output}\nExit Code: 1\n</untrusted_context>"
    copilot = f"{output}\n<shellId: 0 completed with exit code 1>"
    forms: dict[str, tuple[str, dict[str, Any], Any]] = {
        "claude-code": ("Bash", {"description": "Load"}, None),
        "codex": ("Bash", {}, f"{output}\n"),
        "gemini": (
            "run_shell_command",
            {"description": "Load", "is_background": False},
            {"llmContent": gemini, "returnDisplay": output},
        ),
        "qwen": ("run_shell_command", {"description": "Load"}, None),
        "copilot": ("bash", {"description": "Load"}, {"resultType": "success", "textResultForLlm": copilot}),
        "opencode": ("bash", {}, f"{output}\n"),
        "cursor": ("Shell", {}, json.dumps({"output": output, "exitCode": 1})),
    }
    tool, given, answer = forms[agent]
    event = "tool-failed" if answer is None else "tool-end"
    error = {"error": f"Exit code 1\n{output}", "is_interrupt": False, "duration_ms": 98}
    more = error if answer is None else {"tool_response": answer}
    given = {"command": command, **given}
    return event, _message(agent, event, folder, session, tool_name=tool, tool_input=given, **more)


def command_message(command: str, folder: Path, session: str = "s-1", **more: Any) -> str:
    """The message of Claude Code before a command."""
    given = {"command": command, "description": "Run"}
    return _message("claude-code", "tool-start", folder, session, **{"tool_name": "Bash", "tool_input": given, **more})


def _message(agent: str, event: str, folder: Path, session: str, **values: Any) -> str:
    """The message in the form of the agent."""
    name = EVENT_NAMES.get((agent, event))
    place = {"workspace_roots": [str(folder)]} if agent == "cursor" else {"cwd": str(folder)}
    fields = {"session_id": session, **place, **HEADS.get(agent, {}), **values}
    other = OTHER_FIELDS.get(agent, {})
    named = {} if name is None else {"hook_event_name": name}
    return json.dumps({**{other.get(field, field): value for field, value in fields.items()}, **named})


def told_text(answer: str) -> str:
    """The text for the model in an agent's form; empty for an empty answer."""
    if not answer.strip() or not answer.startswith("{"):
        return answer.strip()
    document = json.loads(answer)
    inner = document.get("hookSpecificOutput", document)
    return str(inner.get("additionalContext") or inner.get("additional_context") or "")
