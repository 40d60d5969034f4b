"""What else holds an erased word: questions in another form, another user's, the names of a project, samples."""

import json

import apsw
import pytest

from recall_cli.domain.moment import format_iso, parse_exact_iso, parse_moment
from recall_cli.flows.edit.byte_scan import split_words
from tests.command import Home, open_sqlite
from tests.for_each import for_each


def words_in_files(recall: Home, *words: str) -> list[str]:
    """Which of these words any file of the store holds, in capitals or not."""
    raw = b"".join(path.read_bytes() for path in recall.db.parent.rglob("*") if path.is_file()).lower()
    return [word for word in words if word.encode() in raw]


@pytest.mark.parametrize(
    "question", ["zorblax", "zorblaxites", "vandigoon quimb", "Quimbers", "why does zorbl run", "zorblaxitss"], ids=str
)
@pytest.mark.parametrize("user", ["owner", "bob"])
def test_a_question_in_another_form_of_an_erased_word_goes(recall: Home, question: str, user: str) -> None:
    """A question with the stem, the plural or the beginning of an erased word goes too, whoever asked it."""
    gone = recall.store("The zorblaxite quimber runs vandigoons.")
    recall.store("The build server runs every night.")
    recall.quick("search", question, env={"RECALL_USER": user}, person=True)
    recall.quick("search", "builds", person=True)
    recall.quick("erase", gone, "--confirm", person=True)
    assert words_in_files(recall, "zorbl", "quimb", "vandig") == []
    with open_sqlite(recall.db) as store:
        assert store.execute("SELECT query FROM asked").fetchall() == [("builds",)]


@pytest.mark.parametrize("word", ["straßenfußgänger", "ßamdöéq", "İstanbulqq", "ﬁlterkaffeeq"])
def test_a_question_in_capital_letters_goes(recall: Home, word: str) -> None:
    """Some letters become two in capitals ("ß" is "SS"): the question goes all the same."""
    gone = recall.store(f"The {word} opens at nine.")
    recall.quick("search", word.upper(), person=True)
    recall.quick("erase", gone, "--confirm", person=True)
    with open_sqlite(recall.db) as store:
        assert store.execute("SELECT query FROM asked").fetchall() == []


def test_a_note_in_another_form_of_an_erased_word_goes(recall: Home) -> None:
    """What somebody noted with the beginning of an erased word goes from the log; another note stays."""
    gone, stays = recall.store("The zorblaxite quimber runs."), recall.store("The build server runs every night.")
    recall.quick("feedback", gone, "--helpful", "--note", "zorblax again", person=True)
    recall.quick("feedback", stays, "--helpful", "--note", "nightly", person=True)
    recall.quick("erase", gone, "--confirm", person=True)
    assert words_in_files(recall, "zorblax") == []
    assert words_in_files(recall, "nightly") == ["nightly"]


def test_the_names_of_an_erased_project_go(recall: Home) -> None:
    """A project that was renamed, or became part of the erased one, leaves no name, nor a question with its name."""
    recall.store("One thing.", "-p", "fizzlemarch")
    recall.store("Another thing.", "-p", "grumbolt")
    recall.quick("config", "project", "rename", "fizzlemarch", "quandorix", person=True)
    recall.quick("config", "project", "merge", "quandorix", "grumbolt", person=True)
    recall.quick("search", "things of fizzlemarch", person=True)
    recall.quick("erase", "--project", "grumbolt", "--confirm", person=True)
    assert words_in_files(recall, "fizzlemarch", "quandorix", "grumbolt") == []


def test_samples_that_another_program_took_of_the_indexes_go(recall: Home) -> None:
    """ANALYZE copies keys of the indexes into tables of its own: nothing of an erased fact stays there."""
    gone = recall.store(
        "A port.", "--entity", "gadzook", "--attribute", "flimport", "--value", "8080", "--type", "fact"
    )
    store = apsw.Connection(str(recall.db))
    store.execute("ANALYZE")
    store.close()
    receipt = recall.json("erase", gone, "--confirm", person=True)
    assert (receipt["left"], words_in_files(recall, "gadzook", "flimport")) == (0, [])


def test_a_prepared_brief_names_no_other_memory(recall: Home) -> None:
    """When a memory of the prepared brief is erased, one that gets its row is not told in its place."""
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.agents.registry import CLAUDE_CODE
    from recall_cli.app import App
    from recall_cli.flows.brief.brief_cache import load_brief

    kept = recall.store("We always deploy with quillbank.", "--type", "preference")
    gone = recall.store("We prefer gruntle over all others.", "--type", "preference")
    told = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(recall.path)})
    recall.quick("hook", "--agent", "claude-code", "session-start", stdin=told)
    recall.quick("erase", gone, "--confirm", person=True)
    recall.store("Somebody's wossname in another project.", "--type", "preference", "-p", "other")
    app = App({"database": str(recall.db)}, recall.environment())
    brief, why = load_brief(app, CLAUDE_CODE, HookMessage(session="s", folder=str(recall.path)))
    app.close()
    assert brief is not None, why
    assert [memory.id for memory in brief.memories] == [kept]


def test_a_word_of_any_length_is_looked_for() -> None:
    """Of a very long word every piece is looked for: without spaces a whole text is one word."""
    text = "".join(chr(0x4E00 + n) for n in range(400))
    words = split_words([text])
    assert max(len(word.encode()) for word in words) < 256
    assert sum(map(len, words)) > 360


@for_each("year", [1, 4, 1900, 1970, 2000, 2026, 2100, 9999])
def test_a_written_moment_is_read_back_the_quick_way(year: int) -> None:
    """The quick reading of a moment agrees with the careful one, and refuses what is no date."""
    for month in (1, 2, 3, 11, 12):
        for day in (1, 28):
            text = f"{year:04d}-{month:02d}-{day:02d}T23:59:59.999Z"
            assert parse_exact_iso(text) == parse_moment(text, 0)
            assert format_iso(parse_exact_iso(text)) == text
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    assert bool(parse_exact_iso(f"{year:04d}-02-29T00:00:00.001Z")) == leap
    for wrong in ("-13-01T00:00:00.000Z", "-04-31T00:00:00.000Z", "-01-00T00:00:00.000Z", "-01-01T24:00:00.000Z"):
        assert parse_exact_iso(f"{year:04d}{wrong}") == 0


def test_copies_that_an_erasure_did_not_reach_are_named(recall: Home) -> None:
    """When an erasure was killed before its copies, whoever finishes it says that they may still hold the words."""
    gone = recall.store("The zorblaxite quimber runs.")
    recall.quick("backup", "copy.db", person=True)
    recall.quick("erase", gone, "--confirm", person=True)
    with open_sqlite(recall.db) as store:  # as it stands after a kill
        store.execute("INSERT INTO meta (key, value) VALUES ('erasing', 1)")
    assert "may not have reached a copy" in recall.quick("maintain", person=True).err
    assert "reached" not in recall.quick("maintain", person=True).err
    again = recall.json("erase", gone, "--copies", "--confirm", person=True)
    assert (again["left"], again["erased_in_copies_alone"]) == (0, 1)
