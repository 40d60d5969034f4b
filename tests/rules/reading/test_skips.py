"""Reasons to skip: each kind of passing remark is named for what it is."""

import pytest

from recall_cli.rules.reading import skips
from recall_cli.rules.reading.clause import read_clause
from recall_cli.rules.reading.words import Words


def skip_reason(text: str) -> "str | None":
    words = Words(text)
    return skips.reason(words, read_clause(words))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Thank you so much!", "pleasantry"), ("Sorry about that.", "pleasantry"), ("ok", "pleasantry"),
        ("Oh joy, a merge conflict.", "sarcasm"), ("Great, now the linter crashes too.", "sarcasm"),
        ("Nice, a 40 minute build, I have never felt so alive.", "sarcasm"), ("Great work on the parser.", "pleasantry"),
        ("How do I undo a merge?", "question"), ("what's the difference between a set and a list", "question"),
        ("Please rename this variable.", "request of the moment"), ("Run the linter.", "request of the moment"),
        ("Only run this test in CI.", "request of the moment"),
        ("Write a unit test for parse_date.", "request of the moment"), ("Let's go on.", "request of the moment"),
        ("Let me look at the logs.", "working step"), ("I'll check the configuration now.", "working step"),
        ("Searching for references to UserStore.", "working step"), ("I'm looking into the trace.", "working step"),
        ("I'm hungry.", "momentary state"), ("I have a meeting in five minutes.", "momentary state"),
        ("CI is red.", "in flight"), ("The build is still running.", "in flight"),
        ("I've updated the file.", "status without substance"), ("Done, the file has been updated.", "status without substance"),
        ("Here are the commands:", "introduces what follows"),
        ("That's weird.", skips.POINTS_BACK), ("asdf asdf", skips.TOO_LITTLE), ("What a mess.", skips.TOO_LITTLE),
    ],
)  # fmt: skip
def test_passing_remarks(text: str, reason: str) -> None:
    """What belongs to the moment is skipped, with its reason."""
    assert skip_reason(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "Retry only on 503 because 409 hid a conflict.", "Deploy only from main.", "Merge only when CI is green.",
        "Release 2.4: we dropped Python 3.9 support.", "Test 7: the parser hangs on nested comments.",
        "Always run the linter before you commit.", "Write commit messages in the imperative mood.",
        "Use tabs in Makefiles.", "Stop adding comments that repeat the code.", "Run the tests with pytest -n auto.",
        "We tried caching the permissions, but it showed stale rights.",
        "I'm vegetarian.", "I'm learning Kotlin at the moment.", "I'm using Arch on my laptop.", "I'm building a compiler.",
        "The API is running on port 8080.", "The cron job runs every night.", "We won't support Windows.",
        "Let's use gRPC between the services.", "I'll go with Tailwind.", "Fixed the timeout by raising the keepalive.",
        "It was agreed that releases happen on Tuesdays.", "Great, I prefer the second design.",
        "The build is slow because the cache is cold.", "Remember that the demo account is read-only.",
    ],
)  # fmt: skip
def test_lasting_statements_that_resemble_them(text: str) -> None:
    """The same verbs in the grammar of a rule, a habit or a fact are kept."""
    assert skip_reason(text) is None
