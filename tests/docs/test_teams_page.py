"""The page about teams, typed command by command: by an administrator, two developers and the machine of a server."""

import os
import re
import shlex
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import engine_choice
from tests.command import ROOT, Home
from tests.postgres_server import PostgresServer, find_binaries

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="it begins with a file")

PAGE = ROOT / "recall_cli/docs/teams.md"
BLOCK = re.compile(r"^( *)```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
NOT_TYPED = ("pipx inject ", "export RECALL_DB='postgresql://alice@db1")
"""The beginnings of blocks that need the network, and a second server."""
WITHOUT_TLS = "?sslmode=verify-full"
"""The server of the tests is built without TLS, and on this machine; so this part of an address is left out."""
PASSWORD = "p4ge-password"


def blocks_of_page() -> list[list[str]]:
    """The commands of the page, block by block, as they are typed."""
    found = [block.group(2) for block in BLOCK.finditer(PAGE.read_text())]
    typed = [[line.strip().replace(WITHOUT_TLS, "") for line in block.splitlines()] for block in found]
    return [block for block in typed if not block[0].startswith(NOT_TYPED)]


class Machine(Home):
    """A machine of somebody, for whom `db.example.org` is the server of the test."""

    def __init__(self, path: Path, server: PostgresServer, port: int, binaries: Path) -> None:
        super().__init__(path)
        self.more = {
            "PGHOSTADDR": "127.0.0.1",
            "PGPORT": str(port),
            "PATH": f"{binaries}:/usr/bin:/bin",
            "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""),
        }
        self.server, self.port = server, port

    def know_password(self, login: str) -> None:
        """The line of the page in ~/.pgpass."""
        (line,) = re.findall(r"^ *(db\.example\.org:5432:recall:alice:PASSWORD)$", PAGE.read_text(), re.MULTILINE)
        own = line.replace(":5432:", f":{self.port}:").replace("alice", login).replace("PASSWORD", PASSWORD)
        passwords = self.path / ".pgpass"
        before = passwords.read_text() if passwords.exists() else ""
        passwords.write_text(before + own + "\n" + own.replace(":recall:", ":postgres:") + "\n")
        passwords.chmod(0o600)

    def type(self, line: str) -> str:
        """What a command of the page says; recall as a person at a terminal, who answers yes."""
        words = [word.replace("~", str(self.path), 1) if word.startswith("~/") else word for word in shlex.split(line)]
        if words[0] == "recall":
            answer = self.quick(*words[1:], person=True, stdin="y\ny\n")
            assert answer.status == 0 or (words[1] == "doctor" and answer.status == 1), (line, answer)
            return answer.out + answer.err
        answers = f"{PASSWORD}\n{PASSWORD}\n" if "password" in line else ""
        ran = subprocess.run(
            words, env=self.environment(), input=answers, capture_output=True, text=True, start_new_session=True
        )
        assert ran.returncode == 0, (line, ran)
        return ran.stdout


@pytest.fixture
def office(tmp_path: Path) -> Iterator[tuple[PostgresServer, int, Path]]:
    """A fresh server with an administrator who is called admin, its port, and the folder of psql."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL here: pip install -e '.[test]'")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"listen_addresses": "127.0.0.1", "port": str(port)}
    server = PostgresServer(binaries, settings=settings, template=False)
    server.prepare_cluster()
    with server.admin() as admin:
        admin.execute(f"CREATE ROLE admin SUPERUSER LOGIN PASSWORD '{PASSWORD}'")
    yield server, port, binaries
    server.remove()


def test_the_page_typed_literally(office: tuple[PostgresServer, int, Path], tmp_path: Path) -> None:
    """At the end each developer's memory is among their own rows, and nowhere else."""
    server, port, binaries = office
    admin, alice, bob, serving = (
        Machine(tmp_path / name, server, port, binaries) for name in ("admin", "alice", "bob", "serving")
    )
    making, login, joining, moving, signing, serve = blocks_of_page()
    admin.know_password("admin")
    for line in (*making, *login, *(line.replace("alice", "bob") for line in login)):
        admin.type(line)
    alice.know_password("alice")
    alice.type(joining[0])
    alice.type(joining[1])
    assert "PostgreSQL" in alice.type(joining[2])
    bob.know_password("bob")
    bob.store("The build cache is on the big disk.")
    for line in (*moving, joining[0]):
        said = bob.type(line.replace("alice", "bob"))
        assert "move them" not in said, "they are there already"
    assert "big disk" in bob.quick("list").out and "staging" not in bob.quick("list").out
    with server.admin("recall") as asking:
        rows = asking.execute("SELECT tenant_id, text FROM recall.memory ORDER BY 1").fetchall()
    assert rows == [
        ("alice", "The staging cluster is rebuilt every Sunday."),
        ("bob", "The build cache is on the big disk."),
    ]
    assert not alice.db.exists()
    assert_serves(admin, serving, signing, serve, login)


def assert_serves(admin: Machine, serving: Machine, signing: list[str], serve: list[str], login: list[str]) -> None:
    """The second half of the page: a login that signs, and `recall serve` with it."""
    admin.type(signing[0])
    admin.type(login[1].replace("alice", "recall_serve"))
    serving.know_password("recall_serve")
    (admin.path / "serve.key").rename(serving.path / "serve.key")
    for line in serve[:-1]:
        serving.type(line)
    running = serving.start(*shlex.split(serve[-1])[1:], "--port", "0", stderr=subprocess.PIPE, text=True)
    try:
        address = next(found[0] for line in running.stderr if (found := re.findall(r"http://[\w.:]+\d", line)))
        with urllib.request.urlopen(f"{address}/readyz", timeout=20) as answer:
            assert answer.status == 200
    finally:
        running.terminate()
        running.communicate(timeout=20)
