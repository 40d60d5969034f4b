"""The clients whose sessions can be read: where their session files are, and how to read a line of each.

A new client is a new row of the table.
"""

import os

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recall_cli.agents.transcripts.turn import Entry, SessionDetails
    from recall_cli.domain.turn import Turn


class Client(Record):
    """One client: where its session files are, and the functions that read a line."""

    folders: "tuple[str, ...]"
    """Its folders; a leading variable or home is replaced."""
    files: "tuple[str, ...]"
    """Patterns of its session files in these folders."""
    reader: str
    """The module that reads its lines; it is loaded when a session is read."""
    suffix: str = ""
    """What stands behind the names of its functions, in a module for several clients."""

    @property
    def read(self) -> "Callable[[Entry], tuple[Turn, ...]]":
        """What gives the turns in a line."""
        function: Callable[[Entry], tuple[Turn, ...]] = getattr(self._module(), f"read{self.suffix}")
        return function

    @property
    def about(self) -> "Callable[[Entry], SessionDetails]":
        """What gives the session and folder that a line names: most clients write both under the same names."""
        from recall_cli.agents.transcripts.turn import line_details

        function: Callable[[Entry], SessionDetails] = getattr(self._module(), f"about{self.suffix}", line_details)
        return function

    def _module(self) -> object:
        from importlib import import_module

        return import_module(f"recall_cli.agents.transcripts.{self.reader}")


GEMINI_PROJECT_FILE = ".project_root"
"""The file, two folders above a session of Gemini CLI, that names the folder of the session."""

KIMI_SESSION_FILE, KIMI_MAIN_FILE = "state.json", "agents/main/wire.jsonl"
"""In a folder of a session of Kimi Code: the file that names its folder, and what its main agent wrote."""

CLIENTS = {
    "claude-code": Client(
        folders=("$CLAUDE_CONFIG_DIR/projects", "~/.claude/projects"),
        files=("*/*.jsonl", "*/*/subagents/*.jsonl"),
        reader="claude_code",
    ),
    "codex": Client(
        folders=("$CODEX_HOME", "~/.codex"),
        files=("sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl"),
        reader="codex",
    ),
    "gemini": Client(
        folders=("~/.gemini/tmp",),
        files=("*/chats/session-*.jsonl",),
        reader="other_clients",
        suffix="_gemini",
    ),
    "qwen": Client(
        folders=("~/.qwen/projects",),
        files=("*/chats/*.jsonl",),
        reader="other_clients",
        suffix="_qwen",
    ),
    "kimi": Client(
        folders=("$KIMI_CODE_HOME", "~/.kimi-code"),
        files=(f"sessions/*/*/{KIMI_MAIN_FILE}",),
        reader="other_clients",
        suffix="_kimi",
    ),
    "opencode": Client(
        folders=("$XDG_DATA_HOME/opencode", "~/.local/share/opencode"),
        files=("opencode.db",),
        reader="other_clients",
        suffix="_opencode",
    ),
    "copilot": Client(
        folders=("~/.copilot/session-state",),
        files=("*/events.jsonl",),
        reader="other_clients",
        suffix="_copilot",
    ),
    "cursor": Client(
        folders=("~/.cursor/projects",),
        files=("*/agent-transcripts/*.jsonl", "*/agent-transcripts/*/*.jsonl"),
        reader="other_clients",
        suffix="_cursor",
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


def cursor_session_file(folder: str, session: str) -> str:
    """The file of a session of Cursor; its editor puts it into a folder of its own, its command does not."""
    name = f"~/.cursor/projects/{_cursor_folder_name(folder)}/agent-transcripts/{session}"
    stem = os.path.expanduser(name)
    of_editor = os.path.join(stem, f"{session}.jsonl")
    return of_editor if os.path.isfile(of_editor) else f"{stem}.jsonl"


def kimi_session_file(session: str, environment: "Mapping[str, str]") -> "str | None":
    """The file of a session of Kimi Code, whose folder has the session's name; None if there is none yet."""
    files = session_files("kimi", environment)
    return next((path for path in files if path.endswith(f"/{session}/{KIMI_MAIN_FILE}")), None)


def _cursor_folder_name(folder: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in folder.lstrip("/"))


def cursor_workplace(path: str) -> "str | None":
    """The folder of a session of Cursor, from the name of its project; None if no folder or several have this name."""
    project = path.partition("/.cursor/projects/")[2].partition("/")[0]
    found = _folders_named(project, "/") if project else []
    return found[0] if len(found) == 1 else None


def _folders_named(name: str, parent: str) -> "list[str]":
    found: list[str] = []
    try:
        folders = [entry for entry in os.scandir(parent) if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    for entry in folders:
        first = _cursor_folder_name(entry.name)
        if name == first:
            found.append(entry.path)
        elif name.startswith(f"{first}-"):
            found += _folders_named(name[len(first) + 1 :], entry.path)
    return found


def subagent_files(path: str, agent: str) -> "list[str]":
    """The files of a session's subagents, whose lines say that an agent began them; only one client writes this."""
    import glob

    if agent != "claude-code":
        return []

    stem, ending = os.path.splitext(path)
    return sorted(glob.glob(os.path.join(glob.escape(stem), "subagents", "*.jsonl"))) if ending == ".jsonl" else []
