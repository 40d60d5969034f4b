"""A client for `recall serve` that writes its own bytes, and a server for it in a process of its own."""

import contextlib
import json
import os
import select
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.command import AS_INSTALLED, Home
from tests.faults.forked_process import start_process
from tests.serve import one_processor
from tests.serve.client import ENVELOPE, META, NEWEST_HANDSHAKE, McpClient

WITHOUT_SEARCH_PROCESSES = "from recall_cli.serve.http import lanes; lanes.count_helper_processes = lambda _: 0\n"


class Answer:
    """The answer to one request: status, headers, body."""

    def __init__(self, head: bytes, body: bytes) -> None:
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status, self.body = int(first.split(" ")[1]), body
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[Any]:
        """The documents of a stream."""
        lines = self.text.splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


class HttpServer:
    """A running server: its address, its log, and the way to end it."""

    def __init__(self, recall: Home, process: Any, port: int) -> None:
        self.recall, self.process, self.port = recall, process, port
        self.log: list[Any] = []
        self._begun_line = b""

    def connect(self, *, tls: bool = False) -> socket.socket:
        """A new connection."""
        found = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        if tls:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            return context.wrap_socket(found)
        return found

    def send(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, tls: bool = False,
        headers: dict[str, str] | None = None,
    ) -> Answer:  # fmt: skip
        """The answer to one request on a connection of its own."""
        with self.connect(tls=tls) as connection:
            connection.sendall(encode_request(method, path, body, token=token, headers=headers))
            return read_answer(connection)

    def token(self, *args: str, person: bool = False) -> str:
        """A new token."""
        return str(self.recall.json("token", "create", *args, person=person)["token"])

    def stop(self) -> list[Any]:
        """End the server as a system does; its log."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            log = self.process.communicate(timeout=40)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._add_to_log(log)
        return self.log

    def wait_for_log(self, holds: Callable[[list[Any]], bool], seconds: float = 60) -> None:
        """Read the log until this holds for it."""
        end = time.monotonic() + seconds
        while not holds(self.log):
            stderr = self.process.stderr.fileno()
            assert select.select([stderr], [], [], max(0, end - time.monotonic()))[0], f"it never came: {self.log}"
            self._add_to_log(os.read(stderr, 65_536))

    def _add_to_log(self, part: bytes) -> None:
        *lines, self._begun_line = (self._begun_line + part).split(b"\n")
        self.log += [json.loads(line) for line in lines if line.startswith(b"{")]


def encode_request(
    method: str, path: str, body: Any = None, *, token: str | None = None, headers: dict[str, str] | None = None
) -> bytes:
    """A request as it is sent."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    lines = {"Host": "localhost", "Connection": "close"}
    if body is not None:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
    if token is not None:
        lines["Authorization"] = f"Bearer {token}"
    lines |= headers or {}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data


def read_answer(connection: socket.socket) -> Answer:
    """One answer: as long as its head says, or to the end of the connection."""
    seen = b""
    while b"\r\n\r\n" not in seen:
        part = connection.recv(65_536)
        assert part, f"the server closed the connection after {seen!r}"
        seen += part
    head, _, body = seen.partition(b"\r\n\r\n")
    length = Answer(head, b"").headers.get("content-length")
    while (length is None or len(body) < int(length)) and (part := connection.recv(65_536)):
        body += part
    return Answer(head, body)


class HttpClient(McpClient):
    """One client of `/mcp`."""

    def __init__(self, server: HttpServer, token: str, *, envelope: bool = False) -> None:
        self.server, self.token, self.envelope = server, token, envelope
        self.headers: dict[str, str] = {}
        self.path = "/mcp"
        self.last_id = 0

    def ask(self, method: str, params: Any = None) -> Any:
        """The whole answer to a request."""
        self.last_id += 1
        params = {} if params is None else params
        headers = {"Accept": "application/json, text/event-stream", **self.headers}
        if self.envelope:
            meta = {META + "protocolVersion": ENVELOPE, META + "clientCapabilities": {}}
            params = {**params, "_meta": {**meta, META + "clientInfo": {"name": "codex", "version": "1"}}}
            headers |= {"MCP-Protocol-Version": ENVELOPE, "Mcp-Method": method}
            named = params.get("name", params.get("uri"))
            headers |= {} if named is None else {"Mcp-Name": str(named)}
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        answer = self.server.send("POST", self.path, message, token=self.token, headers=headers)
        if answer.headers.get("content-type") == "text/event-stream":
            return answer.events[-1]
        if "mcp-session-id" in answer.headers:
            self.headers["Mcp-Session-Id"] = answer.headers["mcp-session-id"]
        return answer.json

    def begin(self, version: str = NEWEST_HANDSHAKE, *, name: str = "claude-code", roots: bool = False) -> Any:
        agreed = super().begin(version, name=name, roots=roots)
        self.headers["MCP-Protocol-Version"] = agreed["protocolVersion"]
        return agreed


@contextlib.contextmanager
def serve_http(
    recall: Home,
    *args: str,
    env: dict[str, str] | None = None,
    search_processes: bool = False,
    code: str = AS_INSTALLED,
) -> Iterator[HttpServer]:
    """A server in a process of its own, on a free port; it is ended afterwards.

    Without search processes it is the server of a machine with one processor, forked with its modules loaded; other
    `code` than that of an installed recall can give it other limits.
    """
    words, environment, pipe = ("serve", "--port", "0", *args), recall.environment(env), subprocess.PIPE
    process: Any
    if search_processes or code != AS_INSTALLED:
        code = code if search_processes else WITHOUT_SEARCH_PROCESSES + code
        process = recall.start(*words, env=env, code=code, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    else:
        process = start_process(one_processor.main, words, environment, recall.path)
    server = HttpServer(recall, process, 0)
    try:
        line = process.stderr.readline()
        assert b'"started"' in line, line
        server.port = json.loads(line)["port"]
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def shared_server(folder: Path, *texts: str) -> Iterator[HttpServer]:
    """A server for several tests, with a home of its own that holds these texts."""
    recall = Home(folder / "home")
    for text in texts:
        recall.store(text)
    with serve_http(recall) as server:
        yield server
    recall.drop_databases()


def wait_until(holds: Any, seconds: float = 20) -> Any:
    """What `holds()` gives, once it gives something."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
    return found
