"""The entry for `recall mcp` in a client's settings: put in, found and removed. Every other byte stays as it is."""

import os

from recall_cli.agents.hook_entries import COMMAND_NAME
from recall_cli.agents.json_editor import JsonEditor
from recall_cli.agents.mcp_clients import ONE_LIST, TOML
from recall_cli.agents.own_members import OwnMembers, has_content, is_exact_json_removal, remove_own_members
from recall_cli.agents.toml_hooks import add_tables, parse_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.mcp_clients import McpClient

SERVER_NAME = "recall"


def server_entry(client: "McpClient", program: str) -> "dict[str, Any]":
    """The entry of a client, for this program."""
    arguments = ["mcp", "--agent", client.name]
    if client.shape == ONE_LIST:
        return {**client.extra, "command": [program, *arguments]}
    return {**client.extra, "command": program, "args": arguments}


def calls_recall(entry: object) -> bool:
    """Does an entry start `recall mcp`? Its command shows it, so no record of the installation is needed."""
    if not isinstance(entry, dict):
        return False
    command, arguments = entry.get("command"), entry.get("args", [])
    words = command if isinstance(command, list) else [command, *(arguments if isinstance(arguments, list) else [])]
    return len(words) > 1 and os.path.basename(str(words[0])) == COMMAND_NAME and words[1] == "mcp"


def program_of_entry(entry: "dict[str, Any]") -> str:
    """The program that an entry starts."""
    command = entry["command"]
    return str(command[0] if isinstance(command, list) else command)


def find_server(text: str, client: "McpClient") -> "Any":
    """The entry called recall in some settings, whoever wrote it; None if there is none. ValueError if unreadable."""
    if not has_content(text):
        return None
    if client.form == TOML:
        servers = parse_toml(text).get(client.section)
        return servers.get(SERVER_NAME) if isinstance(servers, dict) else None
    node = JsonEditor(text).find((client.section, SERVER_NAME))
    return None if node is None else node.plain()


def add_server(text: str, client: "McpClient", entry: "dict[str, Any]") -> "tuple[str, list[tuple[int, str]]]":
    """The settings with our entry, and the edits that put it in; the settings must not have one."""
    if client.form == TOML:
        return add_tables(text, f"[{client.section}.{SERVER_NAME}]", [entry])
    doc = JsonEditor(text)
    if not has_content(text):
        doc.begin()
    doc.put_at((client.section, SERVER_NAME), entry)
    return doc.text, doc.edits


def remove_server(text: str, client: "McpClient") -> str:
    """The settings without our entry, and without a section that held only it."""
    return _remove_toml_table(text, client) if client.form == TOML else remove_own_members(text, own_members(client))


def own_members(client: "McpClient") -> OwnMembers:
    """Which member of a client's settings is recall's: the server that is called recall."""
    return OwnMembers(
        is_own=lambda path, _: path == (client.section, SERVER_NAME),
        is_left_over=lambda path, value: path == (client.section,) and value == (),
    )


def is_exact_removal(text: str, left: str, client: "McpClient") -> bool:
    """Whether settings lost our entry and nothing else."""
    if client.form != TOML:
        return is_exact_json_removal(text, left, own_members(client))
    try:
        return find_server(left, client) is None and _other_tables(text, client) == _other_tables(left, client)
    except ValueError:
        return False


def _other_tables(text: str, client: "McpClient") -> object:
    """All settings but our table, in their order."""
    document = parse_toml(text)
    servers = {name: value for name, value in document.pop(client.section, {}).items() if name != SERVER_NAME}
    return [*document.items()], servers


def is_empty_settings(text: str, client: "McpClient") -> bool:
    """Whether nothing is left in some settings, not even a comment."""
    return not has_content(text) or (client.form != TOML and "".join(text.strip("\ufeff").split()) == "{}")


def _remove_toml_table(text: str, client: "McpClient") -> str:
    """The settings without our table and the tables below it."""
    kept, ours = [], False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare.startswith("["):
            name = bare.lstrip("[").partition("]")[0].replace('"', "").replace("'", "").replace(" ", "")
            ours = (name + ".").startswith(f"{client.section}.{SERVER_NAME}.")
        if not ours or bare.startswith("#"):
            kept.append(line)
    return "".join(kept)
