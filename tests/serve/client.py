"""A client for `recall mcp` that writes and reads the lines itself."""

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.command import AS_INSTALLED, Home

NEWEST_HANDSHAKE = "2025-11-25"
ENVELOPE = "2026-07-28"
META = "io.modelcontextprotocol/"
CLIENT_META = {
    META + "protocolVersion": ENVELOPE, META + "clientCapabilities": {}, META + "clientInfo": {"name": "codex", "version": "1"},
}  # fmt: skip
"""What a request of the new generation says of its client."""


class McpClient:
    """What a client of either transport asks: `ask` sends a request and gives its whole answer."""

    def ask(self, method: str, params: Any = None) -> Any:
        raise NotImplementedError

    def result(self, method: str, params: Any = None) -> Any:
        answer = self.ask(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, params: Any = None) -> Any:
        answer = self.ask(method, params)
        assert "error" in answer, answer
        return answer["error"]

    def begin(self, version: str = NEWEST_HANDSHAKE, *, name: str = "claude-code", roots: bool = False) -> Any:
        """Shake hands."""
        client = {"name": name, "version": "1"}
        capabilities: dict[str, Any] = {"roots": {}} if roots else {}
        return self.result(
            "initialize", {"protocolVersion": version, "clientInfo": client, "capabilities": capabilities}
        )

    def call(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        """The text of a tool's answer, and whether it is an error."""
        result = self.result("tools/call", {"name": tool, "arguments": arguments})
        assert set(result) - {"resultType", "_meta"} == {"content", "isError"}
        (content,) = result["content"]
        assert content["type"] == "text"
        return content["text"], result["isError"]


class Client(McpClient):
    """One client and its server."""

    def __init__(self, process: Any, *, envelope: bool = False) -> None:
        self.process, self.envelope = process, envelope
        self.last_id = 0
        self.notifications: list[Any] = []

    def write(self, *messages: Any) -> None:
        """Send messages, each a line; bytes as they are."""
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            self.process.stdin.write(line)
        self.process.stdin.flush()

    def read(self) -> Any:
        """The next message that is no notification."""
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            message = json.loads(line)
            if isinstance(message, dict) and "id" not in message:
                self.notifications.append(message)
                continue
            return message

    def request(self, method: str, params: Any = None, **more: Any) -> Any:
        """A request as it is sent."""
        self.last_id += 1
        params = {} if params is None else params
        if self.envelope:
            params = {**params, "_meta": CLIENT_META}
        return {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params, **more}

    def ask(self, method: str, params: Any = None) -> Any:
        """The whole answer to a request."""
        request = self.request(method, params)
        self.write(request)
        answer = self.read()
        assert answer["id"] == request["id"]
        return answer

    def begin(self, version: str = NEWEST_HANDSHAKE, *, name: str = "claude-code", roots: bool = False) -> Any:
        agreed = super().begin(version, name=name, roots=roots)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return agreed

    def memory_kb(self) -> int:
        """Resident memory of the server."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def open_files(self) -> int:
        """How many files the server has open."""
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def close(self) -> tuple[int, bytes]:
        """Leave; the server's exit status and what it said on standard error."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        status = self.process.wait(timeout=30)
        return status, self.process.stderr.read()


@contextlib.contextmanager
def serve(
    recall: Home, *args: str, env: dict[str, str] | None = None, cwd: Path | None = None, envelope: bool = False
) -> Iterator[Client]:
    """A client with a server of its own, in a process of its own."""
    pipe = subprocess.PIPE
    process = recall.start("mcp", *args, env=env, cwd=cwd, code=AS_INSTALLED, stdin=pipe, stdout=pipe, stderr=pipe)
    client = Client(process, envelope=envelope)
    try:
        yield client
    finally:
        if process.poll() is None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for stream in (process.stdout, process.stderr):
            stream.close()
