"""A server that is away, frozen, slow or foreign, and tokens that do not fit: one clear line, and no text is lost."""

import contextlib
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import engine_choice
from tests.command import CommandResult, Home
from tests.serve.http_client import serve_http, wait_until
from tests.serve.over_https.address import Served, make_certificate, serve_tls

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")

TOKEN = "recall_aaaaaaaaaa_" + "b" * 43
TEXT = "The staging cluster is rebuilt every Sunday."


@pytest.fixture
def behind(tmp_path: Path) -> Home:
    home = Home(tmp_path / "behind")
    home.store("The API listens on port 8080.")
    return home


@pytest.fixture
def served(behind: Home, tmp_path: Path) -> Iterator[Served]:
    with serve_tls(behind, tmp_path / "tls") as running:
        yield running


def waiting(client: Home) -> list[Path]:
    """The files with commands that wait."""
    return [*client.path.rglob("*.commands")]


def one_line(result: CommandResult, *words: str, status: int = 5) -> None:
    """The command failed with one line that says these words, and nothing else."""
    assert result.status == status and result.out == "" and result.err.count("\n") == 1, result
    assert all(word in result.err for word in words), result.err


def test_a_server_that_is_away(served: Served, behind: Home, tmp_path: Path) -> None:
    """Reading says so in one line. A text is kept, masked, 0600, and sent once with the next command."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    assert "8080" in client.quick("list", "--project", "*").out
    port = served.server.port
    served.server.stop()
    one_line(client.quick("search", "port"), "localhost cannot be reached")
    error = json.loads(client.quick("search", "port", "--json").err)["error"]
    assert error["code"] == "store" and error["hint"]
    one_line(client.quick("delete", "ffff"), "cannot be reached")
    one_line(client.quick("store", TEXT, "--dry-run"), "cannot be reached")
    kept = client.quick("store", TEXT + " The door code is password=s3cr3tPassw0rd-Xy")
    assert kept.status == 0 and kept.out.startswith("queued\t") and "is kept here" in kept.err
    as_json = client.json("store", "A second text.", "--key", "mine")
    assert as_json["status"] == "queued" and as_json["job_id"]
    (file,) = waiting(client)
    assert file.stat().st_mode & 0o777 == 0o600 and b"s3cr3tPassw0rd" not in file.read_bytes()
    assert "not sent yet: 2 texts" in client.quick("doctor").out
    with serve_again(behind, served, port):
        found = client.quick("search", "staging cluster", "--project", "*")
        assert "every Sunday" in found.out and "2 texts that waited here were sent" in found.err
        assert not waiting(client)
        texts = [memory["text"] for memory in client.json("list", "--project", "*")["memories"]]
        assert sorted(texts)[0] == "A second text." and len(texts) == 3
        assert client.quick("store", "A second text.", "--key", "mine").out.startswith("cached")
        assert "no problems" in client.quick("doctor").out or "not sent" not in client.quick("doctor").out


@contextlib.contextmanager
def serve_again(behind: Home, served: Served, port: int) -> Iterator[None]:
    """The server once more, at the same address."""
    from tests.command import AS_INSTALLED

    cert = str(served.cert)
    arguments = ("--port", str(port), "--tls-cert", cert, "--tls-key", str(served.cert.with_name("key.pem")))
    pipe = -1
    process = behind.start("serve", *arguments, code=AS_INSTALLED, stdin=-3, stdout=pipe, stderr=pipe)
    try:
        assert b'"started"' in process.stderr.readline()
        yield
    finally:
        process.terminate()
        process.communicate(timeout=40)


def test_a_frozen_server_is_given_up_soon(served: Served, tmp_path: Path) -> None:
    """The kernel still accepts connections; nobody answers. A text is kept, and is not stored twice later."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    os.kill(served.server.process.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        one_line(client.quick("list"), "cannot be reached", "too long")
        assert client.quick("store", TEXT).status == 0
        assert time.monotonic() - began < 20  # it was given up, and not waited for to the end
    finally:
        os.kill(served.server.process.pid, signal.SIGCONT)
    assert client.quick("list").out.count("every Sunday") == 1 and not waiting(client)


class Between:
    """A way to a server without TLS that loses each answer, after the request has gone through."""

    def __init__(self, port: int) -> None:
        self._port, self.loses = port, True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://localhost:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            near, _ = self._listener.accept()
            far = socket.create_connection(("127.0.0.1", self._port))
            threading.Thread(target=self._copy, args=(near, far), daemon=True).start()
            threading.Thread(target=self._copy, args=(far, near), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                if self.loses and piece.startswith(b"HTTP/1.1"):
                    break
                target.sendall(piece)
            target.shutdown(socket.SHUT_RDWR)


def test_a_lost_answer_stores_nothing_twice(behind: Home, tmp_path: Path) -> None:
    """The server has stored the text, and its answer never came: the text is sent again, and stands there once."""
    with serve_http(behind) as server:
        token = server.token("laptop", "--allow", "commands", person=True)
        way, client = Between(server.port), Home(tmp_path / "client")
        client.more = {"RECALL_DB": way.address, "RECALL_TOKEN": token}
        kept = client.quick("store", TEXT)
        assert kept.status == 0 and "did not answer" in kept.err, kept
        wait_until(lambda: "every Sunday" in behind.quick("list", "--project", "*").out)
        deleted = client.quick("delete", "ffffffff")
        assert deleted.status == 5 and "not known whether" in deleted.err
        way.loses = False
        assert client.quick("list", "--project", "*").out.count("every Sunday") == 1
        assert not waiting(client)


def test_texts_that_wait_survive_a_kill_and_keep_their_order(served: Served, behind: Home, tmp_path: Path) -> None:
    """Many processes keep texts at once, one is killed in the middle; all that were acknowledged arrive, once."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    address, client.more["RECALL_DB"] = client.more["RECALL_DB"], "https://localhost:1"
    acknowledged = [f"Number {number} is kept." for number in range(6)]
    for text in acknowledged:
        assert client.quick("store", text, "--global").status == 0
    (file,) = waiting(client)
    with file.open("ab") as damaged:
        damaged.write(b'0123456789abcdef {"command": "store", "val')  # a kill in the middle of a line
    assert client.quick("store", "After the kill.", "--global").status in (0, 5)
    from tests.serve.over_https.test_hooks import next_name

    file.rename(file.with_name(next_name(client, address).replace(".spool", ".commands")))
    client.more["RECALL_DB"] = address
    client.quick("count")
    texts = [memory["text"] for memory in client.json("list", "--project", "*", "-n", "50")["memories"]]
    assert [text for text in reversed(texts) if text.startswith("Number")] == acknowledged
    assert len(texts) == len(set(texts))


def test_tokens_that_do_not_fit(served: Served, behind: Home, tmp_path: Path) -> None:
    """A wrong, revoked or expired token, one that gives no commands, one that only reads, none at all."""
    client = served.client(tmp_path / "client", TOKEN)
    one_line(client.quick("list"), "refuses this machine's token", "not valid")
    client.more["RECALL_TOKEN"] = served.server.token("tools", person=True)
    one_line(client.quick("list"), "gives no commands")
    client.more["RECALL_TOKEN"] = served.token("laptop")
    assert client.quick("list").status == 0
    behind.quick("token", "revoke", "laptop")
    one_line(client.quick("list"), "not valid")
    kept = client.quick("store", TEXT)
    assert kept.status == 5, "a token that is refused is no server that is away"
    client.more["RECALL_TOKEN"] = ""
    one_line(client.quick("list"), "has no token", "recall join")
    client.more["RECALL_TOKEN"] = "two words"
    one_line(client.quick("list"), "is no token", status=2)
    client.more["RECALL_TOKEN"] = served.token("reader", "--read-only")
    assert "8080" in client.quick("search", "port", "--project", "*").out
    for call in (("store", TEXT), ("delete", "ffffffff"), ("topics", "rename", "a", "b"), ("undo",)):
        refused = client.quick(*call)
        assert refused.status in (3, 4) and refused.out == "", (call, refused)
    assert client.quick("store", TEXT).err.count("this token only reads") == 1
    assert behind.quick("list", "--project", "*").out.count("\n") == 1


def test_certificates_are_checked(behind: Home, served: Served, tmp_path: Path) -> None:
    """An unknown issuer, another host's certificate: nothing is sent, and nothing waits for such a server."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    other, _ = make_certificate(tmp_path / "other")
    client.more["SSL_CERT_FILE"] = str(other)
    one_line(client.quick("list"), "certificate of localhost is not trusted")
    assert client.quick("store", TEXT).status == 5 and not waiting(client)
    del client.more["SSL_CERT_FILE"]
    one_line(client.quick("list"), "certificate of localhost is not trusted")
    with serve_tls(behind, tmp_path / "foreign", name="memory.example.org") as foreign:
        wrong = foreign.client(tmp_path / "wrong", foreign.token("laptop-2"))
        one_line(wrong.quick("list"), "certificate of localhost is not trusted")


def test_the_certificates_of_the_system_are_tried_as_a_whole(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the folder of single certificates does not have the issuer, the file of all of them is read."""
    from recall_cli.flows.over_https import connection

    client = served.client(tmp_path / "client", served.token("laptop"))
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(connection, "_certificate_folder", lambda: str(empty))
    assert client.quick("count").status == 0


def test_a_busy_server_is_asked_again(served: Served, tmp_path: Path) -> None:
    """A token with few requests a minute slows a script down, and none of its commands fails."""
    client = served.client(tmp_path / "client", served.token("slow", "--rate", "60"))
    for _ in range(13):
        assert client.quick("count").status == 0


class FakeServer:
    """Answers every request in plain on loopback with the same bytes, and keeps what it was sent."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self.seen = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            near, _ = self._listener.accept()
            with contextlib.suppress(OSError, ValueError):
                near.settimeout(5)
                while self._answer_one(near):
                    pass
            near.close()

    def _answer_one(self, near: socket.socket) -> bool:
        got = b""
        while b"\r\n\r\n" not in got:
            piece = near.recv(65_536)
            if not piece:
                return False
            got += piece
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += near.recv(65_536)
        self.seen += head + body
        near.sendall(self._answer)
        return bool(self._answer) and b"Content-Length: 9999" not in self._answer and b"chunked" not in self._answer


def http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    lines = "\r\n".join((f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers))
    return lines.encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (http(b"", "302 Found", "Location: https://evil.example/"), "does not follow"),
        (http(b"<html>no</html>", "404 Not Found"), "not as a recall serve"),
        (http(b"<html>hello</html>"), "malformed"),
        (http(b"[1, 2]"), "malformed"),
        (http(b'{"asks": ["standard input", null]}'), "does not answer"),
        (http(b'{"asks": ["anchors", ["/etc/passwd"]]}'), "does not answer"),
        (http(b'{"asks": ["path in project", "/etc/passwd"]}'), "does not answer"),
        (http(b'{"asks": ["has commit", ["root:1"]]}'), "on and on"),
        (http(b'{"asks": 7}'), "on and on"),
        (http(b"busy\x1b[31m\n", "503 Service Unavailable", "Retry-After: 99"), "busy"),
        (http(b"too fast", "429 Too Many Requests", "Retry-After: 99"), "too fast"),
        (http(b"large", "413 Content Too Large"), "so much at once"),
        (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", "no answer of HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "too long"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "did not answer"),
        (b"", "did not answer"),
    ],
)
def test_a_foreign_server_is_not_believed(answer: bytes, words: str, tmp_path: Path) -> None:
    """Redirects are not followed, what is no answer is told in one line, and no file is read because a server asks."""
    fake, client = FakeServer(answer), Home(tmp_path / "client")
    client.more = {"RECALL_DB": fake.address, "RECALL_TOKEN": TOKEN}
    result = client.quick("list")
    assert result.status in (1, 3, 5) and words in result.err and result.out == "", result
    assert result.err.count("\n") == 1 and "\x1b" not in result.err
    assert b"root:x" not in fake.seen


def test_no_terminal_obeys_a_server(tmp_path: Path) -> None:
    """Lines, notes, screens and briefs of whoever answers are printed as text; a screen keeps its colours."""
    evil = "\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202etxt"
    body = f'{{"status": 0, "lines": ["a\\tb {evil}"], "notes": ["n {evil}"], "screen": null}}'
    fake, client = FakeServer(http(body.encode())), Home(tmp_path / "client")
    client.more = {"RECALL_DB": fake.address, "RECALL_TOKEN": TOKEN}
    plain = client.quick("list")
    assert plain.out.startswith("a\tb ") and not set("\x1b\x07\x9b\u202e") & set(plain.out + plain.err)
    drawn = FakeServer(http(f'{{"status": 0, "screen": "\\u001b[1;31mred\\u001b[0m {evil}"}}'.encode()))
    shown = client("list", tty=True, env={"RECALL_DB": drawn.address})
    assert "\x1b[1;31mred\x1b[0m" in shown.out
    assert shown.out.count("\x1b") == 2 and not set("\x07\x9b\u202e") & set(shown.out)


def test_nothing_secret_leaves_the_machine(tmp_path: Path) -> None:
    """Secrets are masked in every part of a command before it is sent; the token is in one header and nowhere else."""
    secret = "s3cr3tPassw0rd-Xy"
    fake, client = FakeServer(http(b'{"status": 0, "lines": [], "notes": []}')), Home(tmp_path / "client")
    client.more = {"RECALL_DB": fake.address, "RECALL_TOKEN": TOKEN}
    for call in (
        ("store", f"postgres://ann:{secret}@db/x"),
        ("store", "-"),
        ("store", "A fact.", "--entity", "db", "--attribute", "password", "--value", secret),
        ("store", "A tag.", "--tag", f"password={secret}"),
        ("store", "A key.", "--key", f"password={secret}"),
        ("search", f"password={secret}"),
        ("update", "abcdef", f"postgres://ann:{secret}@db/x"),
        ("context", f"what is password={secret} for"),
        ("context", "--error", "-"),
        ("list", "--topic", f"password={secret}"),
    ):
        client.quick(*call, stdin=f"password={secret} is what it said")
    assert secret.encode() not in fake.seen and b"[secret: " in fake.seen
    assert fake.seen.count(TOKEN.encode()) == fake.seen.count(b"Authorization: Bearer ")
    for path in client.path.rglob("*"):
        assert not path.is_file() or TOKEN.encode() not in path.read_bytes(), path


def test_commands_of_the_server_say_where_they_work(served: Served, tmp_path: Path) -> None:
    """What needs the store's own machine says in one line what to type there."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    for call in (("backup", "x.db"), ("export",), ("erase", "--topic", "x"), ("maintain",), ("admin", "audit", "verify"),
                 ("import", "x.jsonl"), ("view", "x.html"), ("sync",), ("search", "x", "--sessions"),
                 ("store", "x", "--extractor", "claude"), ("edit",), ("serve",), ("projects",),
                 ("admin", "schedule", "install"), ("mcp",), ("browse",)):  # fmt: skip
        result = client.quick(*call)
        assert result.status == 1 and "works at the server's machine" in result.err, (call, result)
        assert result.err.count("\n") == 1 and result.out == ""


def test_memory_that_is_off_sends_nothing(tmp_path: Path) -> None:
    """A private session, or recall switched off: the text is refused here, and never sent."""
    fake, client = FakeServer(http(b'{"status": 0, "lines": [], "notes": []}')), Home(tmp_path / "client")
    client.more = {"RECALL_DB": fake.address, "RECALL_TOKEN": TOKEN}
    for switch in ("RECALL_OFF", "RECALL_PRIVATE"):
        result = client.quick("store", "A private thought.", env={switch: "1"})
        assert result.status == 3 and "not stored" in result.err, result
    assert b"private thought" not in fake.seen


def test_what_an_agent_stores_in_a_sandbox_is_sent_outside(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a network and without a file of ours to write, a text waits in /tmp; it is an agent's word, and no more."""
    client = served.client(tmp_path / "client", served.token("laptop"))
    address, agent = client.more["RECALL_DB"], {"CLAUDECODE": "1"}
    folder = Path(f"/tmp/recall-{os.getuid()}")
    around = [*folder.glob("*")]
    with monkeypatch.context() as sandbox:
        sandbox.setattr("recall_cli.flows.over_https.connection.proxy.connect", _denied)
        sandbox.setattr("recall_cli.flows.over_https.waiting_commands.keep_command", _denied)
        assert client.quick("store", TEXT).status == 5, "a person is told, and can store it again"
        kept = client.quick("store", TEXT + " password=s3cr3tPassw0rd-Xy", "--type", "decision", env=agent)
        assert kept.status == 0 and "is kept" in kept.err, kept
    (room,) = [path for path in folder.glob("*") if path not in around]
    (file,) = room.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600 and "s3cr3tPassw0rd" not in file.read_text()
    document = json.loads(file.read_text())
    evil = {**document, "values": {**document["values"], "source": "user", "anchor": ["/etc/passwd"], "text": "Evil."}}
    evil |= {"command": "delete", "client": {"terminal": True}, "folder": "/etc"}
    (room / "01a20ccd-1ce6-70a2-847b-4475ae59ebaa").write_text(json.dumps(evil))
    (room / "01a20ccd-1ce6-70a2-847b-4475ae59ebab").write_text("{broken")
    assert client.quick("count", env={"RECALL_DB": address}).status == 0
    found = {memory["text"]: memory for memory in client.json("list", "--project", "*")["memories"]}
    sunday = next(memory for text, memory in found.items() if "Sunday" in text)
    assert (sunday["type"], sunday["trust"]) == ("decision", "agent") and "[secret" in sunday["text"]
    assert found["Evil."]["trust"] == "agent" and found["Evil."]["anchors"] is None
    assert client.quick("count").status == 0 and len(found) == 3
    for path in room.iterdir():
        path.unlink()
    room.rmdir()


def _denied(*_arguments: object) -> None:
    raise PermissionError(1, "Operation not permitted")
