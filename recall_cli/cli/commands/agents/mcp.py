"""recall mcp: serve an agent over the Model Context Protocol, and connect clients to it."""

import os

from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

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
        from recall_cli.cli.commands.agents.mcp_clients import change_clients

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
