"""A memory in other words counts as known; its words lead to the memory and go with it."""

from tests.command import Home

KNOWN, OTHER_WORDS = "The assets bucket is in eu-west-1.", "Region of the assets bucket: eu-west-1"


def store(recall: Home, text: str, *options: str) -> dict[str, object]:
    """The one memory in the answer to a store by an agent."""
    (memory,) = recall.json("store", text, "--type", "fact", "--extractor", "auto", *options)["memories"]
    return dict(memory)


def test_other_words_count_as_seen_again(recall: Home) -> None:
    """The memory keeps its text, the answer says that it was restated, and the third time adds no row."""
    first = store(recall, KNOWN)
    again = store(recall, OTHER_WORDS)
    assert (again["id"], again["action"], again["restated"], again["seen_count"]) == (
        first["id"],
        "seen-again",
        True,
        2,
    )
    assert store(recall, OTHER_WORDS)["seen_count"] == 3
    assert [memory["text"] for memory in recall.json("list")["memories"]] == [KNOWN]
    assert recall.json("count", "--include", "superseded")["count"] == 2


def test_a_search_for_the_new_words_leads_to_the_memory(recall: Home) -> None:
    """A word that only the other wording has finds the memory, by its words alone too."""
    store(recall, "Uploads are limited to 25 MB.")
    store(recall, "Uploads over 25 MB are rejected.")
    for ranking in ("default", "words"):
        hits = recall.json("search", "rejected", *(() if ranking == "default" else ("--ranking", ranking)))["results"]
        assert [hit["text"] for hit in hits] == ["Uploads are limited to 25 MB."]


def test_an_undo_takes_the_wording_back(recall: Home) -> None:
    """The count falls, and the words lead nowhere any more."""
    store(recall, "Uploads are limited to 25 MB.")
    store(recall, "Uploads over 25 MB are rejected.")
    assert recall.quick("undo").status == 0
    assert recall.json("list")["memories"][0]["seen_count"] == 1
    assert recall.json("search", "rejected", "--ranking", "words")["results"] == []


def test_the_words_of_the_user_stay_their_own(recall: Home) -> None:
    """What the user says in other words than an agent is a memory of the user's."""
    store(recall, KNOWN)
    recall.quick("store", OTHER_WORDS, "--type", "fact", "--extractor", "auto", person=True)
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
    # the last one is the new value of the one before
    assert len(recall.json("list")["memories"]) == len(texts) - 1


def test_exactly_as_given_means_a_row_of_its_own(recall: Home) -> None:
    """With --extractor none, other words are kept as they are."""
    store(recall, KNOWN)
    (memory,) = recall.json("store", OTHER_WORDS, "--type", "fact", "--extractor", "none")["memories"]
    assert memory["action"] == "created"


def test_what_a_user_erases_goes_with_its_wordings(recall: Home) -> None:
    """No word of another wording is left in the file."""
    first = store(recall, "Uploads are limited to 25 MB.")
    store(recall, "Uploads over 25 MB are rejected.")
    assert recall.quick("erase", str(first["id"]), "--confirm").status == 0
    assert b"rejected" not in recall.db.read_bytes()


PORT, OTHER_PORT, PORT_AGAIN = "The API port is 9090.", "The API listens on port 8080.", "The API listens on port 9090."


def listed(recall: Home) -> list[str]:
    return sorted(memory["text"] for memory in recall.json("list")["memories"])


def test_what_is_said_again_ends_what_it_contradicts(recall: Home) -> None:
    """The newest word wins in another phrasing too, though no new memory is made of it; an undo takes that back."""
    known = store(recall, PORT)
    other = store(recall, OTHER_PORT)
    assert listed(recall) == [OTHER_PORT, PORT]
    again = store(recall, PORT_AGAIN)
    assert (again["id"], again["restated"]) == (known["id"], True)
    assert again["supersedes"] == [other["id"]]
    assert listed(recall) == [PORT]
    assert "The API port is 9090." in recall.quick("why", str(other["id"])).out
    assert recall.quick("undo").status == 0
    assert listed(recall) == [OTHER_PORT, PORT]


def test_the_same_words_again_end_what_they_contradict(recall: Home) -> None:
    """This holds for the very same text as well, and the second time there is nothing left to end."""
    store(recall, PORT)
    store(recall, PORT_AGAIN)
    other = store(recall, OTHER_PORT)
    assert store(recall, PORT_AGAIN)["supersedes"] == [other["id"]]
    assert store(recall, PORT_AGAIN)["supersedes"] == []
    assert listed(recall) == [PORT]


def test_an_agent_that_says_it_again_ends_no_word_of_the_user(recall: Home) -> None:
    """What would not end the user's word as a new memory does not end it as a known one."""
    store(recall, PORT)
    recall.quick("store", OTHER_PORT, "--type", "fact", "--extractor", "auto", person=True)
    assert OTHER_PORT in listed(recall)
    assert store(recall, PORT_AGAIN)["supersedes"] == []
    assert OTHER_PORT in listed(recall)


def test_a_text_of_several_statements_that_comes_again_ends_nothing(recall: Home) -> None:
    """A document that is read a second time changes nothing."""
    document = f"{PORT_AGAIN} Builds run on Alpine Linux."
    store(recall, PORT)
    store(recall, "Builds run on Alpine Linux.")
    store(recall, OTHER_PORT)
    before = listed(recall)
    assert len(before) == 3
    answer = recall.json("store", document, "--extractor", "rules")
    assert [memory["action"] for memory in answer["memories"]] == ["seen-again", "seen-again"]
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
