"""The clients whose sessions can be read: the reader of their lines and the places of their files."""

import os

from recall_cli.agents.transcripts import claude_code, codex, copilot, gemini, opencode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from recall_cli.agents.transcripts.turn import Turn

CLIENTS: "dict[str, Any]" = {
    "claude-code": claude_code,
    "codex": codex,
    "gemini": gemini,
    "opencode": opencode,
    "copilot": copilot,
}
"""By the agent's name in recall."""
REWRITING_CLIENTS = ("gemini",)
"""Clients that write a message again, under the same id, when it grows: the last version counts."""
DATABASE_CLIENTS = ("opencode",)
"""Clients that store rows instead of lines."""


def turn_reader(agent: str) -> "Callable[[dict[str, Any]], Turn | None]":
    """The function that makes a turn of one line, or row, of this client."""
    reader: Callable[[dict[str, Any]], Turn | None] = CLIENTS[agent].read
    return reader


def session_files(agent: str, environment: "Mapping[str, str]") -> "list[str]":
    """Every session file of a client on this machine, the last written at the end."""
    import glob

    write_times: dict[str, float] = {}
    for folder in CLIENTS[agent].FOLDERS:
        root = _expand_folder(folder, environment)
        for pattern in CLIENTS[agent].FILES if root else ():
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
