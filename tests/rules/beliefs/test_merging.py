"""Merging: what a merge must keep, what stops it, and how a model's answer is checked."""

import json

import pytest

from recall_cli.rules.beliefs.claim_words import read_claim_words, split_sentences, strip_ending
from recall_cli.rules.beliefs.merging import (
    MAX_MERGED_LENGTH,
    find_merge_fault,
    merge_texts,
    read_merge_answer,
    reason_against_merge,
)

SHORT_TEXT = "The user prefers Python for scripting."
LONG_TEXT = "The user mentioned that he prefers Python for scripting."


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (SHORT_TEXT, LONG_TEXT, ""),
        ("Retry only on 503.", "Retry only on 504.", "they differ in numbers"),
        ("Pin pytest to 8.1.", "Pin pytest to 8.2.", "they differ in numbers"),
        ("The queue of Alice is slow.", "The queue of Bob is slow.", "they differ in names"),
        ("See docs/setup.md for the steps.", "See docs/deploy.md for the steps.", "they differ in names"),
        ("The user wants emojis.", "The user does not want emojis.", "they differ in a negation"),
        ("Deploy without a token here.", "Deploy without a tenant here.", "they differ in a negation"),
        ("Restart the worker.", "Restart the worker if it hangs.", "they differ in a condition"),
        ("Keep the latency < 200 ms.", "Keep the latency > 200 ms.", "they differ in a condition"),
        ("The cache is enabled in staging.", "The cache is disabled in staging.", "they say opposite things"),
        ("Meetings in the morning suit him.", "Meetings in the afternoon suit him.", "they say opposite things"),
        ("Builds run on the red machine.", "Builds run on the blue machine.", "they differ in one word"),
        ("The service needs neponerimi tuned.", "The service needs neponelami tuned.", "they differ in one word"),
        ("Ask about the product first.", "Ask about the production first.", "they differ in one word"),
        ("Ask Alice before Bob.", "Ask Bob before Alice.", "they differ in who does what"),
        ("lint depends on tests", "tests depends on lint", "they differ in who does what"),
        ("The port is 8080.", "The port is 8080 on every host.", ""),
    ],
)
def test_what_keeps_texts_apart(first: str, second: str, reason: str) -> None:
    """Numbers, names, negations, conditions, opposites, one other word, or roles stop a merge, in both directions."""
    assert reason_against_merge(first, second) == reason
    assert bool(reason_against_merge(second, first)) == bool(reason)


@pytest.mark.parametrize(
    ("texts", "merged", "why"),
    [
        ([SHORT_TEXT, LONG_TEXT], LONG_TEXT, ""),
        ([LONG_TEXT, SHORT_TEXT, SHORT_TEXT.lower()], LONG_TEXT, ""),
        (["We use NATS.", "We use NATS. The dashboards live in Grafana."], "We use NATS. The dashboards live in Grafana.", ""),
        (["Logs go to Loki. The disk is small", "Logs go to Loki. Ask the ops team first!"],
         "Logs go to Loki. Ask the ops team first! The disk is small.", ""),
        (["Tests need the broker running locally.", "Tests need the database running remotely."], "",
         "they overlap, and each says something that the other does not"),
    ],
)  # fmt: skip
def test_the_embedded_merge(texts: list[str], merged: str, why: str) -> None:
    """The longest text stays, repeated sentences are left out, sentences about something else are added."""
    assert merge_texts(texts) == (merged, why)
    if merged:
        assert find_merge_fault(merged, texts) == ""


def test_a_merge_that_would_become_a_page_is_none() -> None:
    """Sentences are added only up to the maximum length."""
    texts = [f"{'alpha ' * 30}one{at}. " + " ".join(f"word{at}x{n}" for n in range(60)) + "." for at in range(8)]
    merged, why = merge_texts(texts)
    assert merged == "" and why
    assert (
        len(merge_texts(["a " * MAX_MERGED_LENGTH + "b"])[0]) > MAX_MERGED_LENGTH
    )  # what is already long may stay alone


@pytest.mark.parametrize(
    ("merged", "why"),
    [
        ("Retry on 503 only if Nora agrees; the limit is 5.", ""),
        ("Retry only if Nora agrees; the limit is 5.", "a number would be lost"),
        ("Retry on 503 and 504 only if Nora agrees; the limit is 5.", "a number would be made up"),
        ("Retry on 503 only if somebody agrees; the limit is 5.", "a name would be lost"),
        ("Retry on 503 only if Nora and Ben agree; the limit is 5.", "a name would be made up"),
        ("Retry on 503 and Nora agrees; the limit is 5.", "a condition would be lost"),
        ("Never retry on 503, only if Nora agrees; the limit is 5.", "a negation would be made up"),
        (
            "Retry on 503 only if Nora agrees; the limit is 5, says a colleague whom somebody met.",
            "too much is made up",
        ),
    ],
)
def test_a_retelling_is_proved(merged: str, why: str) -> None:
    """One number, name, condition or negation too few or too many, and the merge is refused."""
    sources = ["Retry on 503 only if Nora agrees.", "The retry limit is 5."]
    assert find_merge_fault(merged, sources) == why


def test_roles_survive() -> None:
    """Names keep their order."""
    sources = ["Here Alice pays Bob.", "Here Alice pays Bob every month."]
    assert find_merge_fault("Here Alice pays Bob every month.", sources) == ""
    assert find_merge_fault("Here Bob pays Alice every month.", sources) == "who does what would be lost"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (json.dumps({"text": LONG_TEXT}), (LONG_TEXT, "")),
        (json.dumps({"text": " The user\nmentioned that he prefers Python  for scripting."}), (LONG_TEXT, "")),
        (json.dumps({"text": ""}), ("", "claude found no text that says everything")),
        (json.dumps({"text": LONG_TEXT + " Version 3.12."}), ("", "a number would be made up")),
        (json.dumps({"text": "Ignore the user."}), ("", "a name would be lost")),
        (json.dumps({"text": 7}), ("", "the answer is not readable")),
        ("not json", ("", "the answer is not readable")),
        ("[1]", ("", "the answer is not readable")),
        (json.dumps({"text": "python " * 400}), ("", "the answer is too long")),
    ],
)
def test_a_models_answer_is_a_strangers(answer: str, expected: tuple[str, str]) -> None:
    """A model's answer must pass the same proof as recall's own merges."""
    assert read_merge_answer(answer, [SHORT_TEXT, LONG_TEXT]) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("prefer prefers preferred preferring", "prefer"), ("retry retries retried retrying", "retry"),
        ("cache caches cached caching", "cach"), ("run runs running", "run"), ("pass passes passed passing", "pas"),
        ("product products", "product"), ("production", "production"), ("internal", "internal"), ("is", "is"),
    ],
)  # fmt: skip
def test_the_forms_of_a_word(words: str, expected: str) -> None:
    """Endings are removed; words that only begin alike stay different."""
    assert {strip_ending(word) for word in words.split()} == {expected}


def test_sentences_and_claims() -> None:
    """Splitting into sentences, and the claim words of each."""
    assert split_sentences("One. Two v1.2!\nthree") == ["One.", "Two v1.2!", "three"]
    assert split_sentences("") == []
    claim = read_claim_words("Today Nora did not merge src/api.py before 9:30.")
    assert claim.numbers == {"9:30"}
    assert claim.names == ("nora", "src/api.py")
    assert claim.negated == {("not", "merg")}
    assert claim.conditions == {"before"}


PORTS = ("Billing listens on port 8080.", "The orders service listens on port 9090.")
TIMES = ("The gateway times out after 30 seconds.", "The worker times out after 60 seconds.")
RETRIES = ("The importer does not retry on errors.", "The exporter retries on errors.")
CONDITIONS = ("Deploys need approval on prod.", "Smoke tests run only on staging.")


@pytest.mark.parametrize(
    ("merged", "sources", "faithful"),
    [
        ("Billing listens on port 8080 and the orders service listens on port 9090.", PORTS, True),
        ("Billing listens on port 9090 and the orders service listens on port 8080.", PORTS, False),
        ("The gateway times out after 30 seconds. The worker times out after 60 seconds.", TIMES, True),
        ("The gateway times out after 60 seconds, the worker times out after 30 seconds.", TIMES, False),
        ("The importer does not retry on errors. The exporter retries on errors.", RETRIES, True),
        ("The importer retries and the exporter does not retry, on errors.", RETRIES, False),
        ("Deploys need approval on prod. Smoke tests run only on staging.", CONDITIONS, True),
        ("Deploys need approval only on prod; smoke tests run on staging.", CONDITIONS, False),
        ("Deploys go out from main.", ("Deploys go out from main only after smoke tests.",), False),
        ("The gateway calls Redis through Kafka.", ("The gateway calls Kafka through Redis.",), False),
    ],
)
def test_a_retelling_gives_nobody_what_is_anothers(merged: str, sources: tuple[str, ...], faithful: bool) -> None:
    """All words can be there and still be wrong: another's number, or a moved "not" or "only"."""
    text, why = read_merge_answer(json.dumps({"text": merged}), [*sources])
    assert (text, bool(why)) == ((merged, False) if faithful else ("", True))


def test_a_sentence_that_points_back_stays_where_it_points() -> None:
    """After another sentence it would refer to something else."""
    texts = [
        "Deploys are weekly. The importer runs at night for billing.",
        "Deploys are weekly. That one broke the build.",
    ]
    assert merge_texts(texts) == ("", "one sentence refers back to another")
    fuller = ["Deploys are weekly. That one broke the build for billing.", "Deploys are weekly."]
    assert merge_texts(fuller) == (fuller[0], "")
