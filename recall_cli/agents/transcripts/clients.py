"""Every client whose sessions can be read: how its lines read, and where its files are."""

import os

from recall_cli.agents.transcripts import claude_code, codex, copilot, gemini, opencode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from recall_cli.agents.transcripts.turn import Turn

CLIENTS: "dict[str, Any]" = {
    "claude-code": claude_code, "codex": codex, "gemini": gemini, "opencode": opencode, "copilot": copilot,
}  # fmt: skip
"""By the name that the client has everywhere in recall."""
REWRITING_CLIENTS = ("gemini",)
"""Those that write a message anew, under its name, when there is more to say of it: the last writing counts."""
DATABASE_CLIENTS = ("opencode",)
"""Those that keep rows instead of lines."""


def turn_reader(agent: str) -> "Callable[[dict[str, Any]], Turn | None]":
    """What makes a turn of one line, or one row, of a client's."""
    found: Callable[[dict[str, Any]], Turn | None] = CLIENTS[agent].read
    return found


def session_files(agent: str, environment: "Mapping[str, str]") -> "list[str]":
    """Every session file of a client on this machine, the one that was written last at the end."""
    import glob

    found: dict[str, float] = {}
    for folder in CLIENTS[agent].FOLDERS:
        root = _expand_folder(folder, environment)
        for pattern in CLIENTS[agent].FILES if root else ():
            for path in glob.iglob(os.path.join(glob.escape(root), pattern)):
                try:
                    found.setdefault(os.path.realpath(path), os.stat(path).st_mtime)
                except OSError:
                    continue
    return sorted(found, key=lambda path: (found[path], path))


def _expand_folder(template: str, environment: "Mapping[str, str]") -> str:
    """A folder with the variable that it begins with, or the home, put in; empty where that is not set."""
    first, _, rest = template.partition("/")
    if first.startswith("$"):
        first = environment.get(first[1:], "")
    elif first == "~":
        first = environment.get("HOME") or os.path.expanduser("~")
    return os.path.join(first, rest) if first and rest else first


def subagent_files(path: str) -> "list[str]":
    """The files that belong to a session's own: those of the agents that it set to work."""
    import glob

    stem, ending = os.path.splitext(path)
    return sorted(glob.glob(os.path.join(glob.escape(stem), "subagents", "*.jsonl"))) if ending == ".jsonl" else []
