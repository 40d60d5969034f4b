"""Connecting clients to `recall mcp` and disconnecting them: every byte that is not recall's stays."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents import mcp_entries
from recall_cli.agents.jsonc import parse_jsonc
from recall_cli.agents.mcp_clients import JSON, MCP_CLIENTS, TOML, McpClient
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.cli.commands.agents import mcp as command
from tests.command import Home

JSON_TEXTS = {
    "nothing": "{}",
    "spread nothing": "{\n}\n",
    "one line": '{"model": "opus", "SECTION": {"other": {"command": "x"}}}',
    "usual": '{\n  "theme": "dark",\n  "SECTION": {\n    "other": {\n      "command": "npx",\n      "args": ["-y"]\n    }\n  }\n}\n',
    "empty section": '{\n    "SECTION": {},\n    "last": true\n}',
    "tabs": '{\n\t"projects": {\n\t\t"/home/me": {"allowed": []}\n\t}\n}',
    "windows": '{\r\n  "SECTION": {\r\n    "other": {"url": "x"}\r\n  }\r\n}\r\n',
    "mark": '\ufeff{\n  "theme": "dark"\n}\n',
    "comments": '// mine\n{\n  "a": 1, // one\n  "SECTION": { // servers\n    "other": {"command": "x"}, // good\n  },\n}\n',
}
TOML_TEXTS = {
    "blank": "\n",
    "usual": 'model = "gpt-6"\n\n[mcp_servers.other]\ncommand = "npx"\nargs = ["-y", "thing"]\n\n[tui]\ntheme = "dark"\n',
    "no line end": 'model = "gpt-6" # mine',
    "windows": 'model = "gpt-6"\r\n[tui]\r\ntheme = "dark"\r\n',
}
BROKEN_JSON = {"no end": '{"a": 1', "list": "[1]\n", "section": '{"SECTION": []}', "text": "a = 1\n"}
BROKEN_TOML = {"no end": 'a = "b', "inline": 'mcp_servers = {other = {command = "x"}}\n', "json": "{}"}
CASES = [
    pytest.param(client, text.replace("SECTION", client.section), id=f"{client.name}-{name}")
    for client in MCP_CLIENTS.values()
    for name, text in (TOML_TEXTS if client.form == TOML else JSON_TEXTS).items()
    if name == "usual" or client.name in ("claude-code", "codex", "opencode")
]
"""Each client, and each text for one client of each form."""
BROKEN_CASES = [
    pytest.param(client, text.replace("SECTION", client.section), id=f"{client.name}-{name}")
    for client in MCP_CLIENTS.values()
    for name, text in (BROKEN_TOML if client.form == TOML else BROKEN_JSON).items()
]


def settings_file(recall: Home, client: McpClient, text: str | None = None) -> Path:
    """The settings file of a client, with this text."""
    path = recall.path / client.path
    if text is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return path


def read_server(path: Path, client: McpClient) -> Any:
    """The entry in a file, read by a parser of its own."""
    text = path.read_bytes().decode()
    document = tomllib.loads(text) if client.form == TOML else parse_jsonc(text).plain()
    return document.get(client.section, {}).get("recall")


@pytest.mark.parametrize(("client", "text"), CASES)
def test_what_was_there_stays_and_removal_is_exact(installed: Home, client: McpClient, text: str) -> None:
    """Connected, the client finds our entry beside all of its own; disconnected, every byte is as before."""
    path = settings_file(installed, client, text)
    assert installed.json("mcp", "install", client.name)["clients"][0]["action"] == "connected"
    entry = read_server(path, client)
    assert mcp_entries.calls_recall(entry)
    assert client.name in (entry["args"] if "args" in entry else entry["command"])
    assert mcp_entries.is_exact_removal(path.read_bytes().decode(), text, client)
    once = path.read_bytes()
    assert installed.json("mcp", "install", client.name)["clients"][0]["action"] == "already connected"
    assert path.read_bytes() == once
    assert installed.json("mcp", "remove", client.name)["clients"][0]["action"] == "disconnected"
    assert path.read_bytes() == text.encode()
    assert installed.json("mcp", "remove", client.name)["clients"][0]["action"] == "not connected"


@pytest.mark.parametrize("client", MCP_CLIENTS.values(), ids=lambda client: client.name)
def test_a_file_that_was_made_goes_with_its_folders(installed: Home, client: McpClient) -> None:
    """Where there was nothing, nothing is left; meanwhile only the user can read it."""
    before = sorted(installed.path.rglob("*"))
    installed.json("mcp", "install", client.name)
    path = settings_file(installed, client)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_server(path, client)
    installed.json("mcp", "remove", client.name)
    left = {entry for entry in installed.path.rglob("*") if ".local" not in entry.parts}
    assert left == {entry for entry in before if ".local" not in entry.parts}


@pytest.mark.parametrize(("client", "text"), CASES)
def test_without_the_record_removal_keeps_all_other_settings(installed: Home, client: McpClient, text: str) -> None:
    """The entry itself shows whose it is."""
    path = settings_file(installed, client, text)
    installed.quick("mcp", "install", client.name)
    (installed.path / ".local/share/recall/hooks/servers.json").unlink()
    assert installed.json("mcp", "remove", client.name)["clients"][0]["action"] == "disconnected"
    left = path.read_bytes().decode()
    assert read_server(path, client) is None
    assert mcp_entries.is_exact_removal(text, left, client)


@pytest.mark.parametrize("client", MCP_CLIENTS.values(), ids=lambda client: client.name)
def test_changes_of_the_user_since_then_stay(installed: Home, client: McpClient) -> None:
    """A file that was edited after connecting loses our entry alone."""
    text = (TOML_TEXTS if client.form == TOML else JSON_TEXTS)["usual"].replace("SECTION", client.section)
    path = settings_file(installed, client, text)
    installed.quick("mcp", "install", client.name)
    changed = path.read_bytes().decode().replace("dark", "light")
    path.write_bytes(changed.encode())
    installed.json("mcp", "remove", client.name)
    assert path.read_bytes().decode() == text.replace("dark", "light")


@pytest.mark.parametrize("client", MCP_CLIENTS.values(), ids=lambda client: client.name)
def test_a_dry_run_shows_the_diff_and_writes_nothing(installed: Home, client: McpClient) -> None:
    """Neither the file nor a record."""
    path = settings_file(installed, client)
    edit = installed.json("mcp", "install", client.name, "--dry-run")["clients"][0]
    assert edit["action"] == "would be connected"
    assert any(line.startswith("+") and "recall" in line for line in edit["diff"])
    assert not path.exists()
    assert not (installed.path / ".local/share/recall/hooks/servers.json").exists()
    installed.quick("mcp", "install", client.name)
    before = path.read_bytes()
    edit = installed.json("mcp", "remove", client.name, "--dry-run")["clients"][0]
    assert edit["action"] == "would be disconnected"
    assert path.read_bytes() == before


@pytest.mark.parametrize(("client", "text"), BROKEN_CASES)
def test_settings_that_cannot_be_read_are_left_alone(installed: Home, client: McpClient, text: str) -> None:
    """One clear line, and no byte is changed."""
    path = settings_file(installed, client, text)
    for action in ("install", "remove"):
        answer = installed.quick("mcp", action, client.name)
        if action == "remove" and answer.status == 0:  # it can be read, and has no entry
            assert "not connected" in answer.out
        else:
            assert answer.status == 1
            assert answer.err.count("\n") == 1
            assert "nothing was changed" in answer.err
        assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("client", MCP_CLIENTS.values(), ids=lambda client: client.name)
def test_another_server_of_this_name_is_not_touched(installed: Home, client: McpClient) -> None:
    """Somebody else's recall is neither replaced nor removed."""
    text = (
        f'[{client.section}.recall]\ncommand = "other"\n'
        if client.form == TOML
        else json.dumps({client.section: {"recall": {"command": "other", "args": ["mcp"]}}})
    )
    path = settings_file(installed, client, text)
    answer = installed.quick("mcp", "install", client.name)
    assert answer.status == 1
    assert "another server called recall" in answer.err
    assert installed.json("mcp", "remove", client.name)["clients"][0]["action"] == "not connected"
    assert path.read_bytes() == text.encode()
    (state,) = installed.json("mcp", "status", client.name)["clients"]
    assert state["state"] == "another server has this name"


@pytest.mark.parametrize("client", MCP_CLIENTS.values(), ids=lambda client: client.name)
def test_an_entry_of_another_program_is_brought_up_to_date(installed: Home, client: McpClient) -> None:
    """After a move of recall the client starts the new program."""
    words = ["/gone/recall", "mcp", "--agent", client.name]
    entry: dict[str, Any] = (
        {"command": words} if client.shape == "one list" else {"command": words[0], "args": words[1:]}
    )
    text = (
        f"[{client.section}.recall]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in entry.items())
        if client.form == TOML
        else json.dumps({client.section: {"recall": entry, "other": {"command": "x"}}})
    )
    path = settings_file(installed, client, text)
    (state,) = installed.json("mcp", "status", client.name)["clients"]
    assert state["state"] == "connected to a program that is gone"
    assert installed.json("mcp", "install", client.name)["clients"][0]["action"] == "brought up to date"
    assert "/gone/recall" not in path.read_text()
    assert mcp_entries.calls_recall(read_server(path, client))
    (state,) = installed.json("mcp", "status", client.name)["clients"]
    assert state["state"] == "connected"


@pytest.mark.parametrize("order", [("hooks", "mcp"), ("mcp", "hooks")])
def test_hooks_and_server_in_one_file_do_not_disturb_each_other(installed: Home, order: tuple[str, str]) -> None:
    """Gemini CLI has both in its settings; each goes without the other, in any order."""
    path = settings_file(installed, MCP_CLIENTS["gemini"], '{\n  "theme": "dark"\n}\n')
    before = path.read_bytes()
    for kind in order:
        assert installed.quick(kind, "install", "gemini").status == 0
    assert installed.json("mcp", "status", "gemini")["clients"][0]["has_hooks"]
    for kind in order:
        assert installed.quick(kind, "remove", "gemini").status == 0
    assert path.read_bytes() == before


def test_variables_move_the_files(installed: Home) -> None:
    """Where a client's own variable moves its settings, they are found there."""
    elsewhere = installed.path / "elsewhere"
    for variable, name, file in (
        ("CLAUDE_CONFIG_DIR", "claude-code", ".claude.json"),
        ("CODEX_HOME", "codex", "config.toml"),
        ("COPILOT_HOME", "copilot", "mcp-config.json"),
    ):
        edit = installed.json("mcp", "install", name, "--dry-run", env={variable: str(elsewhere)})["clients"][0]
        assert edit["file"] == str(elsewhere / file)


def test_the_other_file_of_opencode_is_used_where_it_exists(installed: Home) -> None:
    """It reads opencode.json and opencode.jsonc."""
    other = installed.path / ".config/opencode/opencode.jsonc"
    other.parent.mkdir(parents=True)
    other.write_text("{\n  // mine\n}\n")
    installed.json("mcp", "install", "opencode")
    assert '"recall"' in other.read_text()
    installed.json("mcp", "remove", "opencode")
    assert other.read_text() == "{\n  // mine\n}\n"


def test_unknown_clients_get_a_suggestion(recall: Home) -> None:
    """Near names lead to the right one."""
    for wrong, right in (("claude", "claude-code"), ("vs-code", "vscode"), ("cursr", "cursor")):
        assert f"did you mean {right}?" in recall.quick("mcp", "install", wrong).err
    assert "name a client" in recall.quick("mcp", "install").err


def test_every_client_is_offered_and_says_what_is_better() -> None:
    """The names of the command are those of the registry, and each has advice about hooks."""
    assert tuple(MCP_CLIENTS) == command.CLIENT_NAMES
    for client in MCP_CLIENTS.values():
        advice = client.advice.format(name=client.name)
        assert ("recall hooks install" in advice) == (client.name in KNOWN_AGENTS), client.name
        assert client.form in (JSON, TOML)
