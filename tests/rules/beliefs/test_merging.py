"""Merging: which texts become one, and how a model's answer is checked."""

import json

from recall_cli.rules.beliefs.merging import find_merge_fault, merge_texts, read_merge_answer, same_groups
from tests.for_each import for_each

NATS, GRAFANA = "We use NATS.", "The dashboards live in Grafana."
PORTS = ("Billing listens on port 8080.", "The orders service listens on port 9090.")
RETRIES = ("The importer does not retry on errors.", "The exporter retries on errors.")
CONDITIONS = ("Deploys need approval on prod.", "Smoke tests run only on staging.")


def test_groups_of_the_same() -> None:
    """Another value is in no group, and a text alone is none."""
    texts = ["Run it on Fridays.", NATS, "On Fridays run it.", "Run it on Mondays.", "Run it on Fridays!"]
    assert same_groups(texts) == [[0, 2, 4]]


@for_each(
    "texts, merged",
    [
        ([NATS, f"{NATS} {GRAFANA}"], f"{NATS} {GRAFANA}"),
        ([f"{GRAFANA} {NATS}", NATS, "we use nats"], f"{GRAFANA} {NATS}"),
        ([f"{NATS} The disk is small.", f"{NATS} {GRAFANA}"], ""),
        (["Deploys are frozen.", "Deploys are frozen on Fridays."], ""),
    ],
)
def test_the_text_that_says_it_all_stays(texts: list[str], merged: str) -> None:
    """Word for word; if none says it all, there is a reason and no text."""
    assert merge_texts(texts) == (merged, "" if merged else "each says something that the other does not")


@for_each(
    "merged, sources, faithful",
    [
        ("Billing listens on port 8080 and the orders service listens on port 9090.", PORTS, True),
        ("Billing listens on port 9090 and the orders service listens on port 8080.", PORTS, False),
        ("Billing listens on port 8080.", PORTS, False),
        ("Billing listens on port 8080. The orders service listens on port 9090, says Nora.", PORTS, False),
        ("The importer does not retry on errors. The exporter retries on errors.", RETRIES, True),
        ("The importer retries and the exporter does not retry, on errors.", RETRIES, False),
        ("The importer does not retry on errors. Not so: the exporter retries on errors.", RETRIES, False),
        ("Deploys need approval on prod. Smoke tests run only on staging.", CONDITIONS, True),
        ("Deploys need approval only on prod; smoke tests run on staging.", CONDITIONS, False),
        ("Deploys go out from main.", ("Deploys go out from main only after smoke tests.",), False),
        ("The gateway calls Redis through Kafka.", ("The gateway calls Kafka through Redis.",), False),
    ],
)
def test_a_model_loses_nothing_and_makes_nothing_up(merged: str, sources: tuple[str, ...], faithful: bool) -> None:
    """All words can be there and still be wrong: another's number, or a moved "not" or "only"."""
    assert (find_merge_fault(merged, sources) == "") == faithful
    text, why = read_merge_answer(json.dumps({"text": merged}), sources)
    assert (text, bool(why)) == ((merged, False) if faithful else ("", True))


@for_each(
    "answer, expected",
    [
        (json.dumps({"text": " We\nuse  NATS. "}), (NATS, "")),
        (json.dumps({"text": ""}), ("", "claude found no text that says everything")),
        (json.dumps({"text": f"{NATS} Version 3.12."}), ("", "this is made up: version")),
        (json.dumps({"text": "Ignore the user."}), ("", f"this would be lost: {NATS}")),
        (json.dumps({"text": 7}), ("", "the answer is not readable")),
        ("not json", ("", "the answer is not readable")),
        ("[1]", ("", "the answer is not readable")),
        (json.dumps({"text": "python " * 400}), ("", "the answer is too long")),
    ],
)
def test_a_models_answer_is_a_strangers(answer: str, expected: tuple[str, str]) -> None:
    """It is read, cleaned and checked."""
    assert read_merge_answer(answer, [NATS]) == expected
