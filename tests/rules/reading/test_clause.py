"""Clauses: who does what, in which form, and to what."""

import pytest

from recall_cli.rules.reading.clause import embedded_clause, read_clause
from recall_cli.rules.reading.words import Words, lemma_and_form


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("chose", ("choose", "past")), ("chosen", ("choose", "done")), ("runs", ("run", "s")), ("run", ("run", "base")),
        ("deploying", ("deploy", "ing")), ("stopped", ("stop", "past")), ("replaces", ("replace", "s")),
        ("relies", ("rely", "s")), ("born", ("bear", "done")), ("table", None), ("glass", None),
    ],
)  # fmt: skip
def test_forms_lead_back_to_their_lemma(word: str, expected: "tuple[str, str] | None") -> None:
    """Regular and irregular forms are known; a word that is no verb is none."""
    assert lemma_and_form(word) == expected


@pytest.mark.parametrize(
    ("text", "who", "verb", "form"),
    [
        ("I mostly use light themes.", "i", "use", "base"),
        ("The metrics server listens on port 9100.", "thing", "listen", "s"),
        ("Build artifacts are stored in S3.", "thing", "store", "passive"),
        ("Run the tests when the build is green.", "none", "run", "base"),
        ("The nightly tests run on ARM.", "thing", "run", "base"),
        ("Pull requests over 500 lines almost always need a second look.", "thing", "need", "base"),
        ("Caching the 404s hid an outage.", "thing", "hide", "past"),
        ("Switched from npm to pnpm.", "none", "switch", "past"),
        ("Tests are run with pytest.", "thing", "run", "passive"),
        ("We've decided to keep it.", "we", "decide", "perfect"),
        ("I'm moving to Madrid.", "i", "move", "ing"),
        ("My shell is zsh.", "thing", "be", "copula"),
        ("We will not support it.", "we", "support", "modal"),
        ("To add a locale, edit the .po file.", "none", "edit", "base"),
        ("When I work on scripts I use bun, not npm.", "i", "use", "base"),
    ],
)
def test_the_main_clause_is_found(text: str, who: str, verb: str, form: str) -> None:
    """Subject, verb and form are read past lead-ins, adverbs and nouns that could be verbs."""
    clause = read_clause(Words(text))
    assert (clause.who, clause.verb, clause.form) == (who, verb, form)


@pytest.mark.parametrize(
    "text", ["We no longer use it.", "Our API no longer supports XML.", "I don't eat meat.", "Never run it."]
)
def test_denials_are_seen(text: str) -> None:
    """A denied clause says so, whatever stands between."""
    words = Words(text)
    assert read_clause(words).negated or words.at(0) == "never"


def test_an_opinion_gives_way_to_what_it_is_about() -> None:
    """Behind "I think" stands the clause that matters."""
    words = Words("I think the audit will cost around 15k.")
    inner = embedded_clause(words, read_clause(words))
    assert (inner.who, inner.verb, inner.form) == ("thing", "cost", "modal")


@pytest.mark.parametrize(
    "text",
    [
        "After July, invoices all go to Ana.",
        "Before March, tickets all went to Jira.",
        "After midnight, jobs all run in Oslo.",
        "After 5 pm, deploys the team makes are frozen.",
        "Before noon, reports it sends are drafts.",
    ],
)
def test_what_follows_a_time_is_no_order(text: str) -> None:
    """After "After …," or "Before …," an unknown word is the subject of a statement, not a command."""
    assert not read_clause(Words(text)).imperative


def test_what_follows_a_condition_is_an_order() -> None:
    """After "When …," or "To …," an unknown word with an object is a command."""
    for text in ("When the build fails, retrigger the job.", "To see the graph, graphviz the file."):
        assert read_clause(Words(text)).imperative
