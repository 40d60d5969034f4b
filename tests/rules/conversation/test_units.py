"""What is kept of each kind of turn, and what is not."""

import pytest

from tests.rules.conversation.talk import reasons, statements, texts

OPENING = ("U: hey, the export is broken.", "A: I'll look at it.", "ok")

FROM_USER = (
    "Never run migrations outside of the window, Sundays 5 to 6 am.",
    "The recovery keys are in the Vault path `kv/wards/luks`.",
    "No fixed waits in tests, use waitForResponse.",
    "releases are always on the second Thursday.",
    "der Schlüssel darf nie dauerhaft auf dem Server liegen.",
    "nunca lancéis vacuum full entre las 8 y las 23.",
    "toutes les images ont toujours un texte alternatif.",
    "migração sempre em dois deploys, primeiro preenche.",
)


@pytest.mark.parametrize("text", FROM_USER)
def test_rules_and_facts_of_the_user_are_kept(text: str) -> None:
    """As theirs."""
    (found,) = statements(*OPENING, f"U: {text}")
    assert (found.text, found.source) == (text, "user")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("never cache prices, they change hourly.", "Never cache prices, they change hourly."),
        ("we deploy with `make ship` on Mondays.", "We deploy with `make ship` on Mondays."),
        ("npm is banned here, use pnpm 9.", "npm is banned here, use pnpm 9."),
        ("make lint takes 3 minutes on CI.", "make lint takes 3 minutes on CI."),
        ("iPhone builds need Xcode 15.", "iPhone builds need Xcode 15."),
    ],
)
def test_a_statement_begins_with_a_capital_and_a_name_as_it_is(text: str, stored: str) -> None:
    """The first letter changes only if the first word is an ordinary one."""
    assert texts(*OPENING, f"U: {text}") == [stored]


@pytest.mark.parametrize(
    "order", ["Remember that.", "Please remember this for next time.", "Keep this in mind.", "Merk dir das."]
)
def test_a_sentence_that_only_points_at_others_is_left_out(order: str) -> None:
    """Alone, and behind the statement that it points at."""
    assert texts(*OPENING, f"U: {order}") == []
    assert texts(*OPENING, f"U: The deploy host is web-3. {order}") == ["The deploy host is web-3."]


@pytest.mark.parametrize(
    "text",
    [
        "I found that the database timeout is 5 seconds.", "I noticed that the database timeout is 5 seconds.",
        "I checked: the database timeout is 5 seconds.", "According to config.py the database timeout is 5 seconds.",
    ],
)  # fmt: skip
def test_a_finding_of_the_agent_is_kept(text: str) -> None:
    """A state that the agent found is no step of its work."""
    assert text in texts(*OPENING, f"A: {text}", "U: Next topic.")


def test_what_the_agent_only_looks_at_is_left_out() -> None:
    """A thing that it sees is no statement."""
    assert texts(*OPENING, "A: I see two status columns, `status` and `state`.", "U: Next topic.") == []


NOT_FROM_USER = (
    "thanks a lot!", "lol that was me at 3am 😂", "what if we used redis some day", "can you have a look please",
    "going to get a coffee, back in ten minutes", "how long does the suite take now", "gracias, hasta mañana",
    "was wäre eigentlich wenn wir redis nehmen?", "ok", "rerun it", "here is the log:",
)  # fmt: skip


@pytest.mark.parametrize("text", NOT_FROM_USER)
def test_chatter_questions_and_single_requests_are_not(text: str) -> None:
    """They are over when they are said."""
    assert texts(*OPENING, f"U: {text}") == []


FROM_AGENT = (
    "The cause is the unbounded queue: after 9 minutes the heap is full.",
    "I found that the image lacks `fonts-noto`, because the base image changed.",
    "`op-sqlite` 14 needs React Native 0.76, and the app is on 0.74.",
    "Load test at 3,000 msg/s: maximum lag 1,204, p99 310 ms.",
    "Die Ursache: seit 4.2 fehlt der UID das Präfix der Praxis.",
    "La consulta tarda 3 s porque falta un índice sobre `(hotel_id, fecha)`.",
)


@pytest.mark.parametrize("text", FROM_AGENT)
def test_causes_and_measurements_of_the_agent_are_kept(text: str) -> None:
    """At the agent's trust, as findings."""
    (found,) = statements(*OPENING, f"A: {text}", "U: ok.")
    assert (found.source, found.type) == ("agent", "finding")


NOT_FROM_AGENT = (
    "I'll compare the two versions.", "Let me read the logs first.", "All 90 tests pass now.", "Running the migration.",
    "It might be the cache.", "Glad it helps!", "Which one do you want?", "Ich schaue mir das Log an.", "Vou ver o log.",
    "Je regarde les journaux.", "Voy a mirar el registro.",
)  # fmt: skip


@pytest.mark.parametrize("text", NOT_FROM_AGENT)
def test_narration_status_and_guesses_are_not(text: str) -> None:
    """They belong to the work of the moment."""
    assert texts(*OPENING, f"A: {text}", "U: ok.") == []


def test_a_problem_that_a_later_success_solved_is_left_out() -> None:
    """An error, then a success: what failed is over. Its cause is kept."""
    talk = ("A: Adding the lock.", "error", "A: Two tests fail in `test_lock.py`.", "ok", "A: Done.")
    assert texts(*OPENING, *talk) == []
    talk = (*talk[:2], "A: It fails because `tracker.done()` is not thread-safe in `tracker.go:41`.", "ok", "A: Done.")
    assert [text for text in texts(*OPENING, *talk) if "thread-safe" in text] or reasons(*OPENING, *talk)


REPORT = """A: ## Summary
- VAT is rounded once per invoice in `totals.py`
- the migration `9d2` adds `vat_total_cents`

| topic | setting |
|---|---|
| shards | 6, suite 7 min 50 s |

**Open**
- credit notes still round per line"""


def test_a_report_is_kept_with_its_open_items_and_tables() -> None:
    """Each line alone can be understood."""
    found = {statement.text: statement.type for statement in statements(*OPENING, REPORT, "U: bye")}
    assert found == {
        "VAT is rounded once per invoice in `totals.py`": "decision",
        "The migration `9d2` adds `vat_total_cents`": "decision",
        "Still open: credit notes still round per line": "procedure",
        "shards: 6, suite 7 min 50 s": "decision",
    }


def test_an_opening_problem_is_over_and_an_opening_decision_is_not() -> None:
    """A session begins with what is wrong."""
    assert texts("U: lag on topic user-events is 4M and growing, it fails since v3.18") == []
    text = "We decided to use NATS because replay was too slow."
    assert texts(f"U: {text}") == [text]


TYPES = (
    ("never deploy on Fridays.", "preference"),
    ("the broker allows max 200 connections.", "fact"),
    ("brokers moved, they are on kafka-1.core:9094 now.", "correction"),
    ("let's go with SQS then, it is cheaper.", "decision"),
)


@pytest.mark.parametrize(("text", "type_"), TYPES)
def test_types_follow_from_speaker_and_small_words(text: str, type_: str) -> None:
    """Not everything is a fact."""
    (found,) = statements(*OPENING, f"U: {text}")
    assert found.type == type_


OPENERS = (
    ("btw the port is 8010 on `web1`.", "The port is 8010 on `web1`."),
    ("hm, ok so the port is 8010 on `web1`.", "The port is 8010 on `web1`."),
    ("One thing for the future: never delete `base.json`.", "Never delete `base.json`."),
    ("he says that order_id alone is not unique.", "order_id alone is not unique."),
    ("😅 ok rule: never push tags to `origin`.", "Never push tags to `origin`."),
)


@pytest.mark.parametrize(("text", "stored"), OPENERS)
def test_openers_labels_and_fillers_are_removed(text: str, stored: str) -> None:
    """What is stored begins with its subject."""
    assert texts(*OPENING, f"U: {text}") == [stored]


def test_a_fragment_is_joined_to_the_statement_before() -> None:
    """Or it is left out."""
    talk = (*OPENING, "U: the guide app reads the table exhibit. it breaks when columns are renamed.")
    assert texts(*talk) == ["The guide app reads the table exhibit. it breaks when columns are renamed."]
    assert texts(*OPENING, "U: that was it.") == []


def test_a_command_is_kept_with_the_line_that_introduces_it() -> None:
    """It is a procedure."""
    talk = (*OPENING, "A: To backfill a day, run:\n```bash\nairflow dags backfill orders -s 2026-09-05\n```", "U: ok.")
    found = {statement.text: statement.type for statement in statements(*talk)}
    assert found == {"To backfill a day, run: `airflow dags backfill orders -s 2026-09-05`": "procedure"}


def test_statements_about_different_things_are_no_copies() -> None:
    """Two subjects with the same predicate."""
    talk = ("U: the billing service listens on port 8080.", "A: OK.", "U: the search service listens on port 8080.")
    assert len(texts(*OPENING, *talk)) == 2


def test_ordinals_and_code_do_not_cut_a_sentence() -> None:
    """German writes "3. Oktober", and code may hold a full stop and a blank."""
    text = "der Umzug ist immer am 3. Oktober auf `web. intern`."
    assert texts(*OPENING, f"U: {text}") == [text]


REMARKS = ("that was a long day for everyone", "ah, the same again", "what a lovely idea that is")
FACTS_WITHOUT_A_NUMBER = ("Eszter will translate, she works tuesdays", "logs must not contain customer names")


@pytest.mark.parametrize("text", REMARKS)
def test_a_remark_that_names_nothing_is_left_out(text: str) -> None:
    """Neither a number nor a name, a date, a rule or a decision."""
    assert texts(*OPENING, "A: The export is written to `out.csv` every 5 minutes.", f"U: {text}")[1:] == []


@pytest.mark.parametrize("text", FACTS_WITHOUT_A_NUMBER)
def test_a_day_a_duty_or_a_rule_is_kept(text: str) -> None:
    """In few words, too."""
    assert texts(*OPENING, f"U: {text}") == [text]


def test_a_farewell_after_the_report_is_left_out() -> None:
    """Unless it holds a number or a rule."""
    report = "A: ## Summary\n- the export runs every 5 minutes\n- open: no alert yet"
    talk = (*OPENING, "U: do it every 5 minutes", report)
    assert len(texts(*talk, "U: Super, schönen Feierabend!")) == len(texts(*talk))
    assert len(texts(*talk, "U: never restart it between 7 and 9!")) == len(texts(*talk)) + 1


STEPS = (
    "I've added the flag to `app.toml`.",
    "I replaced the names by numbers in `log.py`.",
    "Retraining with the new labels.",
)
RESULTS = (
    "I tried salting with 64 buckets, but this doesn't work: 1,940 duplicates survived.",
    "I found that `days_since` is filled with 0, so no ticket looks like a ticket of today.",
    "I fitted it: 1.39 (1.09 to 1.77), so the conclusion holds.",
)


@pytest.mark.parametrize("text", STEPS)
def test_what_the_agent_did_is_left_out(text: str) -> None:
    """The report says what remains of it."""
    assert texts(*OPENING, f"A: {text}") == []


@pytest.mark.parametrize("text", RESULTS)
def test_what_the_agent_found_tried_or_measured_is_kept(text: str) -> None:
    """Also if it begins with "I"."""
    assert any(text[:30] in kept for kept in texts(*OPENING, f"A: {text}"))


def test_the_opening_of_a_session_that_the_agent_takes_up_is_a_request() -> None:
    """What the user says at once is a fact, unless the agent goes to work on it."""
    said = "U: Users report that our app eats 30 % of the battery overnight."
    assert texts(said, "A: I'll profile it.", "ok") == []
    assert texts("U: We use tabs in Go.") == ["We use tabs in Go."]
    deadline = "Finance needs the figures of October by 06:00."
    assert texts(f"U: {deadline} The job is slow.", "A: I'll profile it.", "ok") == [deadline]


@pytest.mark.parametrize(
    "wish",
    [
        "We need to find out why checkout fails.",
        "We have to figure out what breaks the nightly build.",
        "Someone should look into the flaky login test.",
        "We need to understand where the 3 seconds go.",
        "Wir müssen herausfinden, warum der Import abbricht.",
        "Tenemos que averiguar por qué falla el pago.",
        "Il faut comprendre pourquoi le build échoue.",
    ],
)
def test_a_wish_to_find_out_is_a_request(wish: str) -> None:
    """Its result is stored, not that somebody wanted to know; a rule about each time is stored too."""
    for turns in ((wish, "A: I'll look at it."), ("The export is broken.", "A: I'll look at it.", wish)):
        spoken = [turn if turn.startswith("A: ") else f"U: {turn}" for turn in turns]
        assert wish not in [statement.text for statement in statements(*spoken)]
    kept = statements(
        "U: hey", "A: hello", "U: You must always look into a failing nightly test before `make release`."
    )
    assert len(kept) == 1
