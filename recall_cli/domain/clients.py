"""The coding agents that recall knows by name."""

KNOWN_CLIENTS = ("claude-code", "codex", "gemini", "opencode", "cursor", "copilot")
