"""`recall serve` beside the server of szl-recall 0.4.0: calls a second of 8 clients that do not pause, in turns.

    python -m venv /tmp/szl && /tmp/szl/bin/pip install szl-recall==0.4.0
    python -m lab.server_beside_szl /tmp/szl/bin/recall --memories 10000 --seconds 10 --rounds 3

Both have a store in a file with the same memories. Each round measures one after the other: first searches, then stores,
whose texts are read in the background; the last lines are the medians of the ratios. The extraction of szl-recall asks a model that cannot be reached here, so
only its answers are measured, as with recall.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.server_load import SEARCH, STORE, LoadStore, make_sentence, percentile, running_server

UNREACHABLE = "http://127.0.0.1:9"
VERSION = "2025-06-18"


@contextlib.contextmanager
def running_szl(program: str, folder: Path, memories: int) -> Iterator[tuple[int, str]]:
    """The other server, with so many memories: its port and a token."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    database = folder / "szl.db"
    env = {
        **os.environ,
        "RECALL_DB_PATH": str(database),
        "ANTHROPIC_API_KEY": "none",
        "ANTHROPIC_BASE_URL": UNREACHABLE,
    }
    command = [program, "serve", "--host", "127.0.0.1", "--port", str(port), "--db", str(database)]
    server = subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert server.poll() is None
            time.sleep(0.1)
        made = subprocess.run(
            [program, "create-token", "bench", "--db", str(database)],
            env=env,
            check=True,
            capture_output=True,
            text=True,
        )
        chance = random.Random(7)
        with contextlib.closing(sqlite3.connect(database)) as connection, connection:
            connection.executemany(
                "INSERT INTO memories (id, namespace, text, topic, type, created_at) "
                "VALUES (?, 'bench', ?, 'bench', 'decision', datetime('now'))",
                [(str(uuid.uuid4()), make_sentence(chance)) for _ in range(memories)],
            )
        yield port, made.stdout.partition("Bearer ")[2].split()[0]
    finally:
        server.terminate()
        server.wait(30)


class Client:
    """A client of either server, with a connection and a session of its own."""

    def __init__(self, port: int, token: str, number: int) -> None:
        self.port, self.chance, self.times, self.failed = port, random.Random(number), list[float](), 0
        self.head = (
            f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {VERSION}\r\n"
        )

    async def send(self, method: str, params: Any = None, *, answered: bool = True) -> bytes:
        """Send a message; its answer."""
        message = {"jsonrpc": "2.0", "method": method, **({"id": 1} if answered else {}), "params": params or {}}
        body = json.dumps(message).encode()
        self.writer.write(f"{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        if b"mcp-session-id: " in head and "Session" not in self.head:
            session = head.partition(b"mcp-session-id: ")[2].partition(b"\r\n")[0].decode()
            self.head += f"Mcp-Session-Id: {session}\r\n"
        if b"content-length: " in head:
            return await self.reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        parts = []
        while b"chunked" in head and (size := int(await self.reader.readline(), 16)):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        if b"chunked" in head:
            await self.reader.readline()
        return b"".join(parts)

    async def run(self, tool: str, end: float) -> None:
        """Call a tool without a pause until the time is over."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        await self.send("initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "lab", "version": "1"}})  # fmt: skip
        await self.send("notifications/initialized", answered=False)
        while time.monotonic() < end:
            text, begun = make_sentence(self.chance), time.perf_counter()
            arguments = {"query": text, "limit": 10} if tool == SEARCH else {"text": text, "topic": "bench"}
            answer = await self.send("tools/call", {"name": tool, "arguments": arguments})
            self.times.append((time.perf_counter() - begun) * 1000)
            self.failed += b'"isError":true' in answer.replace(b" ", b"") or b'"result"' not in answer
        self.writer.close()


async def measure(port: int, token: str, tool: str, clients: int, seconds: float) -> dict[str, float]:
    """Calls a second, and the times that half and 99 of 100 calls stay below."""
    crowd, begun = [Client(port, token, random.randrange(10**9)) for _ in range(clients)], time.monotonic()
    await asyncio.gather(*(client.run(tool, begun + seconds) for client in crowd))
    times = [one for client in crowd for one in client.times]
    return {
        "rate": round(len(times) / (time.monotonic() - begun), 1),
        "p50": round(percentile(times, 0.5), 1),
        "p99": round(percentile(times, 0.99), 1),
        "failed": sum(client.failed for client in crowd),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("szl", help="the program `recall` of szl-recall")
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=8)
    chosen = parser.parse_args()
    ratios: dict[str, list[float]] = {SEARCH: [], STORE: []}
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as servers:
        folder = Path(place)
        store = LoadStore(folder, str(folder / "store.db"))
        (own_token,) = store.fill(["bench"], chosen.memories)
        own_port, _, _ = servers.enter_context(running_server(store))
        szl = servers.enter_context(running_szl(chosen.szl, folder, chosen.memories))
        for tool, found in ratios.items():
            for _ in range(chosen.rounds):
                own = asyncio.run(measure(own_port, own_token, tool, chosen.clients, chosen.seconds))
                other = asyncio.run(measure(*szl, tool, chosen.clients, chosen.seconds))
                found.append(own["rate"] / other["rate"])
                print(tool, "recall", own, "szl-recall", other, f"{found[-1]:.1f} times", flush=True)
    for tool, found in ratios.items():
        print(tool, f"{statistics.median(found):.1f} times as many calls a second")


if __name__ == "__main__":
    main()
