"""The endpoint for commands: who may use it, what it takes, and that nothing that is sent breaks it."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import engine_choice
from tests.command import Home
from tests.serve.http_client import HttpServer, serve_http

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")

SECRET_TEXT = "Anns door code is 4711 zanzibar."


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[HttpServer, str, str, str]]:
    """A server with memories of Ann, the id of one, and tokens of Ann and Bob."""
    home = Home(tmp_path_factory.mktemp("requests") / "home")
    id_ = home.store(SECRET_TEXT, "--global", env={"RECALL_USER": "ann"})
    home.store("Bob likes tea.", "--global", env={"RECALL_USER": "bob"})
    with serve_http(home) as server:
        tokens = [
            server.token(f"{user}-laptop", "--user", user, "--allow", "commands", "--rate", "100000", person=True)
            for user in ("ann", "bob")
        ]
        yield server, id_, *tokens


def ask(server: HttpServer, token: str, command: Any, values: Any = None, **more: Any) -> Any:
    """The document that the server answers with."""
    body = {"command": command, "values": {} if values is None else values, **more}
    answer = server.send("POST", "/command", body, token=token)
    assert answer.status == 200, answer.text
    return answer.json


def test_only_a_token_for_commands_gives_any(shared: tuple[HttpServer, str, str, str]) -> None:
    """No token, a token for tools, another method, another type, no JSON."""
    server, _, ann, _ = shared
    call = {"command": "count", "values": {}}
    assert server.send("POST", "/command", call, token=ann).json["lines"] == ["1"]
    assert server.send("POST", "/command", call).status == 401
    tools = server.token("tools", person=True)
    assert server.send("POST", "/command", call, token=tools).status == 403
    assert server.send("GET", "/command", token=ann).status == 405
    assert server.send("POST", "/command", call, token=ann, headers={"Content-Type": "text/plain"}).status == 415
    assert server.send("POST", "/command", b"{not json", token=ann).status == 400
    assert server.send("POST", "/command", call, token=ann, headers={"Origin": "https://evil.example"}).status == 403
    assert server.send("POST", "/command", b"x" * 8_000_001, token=ann).status == 413


def test_an_agent_makes_no_such_token(shared: tuple[HttpServer, str, str, str]) -> None:
    """The right to say who typed a command is given by a person only."""
    server, *_ = shared
    refused = server.recall.quick("token", "create", "mine", "--allow", "commands")
    assert refused.status == 3 and "only a person" in refused.err


def test_a_token_reaches_its_own_user_alone(shared: tuple[HttpServer, str, str, str]) -> None:
    """Ids, numbers and names of another user's memories are unknown, in every command and hook."""
    server, id_, ann, bob = shared
    found = ask(server, ann, "get", {"ids": [id_]})
    assert "zanzibar" in found["lines"][0]
    number = 1
    calls: list[tuple[str, dict[str, Any]]] = [
        ("get", {"ids": [id_]}), ("why", {"id": id_}), ("history", {"about": [id_]}), ("related", {"id": id_}),
        ("delete", {"ids": [id_]}), ("update", {"ids": [id_, "mine now"]}), ("pin", {"ids": [id_]}),
        ("unpin", {"ids": [id_]}), ("feedback", {"ids": [id_], "helpful": True}), ("tag", {"id": id_, "tags": ["a=b"]}),
        ("review", {"id": id_, "approve": True}), ("resolve", {"entity": id_, "many": True}), ("undo", {"op": "1"}),
        ("search", {"query": "Anns door"}), ("list", {"project": "*"}), ("context", {"query": "door code"}),
        ("store", {"text": "Bobs text.", "ends": [id_]}), ("log", {}), ("diff", {"since": "9d"}), ("told", {}),
        ("stats", {}), ("topics", {}), ("conflicts", {}),
        ("hook", {"event": "session-start", "agent": "codex"}),
        ("hook", {"event": "tool-start", "agent": "codex", "numbers": [number], "shown": [], "use": {"command": "x"}}),
        ("session", {"action": "position", "agent": "codex", "key": "/x"}),
    ]  # fmt: skip
    for command, values in calls:
        for as_json in (False, True):
            client = {"terminal": True, "settings": {"user": "ann", "agent": ""}, "user": "ann"}
            answer = ask(server, bob, command, values, json=as_json, client=client)
            text = json.dumps(answer)
            assert "zanzibar" not in text and "4711" not in text, (command, text)
    assert "zanzibar" in ask(server, ann, "get", {"ids": [id_]})["lines"][0], "it is as it was"
    keys = ask(server, bob, "hook", {"event": "keys", "salt": "00" * 16, "operation": 0, "reached": 0})
    assert keys.get("is_complete") is True


def test_settings_of_a_client_only_narrow(shared: tuple[HttpServer, str, str, str]) -> None:
    """A client hides memories from an agent by its own settings, and widens nothing with any."""
    server, _, ann, _ = shared
    ask(server, ann, "store", {"text": "The vault is red.", "classification": "confidential", "global_": True})

    def count(**settings: Any) -> int:
        return int(ask(server, ann, "count", client={"settings": settings})["lines"][0])

    everything = count()
    assert count(clearance="internal") == everything - 1
    assert count(**{"agent": "codex", "view.codex.clearance": "public"}) < everything
    assert count(db="/etc/passwd", user="bob", max_bytes=1, off=True) == everything
    narrow = server.token("narrow", "--user", "ann", "--clearance", "internal", "--allow", "commands", person=True)
    assert (
        int(ask(server, narrow, "count", client={"settings": {"clearance": "confidential"}})["lines"][0])
        == everything - 1
    )


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("backup", {"file": "/tmp/x"}), ("erase", {}), ("config", {}), ("serve", {}), ("../../etc", {}), (7, {}), (None, {}),
        ("count", []), ("count", "x"), ("count", {"nonsense": 1}), ("list", {"limit": "many"}), ("list", {"limit": -1}),
        ("list", {"limit": 10**9}), ("list", {"limit": True}), ("list", {"sort": "evil"}), ("search", {}),
        ("search", {"query": ["a"]}), ("search", {"query": "a\0b"}), ("search", {"query": "x", "sessions": True}),
        ("store", {"text": "x", "extractor": "command"}), ("store", {"text": "x", "extractor": "claude"}),
        ("store", {"text": "x", "tag": "a=b"}), ("store", {"text": 5}), ("get", {"ids": "abc"}), ("get", {"ids": [5]}),
        ("why", {"id": "x", "turn": True}), ("conflicts", {"ask": True}), ("review", {"sessions": True}),
        ("hook", {}), ("hook", {"event": "session-end", "agent": "codex"}), ("hook", {"event": "keys", "salt": "xx"}),
        ("session", {}), ("session", {"agent": "codex", "key": "x" * 9_999}),
        ("session", {"agent": "codex", "key": "/k", "action": "part", "turns": [5], "end": [0, ""], "previous": [0, ""]}),
    ],
)  # fmt: skip
def test_what_no_client_sends_is_refused(command: Any, values: Any, shared: tuple[HttpServer, str, str, str]) -> None:
    """One clear error, whatever the command, its values and their types are."""
    server, _, ann, _ = shared
    answer = ask(server, ann, command, values)
    assert answer["error"]["status"] in (1, 2) and answer["error"]["message"], answer


def test_no_file_of_the_server_is_read(shared: tuple[HttpServer, str, str, str], tmp_path: Path) -> None:
    """A path in a request stands for a file of the client: the server asks it, and opens nothing."""
    server, _, ann, _ = shared
    place = {"marks": [f"path:{tmp_path}", "path:/etc", "evil:x"], "names": ["etc"], "git": True}
    asked = ask(server, ann, "store", {"text": "x y z.", "anchor": ["/etc/passwd"]}, client={"place": place})
    assert asked.get("asks") == ["anchors", ["/etc/passwd"]]
    asked = ask(server, ann, "context", {"file": ["/etc/passwd"]}, client={"place": place})
    assert asked.get("asks") == ["path in project", "/etc/passwd"]
    asked = ask(server, ann, "context", {"diff": True}, client={"place": place})
    assert asked.get("asks") == ["changed lines", None]
    asked = ask(server, ann, "store", {"text": "-"}, client={"place": place})
    assert asked.get("asks") == ["standard input", None]


def test_the_endpoint_survives_noise(shared: tuple[HttpServer, str, str, str]) -> None:
    """Thousands of malformed requests: each gets an answer, none a traceback, and the next proper one works."""
    server, _, ann, _ = shared
    chance = random.Random(7)
    odd: list[Any] = [
        None, True, -1, 10**30, 1.5, "", "x" * 300, "\u0000", "\ud800", [], {}, [[]], {"a": {"b": []}}, ["a", 5],
        {"marks": [5, "path:/x"]}, {"files": [["a", 1, 2], 5]}, {"place": 5}, {"settings": {"clearance": 5}},
        {"settings": {"agent": ["x"]}}, {"settings": {"view.x.topics": 7}}, {"at": -5}, {"columns": 10**9},
        {"columns": 80, "colours": "evil"}, {"masked": {"a": "b"}}, {"session": 5}, {"off": 7}, {"paths": 5},
    ]  # fmt: skip
    names = ["count", "list", "search", "store", "context", "get", "hook", "session", "about", "update", "why"]
    for _ in range(600):
        document = {
            "command": chance.choice([*names, *odd]),
            "values": chance.choice(
                [{}, {chance.choice(["query", "text", "ids", "event", "agent", "key"]): chance.choice(odd)}]
            ),
            "client": chance.choice(odd),
            "answers": chance.choice([{}, {'["standard input", null]': chance.choice(odd)}, *odd]),
            "json": chance.choice(odd),
        }
        answer = server.send("POST", "/command", document, token=ann, headers={"X": "1"})
        assert answer.status == 200, (document, answer.status, answer.text)
        assert "Traceback" not in answer.text
    assert ask(server, ann, "count")["status"] == 0
