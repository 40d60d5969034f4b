"""What an agent is not to see it does not see: by any command, hook or export."""

import json
from pathlib import Path

import pytest

from recall_cli.cli.registry import COMMANDS
from tests.command import Home, open_sqlite

OPEN_TEXT = "The release train leaves on Tuesdays."
CLASSIFIED_TEXT = "The merger with Globex is called Falcon."
OTHER_PROJECT_TEXT = "Payroll runs from the Zurich office."
HIDDEN_WORDS = ("globex", "falcon", "zurich", "payroll")
READ_ARGUMENTS = {
    "search": ("release Globex Falcon Zurich payroll train",),
    "context": ("release Globex Falcon Zurich payroll train",),
    "list": (),
    "get": ("ID",),
    "why": ("ID", "--query", "merger Falcon"),
    "related": ("ID",),
    "history": ("company", "project"),
    "export": (),
    "view": ("-",),
    "count": (),
    "conflicts": (),
    "diff": ("--since", "1d"),
    "stats": (),
    "log": (),
    "review": (),
    "verify": (),
    "scan": (),
    "shadow": ("--ranking", "words"),
    "consolidate": ("--dry-run",),
    "erase": ("--query", "Falcon"),
    "hook": ("session-start", "--agent", "codex"),
    "edit": ("ID", "--dry-run"),
    "told": ("latest",),
    "tags": ("--project", "*"),
    "topics": ("--project", "*"),
    "projects": (),
}
"""Every command that tells what is stored, as an agent might ask."""
REVEALING_COMMANDS = ("search", "context", "list", "get", "why", "export", "view", "diff", "log", "erase", "hook")
"""Those that would tell of what is hidden here."""
QUERY_TEXT = " ".join(READ_ARGUMENTS["search"]).lower()


@pytest.fixture
def stored(recall: Home) -> Home:
    recall.fill_once("open and classified", store_texts)
    recall.more["RECALL_AGENT"] = "codex"
    return recall


def store_texts(recall: Home) -> None:
    for text, *more in (
        (OPEN_TEXT, "--topic", "work"),
        (CLASSIFIED_TEXT, "--topic", "work", "--classification", "restricted"),
        (OTHER_PROJECT_TEXT, "--topic", "money"),
    ):
        recall.quick("store", text, "--extractor", "none", "--type", "decision", "--importance", "0.9", *more)
        recall.later()


def restrict_view(home: Home) -> None:
    for name, value in (("clearance", "internal"), ("topics", "work")):
        home.quick("config", f"view.codex.{name}", value, person=True)


def run_read_command(home: Home, command: str) -> str:
    ids = {} if "ID" not in READ_ARGUMENTS[command] else {m["text"]: m["id"] for m in _all_ids(home)}
    heard = json.dumps(
        {"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup", "cwd": str(home.path)}
    )
    said = home.quick(
        command, *(ids[CLASSIFIED_TEXT] if word == "ID" else word for word in READ_ARGUMENTS[command]), stdin=heard
    )
    return (said.out + said.err).lower().replace(QUERY_TEXT, "")


def _all_ids(home: Home) -> "list[dict[str, str]]":
    found = home.quick("list", "--json", env={"RECALL_AGENT": "another"}).data["memories"]
    return list(found)


@pytest.mark.parametrize("command", REVEALING_COMMANDS)
def test_a_wide_view_sees_it(stored: Home, command: str) -> None:
    """So the test below can fail."""
    assert [word for word in HIDDEN_WORDS if word in run_read_command(stored, command)]


@pytest.mark.parametrize("command", READ_ARGUMENTS)
def test_an_agent_sees_no_more_than_its_view(stored: Home, command: str) -> None:
    """Above its clearance or outside its topics nothing is told, in words or by id."""
    restrict_view(stored)
    said = run_read_command(stored, command)
    assert not [word for word in HIDDEN_WORDS if word in said]


def test_every_reading_command_was_asked() -> None:
    """A command that is new is asked too, or known to tell nothing of what is stored."""
    silent = set(
        "store update tag delete feedback resolve pin unpin undo jobs worker import maintain embed backup restore doctor"
        " encrypt decrypt schedule hooks completion config bench audit help token serve ui mcp setup uninstall migrate browse admin sync join share team".split()
    )
    assert {*READ_ARGUMENTS} | silent == {*COMMANDS}


def test_what_it_may_see_it_sees(stored: Home) -> None:
    """The same commands tell it the rest, and another agent everything."""
    restrict_view(stored)
    assert [one["text"] for one in stored.quick("list", "--json").data["memories"]] == [OPEN_TEXT]
    assert OPEN_TEXT.lower() in run_read_command(stored, "context")
    assert len(_all_ids(stored)) == 3


def test_a_flag_names_no_wider_view(stored: Home) -> None:
    """Whoever calls itself something else keeps its own bounds; and a flag brings on those of the agent that it names."""
    restrict_view(stored)
    assert len(stored.quick("list", "--json", "--agent", "another").data["memories"]) <= 1
    del stored.more["RECALL_AGENT"]
    assert CLASSIFIED_TEXT not in stored.quick("search", "Globex Falcon", "--agent", "codex").out


def test_views_are_settings(stored: Home) -> None:
    """They are listed with the others, written into a table of their own, and checked."""
    restrict_view(stored)
    listed = stored.quick("config", "--json").data["settings"]
    assert listed["view.codex.clearance"] == {
        "value": "internal", "origin": "file", "variable": "RECALL_VIEW_CODEX_CLEARANCE",
    }  # fmt: skip
    assert "[view.codex]\n" in Path(stored.config).read_text()
    assert stored.quick("config", "view.codex.clearance", "secret", person=True).status == 2
    assert stored.quick("config", "view.codex.user", "bob", person=True).status == 2
    seen = stored.quick("list", "--json", env={"RECALL_VIEW_CODEX_TOPICS": "money"}).data["memories"]
    assert [one["text"] for one in seen] == [OTHER_PROJECT_TEXT]


def test_counts_are_of_what_the_view_shows(stored: Home) -> None:
    """Log, audit, scan, backup and restore count the memories in view, and none that are hidden."""
    everything = stored.json("log", person=True, env={"RECALL_AGENT": ""})["operations"]
    assert len(everything) >= 3
    restrict_view(stored)
    log = stored.json("log")["operations"]
    assert [(one["kind"], one["touched"]) for one in log] == [("store", 1)]
    assert stored.json("log", "-n", "1")["operations"] == log
    audit = stored.json("audit", "verify")
    assert (audit["whole"], audit["rows"]) == (True, 1)
    assert [one["op"] for one in stored.json("audit", "export")["audit"]] == [log[0]["operation"]]
    assert stored.json("scan")["rows"] == 1
    copied = stored.json("backup", "copy.db")
    assert (copied["memories"], copied["rows"]) == (1, {"memory": 1})
    restored = stored.json("restore", "copy.db", "--db", str(stored.path / "other.db"))
    assert (restored["memories"], restored["rows"]) == (1, {"memory": 1})


def test_a_scan_tells_of_no_hidden_secret(stored: Home) -> None:
    """Where a hidden memory holds a secret, a narrowed view is told neither of it nor of how many there are."""
    with open_sqlite(stored.db) as db:
        db.execute("UPDATE memory SET text = 'password: Xk29sLq0Vn48Zt7rPq31' WHERE topic = 'money'")
        db.commit()
    assert stored.json("scan")["total"] >= 1
    restrict_view(stored)
    found = stored.json("scan")
    assert (found["total"], found["memories"], found["changes"]) == (0, [], [])


def test_a_person_is_told_that_agents_see_private_memories(recall: Home) -> None:
    """Until a clearance is set; nothing is said of ordinary memories, nor to an agent."""
    told = "agents are shown it too"
    private = ("--classification", "confidential", "--extractor", "none")
    assert told in recall.quick("store", "The customer Bolton pays late.", *private, person=True).err
    assert told not in recall.quick("store", "The customer Bolton pays early.", *private).err
    assert told not in recall.quick("store", "The customer Bolton pays.", "--extractor", "none", person=True).err
    assert "Bolton pays late" in recall.quick("context", "--agent", "claude-code").out
    recall.quick("config", "view.claude-code.clearance", "internal", person=True)
    assert told not in recall.quick("store", "The customer Bolton pays twice.", *private, person=True).err
    assert "Bolton pays late" not in recall.quick("context", "--agent", "claude-code").out
