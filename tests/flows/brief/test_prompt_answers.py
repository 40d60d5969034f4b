"""What bears on a prompt in a new project of few memories: the thing that is named, and what holds of it now."""

import json
from pathlib import Path

import pytest

from recall_cli.rules.ranking.clause_fit import clause_fit, has_common_pair, small_store_bonus, word_rarity
from tests.command import Home

FLAGS = "Feature flags live in Unleash, not in variables."
PORT = "The test db runs on port 5433 here, 5432 is taken by another project."


def told_at(recall: Home, prompt: str, folder: Path) -> str:
    """What Claude Code is told at a prompt."""
    session = f"s-{recall.later()}"  # a second hook that answers the same prompt of a session is silent
    message = json.dumps({"session_id": session, "cwd": str(folder), "prompt": prompt})
    return recall.quick("hook", "prompt", "--agent", "claude-code", stdin=message, cwd=folder).out


@pytest.fixture
def shop(recall: Home) -> Path:
    """A project with two things known about it."""
    folder = recall.path / "shop"
    (folder / ".git").mkdir(parents=True)
    for text in (FLAGS, PORT):
        recall.store(text, "--extractor", "none", cwd=folder)
    return folder


def test_a_thing_of_two_words_is_recognized(recall: Home, shop: Path) -> None:
    """ "Feature flag" and "test db" are names; other prompts with one word of them are answered with nothing."""
    told = told_at(recall, "add a feature flag for the new checkout", shop)
    assert "Unleash" in told and "5433" not in told
    assert "5433" in told_at(recall, "which port does the test db listen on?", shop)
    assert told_at(recall, "the new feature should wave a red cloth in the header", shop) == ""
    assert told_at(recall, "why does the first test of the suite take so long?", shop) == ""


def test_the_name_of_the_project_is_no_subject(recall: Home) -> None:
    """In its own project every memory may be about it; in another project it names a thing."""
    build = "The main module of lantern sync does not contain the package cmd, so build in the folder go."
    told = {}
    for name in ("lantern-sync", "shop"):
        folder = recall.path / name
        (folder / ".git").mkdir(parents=True)
        for text in (build, FLAGS, PORT):
            recall.store(text, "--extractor", "none", cwd=folder)
        told[name] = told_at(recall, "why is the start page of lantern sync so slow on phones?", folder)
        assert "build in the folder" in told_at(recall, "the main module misses the package cmd", folder)
    assert told["lantern-sync"] == ""
    assert "build in the folder" in told["shop"]


def test_what_replaced_a_memory_is_told_wherever_that_was(recall: Home, shop: Path) -> None:
    """The newer words need not name the thing: they hold in place of what did, also after a second change."""
    old = recall.store("The refunds table keeps money as integer cents.", "--extractor", "none", cwd=shop)
    question = "which type does the money in the refunds table have?"
    assert "integer cents" in told_at(recall, question, shop)
    for text in ("Decimal strings are the form of all amounts.", "Everything is a fraction of bigint now."):
        old = recall.store(text, "--ends", old, "--extractor", "none", cwd=shop)
        told = told_at(recall, question, shop)
        assert text in told and "integer cents" not in told
    recall.quick("delete", old, "--yes", cwd=shop)
    assert "integer cents" not in told_at(recall, question, shop)


def test_a_common_pair_needs_two_telling_words_in_one_order() -> None:
    """Not words of which one says nothing, and not the same words elsewhere."""
    memory = [("featur", "flag"), ("flag", "live")]
    assert has_common_pair([("add", 0.2), ("featur", 0.5), ("flag", 0.6)], memory)
    assert not has_common_pair([("flag", 0.6), ("featur", 0.5)], memory)
    assert not has_common_pair([("featur", 0.1), ("flag", 0.6)], memory)
    assert clause_fit([0.5, 0.6], 0.3, 0.3, 0.0, has_pair=True) > clause_fit([0.5, 0.6], 0.3, 0.3, 0.0)


def test_little_is_known_of_words_in_a_small_store() -> None:
    """A word of two memories of three is not taken for a common one, and fewer memories fit by chance."""
    assert word_rarity(2, 3, 1.0) > 0.8 > word_rarity(60, 150, 1.0)
    assert small_store_bonus(2) > small_store_bonus(40) > small_store_bonus(150) == small_store_bonus(9_000) == 0
