"""Any request at all over HTTP: no traceback, no leak, no growth, and the server goes on."""

import json
import socket
from pathlib import Path

from tests.command import Home
from tests.long_run import repetitions
from tests.serve.http.test_lanes import search_processes
from tests.serve.http_client import HttpServer, read_answer, serve_http, wait_until
from tests.serve.test_fuzz import Fuzzer

REQUESTS = repetitions(6_000)
WARM_UP = 400
BROKEN_SECONDS = 0.5
PATHS = (b"/mcp",) * 20 + (b"/a2a", b"/a2a", b"/", b"/page/enter", b"/metrics", b"/readyz", b"/nothing", b"/mcp?x=1")
METHODS = (b"POST",) * 40 + (b"GET", b"DELETE", b"PUT", b"x", b"")
VERSIONS = (b"2025-11-25", b"2025-11-25", b"2025-03-26", b"2025-03-26", b"2026-07-28", b"1", b"\xff", b"")
A2A_METHODS = ("SendMessage", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask", "SendStreamingMessage", "x")


class HttpFuzzer(Fuzzer):
    """Makes requests: the messages of the other fuzzer in right, wrong and broken heads."""

    def __init__(self, seed: int, token: str, port: int) -> None:
        super().__init__(seed)
        self.token, self.port = token.encode(), port

    def body(self, path: bytes) -> bytes:
        """A body for a path, mostly of the right kind."""
        if path == b"/a2a" and self.dice.random() < 0.8:
            part = self.dice.choice(({"text": "consolidate"}, {"data": {"dry_run": True}}, self.value()))
            message = {"messageId": self.text()[:50], "role": "ROLE_USER", "parts": [part]}
            params = self.dice.choice(({"message": message}, {"id": "x"}, {}, self.value()))
            request = {"jsonrpc": "2.0", "id": 1, "method": self.dice.choice(A2A_METHODS), "params": params}
            return json.dumps(request).encode("utf-8", "surrogatepass")
        return self.line()

    def request(self) -> tuple[bytes, bool]:
        """A request as bytes, and whether one byte of its head is another one, so that it may never end."""
        path, dice = self.dice.choice(PATHS), self.dice
        body = self.body(path)
        heads = [b"Host: localhost:%d" % self.port, b"Content-Length: %d" % len(body)]
        if dice.random() < 0.95:
            heads.append(b"Authorization: Bearer " + (self.token if dice.random() < 0.95 else b"recall_x_y"))
        heads.append(b"Content-Type: " + (b"application/json" if dice.random() < 0.95 else b"text/plain"))
        if dice.random() < 0.7:
            heads.append(b"MCP-Protocol-Version: " + dice.choice(VERSIONS))
        if dice.random() < 0.3:
            heads.append(b"Accept: application/json, text/event-stream")
        if dice.random() < 0.1:
            heads.append(
                dice.choice((b"Origin: https://evil.example", b"Cookie: " + bytes(range(128, 200)), b"X" * 3_000))
            )
        head = b"%s %s HTTP/1.1\r\n%s\r\n\r\n" % (dice.choice(METHODS), path, b"\r\n".join(heads))
        is_broken = dice.random() < 0.01
        if is_broken:
            at = dice.randrange(len(head))
            head = head[:at] + bytes([dice.randrange(256)]) + head[at + 1 :]
        return head + body, is_broken


def send_requests(server: HttpServer, fuzzer: HttpFuzzer, count: int) -> dict[int, int]:
    """How often each status came; a connection is used again while the server keeps it open."""
    statuses: dict[int, int] = {}
    connection: socket.socket | None = None
    for _ in range(count):
        if connection is None:
            connection = server.connect()
        request, is_broken = fuzzer.request()
        connection.settimeout(BROKEN_SECONDS if is_broken else 60)
        try:
            connection.sendall(request)
            answer = read_answer(connection)
        except (AssertionError, OSError):
            assert is_broken, request  # it has no end, or is read as another request
            statuses[0] = statuses.get(0, 0) + 1
            connection.close()
            connection = None
            continue
        assert b"Traceback" not in answer.body
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        if is_broken or answer.headers.get("connection") != "keep-alive" or "content-length" not in answer.headers:
            connection.close()
            connection = None
    if connection is not None:
        connection.close()
    return statuses


def memory_kb(server: HttpServer) -> int:
    """The memory of the server and its search processes."""
    total = 0
    for number in (server.process.pid, *search_processes(server)):
        total += int(Path(f"/proc/{number}/status").read_text().split("VmRSS:")[1].split()[0])
    return total


def open_files(server: HttpServer) -> int:
    return len([*Path(f"/proc/{server.process.pid}/fd").iterdir()])


def test_no_request_harms_the_server(recall: Home) -> None:
    """Every request has an answer or an end; no error of the server's own, and memory and files stay."""
    with serve_http(recall, search_processes=True) as server:
        token = server.token("fuzz", "--allow", "erase", "--allow", "audit", "--rate", "1000000", person=True)
        fuzzer = HttpFuzzer(20261123, token, server.port)
        send_requests(server, fuzzer, WARM_UP)
        before, files, processes = memory_kb(server), open_files(server), search_processes(server)
        statuses = send_requests(server, fuzzer, REQUESTS)
        assert statuses.get(500, 0) == 0 and statuses[200] > REQUESTS / 8 and len(statuses) > 6, statuses
        assert memory_kb(server) < before + 40_000
        assert wait_until(lambda: open_files(server) <= files + 8)
        assert search_processes(server) == processes  # none of them ended
        assert server.send("GET", "/healthz").text == "ok\n"
        log = server.stop()
        assert server.process.returncode == 0
        assert not [entry for entry in log if entry["event"] in ("failed", "search_process_ended")]
        assert token not in json.dumps(log)
    assert recall.json("audit", "verify")["whole"]
