"""Guesses of people and agents: other programs' words, swapped arguments, slips. One line shows the right form."""

import json
import shlex
from collections.abc import Iterator

import pytest

from tests.command import Home
from tests.for_each import for_each
from tests.rows import read_rows

GUESSES = read_rows(__file__, "guesses")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A store with one fact of a project; no guess writes anything, so they share it."""
    home = Home(tmp_path_factory.mktemp("guesses") / "home")
    fact = ("--entity", "api", "--attribute", "port", "--value", "80", "--project", "billing-api")
    home.id = home.store("The port of the api is 80.", *fact)  # type: ignore[attr-defined]  # for the cases above
    yield home
    home.drop_databases()


@for_each("line, hint", GUESSES)
def test_a_guess_is_answered_with_the_right_words(filled: Home, line: str, hint: str) -> None:
    """The command fails, and the hint in its one line is what was meant; an unknown filter finds nothing."""
    short = filled.id[-4:]  # type: ignore[attr-defined]  # set in the fixture
    answer = filled.quick(*(word.replace("{id}", short) for word in shlex.split(line)))
    assert hint.replace("{id}", short) in answer.err
    assert answer.err.count("\n") == 1
    assert "Errno" not in answer.err
    assert answer.status in (1, 2, 4) or line.startswith("list --project")


def test_a_short_id_of_figures_is_no_operation(recall: Home) -> None:
    """Whoever gives it to undo is told where the numbers are."""
    line = {"id": "019ca945-0a00-7d12-893c-92ae18556306", "text": "The API listens on port 8080."}
    recall.quick("import", "-", stdin=json.dumps({"recall": 1, "by": "0.1.0"}) + "\n" + json.dumps(line) + "\n")
    assert "recall log 6306 shows the operations of a memory" in recall.quick("undo", "6306").err
    assert recall.quick("undo", "6307").err == "recall: there is no operation 6307 (recall log)\n"
