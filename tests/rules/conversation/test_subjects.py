"""A cause leads back to its problem, an answer to its question, and neither gets other words."""

import pytest

from tests.rules.conversation.talk import statements, texts


def about(*lines: str) -> dict[str, str]:
    """What each statement of a conversation is about, as far as that is noted."""
    return {statement.text: statement.about for statement in statements(*lines) if statement.about}


@pytest.mark.parametrize(
    ("opening", "cause", "problem"),
    [
        (
            "hey, the checkout takes 9 seconds since monday, can you look?",
            "The cause is a pool of 10 connections to `tax-api`.",
            "the checkout takes 9 seconds since monday",
        ),
        (
            "the gateway stops publishing after wifi drops.",
            "The root cause is the unbounded outbox: `enqueue` fails when the heap is full.",
            "the gateway stops publishing after wifi drops",
        ),
        (
            "moin, der Export bricht seit gestern nach 100 Zeilen ab.",
            "Die Ursache: `writer.py` schließt die Datei zu früh.",
            "der Export bricht seit gestern nach 100 Zeilen ab",
        ),
        (
            "Bonjour, les frais de port sont facturés deux fois.",
            "La cause : `ShippingListener` est enregistré à deux endroits.",
            "les frais de port sont facturés deux fois",
        ),
        (
            "oi, o mapa trava com mais de 100 pedidos.",
            "O problema é que cada marcador recria o ícone em `icons.ts`.",
            "o mapa trava com mais de 100 pedidos",
        ),
        (
            "users report that the app eats 30 % of the battery overnight.",
            "The uploader polls `/v2/status` every 15 seconds.",
            "users report that the app eats 30 % of the battery overnight",
        ),
    ],
)
def test_a_cause_is_about_the_problem(opening: str, cause: str, problem: str) -> None:
    """The problem that opened the session is not stored, and the words of the cause stay as they are."""
    lines = (f"U: {opening}", "A: I'll look at the code.", "ok", f"A: {cause}", "U: please fix it", "A: Done.")
    assert problem in about(*lines).values()
    assert not any(problem in text for text in texts(*lines))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which keepalive do you want?", "the backup line bills per byte, 120 is ok"),
        ("What should the retention of the traces be?", "legal wants 45 days"),
    ],
)
def test_a_short_answer_is_about_the_question(question: str, answer: str) -> None:
    """It says a value, and the agent's question says of what."""
    noted = about("U: let us set up the gateway.", f"A: {question}", f"U: {answer}", "A: Fine.")
    stored = texts("U: let us set up the gateway.", f"A: {question}", f"U: {answer}", "A: Fine.")
    assert question.rstrip("?") in " ".join((*noted.values(), *stored))


def test_the_agents_answer_is_about_the_users_question() -> None:
    """Asked a month later in the words of the question, the answer is found."""
    noted = about(
        "U: We build the sensor board.",
        "A: OK.",
        "U: does the new board need anything else?",
        "A: The module has octal PSRAM, so GPIO 35–37 are taken.",
    )
    assert [*noted.values()] == ["does the new board need anything else?"]


def test_a_decision_about_a_name_is_about_what_was_said_of_it() -> None:
    """Which MEDIUM it is says the turn before."""
    noted = about(
        "U: look at the pipeline",
        "A: It takes 19 minutes.",
        "U: we currently run the warehouse on size MEDIUM for dbt. Would it help to go to LARGE?",
        "A: It might save ten minutes, but doubles the price.",
        "U: let us stay on MEDIUM then.",
        "A: OK.",
    )
    assert noted["let us stay on MEDIUM then."] == "we currently run the warehouse on size MEDIUM for dbt"


def test_a_reply_to_an_item_is_about_the_item() -> None:
    """Its number means nothing later."""
    noted = about(
        "U: anything you'd flag?",
        "A: Two things:\n\n1. We could drop the Unicode tables, which saves 540 KiB.\n2. We could cache `config.toml`.",
        "U: 1: no, users search japanese logs",
        "A: OK.",
        "U: write the docs",
        "A: Written.",
        "U: thanks",
        "A: Bye.",
    )
    assert noted["users search japanese logs"].startswith("We could drop the Unicode tables")


def test_a_statement_that_says_of_what_it_is_needs_nothing() -> None:
    """A cause with the words of its problem gets none."""
    lines = (
        "U: the checkout takes 9 seconds.",
        "A: I'll look.",
        "ok",
        "A: The checkout takes 9 seconds because `tax-api` has 10 connections.",
    )
    assert about(*lines) == {}
