"""The official client of A2A against `recall serve`: a task in each of its states."""

import asyncio
import re
import uuid
from typing import Any

import pytest

from tests.command import Home
from tests.serve.a2a.test_a2a import NEAR, SETTLER, make_contest, store_others
from tests.serve.http_client import serve_http

BY_HAND = "the official client of A2A is installed by hand: pip install a2a-sdk httpx"
types, sdk = (pytest.importorskip(name, reason=BY_HAND) for name in ("a2a.types", "a2a.client"))
json_format = pytest.importorskip("google.protobuf.json_format", reason=BY_HAND)


class SdkClient:
    """The official client, with answers as plain values."""

    def __init__(self, http: Any, card: Any) -> None:
        self.clients = {
            streaming: sdk.ClientFactory(sdk.ClientConfig(httpx_client=http, streaming=streaming)).create(card)
            for streaming in (False, True)
        }

    async def send(self, *, streaming: bool = False, task: str = "", **part: Any) -> list[Any]:
        """All events that a message gives."""
        message = types.Message(message_id=str(uuid.uuid4()), role=types.Role.ROLE_USER)
        if task:
            message.task_id = task
        message.parts.append(json_format.ParseDict(part, types.Part()))
        request = types.SendMessageRequest(message=message)
        return [json_format.MessageToDict(event) async for event in self.clients[streaming].send_message(request)]

    async def cancel(self, task: str) -> Any:
        return json_format.MessageToDict(await self.clients[False].cancel_task(types.CancelTaskRequest(id=task)))

    async def state(self, task: str) -> str:
        found = json_format.MessageToDict(await self.clients[False].get_task(types.GetTaskRequest(id=task)))
        return str(found["status"]["state"])


def states(events: list[Any]) -> list[str]:
    """The states that events tell, in their order."""
    return re.findall(r"TASK_STATE_\w+", str(events))


def test_the_official_client_sees_every_state(recall: Home) -> None:
    """Submitted, working, input required, resumed, completed; canceled; failed. Polled and as a stream."""
    store_others(recall)
    for text in NEAR:
        recall.store(text, "--type", "finding", "--topic", "builds")
    make_contest(recall)
    with serve_http(recall) as server:
        token = server.token("settler", *SETTLER, "--rate", "100000", person=True)
        asyncio.run(walk_through(f"http://127.0.0.1:{server.port}", token))
    for barn in ("barn1", "barn2", "barn3", "barn4"):
        for text in NEAR:
            recall.store(text.replace("build", barn), "--type", "finding", "--topic", "barns")
    with serve_http(recall) as server:
        asyncio.run(fail(f"http://127.0.0.1:{server.port}", server.token("late", "--rate", "100000")))


async def connect(url: str, http: Any) -> SdkClient:
    card = await sdk.A2ACardResolver(http, url).get_agent_card()
    assert card.supported_interfaces[0].url == f"{url}/a2a"
    return SdkClient(http, card)


async def walk_through(url: str, token: str) -> None:
    import httpx

    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        client = await connect(url, http)
        events = await client.send(streaming=True, text="consolidate")
        seen = states(events)
        assert set(seen[:-1]) <= {"TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED"}
        assert seen[-1] == "TASK_STATE_INPUT_REQUIRED"
        task = events[0]["task"]["id"]
        assert await client.state(task) == "TASK_STATE_INPUT_REQUIRED"
        assert states([await client.cancel(task)])[-1] == "TASK_STATE_CANCELED"
        asked = (await client.send(text="consolidate"))[-1]["task"]
        assert asked["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        done = await client.send(streaming=True, task=asked["id"], data={"choice": "leave"})
        assert states(done)[-1] == "TASK_STATE_COMPLETED"
        assert await client.state(asked["id"]) == "TASK_STATE_COMPLETED"
        assert "artifact" in str(done)


async def fail(url: str, token: str) -> None:
    import httpx

    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        client = await connect(url, http)
        events = await client.send(streaming=True, data={"topic": "barns"})
        assert states(events)[-1] == "TASK_STATE_FAILED"
        assert "nothing was done" in str(events)
