"""A statement of a person about themselves, stored in one project: a note says that it is known only there."""

from pathlib import Path

import pytest

from tests.command import Home
from tests.rows import read_rows

NOTE = "known only in this project (recall store --global: in every project)"
ABOUT_PERSON = [text for (text,) in read_rows(__file__, "about_person")]
ABOUT_PROJECT = (
    "We prefer tabs.",
    "Use tabs.",
    "Never use emojis.",
    "The API listens on port 9090.",
    "Our editor settings are in .editorconfig.",
    "The API answers 404 for what is not mine to see.",
)


@pytest.fixture
def work(recall: Home) -> Path:
    """A folder that is a project."""
    folder = recall.path / "shop"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("text", ABOUT_PERSON)
def test_a_person_hears_that_it_is_known_here_only(recall: Home, work: Path, text: str) -> None:
    """The note is one line, and names --global."""
    answer = recall.quick("store", text, cwd=work, person=True)
    assert [line for line in answer.err.splitlines() if NOTE in line] == [answer.err.strip()]


@pytest.mark.parametrize("text", ABOUT_PROJECT)
def test_a_statement_about_the_project_has_no_note(recall: Home, work: Path, text: str) -> None:
    """What the project is or does belongs to the project."""
    assert NOTE not in recall.quick("store", text, cwd=work, person=True).err


def test_nobody_else_is_told(recall: Home, work: Path) -> None:
    """An agent hears nothing; neither does a person who chose the place, or whose folder is no project."""
    text = ABOUT_PERSON[0]
    assert NOTE not in recall.quick("store", text, cwd=work).err
    for more, folder in ((("--global",), work), (("--project", "bank"), work), ((), recall.path)):
        assert NOTE not in recall.quick("store", text, *more, cwd=folder, person=True).err
    assert NOTE in recall.quick("store", "I prefer long walks.", cwd=work, person=True).err


def test_at_a_real_terminal(recall: Home, work: Path) -> None:
    """The note stands beside what was stored."""
    answer = recall("store", "I prefer short answers.", cwd=work, tty=True)
    assert NOTE in " ".join((answer.out + answer.err).split())
