"""Every command, in the order in which help shows them: its section, and one line about it."""

COMMANDS = {
    "store": ("Write", "Keep a memory."),
    "update": ("Write", "Correct a memory."),
    "tag": ("Write", "Set or remove tags of a memory."),
    "delete": ("Write", "Remove memories; can be undone."),
    "erase": ("Write", "Remove for good, with proof."),
    "feedback": ("Write", "Say whether memories helped."),
    "pin": ("Write", "Protect memories from fading."),
    "unpin": ("Write", "Let them fade again."),
    "review": ("Write", "Memories that wait for a person's word."),
    "resolve": ("Write", "Settle a fact that memories disagree on."),
    "undo": ("Write", "Take back the last write, or a named one."),
    "search": ("Read", "Find memories by words and meaning."),
    "context": ("Read", "What an agent should know now."),
    "get": ("Read", "Show memories by their ids."),
    "list": ("Read", "Show the newest memories."),
    "related": ("Read", "What belongs together with a memory."),
    "history": ("Read", "How a belief came to be what it is."),
    "conflicts": ("Read", "Facts that need your word."),
    "why": ("Read", "Where a memory comes from, and why a search shows it or not."),
    "diff": ("Read", "What was learned, corrected and forgotten since a date."),
    "count": ("Read", "How many memories there are."),
    "stats": ("Read", "What is in the store, at a glance."),
    "log": ("Read", "The record of writes."),
    "jobs": ("Agents", "Work that was put off, and what became of it."),
    "worker": ("Agents", "Do what was put off."),
    "hooks": ("Agents", "Put recall into your agents, and take it out again."),
    "hook": ("Agents", "What an agent's hooks call."),
    "import": ("Transfer", "Read memories from a file."),
    "export": ("Transfer", "Write memories to a file, one JSON line each."),
    "encrypt": ("Transfer", "Encrypt the store's file, or change its key."),
    "decrypt": ("Transfer", "Make the store a plain file again."),
    "backup": ("Transfer", "Copy the whole store to a file, while it is in use."),
    "restore": ("Transfer", "Bring a copy of the store back."),
    "audit": ("Manage", "The sealed record of writes: verify it, export it."),
    "verify": ("Manage", "Hold memories against the code that they speak of."),
    "maintain": ("Manage", "One round of upkeep: fading, loops, deferred work, purging."),
    "consolidate": ("Manage", "Tell as one what several memories say."),
    "schedule": ("Manage", "Have maintenance run every day."),
    "scan": ("Manage", "Look for secrets in what is already stored."),
    "shadow": ("Manage", "Try another ranking on what was asked before."),
    "embed": ("Manage", "Let a full embedding model read the memories."),
    "doctor": ("Manage", "Look for anything that is wrong, and what to do about it."),
    "bench": ("Manage", "Measure how well recall finds."),
    "config": ("Manage", "Show and change settings and projects."),
    "completion": ("Manage", "Completion for bash, zsh, fish and PowerShell."),
}


def command_module_name(name: str) -> str:
    """The module of a command: in its section's folder, under its own name (`import` is a word of Python's)."""
    if name not in COMMANDS:  # `recall` alone
        return f"recall_cli.cli.commands.{name}"
    return f"recall_cli.cli.commands.{COMMANDS[name][0].lower()}.{name}" + ("_" if name == "import" else "")


def command_function_name(name: str) -> str:
    """The function of a command has the name of its file."""
    return command_module_name(name).rpartition(".")[2]
