"""recall mcp: serve an agent over the Model Context Protocol, and connect clients to it."""

import os

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.mcp_install import ClientState

ACTIONS = ("run", "install", "remove", "status")
EXTRA_RIGHTS = ("erase", "audit")
TOOL_LISTS = ("usual", "all")
CLIENT_NAMES = tuple("claude-code claude-desktop codex gemini qwen cursor vscode zed opencode copilot".split())
PARAMS = (
    argument(
        "action",
        "run serves the client that started it; install, remove and status are for its settings.",
        choices=ACTIONS,
        default="run",
        metavar="[run|install|remove|status]",
    ),
    argument(
        "names",
        "Clients: " + ", ".join(CLIENT_NAMES) + ".",
        kind="arguments",
        default=(),
        metavar="[CLIENT...]",
        offers=CLIENT_NAMES,
    ),
    option(
        "project",
        "The project of calls that name none; default: that of the client's folder.",
        "-p",
        completes="project",
        metavar="NAME",
    ),
    option("agent", "The agent that calls; default: the name that the client gives.", metavar="NAME", rare=True),
    option("clearance", "Only memories classified up to this level.", choices=CLASSIFICATIONS, rare=True),
    option(
        "tools",
        "The tools that are listed: four usual ones, which cost few tokens, or all.",
        choices=TOOL_LISTS,
        default="usual",
    ),
    option("read_only", "Without the tools that store or change.", kind="flag"),
    option(
        "allow",
        "Add the tools that erase for good, or that show the audit log; repeatable.",
        kind="many",
        choices=EXTRA_RIGHTS,
    ),
    option("dry_run", "Show the changes without making them.", kind="flag"),
)
EXAMPLES = (
    ("recall mcp install claude-desktop", "Claude Desktop gets recall's tools at its next start"),
    ("recall mcp", "what is connected"),
    ("recall mcp remove claude-desktop", "its settings are exactly as before"),
)


def mcp(
    app: "App",
    *,
    action: str,
    names: "tuple[str, ...]",
    project: "str | None",
    agent: "str | None",
    clearance: "str | None",
    tools: str,
    read_only: bool,
    allow: "tuple[str, ...]",
    dry_run: bool,
) -> Reply:
    """Serve an agent over the Model Context Protocol on standard input and output, or connect clients to this."""
    if action == "run" and not names and os.isatty(0):
        action = "status"
    if action != "run":
        return change_clients(app, action, names, dry_run=dry_run)
    if names:
        raise UsageError(f"run takes no client, not {names[0]!r}", f"recall mcp install {names[0]}")
    if read_only and allow:
        raise UsageError("--read-only and --allow exclude each other")
    from recall_cli.serve.grant import READ, WRITE, Grant
    from recall_cli.serve.mcp.run import serve_stdio

    rights = frozenset({READ, *(() if read_only else (WRITE,)), *allow})
    grant = Grant(agent=agent or app.settings["agent"] or None, clearance=clearance, rights=rights)
    serve_stdio(grant, database=app.settings.database, project=project, lists_all_tools=tools == "all")
    return Reply(lambda: None, list)


def change_clients(app: "App", action: str, names: "tuple[str, ...]", *, dry_run: bool) -> Reply:
    """Connect or disconnect the named clients, or show all of them."""
    from recall_cli.agents.mcp_clients import MCP_CLIENTS, find_client
    from recall_cli.cli.commands.agents.hooks import edits_reply
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
