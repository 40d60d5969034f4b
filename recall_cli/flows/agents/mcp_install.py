"""Connect clients to `recall mcp` and disconnect them. Every other byte of their settings stays as it is."""

import os
import sys

from recall_cli.agents import mcp_entries
from recall_cli.agents.agent import OWN_FILE
from recall_cli.agents.mcp_clients import MCP_CLIENTS
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hooks, manifest
from recall_cli.flows.agents.manifest import SettingsPart, install_part, remove_part
from recall_cli.flows.agents.settings_files import USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.mcp_clients import McpClient
    from recall_cli.app import App
    from recall_cli.flows.agents.manifest import SettingsEdit, SettingsRecord

CURRENT, OTHER_PROGRAM, PROGRAM_MISSING, FOREIGN, UNREADABLE = (
    "connected",
    "connected to another program of recall",
    "connected to a program that is gone",
    "another server has this name",
    "unreadable",
)


class ClientState(Record):
    """Whether a client starts `recall mcp`."""

    client: str
    title: str
    path: str
    state: "str | None"
    """None if it is not connected."""
    program: str = ""
    has_hooks: bool = False
    """Does the client also run recall's hooks?"""
    advice: str = ""


def client_path(app: "App", client: "McpClient") -> str:
    """The settings file of a client on this machine."""
    path = client.mac_path if sys.platform == "darwin" and client.mac_path else client.path
    variable, first = client.home
    moved = app.environment.get(variable, "") if variable and path == client.path else ""
    if moved and os.path.isabs(moved):
        path = os.path.join(moved, path.removeprefix(first + "/") if first else path)
    else:
        path = os.path.join(os.path.expanduser("~"), path)
    others = [os.path.join(os.path.dirname(path), name) for name in client.other_names]
    return next((other for other in others if not os.path.exists(path) and os.path.exists(other)), path)


class _ServerEntry(SettingsPart):
    """The entry for `recall mcp` in a client's settings."""

    kind = manifest.SERVERS
    what = "entry"
    installed, removed, absent = "connected", "disconnected", "not connected"

    def __init__(self, app: "App", client: "McpClient", program: str = "") -> None:
        path = client_path(app, client)
        super().__init__(app, client.name, USER_LEVEL, path, f"the server {mcp_entries.SERVER_NAME}")
        self.client, self.entry = client, mcp_entries.server_entry(client, program)

    def without(self, text: str, record: "SettingsRecord | None") -> "str | None":
        """The settings without our entry."""
        if not mcp_entries.calls_recall(mcp_entries.find_server(text, self.client)):
            return text
        candidates = (manifest.undo_edits(record, text), mcp_entries.remove_server(text, self.client))
        left = self.choose_removal(candidates, lambda left: mcp_entries.is_exact_removal(text, left, self.client))
        is_whole_file = record is not None and record.created and mcp_entries.is_empty_settings(left, self.client)
        return None if is_whole_file else left

    def added(self, clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        """The settings with our entry; RecallError if they have another server of this name."""
        if mcp_entries.find_server(clean or "", self.client) is not None:
            raise RecallError(
                f"{self.path} has another server called {mcp_entries.SERVER_NAME}",
                "nothing was changed; rename or remove that one first",
            )
        after, inserted = mcp_entries.add_server(clean or "", self.client, self.entry)
        if mcp_entries.find_server(after, self.client) != self.entry:
            raise RecallError(f"cannot safely change {self.path}", "nothing was changed; add the server by hand")
        return after, inserted

    def is_current(self, before: "str | None", _after: str) -> bool:
        return bool(mcp_entries.find_server(before or "", self.client) == self.entry)  # in whatever layout

    def note(self, edit: "SettingsEdit") -> str:
        return self.client.restart if edit.action in (self.installed, "brought up to date") else ""


def install_server(app: "App", client: "McpClient", *, dry_run: bool = False) -> "SettingsEdit":
    """Put our entry into a client's settings. Twice changes nothing; an entry of another program is replaced."""
    program = hooks.find_own_program(app)
    if program is None:
        raise RecallError(
            "the program recall was not found", "install it with pipx or uv, so that clients can start it"
        )
    return install_part(_ServerEntry(app, client, program), dry_run=dry_run)


def remove_server(app: "App", client: "McpClient", *, dry_run: bool = False) -> "SettingsEdit":
    """Remove our entry from a client's settings."""
    return remove_part(_ServerEntry(app, client), dry_run=dry_run)


def check_clients(app: "App") -> "list[ClientState]":
    """The state of every client that recall knows."""
    return [check_client(app, client) for client in MCP_CLIENTS.values()]


def check_client(app: "App", client: "McpClient") -> ClientState:
    """Whether a client starts `recall mcp`, and whether it also runs recall's hooks."""
    path = client_path(app, client)
    state = ClientState(
        client=client.name,
        title=client.title,
        path=path,
        state=None,
        has_hooks=_has_hooks(app, client.name),
        advice=client.advice.format(name=client.name),
    )
    try:
        found = mcp_entries.find_server(read_settings(path) or "", client)
    except (ValueError, RecallError):
        return state.but(state=UNREADABLE)
    if found is None:
        return state
    if not mcp_entries.calls_recall(found):
        return state.but(state=FOREIGN)
    program = mcp_entries.program_of_entry(found)
    if not os.access(program, os.X_OK):
        return state.but(state=PROGRAM_MISSING, program=program)
    return state.but(state=CURRENT if program == hooks.find_own_program(app) else OTHER_PROGRAM, program=program)


def _has_hooks(app: "App", name: str) -> bool:
    """Does a client run recall's hooks from the user's settings?"""
    agent = KNOWN_AGENTS.get(name)
    if agent is None:
        return False
    try:
        text = read_settings(settings_path(app, agent, USER_LEVEL))
        return text is not None and (agent.form == OWN_FILE or hooks.has_our_hooks(agent, text))
    except (ValueError, RecallError):
        return False
