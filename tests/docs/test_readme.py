"""The README does what it shows: its commands run, its files exist, its picture is up to date."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.docs import pages
from tests.docs.recording import PICTURE, Recording, brief_in, draw, normalize, record

README = pages.README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Both sessions, as recall runs them today."""
    return record(tmp_path_factory.mktemp("sessions"))


def test_the_picture_is_up_to_date(recording: Recording) -> None:
    """It shows what the same commands print today; `python -m tests.docs.recording` draws it again."""
    picture = PICTURE.read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    assert normalize(draw(recording.lines)) == normalize(picture)


def test_the_brief_is_up_to_date(recording: Recording) -> None:
    """The README shows the brief of the second session; `python -m tests.docs.recording` copies it."""
    assert normalize(brief_in(README)) == normalize(recording.brief)


def test_the_second_session_knows_what_the_first_learned(recording: Recording) -> None:
    """The rule that you gave in the first session is in the brief of the second."""
    assert "Retry only on 503, never on 409" in recording.brief


def test_a_newcomer_can_read_it() -> None:
    """It begins with what recall is for and the two commands, and it has at most 200 lines."""
    assert README[: README.index("```sh")].count("\n") < 8
    assert len(README.splitlines()) <= 200


def test_its_first_two_commands_run_recall_and_its_tests() -> None:
    """The first block installs this checkout and uses it; the second runs the tests on all processors."""
    first, second = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)[:2]
    assert "\n" not in first + second
    assert "pip install -q . " in first
    assert "recall store" in first
    assert "recall search" in first
    assert "pip install -q '.[test]'" in second
    assert second.endswith("-m pytest -n auto")


def test_every_topic_is_linked() -> None:
    """The list of topics in the README has each page of the documentation."""
    linked = {Path(target).stem for target in re.findall(r"\]\((recall_cli/docs/[^)]+)\)", README)}
    assert linked == {page.stem for page in pages.TOPICS}
