"""The clients that can start `recall mcp`: where their settings are, and what an entry looks like there. Data alone."""

from recall_cli.agents.agent import find_by_name
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

JSON, TOML = "json", "toml"
COMMAND_AND_ARGUMENTS, ONE_LIST = "command and arguments", "one list"


class McpClient(Record):
    """One client: its settings file, and the form of an entry in it."""

    name: str
    title: str
    path: str
    """The settings file on Linux, from the home folder."""
    mac_path: str = ""
    """The same on macOS, if it is another."""
    home: "tuple[str, str]" = ("", "")
    """The variable that replaces the first folder of `path`, and that folder."""
    other_names: "tuple[str, ...]" = ()
    """Other names of the file that the client reads; one that exists is used."""
    form: str = JSON
    section: str = "mcpServers"
    """The key below which servers are listed."""
    shape: str = COMMAND_AND_ARGUMENTS
    extra: "dict[str, object]" = {}
    """Further fields of an entry."""
    advice: str = ""
    """Which is better in this client, hooks or MCP."""
    restart: str = ""
    """What the user does next."""


_HOOKS_FIRST = (
    "Hooks are better here: they give the brief and learn from sessions (recall hooks install {name}). MCP adds the "
    "tools. With both, the hook alone gives the brief."
)
_BOTH = (
    "Both belong together here: the hook gives the brief (recall hooks install {name}), and MCP stores what is learned."
)
_ONLY_MCP = "recall has no hooks for it; its model asks for the brief with the tool memory_context."
_XDG_FOLDER = ("XDG_CONFIG_HOME", ".config")
_STDIO = {"type": "stdio"}


def _client(name: str, title: str, path: str, **fields: "Any") -> McpClient:
    fields = {"advice": _HOOKS_FIRST, "restart": f"Start {title} again; /mcp shows the server.", **fields}
    return McpClient(name=name, title=title, path=path, **fields)


_CLIENTS = (
    _client("claude-code", "Claude Code", ".claude.json", home=("CLAUDE_CONFIG_DIR", ""), extra=_STDIO),
    _client(
        "claude-desktop", "Claude Desktop", ".config/Claude/claude_desktop_config.json",
        mac_path="Library/Application Support/Claude/claude_desktop_config.json", home=_XDG_FOLDER,
        advice=_ONLY_MCP, restart="Quit Claude Desktop and start it again.",
    ),
    _client(
        "codex", "Codex CLI", ".codex/config.toml", home=("CODEX_HOME", ".codex"), form=TOML, section="mcp_servers",
        restart="Start Codex again; /mcp shows the server.",
    ),
    _client("gemini", "Gemini CLI", ".gemini/settings.json"),
    _client("qwen", "Qwen Code", ".qwen/settings.json"),
    _client("cursor", "Cursor", ".cursor/mcp.json", advice=_BOTH, restart="Cursor asks whether to enable the server."),
    _client(
        "vscode", "VS Code", ".config/Code/User/mcp.json", mac_path="Library/Application Support/Code/User/mcp.json",
        home=_XDG_FOLDER, section="servers", extra=_STDIO, advice=_ONLY_MCP,
        restart="VS Code asks whether to trust the server when it starts it.",
    ),
    _client(
        "zed", "Zed", ".config/zed/settings.json", home=_XDG_FOLDER, section="context_servers",
        extra={"source": "custom"}, advice=_ONLY_MCP, restart="Zed notices it at once.",
    ),
    _client(
        "opencode", "opencode", ".config/opencode/opencode.json", home=_XDG_FOLDER, other_names=("opencode.jsonc",),
        section="mcp", shape=ONE_LIST, extra={"type": "local", "enabled": True}, restart="Start opencode again.",
    ),
    _client(
        "copilot", "Copilot CLI", ".copilot/mcp-config.json", home=("COPILOT_HOME", ".copilot"),
        extra={"type": "local", "tools": ["*"]},
        restart="Start Copilot CLI again; /mcp show lists the server.",
    ),
)  # fmt: skip
MCP_CLIENTS = {client.name: client for client in _CLIENTS}


def find_client(name: str) -> McpClient:
    """The client with this name; for a similar name, the error suggests the right one."""
    return find_by_name("client", name, MCP_CLIENTS)
