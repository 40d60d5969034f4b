"""Many processes at once, a store on PostgreSQL behind the server, and a proxy before it."""

import contextlib
import os
import shutil
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import engine_choice
from tests.command import Home
from tests.postgres_server import running_server
from tests.serve.over_https.address import Served, serve_tls

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    behind = Home(tmp_path / "behind")
    behind.quick("count")
    with serve_tls(behind, tmp_path / "tls") as running:
        yield running


def listed(client: Home) -> list[str]:
    return [memory["text"] for memory in client.json("list", "--project", "*", "-n", "200")["memories"]]


def test_what_waits_is_sent_once_by_many_processes(served: Served, tmp_path: Path) -> None:
    """Several commands begin at once, and one is killed after the server had the texts: each text is stored once."""
    client = served.client(tmp_path / "client", served.token("laptop", "--rate", "100000"))
    (client.path / "work").mkdir()
    texts = [f"Number {number} is kept." for number in range(12)]
    port, db = served.server.port, client.more["RECALL_DB"]
    os.kill(served.server.process.pid, 19)  # SIGSTOP
    try:
        with ThreadPoolExecutor(4) as pool:
            kept = [*pool.map(lambda text: client("store", text, "--global"), texts)]
    finally:
        os.kill(served.server.process.pid, 18)  # SIGCONT
    assert [result.status for result in kept] == [0] * len(texts), port
    (file,) = client.path.rglob("*.commands")
    shutil.copy(file, tmp_path / "before")
    with ThreadPoolExecutor(4) as pool:
        assert {client_result.status for client_result in pool.map(lambda _: client("count"), range(6))} == {0}
    client.quick("count")
    assert sorted(listed(client)) == sorted(texts)
    shutil.copy(tmp_path / "before", file)  # as if the process had been killed before it took the lines out
    client.quick("count")
    assert sorted(listed(client)) == sorted(texts) and not [*client.path.rglob("*.commands")], db


def test_many_people_store_at_once(served: Served, tmp_path: Path) -> None:
    """Eight processes of two users: every text is there, with its user alone."""
    clients = [
        served.client(tmp_path / name, served.token(name, "--user", name, "--rate", "100000"))
        for name in ("ann", "bob")
    ]
    with ThreadPoolExecutor(4) as pool:
        done = [*pool.map(lambda number: clients[number % 2]("store", f"Text number {number}.", "--global"), range(12))]
    assert [result.status for result in done] == [0] * 12
    for at, client in enumerate(clients):
        assert sorted(listed(client)) == sorted(f"Text number {number}." for number in range(at, 12, 2))


def test_a_store_on_postgres_behind_the_server(tmp_path: Path) -> None:
    """The laptop has no driver and no password: everyday commands and a hook work as well."""
    pytest.importorskip("psycopg")
    postgres = running_server()
    database = postgres.new_database()
    behind = Home(tmp_path / "behind")
    behind.more |= {"RECALL_DB": postgres.url(database), "PGPASSFILE": str(postgres.passwords)}
    try:
        with serve_tls(behind, tmp_path / "tls") as served:
            client = served.client(tmp_path / "client", served.token("laptop"))
            id_ = client.store("The queue runs on NATS.", "--global")
            assert "NATS" in client.quick("search", "queue").out
            assert client.quick("update", id_, "The queue runs on Kafka.").status == 0
            assert "Kafka" in client.quick("context", "--compact").out
            assert client.quick("delete", id_).status == 0 and client.quick("undo").status == 0
            assert client.quick("count").out == "1\n" and client.quick("doctor").status == 0
    finally:
        postgres.drop_database(database)


class Proxy:
    """A proxy that lets connections through to one port, whatever host they name, and keeps what it was asked."""

    def __init__(self, port: int, *, refuses: bool = False) -> None:
        self._port, self._refuses = port, refuses
        self.asked: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://ann:pass%20word@127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            near, _ = self._listener.accept()
            head = b""
            while b"\r\n\r\n" not in head:
                head += near.recv(1)
            self.asked.append(head)
            if self._refuses:
                near.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._port))
            near.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)


def test_a_proxy_only_as_the_system_says(tmp_path: Path) -> None:
    """HTTPS_PROXY is used, except for this machine and what NO_PROXY names; it sees the host's name, and no token."""
    behind, name = Home(tmp_path / "behind"), "memory.example.org"
    behind.store("The API listens on port 8080.", "--global")
    with serve_tls(behind, tmp_path / "tls", "--public-url", f"https://{name}", name=name) as served:
        token = served.token("laptop")
        proxy, closed = Proxy(served.server.port), Proxy(served.server.port, refuses=True)
        client = served.client(tmp_path / "client", token, RECALL_DB=f"https://{name}", HTTPS_PROXY=proxy.address)
        assert "8080" in client.quick("list").out
        assert proxy.asked[0].startswith(f"CONNECT {name}:443 HTTP/1.1\r\n".encode())
        assert b"Proxy-Authorization: Basic YW5uOnBhc3Mgd29yZA==" in proxy.asked[0]
        assert token.encode() not in b"".join(proxy.asked)
        refused = client.quick("list", env={"HTTPS_PROXY": closed.address})
        assert refused.status == 5 and "does not let it through" in refused.err and "pass" not in refused.err
        asked = len(proxy.asked)
        away = client.quick("list", env={"NO_PROXY": "example.org"})
        assert away.status == 5 and len(proxy.asked) == asked
        here = client.quick("list", env={"RECALL_DB": f"https://localhost:{served.server.port}"})
        assert here.status == 5 and "not trusted" in here.err and len(proxy.asked) == asked
