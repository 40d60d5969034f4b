"""`recall admin migrate` between files, and to a server and back: nothing is lost, and what was there can still be undone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.engines.alike_statements import MOVED_TABLES
from recall_cli.flows.transfer import migrate
from tests.command import CommandResult, Home, open_sqlite
from tests.postgres_server import running_server

REBUILT_TABLES = {"migration", "common_term", "backup", "vector", "vector_block", "vector_model", "vector_shape",
    "vector_waiting", "meta"}  # fmt: skip
"""Tables of a file that the destination makes itself, or that `vectors` and `facts` move."""


@pytest.fixture
def lived_in(recall: Home) -> Home:
    """A store with something in most tables: changes, chains, contests, tags, jobs, projects, tokens, undone work."""
    recall.fill_once("lived in", live)
    return recall


def live(recall: Home) -> None:
    port = recall.store("The billing API listens on port 8080.", "--extractor", "rules", "--project", "shop")
    recall.store("Zürich \U0001f680 漢字かな交じり文", "--tag", "kind=odd", "--project", "shop")
    recall.later()
    recall.store("The billing API listens on port 9090 now.", "--extractor", "rules", "--project", "shop")
    doomed = recall.store("A thought that is deleted soon")
    recall.later()
    recall.quick("tag", port, "team=core")
    recall.quick("delete", doomed)
    recall.store("Somebody undoes this")
    recall.quick("undo")
    recall.quick("store", "--defer", "--key", "k1", "The queue is NATS because replay was slow.")
    recall.quick("search", "which port has the billing API")
    recall.quick("context", "billing API port", "--json")
    recall.quick("token", "create", "desktop", person=True)
    recall.later(days=2)


def run_migrate(home: Home, target: str, *more: str, **options: Any) -> CommandResult:
    """The command, from the usual store."""
    return home.quick("migrate", home.store_name, target, *more, "--json", **options)


def exported(home: Home, place: str) -> list[str]:
    """Everything that an export and the log show of a store."""
    lines = home.quick("--db", place, "export", "-", "--include", "superseded,deleted,held,expired").lines
    log = home.quick("--db", place, "log", "-n", "100").lines
    return [*lines, *log]


def test_a_file_moves_to_another_file(lived_in: Home, tmp_path: Path) -> None:
    """The new store shows what the old one shows, has an intact audit log, and undoes what was done before."""
    target = str(tmp_path / "new.db")
    told = run_migrate(lived_in, target).data["users"][0]
    assert told["memories"] == 5
    assert told["tables"]["memories"]["rows"] == 5
    assert exported(lived_in, target) == exported(lived_in, lived_in.store_name)
    assert lived_in.quick("--db", target, "audit", "verify").status == 0
    assert lived_in.quick("--db", target, "doctor", "--json").status in (0, 1)
    assert (
        lived_in.json("--db", target, "search", "billing port")["results"]
        == (lived_in.json("search", "billing port")["results"])
    )
    [found] = [op for op in lived_in.json("--db", target, "log")["operations"] if op["kind"] == "delete"]
    lived_in.json("--db", target, "undo", str(found["operation"]))
    assert "deleted soon" in lived_in.quick("--db", target, "list").out
    assert Path(target).stat().st_mode & 0o777 == 0o600


def test_a_file_moves_to_a_server_and_back(lived_in: Home, tmp_path: Path, at_server: Any) -> None:
    """Both ways, every row has the same hash, and the same questions have the same answers."""
    there, back = at_server(lived_in), str(tmp_path / "back.db")
    first = run_migrate(lived_in, there).data["users"][0]
    second = lived_in.json("migrate", there, back)["users"][0]
    assert first["tables"] == second["tables"]
    for place in (there, back):
        assert exported(lived_in, place) == exported(lived_in, lived_in.store_name)
        assert lived_in.quick("--db", place, "audit", "verify").status == 0
        assert (
            lived_in.json("--db", place, "search", "billing port")["results"]
            == (lived_in.json("search", "billing port")["results"])
        )
    lived_in.store("The server goes on.", env={"RECALL_DB": there})
    assert lived_in.quick("--db", there, "audit", "verify").status == 0
    [found] = [op for op in lived_in.json("--db", there, "log")["operations"] if op["kind"] == "delete"]
    lived_in.json("--db", there, "undo", str(found["operation"]))


def test_questions_move_and_can_be_answered_there(recall: Home, tmp_path: Path, at_server: Any) -> None:
    """An open one with what an agent proposed, and one that is answered; an undo and an erasure take effect there."""
    pairs = (
        ("The nightly backup runs at two.", "The nightly backup now runs at four in the morning."),
        ("Reviews are done by Ann.", "Reviews are now done by Bob and his team."),
    )
    asked = []
    for older, newer in pairs:
        recall.quick("store", older, "--type", "fact", person=True)
        (question,) = recall.json("store", newer, "--type", "fact")["memories"][0]["maybe_outdated"]
        asked.append(question)
    recall.json("conflicts", str(asked[0]["question"]), "--both", person=True)
    recall.json("conflicts", str(asked[1]["question"]), "--replaced", env={"RECALL_AGENT": "codex"})
    before = recall.json("conflicts")
    assert [question["proposed"]["by"] for question in before["questions"]] == ["codex"]
    there, back = at_server(recall), str(tmp_path / "back.db")
    first = run_migrate(recall, there).data["users"][0]["tables"]
    assert [first[name]["rows"] for name in ("update_questions", "update_answers")] == [2, 2]
    assert recall.json("migrate", there, back)["users"][0]["tables"] == first
    assert [recall.json("--db", place, "conflicts") for place in (there, back)] == [before, before]
    recall.json("--db", there, "conflicts", str(asked[1]["question"]), "--replaced", person=True)
    assert recall.json("--db", there, "conflicts")["questions"] == []
    recall.json("--db", there, "undo", person=True)
    assert recall.json("--db", there, "conflicts") == before
    assert recall.quick("--db", there, "erase", asked[1]["id"], "--confirm", person=True).status == 0
    assert recall.json("--db", there, "conflicts")["questions"] == []


@pytest.fixture
def at_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a home know a server, and gives the address of an empty database there."""
    server = running_server()
    names = []

    def prepare(home: Home) -> str:
        home.more["PGPASSFILE"] = str(server.passwords)
        names.append(server.new_database())
        return server.url(names[-1])

    yield prepare
    for name in names:
        server.drop_database(name)


def bound(server_address: str, user: str) -> str:
    """The address with a login that is this user and no other."""
    server = running_server()
    name = server_address.partition("@/")[2].partition("?")[0]
    return server.url(name, server.new_login(name, user))


def test_a_store_moves_to_a_login_of_another_name(lived_in: Home, at_server: Any, tmp_path: Path) -> None:
    """With --as the rows become those of the login's user, the audit log verifies, and what was done is undone."""
    there = bound(at_server(lived_in), "alice")
    refused = run_migrate(lived_in, there)
    assert (refused.status, "--as USER" in refused.error["hint"]) == (5, True)
    dry = run_migrate(lived_in, there, "--as", "alice", "--dry-run").data["users"][0]
    told = run_migrate(lived_in, there, "--as", "alice").data["users"][0]
    assert (told["user"], told["target_user"], told["sealed_again"]) == ("owner", "alice", True)
    counts = {name: rows["rows"] for name, rows in told["tables"].items() if not name.startswith("vectors")}
    assert {name: rows["rows"] for name, rows in dry["tables"].items()} == counts
    alice = {"RECALL_USER": "alice"}
    for look in (
        ("export", "-", "--include", "superseded,deleted,held,expired"), ("log", "-n", "100"), ("conflicts",),
        ("history", "billing API"), ("jobs", "--all"), ("token", "list"), ("search", "billing port"),
    ):  # fmt: skip
        shown = lived_in.quick("--db", there, *look, env=alice).out
        assert shown == lived_in.quick(*look).out.replace('"user": "owner"', '"user": "alice"'), look
    assert lived_in.quick("--db", there, "audit", "verify", env=alice).status == 0
    lived_in.quick("store", "The queue is Kafka.", env={**alice, "RECALL_DB": there})
    [found] = [op for op in lived_in.json("--db", there, "log", env=alice)["operations"] if op["kind"] == "delete"]
    lived_in.json("--db", there, "undo", str(found["operation"]), env=alice)
    assert "deleted soon" in lived_in.quick("--db", there, "list", env=alice).out
    assert lived_in.quick("--db", there, "audit", "verify", env=alice).status == 0
    again = run_migrate(lived_in, there, "--as", "alice", "--dry-run")
    assert again.error["message"].endswith("already has memories")
    back = str(tmp_path / "back.db")
    lived_in.json("migrate", there, back, "--as", "owner", env=alice)
    assert lived_in.quick("--db", back, "audit", "verify").status == 0
    assert "deleted soon" in lived_in.quick("--db", back, "list").out


def test_an_interrupted_move_to_another_user_goes_on(
    lived_in: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command completes it with the same rows; without --as it is refused, because half of it is there."""
    monkeypatch.setattr("recall_cli.engines.tables.upkeep.moving.PAGE_ROWS", 2)
    whole = run_migrate(lived_in, str(tmp_path / "whole.db"), "--as", "alice").data["users"][0]["tables"]
    movable, calls = migrate._movable, iter(range(1, 1000))

    def stop(*args: Any) -> Any:
        if next(calls) > 40:
            raise KeyboardInterrupt
        return movable(*args)

    target = str(tmp_path / "half.db")
    monkeypatch.setattr(migrate, "_movable", stop)
    assert run_migrate(lived_in, target, "--as", "alice").status != 0
    monkeypatch.setattr(migrate, "_movable", movable)
    assert run_migrate(lived_in, target).status == 2
    told = run_migrate(lived_in, target, "--as", "alice").data["users"][0]
    assert (told["tables"], told["continued"]) == (whole, True)
    assert lived_in.quick("--db", target, "audit", "verify", env={"RECALL_USER": "alice"}).status == 0


def test_a_text_that_waits_for_the_store_moves_too(lived_in: Home, tmp_path: Path) -> None:
    """A text that was acknowledged while the store was locked is a job in the destination."""
    with open_sqlite(lived_in.db) as store:
        store.execute("BEGIN IMMEDIATE")
        waiting = lived_in("store", "The cache is Valkey.", env={"RECALL_BUSY_SECONDS": "0"})
        store.execute("ROLLBACK")
    assert waiting.status == 0 and lived_in.db.with_name("recall.db.texts").exists()
    target = str(tmp_path / "new.db")
    assert run_migrate(lived_in, target).status == 0
    lived_in.quick("--db", target, "worker")
    assert "Valkey" in lived_in.quick("--db", target, "list").out


def test_two_users_of_a_file_get_rows_of_their_own(lived_in: Home, at_server: Any, tmp_path: Path) -> None:
    """Each user of a file becomes a tenant with an audit log that verifies; a file takes one of them."""
    lived_in.store("Alice likes tea.", env={"RECALL_USER": "alice"})
    lived_in.store("The owner speaks last.")
    refused = run_migrate(lived_in, str(tmp_path / "both.db"), "--all-users")
    assert refused.error["message"].startswith("a file takes one user")
    there = at_server(lived_in)
    told = run_migrate(lived_in, there, "--all-users").data["users"]
    assert [(user["user"], user["sealed_again"]) for user in told] == [("alice", True), ("owner", True)]
    for user in ("alice", "owner"):
        env = {"RECALL_USER": user}
        assert lived_in.quick("--db", there, "audit", "verify", env=env).status == 0
    assert "tea" in lived_in.quick("--db", there, "list", env={"RECALL_USER": "alice"}).out
    assert "tea" not in lived_in.quick("--db", there, "list").out


def test_one_user_of_a_file_moves_alone(lived_in: Home, tmp_path: Path) -> None:
    """Without --all-users the rows of one user leave a shared file, and nobody else's."""
    lived_in.store("Alice likes tea.", env={"RECALL_USER": "alice"})
    target = str(tmp_path / "owner.db")
    assert run_migrate(lived_in, target).data["users"][0]["sealed_again"]
    assert lived_in.quick("--db", target, "audit", "verify").status == 0
    assert lived_in.quick("--db", target, "list", env={"RECALL_USER": "alice"}).out == ""


@pytest.mark.parametrize("shared", [False, True])
def test_an_interrupted_move_goes_on(
    lived_in: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """Stopped after any page, the same command completes the move, and the result is the same."""
    monkeypatch.setattr("recall_cli.engines.tables.upkeep.moving.PAGE_ROWS", 2)
    if shared:
        lived_in.store("Alice likes tea.", env={"RECALL_USER": "alice"})
    whole = run_migrate(lived_in, str(tmp_path / "whole.db")).data["users"][0]["tables"]
    movable = migrate._movable
    for stop in (1, 5, 9, 17, 23, 31):
        count = 0

        def stop_at(*args: Any, last: int = stop) -> Any:
            nonlocal count
            count += 1
            if count > last:
                raise KeyboardInterrupt
            return movable(*args)

        target = str(tmp_path / f"{stop}.db")
        monkeypatch.setattr(migrate, "_movable", stop_at)
        assert run_migrate(lived_in, target).status != 0
        monkeypatch.setattr(migrate, "_movable", movable)
        told = run_migrate(lived_in, target).data["users"][0]
        assert (told["tables"], told["continued"]) == (whole, True)


def test_a_source_that_changed_is_not_continued(
    lived_in: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an interruption and a new memory in the source, the half-filled destination is refused."""
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "_compare", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        assert run_migrate(lived_in, str(tmp_path / "new.db")).status != 0
    lived_in.store("One more")
    answer = run_migrate(lived_in, str(tmp_path / "new.db"))
    assert (answer.status, answer.error["message"][:23]) == (2, "the source has changed ")


def test_a_copy_that_differs_is_told(lived_in: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the destination holds another value than the source, the move fails and names the table."""
    copy_tables = migrate._copy_tables
    target = tmp_path / "new.db"

    def spoil(*args: Any, **more: Any) -> Any:
        copied = copy_tables(*args, **more)
        with open_sqlite(target) as store:
            store.execute("UPDATE memory SET importance = 0.125 WHERE n = 2")
        return copied

    monkeypatch.setattr(migrate, "_copy_tables", spoil)
    answer = run_migrate(lived_in, str(target))
    assert answer.status == 5
    assert answer.error["message"].startswith("memories differs: 5 rows")


def test_what_is_refused(lived_in: Home, tmp_path: Path) -> None:
    """A store to itself, a missing source, a user without rows, a destination with memories, a broken audit log."""
    place = lived_in.store_name
    other = str(tmp_path / "other.db")
    lived_in.quick("--db", other, "store", "something else")
    cases = (
        ((place, place), "a store cannot be moved to itself"),
        ((str(tmp_path / "none.db"), other), "there is no store at"),
        ((place, other), "already has memories"),
    )
    for (source, target), message in cases:
        answer = lived_in.quick("migrate", source, target, "--json")
        assert answer.status == 2
        assert message in answer.error["message"]
    assert (
        "has nothing in" in run_migrate(lived_in, str(tmp_path / "x.db"), env={"RECALL_USER": "bob"}).error["message"]
    )
    with open_sqlite(lived_in.db) as store:
        store.execute("UPDATE audit SET outcome = 'memories: 9' WHERE n = 1")
    answer = run_migrate(lived_in, str(tmp_path / "y.db"))
    assert (answer.status, answer.error["message"][:13]) == (5, "the audit log")


def test_a_dry_run_writes_nothing(lived_in: Home, tmp_path: Path) -> None:
    """It counts the rows, and makes no file."""
    told = run_migrate(lived_in, str(tmp_path / "new.db"), "--dry-run").data
    assert told["users"][0]["tables"]["memories"]["rows"] == 5
    assert not [*tmp_path.glob("new.db*")]


def test_every_table_of_a_store_is_moved(recall: Home) -> None:
    """A table that a later migration adds is moved too, or named here with a reason; so is each of its columns."""
    recall.store("anything")
    with open_sqlite(recall.db) as store:
        names = {row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        names = {name for name in names if not name.startswith(("memory_fts", "memory_term", "sqlite_"))}
        assert names - REBUILT_TABLES == {table.table for table in MOVED_TABLES} - {"meta"}
        moved: dict[str, set[str]] = {}
        for table in MOVED_TABLES:
            moved.setdefault(table.table, set()).update(table.columns)
        for name in names - REBUILT_TABLES:
            columns = {row[1] for row in store.execute(f"PRAGMA table_info({name})")}
            if name == "token":  # the view of a transaction has these two names
                columns = columns - {"clearance", "topics"} | {"level", "its_topics"}
            assert columns - {"user"} == moved[name], name
