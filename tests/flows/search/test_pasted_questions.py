"""A brief for pasted text: it answers the important line, and knows the files that the text names."""

import subprocess

import pytest

from tests.command import Home
from tests.rules.questions.test_pasted_text import CASES

KNOWN_TEXTS = {
    "DeadlockDetected": "A deadlock detected on invoices means that two charge jobs run: set workers to 1.",
    "too many connections": "Too many connections for role billing: raise the pool of pgbouncer to 40.",
    "reading 'invoiceId'": "Cannot read properties of undefined reading invoiceId: the webhook comes before the invoice.",
    "nil pointer": "The nil pointer dereference panic at start comes from a missing LEDGER_URL.",
    "no ledger for tenant": "No ledger for tenant: run the tenant migration first.",
    "out of balance": "The ledger is out of balance in tests when the fixtures are not rebuilt.",
    "no responders": "No responders available on billing.charge: the NATS consumer was not started.",
}
OTHER_TEXTS = (
    "The API listens on port 9090.", "Deploys run on Tuesdays.", "We use pnpm in this repository.",
    "The staging database is Postgres 16.", "Invoices are kept in S3.", "Frontend tests run with vitest.",
    "Marta owns the onboarding flow.", "Release notes are written in English.",
)  # fmt: skip


@pytest.fixture
def filled_recall(recall: Home) -> Home:
    recall.fill_once("causes of errors", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in (*KNOWN_TEXTS.values(), *OTHER_TEXTS):
        recall.store(text)
        recall.later()


@pytest.mark.parametrize(
    ("text", "key"),
    [(text, key) for text, line in CASES for key in KNOWN_TEXTS if key in line],
    ids=lambda value: value[:12],
)
@pytest.mark.parametrize("frames", [0, 2000])
def test_a_trace_is_answered_as_its_error_line_is(filled_recall: Home, text: str, key: str, frames: int) -> None:
    """With any number of frames, the brief is that of the error line alone."""
    line = next(line for other, line in CASES if other is text)
    head, newline, rest = text.partition("\n")
    noise = "".join(f"  at step{n} (lib/step{n}.rb)\n" for n in range(frames)) if not text.startswith("   ") else ""
    alone = brief_texts(filled_recall, line) or brief_texts(filled_recall, line.partition(": ")[2])
    assert KNOWN_TEXTS[key] in alone
    assert brief_texts(filled_recall, head + newline + noise + rest) == alone


def brief_texts(recall: Home, text: str) -> list[str]:
    return [memory["text"] for memory in recall.json("context", text, "--no-touch")["told"]]


@pytest.mark.parametrize(
    "text",
    [
        "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\nZodiacError: aquarius in retrograde",
        "fatal error: quasar misaligned\n\ngoroutine 7 [running]:\nmain.f(...)",
        "2026-11-20 10:00:00 ERROR glacier melted at noon\n2026-11-20 10:00:01 INFO ok",
    ],
)  # fmt: skip
def test_a_trace_that_nothing_answers_stays_silent(filled_recall: Home, text: str) -> None:
    """A memory that only shares a frame does not answer."""
    assert filled_recall.quick("context", text, "--compact").out == ""


@pytest.mark.parametrize(
    "text",
    [
        "I am about to edit src/billing.py",
        "src/billing.py",
        "open ./src/billing.py:12 please",
        "what about billing.py?",
        "--- a/src/billing.py\n+++ b/src/billing.py\n@@ -1 +1 @@\n-a\n+b",
        'Traceback (most recent call last):\n  File "/home/ana/shop/src/billing.py", line 3, in f\nKeyError: 7',
    ],
)
def test_what_is_anchored_to_a_named_file_is_told(recall: Home, text: str) -> None:
    """A memory anchored to a file is shown if the text names that file, and only then."""
    top = recall.path / "shop"
    (top / "src").mkdir(parents=True)
    for name in ("billing", "search"):
        (top / f"src/{name}.py").write_text("charge = 1\n" * 20)
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    recall.store("Amounts are in cents.", "--anchor", "src/billing.py", cwd=top)
    recall.store("Ranks start at zero.", "--anchor", "src/search.py", cwd=top)
    brief = recall.quick("context", "--compact", "--", text, cwd=top).out
    assert "Amounts are in cents." in brief
    assert "Ranks start" not in brief


@pytest.mark.parametrize("text", [text for text, _ in CASES], ids=lambda value: value[:12])
def test_a_search_answers_pasted_text_as_a_brief_does(filled_recall: Home, text: str) -> None:
    """What the brief tells is not marked as less likely."""
    found = filled_recall.json("search", text, "--no-touch")["results"]
    assert {one["text"] for one in found if one["certainty"] != "less likely"} == {*brief_texts(filled_recall, text)}
