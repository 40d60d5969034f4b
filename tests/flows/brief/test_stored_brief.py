"""Stored briefs: the same bytes as a brief that is made, and never one that has become wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recall_cli.app import App
from recall_cli.domain.moment import format_iso
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.flows.brief import context as brief_context
from recall_cli.flows.brief import stored_brief
from recall_cli.flows.brief.stored_brief import MAX_STORED_BRIEFS, stored_session_brief
from tests.command import Home, open_sqlite
from tests.flows.agents.test_sessions import run_hook, run_worker, started_workers, work_folder, write_turns

__all__ = ["started_workers", "work_folder"]

KEYS = "SELECT key FROM meta WHERE key LIKE 'brief/%'"
Step = Callable[[Home, str], Any]


def stored_count(recall: Home) -> int:
    """How many stored briefs the store holds."""
    with open_sqlite(recall.db) as store:
        return len(store.execute(KEYS).fetchall())


def read_brief(recall: Home, *args: str, **more: Any) -> str:
    """The brief of the store, which is stored for next time."""
    answer = recall.quick("context", "--compact", *args, **more)
    assert answer.status == 0, answer
    return answer.out


def make_anew(recall: Home, *args: str, **more: Any) -> str:
    """The brief as it is made where none is ever kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteEngine, "keeps_briefs", False)
        return read_brief(recall, *args, "--no-touch", **more)


def forbid_making(patch: pytest.MonkeyPatch) -> None:
    """Let only stored briefs be shown."""

    def fail(*_args: object) -> None:
        raise AssertionError("the brief was made again")

    patch.setattr(brief_context, "brief_of_projects", fail)


def test_the_second_brief_is_stored(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the same bytes, its memories count as shown and not as used, and nothing is weighed for it."""
    id_ = recall.store("We chose NATS because replay was too slow.", "--type", "decision")
    first = read_brief(recall)
    assert "NATS" in first
    assert stored_count(recall) == 1
    forbid_making(monkeypatch)
    recall.later()
    assert read_brief(recall) == first
    assert recall.json("get", id_, "--no-touch")["access_count"] == 0


STEPS: dict[str, Step] = {
    "store": lambda recall, _: recall.store("The staging host is blue-7.", "--type", "decision"),
    "store another value": lambda recall, _: recall.store("We chose Kafka because replay was too slow."),
    "update": lambda recall, id_: recall.quick("update", id_, "We chose NATS for its size.", person=True),
    "delete": lambda recall, id_: recall.quick("delete", id_, person=True),
    "pin": lambda recall, id_: recall.quick("pin", id_, person=True),
    "feedback": lambda recall, id_: recall.quick("feedback", id_, "--unhelpful"),
    "undo": lambda recall, _: recall.quick("undo", person=True),
    "erase": lambda recall, id_: recall.quick("erase", id_, "--confirm", person=True),
    "maintain": lambda recall, _: (recall.later(days=300), recall.quick("maintain")),
    "rename": lambda recall, _: recall.quick("projects", "rename", "api", "gateway", person=True),
    "import": lambda recall, _: recall.quick(
        "import", "-", stdin='{"text": "Lint runs in CI.", "type": "decision"}\n', person=True
    ),
    "the next year": lambda recall, _: recall.later(days=320),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_brief_after_any_change_is_the_one_that_is_made(recall: Home, step: str) -> None:
    """Whatever changes the store, the stored brief shows it, the first time and the second."""
    work = recall.path / "api"
    (work / ".git").mkdir(parents=True)
    (work / ".git/config").write_text('[remote "origin"]\n\turl = git@example.org:team/api.git\n')
    recall.store("The api listens on port 8080.", "--type", "decision", cwd=work)
    id_ = recall.store("We chose NATS because replay was too slow.", "--type", "decision", cwd=work)
    recall.later()
    before = read_brief(recall, cwd=work)
    assert stored_count(recall) == 1
    STEPS[step](recall, id_)
    fresh = make_anew(recall, cwd=work)
    assert fresh != before or step in ("feedback", "maintain", "import", "store", "store another value")
    assert [read_brief(recall, cwd=work) for _ in range(2)] == [fresh, fresh]


def test_a_change_removes_all_of_them_and_its_words_are_gone(recall: Home) -> None:
    """An erasure leaves no copy of its words in the file."""
    id_ = recall.store("The zyxwort of the vault is under the stone.", "--type", "decision")
    recall.store("We use tabs in Go.", "--type", "decision")
    assert "zyxwort" in read_brief(recall)
    assert recall.quick("erase", id_, "--confirm", person=True).status == 0
    assert stored_count(recall) == 0
    files = recall.db.parent.glob("recall.db*")
    assert not [file for file in files if b"zyxwort" in file.read_bytes()]


def test_counting_uses_and_looking_leaves_them(recall: Home) -> None:
    """A search and a second brief change nothing that a brief depends on."""
    recall.store("We chose NATS because replay was too slow.", "--type", "decision")
    read_brief(recall)
    recall.later()
    recall.quick("search", "why NATS")
    recall.quick("context", "why NATS")
    recall.quick("delete", "--query", "NATS", "--dry-run")
    assert stored_count(recall) == 1


@pytest.mark.parametrize("option", ["--valid-until", "--valid-from"])
def test_it_ends_when_a_memory_begins_or_ceases_to_be_valid(recall: Home, option: str) -> None:
    """On the same day, and with no change in between."""
    recall.store("We use tabs in Go.", "--type", "decision")
    moment = str(format_iso(recall.now + 3 * 60 * 60_000))
    stored = recall.quick("store", "The gate is open.", "--type", "decision", option, moment, person=True)
    assert stored.status == 0, stored
    recall.later()
    before = read_brief(recall)
    recall.later(minutes=4 * 60)
    after = read_brief(recall)
    assert after == make_anew(recall)
    assert ("gate" in before, "gate" in after) == ((True, False) if option == "--valid-until" else (False, True))


def test_it_ends_with_its_day(recall: Home) -> None:
    """New memories weigh less each day."""
    recall.store("We use tabs in Go.", "--type", "decision")
    before = read_brief(recall)
    recall.later(days=320)
    after = read_brief(recall)
    assert after != before
    assert after == make_anew(recall)


def test_it_is_for_one_question_alone(recall: Home) -> None:
    """Each budget, project and view has its own."""
    recall.store("We use tabs in Go.", "--type", "decision", "--classification", "restricted")
    recall.store("The lint runs in CI.", "--type", "decision")
    recall.store("The api listens on port 8080.", "--type", "decision", "--project", "api")
    for args in ((), ("--clearance", "internal"), ("--project", "api"), ("--global",), ("--budget", "200")):
        assert read_brief(recall, *args) == make_anew(recall, *args), args
    assert stored_count(recall) == 4  # --global is what a folder without a project has
    for args in ((), ("--clearance", "internal"), ("--project", "api"), ("--global",), ("--budget", "200")):
        assert read_brief(recall, *args) == make_anew(recall, *args), args


def test_another_version_does_not_use_it(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later recall may word its briefs in another way."""
    recall.store("We use tabs in Go.", "--type", "decision")
    read_brief(recall)
    monkeypatch.setattr(stored_brief, "__version__", "later")
    forbid_making(monkeypatch)
    assert recall.quick("context", "--compact").status != 0


def test_it_is_not_kept_if_its_memories_are_anchored_to_files(recall: Home) -> None:
    """Files change without the store."""
    (recall.path / ".git").mkdir()
    (recall.path / ".git/config").write_text('[remote "origin"]\n\turl = git@example.org:team/api.git\n')
    (recall.path / "client.py").write_text("retries = 3\n")
    recall.store("Three retries are enough.", "--type", "decision", "--anchor", "client.py")
    before = read_brief(recall)
    assert stored_count(recall) == 0
    (recall.path / "client.py").write_text("retries = 5\n")
    assert read_brief(recall) != before


@pytest.mark.parametrize("writer", ["another process", "this process"])
def test_it_is_not_kept_if_something_was_written_meanwhile(recall: Home, writer: str) -> None:
    """What was read before a change is not saved after it."""
    recall.store("We use tabs in Go.", "--type", "decision")
    app = App({"db": str(recall.db)}, recall.environment())
    if writer == "this process":
        app.engine(write=True)
    with app.read_transaction() as tx:
        brief = stored_session_brief(app, tx, 800, folder=str(recall.path))
    if writer == "this process":
        with app.write_transaction() as tx:
            tx.run("meta", "put", key="test", value=1)
    else:
        recall.store("We use spaces in Python.", "--type", "decision")
    with app.best_effort_write() as tx:
        brief.save(tx)
    app.close()
    assert stored_count(recall) == 0


def test_there_are_never_many(recall: Home) -> None:
    """The ones of long ago make room."""
    recall.store("We use tabs in Go.", "--type", "decision")
    for budget in range(100, 101 + MAX_STORED_BRIEFS):
        read_brief(recall, "--budget", str(budget))
    assert 1 <= stored_count(recall) <= MAX_STORED_BRIEFS


def test_a_change_by_another_program_ends_it(recall: Home) -> None:
    """An operation that another version of recall recorded is seen, even if it removed nothing."""
    recall.store("We use tabs in Go.", "--type", "decision")
    before = read_brief(recall)
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE memory SET text = 'We use spaces in Go.'")
        store.execute("INSERT INTO operation (user, kind, at, trust) VALUES ('owner', 'edit', 1, 'user')")
    assert "spaces" not in before
    assert "spaces" in read_brief(recall)


def test_a_session_that_was_read_leaves_the_next_brief_stored(
    recall: Home, work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next session in that folder begins with it."""
    run_hook(recall, work_folder, "session-start")
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_hook(recall, work_folder, "session-end")
    recall.later()
    run_worker(recall)
    assert stored_count(recall) == 1
    forbid_making(monkeypatch)
    assert "tabs in Go" in str(run_hook(recall, work_folder, "session-start"))
