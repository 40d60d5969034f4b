"""`recall join https://…`: the token is kept in a file of its own, the agents are connected, and `--off` puts all back."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import engine_choice
from tests.command import Home
from tests.serve.over_https.address import Served, serve_tls

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    behind = Home(tmp_path / "behind")
    behind.store("The API listens on port 8080.", "--global")
    with serve_tls(behind, tmp_path / "tls") as running:
        yield running


@pytest.fixture
def machine(served: Served, tmp_path: Path) -> Home:
    """A machine with an agent and a memory, which trusts the server's certificate and has nothing else of it."""
    home = Home(tmp_path / "machine")
    home.more["SSL_CERT_FILE"] = str(served.cert)
    (home.path / ".claude").mkdir()
    home.store("A memory of this machine.")
    return home


def test_a_machine_joins_and_leaves(served: Served, machine: Home, tmp_path: Path) -> None:
    """One command; afterwards no variable is needed. The token is in one file, 0600, and nowhere else."""
    token = served.token("laptop")
    given = tmp_path / "token.txt"
    given.write_text(token + "\n")
    dry = machine.quick("join", served.address, "--token-file", str(given), "--dry-run")
    assert dry.status == 0 and token not in dry.out + dry.err and not [*machine.path.rglob("tokens")]
    arguments = ("join", served.address, "--token-file", str(given), "--yes")
    assert machine.quick(*arguments).status == 3, "an agent joins no server"
    told = machine.json(*arguments, person=True)
    assert told["joined"] and told["user"] == "owner" and told["server"]["login"] == "token laptop"
    assert {part["part"]: part["action"] for part in told["parts"]}["claude-code hooks"] == "installed"
    (file,) = machine.path.rglob("tokens")
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    for path in machine.path.rglob("*"):
        assert path == file or not path.is_file() or token.encode() not in path.read_bytes(), path
    assert token not in machine.quick("config").out + machine.quick("doctor").out
    assert "8080" in machine.quick("list").out and "of this machine" not in machine.quick("list").out
    brief = machine(
        "hook", "session-start", "--agent", "claude-code", stdin=json.dumps({"session_id": "s", "cwd": "/"})
    )
    assert brief.status == 0 and "8080" in brief.out
    left = machine.quick("join", "--off", "--yes", person=True)
    assert left.status == 0 and "1 memory of owner stay" in left.out
    assert "of this machine" in machine.quick("list").out and token.encode() not in file.read_bytes()


def test_a_revoked_token_is_replaced(
    served: Served, machine: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`recall join` asks for a new one where the server refuses the one that is kept, and --token-file takes it, too."""
    given = tmp_path / "token.txt"
    given.write_text(served.token("first"))
    machine.json("join", served.address, "--token-file", str(given), "--yes", person=True)
    for old, new in (("first", "second"), ("second", "third")):
        served.server.recall.quick("admin", "token", "revoke", old, person=True)
        refused = machine.quick("list")
        assert refused.status == 5 and "recall join takes a new one" in refused.err
        token = served.token(new)
        given.write_text(token)
        monkeypatch.setattr("getpass.getpass", lambda _question, token=token: token)
        more = ("--token-file", str(given)) if new == "third" else ()
        joined = machine.quick("join", served.address, "--yes", *more, person=True)
        assert joined.status == 0 and "with another token" in joined.out, joined
        assert "8080" in machine.quick("list").out


def test_the_end_of_the_input_is_no_token(served: Served, machine: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-D at the question ends the command, and nothing is changed."""

    def end_of_input(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr("getpass.getpass", end_of_input)
    answer = machine.quick("join", served.address, "--yes", person=True)
    assert (answer.status, answer.err) == (130, "recall: interrupted: unfinished changes were not saved\n")
    assert "of this machine" in machine.quick("list").out


def test_a_token_is_sent_to_its_own_server_alone(served: Served, machine: Home, tmp_path: Path) -> None:
    """Another address has no token, however it is named; a file that others can read is refused."""
    given = tmp_path / "token.txt"
    given.write_text(served.token("laptop"))
    machine.json("join", served.address, "--token-file", str(given), "--yes", person=True)
    other = machine.quick("list", env={"RECALL_DB": "https://localhost:1"})
    assert other.status == 5 and "has no token" in other.err
    (file,) = machine.path.rglob("tokens")
    file.chmod(0o644)
    refused = machine.quick("list")
    assert refused.status == 5 and "others could read" in refused.err and "chmod 600" in refused.err


def test_what_cannot_be_joined_changes_nothing(served: Served, machine: Home, tmp_path: Path) -> None:
    """A wrong token, another user, memories to move, a file without a token: said at once."""
    given = tmp_path / "token.txt"
    before = {
        path: path.read_bytes() for path in machine.path.rglob("*") if path.is_file() and "recall.db" not in path.name
    }
    calls = (
        ("recall_aaaaaaaaaa_" + "b" * 43, (), "not valid"),
        ("no token", (), "is no token"),
        (served.token("laptop"), ("--user", "bob"), "not of the user bob"),
        (served.server.token("tools", person=True), (), "gives no commands"),
    )
    for text, more, words in calls:
        given.write_text(text)
        result = machine.quick("join", served.address, "--token-file", str(given), "--yes", *more, person=True)
        assert result.status in (2, 5) and words in result.err, result
    result = machine.quick("join", served.address, "--token-file", str(given), "--move", "--yes", person=True)
    assert result.status != 0
    assert before == {path: path.read_bytes() for path in before}
