"""recall told: what each session was given, what happened next, and what it stored."""

from tests.command import Home


def begin(recall: Home, session: str, agent: str = "claude-code") -> str:
    """A session of an agent begins; the brief that it gets."""
    message = f'{{"session_id": "{session}", "cwd": "{recall.path}", "source": "startup"}}'
    return recall.quick("hook", "session-start", "--agent", agent, stdin=message).out


def test_a_session_is_shown_with_what_it_was_told(recall: Home) -> None:
    """The brief of a session is recorded memory by memory, and so is what happened to each afterwards."""
    kept = recall.store("We chose NATS because replay was too slow.", "--type", "decision")
    wrong = recall.store("The API listens on port 8080.", "--type", "fact")
    recall.later(minutes=3)
    assert "NATS" in begin(recall, "71f0aa")
    recall.later(minutes=3)
    recall.quick("update", wrong, "--text", "The API listens on port 9090.")
    recall.quick("feedback", kept, "--helpful")
    recall.store("The tests need Redis.", "--session", "71f0aa")
    [row] = recall.json("told")["sessions"]
    assert (row["session"], row["agent"], row["told"], row["stored"]) == ("71f0aa", "claude-code", 2, 1)
    account = recall.json("told", "71f0")
    later = {one["memory"]["id"]: [event["what"] for event in one["next"]] for one in account["told"]}
    assert later == {kept: ["feedback"], wrong: ["update"]}
    assert [memory["text"] for memory in account["stored"]] == ["The tests need Redis."]
    shown = recall.quick("told", "71f0", env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": "120"}).out
    assert "rated helpful" in shown
    assert "corrected" in shown


def test_what_an_agent_looked_up_counts_too(recall: Home) -> None:
    """A search in an agent's shell is recorded under the session that its environment names."""
    id_ = recall.store("Retry only on 503 errors.")
    session = "0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42"
    recall.quick("search", "retry errors", env={"CLAUDE_CODE_SESSION_ID": session})
    assert [one["memory"]["id"] for one in recall.json("told", session)["told"]] == [id_]


def test_a_private_session_leaves_nothing(recall: Home) -> None:
    """Neither its brief nor its searches are recorded."""
    recall.store("Retry only on 503 errors.")
    session = "0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a43"
    recall.quick("hooks", "private", session, person=True)
    begin(recall, session)
    recall.quick("search", "retry errors", env={"CLAUDE_CODE_SESSION_ID": session})
    assert recall.json("told")["sessions"] == []


def test_what_is_erased_is_gone_here_too(recall: Home) -> None:
    """An erased memory leaves no row; old rows are removed by maintenance."""
    first, second = recall.store("Retry only on 503 errors."), recall.store("We chose NATS for replay.")
    begin(recall, "71f0aa")
    recall.quick("erase", first, "--confirm")
    assert [one["memory"]["id"] for one in recall.json("told", "71f0aa")["told"]] == [second]
    recall.later(days=401)
    recall.quick("maintain")
    assert recall.json("told")["sessions"] == []


def test_unknown_and_ambiguous_sessions_are_named(recall: Home) -> None:
    """Status 4, with what to do."""
    recall.store("Retry only on 503 errors.")
    begin(recall, "71f0aa")
    recall.later(minutes=1)
    begin(recall, "71f0bb")
    assert "fits 2 sessions: 71f0aa, 71f0bb" in recall.quick("told", "71f0").err
    missing = recall.quick("told", "zz")
    assert (missing.status, "recall log --told lists the sessions" in missing.err) == (4, True)


def test_an_agent_sees_no_session_of_memories_that_it_may_not_see(recall: Home) -> None:
    """A view that hides a memory hides that somebody was told it."""
    recall.store("The salary table is in the vault.", "--classification", "confidential")
    begin(recall, "71f0aa")
    assert recall.json("told")["sessions"] != []
    low = {"RECALL_CLEARANCE": "internal"}
    assert recall.json("told", env=low)["sessions"] == []
    assert recall.json("told", "71f0aa", env=low)["told"] == []
