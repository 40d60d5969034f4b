"""When a belief ends, what rests on it is marked as maybe outdated: shown, ranked lower, never ended, and undone."""

from tests.command import Home

RUNBOOK = "To restore: ssh deploy@db1.example.com and run pg_restore."
OLD_HOST, NEW_HOST = "The database host is db1.example.com.", "The database host is db2.example.com."


def make_outdated(recall: Home) -> str:
    """A runbook with the old host, whose belief has ended; its id."""
    recall.store(OLD_HOST, "--type", "fact")
    runbook = recall.store(RUNBOOK, "--type", "procedure")
    recall.store(NEW_HOST, "--type", "fact")
    return runbook


def mark_of(recall: Home, id_: str) -> "str | None":
    """Since when a memory may be outdated, as `get` says."""
    since: str | None = recall.json("get", id_, "--no-touch")["maybe_outdated_since"]
    return since


def test_the_answer_names_it(recall: Home) -> None:
    """Storing the new value names the runbook with the reason; it stays a believed memory."""
    recall.store(OLD_HOST, "--type", "fact")
    runbook = recall.store(RUNBOOK, "--type", "procedure")
    answer = recall.json("store", "--type", "fact", NEW_HOST)
    [named] = answer["memories"][0]["maybe_outdated"]
    assert (named["id"], named["why"]) == (runbook, "it rests on db1.example.com, which has ended")
    shown = recall.json("get", runbook, "--no-touch")
    assert shown["superseded_at"] is None
    assert shown["valid_until"] is None


def test_shown_everywhere(recall: Home) -> None:
    """Search, list, brief and why show the mark; a memory that does not rest on the old value has none."""
    runbook = make_outdated(recall)
    other = recall.store("The wiki is at wiki.example.com.", "--type", "fact")
    assert mark_of(recall, runbook) is not None
    assert mark_of(recall, other) is None
    for command in (("search", "restore"), ("list",), ("context",)):
        lines = [line for line in recall.quick(*command).lines if "pg_restore" in line]
        assert lines, command
        assert all("may be out of date since 2" in line for line in lines), command
    evidence = recall.json("why", runbook)["evidence"]
    assert [item["effect"] for item in evidence] == ["maybe outdated by"]
    found = recall.json("search", "restore the database")["results"]
    assert {row["id"]: row["maybe_outdated_since"] is not None for row in found}[runbook]


def test_ranked_lower(recall: Home) -> None:
    """Its score is lower than before by a fifth, and its explanation says so."""
    runbook = [recall.store(OLD_HOST, "--type", "fact"), recall.store(RUNBOOK, "--type", "procedure")][1]
    [before] = [hit for hit in recall.json("search", "how to restore")["results"] if hit["id"] == runbook]
    recall.store(NEW_HOST, "--type", "fact")
    [after] = [hit for hit in recall.json("search", "--explain", "how to restore")["results"] if hit["id"] == runbook]
    assert after["score"] < before["score"] * 0.9
    assert after["terms"]["outdated"] < 0


def test_undo_takes_the_mark_off(recall: Home) -> None:
    """Undoing the ending takes the mark off, and undoing the undo brings it back."""
    runbook = make_outdated(recall)
    undone = recall.json("undo")["operation"]
    assert mark_of(recall, runbook) is None
    recall.quick("undo", str(undone))
    assert mark_of(recall, runbook) is not None


def test_a_correction_takes_the_mark_off(recall: Home) -> None:
    """An updated memory is as its author wants it; undoing the update brings the mark back."""
    runbook = make_outdated(recall)
    recall.quick("update", runbook, "--text", RUNBOOK.replace("db1", "db2"))
    assert mark_of(recall, runbook) is None
    recall.quick("undo")
    assert mark_of(recall, runbook) is not None


def test_an_update_in_place_marks_too(recall: Home) -> None:
    """A belief that is corrected in place ends its old value as well."""
    host = recall.store(OLD_HOST, "--type", "fact")
    runbook = recall.store(RUNBOOK, "--type", "procedure")
    recall.quick("update", host, "--text", NEW_HOST)
    assert mark_of(recall, runbook) is not None


def test_a_person_confirms(recall: Home) -> None:
    """Verify lists it with what was said later; "still true" takes the mark off, and undo brings it back."""
    runbook = make_outdated(recall)
    report = recall.json("verify")
    [item] = report["memories"]
    assert (item["id"], item["state"], item["outdated_by"][0]["text"]) == (runbook, "maybe_outdated", NEW_HOST)
    assert report["maybe_outdated"] == 1
    assert recall.quick("verify", "--fix", stdin="s\n", person=True).status == 0
    assert mark_of(recall, runbook) is None
    assert recall.json("verify")["memories"] == []
    recall.quick("undo", person=True)
    assert mark_of(recall, runbook) is not None


def test_helpful_from_a_person_confirms(recall: Home) -> None:
    """A person's good rating takes the mark off; an agent's does not."""
    runbook = make_outdated(recall)
    recall.quick("feedback", runbook, "--helpful")
    assert mark_of(recall, runbook) is not None
    recall.quick("feedback", runbook, "--helpful", person=True)
    assert mark_of(recall, runbook) is None


def test_an_agent_does_not_lower_the_users_word(recall: Home) -> None:
    """What an agent's statement made outdated of the user's is marked, but its score stays."""
    recall.store(OLD_HOST, "--type", "fact")
    runbook = recall.store(RUNBOOK, "--type", "procedure", person=True)
    before = recall.json("search", "how to restore")["results"][0]["score"]
    recall.store(NEW_HOST, "--type", "fact")
    hit = recall.json("search", "how to restore")["results"][0]
    assert (hit["id"], hit["score"]) == (runbook, before)
    assert hit["maybe_outdated_since"] is not None


def test_other_projects_are_left_alone(recall: Home) -> None:
    """What has ended in one project says nothing about another one."""
    recall.store(OLD_HOST, "--type", "fact", "--project", "shop")
    runbook = recall.store(RUNBOOK, "--type", "procedure", "--project", "lab")
    recall.store(NEW_HOST, "--type", "fact", "--project", "shop")
    assert mark_of(recall, runbook) is None
