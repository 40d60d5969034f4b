"""`recall join` takes a machine to a team's server: settings, agents, memories if wanted; `--off` puts all back."""

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import engine_choice
from tests.command import CommandResult, Home
from tests.postgres_server import ADMIN, PostgresServer, running_server
from tests.schedulers.fake_crontab import write_fake_crontab

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="it begins with a file")


@pytest.fixture
def server() -> PostgresServer:
    return running_server()


@pytest.fixture
def database(server: PostgresServer) -> Iterator[str]:
    name = server.new_database()
    yield name
    server.drop_database(name)


@pytest.fixture
def machine(recall: Home, server: PostgresServer) -> Home:
    """A developer's machine with two agents, a crontab, a password where libpq looks, and two memories."""
    (recall.path / ".claude").mkdir()
    (recall.path / ".codex").mkdir()
    recall.more["PATH"] = f"{write_fake_crontab(recall)}:/usr/bin:/bin"
    shutil.copy(server.passwords, recall.path / ".pgpass")
    recall.store("The billing API listens on port 8080.")
    doomed = recall.store("A thought that is deleted soon")
    recall.quick("delete", doomed)
    return recall


def join(home: Home, *args: str, person: bool = True, **more: Any) -> CommandResult:
    return home.quick("join", *args, person=person, **more)


def files_of(home: Home) -> dict[str, bytes]:
    """Every file of the home folder but the log of runs and the start files."""
    return {
        str(path.relative_to(home.path)): path.read_bytes()
        for path in sorted(home.path.rglob("*"))
        if path.is_file() and not path.name.endswith((".db-shm", ".db-wal", ".db"))
    }


def actions(document: dict[str, Any]) -> dict[str, str]:
    return {part["part"]: part["action"] for part in document["parts"]}


def test_one_command_sets_up_a_developer(machine: Home, server: PostgresServer, database: str) -> None:
    """Settings, hooks and memories; from then on every command and every hook uses the server without a variable."""
    address = server.url(database, server.new_login(database, "alice"))
    before = files_of(machine)
    dry = join(machine, address, "--move", "--dry-run", "--json", person=False).data
    assert (dry["joined"], dry["user"], files_of(machine) == before) == (False, "alice", True)
    told = join(machine, address, "--move", "--yes", "--json").data
    assert actions(told) == {
        "memories": "moved", "settings": "set", "claude-code hooks": "installed", "codex hooks": "installed",
        "daily maintenance": "not scheduled",
    }  # fmt: skip
    assert {name.replace("would be ", "") for name in actions(dry).values()} == {*actions(told).values()}
    assert (told["joined"], told["left_here"]) == (True, 0)
    assert f'db = "{address}"' in machine.config.read_text() and 'user = "alice"' in machine.config.read_text()
    machine.store("The queue is NATS.")
    brief = machine("hook", "session-start", "--agent", "codex", stdin=json.dumps({"session_id": "s", "cwd": "/"}))
    assert brief.status == 0
    with server.admin(database) as admin:
        rows = admin.execute("SELECT tenant_id, text FROM recall.memory ORDER BY n").fetchall()
    assert [row[0] for row in rows] == ["alice"] * 3 and "NATS" in rows[2][1]
    assert "8080" in machine.quick("--db", str(machine.db), "list", env={"RECALL_USER": "owner"}).out
    undone = [op for op in machine.json("log")["operations"] if op["kind"] == "delete"]
    machine.json("undo", str(undone[0]["operation"]))
    assert "deleted soon" in machine.quick("list").out
    again = join(machine, address, "--yes", "--json").data
    assert {*actions(again).values()} <= {"already set", "already installed", "not scheduled"}


def test_hooks_that_are_installed_already_use_the_server(machine: Home, server: PostgresServer, database: str) -> None:
    """They need no change, and the check runs them without the variables of this shell."""
    machine.json("hooks", "install", "codex")
    hooks = (machine.path / ".codex/hooks.json").read_bytes()
    address = server.url(database, server.new_login(database, "alice"))
    told = join(machine, address, "--yes", "--no-move", "--json").data
    assert actions(told)["codex hooks"] == "already installed"
    assert (machine.path / ".codex/hooks.json").read_bytes() == hooks
    assert told["left_here"] == 0


def test_hooks_without_the_password_are_named(machine: Home, server: PostgresServer, database: str) -> None:
    """Where only a variable of this shell has the password, an agent's hooks cannot log in."""
    (machine.path / ".pgpass").unlink()
    machine.more["PGPASSFILE"] = str(server.passwords)
    address = server.url(database, server.new_login(database, "alice"))
    answer = join(machine, address, "--yes", "--json")
    parts = {part["part"]: part for part in json.loads(answer.out)["parts"]}
    assert (answer.status, parts["codex hooks"]["action"]) == (1, "not possible")
    assert "do not reach the server" in parts["codex hooks"]["note"]


def test_leaving_puts_the_settings_back(machine: Home, server: PostgresServer, database: str) -> None:
    """The store, the user and the maintenance of before; the answer says what stays on the server."""
    machine.quick("config", "user", "me", person=True)
    machine.quick("store", "Mine alone.")
    machine.quick("schedule", "install", "--with", "cron")
    config, crontab = machine.config.read_bytes(), (machine.path / "crontab").read_bytes()
    address = server.url(database, server.new_login(database, "alice"))
    assert actions(join(machine, address, "--move", "--yes", "--json").data)["daily maintenance"] == "scheduled"
    assert address.encode() in (machine.path / "crontab").read_bytes().replace(b"\\", b"")
    dry = join(machine, "--off", "--dry-run", "--json", person=False).data
    told = join(machine, "--off", "--yes", "--json").data
    assert {**dry, "dry_run": False} == told
    assert (told["user"], told["store_user"], told["memories_on_server"]) == ("alice", "me", 1)
    assert (machine.config.read_bytes(), (machine.path / "crontab").read_bytes()) == (config, crontab)
    assert "Mine alone" in machine.quick("list").out
    assert not [*machine.path.rglob("*.joined")]
    again = join(machine, "--off", "--yes")
    assert (again.status, "has joined no server" in again.err) == (2, True)


def test_what_stays_on_the_server_can_be_copied_as_the_answer_says(
    machine: Home, server: PostgresServer, database: str, tmp_path: Path
) -> None:
    """The command in the answer of --off makes a file of it."""
    address = server.url(database, server.new_login(database, "alice"))
    join(machine, address, "--yes")
    machine.store("Only on the server.")
    lines = join(machine, "--off", "--yes").lines
    variable, _, *command = shlex.split(lines[1].partition("to copy: ")[2])
    name, _, value = variable.partition("=")
    copy = str(tmp_path / "copy.db")
    assert machine.quick(*[copy if word == "FILE" else word for word in command], env={name: value}).status == 0
    assert "Only on the server" in machine.quick("--db", copy, "list").out


@pytest.mark.parametrize(("answers", "moved"), [("y\ny\n", True), ("\n\n", False), ("n\ny\n", None)])
def test_a_person_is_asked(
    machine: Home, server: PostgresServer, database: str, answers: str, moved: bool | None
) -> None:
    """Once about the changes, and apart from it about the memories, where Enter means no."""
    address = server.url(database, server.new_login(database, "alice"))
    answer = join(machine, address, "--json", stdin=answers)
    assert answer.data["joined"] is (moved is not None)
    assert "claude-code hooks" in answer.err
    assert ("move them to alice on the server?" in answer.err) is (moved is not None)
    assert machine.config.exists() is (moved is not None)
    with server.admin(database) as admin:
        assert admin.execute("SELECT count(*) FROM recall.memory").fetchone()[0] == (2 if moved else 0)


def test_who_leaves_the_settings_out_moves_nothing(machine: Home, server: PostgresServer, database: str) -> None:
    """Then the machine has not joined, and its memories stay with it, whatever else is wanted."""
    address = server.url(database, server.new_login(database, "alice"))
    for more in ((), ("--move",)):
        answer = join(machine, address, *more, stdin="1\ny\n")
        assert "move them to" not in answer.err
        assert "moved" not in answer.out
        assert not machine.config.exists()
    with server.admin(database) as admin:
        assert admin.execute("SELECT count(*) FROM recall.memory").fetchone()[0] == 0


def test_an_interrupted_move_goes_on_and_the_settings_wait_for_it(
    machine: Home, server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings change only after the memories are there, and the same command completes both."""
    from recall_cli.flows.transfer import migrate

    address = server.url(database, server.new_login(database, "alice"))

    def stop(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "_compare", stop)
        assert join(machine, address, "--move", "--yes").status != 0
    assert not machine.config.exists()
    assert actions(join(machine, address, "--move", "--yes", "--json").data)["memories"] == "moved"


def refused(home: Home, *args: str, **more: Any) -> tuple[int, str]:
    """The status and the whole error of a join that changes nothing."""
    before = files_of(home)
    answer = join(home, *args, "--yes", "--json", **more)
    assert files_of(home) == before
    return answer.status, " ".join(str(part) for part in answer.error.values())


def test_what_is_refused(machine: Home, server: PostgresServer, database: str) -> None:
    """Each with its remedy: no server, another address, an administrator, a login that is nobody, a wrong user."""
    alice = server.new_login(database, "alice")
    empty = server.new_database("template1")
    with server.admin() as admin:
        admin.execute("CREATE ROLE nobody_yet LOGIN PASSWORD 'tester-password' IN ROLE recall_app")
        admin.execute("CREATE ROLE no_member LOGIN PASSWORD 'tester-password'")
    try:
        cases = (
            ((), "needs the address"),
            (("memories.db",), "takes the address of a server"),
            (("mysql://db/recall",), "neither a file nor an address"),
            ((f"postgresql://{alice}:secret@/{database}?host={server.socket}",), "contains a password"),
            ((f"postgresql://{alice}@/{database}?host=/nowhere",), "cannot reach"),
            ((server.url(database, ADMIN),), "is a superuser"),
            ((server.url(empty, alice),), "is not prepared for recall"),
            ((server.url(database, "nobody_yet"),), "may be no user yet"),
            ((server.url(database, "no_member"),), "the login no_member may not use recall in"),
            ((server.url(database, alice), "--user", "bob"), "is not the user bob"),
            ((server.url(database),), "--user NAME"),
            ((server.url(database, alice), "--move", "--no-move"), "exclude each other"),
            (("--off", "--move"), "takes no address"),
        )
        for args, text in cases:
            status, error = refused(machine, *args)
            assert (status in (2, 5), text in error) == (True, True), (args, error)
            assert "secret" not in error
        status, error = refused(machine, server.url(database, alice), person=False)
        assert (status, "only a person at a terminal" in error) == (3, True)
    finally:
        server.drop_database(empty)
        with server.admin() as admin:
            admin.execute("DROP ROLE nobody_yet, no_member")


def test_a_network_without_tls_is_refused(
    machine: Home, server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On this machine nothing goes over a network; anywhere else the connection has to be encrypted."""
    monkeypatch.setattr("recall_cli.engines.postgres.server_checks._is_local", lambda _server: False)
    status, error = refused(machine, server.url(database, server.new_login(database, "alice")))
    assert (status, "is not encrypted" in error, "sslmode=verify-full" in error) == (5, True, True)


def test_a_login_for_anybody_names_its_user(machine: Home, server: PostgresServer, database: str) -> None:
    """It is told that it can be anybody, as recall doctor says it."""
    told = join(machine, server.url(database), "--user", "carol", "--yes", "--json").data
    assert told["user"] == "carol"
    assert "may be any user" in told["notes"][0]


def test_setup_with_a_developers_address_sets_up_the_developer(
    machine: Home, server: PostgresServer, database: str
) -> None:
    """Nothing is prepared on the server: the machine uses it, with hooks, completion and maintenance."""
    machine.more["SHELL"] = "/bin/bash"
    address = server.url(database, server.new_login(database, "alice"))
    told = machine.json("setup", "--db", address, "--yes", person=True)
    assert actions(told) == {
        "settings": "set", "claude-code hooks": "installed", "codex hooks": "installed",
        "bash completion": "installed", "daily maintenance": "scheduled",
    }  # fmt: skip
    machine.store("On the server.")
    with server.admin(database) as admin:
        assert admin.execute("SELECT tenant_id FROM recall.memory").fetchall() == [("alice",)]
    assert not machine.json("setup", "--yes")["changed"]
    assert join(machine, "--off", "--yes").status == 0
    assert "8080" in machine.quick("list").out
