"""Messages about tools as each agent really sends them; seen with the versions that the registry names."""

import json
from pathlib import Path
from typing import Any

TRACE = (
    'Traceback (most recent call last):\n  File "load.py", line 3, in <module>\n    import yaml\n'
    "ModuleNotFoundError: No module named 'yaml'"
)
CLAUDE_CODE = {
    "transcript_path": "/home/ada/.claude/projects/-shop/1.jsonl",
    "prompt_id": "b724a91e",
    "permission_mode": "default",
    "effort": {"level": "medium"},
    "tool_use_id": "toolu_c7cd4584",
}
CODEX = {
    "turn_id": "01a2045d-bbab",
    "transcript_path": "/home/ada/.codex/sessions/2026/11/22/rollout-2026-11-22T17-46-21-01a2045d.jsonl",
    "model": "gpt-5",
    "permission_mode": "default",
    "tool_use_id": "call_bcc22a99bc0e",
}
GEMINI = {
    "transcript_path": "/home/ada/.gemini/tmp/shop/chats/session-2026-11-22T17-46-fc5b175e.jsonl",
    "timestamp": "2026-11-22T17:46:33.801Z",
}


def read_message(agent: str, path: Path, folder: Path, session: str = "s-1") -> tuple[str, str]:
    """The event and the message of an agent that reads a file."""
    name = str(path)
    event, values = {
        "claude-code": (
            "tool-start",
            {**CLAUDE_CODE, "hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": name}},
        ),
        "codex": (
            "tool-start",
            {
                **CODEX,
                "hook_event_name": "PreToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": f"sed -n '1,80p' {path.relative_to(folder)}"},
            },
        ),
        "gemini": (
            "tool-end",
            {
                **GEMINI,
                "hook_event_name": "AfterTool",
                "tool_name": "read_file",
                "tool_input": {"file_path": str(path.relative_to(folder))},
                "tool_response": {"llmContent": "x = 1\n", "returnDisplay": ""},
            },
        ),
        "copilot": (
            "tool-end",
            {
                "timestamp": 1795369856106,
                "toolName": "view",
                "toolArgs": {"path": str(path.relative_to(folder))},
                "toolResult": {"resultType": "success", "textResultForLlm": "x = 1\n"},
            },
        ),
        "opencode": (
            "tool-end",
            {
                "tool_name": "read",
                "tool_input": {"filePath": str(path.relative_to(folder))},
                "tool_response": f"<path>{name}</path>\n<type>file</type>\n<content>\n1: x = 1\n</content>",
            },
        ),
        "cursor": (
            "tool-end",
            {
                "hook_event_name": "postToolUse",
                "workspace_roots": [str(folder)],
                "tool_name": "Read",
                "tool_input": {"file_path": name},
                "tool_output": json.dumps({"content": "x = 1"}),
            },
        ),
    }[agent]
    return event, _message(agent, values, folder, session)


def failure_message(
    agent: str, folder: Path, command: str = "python load.py", output: str = TRACE, session: str = "s-1"
) -> tuple[str, str]:
    """The event and the message of an agent whose command failed."""
    event, values = {
        "claude-code": (
            "tool-failed",
            {
                **CLAUDE_CODE,
                "hook_event_name": "PostToolUseFailure",
                "tool_name": "Bash",
                "tool_input": {"command": command, "description": "Load"},
                "error": f"Exit code 1\n{output}",
                "is_interrupt": False,
                "duration_ms": 98,
            },
        ),
        "codex": (
            "tool-end",
            {
                **CODEX,
                "hook_event_name": "PostToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": command},
                "tool_response": f"{output}\n",
            },
        ),
        "gemini": (
            "tool-end",
            {
                **GEMINI,
                "hook_event_name": "AfterTool",
                "tool_name": "run_shell_command",
                "tool_input": {"command": command, "description": "Load", "is_background": False},
                "tool_response": {
                    "llmContent": f"<untrusted_context>\nOutput: {output}\nExit Code: 1\n</untrusted_context>",
                    "returnDisplay": output,
                },
            },
        ),
        "copilot": (
            "tool-end",
            {
                "timestamp": 1795369586779,
                "toolName": "bash",
                "toolArgs": {"command": command, "description": "Load"},
                "toolResult": {
                    "resultType": "success",
                    "textResultForLlm": f"{output}\n<shellId: 0 completed with exit code 1>",
                },
            },
        ),
        "opencode": (
            "tool-end",
            {"tool_name": "bash", "tool_input": {"command": command}, "tool_response": f"{output}\n"},
        ),
        "cursor": (
            "tool-end",
            {
                "hook_event_name": "postToolUse",
                "workspace_roots": [str(folder)],
                "tool_name": "Shell",
                "tool_input": {"command": command},
                "tool_output": json.dumps({"output": output, "exitCode": 1}),
            },
        ),
    }[agent]
    return event, _message(agent, values, folder, session)


def command_message(command: str, folder: Path, session: str = "s-1", **more: Any) -> str:
    """The message of Claude Code before a command."""
    values = {
        **CLAUDE_CODE,
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "Run"},
        **more,
    }
    return _message("claude-code", values, folder, session)


def _message(agent: str, values: dict[str, Any], folder: Path, session: str) -> str:
    name = {"copilot": "sessionId", "cursor": "conversation_id"}.get(agent, "session_id")
    place = {} if agent == "cursor" else {"cwd": str(folder)}
    return json.dumps({name: session, **place, **values})


def told_text(answer: str) -> str:
    """The text for the model in an agent's form; empty for an empty answer."""
    if not answer.strip() or not answer.startswith("{"):
        return answer.strip()
    document = json.loads(answer)
    inner = document.get("hookSpecificOutput", document)
    return str(inner.get("additionalContext") or inner.get("additional_context") or "")
