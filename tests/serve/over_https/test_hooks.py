"""Hooks where the store is at the address of a server: the same answers as on a file, and sessions that are sent."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import engine_choice
from tests.cli.hook.calls import hook_message, recorded_runs, run_hook
from tests.command import Home
from tests.flows.agents.test_sessions import write_turns
from tests.flows.at_action.test_session_fixes import FAILURE, FIX, SUCCESS, YAML_ERROR
from tests.serve.over_https.address import Served, serve_tls

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")

RULES = (
    ("Never run rm -rf build; use make clean.", "--type", "preference"),
    ("Deploys happen on Mondays with helm.", "--type", "decision"),
    ("The API listens on port 8080.",),
    ("src/client.py retries only on 503.", "--type", "finding"),
    ("The queue runs on NATS because replay in RabbitMQ was too slow.", "--type", "decision"),
    ("When the tests say ERR_PNPM_OUTDATED_LOCKFILE, run pnpm install first.", "--type", "procedure"),
)
EVENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("session-start", {"source": "startup"}),
    ("session-start", {"source": "startup", "session_id": "s-2"}),
    ("prompt", {"prompt": "why does the queue run on NATS and not on RabbitMQ?"}),
    ("prompt", {"prompt": "ok"}),
    ("prompt", {"prompt": "paint the walls of the bathroom in a friendly colour please"}),
    ("tool-start", {"tool_name": "Bash", "tool_input": {"command": "rm -rf build"}}),
    ("tool-start", {"tool_name": "Bash", "tool_input": {"command": "rm -rf build"}}),
    ("tool-start", {"tool_name": "Bash", "tool_input": {"command": "ls"}}),
    ("tool-start", {"tool_name": "Read", "tool_input": {"file_path": "src/client.py"}}),
    ("tool-start", {"tool_name": "Read", "tool_input": {"file_path": "/etc/passwd"}}),
    (
        "tool-failed",
        {
            "tool_name": "Bash",
            "tool_input": {"command": "pnpm test"},
            "error": "Exit code 1\n ERR_PNPM_OUTDATED_LOCKFILE  Cannot install",
        },
    ),
    ("subagent-start", {"agent_id": "a-1"}),
    ("session-start", {"source": "compact"}),
)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A repository with a file that memories name."""
    folder = tmp_path / "work"
    (folder / "src").mkdir(parents=True)
    (folder / "src/client.py").write_text("retry = 503\n")
    (folder / "AGENTS.md").write_text("# Rules\n\n- The API listens on port 8080.\n")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True, env={"PATH": "/usr/bin:/bin"})
    return folder


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home, Served]]:
    """A home with a file, a client's home, and the server."""
    local, behind = Home(tmp_path / "file"), Home(tmp_path / "behind")
    behind.more["RECALL_EXTRACTOR"] = local.more["RECALL_EXTRACTOR"] = "rules"
    behind.quick("count")
    with serve_tls(behind, tmp_path / "tls") as served:
        client = served.client(tmp_path / "client", served.token("laptop"), XDG_RUNTIME_DIR=str(tmp_path / "run"))
        yield local, client, served


def without_marks(text: str) -> str:
    """An answer without the mark of its fence, the ids of its memories and the place of the program."""
    mark = re.search(r'<recalled_memories id=\\?"([a-z]+)', text)
    text = text if mark is None else re.sub(rf'{mark[1]}(?=[:\["\\\\]|$)', "<mark>", text)
    return re.sub(r"(?<=<mark>\[)[0-9a-f]{4,}|(?<=\[)[0-9a-f]{4,}(?=,)", "<id>", text)


def test_hooks_answer_the_same(homes: tuple[Home, Home, Served], work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Briefs, answers to prompts, what bears on an action, and silence."""
    monkeypatch.setattr("recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: None)
    local, client, _ = homes
    for rule in RULES:
        for home in (local, client):
            assert home.quick("store", *rule, cwd=work).status == 0
    spoken = 0
    for event, more in EVENTS:
        message = hook_message(work, **{"session": "s-1", **more}) if "session_id" not in more else json.dumps(
            {"cwd": str(work), **more}
        )  # fmt: skip
        here, there = (run_hook(home, event, "claude-code", message, cwd=work) for home in (local, client))
        assert (there.status, there.err) == (0, ""), (event, more, recorded_runs(client))
        assert without_marks(here.out) == without_marks(there.out), (event, more, recorded_runs(client)[-1])
        spoken += bool(there.out)
    assert spoken >= 6
    used = [
        [(m["access_count"], m["text"]) for m in home.json("list", cwd=work)["memories"]] for home in (local, client)
    ]
    assert used[0] == used[1] and any(count for count, _ in used[1])


def test_a_tool_that_nothing_is_known_about_asks_nobody(homes: tuple[Home, Home, Served], work: Path) -> None:
    """The keys of what is known lie on this machine: the server is asked once in a while, and not for each tool."""
    _, client, served = homes
    client.quick("store", RULES[0][0], cwd=work)
    for _ in range(6):
        message = hook_message(work, tool_name="Bash", tool_input={"command": "ls"})
        assert run_hook(client, "tool-start", "claude-code", message, cwd=work).out == ""
    asked = [line for line in served.server.stop() if line.get("path") == "/command" and line["kind"] == "hook"]
    assert 1 <= len(asked) <= 2


def test_a_session_is_sent_once_and_masked(homes: tuple[Home, Home, Served], work: Path, tmp_path: Path) -> None:
    """The words of a session that ended are read here and stored there, also if it is sent twice or goes on."""
    local, client, served = homes
    secret = "postgres://ann:s3cr3tPassw0rd@db.example.org/x"
    for home in (local, client):
        home.more["RECALL_EXTRACTOR"] = "rules"
    texts = ("We use tabs in Go, never spaces.", f"The database is at {secret} for all of us.")
    write_turns(client, work, "s-1", *texts)
    for home in (local, client):
        for _ in range(2):
            assert run_hook(home, "session-end", "claude-code", hook_message(work), cwd=work).status == 0
        assert home.quick("worker", "--once").status == 0

    def stored(home: Home) -> list[str]:
        return sorted(memory["text"] for memory in home.json("list", "--project", "*")["memories"])

    assert stored(local) == stored(client) and any("tabs in Go" in text for text in stored(client))
    write_turns(client, work, "s-1", "We never deploy on Fridays.")
    for home in (local, client):
        run_hook(home, "session-end", "claude-code", hook_message(work), cwd=work)
        assert home.quick("worker", "--once").status == 0
    assert stored(local) == stored(client) and any("Fridays" in text for text in stored(client))
    for place in (client.path, served.server.recall.path, tmp_path / "run"):
        for path in place.rglob("*"):
            assert not path.is_file() or b"s3cr3tPassw0rd" not in path.read_bytes(), path


def test_what_fixed_an_error_is_sent_too(homes: tuple[Home, Home, Served], work: Path) -> None:
    """A command that failed and passed after a change is known in any later session, also on another machine."""
    local, client, _ = homes
    (work / "s-1.jsonl").write_text("".join((FAILURE, FIX, SUCCESS)))
    for home in (local, client):
        run_hook(home, "session-end", "claude-code", hook_message(work), cwd=work)
        assert home.quick("worker", "--once").status == 0
    found = [
        [
            (memory["text"], memory["trust"], memory["metadata"])
            for memory in home.json("list", "--project", "*")["memories"]
        ]
        for home in (local, client)
    ]
    assert found[0] == found[1] and YAML_ERROR in found[1][0][0]


def test_a_hook_gives_up_and_the_session_waits(homes: tuple[Home, Home, Served], work: Path) -> None:
    """While the server is away a hook is silent, and what has ended is sent when the server is there again."""
    _, client, _ = homes
    client.more["RECALL_EXTRACTOR"] = "rules"
    write_turns(client, work, "s-1", "We use tabs in Go, never spaces.")
    address, client.more["RECALL_DB"] = client.more["RECALL_DB"], "https://localhost:1"
    for event in ("session-start", "prompt", "tool-start", "session-end"):
        message = hook_message(
            work, prompt="which port does the API use?", tool_name="Bash", tool_input={"command": "x"}
        )
        assert run_hook(client, event, "claude-code", message, cwd=work)[:3] == (0, "", "")
    assert client.quick("worker", "--once").status == 0
    doctor = client.quick("doctor")
    assert doctor.status == 1 and "not sent yet: 1 session" in doctor.out and "cannot be reached" in doctor.out
    for path in client.path.rglob("*"):  # what waits belongs to an address: it is sent nowhere else
        if path.is_file() and path.name.endswith("spool"):
            path.write_text(path.read_text().replace("https://localhost:1", address))
            if path.parent.name == "servers":
                path.rename(path.with_name(next_name(client, address)))
    client.more["RECALL_DB"] = address
    assert client.quick("worker", "--once").status == 0
    assert "tabs in Go" in client.quick("list", "--project", "*").out


def next_name(client: Home, address: str) -> str:
    """The name of the spool beside a store at this address."""
    from recall_cli.settings import Settings

    return Path(Settings({"db": address}, client.environment()).files_beside).name + ".spool"
