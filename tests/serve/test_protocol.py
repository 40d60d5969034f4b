"""The Model Context Protocol in both generations, line by line."""

from pathlib import Path
from typing import Any

from recall_cli import __version__
from recall_cli.serve.catalogue import tools_for
from recall_cli.serve.grant import AGENT_RIGHTS, Grant
from recall_cli.serve.mcp.protocol import HANDSHAKE_VERSIONS
from recall_cli.serve.texts import INSTRUCTIONS
from tests.command import Home
from tests.serve.client import ENVELOPE, META, serve


def test_a_handshake_agrees_on_the_version(recall: Home) -> None:
    """The client's version if it is known, else the newest. One version has lists of messages; the others refuse them."""
    with serve(recall) as client:
        for version in (*HANDSHAKE_VERSIONS, "2099-01-01", "nonsense", ""):
            agreed = client.begin(version)
            assert agreed["protocolVersion"] == (version if version in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1])
            assert agreed["serverInfo"]["name"] == "recall"
            assert agreed["serverInfo"]["version"] == __version__
            assert agreed["instructions"] == INSTRUCTIONS
            assert set(agreed["capabilities"]) == {"tools", "prompts", "resources"}
            assert client.result("ping") == {}
            notification = {"jsonrpc": "2.0", "method": "notifications/x"}
            client.write([client.request("ping"), notification, client.request("ping")])
            answer = client.read()
            if version == "2025-03-26":
                assert [entry["result"] for entry in answer] == [{}, {}]
            else:
                assert answer["error"]["code"] == -32600
            client.write([])
            assert client.read()["error"]["code"] == -32600


def test_the_new_generation_needs_no_handshake(recall: Home) -> None:
    """server/discover names the version, and each result says whose it is and how long it may be kept."""
    with serve(recall, envelope=True) as client:
        found = client.result("server/discover")
        assert found["supportedVersions"] == [ENVELOPE]
        assert found["resultType"] == "complete"
        assert found["_meta"][META + "serverInfo"]["name"] == "recall"
        assert found["cacheScope"] == "private"
        assert found["instructions"] == INSTRUCTIONS
        listed = client.result("tools/list")
        assert listed["ttlMs"] > 0
        assert client.error("ping")["code"] == -32601
        assert client.error("initialize", {})["code"] == -32602


def test_an_unknown_version_in_an_envelope_names_the_known_one(recall: Home) -> None:
    """-32022 with what is supported; an incomplete envelope is a wrong parameter."""
    with serve(recall) as client:
        meta: dict[str, Any] = {META + "protocolVersion": "2030-01-01", META + "clientCapabilities": {}}
        error = client.error("tools/list", {"_meta": meta})
        assert error["code"] == -32022
        assert error["data"] == {"supported": [ENVELOPE], "requested": "2030-01-01"}
        for wrong in ({META + "protocolVersion": ENVELOPE}, {**meta, META + "protocolVersion": 3}, []):
            assert client.error("tools/list", {"_meta": wrong})["code"] == -32602


def test_before_the_handshake_only_probes_are_answered(recall: Home) -> None:
    """Claude Code asks server/discover first: an error, and then the handshake works."""
    with serve(recall) as client:
        assert client.error("server/discover")["code"] == -32601
        assert client.error("tools/list")["code"] == -32602
        assert client.error("no/such")["code"] == -32601
        assert client.result("ping") == {}
        client.begin()
        assert client.result("tools/list")["tools"]


def test_rights_decide_which_tools_there_are(recall: Home) -> None:
    """Without rights to change, no tool that changes is listed or called; others only when allowed."""
    with serve(recall, "--read-only") as client:
        client.begin()
        tools = client.result("tools/list")["tools"]
        assert all(tool["annotations"]["readOnlyHint"] for tool in tools)
        assert client.error("tools/call", {"name": "store_memory", "arguments": {"text": "x"}})["code"] == -32602
    with serve(recall, "--allow", "erase", "--allow", "audit") as client:
        client.begin()
        names = {tool["name"] for tool in client.result("tools/list")["tools"]}
        assert {"erase_memories", "verify_audit", "export_audit", "store_memory"} <= names
    with serve(recall, "--tools", "all") as client:
        client.begin()
        assert client.result("tools/list")["tools"] == [tool.as_document() for tool in tools_for(Grant())]
    assert {tool.right for tool in tools_for(Grant())} == AGENT_RIGHTS


def test_the_folder_of_the_client_is_its_project(recall: Home) -> None:
    """The folder that it names as a root, else the one that it started the server in, unless --project names one."""
    first, second = recall.path / "first", recall.path / "the second"
    for folder in (first, second):
        (folder / ".git").mkdir(parents=True)
        (folder / ".git/config").write_text("[core]\n")
        (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    with serve(recall, cwd=first) as client:
        client.begin()
        client.call("store_memory", text="We deploy the first thing on Fridays.", wait=True)
    with serve(recall, cwd=first) as client:
        client.begin(roots=True)
        question = client.read()
        assert question["method"] == "roots/list"
        root = {"uri": second.as_uri(), "name": "second"}
        client.write({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [{"uri": "https://x"}, root]}})
        client.call("store_memory", text="We deploy the second thing on Mondays.", wait=True)
        assert "Mondays" in client.call("search_memories", query="when do we deploy")[0]
        assert "Fridays" not in client.call("search_memories", query="when do we deploy")[0]
        assert "Fridays" in client.call("search_memories", query="when do we deploy", project="*")[0]
    with serve(recall, "--project", "third", cwd=first) as client:
        client.begin(roots=True)
        client.call("store_memory", text="We deploy the third thing on Sundays.", wait=True)
    projects = {memory["text"]: memory["project"] for memory in recall.json("list", "--project", "*")["memories"]}
    assert projects == {
        "We deploy the first thing on Fridays.": "first",
        "We deploy the second thing on Mondays.": "the second",
        "We deploy the third thing on Sundays.": "third",
    }


def test_a_client_without_a_folder_sees_all_and_writes_without_a_project(recall: Home) -> None:
    """Desktop clients start servers in the home folder or in /."""
    recall.store("Alpha uses tabs.", "--project", "alpha")
    with serve(recall, cwd=Path("/")) as client:
        client.begin(name="claude-ai")
        assert "Alpha uses tabs" in client.call("search_memories", query="tabs")[0]
        client.call("store_memory", text="The user prefers short answers.", wait=True)
    stored = next(entry for entry in recall.json("list", "--project", "*")["memories"] if "short" in entry["text"])
    assert stored["project"] is None
    assert stored["agent"] == "claude-desktop"
    assert stored["trust"] == "agent"


def test_the_brief_is_given_once(recall: Home) -> None:
    """Where a hook gave it, memory_context without a query says so; asked by name, it comes all the same."""
    recall.store("We chose NATS because replay was too slow.", "--type", "decision", "--global")
    hook = '{"session_id": "0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42", "cwd": "/", "hook_event_name": "SessionStart"}'
    assert "NATS" in recall("hook", "session-start", "--agent", "claude-code", stdin=hook).out
    with serve(recall, "--agent", "claude-code") as client:
        client.begin()
        assert "given by a hook" in client.call("memory_context")[0]
        assert "NATS" in client.call("memory_context", again=True)[0]
        assert "NATS" in client.call("memory_context", query="why NATS")[0]
        assert "NATS" in client.result("resources/read", {"uri": "recall://brief"})["contents"][0]["text"]
    with serve(recall, "--agent", "zed") as client:
        client.begin()
        assert "NATS" in client.call("memory_context")[0]
