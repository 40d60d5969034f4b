"""The part of recall mcp that connects clients: install, remove and status."""

import os

from recall_cli.cli.commands.agents.hooks import edits_reply
from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.mcp_install import ClientState


def change_clients(app: "App", action: str, names: "tuple[str, ...]", *, dry_run: bool) -> Reply:
    """Connect or disconnect the named clients, or show all of them."""
    from recall_cli.agents.mcp_clients import MCP_CLIENTS, find_client
    from recall_cli.flows.agents import mcp_install as flow

    clients = [find_client(name) for name in names]
    if action == "status":
        states = [flow.check_client(app, client) for client in clients] if clients else flow.check_clients(app)
        return _show_states(states)
    if not clients:
        raise UsageError(f"name a client to {action}", "one or more of " + ", ".join(MCP_CLIENTS))
    do = flow.install_server if action == "install" else flow.remove_server
    edits = [do(app, client, dry_run=dry_run) for client in clients]
    states = [flow.check_client(app, client) for client in clients] if action == "install" else []

    advice = [make_printable(f"{state.title}: {state.advice}") for state in states]
    return edits_reply("clients", "client", edits, advice, dry_run=dry_run)


def _show_states(states: "list[ClientState]") -> Reply:
    """Which clients start recall mcp, with the next command."""

    def cells(_out: "Screen", state: "ClientState") -> "list[Cell]":
        style = "" if state.state == "connected" else DIM if state.state is None else "yellow"
        hooks = "and its hooks" if state.has_hooks and state.state else "hooks" if state.has_hooks else ""
        return [
            (state.client, ACCENT),
            (state.state or "not connected", style),
            (hooks, DIM),
            (_short_path(state.path), DIM),
        ]

    return list_reply(
        "clients",
        states,
        document=lambda state: {**state.fields(), "state": state.state},
        line=lambda state: (
            state.client,
            state.state or "not connected",
            "with hooks" if state.has_hooks else "no hooks",
            state.path,
        ),
        cells=cells,
        footer="recall mcp install CLIENT connects one · recall help serve",
    )


def _short_path(path: str) -> str:
    """A path with ~ for the home folder."""
    home = os.path.expanduser("~").rstrip("/")
    return "~" + path.removeprefix(home) if home and path.startswith(home + "/") else path
