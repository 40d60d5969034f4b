"""The quality gate: good short memories pass, reports of progress do not, and a refusal says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake.gate import (
    KEYWORDS_WEIGHT,
    LENGTH_WEIGHT,
    MIN_SCORE,
    STRUCTURE_WEIGHT,
    holds_only_secrets,
    judge_quality,
)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("preference", "Tabs, not spaces, in Go files."),
        ("preference", "Prefers pytest over unittest"),
        ("preference", "Write commit messages in the imperative mood."),
        ("fact", "The API listens on port 8080."),
        ("fact", "We use Redis"),
        ("fact", "User is vegetarian"),
        ("fact", "Package manager: pnpm"),
        ("decision", "We chose Kafka because it lets us replay events."),
        ("decision", "Going with Kafka"),
        ("finding", "The worker hung because the logger held the lock."),
        ("correction", "The SLA is 99.9, not 99.99."),
        ("pattern", "Reviews over 500 lines usually need a second round."),
        ("estimate", "The rewrite will take about six weeks."),
        ("procedure", "To release, tag the commit, then run make publish."),
    ],
)
def test_good_short_memories_pass(kind: str, text: str) -> None:
    """A memory need not be long to be worth keeping."""
    assert judge_quality(text, kind).accepted, judge_quality(text, kind)


@pytest.mark.parametrize("kind", MEMORY_TYPES)
@pytest.mark.parametrize(
    "text",
    [
        "", "done", "ok", "ok works now", "fixed the bug", "updated the file", "Task completed successfully.",
        "asdf asdf asdf", "asdf qwer zxcv", "all tests passed", "made some changes", "…", "it works now and all tests pass",
    ],
)  # fmt: skip
def test_junk_is_refused_whatever_it_is_called(kind: str, text: str) -> None:
    """Reports of progress and noise are refused as every type of memory."""
    assert not judge_quality(text, kind).accepted, judge_quality(text, kind)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("preference", "Answer in short sentences."),
        ("preference", "Speak to me informally."),
        ("preference", "Round prices to whole euros."),
        ("preference", "Photos in landscape format."),
        ("fact", "The licence of the cardastral data forbids publishing parcels."),
        ("fact", "The treaty bans drift nets."),
        ("decision", "Invoices carry the customer number."),
        ("finding", "Seedlings rot in the lower tray."),
        ("procedure", "Rinse the filter under warm water."),
    ],
)
def test_who_names_the_type_needs_no_word_of_that_type(kind: str, text: str) -> None:
    """With the type given, enough content is enough, whatever the verb."""
    assert judge_quality(text, kind, type_given=True).accepted


@pytest.mark.parametrize("kind", MEMORY_TYPES)
@pytest.mark.parametrize(
    "text",
    [
        "Remember that.", "Remember this for later.", "OK thanks", "Thanks a lot for your help.", "Keep that in mind.",
        "Tell me more.", "That is not what I meant.", "It will take a while.", "I'll look into it later.", "See above.",
        "Then do the rest.", "Do the next step.", "No, that's wrong.", "Hm, not sure about that.", "Should I answer in German?",
    ],
)  # fmt: skip
def test_chatter_is_refused_even_with_a_type(kind: str, text: str) -> None:
    """Thanks, answers, questions and sentences that only point at others are refused as every type."""
    assert not judge_quality(text, kind, type_given=True).accepted


@pytest.mark.parametrize(
    "text",
    [
        "The licence of the cadastral data forbids publishing parcels.", "Guests may borrow bicycles.",
        "The greenhouse faces south.", "The bylaws prohibit subletting.", "Patients forget the evening dose.",
        "Pupils under ten must wear vests.",
    ],
)  # fmt: skip
def test_a_verb_is_recognized_by_its_place(text: str) -> None:
    """A statement needs no known verb: one behind a subject, a plural or a modal verb is enough."""
    assert judge_quality(text, "fact").accepted


def test_a_question_is_no_memory() -> None:
    """A question is refused."""
    verdict = judge_quality("Which port does the API listen on in staging?", "fact")
    assert not verdict.accepted and "question" in verdict.reason


def test_a_complete_fact_may_be_shorter() -> None:
    """With entity, attribute and value, two words are enough; an empty value does not count."""
    assert not judge_quality("port 8080", "fact").accepted
    assert judge_quality("port 8080", "fact", entity="api", attribute="port", value="8080").accepted
    assert not judge_quality("done", "fact", entity="task", attribute="status", value="done").accepted


def test_another_language_is_not_judged_by_english_words() -> None:
    """A text in another language is not refused for lacking English keywords."""
    assert judge_quality("Wir benutzen für alle Dienste nur eine Datenbank.", "decision").accepted
    assert not judge_quality("Vielen Dank!", "fact").accepted


def test_a_refusal_says_what_is_missing_and_what_would_pass() -> None:
    """The caller gets the score, its parts, the reason and an example."""
    verdict = judge_quality("fixed the bug", "finding")
    assert (verdict.score, verdict.keywords) == (0.15, 0.0)
    assert "only reports" in verdict.reason
    assert verdict.advice is not None and "e.g." in verdict.advice


def test_the_parts_by_hand() -> None:
    """Length 0.3 for four distinct words, keywords 0.4, structure 0.3: one case worked by hand for each sum."""
    assert judge_quality("The worker hung because the logger held the lock.", "finding").score == 1.0
    assert judge_quality("Going with Kafka", "decision").score == 0.85
    assert judge_quality("We fixed the login page in production today", "finding").score == 0.45


@given(st.text(max_size=300), st.sampled_from(MEMORY_TYPES))
def test_the_score_is_the_sum_of_its_parts(text: str, kind: str) -> None:
    """The score is the sum of three parts within their weights, and only the score decides."""
    verdict = judge_quality(text, kind)
    assert verdict.score == round(verdict.length + verdict.keywords + verdict.structure, 2)
    assert 0 <= verdict.length <= LENGTH_WEIGHT and 0 <= verdict.structure <= STRUCTURE_WEIGHT
    assert verdict.keywords in (0.0, KEYWORDS_WEIGHT)
    assert verdict.accepted == (verdict.score >= MIN_SCORE)
    assert verdict.accepted == (verdict.advice is None)


@pytest.mark.parametrize(
    ("masked", "nothing"),
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
