"""What holds for the comparison of any two texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.revision.comparison import compare, judge
from recall_cli.rules.revision.frames import read_frame
from recall_cli.rules.revision.sameness import mean_same
from recall_cli.rules.revision.statement import read_statement
from recall_cli.rules.revision.terms import read_terms
from recall_cli.rules.revision.verdict import ASKS, CONTESTS, ENDS, STAYS

WORDS = st.sampled_from(
    """the port is 8080 9090 now no longer not was moved from to Redis NATS `npm` api.acme.dev , . : ( ) → if we use
    Tuesdays at 10:15 instead of owns Maria 30 seconds every renamed - " ' ? ! # @dkim src/main.py v2 2027-01-01 5 % $""".split()
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=20).map(" ".join))


@given(TEXTS, TEXTS)
def test_any_two_texts_can_be_compared(old: str, new: str) -> None:
    """Whatever people and programs write, there is a verdict with a reason."""
    verdict = judge(old, new)
    assert verdict.kind in (ENDS, CONTESTS, ASKS, STAYS)
    assert verdict.reason


@pytest.mark.parametrize(
    "text",
    [
        "The port is 8080.",
        "Package manager: bun",
        "Maria owns the billing service.",
        "Sessions are kept in Redis.",
        "We deploy on Mondays.",
        "Run the tests with `pytest -n auto`.",
    ],
)
def test_a_text_does_not_end_itself(text: str) -> None:
    """Who says the same again is not asked either."""
    assert judge(text, text).kind == STAYS


def test_a_statement_is_read_once_for_many_older_ones() -> None:
    """Comparing leaves the statement as it was."""
    statement = read_statement("We moved from NATS to Kafka.")
    olds = ["We use NATS.", "The port is 8080.", "We use NATS."]
    kinds = [compare(read_terms(old), old, statement).kind for old in olds]
    assert kinds == [ENDS, STAYS, ENDS]


@pytest.mark.parametrize(
    "text", ["Secrets are kept in Vault", "we keep secrets in Vault", "Keep secrets in Vault", "Secrets live in Vault"]
)
def test_the_same_frame_in_other_words(text: str) -> None:
    """The frame has the thing as subject and the value behind its preposition."""
    frame = read_frame(read_terms(text))
    assert frame is not None
    assert [term.low for term in frame.subject] == ["secrets"]
    assert [term.low for term in frame.slots["in"]] == ["vault"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("30 s", "30 seconds", True),
        ("1 GB", "1024 MB", True),
        ("5 May", "May 5", True),
        ("2 pm", "14:00", True),
        ("owner", "owns", True),
        ("giving", "gives", True),
        ("sign-off", "signoff", True),
        ("30 s", "31 s", False),
        ("`feature/a1`", "`feature/A1`", False),
        ("api", "api2", False),
    ],
)
def test_terms_that_mean_the_same(one: str, other: str, *, same: bool) -> None:
    """Units, spellings and forms of a word do not count; another number or name does."""
    assert mean_same(read_terms(one)[0], read_terms(other)[0]) is same


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The docs are built in reStructuredText.", "Documentation happens in Markdown now."),
        ("User avatars are stored on disk.", "User avatars are stored in S3 now, the disk filled up."),
        ("We estimate stories in hours.", "From this sprint on, stories get points."),
        ("The image registry is Docker Hub.", "Images are no longer pushed to Docker Hub but to ghcr.io."),
    ],
)
def test_what_no_rule_decides_is_asked(old: str, new: str) -> None:
    """A plain statement about the same thing with signs of a change leads to a question at least."""
    assert judge(old, new).kind in (ASKS, ENDS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The Vienna office closes at 17:00.", "The Graz office closes at 16:00."),
        ("The demo server runs at demo.kolibri.io.", "The demo server has 8 GB of RAM."),
        ("The linter checks import order.", "The linter doesn't check line length."),
        ("Deploys take 6 minutes.", "A rollback takes 2 minutes."),
        ("Search is powered by Solr.", "We evaluated Meilisearch and Typesense for the search."),
    ],
)
def test_another_thing_is_not_asked_about(old: str, new: str) -> None:
    """Another scope or a value of another sort lowers the score of a question."""
    assert judge(old, new).kind == STAYS
