"""Any message at all: no traceback, no leak, no growth, and the conversation goes on."""

import json
import random
import string
from collections.abc import Callable
from typing import Any

from recall_cli.serve.catalogue import TOOLS
from recall_cli.serve.mcp.protocol import HANDSHAKE_VERSIONS
from tests.command import Home
from tests.long_run import repetitions
from tests.serve.client import CLIENT_META, Client, serve

MESSAGES = repetitions(12_000)
BATCH = 50
METHODS = (
    "initialize", "ping", "server/discover", "tools/list", "tools/call", "prompts/list", "prompts/get", "resources/list",
    "resources/templates/list", "resources/read", "notifications/cancelled", "notifications/initialized",
    "notifications/roots/list_changed", "completion/complete", "logging/setLevel", "subscriptions/listen", "", "x/y",
)  # fmt: skip
KEYS = "name arguments uri cursor _meta protocolVersion clientInfo capabilities requestId task".split()


class Fuzzer:
    """Makes messages: right ones, wrong ones, and right ones with one thing wrong."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def text(self) -> str:
        """Letters, control characters, halves of pairs, markup, long and short."""
        pool = string.printable + '\u202e\u0000\ud800é漢🙂<>&`"\\'
        return "".join(self.dice.choices(pool, k=self.dice.choice((0, 1, 3, 12, 80, 3_000))))

    def value(self, depth: int = 0) -> Any:
        kind = self.dice.randrange(9 if depth < 3 else 6)
        if kind < 6:
            return self.dice.choice(
                (None, True, False, 0, -1, 1.5, 1e308, 2**70, "", "recall://brief", "*", self.text(), "codex")
            )
        if kind == 6:
            return [self.value(depth + 1) for _ in range(self.dice.randrange(4))]
        return {self.key(): self.value(depth + 1) for _ in range(self.dice.randrange(4))}

    def key(self) -> str:
        return self.dice.choice(KEYS) if self.dice.random() < 0.7 else self.text()[:20]

    def arguments(self) -> Any:
        """Arguments of a tool, mostly of the right names."""
        tool = self.dice.choice(TOOLS)
        properties = tool.input_schema["properties"]
        names = self.dice.sample([*properties], self.dice.randrange(len(properties) + 1))
        values = {name: self.fitting(properties[name]) if self.dice.random() < 0.7 else self.value() for name in names}
        values.pop("wait", None)
        return tool.name, values

    def fitting(self, rules: Any) -> Any:
        """A value of the right kind."""
        if "enum" in rules:
            return self.dice.choice(rules["enum"])
        makers: dict[str, Callable[[], Any]] = {
            "string": lambda: self.dice.choice((self.text(), "why NATS", "30d", "2026-03-01", "019aa3f2")),
            "integer": lambda: self.dice.randrange(-1, 200),
            "number": self.dice.random,
            "boolean": lambda: self.dice.random() < 0.5,
            "array": lambda: [self.text()[:40] for _ in range(self.dice.randrange(4))],
            "object": lambda: {self.text()[:9]: self.text()[:9] for _ in range(self.dice.randrange(3))},
        }
        return makers[rules["type"]]()

    def params(self, method: str) -> Any:
        if method == "tools/call" and self.dice.random() < 0.9:
            name, arguments = self.arguments()
            params: Any = {"name": name, "arguments": arguments}
        elif method == "initialize" and self.dice.random() < 0.5:
            version = self.dice.choice((*HANDSHAKE_VERSIONS, "x"))
            params = {"protocolVersion": version, "clientInfo": {"name": self.text()}, "capabilities": {}}
        else:
            params = self.value()
        if isinstance(params, dict) and self.dice.random() < 0.3:
            params["_meta"] = (
                {**CLIENT_META, "progressToken": self.value()} if self.dice.random() < 0.7 else self.value()
            )
        return params

    def line(self) -> bytes:
        """A message as bytes, now and then a broken one."""
        roll = self.dice.random()
        if roll < 0.05:
            return bytes(self.dice.randrange(256) for _ in range(self.dice.randrange(200))).replace(b"\n", b"")
        method = self.dice.choice(METHODS)
        message: Any = {
            "jsonrpc": "2.0",
            "id": self.dice.choice((1, 2, "a", 1.5, None, [], "x" * 500)),
            "method": method,
        }
        if self.dice.random() < 0.9:
            message["params"] = self.params(method)
        if roll < 0.2:
            message.pop(self.dice.choice([*message]))
        if roll < 0.25:
            message = self.value() if roll < 0.22 else [message, self.value()]
        line = json.dumps(message).encode("utf-8", "surrogatepass")
        if 0.25 < roll < 0.3:
            at = self.dice.randrange(len(line))
            line = line[:at] + bytes([self.dice.randrange(256)]) + line[at + 1 :]
        return line.replace(b"\n", b"")


def send_batch(client: Client, fuzzer: Fuzzer) -> None:
    """Some messages, then a request whose answer shows that all before it were dealt with."""
    last = {"jsonrpc": "2.0", "id": "the last one", "method": "ping"}
    client.write(*(fuzzer.line() + b"\n" for _ in range(BATCH)), last)
    while True:
        line = client.process.stdout.readline()
        assert line, "the server has ended"
        answer = json.loads(line)  # every line is JSON
        assert b"Traceback" not in line
        for part in answer if isinstance(answer, list) else [answer]:
            assert part["jsonrpc"] == "2.0"
            assert ("result" in part) + ("error" in part) + ("method" in part) == 1
        if isinstance(answer, dict) and answer.get("id") == "the last one":
            return


def test_no_message_harms_the_server(recall: Home) -> None:
    """Thousands of messages of every kind: valid JSON comes back, memory stays, and nothing is said on standard error."""
    fuzzer = Fuzzer(20261122)
    with serve(recall) as client:
        client.begin()
        for _ in range(20):
            send_batch(client, fuzzer)
        before, files = client.memory_kb(), client.open_files()
        for _ in range(MESSAGES // BATCH):
            send_batch(client, fuzzer)
        assert client.memory_kb() < before + 12_000
        assert client.open_files() <= files + 8
        assert client.result("ping") == {}
        status, err = client.close()
        assert (status, err) == (0, b"")
    assert recall.quick("doctor").status in (0, 1)
    assert recall.json("audit", "verify")["whole"]
