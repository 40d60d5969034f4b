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
from recall_cli.flows.agents.manifest import SettingsEdit
from recall_cli.flows.agents.settings_files import USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.mcp_clients import McpClient
    from recall_cli.app import App

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


def install_server(app: "App", client: "McpClient", *, dry_run: bool = False) -> SettingsEdit:
    """Put our entry into a client's settings. Twice changes nothing; an entry of another program is replaced."""
    program = hooks.find_own_program(app)
    if program is None:
        raise RecallError(
            "the program recall was not found", "install it with pipx or uv, so that clients can start it"
        )
    hooks.note_unrecorded_store(app)
    path = client_path(app, client)
    before = read_settings(path)
    try:
        found = mcp_entries.find_server(before or "", client)
        if found is not None and not mcp_entries.calls_recall(found):
            raise RecallError(
                f"{path} has another server called {mcp_entries.SERVER_NAME}",
                "nothing was changed; rename or remove that one first",
            )
        clean, created = _without_server(app, client, path, before) if found is not None else (before, before is None)
        after, edits = mcp_entries.add_server(clean or "", client, program)
        if mcp_entries.find_server(after, client) != mcp_entries.server_entry(client, program):
            raise RecallError(f"cannot safely change {path}", "nothing was changed; add the server by hand")
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; fix the file first") from None
    if found == mcp_entries.server_entry(client, program):
        return _edit(client, path, "already connected", before, before)
    action = "connected" if found is None else "brought up to date"
    if dry_run:
        return _edit(client, path, f"would be {action}", before, after)
    edit = _edit(client, path, action, before, after, note=client.restart)
    manifest.write_edit(app, edit, manifest.SERVERS, created=created, inserted=edits)
    return edit


def remove_server(app: "App", client: "McpClient", *, dry_run: bool = False) -> SettingsEdit:
    """Remove our entry: the file is as it was before, with the changes that its user has made since."""
    path = client_path(app, client)
    before = read_settings(path)
    try:
        found = mcp_entries.find_server(before or "", client)
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; fix the file first") from None
    if mcp_entries.calls_recall(found):
        after, _ = _without_server(app, client, path, before)
        edit = _edit(client, path, "would be disconnected" if dry_run else "disconnected", before, after)
    else:
        edit = _edit(client, path, "not connected", before, before)
    if not dry_run:
        manifest.write_removal(app, edit, manifest.SERVERS)
    return edit


def _without_server(app: "App", client: "McpClient", path: str, text: "str | None") -> "tuple[str | None, bool]":
    """The settings without our entry (None: no file is left), and whether the whole file is ours."""
    assert text is not None, "it has an entry"
    record = manifest.file_record(app, path, manifest.SERVERS)
    left = hooks.choose_removal(
        path,
        "entry",
        (manifest.undo_edits(record, text), mcp_entries.remove_server(text, client)),
        lambda left: mcp_entries.is_exact_removal(text, left, client),
        f"the server {mcp_entries.SERVER_NAME} by hand",
    )
    created = record is not None and record.created and mcp_entries.is_empty_settings(left, client)
    return (None if created else left), created


def _edit(
    client: "McpClient", path: str, action: str, before: "str | None", after: "str | None", note: str = ""
) -> SettingsEdit:
    return SettingsEdit(
        agent=client.name, level=USER_LEVEL, path=path, action=action, before=before, after=after, note=note
    )


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
