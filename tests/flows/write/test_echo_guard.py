"""The echo guard in the store: what recall told comes back and is used, not known anew."""

from typing import Any

import apsw

from tests.command import Home
from tests.flows.agents.test_transcripts import add_job, session_memories, transcript_line, write_session

PORT = "The API listens on port 8080."


def store_and_tell(recall: Home, text: str = PORT, *args: str) -> str:
    """A memory that an agent was told just now; its id."""
    id_ = recall.store(text, "--global", *args)
    assert id_[-4:] in recall.quick("context", "--compact").out
    return id_


def use_and_seen_counts(recall: Home, id_: str) -> tuple[int, int]:
    """How often it was used, and how often said."""
    memories = recall.json("list", "--project", "*")["memories"]
    found = next(one for one in memories if one["id"] == id_)
    return found["access_count"], found["seen_count"]


def store_as_agent(recall: Home, text: str, *args: str, **more: Any) -> Any:
    """What storing something through an agent comes to."""
    return recall.quick("--json", "store", text, *args, **more)


def test_what_an_agent_was_told_and_stores_again_is_a_use(recall: Home) -> None:
    """Word for word or restated: nothing new, not seen again, one use more, no operation."""
    id_ = store_and_tell(recall)
    operations = len(recall.json("log")["operations"])
    for number, text in enumerate((PORT, "As noted, the API is listening on port 8080."), 1):
        found = store_as_agent(recall, text, "--global").data
        assert (found["status"], found["memory_ids"], found["operation"]) == ("duplicate", [id_], None)
        assert found["memories"][0]["echo"] is True
        assert use_and_seen_counts(recall, id_) == (number, 1)
    assert len(recall.json("log")["operations"]) == operations


def test_another_fact_about_the_same_subject_is_kept(recall: Home) -> None:
    """Another value, another subject, more than was told."""
    store_and_tell(recall)
    for text in (
        "The API listens on port 9090.",
        "The admin API listens on port 8080.",
        "The API no longer uses port 8080.",
    ):
        assert store_as_agent(recall, text, "--global").data["status"] == "stored"


def test_the_users_own_word_is_no_echo(recall: Home) -> None:
    """At a terminal it counts as said again."""
    id_ = store_and_tell(recall)
    found = store_as_agent(recall, PORT, "--global", person=True).data
    assert found["memories"][0]["action"] == "seen-again"
    assert use_and_seen_counts(recall, id_)[1] == 2


def test_what_was_not_told_is_no_echo(recall: Home) -> None:
    """Without having been told, and long after, the same text is said again."""
    id_ = recall.store(PORT, "--global")
    assert store_as_agent(recall, PORT, "--global").data["memories"][0]["action"] == "seen-again"
    recall.quick("context", "--compact")
    recall.later(days=5)
    assert store_as_agent(recall, PORT, "--global").data["memories"][0]["action"] == "seen-again"
    assert use_and_seen_counts(recall, id_)[1] == 3


def test_what_was_said_before_it_was_told_is_no_echo(recall: Home) -> None:
    """An old session that is read today was not told anything today; one that was read late was."""
    said = recall.moment
    recall.later(minutes=30)
    store_and_tell(recall)
    after = recall.moment
    recall.later(days=1)
    recall.quick("context", "--compact")
    recall.later()
    words = "As noted, the API is listening on port 8080."
    old = transcript_line(words, 1, "assistant", timestamp=said, sessionId="s-0")
    add_job(recall, write_session(recall, transcript_line(words, 2, "assistant", timestamp=after)))
    recall.quick("worker")
    assert session_memories(recall) == []
    add_job(recall, write_session(recall, old, "old"))
    recall.quick("worker")
    assert [memory["text"] for memory in session_memories(recall)] == [words]


def test_a_fact_made_of_it_by_the_caller_is_kept(recall: Home) -> None:
    """Who says more of it than the memory knows adds something."""
    store_and_tell(recall)
    fact = ("--entity", "API", "--attribute", "port", "--value", "8080")
    assert store_as_agent(recall, PORT, "--global", *fact).data["status"] == "stored"


def test_an_agent_does_not_bring_back_what_was_taken_away(recall: Home) -> None:
    """What it was told before the deletion is not captured from its session; the person may say it again."""
    id_ = store_and_tell(recall)
    recall.quick("delete", id_)
    recall.later()
    stamp = {"timestamp": recall.moment}
    path = write_session(
        recall, transcript_line("As noted, the API is listening on port 8080.", 1, "assistant", **stamp)
    )
    add_job(recall, path)
    recall.quick("worker")
    assert session_memories(recall) == []
    path.write_text(path.read_text() + transcript_line(PORT, 2, **stamp))
    add_job(recall, path)
    recall.quick("worker")
    assert [memory["text"] for memory in session_memories(recall)] == [PORT]


def test_a_session_that_restates_its_brief_brings_nothing(recall: Home) -> None:
    """The brief's line by itself, the agent's restatement and the user's nod; a new fact beside them is kept."""
    id_ = store_and_tell(recall)
    stamp = {"timestamp": recall.moment}
    words = (
        ("assistant", "According to memory, the API listens on port 8080."),
        ("user", "Yes, the API listens on port 8080."),
        ("user", "We decided to use port 9443 for the admin service because 8080 is taken."),
    )
    add_job(
        recall,
        write_session(recall, "".join(transcript_line(text, n, who, **stamp) for n, (who, text) in enumerate(words))),
    )
    recall.quick("worker")
    assert [memory["text"] for memory in session_memories(recall)] == [words[2][1]]
    assert use_and_seen_counts(recall, id_)[1] == 1  # it was not seen again: nobody but recall said it


def test_an_erased_memory_leaves_no_prints(recall: Home) -> None:
    """Nothing is known any more of its having been told."""
    id_ = store_and_tell(recall)
    recall.quick("delete", "--now", id_)
    assert apsw.Connection(str(recall.db)).execute("SELECT count(*) FROM told").get == 0


def test_a_store_that_cannot_be_written_still_answers(recall: Home) -> None:
    """What was told is not remembered then, and the brief is there all the same."""
    store_and_tell(recall)
    recall.db.parent.chmod(0o555)
    recall.db.chmod(0o444)
    answer = recall.quick("context", "--compact")
    recall.db.parent.chmod(0o755)
    assert "8080" in answer.out
    assert answer.err == ""


def test_the_words_before_a_correction_are_an_echo_too(recall: Home) -> None:
    """A session that was told the old words does not bring them back against the corrected ones."""
    id_ = store_and_tell(recall)
    recall.quick("update", id_, "--text", "The API listens on port 9090.")
    found = store_as_agent(recall, "As noted, the API is listening on port 8080.", "--global").data
    assert found["memory_ids"] == [id_]
    assert found["memories"][0]["echo"] is True
    assert store_as_agent(recall, "The API listens on port 7070.", "--global").data["status"] == "stored"


def test_among_many_that_were_told_the_right_one_is_found(recall: Home) -> None:
    """Others that were told too, in nearly the same words, do not hide it."""
    id_ = store_and_tell(recall, "The zephyr exporter listens on port 8080.")
    for number in range(30):
        recall.store(f"Service {number} listens on port {9000 + number}.", "--global")
    recall.quick("context", "--compact")
    found = store_as_agent(
        recall, "According to memory the zephyr exporter is listening on port 8080.", "--global"
    ).data
    assert found["memory_ids"] == [id_]
