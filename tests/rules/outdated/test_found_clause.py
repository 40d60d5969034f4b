"""The statement behind "I noticed that …" is found, and a mere object of finding is none."""

import pytest

from recall_cli.rules.outdated.found_clause import find_clause


@pytest.mark.parametrize(
    "text",
    [
        "I found that the port is 9090.", "We have noticed that the port is 9090.", "I saw the port is 9090.",
        "I checked and the port is 9090.", "I verified: the port is 9090.", "I found out that the port is 9090.",
        "Turns out the port is 9090.", "It turned out that the port is 9090.", "The log shows that the port is 9090.",
        "According to the code, the port is 9090.", "According to config.py the port is 9090.",
        "Looking at the crontab, the port is 9090.", "My check showed the port is 9090.",
    ],
)  # fmt: skip
def test_the_found_statement(text: str) -> None:
    """The words in front of it say only how it became known."""
    assert find_clause(text) == "The port is 9090."


@pytest.mark.parametrize(
    "text",
    [
        "I found a bug in the parser.", "I saw how the cache works now.", "I found out why the build is slow.",
        "The port is 9090.", "The old wiki says the port is 9090.", "We found it.", "", "I noticed that it is slow.",
    ],
)  # fmt: skip
def test_no_found_statement(text: str) -> None:
    """A thing, a reason or an old document is no statement about the present."""
    assert find_clause(text) is None
