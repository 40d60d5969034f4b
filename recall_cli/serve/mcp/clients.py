"""The name of an agent, from what an MCP client says about itself."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_AGENT_WORDS = (
    ("claude-code", "claude-code"),
    ("claude-ai", "claude-desktop"),
    ("claude-desktop", "claude-desktop"),
    ("codex", "codex"),
    ("gemini", "gemini"),
    ("cursor", "cursor"),
    ("copilot", "copilot"),
    ("visual-studio-code", "vscode"),
    ("vscode", "vscode"),
    ("opencode", "opencode"),
    ("zed", "zed"),
)
"""A word in the name of a client, and the agent that it is; the first that fits."""
UNKNOWN_CLIENT = "mcp"
MAX_NAME_LETTERS = 40


def agent_of_client(client: "dict[str, Any]") -> str:
    """The agent's name for a client; a name that recall does not know is kept as letters, digits and hyphens."""
    name = client.get("name")
    if not isinstance(name, str):
        return UNKNOWN_CLIENT
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name[:200].lower())
    known = next((agent for word, agent in _AGENT_WORDS if word in plain), None)
    return known or "-".join(filter(None, plain.split("-")))[:MAX_NAME_LETTERS].strip("-") or UNKNOWN_CLIENT
