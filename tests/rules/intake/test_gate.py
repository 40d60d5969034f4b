"""The quality gate: good short memories pass, reports of progress do not, and a refusal says why."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake.gate import (
    KEYWORDS_WEIGHT,
    LENGTH_WEIGHT,
    MIN_SCORE,
    STRUCTURE_WEIGHT,
    judge_quality,
)
from recall_cli.rules.text.noise import holds_only_secrets
from tests.for_each import for_each


@for_each(
    "kind, text",
    [
        ("preference", "Tabs, not spaces, in Go files."),
        ("preference", "Never force-push."),
        ("fact", "The API listens on port 8080."),
        ("fact", "We use Redis"),
        ("fact", "Package manager: pnpm"),
        ("decision", "We chose Kafka because it lets us replay events."),
        ("finding", "The worker hung because the logger held the lock."),
        ("correction", "The SLA is 99.9, not 99.99."),
        ("pattern", "Reviews over 500 lines usually need a second round."),
        ("estimate", "The rewrite will probably take six weeks."),
        ("procedure", "Before a release, tag the commit, then run make publish."),
        ("fact", "这个项目使用制表符。"),
    ],
)
def test_good_short_memories_pass(kind: str, text: str) -> None:
    """A memory need not be long to be worth keeping."""
    assert judge_quality(text, kind).accepted, judge_quality(text, kind)


SAYING_TOO_LITTLE = (
    "", "done", "ok", "ok works now", "…", "Task completed successfully.", "all tests passed", "Done with it all.",
    "OK thanks", "Remember that.", "It will take a while.", "That is not what I meant.", "See above.",
    "Should I answer in German?", "Which port does the API listen on in staging?",
)  # fmt: skip


@for_each("text, kind, on_purpose", product(SAYING_TOO_LITTLE, MEMORY_TYPES, (False, True)))
def test_what_says_too_little_is_refused_whatever_it_is_called(kind: str, text: str, on_purpose: bool) -> None:
    """Reports of progress, thanks, questions and sentences that only point at others, as every type of memory."""
    assert not judge_quality(text, kind, on_purpose=on_purpose).accepted, judge_quality(text, kind)


@for_each("text", ["Answer in short sentences.", "Rinse the filter under warm water.", "The treaty bans drift nets."])
def test_what_somebody_chose_to_keep_needs_no_form_of_its_kind(text: str) -> None:
    """Enough content is enough; what an extractor takes out of a text needs a form that speaks for it."""
    assert judge_quality(text, "fact", on_purpose=True).accepted
    assert not judge_quality(text, "fact").accepted


def test_a_question_is_no_memory() -> None:
    """The refusal says so."""
    assert "question" in judge_quality("Which port does the API listen on in staging?", "fact").reason


def test_a_complete_fact_may_be_shorter() -> None:
    """With entity, attribute and value, one word is enough; an empty value does not count."""
    assert not judge_quality("hosting", "fact").accepted
    assert judge_quality("hosting", "fact", entity="api", attribute="host", value="fly").accepted
    assert not judge_quality("done", "fact", entity="task", attribute="status", value="done").accepted


def test_a_refusal_says_what_is_missing_and_what_would_pass() -> None:
    """The caller gets the score, its parts, the reason and an example."""
    verdict = judge_quality("fixed the typo", "finding")
    assert (verdict.score, verdict.keywords) == (0.3, 0.0)
    assert verdict.reason == "nothing in it says what a finding needs to say; it is very short"
    assert verdict.advice is not None and "e.g." in verdict.advice


def test_the_parts_by_hand() -> None:
    """Length 0.3 for four distinct words, keywords 0.4, structure 0.3: one case worked by hand for each sum."""
    assert judge_quality("The worker hung because the logger held the lock.", "finding").score == 1.0
    assert judge_quality("We use Kafka", "decision").score == 0.85
    assert judge_quality("The greenhouse faces the south", "finding").score == 0.45


@given(st.text(max_size=300), st.sampled_from(MEMORY_TYPES))
def test_the_score_is_the_sum_of_its_parts(text: str, kind: str) -> None:
    """The score is the sum of three parts within their weights, and only the score decides."""
    verdict = judge_quality(text, kind)
    assert verdict.score == round(verdict.length + verdict.keywords + verdict.structure, 2)
    assert 0 <= verdict.length <= LENGTH_WEIGHT and 0 <= verdict.structure <= STRUCTURE_WEIGHT
    assert verdict.keywords in (0.0, KEYWORDS_WEIGHT)
    assert verdict.accepted == (verdict.score >= MIN_SCORE)
    assert verdict.accepted == (verdict.advice is None)


@for_each(
    "masked, nothing",
    [
        ("My password is [secret: password].", True),
        ("password: [secret: password]", True),
        ("[secret: github-token] [secret: github-token]", True),
        ("The API key of Stripe is [secret: stripe-key].", True),
        ("The CI uses [secret: github-token] for releases.", False),
        ("The staging database password is [secret: password], and it changes every Monday.", False),
        ("My password is too short.", False),
        ("", False),
    ],
)
def test_what_says_nothing_but_a_secret(masked: str, nothing: bool) -> None:
    """Without the secret and the words that name it, at most one content word is left."""
    assert holds_only_secrets(masked) == nothing
