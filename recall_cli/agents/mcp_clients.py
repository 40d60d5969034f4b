"""The clients that can start `recall mcp`: where their settings are, and what an entry looks like there. Data alone."""

from recall_cli.domain.record import Record

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
    seen: str = ""
    """The version with which this was tested; empty if it was written from documentation only."""
    advice: str = ""
    """Which is better in this client, hooks or MCP."""
    restart: str = ""
    """What the user does next."""


_HOOKS_FIRST = (
    "Hooks are better here: they give the brief and learn from sessions (recall hooks install {name}). MCP adds the "
    "tools. With both, the hook alone gives the brief."
)
_ONLY_MCP = "recall has no hooks for it; its model asks for the brief with the tool memory_context."

CLAUDE_CODE = McpClient(
    name="claude-code",
    title="Claude Code",
    path=".claude.json",
    home=("CLAUDE_CONFIG_DIR", ""),
    extra={"type": "stdio"},
    seen="2.1.330",
    advice=_HOOKS_FIRST,
    restart="Start Claude Code again; /mcp shows the server.",
)
CLAUDE_DESKTOP = McpClient(
    name="claude-desktop",
    title="Claude Desktop",
    path=".config/Claude/claude_desktop_config.json",
    mac_path="Library/Application Support/Claude/claude_desktop_config.json",
    home=("XDG_CONFIG_HOME", ".config"),
    advice=_ONLY_MCP,
    restart="Quit Claude Desktop and start it again.",
)
CODEX = McpClient(
    name="codex",
    title="Codex CLI",
    path=".codex/config.toml",
    home=("CODEX_HOME", ".codex"),
    form=TOML,
    section="mcp_servers",
    seen="0.169.0",
    advice=_HOOKS_FIRST,
    restart="Start Codex again; /mcp shows the server.",
)
GEMINI = McpClient(
    name="gemini",
    title="Gemini CLI",
    path=".gemini/settings.json",
    seen="0.61.0",
    advice=_HOOKS_FIRST,
    restart="Start Gemini CLI again; /mcp shows the server.",
)
CURSOR = McpClient(
    name="cursor",
    title="Cursor",
    path=".cursor/mcp.json",
    advice=(
        "Both belong together here: the hook gives the brief (recall hooks install {name}), and MCP stores what is "
        "learned."
    ),
    restart="Cursor asks whether to enable the server.",
)
VSCODE = McpClient(
    name="vscode",
    title="VS Code",
    path=".config/Code/User/mcp.json",
    mac_path="Library/Application Support/Code/User/mcp.json",
    home=("XDG_CONFIG_HOME", ".config"),
    section="servers",
    extra={"type": "stdio"},
    advice=_ONLY_MCP,
    restart="VS Code asks whether to trust the server when it starts it.",
)
ZED = McpClient(
    name="zed",
    title="Zed",
    path=".config/zed/settings.json",
    home=("XDG_CONFIG_HOME", ".config"),
    section="context_servers",
    extra={"source": "custom"},
    advice=_ONLY_MCP,
    restart="Zed notices it at once.",
)
OPENCODE = McpClient(
    name="opencode",
    title="opencode",
    path=".config/opencode/opencode.json",
    home=("XDG_CONFIG_HOME", ".config"),
    other_names=("opencode.jsonc",),
    section="mcp",
    shape=ONE_LIST,
    extra={"type": "local", "enabled": True},
    seen="1.18.33",
    advice=_HOOKS_FIRST,
    restart="Start opencode again.",
)
COPILOT = McpClient(
    name="copilot",
    title="Copilot CLI",
    path=".copilot/mcp-config.json",
    home=("COPILOT_HOME", ".copilot"),
    extra={"type": "local", "tools": ["*"]},
    seen="1.0.102",
    advice=_HOOKS_FIRST,
    restart="Start Copilot CLI again; /mcp show lists the server.",
)
MCP_CLIENTS = {
    client.name: client
    for client in (CLAUDE_CODE, CLAUDE_DESKTOP, CODEX, GEMINI, CURSOR, VSCODE, ZED, OPENCODE, COPILOT)
}
_ALIASES = {
    "claude": "claude-code",
    "claudecode": "claude-code",
    "desktop": "claude-desktop",
    "code": "vscode",
    "vs-code": "vscode",
    "visual-studio-code": "vscode",
    "gemini-cli": "gemini",
    "github-copilot": "copilot",
}


def find_client(name: str) -> McpClient:
    """The client with this name; for a similar name, the error suggests the right one."""
    client = MCP_CLIENTS.get(name.lower())
    if client is not None:
        return client
    import difflib

    from recall_cli.domain.errors import UsageError

    near = _ALIASES.get(name.lower()) or next(iter(difflib.get_close_matches(name.lower(), MCP_CLIENTS, 1)), None)
    hint = f"did you mean {near}?" if near else "known clients: " + ", ".join(MCP_CLIENTS)
    raise UsageError(f"unknown client {name!r}", hint)
