"""Looking for secrets in what is stored: told by kind and id; after --fix no byte of them is left in the file."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.rules.text.normalize import content_hash
from tests.command import Home, open_sqlite
from tests.engines.stores import add_memory, begin_transaction, open_store
from tests.long_run import LONG_RUN
from tests.rules.secrets.test_secrets import KNOWN_MISSES, LABELLED, fill_template

SECRETS = [pair for pair in LABELLED if pair[0] not in KNOWN_MISSES][:: 1 if LONG_RUN else 3]
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
READ_FILES_PROGRAM = """
import os, sys
paths = [path + tail for path in sys.argv[1:] for tail in ("", "-wal", "-shm") if os.path.exists(path + tail)]
data = b"\\n".join(open(path, "rb").read() for path in dict.fromkeys(paths)).lower()
words = [line.rstrip("\\n").encode().decode("unicode_escape").encode("latin-1") for line in sys.stdin]
print("\\n".join(word.decode("utf-8", "replace") for word in words if word in data))
"""


def words_left(paths: "Path | list[Path]", words: "set[str]") -> str:
    """Which of these words another process finds in the bytes of some stores and the files beside them."""
    names = [str(path) for path in ([paths] if isinstance(paths, Path) else paths)]
    escaped = "".join("".join(f"\\x{byte:02x}" for byte in word.encode()) + "\n" for word in sorted(words))
    command = [sys.executable, "-I", "-S", "-c", READ_FILES_PROGRAM, *names]
    return subprocess.run(command, input=escaped, capture_output=True, text=True, check=True).stdout.strip()


def secret_words(pairs: "list[tuple[str, str]]") -> "set[str]":
    """Every longer word of the secrets, in small letters as an index has them, that no template has as well."""
    harmless = " ".join(template for template, _ in pairs).lower()
    found: set[str] = set()
    for template, secret in pairs:
        if "://§@" in template:  # the name before the colon is none
            secret = secret.partition(":")[2] or secret
        plain = "".join(letter if letter.isalnum() else " " for letter in secret.lower())
        found |= {word for word in plain.split() if len(word) >= 9 and any(c.isdigit() for c in word)}
        if len(secret) >= 9:
            found.add(secret.lower())
    return {word for word in found if word not in harmless}


@pytest.fixture(scope="module")
def store_with_secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store from before the rules: secrets in every place that holds words."""
    recall = Home(tmp_path_factory.mktemp("secrets"))
    recall.store("The linter is ruff.")
    recall.json("store", "--defer", "--attribute", "password", "--entity", "nas", "--value", "weak", "The job speaks.")
    engine = open_store(recall.db)
    with begin_transaction(engine) as tx:
        clean = add_memory(tx, "nothing to see")
        for template, secret in SECRETS:
            add_memory(tx, fill_template(template, secret))
        dirty = add_memory(
            tx, f"use {TOKEN} here", entity="api", attribute="password", value="Xk29ff!qLp01z", span=f"said {TOKEN}",
            tags={"password": "Zt81hh!wMn44y", "area": "x"}, metadata=dumps_utf8({"password": "Qq77jj!rVb20k"}),
        )  # fmt: skip
        op = tx.operations.add("update", trust="agent", note=f"with {TOKEN}", session=f"token={TOKEN}")
        before = {
            "text": f"was {TOKEN}",
            "hash": content_hash(f"was {TOKEN}"),
            "tags.password": "Rr55kk!tGv38m",
            "attribute": "password",
            "value": "Uu66ll!yHc47n",
        }
        after = {
            "text": "nothing to see",
            "hash": content_hash("nothing to see"),
            "tags.password": None,
            "attribute": None,
            "value": None,
        }
        tx.operations.record_change(op, clean, before, after)
        tx.operations.add_touched(op, 1)
        assert dirty
    engine.connection.execute(
        "UPDATE job SET payload = replace(replace(payload, 'speaks', 'speaks ' || ?), '\"weak\"', '\"Ww33mm!uJd58p\"')",
        (TOKEN,),
    )
    engine.close()
    return recall.db


@pytest.fixture
def recall_with_secrets(recall: Home, store_with_secrets: Path) -> Home:
    """A copy of that store, in a home of its own."""
    recall.db.parent.mkdir(parents=True)
    for path in store_with_secrets.parent.glob(f"{store_with_secrets.name}*"):
        shutil.copy2(path, recall.db.parent)
    return recall


EXTRA_WORDS = {TOKEN.lower(), *(word.lower() for word in (
    "Xk29ff!qLp01z", "Zt81hh!wMn44y", "Qq77jj!rVb20k", "Rr55kk!tGv38m", "Uu66ll!yHc47n", "Ww33mm!uJd58p"))}  # fmt: skip


def test_a_report_names_kinds_and_ids_and_no_secret(recall_with_secrets: Home) -> None:
    """The report, in any form, has everything but the secrets; nothing is changed by it."""
    before = recall_with_secrets.db.read_bytes()
    answers = [recall_with_secrets.quick(*form) for form in (("scan",), ("--json", "scan", "--dry-run"))]
    assert [answer.status for answer in answers] == [0, 0]
    shown = "".join(answer.out + answer.err for answer in answers).lower()
    assert not [word for word in secret_words(SECRETS) | EXTRA_WORDS if word in shown]
    document = answers[1].data
    assert not document["fixed"]
    assert len(document["memories"]) == len(SECRETS) + 1
    assert [set(one["columns"]) for one in document["memories"]][-1] >= {"text", "value", "span", "tags", "metadata"}
    assert [one["columns"] for one in document["changes"]] == [["before"]]
    assert len(document["jobs"]) == len(document["operations"]) == 1
    assert document["total"] == sum(one["count"] for one in document["secrets"]) > len(SECRETS)
    assert recall_with_secrets.db.read_bytes() == before


def test_a_fix_leaves_no_word_of_a_secret_and_a_store_that_works(recall_with_secrets: Home) -> None:
    """Rows, history, log, jobs, index, -wal and -shm files: another process finds nothing; all else is as it was."""
    words = secret_words(SECRETS) | EXTRA_WORDS
    there = words_left(recall_with_secrets.db, words).splitlines()
    assert len(there) > len(SECRETS)
    assert {*there} >= EXTRA_WORDS
    count = recall_with_secrets.json("count")["count"]
    fixed = recall_with_secrets("scan", "--fix", "--json").data
    assert fixed["fixed"]
    assert words_left(recall_with_secrets.db, words) == ""
    assert recall_with_secrets.quick("scan").out.startswith("no secrets found (")
    assert recall_with_secrets.json("count")["count"] == count
    assert recall_with_secrets.json("search", "linter ruff")["total"] >= 1
    refused = recall_with_secrets.quick("--json", "undo").error["message"]
    assert refused.startswith(f"operation {fixed['operation']} (scan) cannot be undone")
    assert recall_with_secrets.json("worker")["done"] == 1
    assert recall_with_secrets.json("search", "job speaks secret")["total"] >= 1
    store = apsw.Connection(str(recall_with_secrets.db))
    assert store.execute("PRAGMA integrity_check").get == "ok"
    store.execute("INSERT INTO memory_fts (memory_fts) VALUES ('integrity-check')")
    store.close()
    update = recall_with_secrets.json("log", "--kind", "update")["operations"][0]
    assert update["note"] == "with [secret: github-token]"


def test_what_was_done_before_a_fix_can_still_be_undone(recall: Home) -> None:
    """A store and an update from before are taken back; what comes back is masked."""
    recall.store("The linter is ruff.")
    engine = open_store(recall.db)
    with begin_transaction(engine) as tx:
        op = tx.operations.add("update", trust="agent")
        text = f"The linter uses {TOKEN}"
        tx.memories.change(op, 1, {"text": text, "hash": content_hash(text)})
        tx.operations.add_touched(op, 1)
    engine.close()
    recall.json("update", recall.json("list")["memories"][0]["id"], "--text", "Plain again.")
    recall.json("scan", "--fix")
    recall.json("undo", "3")
    assert recall.json("list")["memories"][0]["text"] == "The linter uses [secret: github-token]"
    recall.json("undo", "2")
    recall.json("undo", "1")
    assert recall.json("count")["count"] == 0


def test_names_from_before_the_rules_are_cleaned(recall: Home) -> None:
    """Projects' names and marks, keys of jobs, topics, tags and agents: masked, and nothing that was two becomes one."""
    other = TOKEN[:-4] + "Zz99"
    for at, secret in enumerate((TOKEN, other)):
        recall.store(f"Service {at} speaks gRPC.", "--project", f"name{at}", "--topic", "calm", "--agent", "codex")
        recall.json("store", "--defer", "--key", f"key{at}", f"Host {at} runs Debian.")
        with open_sqlite(recall.db) as store:
            store.execute("UPDATE project SET name = ? WHERE name = ?", (secret, f"name{at}"))
            store.execute("UPDATE job SET key = ? WHERE key = ?", (secret, f"key{at}"))
            store.execute("UPDATE memory SET topic = ?, agent = ?, tags = ? WHERE topic = 'calm'",
                          (f"about {secret}", f"codex {secret}", json.dumps({secret: secret})))  # fmt: skip
            store.execute(
                "INSERT INTO identity SELECT user, ?, n FROM project WHERE name = ?", (f"git:host/{secret}", secret)
            )
    document = recall.json("scan")
    assert [set(one["columns"]) for one in document["projects"]] == [{"name", "marks"}] * 2
    assert [one["columns"] for one in document["jobs"]] == [["key"]] * 2
    assert all({"topic", "agent", "tags"} <= {*one["columns"]} for one in document["memories"])
    assert recall.json("scan", "--fix")["fixed"]
    assert words_left(recall.db, {TOKEN.lower(), other.lower(), TOKEN.lower()[4:], other.lower()[4:]}) == ""
    assert recall.json("scan")["total"] == 0
    projects = recall.json("config", "project")["projects"]
    assert len({project["name"] for project in projects}) == len(projects) == 2
    assert [project["memories"] for project in projects] == [1, 1]
    assert [project["marks"] for project in projects].count([]) == 1  # one mark, and one project that it leads to
    assert len(recall.json("jobs")["jobs"]) == 2
    assert recall.quick("worker", "--once").status == 0
    assert recall.quick("doctor").status == 0


def test_a_clean_store_is_left_alone(recall: Home) -> None:
    """Where nothing is found, --fix writes nothing; an empty store is scanned too."""
    assert recall.json("scan", "--fix") == {
        "secrets": [], "total": 0, "memories": [], "changes": [], "jobs": [], "operations": [], "projects": [],
        "questions": [],
        "rows": 0, "fixed": False, "left": [],
        "operation": None, "emptied": True,
    }  # fmt: skip
    recall.store("The linter is ruff.")
    before = recall.db.read_bytes()
    recall.json("scan", "--fix")
    assert recall.db.read_bytes() == before
    assert recall.quick("scan", "--fix", "--dry-run").status == 2


def test_a_person_sees_the_next_step_and_what_a_reader_delays(recall: Home) -> None:
    """The rows, the kinds, and how to mask them; while another process reads, the old words stay in the -wal file."""
    recall.store("The linter is ruff.")
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE memory SET text = ?", (f"use {TOKEN} here",))
    seen = recall("scan", tty=True).out
    assert "recall admin scan --fix masks them" in " ".join(seen.split())
    assert TOKEN not in seen
    reader = apsw.Connection(str(recall.db))
    reader.execute("BEGIN; SELECT count(*) FROM memory").fetchall()
    answer = recall.quick("scan", "--fix", env={"RECALL_BUSY_SECONDS": "0.2"})
    assert answer.status == 0, answer
    assert "another recall process is reading" in answer.err
    reader.close()


def test_a_repository_known_by_its_first_commit_holds_no_secret(recall: Home) -> None:
    """The mark of a repository without a remote is a commit, and no scan takes it for a password."""
    recall.store("The linter is ruff.", "--project", "plain")
    with open_sqlite(recall.db) as store:
        store.execute("INSERT INTO identity SELECT user, ?, n FROM project", ("root:" + "8a67639f74" * 4,))
    assert recall.json("scan")["total"] == 0
    assert not recall.json("scan", "--fix")["fixed"]


def test_what_a_fix_cannot_change_is_named(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a row still reads like a secret after it was written anew, the answer says so and which row it is."""
    from recall_cli.flows.edit import scan as flow

    recall.store("The linter is ruff.", "--project", "plain")
    monkeypatch.setitem(flow.CLEANERS, "project", lambda _tx, _row: ({}, {"password": 1}))
    answer = recall.quick("scan", "--fix")
    assert "all but those in 1 row (project" in answer.out
    document = recall.json("scan", "--fix")
    assert (document["fixed"], [one["place"] for one in document["left"]]) == (False, ["project"])
