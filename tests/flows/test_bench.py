"""The exam: a set in the documented format, through the real store and the real search."""

import json
from pathlib import Path

import pytest

from tests.cli.test_screens import DOCUMENTS, QUESTIONS
from tests.command import Home


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "exam"
    made.mkdir()
    (made / "docs.jsonl").write_text(DOCUMENTS)
    (made / "queries.jsonl").write_text(QUESTIONS)
    return made


def test_the_figures(recall: Home, folder: Path) -> None:
    """Two questions with an answer in one space, one without in another."""
    exams = recall.quick("bench", str(folder), "--ranking", "default", "--ranking", "words", "--json").data["exams"]
    assert [(exam["set"], exam["ranking"], exam["questions"]) for exam in exams] == [
        ("exam", "default", 3), ("exam", "words", 3),
    ]  # fmt: skip
    measures = exams[0]["measures"]
    assert measures["recall@5"]["mean"] == 1.0
    assert measures["session any@5"]["mean"] == 1.0
    assert measures["silent"]["mean"] == 1.0


def test_it_leaves_the_own_store_alone(recall: Home, folder: Path) -> None:
    """Nothing is made or read where the user's memories are."""
    recall.quick("bench", str(folder))
    assert not recall.db.exists()


@pytest.mark.parametrize("broken", ["not json\n", "[1]\n", '{"id": "1"}\n'])
def test_a_set_that_cannot_be_read(recall: Home, folder: Path, broken: str) -> None:
    """One line that says which file, and status 2."""
    (folder / "docs.jsonl").write_text(broken)
    answer = recall.quick("bench", str(folder), "--json")
    assert answer.status == 2
    assert "docs.jsonl" in json.loads(answer.err)["error"]["message"]
