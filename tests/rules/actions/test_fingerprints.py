"""Fingerprints of errors: one error has one, however often it is reported, and different errors have different ones."""

import json
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.error_lines import MAX_ERRORS, find_errors
from recall_cli.rules.actions.fingerprint import MAX_LETTERS, normalize_message
from recall_cli.rules.text.paragraphs import MAX_LINES
from tests.for_each import for_each
from tests.rules.samples import read_pairs, read_texts

ERROR_TEXTS = read_pairs("errors", "errors")


@for_each("text, fingerprint", ERROR_TEXTS)
def test_each_error_has_the_fingerprint_worked_out_by_hand(text: str, fingerprint: str) -> None:
    """The first error that is found in each text is the one that tells most."""
    assert find_errors(text)[0].text == fingerprint


def test_different_errors_never_collide() -> None:
    """No two of the texts, all of different errors, share a fingerprint; there are more than fifty."""
    found = [{error.text for error in find_errors(text)} for text, _ in ERROR_TEXTS]
    assert len(found) > 50
    assert not [pair for pair in combinations(found, 2) if pair[0] & pair[1]]


@for_each("first, second", read_pairs("errors", "same errors"))
def test_one_error_has_one_fingerprint(first: str, second: str) -> None:
    """Numbers, times, addresses, ids, colours and folders make no difference."""
    assert find_errors(first)[0] == find_errors(second)[0]


@for_each("text", ["", *read_texts("errors", "no errors")])
def test_no_error_is_found_where_none_is(text: str) -> None:
    """Text about errors is not an error."""
    assert find_errors(text) == []


def test_a_long_output_is_searched_at_its_end_and_its_beginning() -> None:
    """An error at the end of a very long output is found, and one in a trace of JSON escapes too."""
    noise = "ok\n" * (3 * MAX_LINES)
    assert find_errors(noise + "KeyError: 'user_id'")[0].text == "KeyError: 'user_id'"
    assert find_errors("KeyError: 'user_id'\n" + noise)[0].text == "KeyError: 'user_id'"
    assert find_errors("File x\\nKeyError: 'user_id'")[0].text == "KeyError: 'user_id'"


def test_the_cause_is_among_the_errors_of_a_chained_trace() -> None:
    """A trace with a cause has both errors, and summaries are left out."""
    text = "ValueError: bad row in rows.csv\n\nThe above exception\nLoadError: cannot load\nerror: build failed with exit code 1"
    found = [error.text for error in find_errors(text)]
    assert found == ["LoadError: cannot load", "ValueError: bad row in rows.csv"]


@given(st.text(max_size=400))
def test_any_text_has_short_fingerprints(text: str) -> None:
    """Whatever a program prints, there are few fingerprints, each on one line and short, and always the same."""
    found = find_errors(text)
    assert found == find_errors(text)
    assert len(found) <= MAX_ERRORS
    assert all("\n" not in error.text and len(error.message) <= 2 * MAX_LETTERS for error in found)


@given(st.integers(min_value=1000, max_value=10**9), st.integers(min_value=1000, max_value=10**9))
def test_numbers_make_no_difference(first: int, second: int) -> None:
    """Two messages that differ in a number of many digits are equal."""
    assert normalize_message(f"row {first} is broken") == normalize_message(f"row {second} is broken")


def test_an_error_has_shorter_names() -> None:
    """Without the details at its end, as people write it; never so short that it names many errors."""
    found = find_errors("fatal: could not read Username for 'https://github.com': No such device or address")[0]
    assert found.names == [found.text, "fatal: could not read Username for 'github.com'"]
    assert find_errors("KeyError: 'a'")[0].names == ["KeyError: 'a'"]
    assert find_errors("Error: bad, very bad")[0].names == ["Error: bad, very bad"]


def test_quoted_errors_survive_json() -> None:
    """A fingerprint is stored as JSON and read back as it was."""
    for text, fingerprint in ERROR_TEXTS:
        assert json.loads(json.dumps(find_errors(text)[0].text)) == fingerprint
