"""Whatever writes words writes their vectors with them, in the same transaction."""

import json

import apsw
import pytest

from recall_cli.inference.static_table import MODEL_NAME, StaticTable
from tests.command import Home


def vectors_by_text(home: Home) -> "dict[str, bytes]":
    """Each live memory's vector, by its words as they are now."""
    connection = apsw.Connection(str(home.db), flags=apsw.SQLITE_OPEN_READONLY)
    rows = connection.execute(
        "SELECT m.text, v.bytes, o.name FROM memory m LEFT JOIN vector v ON v.place / 64 = m.n "
        "LEFT JOIN vector_model o ON o.n = v.place % 64"
    ).fetchall()
    connection.close()
    assert {model for *_, model in rows} <= {MODEL_NAME}
    return {text: made for text, made, _ in rows}


def assert_own_vectors(home: Home, *texts: str) -> None:
    """These texts are there, and each has the vector of its own words."""
    table, kept = StaticTable(), vectors_by_text(home)
    assert set(kept) == set(texts)
    for text in texts:
        assert kept[text] == table.embed(text), text


def store_id(home: Home, text: str) -> str:
    return str(home.quick("store", text, "--json").data["memories"][0]["id"])


def test_store(recall: Home) -> None:
    """A text as it is, and the statements read out of a longer one."""
    store_id(recall, "The queue is NATS.")
    recall.quick("store", "We decided to use Postgres 16. The cache listens on port 6379.", "--extractor", "rules")
    kept = vectors_by_text(recall)
    assert len(kept) >= 2
    assert_own_vectors(recall, *kept)


def test_what_was_put_off(recall: Home) -> None:
    """The worker's memories have theirs too."""
    recall.quick("store", "The queue is NATS.", "--defer")
    recall.quick("worker", "--once")
    assert_own_vectors(recall, "The queue is NATS.")


def test_update_undo_and_undo_of_the_undo(recall: Home) -> None:
    """The vector follows the words, there and back and there again."""
    id_ = store_id(recall, "The queue is NATS.")
    recall.quick("update", id_, "--text", "The queue is RabbitMQ.")
    assert_own_vectors(recall, "The queue is RabbitMQ.")
    recall.quick("undo")
    assert_own_vectors(recall, "The queue is NATS.")
    recall.quick("undo", "3")
    assert_own_vectors(recall, "The queue is RabbitMQ.")


def test_a_masked_secret_is_not_in_the_vector(recall: Home) -> None:
    """The vector is that of the words which are kept."""
    recall.quick("store", "The password of the staging box is hunter2-Zq8!x, said ops.")
    [text] = vectors_by_text(recall)
    assert "hunter2" not in text
    assert_own_vectors(recall, text)


@pytest.mark.parametrize("count", [3, 700])
def test_import(recall: Home, count: int) -> None:
    """Few or many at once; what is known already is not embedded twice."""
    lines = "\n".join(json.dumps({"text": f"Host number {i} runs the queue."}) for i in range(count))
    assert recall.quick("import", "-", stdin=lines).status == 0
    assert recall.quick("import", "-", stdin=lines).status == 0
    assert_own_vectors(recall, *(f"Host number {i} runs the queue." for i in range(count)))


def test_erasing_leaves_nothing(recall: Home) -> None:
    """Not the vector, and not its coarse bits either."""
    lines = "\n".join(json.dumps({"text": f"Host number {i} runs the queue."}) for i in range(300))
    recall.quick("import", "-", stdin=lines)
    id_ = recall.quick("list", "-n", "1", "--json").data["memories"][0]["id"]
    recall.quick("delete", id_, "--now")
    connection = apsw.Connection(str(recall.db), flags=apsw.SQLITE_OPEN_READONLY)
    numbers = {n for (n,) in connection.execute("SELECT n FROM memory")}
    assert {n for (n,) in connection.execute("SELECT place / 64 FROM vector")} == numbers
    for (held,) in connection.execute("SELECT numbers FROM vector_block"):
        assert set(memoryview(held).cast("q")) <= numbers | {0}
    connection.close()


def test_a_rehearsal_keeps_none(recall: Home) -> None:
    """--dry-run writes neither rows nor vectors."""
    store_id(recall, "The queue is NATS.")
    recall.quick("store", "The cache is Redis.", "--dry-run")
    assert_own_vectors(recall, "The queue is NATS.")


def test_a_secret_that_is_cleaned_leaves_no_vector(recall: Home) -> None:
    """`recall admin scan --fix` makes the vector anew, out of the words that stay."""
    id_ = store_id(recall, "The token of the deploy user is in the vault.")
    secret = "The token of the deploy user is ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5."
    connection = apsw.Connection(str(recall.db))
    connection.execute("UPDATE memory SET text = ? WHERE id = ?", (secret, id_))
    connection.execute("UPDATE vector SET bytes = ?", (StaticTable().embed(secret),))
    connection.close()
    assert recall.quick("scan", "--fix").status == 0
    [text] = vectors_by_text(recall)
    assert "ghp_" not in text
    assert_own_vectors(recall, text)
