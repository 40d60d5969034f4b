"""The project's own labelled sessions: what is read of them, what the rules keep, and how the figures are counted."""

import json
from typing import Any

import pytest

from lab.real.__main__ import OWN
from lab.real.labels import Count, Session, load_sessions
from recall_cli.domain.turn import AGENT, ANSWER, ARGUMENT, QUEUED, REFUSAL, SHELL, TYPED, USER, Turn
from recall_cli.rules.conversation.choose import choose_statements
from recall_cli.rules.conversation.statements import split_turns

SESSIONS = load_sessions(OWN)
EACH_SESSION = pytest.mark.parametrize("session", SESSIONS, ids=lambda one: one.name)


def said_by(session: Session, speaker: str) -> str:
    """What the numbered statements of a session say in a speaker's name, without spaces."""
    listed = json.loads((OWN / f"{session.name}.statements.json").read_text())
    who = {USER: "USER", AGENT: "AGENT"}[speaker]
    return "".join("".join(statement["text"] for statement in listed if statement["who"] == who).split())


@EACH_SESSION
@pytest.mark.parametrize("speaker", [USER, AGENT])
def test_each_word_is_read_as_its_speakers(session: Session, speaker: str) -> None:
    """Nothing that the user or the agent said is lost, and nothing else is read in their name."""
    spoken = [turn.text for turn in session.turns if turn.speaker == speaker and turn.kind != "question"]
    assert "".join("".join(spoken).split()) == said_by(session, speaker)


def test_the_users_words_stand_in_each_place_that_clients_know() -> None:
    """Otherwise the test above would prove less than it says."""
    kinds = {turn.kind for session in SESSIONS for turn in session.turns if turn.speaker == USER}
    assert kinds == {TYPED, QUEUED, REFUSAL, ANSWER, ARGUMENT, SHELL}


@EACH_SESSION
def test_the_rules_keep_at_most_three_lines_that_somebody_said(session: Session) -> None:
    """Each kept line is one of the numbered statements; so none is of a template, a summary or a notification."""
    kept = choose_statements(session.turns, session.statements)
    assert 1 <= len(kept) <= 3
    assert all(session.matches[one.number - 1] for one in kept)


@EACH_SESSION
def test_the_labels_rest_on_what_was_said(session: Session) -> None:
    """A note of the user has a statement of theirs, and no statement is both worth keeping and found false."""
    listed = json.loads((OWN / f"{session.name}.statements.json").read_text())
    speakers = {statement["n"]: statement["who"] for statement in listed}
    noted: set[int] = set()
    for note in session.key["notes"]:
        assert note["grade"] in (1, 2)
        assert {speakers[number] for number in note["from"]} >= ({"USER"} if note["by"] == "user" else {"AGENT"})
        noted.update(note["from"])
    for name in ("also_ok", "worst", "wrong_later"):
        assert {*session.key[name]} <= {*speakers} - noted
    assert all(question["note"] < len(session.key["notes"]) for question in session.key["question"])


def test_the_set_is_ten_sessions_or_more_in_five_languages() -> None:
    """Two clients, and no more than 600 KB."""
    entries: list[dict[str, Any]] = json.loads((OWN / "index.json").read_text())
    assert len(entries) == len(SESSIONS) >= 10
    assert {entry["language"] for entry in entries} == {"English", "German", "French", "Spanish", "Portuguese"}
    assert {entry["client"] for entry in entries} == {"Claude Code", "Codex"}
    files = [*OWN.iterdir(), OWN.parent / "own.keys.jsonl"]
    assert sum(file.stat().st_size for file in files) < 600_000


def test_a_type_is_counted_once_for_each_note_that_was_found() -> None:
    """Three lines: a note with the right type, one with another type, and a note of grade 1, which is not counted."""
    turns = [
        Turn(speaker=AGENT, text="The cache is cold because `warm()` ran too late."),
        Turn(speaker=USER, text="keep the old header in every file", kind=TYPED),
        Turn(speaker=USER, text="the second port is only for tests", kind=TYPED),
    ]
    statements = split_turns(turns)
    notes = [
        {"grade": 2, "from": [1, 2], "type": "decision"},
        {"grade": 2, "from": [2], "type": "finding"},
        {"grade": 1, "from": [3], "type": "preference"},
    ]
    session = Session("s", "p", "English", {"notes": notes}, turns, statements, [[1], [2], [3]])
    count = Count()
    count.add(session, [0, 1, 2])
    assert (count.notes, count.found, count.typed, count.typed_right) == (2, 2, 2, 1)
    assert "types right 50 %" in count.line()
