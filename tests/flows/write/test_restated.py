"""A text that says the same counts as known, and what it would end as a new memory is ended by it."""

from tests.command import Home
from tests.flows.write.many_texts import keep_texts

KNOWN, OTHER_ORDER = "On weekends the assets bucket is in eu-west-1.", "The assets bucket is in eu-west-1 on weekends."


def store(recall: Home, text: str, *options: str) -> dict[str, object]:
    """The one memory in the answer to a store by an agent."""
    (memory,) = recall.json("store", text, "--type", "fact", "--extractor", "auto", *options)["memories"]
    return dict(memory)


def test_the_same_in_another_order_counts_as_seen_again(recall: Home) -> None:
    """The memory keeps its text, and no row is added."""
    first = store(recall, KNOWN)
    again = store(recall, OTHER_ORDER)
    assert (again["id"], again["action"], again["seen_count"]) == (first["id"], "seen-again", 2)
    assert [memory["text"] for memory in recall.json("list")["memories"]] == [KNOWN]
    assert recall.json("count", "--include", "superseded")["count"] == 1
    assert recall.quick("undo").status == 0
    assert recall.json("list")["memories"][0]["seen_count"] == 1


def test_other_words_are_another_memory(recall: Home) -> None:
    """What is doubtful is kept twice."""
    store(recall, "Uploads are limited to 25 MB.")
    assert store(recall, "Uploads over 25 MB are rejected.")["action"] == "created"
    assert store(recall, "Uploads are limited to 25 MB on mobile networks.")["action"] == "created"


def test_the_words_of_the_user_stay_their_own(recall: Home) -> None:
    """What the user says in another order than an agent is a memory of the user's."""
    store(recall, KNOWN)
    recall.quick("store", OTHER_ORDER, "--type", "fact", "--extractor", "auto", person=True)
    assert len(recall.json("list")["memories"]) == 2


def test_another_value_name_or_case_is_another_memory(recall: Home) -> None:
    """Nothing that differs in a value, a quantity or the capitals of an identifier is swallowed."""
    texts = (
        "Hotfixes go to the branch feature/a1.",
        "Hotfixes go to the branch feature/A1.",
        "All worker machines are restarted every night by cron.",
        "Some worker machines are restarted every night by cron.",
        "The retention of the audit log is 14 days.",
        "The retention of the audit log is 14 hours.",
    )
    for text in texts:
        assert store(recall, text)["action"] == "created", text
    assert len(recall.json("list")["memories"]) == len(texts)


def test_exactly_as_given_means_a_row_of_its_own(recall: Home) -> None:
    """With --extractor none, the same words of another type are kept as they are."""
    store(recall, KNOWN)
    (memory,) = recall.json("store", OTHER_ORDER, "--type", "decision", "--extractor", "none")["memories"]
    assert memory["action"] == "created"


PORT, OTHER_PORT, PORT_AGAIN = (
    "The API listens on port 9090.",
    "The API listens on port 8080.",
    "Our API listens on the port 9090.",
)


def listed(recall: Home) -> list[str]:
    return sorted(memory["text"] for memory in recall.json("list")["memories"])


def test_what_is_said_again_ends_what_it_replaces(recall: Home) -> None:
    """A known statement that says itself what has changed ends it again; an undo takes that back."""
    said = "We switched from Jenkins to Argo."
    known = store(recall, said)
    other = store(recall, "We use Jenkins.")
    again = store(recall, said)
    assert (again["id"], again["supersedes"]) == (known["id"], [other["id"]])
    assert store(recall, said)["supersedes"] == []
    assert recall.quick("undo").status == 0
    assert recall.quick("undo").status == 0
    assert listed(recall) == sorted([said, "We use Jenkins."])


def test_what_is_said_again_asks_about_another_value(recall: Home) -> None:
    """No word of a change stands in it, so nothing is ended."""
    store(recall, PORT)
    other = store(recall, OTHER_PORT)
    again = store(recall, PORT_AGAIN)
    assert again["supersedes"] == []
    assert [item["id"] for item in again["maybe_outdated"]] == [other["id"]]
    assert listed(recall) == sorted([PORT, OTHER_PORT])


def test_an_agent_that_says_it_again_ends_no_word_of_the_user(recall: Home) -> None:
    """What would not end the user's word as a new memory does not end it as a known one."""
    store(recall, PORT)
    recall.quick("store", OTHER_PORT, "--type", "fact", "--extractor", "auto", person=True)
    assert OTHER_PORT in listed(recall)
    assert store(recall, PORT_AGAIN)["supersedes"] == []
    assert OTHER_PORT in listed(recall)


def test_several_statements_that_come_again_end_nothing(recall: Home) -> None:
    """A document that is read a second time changes nothing."""
    store(recall, PORT)
    store(recall, "Builds run on Alpine Linux.")
    store(recall, OTHER_PORT)
    before = listed(recall)
    assert len(before) == 3
    keep_texts(recall, (PORT_AGAIN, "Builds run on Alpine Linux."))
    assert listed(recall) == before


def test_what_may_stand_beside_it_stays_when_it_is_said_again(recall: Home) -> None:
    """A person said that both are true."""
    given = ("store", PORT_AGAIN, "--type", "fact", "--extractor", "auto")
    recall.quick(*given, person=True)
    other = store(recall, OTHER_PORT)
    ids = [memory["id"] for memory in recall.json("list")["memories"]]
    assert recall.quick("resolve", *ids, "--many", person=True).status == 0
    assert recall.json("store", *given[1:], person=True)["memories"][0]["action"] == "seen-again"
    assert str(other["text"]) in listed(recall)
