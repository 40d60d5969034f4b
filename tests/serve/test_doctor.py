"""What recall doctor says about the clients of recall mcp."""

import json
from typing import Any

from tests.command import Home


def findings(recall: Home) -> list[dict[str, Any]]:
    """What doctor says about clients."""
    document = json.loads(recall.quick("--json", "doctor").out)
    return [finding for finding in document["findings"] if finding["check"] == "clients"]


def test_without_clients_nothing_is_wrong(installed: Home) -> None:
    """Nobody has to use MCP."""
    (finding,) = findings(installed)
    assert finding["state"] == "ok"


def test_connected_clients_are_named_and_so_is_who_gives_the_brief(installed: Home) -> None:
    """With hooks in the same client, the hook gives the brief."""
    installed.quick("mcp", "install", "zed", "gemini")
    installed.quick("hooks", "install", "gemini")
    (finding,) = findings(installed)
    assert finding["state"] == "ok"
    assert "Zed" in json.dumps(finding)
    assert "Gemini CLI (its hook gives the brief)" in json.dumps(finding)


def test_a_program_that_is_gone_is_a_warning_with_a_remedy(installed: Home) -> None:
    """After a move of recall the client would start nothing."""
    installed.quick("mcp", "install", "zed")
    settings = installed.path / ".config/zed/settings.json"
    document = json.loads(settings.read_text())
    document["context_servers"]["recall"]["command"] = "/gone/recall"
    settings.write_text(json.dumps(document))
    (finding,) = findings(installed)
    assert finding["state"] == "warning"
    assert finding["remedy"] == "recall mcp install zed"
    assert installed.quick("mcp", "install", "zed").status == 0
    assert findings(installed)[0]["state"] == "ok"
