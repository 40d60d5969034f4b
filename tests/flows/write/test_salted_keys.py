"""What a waiting text is known by: in no store the same as in another, so that nobody can confirm a guess by it."""

from pathlib import Path

from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.write.jobs import text_key
from tests.command import Home, open_sqlite

TEXT = "Zyxquartz prefers the quiet office."
SECRET = "sk-ant-api03-" + "aB3dE5fG7h" * 8 + "AA"
"""Looks like a key of Anthropic's."""


def keys(recall: Home) -> list[str]:
    """Everything that the jobs of a store are known by."""
    with open_sqlite(recall.db) as store:
        return [" ".join(str(part) for part in row) for row in store.execute("SELECT key, payload, result FROM job")]


def test_two_stores_know_a_text_by_different_keys(tmp_path: Path) -> None:
    """Deferred, with a key of its own, or with one that looks like a secret: the digest of the words stands nowhere."""
    found = []
    for name in ("one", "two"):
        recall = Home(tmp_path / name)
        recall.quick("store", TEXT, "--defer", "--global")
        recall.quick("store", TEXT, "--key", "weekly", "--global")
        recall.quick("store", TEXT, "--key", SECRET, "--global")
        recall.quick("store", TEXT, "--key", "deferred", "--defer", "--global")
        found.append(keys(recall))
    plain = text_key(StoreRequest(text=TEXT), None)
    assert [len(rows) for rows in found] == [4, 4]
    assert not any(plain in row or plain.removeprefix("text:") in row for rows in found for row in rows)
    assert all("text:" in row for rows in found for row in rows)
    assert not {row.split()[0] for row in found[0] if row.startswith("text:")} & {row.split()[0] for row in found[1]}


def test_a_text_is_still_known_when_it_is_told_again(recall: Home) -> None:
    """The same text, and the same key for the same text, are answered once; a key for another text is refused."""
    for more in (("--defer",), ("--key", "weekly"), ("--key", SECRET), ("--key", "later", "--defer")):
        assert recall.quick("store", TEXT, *more, "--global").status == 0
        assert recall.json("store", TEXT, *more, "--global")["status"] == "cached"
    assert recall.quick("store", "Another text.", "--key", "weekly", "--global").status != 0
    recall.quick("worker", "--once")
    assert recall.json("store", TEXT, "--key", "later", "--defer", "--global")["status"] == "cached"
