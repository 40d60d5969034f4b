"""Standard input and output: whatever a client sends, or does not read, the server answers or ends cleanly."""

import json
import os
import signal
import subprocess
import time
from typing import Any

import pytest

from recall_cli.serve import calls
from recall_cli.serve.catalogue import TOOLS
from recall_cli.serve.grant import Grant
from recall_cli.serve.mcp import stdio
from recall_cli.serve.mcp.run import agent_of_client
from recall_cli.serve.mcp.server import McpServer
from recall_cli.serve.mcp.stdio import find_id
from recall_cli.serve.tool import ToolResult
from tests.command import AS_INSTALLED, Home
from tests.for_each import for_each
from tests.serve.client import serve

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


BAD_LINES: tuple[tuple[bytes, int | None, object], ...] = (
    (b"garbage\n", -32700, None),
    (b'{"jsonrpc": "2.0", "id": 1,\n', -32700, None),
    (b"\xff\xfe\x00\n", -32700, None),
    (b"[" * 50_000 + b"]" * 50_000 + b"\n", -32700, None),
    (b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"\n", None, None),
    (b"3\n", -32600, None),
    (b'"text"\n', -32600, None),
    (b"null\n", -32600, None),
    (b"{}\n", -32600, None),
    (b'{"id": 4}\n', -32600, 4),
    (b'{"jsonrpc": "1.0", "id": 5, "method": "ping"}\n', -32600, 5),
    (b'{"id": 5, "method": "ping"}\n', -32600, 5),
    (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}\n', -32600, None),
    (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}\n', -32600, None),
    (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}\n', -32600, None),
    (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}\n', -32600, None),
    (b'{"jsonrpc": "2.0", "id": 6, "method": 7}\n', -32600, 6),
    (b'{"jsonrpc": "2.0", "id": 6, "method": "ping", "params": [1]}\n', -32602, 6),
    (b'{"jsonrpc": "2.0", "id": "", "method": "nothing"}\n', -32601, ""),
    (b'{"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "nothing"}}\n', -32602, 9),
    (b'{"jsonrpc": "2.0", "id": 9, "method": "initialize", "params": {"protocolVersion": 3}}\n', -32602, 9),
    (b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}\n', None, None),
)
"""What is no request, the code of its error, and the id that the answer has."""


def test_bad_lines_get_an_error_and_the_next_message_works(recall: Home) -> None:
    """The code of JSON-RPC, the id where there is one, and no end of the conversation."""
    with serve(recall) as client:
        client.begin()
        for line, code, id_ in BAD_LINES:
            client.write(line)
            answer = client.read()
            assert answer["id"] == id_, line[:80]
            assert code is None or answer["error"]["code"] == code
            assert answer["error"]["code"] in (-32700, -32600, -32601, -32602)
            assert client.result("ping") == {}
        assert client.close() == (0, b"")


def test_blank_lines_unknown_notifications_and_answers_are_passed_over(recall: Home) -> None:
    """They need no answer: the next one is that of the ping."""
    with serve(recall) as client:
        client.begin()
        client.write(b"\n\r\n   \n", {"jsonrpc": "2.0", "method": "notifications/unknown", "params": 3})
        client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": [1]})
        client.write({"jsonrpc": "2.0", "id": "recall-roots", "result": {"roots": "none"}})
        client.write({"jsonrpc": "2.0", "id": 77, "error": {"code": 1, "message": "x"}})
        assert client.result("ping") == {}


def test_a_message_of_ten_megabytes_is_refused_with_its_id(recall: Home) -> None:
    """It is not kept in memory, and the next message works."""
    with serve(recall) as client:
        client.begin()
        before = client.memory_kb()
        for text in ("x" * 10_000_000, "y" * 20_000_000):
            request = client.request("tools/call", {"name": "store_memory", "arguments": {"text": text}})
            client.write(request)
            answer = client.read()
            assert answer["id"] == request["id"]
            assert "too long" in answer["error"]["message"]
        late = {"method": "tools/call", "params": {"x": "z" * 10_000_000}, "jsonrpc": "2.0", "id": "late"}
        client.write(late)
        assert client.read()["id"] == "late"
        assert client.result("ping") == {}
        assert client.memory_kb() < before + 24_000


def test_a_long_text_is_stored_or_refused_clearly(recall: Home) -> None:
    """A text above the limit of a memory gets the reason."""
    with serve(recall) as client:
        client.begin()
        text, failed = client.call("store_memory", text="word " * 190_000, wait=True)
        assert failed
        assert "\n" not in text
        assert client.result("ping") == {}


def test_the_id_of_a_long_message_is_found_at_its_beginning_or_end() -> None:
    """Clients write it first or last."""
    assert find_id(b'{"jsonrpc": "2.0", "id": 12, "method": "tools/call", "params": {"id": 3, "x": "aaa') == 12
    assert find_id(b'{"method": "x", "params": {"id": 3, "text": "aaaa"}, "jsonrpc": "2.0", "id": "b-1"}') == "b-1"
    assert find_id(b'{"method": "x", "params": {"id": 3') is None
    assert find_id(b'{"id": true, "params": 1}') is None


def test_a_flood_is_answered_in_order(recall: Home) -> None:
    """Thousands of requests before the first answer is read."""
    with serve(recall) as client:
        client.begin()
        requests = [client.request("ping" if n % 3 else "tools/list") for n in range(1_000)]
        for at in range(0, 1_000, 100):
            client.write(*requests[at : at + 100])
        assert [client.read()["id"] for _ in requests] == [request["id"] for request in requests]


def test_an_id_may_come_again(recall: Home) -> None:
    """Each request is answered, also those with an id that was used before."""
    with serve(recall) as client:
        client.begin()
        client.write({**PING, "id": 7}, {**PING, "id": 7}, {**PING, "id": "7"})
        assert [client.read()["id"] for _ in range(3)] == [7, 7, "7"]


def test_a_cancelled_request_gets_no_answer_and_changes_nothing(recall: Home) -> None:
    """A cancellation that comes with its request, and one for a request that was answered long ago."""
    with serve(recall) as client:
        client.begin()
        arguments = {"name": "store_memory", "arguments": {"text": "This was taken back.", "wait": True}}
        request = client.request("tools/call", arguments)
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request["id"]}}
        client.write(json.dumps(request).encode() + b"\n" + json.dumps(cancel).encode() + b"\n")
        assert client.result("ping") == {}
        client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        assert client.result("ping") == {}
    assert recall.json("count")["count"] == 0


class FakeSession:
    """A session for a tool that works for long."""

    class app:
        progress: Any = None
        notes: list[str] = []

        @staticmethod
        def refresh() -> None: ...

        @staticmethod
        def reopen() -> None: ...

    grant = Grant()


def slow_server(monkeypatch: pytest.MonkeyPatch, cancel_at: int, sent: list[Any], steps: list[int]) -> McpServer:
    """A server whose tool memory_stats takes ten steps; the client cancels at one of them."""

    def work(session: Any, _values: Any) -> ToolResult:
        for step in range(10):
            steps.append(step)
            session.app.progress("counting", step, 10)
        return ToolResult(text="done")

    tool = next(tool for tool in TOOLS if tool.name == "memory_stats")
    monkeypatch.setattr(type(tool), "load_handler", lambda self: work)
    monkeypatch.setattr(calls, "_check_switched_on", lambda session: None)
    session: Any = FakeSession()
    server = McpServer(
        Grant(), "1", lambda client: session, send=sent.append, is_cancelled=lambda id_: len(steps) > cancel_at
    )
    server.version = "2025-11-25"
    return server


def test_long_work_reports_progress_and_ends_when_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress goes to whoever gave a token, and rises; a cancellation ends the work without an answer."""
    call = {"jsonrpc": "2.0", "id": 3, "method": "tools/call"}
    sent: list[Any] = []
    steps: list[int] = []
    server = slow_server(monkeypatch, 99, sent, steps)
    answer = server.handle({**call, "params": {"name": "memory_stats", "_meta": {"progressToken": "t"}}})
    assert isinstance(answer, dict)
    assert answer["result"]["content"][0]["text"] == "done"
    assert [note["params"]["progress"] for note in sent] == [*range(10)]
    assert all(note["params"]["progressToken"] == "t" and note["params"]["total"] == 10 for note in sent)
    sent.clear()
    server.handle({**call, "params": {"name": "memory_stats"}})
    assert sent == []
    steps.clear()
    server = slow_server(monkeypatch, 4, sent, steps)
    assert server.handle({**call, "params": {"name": "memory_stats"}}) is None
    assert len(steps) == 5


def test_an_unexpected_error_is_one_line_for_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback and no text of the error, which could hold a memory."""
    sent: list[Any] = []
    server = slow_server(monkeypatch, 99, sent, [])
    logged: list[str] = []
    server._log = logged.append
    tool = next(tool for tool in TOOLS if tool.name == "memory_stats")

    def fail(_session: Any, _values: Any) -> ToolResult:
        raise RuntimeError("the secret memory text")

    monkeypatch.setattr(type(tool), "load_handler", lambda self: fail)
    call = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "memory_stats"}}
    answer = server.handle(call)
    assert isinstance(answer, dict)
    assert answer["result"]["isError"] is True
    text = answer["result"]["content"][0]["text"]
    assert "secret" not in text
    assert "\n" not in text
    assert len(logged) == 1
    assert "RuntimeError at test_stdio.py" in logged[0]
    assert "secret" not in logged[0]


def test_input_that_ends_is_answered_first(recall: Home) -> None:
    """Requests from a file or a pipe are all answered; a half line at the end is dropped."""
    lines = b"".join(json.dumps({**PING, "id": n}).encode() + b"\n" for n in range(5)) + b'{"jsonrpc": "2.0", "id": 9'
    ran = recall("mcp", stdin=lines)
    assert (ran.status, ran.err) == (0, "")
    assert [json.loads(line)["id"] for line in ran.lines] == [*range(5)]


def test_nothing_at_all_ends_at_once(recall: Home) -> None:
    """An empty input is a client that left; no store is made."""
    ran = recall("mcp")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert not recall.db.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(recall: Home, number: signal.Signals) -> None:
    """No traceback; what was acknowledged is there."""
    with serve(recall) as client:
        client.begin()
        client.call("store_memory", text="We chose NATS because replay was too slow.", wait=True)
        client.process.send_signal(number)
        status, err = client.process.wait(timeout=30), client.process.stderr.read()
        assert (status, err) == (0, b"")
    assert recall.json("count")["count"] == 1


def test_a_client_that_closes_its_output_ends_it(recall: Home) -> None:
    """A broken pipe is no error of ours."""
    with serve(recall) as client:
        client.begin()
        client.process.stdout.close()
        client.write(client.request("tools/list"))
        assert client.process.wait(timeout=30) == 0
        assert client.process.stderr.read() == b""


def test_a_client_that_never_reads_is_not_read_from(recall: Home) -> None:
    """Its answers wait in the pipe, and so do its requests; memory does not grow; when it leaves, the server ends."""
    pipe = subprocess.PIPE
    code = "from recall_cli.serve.mcp import stdio; stdio.UNREAD_SECONDS = 1\n" + AS_INSTALLED
    process = recall.start("mcp", code=code, stdin=pipe, stdout=pipe, stderr=pipe)
    begin = {"protocolVersion": "2025-11-25", "clientInfo": {"name": "x"}, "capabilities": {}}
    process.stdin.write(json.dumps({**PING, "method": "initialize", "params": begin}).encode() + b"\n")
    process.stdin.flush()
    os.set_blocking(process.stdin.fileno(), False)
    line = json.dumps({**PING, "method": "tools/list"}).encode() + b"\n"
    written, blocked_since = 0, None
    for _ in range(3_000):
        try:
            written += os.write(process.stdin.fileno(), line * 20)
            blocked_since = None
        except BlockingIOError:
            blocked_since = blocked_since or time.monotonic()
            if time.monotonic() - blocked_since > 1:
                break
            time.sleep(0.05)
    assert blocked_since is not None, "the server took in everything"
    assert written < 3_000 * 20 * len(line)
    with open(f"/proc/{process.pid}/status") as status:
        assert int(status.read().split("VmRSS:")[1].split()[0]) < 30_000
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    assert process.stderr.read() == b""
    process.stdout.close()
    process.stderr.close()


def test_nothing_else_can_write_between_the_messages(recall: Home) -> None:
    """What a library prints, or a program that recall starts, goes to standard error."""
    code = (
        "import os\nfrom recall_cli.serve.mcp import server\nreal = server.McpServer.handle\n"
        "def loud(self, message):\n print('noise', flush=True); os.system('echo more noise; cat')\n"
        " return real(self, message)\n"
        "server.McpServer.handle = loud\n" + AS_INSTALLED
    )
    pipe = subprocess.PIPE
    process = recall.start("mcp", code=code, stdin=pipe, stdout=pipe, stderr=pipe)
    out, err = process.communicate(json.dumps(PING).encode() + b"\n", timeout=60)
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1]
    assert b"noise" in err
    assert b"more noise" in err


def test_at_a_terminal_it_shows_what_is_connected(recall: Home) -> None:
    """A person who types the command gets an answer, not silence."""
    ran = recall("mcp", tty=True)
    assert ran.status == 0
    assert "claude-desktop" in ran.out
    assert "recall mcp install" in ran.out


def test_the_command_explains_wrong_use(recall: Home) -> None:
    """A client after run, or rights that exclude each other."""
    assert "recall mcp install zed" in recall.quick("mcp", "run", "zed").err
    assert "exclude each other" in recall.quick("mcp", "--read-only", "--allow", "erase").err


@for_each("said, agent", [
        ("claude-code", "claude-code"), ("claude-ai", "claude-desktop"), ("codex-mcp-client", "codex"),
        ("gemini-cli-mcp-client", "gemini"), ("Visual Studio Code", "vscode"), ("cursor-vscode", "cursor"),
        ("Zed", "zed"), ("opencode", "opencode"), ("github-copilot-developer", "copilot"), ("My Client!", "my-client"),
        ("", "mcp"), (3, "mcp"), ("\u202e<b>", "b"), ("x" * 500, "x" * 40), ("日本", "mcp"),
    ],)  # fmt: skip
def test_a_clients_name_becomes_an_agents_name(said: object, agent: str) -> None:
    """Names that recall knows, and nothing but letters, digits and hyphens."""
    assert agent_of_client({"name": said}) == agent
    assert stdio.MAX_MESSAGE_BYTES < 10_000_000
