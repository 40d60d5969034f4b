"""A secret is masked in each form in which a sentence tells one; a sentence about a secret stays."""

import pytest

from recall_cli.rules.secrets import mask
from tests.rules.samples import read_texts


def _is_masked(line: str) -> bool:
    """Whether the last value in brackets is gone from the text."""
    value = line.rpartition("[")[2].partition("]")[0]
    return value not in mask(line.replace("[", "").replace("]", "")).text


@pytest.mark.parametrize("section", ["values", "unseen values", "codes", "unseen codes"])
def test_most_told_values_are_masked(section: str) -> None:
    """At least 80 of 100, also of those that the rules were not written for."""
    lines = read_texts("told", section)
    kept = [line for line in lines if not _is_masked(line)]
    assert len(kept) <= 0.2 * len(lines), kept


@pytest.mark.parametrize("section", ["nothing", "unseen nothing", "no codes"])
def test_sentences_about_passwords_stay(section: str) -> None:
    """At most 2 of 100 lose a word."""
    lines = read_texts("told", section)
    changed = [line for line in lines if mask(line).found]
    assert len(changed) <= 0.02 * len(lines), changed


@pytest.mark.parametrize("line", read_texts("told", "written"))
def test_written_secrets_are_masked(line: str) -> None:
    """Under names of six languages, in settings, markup and commands."""
    assert _is_masked(line)


@pytest.mark.parametrize("pair", read_texts("told", "neighbours"))
def test_neighbours_are_told_apart(pair: str) -> None:
    """The same form, once with a value and once with a word about it."""
    told, _, harmless = pair.partition(" // ")
    assert _is_masked(told)
    assert not mask(harmless).found
