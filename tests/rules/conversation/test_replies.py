"""A reply approves, refuses, chooses, answers, confirms or replaces what was said before it."""

import pytest

from tests.rules.conversation.talk import reasons, statements, texts

OPENING = ("U: hey, the export is broken.", "A: I'll look at it.", "ok")

APPROVALS = (
    ("A: I'd move the check to `ci.yml`. Shall I?", "U: yes please", "move the check to `ci.yml`"),
    ("A: I propose a cache of 5 minutes on the page.", "U: ok, do that", "cache of 5 minutes"),
    ("A: Ich würde auf 4.1.9 zurückgehen. Einverstanden?", "U: ja", "4.1.9"),
    ("A: Propongo `pg_upgrade --link` para el corte.", "U: vale", "--link"),
    ("A: Je propose un cache de 5 minutes sur la page.", "U: d'accord", "5 minutes"),
    ("A: Proponho uma fila com limite de 25 por segundo.", "U: fechou", "25 por segundo"),
)


@pytest.mark.parametrize(("proposal", "reply", "part"), APPROVALS)
def test_an_approved_proposal_is_the_users_decision(proposal: str, reply: str, part: str) -> None:
    """Its words are the agent's, its source is the user."""
    (found,) = [statement for statement in statements(*OPENING, proposal, reply) if part in statement.text]
    assert (found.source, found.type) == ("user", "decision")


REFUSALS = (
    ("A: We could switch the shadows off, that saves 1.4 ms.", "U: no. players need them", "switch"),
    ("A: I could add the cache to `app.py` as well.", "U: nope", "cache"),
    ("A: We could send it by `smtp2` instead.", "U: leave it", "smtp2"),
    ("A: Podríamos usar `redis` para eso.", "U: no, déjalo", "redis"),
    ("A: On pourrait passer à `redis`.", "U: non, laisse tomber", "redis"),
)


@pytest.mark.parametrize(("proposal", "reply", "part"), REFUSALS)
def test_a_refused_proposal_is_left_out(proposal: str, reply: str, part: str) -> None:
    """It is no option any more."""
    assert not [text for text in texts(*OPENING, proposal, reply) if part in text]


def test_a_proposal_that_nobody_answers_is_left_out() -> None:
    """The user spoke of something else, and the agent did not do it."""
    talk = (*OPENING, "A: We could also rename `core.py`.", "U: the port of staging is 9443.")
    assert texts(*talk) == ["The port of staging is 9443."]
    assert reasons(*talk)["We could also rename `core.py`."] == "proposed and not decided"


def test_a_number_chooses_from_a_list() -> None:
    """The other items were only proposed."""
    plan = "A: Ideas:\n1. Shrink `db1` to 2 CPUs\n2. Move the logs to `s3://logs`\n3. Drop the NAT gateway `nat-a`"
    found = texts(*OPENING, plan, "U: 2")
    assert [text for text in found if "s3://logs" in text]
    assert not [text for text in found if "db1" in text or "nat-a" in text]


@pytest.mark.parametrize(("reply", "chosen"), [("second", "playwright.config.ts"), ("the first one", "TZ")])
def test_a_word_chooses_between_two(reply: str, chosen: str) -> None:
    """Of "A, or B" one is left."""
    found = texts(*OPENING, "A: I'd set `TZ` in the job, or pass `zone` in `playwright.config.ts`.", f"U: {reply}")
    assert [text for text in found if chosen in text]
    assert len(found) == 1


def test_a_short_answer_takes_its_subject_from_the_question() -> None:
    """A number alone says nothing a month later."""
    found = texts(*OPENING, "A: How many workers per partition do you want?", "U: 16")
    assert found == ["Workers per partition: 16"]


def test_a_value_that_the_agent_repeats_in_a_sentence_is_told_by_that_sentence() -> None:
    """The user is its source."""
    (found,) = statements(*OPENING, "U: make it 6 shards", "A: The suite runs on 6 shards from now on.")
    assert (found.text, found.source) == ("The suite runs on 6 shards from now on.", "user")


def test_a_repeated_value_confirms_the_agents_statement() -> None:
    """The user's word makes it theirs."""
    (found,) = statements(*OPENING, "A: The preview server listens on port 8020.", "U: right, 8020.")
    assert (found.text, found.source) == ("The preview server listens on port 8020.", "user")


REPLACEMENTS = (
    (("A: I've set the batch to 10 laptops.", "U: make it 5 laptops.", "A: Changed, 5."), "10", "5"),
    (("A: The pool has 40 connections now.", "U: 40 is too much, take 25", "A: Done."), "40", "25"),
    (("U: put the watchdog at 8 s.", "A: The watchdog is at 8 s.", "U: 4 s watchdog.", "A: Watchdog at 4 s now."), "8", "4"),
    (("A: The API listens on 8080 in `app.toml`.", "U: no, 9090 not 8080", "A: Right, 9090 in `app.toml`."), "8080 in", "9090"),
)  # fmt: skip


@pytest.mark.parametrize(("talk", "old", "new"), REPLACEMENTS)
def test_of_replaced_values_only_the_last_remains(talk: tuple[str, ...], old: str, new: str) -> None:
    """The old value is told by nobody."""
    found = texts(*OPENING, *talk)
    assert [text for text in found if new in text], found
    assert not [text for text in found if old in text], found


def test_what_the_user_calls_wrong_is_over() -> None:
    """The user's statement stays."""
    talk = ("A: They come from `media.example.org`.", "U: no, since May they are on cdn.example.org")
    found = texts(*OPENING, *talk)
    assert len(found) == 1
    assert "cdn.example.org" in found[0]


def test_a_confirmation_by_the_agent_is_no_memory_of_its_own() -> None:
    """ "Noted, …" repeats what the user said."""
    talk = ("U: staging always uses port 5433.", "A: Noted, port 5433 for staging.")
    assert texts(*OPENING, *talk) == ["staging always uses port 5433."]
