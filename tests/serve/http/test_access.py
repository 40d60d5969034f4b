"""Who gets in: hosts, pages, tokens, their limits and their end; and what everybody may read."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.serve.http.access import RateLimit, split_host
from tests.command import Home
from tests.serve.http_client import HttpClient, HttpServer, serve_http

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "clientInfo": {"name": "x"}, "capabilities": {}},
}  # fmt: skip
SEND = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {}}
PROTECTED = (("/mcp", INITIALIZE), ("/a2a", SEND))


@pytest.fixture
def server(recall: Home) -> Iterator[HttpServer]:
    recall.store("The port of the API is 8080.")
    with serve_http(recall) as running:
        yield running


def test_nothing_is_answered_without_a_token(server: HttpServer) -> None:
    """No token, a wrong one, a wrong scheme, and a token's public part with another secret: 401, and the same line."""
    real = server.token("laptop")
    forged = real[:18] + ("A" if real[18] != "A" else "B") + real[19:]
    for path, body in PROTECTED:
        assert server.send("POST", path, body, token=real).status == 200
        for wrong in (None, "x", "recall_", "recall_aaaaaaaaaa_bbbb", forged, real + "x", real[:-1], "é" * 50):
            answer = server.send("POST", path, body, token=wrong)
            assert answer.status == 401 and answer.headers["www-authenticate"].startswith("Bearer"), wrong
            assert answer.body.count(b"\n") == 1
        assert server.send("POST", path, body, headers={"Authorization": f"Basic {real}"}).status == 401
        assert server.send("GET", path).status == 401
    assert "8080" not in json.dumps(server.stop())


def test_an_ended_token_fails_at_the_next_request(server: HttpServer, recall: Home) -> None:
    """Revoked while the server runs; and expired, for a server that lives later."""
    token, short = server.token("laptop"), server.token("short", "--expires", "1d")
    for each in (token, short):
        assert server.send("POST", "/mcp", INITIALIZE, token=each).status == 200
    recall.quick("token", "revoke", "laptop")
    assert server.send("POST", "/mcp", INITIALIZE, token=token).status == 401
    recall.later(days=3)
    with serve_http(recall) as later:
        assert later.send("POST", "/mcp", INITIALIZE, token=short).status == 401


def test_a_foreign_host_and_a_foreign_page_are_refused(server: HttpServer) -> None:
    """A page that reaches the server by a name of its own (DNS rebinding) gets nothing, with a token or without."""
    token = server.token("laptop")
    for path in ("/mcp", "/a2a", "/healthz", "/readyz", "/metrics", "/.well-known/agent-card.json", "/"):
        method, body = ("POST", INITIALIZE) if path in ("/mcp", "/a2a") else ("GET", None)
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:7077", "evil.example:80"):
            assert server.send(method, path, body, token=token, headers={"Host": host}).status == 421, (path, host)
        assert server.send(method, path, body, token=token, headers={"Host": ""}).status == 421
        for origin in ("http://evil.example", "null", "https://localhost.evil.example"):
            assert server.send(method, path, body, token=token, headers={"Origin": origin}).status == 403, origin
        for name in ("localhost:7077", "127.0.0.1", "[::1]:7077", "LOCALHOST"):
            answer = server.send(method, path, body, token=token, headers={"Host": name, "Origin": f"http://{name}"})
            assert answer.status == 200, (path, name, answer.text)


def test_a_token_that_sends_too_much_is_slowed_down(server: HttpServer) -> None:
    """429 with the time to wait, for this token alone."""
    busy, other = server.token("busy", "--rate", "12"), server.token("other")
    statuses = [server.send("POST", "/mcp", INITIALIZE, token=busy) for _ in range(6)]
    assert [answer.status for answer in statuses][:2] == [200, 200]
    assert statuses[-1].status == 429 and int(statuses[-1].headers["retry-after"]) >= 1
    assert server.send("POST", "/mcp", INITIALIZE, token=other).status == 200


def test_a_bucket_fills_up_again() -> None:
    """Sixty a minute: ten at once, then one a second."""
    limit = RateLimit(60, 0.0)
    waits = [limit.seconds_to_wait(60, 0.0) for _ in range(11)]
    assert waits[:10] == [0.0] * 10 and waits[10] == pytest.approx(1.0)
    assert limit.seconds_to_wait(60, 1.0) == 0.0
    assert limit.seconds_to_wait(60, 1.0) > 0


def test_names_of_hosts() -> None:
    """With and without ports, in both kinds of addresses."""
    cases = {"A.example:80": "a.example", "[::1]:80": "::1", "::1": "::1", "127.0.0.1": "127.0.0.1", "": ""}
    assert {host: split_host(host) for host in cases} == cases


def test_what_everybody_may_read(server: HttpServer, recall: Home) -> None:
    """Health, readiness, the card and the metrics: without a memory, a user or a token's name in them."""
    token = server.token("secretname", "--user", "marianne", person=True)
    client = HttpClient(server, token)
    client.begin()
    client.call("search_memories", query="port")
    assert server.send("GET", "/healthz").text == "ok\n"
    assert server.send("GET", "/readyz").text == "ready\n"
    card = server.send("GET", "/.well-known/agent-card.json").json
    assert card["supportedInterfaces"][0]["url"] == "http://localhost/a2a"
    metrics = server.send("GET", "/metrics").text
    assert 'recall_requests_total{kind="search_memories",status="200"} 1' in metrics
    for text in (metrics, json.dumps(card), server.send("GET", "/").text):
        assert not any(word in text for word in ("marianne", "secretname", "8080", token))
    assert server.send("HEAD", "/healthz").body == b""
    assert server.send("GET", "/nothing").status == 404
    assert server.send("POST", "/healthz", {}).status == 405


def test_the_log_names_tokens_and_no_texts(server: HttpServer) -> None:
    """One JSON line a request: path, status, tool, token's name, time."""
    token = server.token("laptop")
    client = HttpClient(server, token)
    client.begin()
    client.call("store_memory", text="The code of the door in the cellar is a rhyme.", wait=True)
    log = server.stop()
    stored = next(line for line in log if line.get("kind") == "store_memory")
    assert (stored["status"], stored["token"], stored["path"]) == (200, "laptop", "/mcp")
    assert stored["ms"] > 0
    assert "rhyme" not in json.dumps(log) and token not in json.dumps(log)
    assert [line["event"] for line in log][-2:] == ["stopping", "stopped"]


def test_the_log_of_writes_names_the_token(server: HttpServer, recall: Home) -> None:
    """Also if the client names a session, and in the queue; and no session of a command looks like a token."""
    token = server.token("laptop", "--agent", "helper")
    arguments: list[dict[str, object]] = [
        {"text": "The office is in Basel.", "wait": True},
        {"text": "Invoices are paid on Mondays.", "wait": True},
        {"text": "The mailer retries four times."},
    ]
    for number, values in enumerate(arguments):
        call = {"name": "store_memory", "arguments": values}
        sent = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}
        headers = {"mcp-session-id": "token desk"} if number == 1 else {}
        assert b'"isError": true' not in server.send("POST", "/mcp", sent, token=token, headers=headers).body
    server.stop()
    recall("worker", "--once")
    recall("store", "The light is on.", "--session", "token desk")
    operations = [op for op in recall.json("log")["operations"] if op["kind"] == "store"]
    assert [op["session"] for op in operations] == ["desk", *["token laptop"] * 3, None]
    assert recall("log").out.count(", token laptop") == 3


def test_the_last_use_is_noted(server: HttpServer, recall: Home) -> None:
    """When a token was last used is in the list."""
    from tests.serve.http_client import wait_until

    server.send("POST", "/mcp", INITIALIZE, token=server.token("laptop"))
    wait_until(lambda: recall.json("token")["tokens"][0]["used_at"])


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--host", "0.0.0.0"], "would send tokens and memories in plain"),
        (["--host", "10.1.2.3", "--port", "1"], "would send tokens and memories in plain"),
        (["--tls-cert", "x.pem"], "belong together"),
        (["--tls-cert", "x.pem", "--tls-key", "y.pem"], "no such file"),
        (["--public-url", "memory.example.com"], "--public-url"),
        (["--host", "no.such.host.invalid", "--behind-proxy"], "cannot listen"),
    ],
)
def test_a_start_that_is_not_safe_or_not_possible_is_one_line(recall: Home, args: list[str], says: str) -> None:
    """Nothing is served, and the line says what to do."""
    answer = recall("serve", *args, timeout=60)
    assert answer.status in (1, 2) and says in answer.err and answer.err.count("\n") == 1, answer


def test_a_port_that_is_taken_is_one_line(server: HttpServer, recall: Home) -> None:
    """Another server has it."""
    answer = recall("serve", "--port", str(server.port), timeout=60)
    assert answer.status == 1 and "already in use" in answer.err and answer.err.count("\n") == 1, answer


def test_tls_and_other_addresses(recall: Home, tmp_path: Path) -> None:
    """With a certificate any address may be served, and the public name is answered for."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(cert),
         "-days", "2", "-subj", "/CN=localhost"], capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("no openssl here")
    options = ("--host", "0.0.0.0", "--tls-cert", str(cert), "--tls-key", str(key))
    with serve_http(recall, *options, "--public-url", "https://memory.example.com") as server:
        token = server.token("laptop")
        assert server.send("POST", "/mcp", INITIALIZE, token=token, tls=True).status == 200
        named = server.send("GET", "/.well-known/agent-card.json", tls=True, headers={"Host": "memory.example.com"})
        assert named.json["supportedInterfaces"][0]["url"] == "https://memory.example.com/a2a"
        with server.connect() as plain:  # no TLS: no answer in plain either
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert not plain.recv(100).startswith(b"HTTP")


def test_behind_a_proxy_the_metrics_need_a_token(recall: Home) -> None:
    """Every request comes from the proxy then, so this machine's address says nothing."""
    with serve_http(recall, "--behind-proxy") as server:
        assert server.send("GET", "/metrics").status == 401
        assert server.send("GET", "/metrics", token=server.token("laptop")).status == 403  # they count all users
        watcher = server.token("prometheus", "--allow", "audit", person=True)
        assert server.send("GET", "/metrics", token=watcher).status == 200


def test_the_check_of_texts_alone(recall: Home) -> None:
    """`--check` counts what is sent, and needs no store."""
    assert recall.json("serve", "--check")["checked"] > 100
    assert not recall.db.exists()


def test_names_that_clients_think_of_are_not_counted_apart(server: HttpServer) -> None:
    """A client that sends ever new names of tools and methods adds nothing to the metrics but one line."""
    client = HttpClient(server, server.token("mine", "--rate", "100000"))
    client.begin()
    for number in range(20):
        client.error(f"zebra{number}")
        client.error("tools/call", {"name": f"zebra{number}", "arguments": {}})
    metrics = server.send("GET", "/metrics").text
    assert "zebra" not in metrics
    assert 'recall_requests_total{kind="other",status="200"} 40' in metrics
