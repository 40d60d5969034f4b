"""A token sees what is its own: every tool, with every kind of id, finds nothing of another user or beyond its view."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from recall_cli.serve.catalogue import TOOLS
from tests.command import Home
from tests.serve.http_client import HttpClient, HttpServer, serve_http, wait_until

SECRET_WORDS = ("quokka", "mulberry")
"""Words of the other user's memories that nobody else ever sends."""
OTHER = {"RECALL_USER": "bob"}


@pytest.fixture
def other(recall: Home) -> dict[str, Any]:
    """Another user with memories, a fact in contest, a deleted memory, a job and a project."""
    ids = [
        recall.store("The zanzibar cluster keeps its quokka in kumquat tables.", "--project", "vellichor", env=OTHER),
        recall.store("The zanzibar port is 9999, says mulberry.", "--entity", "zanzibar", "--attribute", "port", "--value", "9999",
            env=OTHER),
        recall.store("A kumquat that goes away again.", env=OTHER),
    ]  # fmt: skip
    recall.quick("delete", ids[2], env=OTHER)
    recall.quick("store", "A zanzibar text that waits to be read.", "--defer", env=OTHER)
    operation = recall.json("log", env=OTHER)["operations"][0]["operation"]
    job = recall.json("jobs", env=OTHER)["jobs"][0]["id"]
    unsent = recall.store("A mulberry that nobody asks for by its id.", env=OTHER)
    return {"ids": ids, "unsent": unsent, "operation": operation, "job": job, "project": "vellichor"}


@pytest.fixture
def server(recall: Home, other: dict[str, Any]) -> Iterator[HttpServer]:
    recall.store("The owner's port is 1234.", "--topic", "net", "--project", "shop")
    with serve_http(recall, search_processes=True) as running:
        yield running


def every_call(other: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every tool with each of the other user's ids, names and words in each argument that takes a text."""
    values = values_to_try(other)
    for tool in TOOLS:
        properties = tool.input_schema["properties"]
        needed = {name: _any_value(properties[name]) for name in tool.input_schema.get("required", ())}
        yield tool.name, needed
        for name, rules in properties.items():
            for value in values:
                if rules["type"] == "array":
                    yield tool.name, {**needed, name: [value]}
                elif rules["type"] == "object":
                    yield tool.name, {**needed, name: {value[:20]: value}}
                elif rules["type"] == "string" and "enum" not in rules:
                    yield tool.name, {**needed, name: value}


def values_to_try(other: dict[str, Any]) -> list[str]:
    """The other user's ids, names and words, and texts that could mean everything."""
    return [*other["ids"], *(id_[-4:] for id_ in other["ids"]), other["job"], str(other["operation"]), "vellichor",
            "zanzibar", "kumquat", "*", "999", "bob", "' OR 1=1 --", "recall://memory/" + other["ids"][0]]  # fmt: skip


def every_prompt_and_resource(client: HttpClient, other: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every prompt, resource and template that the server lists, with each of these values."""
    for value in values_to_try(other):
        for prompt in client.result("prompts/list")["prompts"]:
            yield (
                "prompts/get",
                {"name": prompt["name"], "arguments": {given["name"]: value for given in prompt["arguments"]}},
            )
        for template in client.result("resources/templates/list")["resourceTemplates"]:
            head, _, tail = template["uriTemplate"].partition("{")
            yield "resources/read", {"uri": head + value + tail.partition("}")[2]}
    for resource in client.result("resources/list")["resources"]:
        yield "resources/read", {"uri": resource["uri"]}


def _any_value(rules: dict[str, Any]) -> Any:
    simple: dict[str, Any] = {"string": "port", "boolean": True, "array": ["abcdef"], "integer": 3, "number": 0.5}
    return simple[rules["type"]]


def test_no_tool_shows_names_or_counts_what_is_another_users(
    server: HttpServer, recall: Home, other: dict[str, Any]
) -> None:
    """All rights, all tools, all ids: no word, no count and no change of the other user's."""
    token = server.token("all", "--allow", "erase", "--allow", "audit", "--allow", "settle", "--rate", "1000000",
        person=True)  # fmt: skip
    recall.quick("worker", env=OTHER)  # on a server it reads for users with tokens alone
    wait_until(lambda: all(job["state"] == "complete" for job in recall.json("jobs", env=OTHER)["jobs"]))
    before = _everything_of(recall, OTHER)
    client = HttpClient(server, token)
    client.begin()
    tried = 0
    for tool, arguments in every_call(other):
        answer = client.ask("tools/call", {"name": tool, "arguments": arguments})
        text = json.dumps(answer).lower()
        assert not [word for word in (*SECRET_WORDS, other["unsent"]) if word in text], (tool, arguments, answer)
        tried += 1
    assert tried > 400
    for method, params in every_prompt_and_resource(client, other):
        text = json.dumps(client.ask(method, params)).lower()
        assert not [word for word in (*SECRET_WORDS, other["unsent"]) if word in text], (method, params)

    def counts_agree() -> bool:
        """The tool counts the owner's memories alone; a worker may just be reading a text."""
        counts = json.loads(re.findall(r"^\{.*\}$", client.call("memory_stats")[0], re.M)[0])
        return bool(counts["memories"] == recall.json("count", "--project", "*")["count"])

    assert wait_until(counts_agree)
    assert _everything_of(recall, OTHER) == before


def _everything_of(recall: Home, env: dict[str, str]) -> Any:
    listed = recall.json("list", "--include", "all", "--project", "*", "-n", "100", env=env)["memories"]
    usage = {"accessed_at", "access_count"}
    return (
        [{name: value for name, value in memory.items() if name not in usage} for memory in listed],
        recall.json("log", env=env), recall.json("jobs", env=env),
    )  # fmt: skip


def test_resources_and_tasks_of_another_token_are_not_there(server: HttpServer, other: dict[str, Any]) -> None:
    """A resource by the id of another user; a task by the id of another token of the same user."""
    first, second = server.token("first"), server.token("second")
    client = HttpClient(server, first)
    client.begin()
    for id_ in other["ids"]:
        assert "kumquat" not in json.dumps(client.error("resources/read", {"uri": f"recall://memory/{id_}"}))
    part = {"data": {"dry_run": True}}
    send = {"message": {"messageId": "m1", "role": "ROLE_USER", "parts": [part]}}
    task = _rpc(server, first, "SendMessage", send)["result"]["task"]
    assert _rpc(server, first, "GetTask", {"id": task["id"]})["result"]["id"] == task["id"]
    for method in ("GetTask", "CancelTask", "SubscribeToTask"):
        assert _rpc(server, second, method, {"id": task["id"]})["error"]["code"] == -32001
    resumed = {"message": {"messageId": "m2", "taskId": task["id"], "role": "ROLE_USER", "parts": [part]}}
    assert _rpc(server, second, "SendMessage", resumed)["error"]["code"] == -32001
    assert _rpc(server, second, "ListTasks", {})["result"] == {
        "tasks": [], "nextPageToken": "", "pageSize": 50, "totalSize": 0,
    }  # fmt: skip
    same_id = _rpc(server, second, "SendMessage", send)["result"]["task"]
    assert same_id["id"] != task["id"]


def _rpc(server: HttpServer, token: str, method: str, params: Any) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return server.send("POST", "/a2a", message, token=token).json


def test_a_narrow_token_stays_narrow(server: HttpServer, recall: Home) -> None:
    """Clearance, topics and projects of a token; no argument widens them."""
    recall.store("The payroll key rotates on Mondays.", "--classification", "restricted", "--project", "shop")
    recall.store("The warehouse door has two locks.", "--project", "warehouse", "--topic", "doors")
    cases = {
        "clear": (("--clearance", "internal"), {"payroll"}),
        "topics": (("--topics", "doors"), {"payroll", "1234"}),
        "projects": (("--projects", "shop"), {"warehouse"}),
        "none": (("--projects", "nothing"), {"warehouse", "payroll", "1234"}),
    }
    queries = ("payroll key", "warehouse door", "port 1234", "locks rotates Mondays")
    for name, (options, hidden) in cases.items():
        client = HttpClient(server, server.token(name, *options, "--rate", "100000"))
        client.begin()
        seen = ""
        for query in queries:
            for more in ({}, {"project": "*"}, {"project": "warehouse"}, {"clearance": "confidential"}):
                seen += client.call("search_memories", query=query, **more)[0]
                seen += client.call("memory_context", query=query, **more)[0]
        seen += client.call("memory_stats")[0] + client.call("list_conflicts")[0]
        shown = {word for word in ("payroll", "warehouse door", "1234") if word in seen}
        assert not shown & {word.replace("warehouse", "warehouse door") for word in hidden}, (name, shown)


def test_a_token_for_projects_stores_in_one_of_them(server: HttpServer, recall: Home) -> None:
    """In the first without a name; never in another one, and never for all projects."""
    client = HttpClient(server, server.token("ci", "--projects", "shop,depot"))
    client.begin()
    text = "We decided to pack orders before noon because the courier comes at one."
    assert client.call("store_memory", text=text, wait=True)[1] is False
    (found,) = [memory for memory in recall.json("list", "--project", "*")["memories"] if memory["text"] == text]
    assert found["project"] == "shop"
    for more in ({"project": "warehouse"}, {"global": True}):
        answer, failed = client.call("store_memory", text=text, **more)
        assert failed and "this token is for shop, depot" in answer


def test_a_read_only_token_changes_nothing(server: HttpServer, recall: Home) -> None:
    """Only the tools that read are listed and called; consolidation is a dry run."""
    token = server.token("reader", "--read-only")
    client = HttpClient(server, token)
    client.begin()
    client.path = "/mcp?tools=all"
    names = {tool["name"] for tool in client.result("tools/list")["tools"]}
    assert names == {tool.name for tool in TOOLS if tool.right == "read"}
    before = recall.json("log")
    for tool in TOOLS:
        if tool.name not in names:
            assert client.error("tools/call", {"name": tool.name, "arguments": {}})["code"] == -32602
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "consolidate"}]}
    assert "only read" in _rpc(server, token, "SendMessage", {"message": message})["error"]["message"]
    assert recall.json("log") == before


def test_agents_of_one_user_are_apart_where_the_settings_say_so(recall: Home) -> None:
    """With agent_scoping a token sees its own agent's memories and the shared ones, whatever its client says."""
    recall.more["RECALL_AGENT_SCOPING"] = "true"
    recall.store("The purple build is slow.", "--agent", "codex")
    with serve_http(recall) as server:
        token = server.token("mine", "--agent", "gemini", person=True)
        client = HttpClient(server, token)
        client.begin()
        client.call("store_memory", text="We decided to keep the orange build because it is quick.", wait=True)
        seen = client.call("search_memories", query="build")[0]
        assert "orange" in seen and "purple" not in seen


WORK: tuple[tuple[str, dict[str, Any]], ...] = (
    ("store_memory", {"text": "We decided to keep the orange build because it is quick.", "wait": True}),
    ("store_memory", {"text": "We decided to keep the orange build, because it is quick.", "wait": True}),
    ("store_memory", {"text": "The orange port is 8080.", "entity": "orange", "attribute": "port", "value": "8080",
                      "wait": True}),
    ("search_memories", {"query": "orange build"}),
    ("memory_context", {"query": "orange build"}),
    ("inspect_memory", {"id": "ID"}),
    ("inspect_memory", {"id": "ID", "show": "why"}),
    ("inspect_memory", {"id": "ID", "show": "history"}),
    ("update_memory", {"id": "ID", "text": "We decided to keep the orange build because it is fast."}),
    ("feedback", {"ids": ["ID"], "helpful": True}),
    ("memory_stats", {}),
    ("list_conflicts", {}),
    ("settle_question", {"question": 1, "answer": "both"}),
    ("consolidate_memories", {"dry_run": False}),
    ("delete_memory", {"ids": ["ID"]}),
    ("erase_memories", {"query": "orange port", "confirm": True}),
    ("verify_audit", {}),
    ("export_audit", {}),
    ("store_memory", {"text": "A text that is read later."}),  # last, since nobody knows when it is read
)  # fmt: skip
"""Work with every tool; ID is the memory that the first text gave."""


def test_no_answer_tells_how_much_other_users_do(recall: Home) -> None:
    """Two users do the same, and between them a third one works: both get the same answers but for ids and times.

    The third one uses other words, and certainty is left out: how common a word is in the whole store counts there.
    """
    assert {tool for tool, _ in WORK} == {tool.name for tool in TOOLS}
    with serve_http(recall) as server:
        first = answers_to_work(server, "ann-w")
        for number in range(7):
            recall.store(f"Kumquat {number} ripens in the yellow shed of Vienna.", env=OTHER)
        recall.quick("delete", recall.store("A kumquat that goes away again.", env=OTHER), env=OTHER)
        second = answers_to_work(server, "zed-w")
    assert first == second


def answers_to_work(server: HttpServer, user: str) -> list[str]:
    """The answers that a new user gets, without ids, digests and times; a use is counted after its answer."""
    rights = ("--allow", "erase", "--allow", "audit", "--rate", "100000")
    client = HttpClient(server, server.token("all", "--user", user, *rights, person=True))
    client.begin()
    id_, answers = "", []
    for tool, arguments in WORK:
        given = json.loads(json.dumps(arguments).replace('"ID"', json.dumps(id_)))
        text = client.call(tool, **given)[0]
        id_ = id_ or re.findall(r'"id": "([0-9a-f-]+)"', text)[0]
        text = re.sub(r"(?<![0-9a-z])[0-9a-f]{4,}(-[0-9a-f]+)*(?![0-9a-z])", "ID", text.replace(user, "USER"))
        for tag in set(re.findall(r'<recalled_memories id="([a-z]+)">', text)):  # on a server each user has a secret
            text = re.sub(rf"\b{tag}\b", "TAG", text)
        text = re.sub(r"weak matches only.*\n|, \"certainty\": \"[a-z ]+\"", "", text)  # see the docs: serve
        answers.append(
            re.sub(
                r'"(duration_ms|used|access_count|at|seal|salt|digest|inputs|outcome)": ?("[^"]*"|[0-9.]+)', "", text
            )
        )
    return answers
