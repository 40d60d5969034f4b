"""Hidden rules for agents in a folder that is imported: they are named, and the named command reads them."""

import pytest

from recall_cli.flows.transfer.movein.sources import HIDDEN_RULES
from tests.command import Home


def test_hidden_rules_are_named_with_a_command_that_reads_them(recall: Home) -> None:
    """The folder's own files are read; the rules only when they are named."""
    (recall.path / ".hidden").mkdir()
    (recall.path / "notes.md").write_text("The API listens on port 8080.\n")
    assert "hidden rules" not in recall.quick("import", ".", "--dry-run").err
    rules = recall.path / ".cursor/rules"
    rules.mkdir(parents=True)
    (rules / "web.mdc").write_text("Never cache prices in the browser.\n")
    (recall.path / "notes.md").write_text("We use NATS for the order queue because replay was too slow.\n")
    (recall.path / "client.py").write_text("print()\n")
    answer = recall.quick("import", ".")
    assert "1 other file was not read: client.py" in answer.err
    assert "hidden rules for agents were not read: recall import .cursor/rules reads them" in answer.err
    texts = [memory["text"] for memory in recall.json("list", "--project", "*")["memories"]]
    assert texts == ["We use NATS for the order queue because replay was too slow."]
    assert recall.json("import", ".cursor/rules")["created"] == 1


@pytest.mark.parametrize("name", [rule for rule in HIDDEN_RULES if rule.endswith(("rules", "instructions"))])
def test_a_folder_with_nothing_else_names_them_too(recall: Home, name: str) -> None:
    """The error says what to type."""
    folder = recall.path / "app" / name
    folder.mkdir(parents=True)
    (folder / "web.md").write_text("Never cache prices in the browser.\n")
    answer = recall.quick("import", "app")
    assert answer.status != 0
    assert f"(recall import app/{name})" in answer.err
