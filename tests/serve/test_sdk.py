"""The official SDK's client against `recall mcp` and `recall serve`, in both generations of the protocol."""

import asyncio
import sys
from typing import Any

import pytest

from tests.command import AS_INSTALLED, Home
from tests.serve.http_client import serve_http

mcp = pytest.importorskip("mcp", reason="the official client is in the extra `clients`")


async def use_everything(client: Any) -> dict[str, Any]:
    """Everything that the client can do with recall; what came of it."""
    found: dict[str, Any] = {}
    found["version"] = client.protocol_version
    found["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    stored = await client.call_tool(
        "store_memory", {"text": "We chose NATS because replay was too slow.", "wait": True}
    )
    found["stored"] = (stored.is_error, stored.content[0].text, stored.structured_content)
    found["search"] = (await client.call_tool("search_memories", {"query": "why NATS"})).content[0].text
    wrong = await client.call_tool("search_memories", {"limit": 3, "query": 5})
    found["wrong"] = (wrong.is_error, wrong.content[0].text)
    with pytest.raises(Exception, match="Unknown tool"):
        await client.call_tool("nothing", {})
    found["prompts"] = [prompt.name for prompt in (await client.list_prompts()).prompts]
    prompt = await client.get_prompt("memory_brief", {"task": "choosing NATS"})
    found["prompt"] = prompt.messages[0].content.text
    found["resources"] = [str(resource.uri) for resource in (await client.list_resources()).resources]
    found["templates"] = len((await client.list_resource_templates()).resource_templates)
    found["brief"] = (await client.read_resource("recall://brief")).contents[0].text
    with pytest.raises(Exception, match="Resource not found"):
        await client.read_resource("recall://memory/zzzzzz")
    many = [client.call_tool("search_memories", {"query": f"question {n}"}) for n in range(20)]
    found["many"] = [result.is_error for result in await asyncio.gather(*many)]
    return found


async def talk_over_stdio(recall: Home, mode: str) -> dict[str, Any]:
    server = mcp.StdioServerParameters(
        command=sys.executable, args=["-c", AS_INSTALLED, "mcp"], env=recall.environment(), cwd=str(recall.path)
    )
    async with mcp.Client(server, mode=mode) as client:
        return await use_everything(client)


async def talk_over_http(recall: Home, mode: str) -> dict[str, Any]:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    with serve_http(recall) as server:
        headers = {"Authorization": f"Bearer {server.token('sdk', '--rate', '100000')}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{server.port}/mcp", http_client=http)
            async with mcp.Client(transport, mode=mode) as client:
                return await use_everything(client)


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
@pytest.mark.parametrize("talk", [talk_over_stdio, talk_over_http])
def test_the_official_client_understands_everything(recall: Home, talk: Any, mode: str, version: str) -> None:
    """Tools, prompts, resources and errors, and many calls at once; over HTTP with a token."""
    found = asyncio.run(talk(recall, mode))
    assert found["version"] == version
    assert "store_memory" in found["tools"]
    assert found["stored"][0] is False
    assert found["stored"][2] is None
    assert "replay was too slow" in found["search"]
    assert found["wrong"] == (True, "query must be text, not 5")
    assert found["prompts"] == ["memory_brief"]
    assert "replay was too slow" in found["prompt"]
    assert found["resources"] == ["recall://brief"]
    assert found["templates"] == 1
    assert "replay was too slow" in found["brief"]
    assert found["many"] == [False] * 20
