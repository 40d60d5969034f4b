"""A round of maintenance: what each step does, that a second one finds nothing, and that nobody is hurt by it."""

import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.moment import DAY
from tests.command import Home, dump_store, open_sqlite

FACT = ("--entity", "user", "--attribute", "meeting_time")
STEPS = ["jobs", "loops", "patterns", "decay", "purge", "upkeep", "sessions", "copies", "sync"]


def run_step(recall: Home, name: str, *args: str) -> dict[str, Any]:
    """What one step of a round came to."""
    found = recall.json("maintain", "--only", name, *args)["steps"]
    assert [one["step"] for one in found] == [name]
    one: dict[str, Any] = found[0]
    return one


def store_turning_fact(recall: Home) -> None:
    """Morning, afternoon, morning, afternoon: three changes within nine days."""
    for value in ("morning", "afternoon", "morning", "afternoon"):
        recall.store(f"Meetings in the {value}, since {recall.moment[:10]}.", *FACT, "--value", value)
        recall.later(days=3)


def contested_facts(recall: Home) -> list[str]:
    return [f"{one['entity']}.{one['attribute']}: {one['reason']}" for one in recall.json("conflicts")["conflicts"]]


def test_a_round_is_all_steps_and_a_second_one_finds_nothing(recall: Home) -> None:
    """Every step, in order; then there is nothing left to do, and no operation is made of nothing."""
    recall.store("The API listens on port 8080.")
    recall.later(days=40)
    assert [one["step"] for one in recall.json("maintain")["steps"]] == STEPS
    answer = recall.quick("maintain")
    assert answer.out.startswith("maintained: nothing to do (")
    assert answer.out.endswith(f" s), {recall.moment}\n"), "a line of a log says when it was"
    assert answer.out.count("\n") == 1
    assert [op["kind"] for op in recall.json("log")["operations"]] == ["store"]


def test_a_rehearsal_changes_nothing(recall: Home) -> None:
    """`--dry-run` says what would be done and leaves every byte of the store as it was."""
    gone = recall.store("A mistake.")
    recall.store("The API listens on port 8080.")
    recall.quick("delete", gone)
    store_turning_fact(recall)
    recall.quick("store", "Put off for later.", "--defer")
    recall.later(days=31)
    was = dump_store(recall.db)
    found = recall.json("maintain", "--dry-run")
    assert found["dry_run"]
    assert {one["step"]: one["touched"] for one in found["steps"]} == {
        "jobs": 1, "loops": 0, "patterns": 0, "decay": 2, "purge": 1, "upkeep": 0,
        "sessions": 0, "copies": 0, "sync": 0,
    }  # fmt: skip
    assert dump_store(recall.db) == was
    assert recall.quick("maintain", "--dry-run").out.startswith(
        "would maintain: 1 job waiting, strength of 2 updated, 1 purged ("
    )


def test_where_nothing_was_ever_stored_no_file_is_made(recall: Home) -> None:
    """An empty home stays empty."""
    assert recall.quick("maintain").status == 0
    assert not recall.db.exists()


@pytest.mark.parametrize("only", ["fading", "decay,", ",", "decay,loops,lops"])
def test_only_takes_names_of_steps(recall: Home, only: str) -> None:
    """A name that is none is a usage error that lists them; a stray comma is not."""
    answer = recall.quick("maintain", "--only", only)
    assert answer.status == (0 if only == "decay," else 2)
    assert answer.status == 0 or all(name in answer.err for name in STEPS)


def test_steps_are_done_in_their_order_once(recall: Home) -> None:
    """However they are named."""
    found = recall.json("maintain", "--only", "upkeep,decay", "--only", "decay")
    assert [one["step"] for one in found["steps"]] == ["decay", "upkeep"]


def test_memories_fade_and_recover(recall: Home) -> None:
    """After 34.66 days half of a fact is left; ten accesses later all of it; the log knows nothing of it."""
    id_ = recall.store("The API listens on port 8080.", "--type", "fact")
    recall.later(days=35, minutes=0)
    recall.now -= 29_606_000  # 34.657 days
    assert run_step(recall, "decay")["touched"] == 1
    assert recall.json("get", id_)["decay_score"] == pytest.approx(0.5, abs=1e-3)
    with open_sqlite(recall.db) as file:
        file.execute("UPDATE memory SET access_count = 10")
    recall.later(days=300)
    run_step(recall, "decay")
    assert recall.json("get", id_)["decay_score"] == 1.0
    assert [op["kind"] for op in recall.json("log")["operations"]] == ["store"]


def test_what_is_purged_leaves_the_file(recall: Home) -> None:
    """Thirty days after a deletion the words are in no byte of the store; until then an undo brings them back."""
    secret = "zanzibarquokka"
    keep = recall.store("The API listens on port 8080.")
    gone = recall.store(f"A mistake about {secret}.")
    recall.later(days=1)
    recall.quick("delete", gone)
    recall.later(days=29)
    assert run_step(recall, "purge")["touched"] == 0
    recall.json("undo")
    assert recall.json("count")["count"] == 2
    recall.json("undo", "4")
    recall.later(days=31)
    assert run_step(recall, "purge", "--dry-run")["touched"] == 1
    purged = run_step(recall, "purge")
    assert purged["touched"] == 1
    assert purged["said"] == "1 purged"
    for file in recall.db.parent.iterdir():
        assert secret.encode() not in file.read_bytes(), file.name
    assert [memory["id"] for memory in recall.json("list")["memories"]] == [keep]
    refused = recall.quick("--json", "undo", str(purged["operation"])).error
    assert "cannot be undone" in refused["message"]
    assert "maintain.purge_days" in refused["hint"]
    assert recall.quick("--json", "undo", "2").error["code"] == "dependent"
    assert run_step(recall, "purge")["touched"] == 0


def test_the_grace_period_is_a_setting(recall: Home) -> None:
    """Two days where two are set; never where it is nought."""
    recall.quick("delete", recall.store("A mistake."))
    recall.later(days=3)
    recall.more["RECALL_MAINTAIN_PURGE_DAYS"] = "0"
    assert run_step(recall, "purge")["touched"] == 0
    del recall.more["RECALL_MAINTAIN_PURGE_DAYS"]
    recall.quick("config", "maintain.purge_days", "2", person=True)
    assert run_step(recall, "purge")["touched"] == 1


def test_finished_jobs_are_cleared_and_failed_ones_stay(recall: Home) -> None:
    """After thirty days a finished job goes, with its key; what failed still holds a text that is kept nowhere."""
    recall.store("Mondays are for planning.", "--key", "plan")
    recall.quick("store", "Tuesdays are for tests.", "--defer", "--key", "tests")
    recall.quick("worker")
    recall.quick("store", "Wednesdays are for reading.", "--defer")
    with open_sqlite(recall.db) as file:
        assert file.execute("SELECT payload FROM job ORDER BY n LIMIT 2").fetchall() == [("",), ("",)]
        file.execute("UPDATE job SET state = 'failed', finished_at = created_at WHERE key LIKE 'text:%'")
    recall.later(days=29)
    assert recall.json("store", "Mondays are for planning.", "--key", "plan")["status"] == "cached"
    assert run_step(recall, "jobs", "--dry-run")["cleared"] == 0
    recall.later(days=2)
    rehearsed = run_step(recall, "jobs", "--dry-run")
    assert (rehearsed["cleared"], rehearsed["said"]) == (2, "2 jobs cleared")
    cleared = run_step(recall, "jobs")
    assert (cleared["cleared"], cleared["touched"], cleared["said"]) == (2, 2, "2 jobs cleared")
    assert [job["state"] for job in recall.json("jobs")["jobs"]] == ["failed"]
    assert run_step(recall, "jobs")["said"] == ""
    assert recall.json("store", "Mondays are for hiking.", "--key", "plan")["status"] == "stored"
    assert recall.json("count")["count"] == 3


def test_bills_and_places_in_files_that_are_gone_are_cleared(recall: Home) -> None:
    """After a year and after three months; this year's bills, and places in files that are there, stay."""
    recall.store("The API listens on port 8080.")
    there = recall.path / "there.jsonl"
    there.write_text("")
    with open_sqlite(recall.db) as file:
        for at in (recall.now, recall.now + 300 * DAY):
            file.execute(
                "INSERT INTO spend (user, at, model, outcome, usd) VALUES ('owner', ?, 'm', 'answered', 1)", (at,)
            )
        for path in (str(there), "/gone.jsonl"):
            file.execute("INSERT INTO transcript VALUES ('owner', ?, 'codex', 7, 'mark', ?)", (path, recall.now))
    recall.later(days=80)
    run_step(recall, "upkeep")
    with open_sqlite(recall.db) as file:
        assert [*file.execute("SELECT count(*) FROM transcript")] == [(2,)]
    recall.later(days=350)
    run_step(recall, "upkeep")
    with open_sqlite(recall.db) as file:
        assert [*file.execute("SELECT path FROM transcript")] == [(str(there),)]
        assert [*file.execute("SELECT count(*) FROM spend")] == [(1,)]


def test_a_plain_undo_passes_over_what_maintenance_did(recall: Home) -> None:
    """`recall undo` takes back the last write of a person or an agent, not last night's round."""
    recall.quick("delete", recall.store("A mistake."))
    recall.later(days=40)
    recall.store("Wednesdays are quiet.")
    recall.later()
    assert run_step(recall, "purge")["operation"] is not None
    assert recall.json("undo")["undone"]["kind"] == "store"


def test_a_loop_that_was_imported_is_contested(recall: Home, tmp_path: Path) -> None:
    """Three changes in thirty days that another store went through: contested here, undoable, and not once more."""
    other = Home(tmp_path / "other")
    store_turning_fact(other)
    lines = other.quick("export", "--include", "superseded").out
    recall.now = other.now
    assert recall.json("import", "-", stdin=lines)["created"] == 4
    assert contested_facts(recall) == []
    assert run_step(recall, "loops", "--dry-run")["touched"] == 1
    assert contested_facts(recall) == []
    found = run_step(recall, "loops")
    assert (found["touched"], found["facts"]) == (1, ["user.meeting_time"])
    assert contested_facts(recall) == ["user.meeting_time: changed 3 times in 30 days"]
    assert run_step(recall, "loops")["touched"] == 0
    recall.json("undo", str(found["operation"]))
    assert contested_facts(recall) == []
    recall.later()
    assert run_step(recall, "loops")["touched"] == 0, "whoever took it back does not want to be asked again"
    recall.json("undo", "1")
    assert recall.json("count")["count"] == 0


def test_a_loop_of_long_ago_is_none(recall: Home, tmp_path: Path) -> None:
    """Changes older than thirty days count no more."""
    other = Home(tmp_path / "other")
    store_turning_fact(other)
    recall.now = other.now + 40 * DAY
    recall.json("import", "-", stdin=other.quick("export", "--include", "superseded").out)
    assert run_step(recall, "loops")["touched"] == 0


def test_values_that_never_met_are_contested(recall: Home) -> None:
    """An import, or an undo, that leaves two values of one fact side by side."""
    line = '{"text": "The API listens on %s.", "entity": "api", "attribute": "port", "value": "%s"}\n'
    recall.json("import", "-", stdin=line % ("8080", "8080") + line % ("9090", "9090"))
    line = '{"text": "She speaks %s.", "entity": "ada", "attribute": "speaks", "value": "%s"}\n'
    recall.json("import", "-", stdin=line % ("French", "French") + line % ("German", "German"))
    assert run_step(recall, "loops")["touched"] == 1
    assert contested_facts(recall) == ["api.port: told differently"]
    recall.later()
    first = recall.store("The queue is NATS.", "--entity", "queue", "--attribute", "engine", "--value", "NATS")
    recall.later()
    recall.store("The queue is Kafka.", "--entity", "queue", "--attribute", "engine", "--value", "Kafka")
    recall.later()
    assert run_step(recall, "loops")["touched"] == 0
    recall.quick("update", first, "--value", "NATS 2")
    with open_sqlite(recall.db) as file:
        file.execute(
            "UPDATE memory SET superseded_at = NULL, superseded_by = NULL, valid_until = NULL WHERE id = ?", (first,)
        )
    recall.later()
    assert run_step(recall, "loops")["facts"] == ["queue.engine"]


def test_many_facts_are_contested_in_batches_as_one_operation(recall: Home) -> None:
    """More than one transaction holds, and still one undo takes all of it back."""
    line = '{"text": "The API %d listens on %d.", "entity": "api %d", "attribute": "port", "value": "%d"}\n'
    lines = "".join(line % (api, port, api, port) for api in range(120) for port in (8080, 9090))
    assert recall.json("import", "-", stdin=lines)["created"] == 240
    assert run_step(recall, "loops", "--dry-run")["touched"] == 120
    found = run_step(recall, "loops")
    assert found["touched"] == len(contested_facts(recall)) == 120
    assert recall.json("log")["operations"][0]["touched"] == 240
    recall.json("undo", str(found["operation"]))
    assert contested_facts(recall) == []


def test_what_was_stored_side_by_side_is_left_alone(recall: Home) -> None:
    """Values that met when they were stored were judged then."""
    for value in ("French", "German"):
        recall.store(f"Ada speaks {value}.", "--entity", "ada", "--attribute", "language", "--value", value)
    assert run_step(recall, "loops")["touched"] == 0


def test_put_off_work_is_done_and_failed_work_tried_again(recall: Home) -> None:
    """Jobs of this week that failed are put back; what has failed for longer waits for a person."""
    recall.quick("store", "Put off for later.", "--defer")
    recall.quick("store", "Put off for later too.", "--defer")
    with open_sqlite(recall.db) as file:
        file.execute("UPDATE job SET state = 'failed', finished_at = created_at, attempts = 3 WHERE n = 2")
    assert run_step(recall, "jobs", "--dry-run")["touched"] == 2
    found = run_step(recall, "jobs")
    assert (found["touched"], found["retried"], found["memories"]) == (2, 1, 2)
    recall.quick("store", "A third.", "--defer")
    with open_sqlite(recall.db) as file:
        file.execute("UPDATE job SET state = 'failed', finished_at = created_at WHERE n = 3")
    recall.later(days=8)
    assert run_step(recall, "jobs")["touched"] == 0


def test_the_index_is_brought_together(recall: Home) -> None:
    """Many small writes leave many pieces; after a round searches find the same in one."""
    for number in range(60):
        recall.quick("store", f"The walnut number {number} is on shelf {number * 7}.")
    before = [hit["id"] for hit in recall.json("search", "walnut shelf", "-n", "100")["results"]]
    assert run_step(recall, "upkeep")["index_steps"] > 0
    assert run_step(recall, "upkeep")["index_steps"] == 0
    assert [hit["id"] for hit in recall.json("search", "walnut shelf", "-n", "100")["results"]] == before
    with open_sqlite(recall.db) as file:
        file.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")


def test_another_users_memories_are_his(recall: Home) -> None:
    """A round of one user purges, contests and fades nothing of another's."""
    theirs = {"RECALL_USER": "ben"}
    gone = recall.store("A mistake of Ben's.", env=theirs)
    recall.store("Ben's port is 8080.", env=theirs)
    recall.quick("delete", gone, env=theirs)
    recall.store("Mine.")
    recall.later(days=100)
    recall.json("maintain")
    found = recall.json("list", "--include", "deleted", env=theirs)["memories"]
    assert [memory["decay_score"] for memory in found] == [1.0, 1.0]
    assert recall.json("list")["memories"][0]["decay_score"] < 1.0


def test_two_rounds_at_once_and_a_writer_beside_them(recall: Home) -> None:
    """Both end well, what is to be done is done once, and nothing that is stored meanwhile is lost."""
    for number in range(8):
        recall.quick("delete", recall.store(f"Mistake number {number}."))
    store_turning_fact(recall)
    recall.later(days=31)
    pipe = subprocess.PIPE
    rounds = [recall.start("maintain", "--json", stdout=pipe, stderr=pipe) for _ in range(2)]
    stores = [recall.start("store", f"Beside it, {number}.", stdout=pipe, stderr=pipe) for number in range(3)]
    for running in (*rounds, *stores):
        _, err = running.communicate(timeout=60)
        assert running.returncode == 0, err
    kinds = [op["kind"] for op in recall.json("log", "-n", "100")["operations"]]
    assert recall.json("count")["count"] == 4
    assert sum(op["touched"] for op in recall.json("log", "--kind", "purge")["operations"]) == 8
    assert kinds.count("store") == 8 + 4 + 3
    assert recall.json("count", "--include", "deleted")["count"] == 4


def test_an_interrupted_round_has_done_whole_steps(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a step: what came before it is done, and the message says how far it was."""
    from recall_cli.flows.maintain import maintain

    store_turning_fact(recall)
    recall.quick("delete", recall.store("A mistake."))
    recall.later(days=31)

    def stopped(_round: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(maintain.STEPS, "purge", stopped)
    answer = recall.quick("maintain")
    assert answer.status == 130
    assert answer.err == (
        "recall: interrupted: jobs, loops, patterns, decay done, purge partly (recall maintain continues)\n"
    )
    monkeypatch.undo()
    assert [one["touched"] for one in recall.json("maintain")["steps"]] == [0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_ctrl_c_ends_the_real_command(recall: Home) -> None:
    """A round that waits for another writer's lock ends at once by the signal, and nothing is changed."""
    recall.store("The API listens on port 8080.")
    recall.later(days=31)
    with open_sqlite(recall.db, isolation_level=None) as file:
        file.execute("BEGIN IMMEDIATE")
        running = recall.start("maintain", env={"RECALL_BUSY_SECONDS": "30"}, stderr=subprocess.PIPE)
        timer = threading.Timer(1.5, lambda: os.kill(running.pid, signal.SIGINT))
        timer.start()
        _, err = running.communicate(timeout=60)
        file.execute("ROLLBACK")
    assert running.returncode == -signal.SIGINT
    assert b"recall maintain continues" in err


def test_a_store_that_cannot_be_written_is_told(recall: Home) -> None:
    """Busy for too long is status 5, with nothing changed."""
    recall.store("The API listens on port 8080.")
    recall.later(days=31)
    with open_sqlite(recall.db, isolation_level=None) as file:
        file.execute("BEGIN IMMEDIATE")
        answer = recall("maintain", env={"RECALL_BUSY_SECONDS": "0.1"})
        file.execute("ROLLBACK")
    assert (answer.status, answer.out) == (5, "")
    assert recall.json("list")["memories"][0]["decay_score"] == 1.0


def test_writers_wait_for_a_batch_and_not_for_a_round(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two batches of a step another process can write."""
    from recall_cli.flows.maintain import decay

    for number in range(4):
        recall.quick("store", f"Memory number {number}.")
    recall.later(days=31)
    monkeypatch.setattr(decay, "BATCH_ROWS", 2)
    seen: list[int] = []
    whole = decay.fade_memories

    def watched(round_: Any) -> Any:
        def between(_share: float) -> None:
            assert recall("store", f"Beside it, after {len(seen)}.", env={"RECALL_BUSY_SECONDS": "0.05"}).status == 0
            seen.append(sum(memory["decay_score"] < 1 for memory in recall("list", "--json").data["memories"]))

        round_.progress = between
        return whole(round_)

    from recall_cli.flows.maintain import maintain

    monkeypatch.setitem(maintain.STEPS, "decay", watched)
    assert recall.quick("maintain", "--only", "decay").status == 0
    assert seen == [2, 4]


def test_every_piece_of_a_purge_is_recorded(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written and deleted while a purge goes on is purged too, and the record can still be verified."""
    from recall_cli.flows.maintain import maintain, purge

    then = {"RECALL_NOW": recall.moment}
    for number in range(2):
        recall.quick("delete", recall.store(f"Memory number {number}."))
    recall.later(days=31)
    monkeypatch.setattr(purge, "BATCH_MEMORIES", 1)
    whole, beside = purge.purge_deleted, [True]

    def watched(round_: Any) -> Any:
        def between(_share: float) -> None:
            if beside.pop() if beside else False:
                id_ = recall("store", "Beside it.", "--json", env=then).data["memory_ids"][0]
                assert recall("delete", id_, env=then).status == 0

        round_.progress = between
        return whole(round_)

    monkeypatch.setitem(maintain.STEPS, "purge", watched)
    assert recall.json("maintain", "--only", "purge")["steps"][0]["touched"] == 3
    assert recall.json("audit", "verify")["whole"]


def test_a_purge_of_many_lets_others_write_in_between(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scattered over the store, in batches of a few: after each another process writes at once, and is not lost."""
    from recall_cli.flows.maintain import maintain, purge

    ids = [recall.store(f"Memory number {number} of the quux{number % 3}.") for number in range(30)]
    for id_ in ids[::3]:
        recall.quick("delete", id_)
    recall.later(days=31)
    monkeypatch.setattr(purge, "BATCH_MEMORIES", 4)
    left: list[int] = []
    whole = purge.purge_deleted

    def watched(round_: Any) -> Any:
        def between(_share: float) -> None:
            assert recall("store", f"Note {len(left)} beside it.", env={"RECALL_BUSY_SECONDS": "0.05"}).status == 0
            known = recall("count", "--include", "deleted", "--json").data["count"]
            left.append(known - 20 - len(left) - 1)

        round_.progress = between
        return whole(round_)

    monkeypatch.setitem(maintain.STEPS, "purge", watched)
    assert recall.json("maintain", "--only", "purge")["steps"][0]["touched"] == 10
    assert left == [6, 2, 0]
    assert recall.json("count")["count"] == 20 + 3
    assert recall.json("log", "--kind", "purge")["operations"][0]["touched"] == 10
    with open_sqlite(recall.db) as file:
        assert file.execute("SELECT count(*) FROM memory_fts WHERE memory_fts MATCH 'quux0'").fetchone() == (0,)


def test_a_whole_round_is_remembered(recall: Home) -> None:
    """When it was, for whoever looks whether maintenance runs; a part of one is no round."""
    recall.store("The API listens on port 8080.")
    run_step(recall, "decay")
    assert recall.json("stats")["maintained_at"] is None
    recall.json("maintain")
    assert recall.json("stats")["maintained_at"] == recall.moment


def test_the_schedules_log_is_bounded_where_it_is(recall: Home) -> None:
    """Its end is kept, whole lines, in the same file, which a scheduler holds open while the round runs; only for its owner."""
    recall.store("The API listens on port 8080.")
    log = recall.db.parent / "maintain.log"
    lines = [f"maintained: line {n}\n" for n in range(20_000)]
    log.write_text("".join(lines))
    log.chmod(0o644)
    with log.open("a") as held:
        recall("maintain")
        held.write("after\n")
    left = log.read_text().splitlines(keepends=True)
    assert left[-1] == "after\n"
    assert left[:-1] == lines[-(len(left) - 1) :]
    assert 100_000 < log.stat().st_size < 130_000
    assert log.stat().st_mode & 0o777 == 0o600
    short = log.read_bytes()
    recall("maintain", "--dry-run")
    recall("maintain")
    assert log.read_bytes() == short


def test_a_log_that_leads_elsewhere_is_left_alone(recall: Home) -> None:
    """A link beside the store is not followed."""
    recall.store("The API listens on port 8080.")
    other = recall.path / "other.log"
    other.write_text("x\n" * 200_000)
    (recall.db.parent / "maintain.log").symlink_to(other)
    assert recall("maintain").status == 0
    assert other.stat().st_size == 400_000


def test_the_list_of_private_sessions_is_bounded(recall: Home) -> None:
    """The newest thousands stay private, wherever they stand; a killed round does not stop the next."""
    recall.store("The API listens on port 8080.")
    recall.quick("hooks", "private", "s-first", person=True)
    path = next(recall.path.rglob("private"))
    before = path.read_text()
    path.write_text(before + "".join(f"session-{n:030}\n" for n in range(6000)))
    Path(f"{path}.new").write_text("of a round that was killed")
    recall.quick("maintain", "--dry-run")
    assert path.stat().st_size > 200_000
    for round_ in range(2):
        recall.quick("maintain")
        assert path.stat().st_size == 0
        assert "private" in recall.quick("store", "x y z", "--session", f"session-{5999:030}").err
        assert "private" in recall.quick("store", "x y z", "--session", "s-first").err
        assert recall.quick("store", f"Another fact {round_}.", "--session", "s-other").status == 0
        recall.quick("hooks", "private", "s-later", person=True)
        assert "private" in recall.quick("store", "x y z", "--session", "s-later").err
        path.write_text("")
    path.write_text("".join(f"later-{n:030}\n" for n in range(6000)))
    recall.quick("maintain")
    assert recall.quick("store", "The first session is long gone.", "--session", "s-first").status == 0
    assert "private" in recall.quick("store", "x y z", "--session", f"later-{0:030}").err


def test_a_rehearsal_says_what_a_round_then_does(recall: Home) -> None:
    """Also where a step touches what an earlier one would have ended."""
    for text in (
        "Deploys fail on Fridays because the canary pool is drained by the nightly batch.",
        "Deploys fail on Fridays when the canary pool is drained too early.",
        "The canary pool drained on Fridays makes deploys fail.",
    ):
        recall.store(text, "--type", "finding", "--topic", "deploy")
    recall.store("The old rate limit is 100 requests.", "--type", "estimate", "--valid-until", "2026-03-05")
    recall.store("Tabs, not spaces.", "--type", "preference")
    for n in range(12):
        recall.store(f"The {n}th host is called gamma-{n}.", "--type", "fact")
    recall.quick("delete", recall.json("list")["memories"][0]["id"])
    recall.later(days=60)
    rehearsed = {one["step"]: (one["touched"], one["said"]) for one in recall.json("maintain", "--dry-run")["steps"]}
    done = {one["step"]: (one["touched"], one["said"]) for one in recall.json("maintain")["steps"]}
    assert {name: done[name] for name in done if name != "upkeep"} == {
        name: rehearsed[name] for name in rehearsed if name != "upkeep"
    }
    assert min(done[name][0] for name in ("decay", "purge")) > 0
    assert done["patterns"] == (0, "1 pattern waits for recall admin consolidate --patterns")


def test_what_rules_misread_is_not_contested(recall: Home, tmp_path: Path) -> None:
    """Two values that rules read from texts about different things: the words decide, and nothing is contested."""
    fact = {"entity": "user", "attribute": "location", "extracted_by": "rules"}
    lines = [
        {"text": "I live in Berlin.", **fact, "value": "Berlin"},
        {"text": "I moved the tests to spec/.", **fact, "value": "spec/"},
    ]
    file = tmp_path / "read.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    recall.quick("import", str(file))
    assert run_step(recall, "loops")["touched"] == 0
    given = {"entity": "api", "attribute": "port"}
    file.write_text(
        "".join(json.dumps({"text": f"The port is {port}.", **given, "value": port}) + "\n" for port in ("80", "90"))
    )
    recall.quick("import", str(file))
    assert run_step(recall, "loops")["touched"] == 1
