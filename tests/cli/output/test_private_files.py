"""What recall makes belongs to its owner alone, and what it prints cannot control a terminal."""

import json
import os
from pathlib import Path

import pytest

from tests.command import Home

HIDDEN = "".join(map(chr, (0x9B, 0x202E, 0x2066, 0xE0041, 0x7F)))
"""C1, two marks of direction, a tag and a control character."""


def test_everything_is_private_under_any_umask(recall: Home, tmp_path: Path) -> None:
    """With umask 000: the store, backups, hooks and settings of clients are closed to others."""
    project = tmp_path / "project"
    project.mkdir(mode=0o755)
    before = os.umask(0)
    try:
        recall("store", "We deploy from the main branch.", cwd=project)
        recall("backup", str(recall.path / "copies/one.db"), cwd=project)
        recall("hooks", "install", "codex", "gemini", "claude-code", cwd=project)
        recall("mcp", "install", "cursor", cwd=project)
        recall("config", "search.limit", "5", cwd=project)
        recall("export", str(recall.path / "all.jsonl"), cwd=project)
    finally:
        os.umask(before)
    made = [*recall.path.rglob("*")]
    assert len(made) > 8
    assert [path for path in made if not path.is_symlink() and path.stat().st_mode & 0o077] == []


def test_an_export_at_a_terminal_is_escaped(recall: Home) -> None:
    """No letter that controls a terminal is printed raw, and the JSON still says the same."""
    line = json.dumps({"text": f"We deploy from the {HIDDEN} main branch on Tuesdays."})
    assert recall("import", "-", stdin=line).status == 0
    [stored] = recall.json("list", "--include", "all")["memories"]
    shown = recall("export", "-", "--include", "superseded,held,expired", tty=True).raw.decode()
    assert not any(letter in shown for letter in HIDDEN)
    texts = [json.loads(part).get("text") for part in shown.splitlines() if part.startswith("{")]
    assert stored["text"] in texts


@pytest.mark.parametrize("command", [["list"], ["search", "deploy"], ["get"], ["review"], ["why"], ["history"]])
def test_no_command_prints_controls_at_a_terminal(recall: Home, command: list[str]) -> None:
    """Whatever shows memories at a terminal."""
    line = json.dumps({"text": f"We deploy from the {HIDDEN} main branch on Tuesdays."})
    recall("import", "-", stdin=line)
    [stored] = recall.json("list", "--include", "all")["memories"]
    more = ["--include", "superseded,held,expired"] if command[0] in ("list", "search") else []
    more = [stored["id"]] if command[0] in ("get", "why", "history") else more
    shown = recall(*command, *more, tty=True).raw.decode("utf-8", "replace")
    assert "Tuesdays" in shown
    assert not any(letter in shown for letter in HIDDEN)
