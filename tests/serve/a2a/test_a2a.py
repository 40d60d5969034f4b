"""Tasks of other agents: every state, from the first message to the diff; they survive a restart of the server."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from recall_cli.serve.a2a.card import agent_card
from recall_cli.serve.a2a.consolidation import parse_answer, parse_request
from tests.command import Home
from tests.serve.http_client import Answer, HttpServer, serve_http, wait_until

NEAR = (
    "The nightly build of the shop fails on machines with less than four gigabytes of memory.",
    "The nightly build of the shop fails on machines with less than four gigabytes of memory. "
    "The shop has four such machines.",
)
OVER = ("TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED")
SETTLER = ("--allow", "settle")


class Agent:
    """Another agent with a token."""

    def __init__(self, server: HttpServer, token: str) -> None:
        self.server, self.token, self.sent = server, token, 0

    def ask(self, method: str, params: Any, **headers: str) -> Answer:
        self.sent += 1
        message = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}
        return self.server.send("POST", "/a2a", message, token=self.token, headers={"A2A-Version": "1.0", **headers})

    def result(self, method: str, params: Any) -> Any:
        answer = self.ask(method, params).json
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, params: Any) -> Any:
        answer = self.ask(method, params).json
        assert "error" in answer, answer
        return answer["error"]

    def message(self, *parts: Any, **more: Any) -> dict[str, Any]:
        self.sent += 1
        return {"message": {"messageId": f"m{self.sent}", "role": "ROLE_USER", "parts": [*parts], **more}}

    def send(self, *parts: Any, **more: Any) -> Any:
        """The task of a message."""
        return self.result("SendMessage", self.message(*parts, **more))["task"]

    def get(self, task: Any) -> Any:
        return self.result("GetTask", {"id": task["id"]})


@pytest.fixture
def server(recall: Home) -> Iterator[HttpServer]:
    store_others(recall)
    for text in NEAR:
        recall.store(text, "--type", "finding", "--topic", "builds")
    with serve_http(recall) as running:
        yield running


@pytest.fixture
def agent(server: HttpServer) -> Agent:
    return Agent(server, server.token("helper", "--rate", "100000"))


def store_others(recall: Home) -> None:
    """So many memories about other things that to merge two is no large change."""
    for place in "Aix Bonn Cork Delft Essen Ghent Hull Izmir".split():
        recall.store(f"The office in {place} has its own printer.", "--topic", "offices")


def make_contest(recall: Home, *, person: bool = False) -> None:
    """A fact of which recall no longer chooses the value."""
    for value in ("morning", "afternoon", "morning", "afternoon", "morning"):
        recall.later(days=4)
        text = f"Meetings are in the {value}, as of {recall.moment[:10]}."
        fact = ("--entity", "team", "--attribute", "meeting_time", "--value", value)
        assert recall.quick("store", *fact, "--", text, person=person).status == 0
    assert recall.json("conflicts")["conflicts"]


def last_state(events: list[Any]) -> Any:
    (last,) = events[-1]["result"].values()
    return last["status"]["state"]


def data_of(parts: list[Any]) -> Any:
    return next(part["data"] for part in parts if "data" in part)


def test_consolidation_from_message_to_diff(agent: Agent, recall: Home) -> None:
    """Submitted, done, the diff as an artifact; the originals stay, and the user can undo all of it.

    A stream has the task, then each change of it, the artifact before the end; of a quick one only the end.
    """
    planned = agent.send({"data": {"dry_run": True}})
    assert planned["status"]["state"] == "TASK_STATE_COMPLETED"
    diff = data_of(planned["artifacts"][0]["parts"])
    assert diff["dry_run"] and len(diff["merges"][0]["sources"]) == 2
    assert recall.json("count", "--topic", "builds") == {"count": 2}
    task = agent.send({"text": "Please consolidate."})
    diff = data_of(task["artifacts"][0]["parts"])
    assert {source["text"] for source in diff["merges"][0]["sources"]} == set(NEAR)
    assert recall.json("count", "--topic", "builds") == {"count": 1}
    assert recall.json("log")["operations"][0]["agent"] == "helper"
    assert recall.quick("undo", str(recall.json("log")["operations"][0]["operation"])).status == 0
    assert recall.json("count", "--topic", "builds") == {"count": 2}
    events = agent.ask("SendStreamingMessage", agent.message({"text": "consolidate"})).events
    kinds = [next(iter(event["result"])) for event in events]
    assert kinds == ["task"] or (kinds[0] == "task" and kinds[-2:] == ["artifactUpdate", "statusUpdate"])
    assert last_state(events) == "TASK_STATE_COMPLETED"
    assert {event["id"] for event in events} == {agent.sent}


def test_a_message_is_taken_once(agent: Agent, recall: Home) -> None:
    """The same message again gives the same task; at once, if the client does not want to wait."""
    message = agent.message({"text": "consolidate"})
    message["configuration"] = {"returnImmediately": True}
    first = agent.result("SendMessage", message)["task"]
    again = agent.result("SendMessage", message)["task"]
    assert first["id"] == again["id"]
    wait_until(lambda: agent.get(first)["status"]["state"] in OVER)
    assert agent.result("ListTasks", {})["totalSize"] == 1
    assert recall.json("count", "--topic", "builds") == {"count": 1}


def test_a_conflict_asks_and_the_answer_goes_on(server: HttpServer, recall: Home) -> None:
    """Both sides with their choices; the chosen value is settled, nothing is deleted, and it can be undone."""
    make_contest(recall)
    agent = Agent(server, server.token("settler", *SETTLER, person=True))
    task = agent.send({"text": "consolidate"})
    assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    question = data_of(task["status"]["message"]["parts"])
    assert question["fact"] == "team.meeting_time"
    assert {side["value"] for side in question["sides"]} == {"morning", "afternoon"}
    assert [choice["choice"] for choice in question["choices"]] == ["keep", "keep", "leave"]
    keep = next(side["id"] for side in question["sides"] if side["value"] == "afternoon")
    total = recall.json("count", "--include", "all")["count"]
    assert agent.error("SendMessage", agent.message({"text": "what?"}, taskId=task["id"]))["code"] == -32602
    other = agent.message({"data": {"choice": "keep", "memory": "0" * 36}}, taskId=task["id"])
    assert agent.error("SendMessage", other)["code"] == -32602
    done = agent.send({"data": {"choice": "keep", "memory": keep}}, taskId=task["id"])
    assert done["id"] == task["id"] and done["status"]["state"] == "TASK_STATE_COMPLETED"
    (settled,) = data_of(done["artifacts"][0]["parts"])["settled"]
    assert settled["kept"] == keep
    assert recall.json("conflicts")["conflicts"] == []
    assert recall.json("count", "--include", "all")["count"] >= total + 1  # the answer; nothing went
    again = agent.message({"data": {"choice": "leave"}}, taskId=task["id"])
    assert agent.error("SendMessage", again)["code"] == -32004


def test_without_the_right_a_conflict_is_left_to_a_person(agent: Agent, recall: Home) -> None:
    """The question is shown, the only choice is to leave it, and a person may settle it meanwhile."""
    make_contest(recall)
    task = agent.send({"text": "consolidate"})
    question = data_of(task["status"]["message"]["parts"])
    assert question["choices"] == [{"choice": "leave"}]
    keep = {"data": {"choice": "keep", "memory": question["sides"][0]["id"]}}
    refused = agent.send(keep, taskId=task["id"])
    assert refused["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    assert recall.json("conflicts")["conflicts"]
    done = agent.send({"text": "leave"}, taskId=task["id"])
    assert done["status"]["state"] == "TASK_STATE_COMPLETED"
    assert data_of(done["artifacts"][0]["parts"])["left_contested"] == 1
    assert recall.json("conflicts")["conflicts"]


def test_what_the_user_stated_is_settled_by_nobody_else(server: HttpServer, recall: Home) -> None:
    """The right to settle ends at the user's own words."""
    make_contest(recall, person=True)
    agent = Agent(server, server.token("settler", *SETTLER, person=True))
    task = agent.send({"text": "consolidate"})
    side = data_of(task["status"]["message"]["parts"])["sides"][0]["id"]
    refused = agent.send({"data": {"choice": "keep", "memory": side}}, taskId=task["id"])
    assert refused["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    assert "only they can settle it" in refused["status"]["message"]["parts"][0]["text"]
    assert recall.json("conflicts")["conflicts"]


def test_a_task_is_followed_and_canceled(agent: Agent, recall: Home) -> None:
    """A stream on a task that asks ends at once with the question; the answer is followed on another.

    A task that asks something is canceled once; one that is over, never.
    """
    make_contest(recall)
    task = agent.send({"text": "consolidate"})
    events = agent.ask("SubscribeToTask", {"id": task["id"]}).events
    assert [event["result"]["task"]["status"]["state"] for event in events] == ["TASK_STATE_INPUT_REQUIRED"]
    canceled = agent.result("CancelTask", {"id": task["id"]})
    assert canceled["status"]["state"] == "TASK_STATE_CANCELED"
    assert agent.error("CancelTask", {"id": task["id"]})["code"] == -32002
    assert agent.error("SubscribeToTask", {"id": task["id"]})["code"] == -32004
    assert recall.json("count", "--topic", "builds") == {"count": 2}
    task = agent.send({"text": "consolidate"})
    events = agent.ask("SendStreamingMessage", agent.message({"text": "leave"}, taskId=task["id"])).events
    assert last_state(events) == "TASK_STATE_COMPLETED"


def test_tasks_survive_a_restart(server: HttpServer, agent: Agent, recall: Home) -> None:
    """A question is still asked by the next server, and its answer goes on; a task that was cut off is taken up."""
    make_contest(recall)
    task = agent.send({"text": "consolidate"})
    server.stop()
    from tests.command import open_sqlite

    with serve_http(recall) as second:
        agent.server = second
        assert agent.get(task)["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        second.process.kill()
    with open_sqlite(recall.db) as store:  # as a server leaves it that is killed while it works
        progress = json.dumps({"left": [], "question": None})
        store.execute(
            "UPDATE task SET state = 'working', holder = 'gone:1', lease_until = 1, progress = ?", (progress,)
        )
    with serve_http(recall) as third:
        agent.server = third
        wait_until(lambda: agent.get(task)["status"]["state"] == "TASK_STATE_INPUT_REQUIRED")
        done = agent.send({"text": "leave"}, taskId=task["id"])
        assert done["status"]["state"] == "TASK_STATE_COMPLETED"
    assert recall.json("count", "--topic", "builds") == {"count": 1}


def test_a_task_of_an_ended_token_is_not_taken_up(server: HttpServer, agent: Agent, recall: Home) -> None:
    """It fails with the reason; nothing is merged for somebody who may no longer ask."""
    from tests.command import open_sqlite

    make_contest(recall)
    task = agent.send({"text": "consolidate"})
    server.stop()
    recall.quick("token", "revoke", "helper")
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE task SET state = 'submitted'")

    def state() -> str:
        with open_sqlite(recall.db) as store:
            return str(store.execute("SELECT state FROM task WHERE id = ?", (task["id"],)).fetchone()[0])

    with serve_http(recall):
        wait_until(lambda: state() == "failed")
    assert recall.json("count", "--topic", "builds") == {"count": 2}


def test_erased_words_leave_the_tasks_too(agent: Agent, recall: Home) -> None:
    """A task keeps ids alone: what is erased is in no later answer and nowhere in the file."""
    task = agent.send({"data": {"dry_run": True}})
    ids = [memory["id"] for memory in recall.json("list")["memories"]]
    assert recall.quick("erase", *ids, "--confirm").status == 0
    assert "gigabytes" not in json.dumps(agent.get(task))
    agent.server.stop()
    assert b"gigabytes" not in recall.db.read_bytes()


WRONG_REQUESTS: tuple[tuple[str, Any, int], ...] = (
    ("Nothing", {}, -32601),
    ("message/send", {}, -32601),
    ("SendMessage", {}, -32602),
    ("SendMessage", {"message": {"parts": []}}, -32602),
    ("SendMessage", {"message": {"parts": [3]}}, -32602),
    ("SendMessage", {"message": {"parts": [{"data": {"topic": 3}}]}}, -32602),
    ("SendMessage", {"message": {"parts": [{"data": {"nothing": 3}}]}}, -32602),
    ("SendMessage", {"message": {"parts": [{"data": {"skill": "erase"}}]}}, -32602),
    ("SendMessage", {"message": {"parts": [{"text": "x"}], "taskId": "nothing"}}, -32001),
    ("GetTask", {}, -32602),
    ("GetTask", {"id": "x" * 500}, -32602),
    ("GetTask", {"id": "nothing"}, -32001),
    ("CancelTask", {"id": "nothing"}, -32001),
    ("ListTasks", {"pageSize": 0.5}, -32602),
    ("ListTasks", {"pageToken": "x"}, -32602),
    ("ListTasks", {"status": "DONE"}, -32602),
    ("GetTask", [], -32602),
    ("CreateTaskPushNotificationConfig", {}, -32003),
    ("GetExtendedAgentCard", {}, -32007),
)


def test_what_is_wrong_has_a_code(agent: Agent) -> None:
    """The codes of A2A and JSON-RPC, and one line."""
    for method, params, code in WRONG_REQUESTS:
        error = agent.error(method, params)
        assert error["code"] == code and "\n" not in error["message"], (method, params)


def test_versions_and_other_messages(agent: Agent) -> None:
    """Another version is refused; a message about something else is answered with what is possible."""
    assert agent.ask("ListTasks", {}, **{"A2A-Version": "0.3"}).json["error"]["code"] == -32009
    assert agent.ask("ListTasks", {}, **{"A2A-Version": ""}).json["result"]["totalSize"] == 0
    said = agent.result("SendMessage", agent.message({"text": "Hello there"}))["message"]
    assert said["role"] == "ROLE_AGENT" and "consolidate" in said["parts"][0]["text"]
    bad = agent.server.send("POST", "/a2a", b"{", token=agent.token)
    assert bad.json["error"]["code"] == -32700
    assert agent.server.send("POST", "/a2a", [1], token=agent.token).json["error"]["code"] == -32600


def test_pages_of_tasks(agent: Agent) -> None:
    """Newest first, page by page, by context and by state."""
    for at in range(5):
        agent.send({"data": {"dry_run": True}}, contextId="even" if at % 2 == 0 else "odd")
    seen, page = [], ""
    while True:
        found = agent.result("ListTasks", {"pageSize": 2, "pageToken": page})
        seen += [task["id"] for task in found["tasks"]]
        assert found["totalSize"] == 5 and "artifacts" not in found["tasks"][0]
        if not (page := found["nextPageToken"]):
            break
    assert len(seen) == len(set(seen)) == 5
    assert agent.result("ListTasks", {"contextId": "even"})["totalSize"] == 3
    assert agent.result("ListTasks", {"status": "TASK_STATE_FAILED"})["totalSize"] == 0
    assert "artifacts" in agent.result("ListTasks", {"includeArtifacts": True})["tasks"][0]


def test_many_tasks_at_once_end(agent: Agent, recall: Home) -> None:
    """Several agents ask at the same time: each task ends, and what one merges the others do not merge again."""
    ends: list[str] = []

    def ask() -> None:
        own = Agent(agent.server, agent.token)
        own.sent = 1000 * (1 + len(threading.enumerate()))
        ends.append(own.send({"text": "consolidate"})["status"]["state"])

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert ends == ["TASK_STATE_COMPLETED"] * 6
    assert recall.json("count", "--topic", "builds") == {"count": 1}


def test_requests_and_answers_are_read_strictly() -> None:
    """Words and data parts; anything else is no request."""
    assert parse_request([{"text": "consolidate, dry run"}]) == {"dry_run": True}
    assert parse_request([{"data": {"topic": "x", "project": "y"}}]) == {"topic": "x", "project": "y"}
    assert parse_request([{"text": "what is the weather"}]) is None
    assert parse_answer([{"text": "Leave."}]) == {"choice": "leave", "memory": ""}
    assert parse_answer([{"text": "keep 0123abcd"}]) == {"choice": "keep", "memory": "0123abcd"}


def test_the_card_says_what_is_offered() -> None:
    """Streams, no push, a bearer token, one skill, one interface."""
    card = agent_card("https://x.example")
    assert card["capabilities"] == {"streaming": True, "pushNotifications": False, "extendedAgentCard": False}
    assert card["supportedInterfaces"] == [
        {"url": "https://x.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    ]
    assert [skill["id"] for skill in card["skills"]] == ["consolidate"]
