"""Imported facts are compared with those believed before: the user's own file ends, any other contests.

Imported texts end and contest nothing.
"""

import json
from pathlib import Path

import pytest

from tests.command import Home

OLD, NEW = "The API listens on port 8080.", "The API was moved from port 8080 to port 9090."
PORT = ("--entity", "api", "--attribute", "port", "--value", "8080")
NEW_FACT: "dict[str, object]" = {"text": NEW, "entity": "api", "attribute": "port", "value": "9090"}


def write_lines(recall: Home, *memories: "dict[str, object]") -> Path:
    """A file to import, a memory on each line."""
    recall.db.parent.mkdir(parents=True, exist_ok=True)
    file = recall.db.parent / "lines.jsonl"
    file.write_text("".join(json.dumps(memory) + "\n" for memory in memories))
    return file


def live_texts(recall: Home) -> "set[str]":
    """What is believed."""
    return {memory["text"] for memory in recall.json("list")["memories"]}


def test_an_own_file_ends_a_belief(recall: Home) -> None:
    """With --own at a terminal the new statement ends the old one, and undo takes all of it back."""
    recall.store(OLD, "--type", "fact", *PORT, person=True)
    file = write_lines(recall, {**NEW_FACT, "type": "fact", "source": "user", "trust": "user"})
    recall.later()
    report = recall.quick("--json", "import", str(file), "--own", person=True).data
    assert (report["created"], report["replaced"], report["contested"]) == (1, 1, 0)
    assert live_texts(recall) == {NEW}
    recall.quick("undo", person=True)
    assert live_texts(recall) == {OLD}


@pytest.mark.parametrize("person", [False, True])
def test_another_file_only_contests(recall: Home, person: bool) -> None:
    """Without --own nothing ends, whoever stored the older one; recall conflicts lists both."""
    recall.store(OLD, "--type", "fact", *PORT, person=person)
    recall.later()
    file = write_lines(recall, {**NEW_FACT, "trust": "user"})
    report = recall.json("import", str(file))
    assert (report["replaced"], report["contested"]) == (0, 1)
    assert live_texts(recall) == {OLD, NEW}
    assert recall.json("conflicts")["conflicts"]
    recall.quick("undo")
    assert not recall.json("conflicts")["conflicts"]


@pytest.mark.parametrize("own", [(), ("--own",)])
def test_a_text_ends_and_contests_nothing(recall: Home, own: "tuple[str, ...]") -> None:
    """Even if it says what has changed: it may have been written long ago."""
    recall.store(OLD, "--type", "fact", person=True)
    file = write_lines(recall, {"text": NEW, "source": "user", "trust": "user"})
    report = recall.quick("--json", "import", str(file), *own, person=True).data
    assert (report["replaced"], report["contested"]) == (0, 0)
    assert live_texts(recall) == {OLD, NEW}
    assert recall.json("conflicts")["conflicts"] == []


def test_lines_of_one_file_stay_beside_each_other(recall: Home) -> None:
    """The statements of one file are not compared with each other."""
    file = write_lines(recall, {"text": OLD}, {"text": NEW})
    report = recall.json("import", str(file))
    assert (report["created"], report["contested"]) == (2, 0)
    assert live_texts(recall) == {OLD, NEW}


def test_a_large_file_says_what_it_did_not_compare(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit the report says how many were not compared."""
    from recall_cli.flows.transfer import import_changes

    monkeypatch.setattr(import_changes, "MAX_COMPARED_MEMORIES", 2)
    recall.store(OLD, "--type", "fact")
    file = write_lines(recall, *({"text": f"The wiki has page {n} about cats."} for n in range(5)))
    assert "3 of the new memories were not compared" in recall.quick("import", str(file)).err


def test_a_tool_compares_too(recall: Home) -> None:
    """What a model stores over MCP goes the same way as `recall store`."""
    from tests.serve.test_tools import Caller

    recall.store(OLD, "--type", "fact")
    caller = Caller(recall)
    answer = caller("store_memory", text=NEW, type="fact", wait=True)
    caller.app.close()
    assert not answer.is_error
    assert live_texts(recall) == {NEW}
