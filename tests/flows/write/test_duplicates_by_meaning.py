"""Memories that are close in meaning: told by default, merged only by the published rules, and never lost."""

import pytest

from tests.command import CommandResult, Home

OLD_TEXT = "Deploys happen on Tuesdays after standup"
CLOSE_TEXT = "Deploys happen on Tuesdays after the standup meeting"
CLOSER_TEXT = "Deploys happen on Tuesdays after the team standup"
"""Above the threshold of the rule that updates; the other one is not."""
WITH_EXTRACTOR = ("--extractor", "auto", "--type", "fact")
"""With `--extractor none` a text is kept exactly as given, and nothing else is asked."""
BANDS_RULE = {"RECALL_DUPLICATES_RULE": "cosine-three-bands"}
UPDATE_RULE = {"RECALL_DUPLICATES_RULE": "cosine-update"}


def current_texts(recall: Home) -> list[str]:
    """What is believed now, in alphabetical order."""
    return sorted(memory["text"] for memory in recall.json("list", "--project", "*")["memories"])


def stored_memory(answer: CommandResult) -> dict[str, object]:
    """The one memory of a store's answer."""
    (memory,) = answer.data["memories"]
    return dict(memory)


def test_by_default_it_is_told_and_nothing_is_merged(recall: Home) -> None:
    """Both are kept; the reply names the close one with its cosine, in every form; nothing else is named."""
    old = recall.store(OLD_TEXT)
    recall.store("The linter is ruff.")
    told = stored_memory(recall.quick("--json", "store", CLOSE_TEXT, *WITH_EXTRACTOR))
    assert told["action"] == "created"
    (similar,) = told["similar"]  # type: ignore[misc]  # one
    assert (similar["id"], similar["text"]) == (old, OLD_TEXT)
    assert 0.85 <= similar["cosine"] < 1
    assert current_texts(recall) == sorted([OLD_TEXT, CLOSE_TEXT, "The linter is ruff."])
    answer = recall.quick("store", "Deploys happen on Tuesdays after a standup meeting of two", *WITH_EXTRACTOR)
    assert [line.split("\t")[0] for line in answer.lines] == ["stored", "similar", "similar"]


def test_a_rehearsal_tells_what_is_similar_too(recall: Home) -> None:
    """--dry-run names it and writes nothing."""
    old = recall.store(OLD_TEXT)
    told = stored_memory(recall.quick("--json", "store", "--dry-run", CLOSE_TEXT, *WITH_EXTRACTOR))
    assert [one["id"] for one in told["similar"]] == [old]  # type: ignore[attr-defined]
    assert current_texts(recall) == [OLD_TEXT]


@pytest.mark.parametrize(("rule", "close_text"), [(BANDS_RULE, CLOSE_TEXT), (UPDATE_RULE, CLOSER_TEXT)])
def test_a_published_rule_merges_and_an_undo_takes_it_back(recall: Home, rule: dict[str, str], close_text: str) -> None:
    """The old words stand, the new ones are in its history, tags are joined; one undo restores all of it."""
    old = recall.store(OLD_TEXT, "--tag", "area=ops")
    before = recall.json("list")
    recall.later()
    answer = recall.quick("--json", "store", close_text, "--tag", "day=2", env=rule)
    assert answer.data["status"] == "merged"
    assert answer.data["memory_ids"] == [old]
    merged = stored_memory(answer)
    assert (merged["text"], merged["seen_count"]) == (OLD_TEXT, 2)
    assert merged["tags"] == {"area": "ops", "day": "2"}
    assert current_texts(recall) == [OLD_TEXT]
    assert close_text in recall.quick("history", old).out
    recall.json("undo")
    assert recall.json("list") == before
    assert recall.json("list", "--include", "superseded") == before


def test_from_the_upper_band_it_is_only_counted(recall: Home) -> None:
    """The same words in another order are a duplicate at 0.95: no second row, one more sighting."""
    old = recall.store("tabs over spaces in Go files")
    answer = recall.quick("--json", "store", "spaces over tabs in Go files", env=BANDS_RULE)
    assert (answer.data["status"], answer.data["memory_ids"]) == ("duplicate", [old])
    assert current_texts(recall) == ["tabs over spaces in Go files"]


@pytest.mark.parametrize("rule", [BANDS_RULE, UPDATE_RULE])
def test_scope_facts_and_trust_hold_under_every_rule(recall: Home, rule: dict[str, str]) -> None:
    """Another project, type, user or value never merges, and an agent's memory does not swallow the user's word."""
    recall.store(OLD_TEXT)
    for way in (("--project", "x"), ("--type", "decision")):
        assert recall.quick("--json", "store", *way, CLOSE_TEXT, env=rule).data["status"] == "stored"
    assert recall.quick("--json", "store", CLOSE_TEXT, env={**rule, "RECALL_USER": "other"}).data["status"] == "stored"
    fact = ("--entity", "api", "--attribute", "port", "--value")
    recall.store("The API listens on port 8080", *fact, "8080")
    told = stored_memory(recall.quick("--json", "store", *fact, "8081", "The API listens on port 8081", env=rule))
    assert (told["action"], len(told["supersedes"])) == ("created", 1)  # type: ignore[arg-type]
    assert recall.quick("--json", "store", CLOSE_TEXT, env=rule, person=True).data["status"] == "stored"


def test_an_agent_adds_no_tags_to_the_users_word(recall: Home) -> None:
    """It is merged into what the user said, which stays as it was but for the count."""
    old = recall.store(OLD_TEXT, "--tag", "area=ops", person=True)
    merged = stored_memory(recall.quick("--json", "store", CLOSE_TEXT, "--tag", "area=x", env=BANDS_RULE))
    assert (merged["id"], merged["tags"], merged["trust"]) == (old, {"area": "ops"}, "user")


def test_many_memories_with_the_same_words_hide_no_duplicate(recall: Home) -> None:
    """Where more memories hold a text's words than are looked at, the nearest are looked at as well."""
    for number in range(60):
        recall.store(f"In room {number} the red lamp beside the door blinks at night for {number} minutes")
    recall.store("The red lamp beside the door blinks at night")
    answer = recall.quick("--json", "store", "the red lamp beside the door blinks at night!")
    assert answer.data["status"] == "duplicate"
    assert recall.json("count")["count"] == 61


def test_a_rehearsal_shows_every_verdict(recall: Home) -> None:
    """Of what passes its score; of what does not the gate, the score, the reason and what would pass."""
    text = "We chose NATS over Kafka because replay is cheap. How nice is that?"
    told = recall.quick("--json", "store", "--dry-run", "--extractor", "rules", text).data
    assert [memory["quality"] for memory in told["memories"]] == [1.0]
    assert [(one["gate"], one["reason"]) for one in told["refused"]] == [("extraction", "it is a question")]
    plain = recall.quick("store", "--dry-run", "--extractor", "rules", text)
    assert plain.lines[1] == "quality\t1.00"
    assert "not stored “How nice is that?” (extraction): it is a question" in plain.err
    thin = recall.quick("store", "--type", "decision", "--extractor", "rules", "ok then")
    assert thin.status == 3
    assert thin.err.startswith("recall: not stored (")
    assert recall.json("count")["count"] == 0


def test_the_same_words_are_known_however_they_were_read(recall: Home) -> None:
    """Taken out of a text by the rules, and told again with its type: it is the same."""
    text = "We chose NATS because replay was too slow."
    first = recall.json("store", text, "--extractor", "rules")["memories"][0]
    again = recall.json("store", text, "--type", first["type"])
    assert (again["status"], again["memories"][0]["id"]) == ("duplicate", first["id"])


def test_told_again_with_tags_a_memory_gets_them(recall: Home) -> None:
    """By somebody as trusted: new ones come beside the old, the rest stays; it is found by them, and undo takes them back."""
    said = "We chose NATS because replay was too slow."
    first = recall.store(said, "--tag", "area=queue", "--tag", "sprint=7")
    again = recall.json("store", said, "--tag", "sprint=8", "--tag", "owner=mara")
    assert (again["status"], again["memory_ids"]) == ("duplicate", [first])
    known = recall.json("get", first)
    known = known.get("memory", known)
    assert (known["tags"], known["seen_count"]) == ({"area": "queue", "sprint": "8", "owner": "mara"}, 2)
    assert [one["id"] for one in recall.json("search", "mara")["results"]] == [first]
    assert recall.quick("undo").status == 0
    known = recall.json("get", first)
    assert known.get("memory", known)["tags"] == {"area": "queue", "sprint": "7"}
