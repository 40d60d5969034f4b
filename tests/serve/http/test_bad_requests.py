"""Whatever a client sends, or does not send, or does not read: one clear answer, and the server goes on."""

import contextlib
import json
import os
import random
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.serve.http.messages import HttpError, parse_chunk_size, parse_head
from tests.command import Home, open_sqlite
from tests.long_run import LONG_RUN
from tests.serve.http_client import (
    HttpClient,
    HttpServer,
    encode_request,
    read_answer,
    serve_http,
    shared_server,
    wait_until,
)  # fmt: skip

FUZZED_MESSAGES = 3_000 if LONG_RUN else 1_200
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """One server for all tests that do not end it: each leaves it answering."""
    with shared_server(tmp_path_factory.mktemp("server"), "The port of the API is 8080.") as running:
        yield running
        assert running.send("GET", "/healthz").text == "ok\n", "the server still answers"


@pytest.fixture(scope="module")
def token(server: HttpServer) -> str:
    return server.token("laptop", "--rate", "1000000")


@pytest.fixture
def own(recall: Home) -> Iterator[HttpClient]:
    """A client of a server that the test may end."""
    recall.store("The port of the API is 8080.")
    with serve_http(recall) as running:
        client = HttpClient(running, running.token("laptop", "--rate", "1000000"))
        client.begin()
        yield client


def test_the_host_in_the_first_line_is_checked_like_the_header(server: HttpServer) -> None:
    """The form of a request that names the whole address works for the server's own names, in any case."""
    for address in (b"http://localhost/healthz", b"HTTP://LOCALHOST/healthz?x=1", b"https://localhost/healthz"):
        with server.connect() as connection:
            connection.sendall(b"GET " + address + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_answer(connection).text == "ok\n", address


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET  /healthz HTTP/1.1\r\n\r\n", 400),
        (b"GET /healthz HTTP/3\r\n\r\n", 505),
        (b"GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\n bad: fold\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        (b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\n" + b"a: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (b"GET /healthz HTTP/1.0\r\n\r\n", 421),
        (b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET HTTP://evil.example?x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET http://localhost@evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET http://localhost/healthz HTTP/1.0\r\n\r\n", 400),
        (b"GET ftp://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET //evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413),
    ],
)
def test_what_is_no_request_is_refused(server: HttpServer, raw: bytes, status: int) -> None:
    """A status and one line; the connection ends."""
    with server.connect() as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        answer = read_answer(connection)
    assert answer.status == status and answer.body.count(b"\n") == 1


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Type": "text/plain"}, PING, 415),
        ({"Accept": "text/html"}, PING, 406),
        ({"MCP-Protocol-Version": "1999-01-01"}, PING, 400),
        ({}, b"{", 400),
        ({}, b"\xff\xfe", 400),
        ({}, b"[" * 100_000, 400),
        ({}, 3, 400),
        ({}, {"jsonrpc": "2.0", "id": None, "method": "ping"}, 400),
        ({"MCP-Protocol-Version": "2026-07-28"}, PING, 400),
        ({}, {"jsonrpc": "2.0", "method": "notifications/initialized"}, 202),
        ({}, {"jsonrpc": "2.0", "id": 7, "result": {}}, 202),
        ({}, {"jsonrpc": "2.0", "id": 1, "method": "no/such"}, 200),
    ],
)
def test_messages_that_are_wrong(
    server: HttpServer, token: str, headers: dict[str, str], body: Any, status: int
) -> None:
    """The status says where the fault is; a JSON answer has an error."""
    answer = server.send("POST", "/mcp", body, token=token, headers=headers)
    assert answer.status == status, answer.text
    if answer.headers.get("content-type") == "application/json":
        assert "error" in answer.json


def test_headers_and_body_must_agree(server: HttpServer, token: str) -> None:
    """2026-07-28: what a proxy routes by is what the server does."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    call = {"name": "memory_stats", "arguments": {}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    right = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "memory_stats"}
    assert server.send("POST", "/mcp", message, token=token, headers=right).status == 200
    coded = {**right, "Mcp-Name": "=?base64?bWVtb3J5X3N0YXRz?="}
    assert server.send("POST", "/mcp", message, token=token, headers=coded).status == 200
    for wrong in ({"Mcp-Method": "tools/list"}, {"Mcp-Name": "feedback"}, {"Mcp-Name": ""},
                  {"MCP-Protocol-Version": "2025-11-25"}, {"Mcp-Name": "=?base64?%%?="}):  # fmt: skip
        answer = server.send("POST", "/mcp", message, token=token, headers={**right, **wrong})
        assert answer.status == 400 and answer.json["error"]["code"] == -32020, wrong


def test_a_body_of_ten_megabytes(server: HttpServer, token: str) -> None:
    """Refused by its length or when it gets too long in chunks; nothing of it is kept, and nobody without a token
    can send one."""
    big = b"x" * 10_000_000
    assert server.send("POST", "/mcp", big, token=token).status == 413
    assert server.send("POST", "/mcp", big[:7_000_000]).status == 401
    with server.connect() as connection:
        head = encode_request("POST", "/mcp", token=token, headers={"Transfer-Encoding": "chunked"})
        connection.sendall(head)
        with contextlib.suppress(OSError):
            for _ in range(10):
                connection.sendall(b"f4240\r\n" + big[:1_000_000] + b"\r\n")
        assert read_answer(connection).status == 413
    text = "The long log of the deploy says little. " * 5_000
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": "store_memory", "arguments": {"text": text}}}  # fmt: skip
    assert server.send("POST", "/mcp", message, token=token).status == 200
    assert memory_mb(server) < 150


def memory_mb(server: HttpServer) -> float:
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("no /proc here")
    return int(status.read_text().split("VmRSS:")[1].split()[0]) / 1024


def test_a_body_in_chunks_and_a_wait_for_leave(server: HttpServer, token: str) -> None:
    """Chunked bodies, `Expect: 100-continue`, and several requests on one connection."""
    body = json.dumps(PING).encode()
    with server.connect() as connection:
        head = encode_request("POST", "/mcp", token=token, headers={
            "Transfer-Encoding": "chunked", "Content-Type": "application/json", "Connection": "keep-alive"})  # fmt: skip
        pieces = b"".join(b"%x;note=1\r\n%s\r\n" % (len(part), part) for part in (body[:5], body[5:]))
        connection.sendall(head + pieces + b"0\r\nTrailer: x\r\n\r\n")
        assert read_answer(connection).json["result"] == {}
        expecting = {"Expect": "100-continue", "Connection": "keep-alive"}
        head = encode_request("POST", "/mcp", body, token=token, headers=expecting)
        connection.sendall(head[: -len(body)])
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
        connection.sendall(body)
        assert read_answer(connection).json["result"] == {}
        keep = encode_request("POST", "/mcp", body, token=token, headers={"Connection": "keep-alive"})
        connection.sendall(keep * 5)  # without waiting for the answers
        data = b""
        while data.count(b'"result"') < 5:
            data += connection.recv(65_536)
        assert data.count(b"HTTP/1.1 200 OK") == 5


def test_slow_and_half_open_connections(recall: Home) -> None:
    """A head or a body that never ends is given up; meanwhile everybody else is answered."""
    code = (
        "from recall_cli.serve.http import listener\n"
        "listener.HEAD_SECONDS = listener.BODY_SECONDS = listener.WRITE_SECONDS = 1.0\n"
        "from recall_cli.__main__ import main; main()"
    )
    with serve_http(recall, code=code) as server:
        token = server.token("laptop")
        slow_head, slow_body, silent = server.connect(), server.connect(), server.connect()
        slow_head.sendall(b"POST /mcp HT")
        slow_body.sendall(encode_request("POST", "/mcp", PING, token=token)[:-5])
        assert server.send("POST", "/mcp", PING, token=token).json["result"] == {}
        assert read_answer(slow_head).status == 408
        assert read_answer(slow_body).status == 408
        assert read_answer(silent).status == 408
        for connection in (slow_head, slow_body, silent):
            connection.close()
        half = server.connect()
        half.sendall(encode_request("POST", "/mcp", PING, token=token))
        half.shutdown(socket.SHUT_WR)
        assert read_answer(half).json["result"] == {}


def test_a_client_that_never_reads(server: HttpServer, token: str) -> None:
    """Its answers fill its own connection and nothing else."""
    with server.connect() as connection:
        request = encode_request("POST", "/mcp", {**PING, "method": "tools/list"}, token=token,
            headers={"Connection": "keep-alive", "MCP-Protocol-Version": "2025-11-25"})  # fmt: skip
        connection.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            for _ in range(5_000):
                connection.send(request)
        for _ in range(5):
            assert server.send("POST", "/mcp", PING, token=token).json["result"] == {}
        assert memory_mb(server) < 120


def test_too_many_connections_are_refused_politely(recall: Home) -> None:
    """Idle connections make room for a client with a token; what is too many is told so, and ends."""
    code = (
        "from recall_cli.serve.http import listener\n"
        "listener.Listener.__init__.__defaults__ = (100,)\n"
        "from recall_cli.__main__ import main; main()"
    )
    with serve_http(recall, code=code) as server:
        token = server.token("laptop", "--rate", "100000")
        idle = [server.connect() for _ in range(400)]
        for _ in range(20):
            assert server.send("POST", "/mcp", PING, token=token).json["result"] == {}
        refused = read_answer(idle[0])
        assert refused.status == 503 and "retry-after" in refused.headers
        for connection in idle:
            connection.close()
        wait_until(lambda: "recall_connections 1\n" in server.send("GET", "/metrics").text)


def test_ids_that_are_used_again(server: HttpServer, token: str) -> None:
    """Two calls at once with one id: each gets its own answer."""
    client = HttpClient(server, token)
    client.begin()
    answers: list[Any] = []

    def call(query: str) -> None:
        message = {"jsonrpc": "2.0", "id": 5, "method": "tools/call",
                   "params": {"name": "search_memories", "arguments": {"query": query}}}  # fmt: skip
        answers.append(server.send("POST", "/mcp", message, token=token, headers=client.headers).json)

    threads = [threading.Thread(target=call, args=(query,)) for query in ("port of the API", "8080", "port", "API")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [answer["id"] for answer in answers] == [5] * 4
    assert all(answer["result"]["isError"] is False for answer in answers)


def test_a_canceled_request(server: HttpServer, token: str) -> None:
    """A cancellation is taken for any id, known or not, by this client alone."""
    for id_ in (1, "x", None, [1], {}, 1.5):
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}
        assert server.send("POST", "/mcp", message, token=token).status == 202
    for params in (None, 3, [], "x"):
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        assert server.send("POST", "/mcp", message, token=token).status == 202


def test_a_stop_finishes_what_was_accepted(own: HttpClient, recall: Home) -> None:
    """SIGTERM in the middle of many stores: each that was answered is in the store, and the server ends well."""
    server = own.server
    stored: list[str] = []

    def store(number: int) -> None:
        client = HttpClient(server, own.token)
        client.headers["MCP-Protocol-Version"] = "2025-11-25"
        with contextlib.suppress(OSError, AssertionError):
            for at in range(50):
                text = f"We decided that shard {number}-{at} keeps its index on the fast disk of the host."
                if not client.call("store_memory", text=text)[1]:
                    stored.append(text)

    threads = [threading.Thread(target=store, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(stored) > 40)
    log = server.stop()
    for thread in threads:
        thread.join(30)
    assert server.process.returncode == 0
    assert log[-1]["event"] == "stopped" and log[-1]["cut_off"] == 0
    wait_until(lambda: recall.quick("worker", "--once").status == 0)
    wait_until(lambda: not [job for job in recall.json("jobs", "-n", "1000")["jobs"] if job["state"] != "complete"])
    kept = recall.quick("export").out
    assert [text for text in stored if text not in kept] == []


def test_a_killed_server_loses_nothing(own: HttpClient, recall: Home) -> None:
    """What was answered before the kill is there afterwards."""
    texts = [f"We decided that worker {at} drains its queue before it ends." for at in range(10)]
    for text in texts:
        assert own.call("store_memory", text=text)[1] is False
    own.server.process.send_signal(signal.SIGKILL)
    own.server.process.wait()
    wait_until(lambda: recall.quick("worker", "--once").status == 0)
    wait_until(lambda: recall.json("count")["count"] == 1 + len(texts))


def test_other_commands_work_while_the_server_runs(own: HttpClient, recall: Home) -> None:
    """A command that holds the lock, a store that is moved away: one clear answer, and then it goes on."""
    with open_sqlite(recall.db) as store:
        store.execute("BEGIN IMMEDIATE")
        assert own.call("search_memories", query="port")[1] is False
        store.rollback()
    assert own.call("store_memory", text="We decided to keep the old port for a year.")[1] is False
    moved = recall.db.with_suffix(".away")
    recall.quick("worker", "--once")
    os.rename(recall.db, moved)
    for tail in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{recall.db}{tail}", f"{moved}{tail}")
    assert own.server.send("POST", "/mcp", PING, token=own.token).status in (401, 503)
    os.rename(moved, recall.db)
    for tail in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{moved}{tail}", f"{recall.db}{tail}")
    text, failed = own.call("search_memories", query="port")
    assert not failed and "8080" in text


@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_refused(data: bytes) -> None:
    """The reader of heads raises nothing but its own refusals."""
    with contextlib.suppress(HttpError):
        parse_head(data)
    with contextlib.suppress(HttpError):
        parse_chunk_size(data)


@pytest.mark.slow
def test_fuzzed_messages(own: HttpClient) -> None:
    """Many mangled messages: an answer each, no traceback, no growth."""
    server, token = own.server, own.token
    chance = random.Random(11)
    seeds = [json.dumps(PING), json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "search_memories", "arguments": {"query": "port"}}})]  # fmt: skip
    with server.connect() as connection:

        def ask(body: bytes, path: str) -> int:
            connection.sendall(encode_request("POST", path, body, token=token, headers={"Connection": "keep-alive"}))
            return read_answer(connection).status

        before = 0.0
        for number in range(FUZZED_MESSAGES):
            body = bytearray(chance.choice(seeds).encode())
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(body))
                body[at : at + chance.randrange(3)] = bytes(chance.randrange(256) for _ in range(chance.randrange(3)))
            status = ask(bytes(body), chance.choice(("/mcp", "/a2a")))
            assert status in (200, 202, 400, 404), (status, bytes(body))
            if status == 400:
                connection.close()
                connection = server.connect()
            if number == FUZZED_MESSAGES // 3:
                before = memory_mb(server)
        assert memory_mb(server) < before + 15
    assert not [line for line in server.stop() if line["event"] == "failed"]
