"""Load on `recall serve`: many clients at once, each call checked, and nothing that was stored may be lost.

    python -m lab.server_load --clients 64 --seconds 600 --memories 10000
    python -m lab.server_load --postgres --users 64 --clients 64 --seconds 60 --memories 10000

Every client sends a call, waits for the answer, and pauses, so that the whole comes to `--rate` calls a second; 0 sends
as fast as answers come. With `--postgres` the store is on a PostgreSQL server of its own in a temporary folder, and its
processor time counts too; `--users` shares the clients among so many users, each with so many memories. Times are
reported as the client sees them, and as the server logs them. The last lines are rows for the table in
`recall_cli/docs/decisions/http-server.md`. The exit status is 1 if a call failed or a text was lost.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.postgres_server import PostgresServer

THINGS = "cache queue parser scheduler indexer gateway billing login session worker router report mailer".split()
ACTS = "times out|retries|drops rows|logs too much|compresses|splits batches|locks|reloads|expires early".split("|")
REASONS = (
    "because the upstream changed its format|since the migration in spring|when two workers run at once|"
    "if the config file is missing|on machines with little memory|under heavy load"
).split("|")
DATABASE = "load"
STORE, SEARCH, CONTEXT = "store_memory", "search_memories", "memory_context"


def make_sentence(chance: random.Random) -> str:
    """A statement worth keeping, unlike the others."""
    name = "".join(chance.choice("bcdfghklmnprst") + chance.choice("aeiou") for _ in range(3))
    thing, act, reason = chance.choice(THINGS), chance.choice(ACTS), chance.choice(REASONS)
    return f"We decided that the {thing} of {name}{chance.randrange(10**6)} {act} {reason}."


def percentile(times: list[float], share: float) -> float:
    """The time that this share of all stays below."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


class LoadStore:
    """The store under load: a file, or a database on a PostgreSQL server that was started for it."""

    def __init__(self, folder: Path, database: str, postgres: "PostgresServer | None" = None) -> None:
        self.folder, self.postgres = folder, postgres
        self.environment = {**os.environ, "RECALL_DB": database, "RECALL_CONFIG": str(folder / "none.toml")}
        if postgres is not None:
            self.environment["PGPASSFILE"] = str(postgres.passwords)

    def run(self, *arguments: str, user: str, given: str = "") -> str:
        """What a command of recall prints."""
        command, environment = (
            [sys.executable, "-m", "recall_cli", *arguments],
            {**self.environment, "RECALL_USER": user},
        )
        return subprocess.run(
            command, input=given.encode(), env=environment, check=True, stdout=subprocess.PIPE
        ).stdout.decode()

    def fill(self, users: list[str], memories: int) -> list[str]:
        """Store so many memories for each user; a token for each."""
        chance = random.Random(7)
        lines = "".join(json.dumps({"text": make_sentence(chance), "type": "decision"}) + "\n" for _ in range(memories))
        for user in users[: None if self.postgres is None else 1]:
            self.run("import", "-", user=user, given=lines)
        if self.postgres is not None:
            from lab.teams.persistent_server import copy_user

            for user in users[1:]:
                copy_user(self.postgres, DATABASE, users[0], [user])
            with self.postgres.admin(DATABASE) as admin:
                admin.execute("VACUUM ANALYZE")
        return [self.run("token", "create", "bench", "--rate", "1000000", user=user).strip() for user in users]

    def backend_seconds(self) -> float:
        """The processor time that the database's own processes have used (Linux)."""
        if self.postgres is None:
            return 0.0
        main = int((self.postgres.data / "postmaster.pid").read_text().split()[0])
        fields = Path(f"/proc/{main}/stat").read_text().rpartition(")")[2].split()
        ended, total = sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK"), 0
        for n in Path(f"/proc/{main}/task/{main}/children").read_text().split():
            total += int(Path(f"/proc/{n}/schedstat").read_text().split()[0])
        return ended + total / 1e9


@contextlib.contextmanager
def new_store(*, is_postgres: bool) -> Iterator[LoadStore]:
    """A store in a temporary folder."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if not is_postgres:
            yield LoadStore(folder, str(folder / "store.db"))
            return
        from lab.teams.persistent_server import SERVER_SETTINGS
        from tests.postgres_server import TEMPLATE, PostgresServer, find_binaries

        binaries = find_binaries()
        assert binaries is not None, "pip install -e '.[test]'"
        server = PostgresServer(binaries, settings={**SERVER_SETTINGS, "log_min_messages": "fatal"})
        try:
            with server.admin() as admin:
                admin.execute(f"CREATE DATABASE {DATABASE} TEMPLATE {TEMPLATE}")
            yield LoadStore(folder, server.url(DATABASE), server)
        finally:
            server.remove()


@contextlib.contextmanager
def running_server(store: LoadStore) -> Iterator[tuple[int, Path, int]]:
    """`recall serve` for a store: its port, its log, its process."""
    log = store.folder / "server.log"
    with log.open("wb") as errors:
        command = [sys.executable, "-m", "recall_cli", "serve", "--port", "0"]
        server = subprocess.Popen(command, env=store.environment, stderr=errors)
    try:
        while not (started := [line for line in log.read_text().splitlines() if '"started"' in line]):
            assert server.poll() is None, log.read_text()
            time.sleep(0.05)
        yield json.loads(started[0])["port"], log, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


class LoadClient:
    """One client with its own connection."""

    def __init__(self, port: int, token: str, number: int) -> None:
        self.port, self.token, self.chance = port, token, random.Random(number)
        self.number, self.sent = number, 0
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.stored: list[str] = []

    async def run(self, end: float, pause: float) -> None:
        """Send calls until the time is over."""
        await asyncio.sleep(self.chance.random() * pause)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.monotonic() < end:
            begun = time.monotonic()
            try:
                await self.call(reader, writer)
            except (OSError, EOFError, asyncio.LimitOverrunError, ValueError) as error:
                self.errors.append(f"{type(error).__name__}: {error}"[:200])
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            if pause:
                await asyncio.sleep(max(0.0, pause * (0.5 + self.chance.random()) - (time.monotonic() - begun)))
        writer.close()

    async def call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One call with its answer."""
        share = self.chance.random()
        tool = SEARCH if share < 0.7 else STORE if share < 0.95 else CONTEXT
        text = make_sentence(self.chance)
        arguments: dict[str, Any] = {"query": text} if tool != STORE else {"text": text}
        self.sent += 1
        message = {
            "jsonrpc": "2.0", "id": self.sent, "method": "tools/call", "params": {"name": tool, "arguments": arguments},
        }  # fmt: skip
        body = json.dumps(message).encode()
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\nAccept: application/json\r\n"
            f"MCP-Protocol-Version: 2025-11-25\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        begun = time.perf_counter()
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        document = json.loads(await reader.readexactly(length)) if b" 200 " in answer[:20] else {}
        self.times[tool].append((time.perf_counter() - begun) * 1000)
        result = document.get("result", {})
        if document.get("id") != self.sent or result.get("isError") is not False:
            self.errors.append(f"{answer[:60]!r} {str(document)[:200]}")
        elif tool == STORE:
            self.stored.append(text)


def count_lost(store: LoadStore, user: str, stored: list[str]) -> int:
    """How many acknowledged texts of a user are in no memory, no refusal and no waiting job."""
    store.run("worker", "--once", user=user)
    kept = store.run("export", user=user)
    return sum(text not in kept for text in stored)


def server_times(log: Path) -> dict[str, list[float]]:
    """The times of answered calls, as the server logged them."""
    times: dict[str, list[float]] = defaultdict(list)
    for line in log.read_text().splitlines():
        entry = json.loads(line) if line.startswith("{") else {"event": line}
        if entry["event"] == "request" and entry.get("kind") in (STORE, SEARCH, CONTEXT):
            times[entry["kind"]].append(entry["ms"])
    return times


def processes_of(server: int) -> list[int]:
    """The server and its search processes, without the worker that reads texts (Linux)."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    for task in Path(f"/proc/{server}/task").iterdir():
        children += (task / "children").read_text().split()
    return [server, *{int(n) for n in children if b"search_process" in Path(f"/proc/{n}/cmdline").read_bytes()}]


def memory_of(server: int) -> float:
    """The memory that a server and its search processes hold, in MB, shared pages in parts (Linux)."""
    rolled = (Path(f"/proc/{n}/smaps_rollup").read_text() for n in processes_of(server))
    return sum(int(text.partition("\nPss:")[2].split()[0]) for text in rolled) / 1024


def resident_mb(server: int) -> float:
    """The resident memory of the server process alone, in MB (Linux)."""
    return int(Path(f"/proc/{server}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024


async def watch(server: int, end: float, seen: list[float]) -> None:
    """Note the resident memory of the server each minute."""
    while time.monotonic() < end:
        seen.append(round(resident_mb(server), 1))
        print(f"{max(0, end - time.monotonic()):.0f} s left, server {seen[-1]} MB", file=sys.stderr, flush=True)
        await asyncio.sleep(min(60.0, max(0.0, end - time.monotonic())))
    seen.append(round(resident_mb(server), 1))


def cpu_seconds(server: int) -> float:
    """The processor time that a server and its search processes have used (Linux)."""
    total = 0
    for n in processes_of(server):
        fields = Path(f"/proc/{n}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


async def load(clients: list[LoadClient], seconds: float, rate: float, server: int) -> list[float]:
    """All clients at once; the resident memory of the server each minute."""
    end, resident = time.monotonic() + seconds, list[float]()
    pause = len(clients) / rate if rate else 0.0
    await asyncio.gather(*(client.run(end, pause) for client in clients), watch(server, end, resident))
    return resident


def measure(
    clients: int, seconds: float, memories: int, rate: float, *, users: int, is_postgres: bool
) -> dict[str, Any]:
    """The figures of one run."""
    with new_store(is_postgres=is_postgres) as store:
        names = [f"user-{number}" for number in range(users)]
        tokens = store.fill(names, memories)
        with running_server(store) as (port, log, process):
            before, cpu, backend = memory_of(process), cpu_seconds(process), store.backend_seconds()
            crowd = [LoadClient(port, tokens[number % users], number) for number in range(clients)]
            begun = time.monotonic()
            machine = [round(os.getloadavg()[0], 1)]
            resident = asyncio.run(load(crowd, seconds, rate, process))
            machine.append(round(os.getloadavg()[0], 1))
            took = time.monotonic() - begun
            after, cpu = memory_of(process), cpu_seconds(process) - cpu
            backend = store.backend_seconds() - backend
        stored = [text for client in crowd for text in client.stored]
        lost = sum(
            count_lost(store, user, [text for client in crowd[place::users] for text in client.stored])
            for place, user in enumerate(names)
        )
        seen: dict[str, list[float]] = defaultdict(list)
        for client in crowd:
            for tool, times in client.times.items():
                seen[tool] += times
        logged = server_times(log)
        calls = sum(map(len, seen.values()))
        return {
            "clients": clients,
            "seconds": round(took, 1),
            "calls": calls,
            "calls_per_second": round(calls / took, 1),
            "server_cpu_ms_per_call": round(cpu * 1000 / max(1, calls), 2),
            "postgres_cpu_ms_per_call": round(backend * 1000 / max(1, calls), 2),
            "errors": [error for client in crowd for error in client.errors][:5],
            "error_count": sum(len(client.errors) for client in crowd),
            "stored": len(stored),
            "lost": lost,
            "server_rss_mb_each_minute": resident,
            "memory_with_search_processes_mb": [round(before, 1), round(after, 1)],
            "machine_load": machine,
            "processors": len(os.sched_getaffinity(0)),
            **{
                f"{tool}_{where}": {
                    "p50": round(percentile(times[tool], 0.5), 2),
                    "p99": round(percentile(times[tool], 0.99), 2),
                    "max": round(max(times[tool], default=0), 2),
                }
                for tool in (STORE, SEARCH, CONTEXT)
                for where, times in (("client", seen), ("server", logged))
            },
        }


def table_rows(found: dict[str, Any]) -> list[str]:
    """The figures as rows of a Markdown table, with their goals."""
    store, search = found[f"{STORE}_server"], found[f"{SEARCH}_server"]
    rows = [
        ("clients · seconds · calls a second", f"{found['clients']} · {found['seconds']} · {found['calls_per_second']}", ""),
        ("errors · lost texts of those stored", f"{found['error_count']} · {found['lost']} of {found['stored']}", "0 · 0"),
        ("store p50 · p99 at the server, ms", f"{store['p50']} · {store['p99']}", "p99 10"),
        ("search p50 · p99 at the server, ms", f"{search['p50']} · {search['p99']}", "p99 50"),
        ("resident memory of the server at start · end, MB",
         f"{found['server_rss_mb_each_minute'][0]} · {found['server_rss_mb_each_minute'][-1]}", "no growth"),
        ("load of the machine at start · end", " · ".join(map(str, found["machine_load"])), ""),
    ]  # fmt: skip
    return ["| what | measured | goal |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=32.0, help="calls a second by all clients; 0: without pauses")
    parser.add_argument("--users", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="the store is on a PostgreSQL server")
    chosen = parser.parse_args()
    found = measure(
        chosen.clients, chosen.seconds, chosen.memories, chosen.rate, users=chosen.users, is_postgres=chosen.postgres
    )
    print(json.dumps(found, indent=1))
    print("\n".join(table_rows(found)))
    sys.exit(1 if found["error_count"] or found["lost"] else 0)


if __name__ == "__main__":
    main()
