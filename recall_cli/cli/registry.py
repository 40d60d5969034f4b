"""Every command, in the order in which help shows them: its section, and one line about it.

A command has one file and one name. Some are called through another command, so that there is less to learn: rare ones
as `recall admin NAME`, and some by a switch (`recall list --count`). Their own names work too.
"""

EVERYDAY = tuple("store search list context get update delete undo log conflicts hooks doctor".split())
"""The commands that `recall --help` shows."""
COMMANDS = {
    "store": ("Write", "Store a memory."),
    "update": ("Write", "Correct a memory."),
    "edit": ("Write", "Edit memories in your text editor."),
    "tag": ("Write", "Set or remove tags of a memory."),
    "delete": ("Write", "Remove memories; can be undone."),
    "erase": ("Write", "Erase memories for good, with proof."),
    "feedback": ("Write", "Rate memories as helpful or unhelpful."),
    "pin": ("Write", "Protect memories from fading."),
    "unpin": ("Write", "Unpin memories."),
    "review": ("Write", "Show, approve or reject held memories."),
    "resolve": ("Write", "Settle a fact with conflicting values."),
    "undo": ("Write", "Take back the last write, or a given one."),
    "search": ("Read", "Find memories by words and meaning."),
    "context": ("Read", "Show what an agent gets: the most relevant memories."),
    "get": ("Read", "Show memories by their ids."),
    "list": ("Read", "Show the newest memories."),
    "browse": ("Read", "Look through memories on a full screen."),
    "related": ("Read", "Show memories that are linked to a memory."),
    "history": ("Read", "Show how a memory or a fact changed."),
    "conflicts": ("Read", "Show facts with conflicting values."),
    "why": ("Read", "Show where a memory comes from, and why a search finds it or not."),
    "diff": ("Read", "Show what was learned, corrected and forgotten since a date."),
    "told": ("Read", "Show what each session was shown, and what happened next."),
    "count": ("Read", "Count memories."),
    "stats": ("Read", "Show what is in the store."),
    "log": ("Read", "Show the record of writes."),
    "view": ("Read", "Write one page that shows your memories in time."),
    "ui": ("Read", "Show that page live in your browser, and change memories there."),
    "jobs": ("Agents", "Show deferred jobs and their results."),
    "worker": ("Agents", "Run deferred jobs."),
    "hooks": ("Agents", "Connect recall to your agents, or disconnect it."),
    "mcp": ("Agents", "Serve agents over MCP, or connect their clients."),
    "hook": ("Agents", "Answer an agent's hook; agents call this."),
    "serve": ("Agents", "Serve clients on this or other machines over HTTP."),
    "join": ("Agents", "Use a team's server, with your agents and your memories."),
    "token": ("Agents", "Create, list or revoke tokens for recall serve."),
    "import": ("Transfer", "Import memories from files, other tools or past sessions."),
    "export": ("Transfer", "Write memories to a file, one JSON line each."),
    "sync": ("Transfer", "Exchange memories with your other machines over git."),
    "share": ("Transfer", "Give memories to everybody who works on this repository."),
    "team": ("Transfer", "Show and pair the colleagues who share memories."),
    "encrypt": ("Transfer", "Encrypt the store, or change its key."),
    "decrypt": ("Transfer", "Make an encrypted store a plain file again."),
    "backup": ("Transfer", "Copy the whole store to a file, while it is in use."),
    "restore": ("Transfer", "Bring back a backup."),
    "migrate": ("Transfer", "Move a store to a PostgreSQL server, or back."),
    "audit": ("Manage", "Verify or export the sealed record of writes."),
    "verify": ("Manage", "Check memories anchored to code that has changed."),
    "projects": ("Manage", "List, name, merge, switch off or forget projects."),
    "topics": ("Manage", "List, rename, merge or forget topics."),
    "tags": ("Manage", "List, rename, merge or forget tags."),
    "maintain": ("Manage", "Run one round of maintenance: fading, deferred jobs, purging."),
    "consolidate": ("Manage", "Merge near-duplicate memories."),
    "schedule": ("Manage", "Run maintenance every day."),
    "scan": ("Manage", "Look for secrets in stored memories."),
    "shadow": ("Manage", "Compare another ranking on your past queries."),
    "embed": ("Manage", "Use a full embedding model."),
    "setup": ("Manage", "Connect recall to your agents, shell and scheduler at once."),
    "uninstall": ("Manage", "Disconnect recall from everything on this machine."),
    "doctor": ("Manage", "Find problems and name a remedy for each."),
    "bench": ("Manage", "Measure how well recall finds."),
    "config": ("Manage", "Show and change settings."),
    "admin": ("Manage", "Rare work: encryption, servers, models, measuring."),
    "completion": ("Manage", "Install completion for bash, zsh or fish."),
    "help": ("Manage", "Show help for a command, or a page about a topic."),
}
ADMIN_COMMANDS = frozenset(
    "audit bench completion consolidate embed encrypt migrate scan schedule shadow token topics verify".split()
)
"""Commands that are called as `recall admin NAME`."""
MACHINE_COMMANDS = frozenset("admin completion config doctor help schedule setup uninstall".split())
"""Of the section Manage, the commands about this machine and recall itself. They have a folder of their own."""
SWITCHES = {
    "backup": {"--restore": "restore"},
    "encrypt": {"--off": "decrypt"},
    "list": {"--browse": "browse", "--count": "count"},
    "log": {"--told": "told"},
    "pin": {"--off": "unpin"},
    "setup": {"--remove": "uninstall"},
    "topics": {"--tags": "tags"},
    "view": {"--live": "ui"},
    "why": {"--related": "related"},
    "worker": {"--jobs": "jobs"},
}
"""For some commands: the switch that makes another command of it."""
CALLED_AS = {name: f"admin {name}" for name in COMMANDS if name in ADMIN_COMMANDS} | {
    other: f"{'admin ' if name in ADMIN_COMMANDS else ''}{name} {switch}"
    for name, switches in SWITCHES.items()
    for switch, other in switches.items()
}
"""How to call the commands that are called through another one."""
TOP_LEVEL = tuple(name for name in COMMANDS if name not in CALLED_AS and name != "hook")
"""The commands that help lists; `recall hook` is for agents only."""
COMMANDS_WITH_PAGE = frozenset({"serve", "share", "topics", "view"})
"""Commands with a page of their own: `recall help NAME` shows it, and `recall NAME --help` the options."""


def command_module_name(name: str) -> str:
    """The module of a command: in its section's folder, under its own name (`import` is a word of Python's)."""
    if name not in COMMANDS:  # `recall` alone
        return f"recall_cli.cli.commands.{name}"
    folder = "machine" if name in MACHINE_COMMANDS else COMMANDS[name][0].lower()
    return f"recall_cli.cli.commands.{folder}.{name}" + ("_" if name == "import" else "")


def command_function_name(name: str) -> str:
    """The function of a command has the name of its file."""
    return command_module_name(name).rpartition(".")[2]


def call_of(name: str) -> str:
    """How a command is called: by its name, behind admin, or by a switch of another command."""
    return CALLED_AS.get(name, name)
