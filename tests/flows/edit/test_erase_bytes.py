"""What an erasure leaves in the bytes: nothing, in a store of any size, whatever goes wrong; and what its receipt says."""

import json
import random
import re
import string
from pathlib import Path
from typing import Any

import apsw
import pytest

from recall_cli.domain.store_errors import DiskFull
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.byte_scan import is_in_unused_space
from tests.command import Home
from tests.faults.store_check import find_faults
from tests.long_run import repetitions

STORED_MEMORIES = 2_500


def folder_bytes(recall: Home) -> bytes:
    """Every byte of the store's folder, in lower case."""
    return b"".join(path.read_bytes() for path in recall.db.parent.rglob("*") if path.is_file()).lower()


def page_keys(recall: Home) -> list[bytes]:
    """By which words the index finds its pages."""
    connection = apsw.Connection(str(recall.db))
    try:
        return [bytes(term)[1:] for (term,) in connection.execute("SELECT term FROM memory_fts_idx")]
    finally:
        connection.close()


@pytest.fixture(scope="module")
def unique_words_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose memories each have words that no other has; made once."""
    dice, letters = random.Random(11), string.ascii_lowercase
    common = ["".join(dice.choices(letters, k=dice.randint(3, 9))) for _ in range(900)]
    lines = []
    for n in range(STORED_MEMORIES):
        own = "".join(dice.choices(letters, k=12))
        said = [*dice.sample(common, 12), own, f"quux{n:07d}"]
        dice.shuffle(said)
        lines.append(json.dumps({"text": " ".join(said) + ".", "tags": {"k": own} if n % 5 else {}}))
    recall = Home(tmp_path_factory.mktemp("own"))
    (recall.path / "many.jsonl").write_text("\n".join(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(recall.path)
        assert recall.json("import", "many.jsonl")["created"] == STORED_MEMORIES
    (recall.path / "many.jsonl").unlink()
    return recall.db


@pytest.mark.parametrize("count", [1, 7, 60, 200])
@pytest.mark.parametrize("seed", range(repetitions(6)))
def test_no_word_of_scattered_memories_is_left(unique_words_store: Path, recall: Home, seed: int, count: int) -> None:
    """After `delete --now` no word, no id and no key of the word index that only the erased ones had is in the file."""
    recall.db.parent.mkdir(parents=True)
    for tail in ("", "-wal"):
        Path(f"{recall.db}{tail}").write_bytes(Path(f"{unique_words_store}{tail}").read_bytes())
    connection = apsw.Connection(str(recall.db))
    every = connection.execute("SELECT id, text FROM memory ORDER BY n").fetchall()
    connection.close()
    gone = random.Random(seed).sample(every, count)
    told = recall.json("delete", "--now", *(id_ for id_, _ in gone))
    assert (len(told["erased"]), told["left"], told["finished"]) == (count, 0, True)
    staying = {word for row in every if row not in gone for word in re.findall(r"\w+", row[1])}
    own = {word for _, text in gone for word in re.findall(r"\w+", text) if word not in staying and len(word) > 6}
    raw = folder_bytes(recall)
    assert [word for word in own if word.encode() in raw] == []
    assert [id_ for id_, _ in gone if id_.encode() in raw] == []
    known = sorted(staying)
    dead = [key for key in page_keys(recall) if key and not any(word.encode().startswith(key) for word in known)]
    assert dead == [], "a key of the index that no living word begins with"
    assert find_faults(recall.db) == []


def store_memories(recall: Home) -> str:
    """A few memories; the id of one that shall go."""
    id_: str = recall.fill_once("zyxquartz", _store_memories)
    return id_


def _store_memories(recall: Home) -> str:
    for n in range(20):
        recall.store(f"Ordinary note {n} about builds and tests.")
    return recall.store("Zyxquartz prefers the quiet office.")


@pytest.mark.parametrize("fails", ["checkpoint", "vacuum"])
def test_a_full_disk_is_told_as_it_is(recall: Home, monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    """The memory is gone, its words may be left in the file: that is said, exit 1, and maintenance removes them."""
    id_ = store_memories(recall)

    def full(_self: object) -> bool:
        raise DiskFull("the disk is full: nothing was changed in recall.db", "free some space, then try again")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteEngine, fails, full)
        patch.setattr("recall_cli.flows.edit.erase_bytes._has_traces", lambda *_: True)
        answer = recall.quick("erase", id_, "--confirm")
        as_json = recall.quick("--json", "erase", recall.json("list")["memories"][0]["id"], "--confirm")
    assert answer.status == 1
    assert "nothing was changed" not in answer.err + answer.out
    assert ("recall maintain" in answer.err, "1 memory erased" in answer.out) == (True, True)
    assert "none of" not in answer.out, "nothing is claimed of files that nobody looked into"
    assert (as_json.status, json.loads(as_json.out)["finished"]) == (1, False)
    assert recall.quick("get", id_).status == 4
    assert recall.quick("maintain").status == 0
    assert b"zyxquartz" not in folder_bytes(recall)
    assert "no interrupted erasure" in recall.quick("doctor").out


def test_a_file_that_cannot_be_read_is_told_and_one_that_goes_is_not(
    recall: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt says which file nobody could look into, exit 1; one that is removed meanwhile is no trouble."""
    id_ = store_memories(recall)
    copy = recall.path / "copy.db"
    assert recall.quick("backup", str(copy)).status == 0
    look = byte_scan.find_words

    def denied(path: str, *rest: Any) -> set[str]:
        if path == str(copy):
            raise PermissionError(13, "Permission denied", path)
        return look(path, *rest)

    def late(path: str, *rest: Any) -> set[str]:
        if path == str(copy):
            copy.unlink(missing_ok=True)
        return look(path, *rest)

    monkeypatch.setattr(byte_scan, "find_words", denied)
    answer = recall.quick("erase", id_, "--confirm")
    assert (answer.status, "unexpected" in answer.err, "copy.db cannot be searched" in answer.err) == (
        1,
        False,
        True,
    )
    assert recall.quick("get", id_).status == 4
    monkeypatch.setattr(byte_scan, "find_words", late)
    found = recall.json("erase", recall.store("Brindlewood is here."), "--confirm")
    assert (found["finished"], found["left"]) == (True, 0)
    assert "copy" not in [file["kind"] for file in found["files"]]


def test_the_next_erasure_finishes_one_that_was_cut_off(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cleans the whole file, and says so; whoever ends first does not take the other's mark."""
    id_, other = store_memories(recall), recall.store("Flimberwock left.")
    with monkeypatch.context() as patch:
        patch.setattr("recall_cli.flows.edit.erase.clean_file", lambda *_, **__: False)
        assert recall.quick("erase", id_, "--confirm").status == 1
    answer = recall.quick("erase", other, "--confirm")
    assert (answer.status, "earlier erasure" in answer.err) == (0, True)
    assert b"zyxquartz" not in folder_bytes(recall)


def test_an_erasure_takes_only_its_own_mark(recall: Home) -> None:
    """Of two at the same time the one that ends first does not say that the other has ended."""
    from recall_cli.app import App

    store_memories(recall)
    app = App(environment=recall.environment())
    with app.write_transaction() as tx:
        first, second = tx.erase.mark_unclean(), tx.erase.mark_unclean()
        tx.erase.mark_clean(first)
        assert tx.erase.unclean_since == second
        tx.erase.mark_clean(second)
        assert tx.erase.unclean_since is None
    app.close()


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("platypus", "PLATYPUSES live in rivers."),
        ("platypuses", "The platypus lives in rivers."),
        ("Platypus", "The platypus's den."),
        ("category", "Three CATEGORIES of bugs."),
        ("categories", "One category."),
        ("boss", "Both bosses agreed."),
        ("Müller", "MÜLLERS Haus."),
        ("muller", "Frau Müller."),
        ("walk", "They WALKED home."),
        ("quiz", "Two quizzes; one quiz."),
        ("Jane Doe", "Doe, Jane: called twice."),
        ("status", "All statuses are green."),
        ("日本", "日本語のテスト。"),
        ("platypus", "the platypus_port is 5432"),
    ],
)
def test_a_word_is_found_in_every_form(recall: Home, asked: str, text: str) -> None:
    """Plural or not, in capitals, with an accent, within a text without spaces: `--query` means the word."""
    recall.store("Something else entirely.")
    id_ = recall.store(text)
    assert recall.json("erase", "--query", asked)["would_erase"] == [id_]
    assert recall.json("erase", "--query", asked, "--confirm")["erased"] == [id_]


@pytest.mark.parametrize(
    ("asked", "text"),
    [("cat", "Concatenate the category files."), ("port", "The report is late."), ("jan", "January was cold.")],
)
def test_other_words_are_not_meant(recall: Home, asked: str, text: str) -> None:
    """A word inside a longer one is another word: it stays, and the user is told that there are such."""
    recall.store(text)
    recall.store(f"Just {asked}.")
    shown = recall.quick("erase", "--query", asked)
    assert "1 memory would be erased" in shown.out
    assert "only inside longer words" in shown.err
    recall.quick("erase", "--query", asked, "--confirm")
    assert recall.json("count")["count"] == 1


def test_a_form_in_the_past_or_in_a_waiting_job_counts(recall: Home) -> None:
    """What a memory said before a correction, and what waits to be kept, is found in every form too."""
    id_ = recall.store("All platypuses left.")
    recall.later()
    recall.quick("update", id_, "--text", "Everybody left.")
    recall.quick("store", "Two platypuses came back.", "--defer")
    told = recall.json("erase", "--query", "platypus", "--confirm")
    assert (told["erased"], told["jobs"], told["left"]) == ([id_], 1, 0)
    assert b"platypus" not in folder_bytes(recall)


def test_what_waits_to_be_kept_again_goes_too(recall: Home) -> None:
    """A deferred text that says the very same as an erased memory would bring it back."""
    id_ = recall.store("Zyxquartz prefers the quiet office.")
    recall.quick("store", "zyxquartz prefers the quiet office", "--defer")
    told = recall.json("delete", "--now", id_)
    assert (told["jobs"], told["left"]) == (1, 0)
    recall.quick("worker", "--once")
    assert recall.json("count")["count"] == 0
    assert b"zyxquartz" not in folder_bytes(recall)


def test_short_words_leave_the_questions_too(recall: Home) -> None:
    """A name of four letters and a number leave what was asked and what was noted."""
    recall.store("Who has an extension is in the list.")
    id_ = recall.store("Qvuz has the extension 4711.")
    recall.quick("search", "where is Qvuz")
    recall.quick("search", "who has 4711?")
    recall.quick("search", "who has the extension")
    recall.quick("delete", "--now", id_)
    connection = apsw.Connection(str(recall.db))
    assert connection.execute("SELECT query FROM asked").fetchall() == [("who has the extension",)]
    connection.close()


def test_the_preview_says_which_project(recall: Home) -> None:
    """Before it is confirmed each memory is shown with its id and its project."""
    one = recall.store("The zyxquartz port is 1.", "--project", "shop")
    two = recall.store("The zyxquartz port is 2.", "--global")
    lines = recall.quick("erase", "--query", "zyxquartz").lines
    assert [line.split("\t")[1:3] for line in lines[:2]] == [[one, "shop"], [two, "-"]]
    assert "shop" in recall("erase", "--query", "zyxquartz", tty=True).out


def test_the_receipt_says_what_is_where(recall: Home, tmp_path: Path) -> None:
    """How many of how many words are left, and in how many files: a sentence that stands alone."""
    id_ = store_memories(recall)
    recall.quick("backup", str(tmp_path / "copy.db"))
    answer = recall.quick("erase", id_, "--confirm")
    assert answer.lines[-1] == "1 memory erased: traces of 4 of 4 words and ids remain in 1 of 3 files"
    clean = recall.quick("erase", recall.store("Brindlewood is here."), "--confirm")
    told = "1 memory erased: 0 of 2 words and ids left in 3 files"
    assert clean.lines[-1] == told + "; 2 shorter words are no longer in the word index or unused space"


def test_short_words_are_counted_apart(recall: Home) -> None:
    """The receipt says how many words were looked for in every byte, and how many only where chance cannot spell them."""
    told = recall.json("erase", recall.store("Zyxquartz met Qvuz at 4711 hours."), "--confirm")
    assert (told["words"], told["short_words"], told["left"]) == (1, 5, 0)


def test_unused_space_is_all_of_it(tmp_path: Path) -> None:
    """Short words are seen on free pages and in holes between rows, and not in the rows themselves."""
    path = tmp_path / "some.db"
    connection = apsw.Connection(str(path))
    connection.pragma("secure_delete", 0)
    connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, said TEXT)")
    connection.execute("INSERT INTO t VALUES (1, 'qvuz stays here'), (2, 'wjok goes away'), (3, 'other words')")
    connection.execute("CREATE TABLE u (said TEXT); INSERT INTO u VALUES (hex(zeroblob(9000)) || 'xbim')")
    connection.execute("DELETE FROM t WHERE n = 2; DROP TABLE u")
    connection.close()
    assert is_in_unused_space(str(path), {"qvuz", "wjok", "xbim", "nope"}) == {"wjok", "xbim"}


def test_no_beginning_of_a_word_without_spaces_is_left(recall: Home) -> None:
    """The keys of the index hold no part of an erased Chinese word, whose letters the index keeps whole and in pairs."""
    dice, lines = random.Random(5), []
    for _ in range(400):
        own = "".join(chr(dice.randrange(0x4E00, 0x9F00)) for _ in range(40))
        lines.append(json.dumps({"text": f"{own[:20]} {own[20:]}"}))
    (recall.path / "many.jsonl").write_text("\n".join(lines))
    assert recall.json("import", "many.jsonl")["created"] == len(lines)
    (recall.path / "many.jsonl").unlink()
    connection = apsw.Connection(str(recall.db))
    every = connection.execute("SELECT id, text FROM memory ORDER BY n").fetchall()
    connection.close()
    keys = [key for key in page_keys(recall) if len(key) > 3]
    gone = [row for row in every if any(word.encode().startswith(key) for key in keys for word in row[1].split())]
    gone = gone[: len(every) // 25]
    for id_, _ in gone:
        assert recall.json("delete", "--now", id_)["left"] == 0
    living = [word for row in every if row not in gone for word in row[1].split()]
    pairs = {word[at:] for word in living for at in range(len(word) - 1)}
    dead = [key for key in page_keys(recall) if key and not any(part.encode().startswith(key) for part in pairs)]
    assert (len(gone) > 5, dead) == (True, [])


def test_the_name_of_a_tag_that_was_removed_goes_too(recall: Home) -> None:
    """A tag's name that only the history of a memory holds leaves past questions with the memory."""
    id_ = recall.store("Ordinary note about builds.")
    recall.quick("tag", id_, "zyxquartz=yes")
    recall.later()
    recall.quick("tag", id_, "--remove", "zyxquartz")
    recall.quick("search", "what is zyxquartz")
    assert recall.json("delete", "--now", id_)["left"] == 0
    assert b"zyxquartz" not in folder_bytes(recall)
