"""The newest near memory is told beside an answer, because an old line without it can cost the reader the answer."""

import pytest

from recall_cli.flows.brief import context
from tests.command import Home

OLD, NEWER = "Parcels leave the Graz depot at 17:45.", "The Graz depot sends its packages before noon."
QUESTION = "when do parcels leave?"


def test_a_newer_near_memory_is_told_beside_an_answer(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told though a search would not tell it; what is not near is not told."""
    for text in ("The boat is blue.", OLD, "Tea is in the kitchen.", NEWER):
        recall.store(text)
    told = recall.quick("context", QUESTION).out
    assert OLD in told
    assert NEWER in told
    assert "boat" not in told
    assert "Tea" not in told
    monkeypatch.setattr(context, "add_newer_neighbours", lambda _tx, answers, _filters: answers)
    assert NEWER not in recall.quick("context", QUESTION).out


def test_only_what_the_reader_may_see_is_added(recall: Home) -> None:
    """A neighbour in another project, below the least confidence, or deleted is left out."""
    recall.store(OLD)
    hidden = [recall.store(NEWER, "--project", "other"), recall.store(NEWER, "--confidence", "0.1")]
    deleted = recall.store("The Graz depot sends its packages at noon.")
    recall.quick("delete", deleted)
    told = recall.quick("context", QUESTION).out
    assert OLD in told
    assert "packages" not in told, hidden
