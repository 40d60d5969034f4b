"""MCP Inspector and the conformance suite, where they are installed.

RECALL_TEST_INSPECTOR names `mcp-inspector`, RECALL_TEST_CONFORMANCE names `conformance` (both from npm, Node 22).
"""

import os
import shutil
import subprocess
import sys

import pytest

from tests.command import AS_INSTALLED, Home
from tests.serve.client import serve
from tests.serve.http_bridge import bridge_to

INSPECTOR, CONFORMANCE = (os.environ.get(f"RECALL_TEST_{name}", "") for name in ("INSPECTOR", "CONFORMANCE"))
SCENARIOS = ("server-initialize", "ping", "tools-list", "resources-list", "prompts-list")
"""The other scenarios call tools of a sample server, or need what recall does not offer: logging, completion,
subscriptions, sampling, elicitation."""


@pytest.mark.skipif(not shutil.which(INSPECTOR), reason="RECALL_TEST_INSPECTOR names no program")
@pytest.mark.parametrize(
    "method",
    [
        ("tools/list", "--strict"), ("prompts/list",), ("resources/list",), ("resources/templates/list",),
        ("resources/read", "--uri", "recall://brief"), ("prompts/get", "--prompt-name", "memory_brief"),
        ("tools/call", "--tool-name", "search_memories", "--tool-arg", "query=anything", "--tool-arg", "limit=3"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_the_inspector_finds_nothing_wrong(recall: Home, method: tuple[str, ...]) -> None:
    """Schemas that every client understands, and answers of the right shape."""
    script = recall.path / "serve.py"
    script.write_text(AS_INSTALLED)
    command = [INSPECTOR, "--cli", sys.executable, str(script), "mcp", "--method", *method]
    ran = subprocess.run(command, env=recall.environment(), capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran


@pytest.mark.skipif(not shutil.which(CONFORMANCE), reason="RECALL_TEST_CONFORMANCE names no program")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_conformance_suite_passes(recall: Home, scenario: str) -> None:
    """Every scenario that a server without sample tools can be asked."""
    with serve(recall) as client, bridge_to(client) as url:
        command = [CONFORMANCE, "server", "--url", url, "--scenario", scenario]
        ran = subprocess.run(command, env=recall.environment(), capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran
