"""What a new statement does to older memories: it ends one, asks about two at most, or leaves all of them alone."""

from recall_cli.domain.vector import QueryVector
from recall_cli.inference.static_table import StaticTable
from recall_cli.rules.change.judgement import MAX_QUESTIONS, Candidate, Judgement, judge
from tests.for_each import for_each
from tests.rows import read_rows

STORE = [text for (text,) in read_rows(__file__, "statements")]


TABLE = StaticTable()


def judged(text: str) -> "tuple[str, list[str]]":
    """The memory of the store that a statement ends, and those that it asks about."""
    cosines = QueryVector(TABLE.embed(text)).cosines([TABLE.embed(old) for old in STORE])
    found = judge(text, [Candidate(key=n, text=STORE[n], cosine=cosine) for n, cosine in enumerate(cosines)])
    return STORE[found.ends[0]] if found.ends else "", [STORE[key] for key, _ in found.asks]


@for_each(
    "text, ended",
    [
        ("We moved the backups from oslo-backups to bergen-backups.", STORE[2]),
        ("chore: move the deploy branch from release/stable to main", STORE[5]),
        ("We replaced Flagsmith with Unleash.", STORE[9]),
        ("Sentry is gone, errors are reported to Glitchtip.", STORE[10]),
        ("Sessions no longer expire after 45 minutes, it is two hours.", STORE[11]),
        ("Jonas handed the release notes over to Wanda.", STORE[15]),
        ("The mobile app has been rewritten in Swift, Flutter is out.", STORE[8]),
        ("Mail goes out through Resend instead of Postmark.", STORE[18]),
    ],
)
def test_a_statement_that_names_what_is_over_ends_it(text: str, ended: str) -> None:
    """It asserts the change, and the old thing that it names stands in the memory."""
    assert judged(text) == (ended, [])


@for_each(
    "text, asked",
    [
        ("Uploads may be 20 MB now.", STORE[3]),
        ("The staging database was upgraded to PostgreSQL 16.", STORE[6]),
        ("Since last sprint the linter is ruff.", STORE[13]),
        ("The weekly sync got moved to Thursday.", STORE[14]),
        ("We dropped Fastly for Bunny.", STORE[16]),
        ("We switched CI to Woodpecker.", STORE[17]),
        ("Migrations on Fridays are fine now, we have instant rollback.", STORE[12]),
        ("Correction: the booking API listens on 7011.", STORE[0]),
        ("Sessions expire after 90 minutes.", STORE[11]),
        ("CI läuft jetzt auf Woodpecker.", STORE[17]),
    ],
)
def test_a_change_without_the_old_thing_is_asked_about(text: str, asked: str) -> None:
    """Something changed, and the nearest memory may be what it was about; nothing is ended."""
    ended, questions = judged(text)
    assert ended == ""
    assert questions[0] == asked


@for_each(
    "text",
    [text for (text,) in read_rows(__file__, "not_the_same")],
)
def test_what_is_not_asserted_of_the_same_thing_ends_nothing(text: str) -> None:
    """Denied, planned, conditional, reported, doubted, past, undone, or said of something else."""
    assert judged(text)[0] == ""


@for_each(
    "text",
    [
        "To add a tenant, run `make tenant`.",
        "The booking API writes its log to stdout.",
        "If uploads exceed 12 MB, the API answers 413.",
        "Download links are sent by mail.",
        "The production database has a replica in Bergen.",
        "Jonas also writes the blog posts.",
        "Nobody moved the backups off oslo-backups.",
        "We might replace Flutter with Swift next year.",
        "Use `git switch`, not `git checkout`.",
        "Copy the file from staging to production.",
    ],
)
def test_a_statement_beside_the_others_is_not_asked_about(text: str) -> None:
    """It says nothing of a change and gives nothing another value."""
    assert judged(text) == ("", [])


def test_numbered_siblings_stand_beside_each_other() -> None:
    """The number is part of the name, and no other value."""
    old = [Candidate(key=1, text="Shard 3 was restored at noon.")]
    assert judge("Shard 4 was restored at night.", old) == Judgement()


def test_several_lines_under_one_label_are_a_list() -> None:
    """Where two memories have the label already, a third one contradicts neither."""
    old = [Candidate(key=n, text=f"Reviewer: {name}") for n, name in enumerate(("Ada", "Ben"))]
    assert judge("Reviewer: Cleo", old) == Judgement()
    assert [key for key, _ in judge("Reviewer: Cleo", old[:1]).asks] == [0]


def test_a_memory_of_several_facts_is_never_ended_whole() -> None:
    """Only one of its facts has changed: somebody is asked."""
    old = [Candidate(key=1, text="The API runs on Heroku, and its database is MariaDB.")]
    found = judge("The API was moved from Heroku to Fly.", old)
    assert found.ends is None
    assert [key for key, _ in found.asks] == [1]


def test_at_most_two_questions_are_asked() -> None:
    """Each has its memory and one sentence that quotes the new statement."""
    old = [Candidate(key=n, text=f"The {name} cache lives in Redis.") for n, name in enumerate("ABCDE")]
    asks = judge("The cache was moved to Valkey.", old).asks
    assert len(asks) == MAX_QUESTIONS
    assert all(reason.startswith('it says "') for _, reason in asks)


def test_without_older_memories_nothing_happens() -> None:
    """An empty store, an empty text, and a text of marks only."""
    assert judge("Sentry is gone.", []) == Judgement()
    assert judge("", [Candidate(key=1, text="CI runs on Drone.")]) == Judgement()
    assert judge("…!?", [Candidate(key=1, text="—")]) == Judgement()


@for_each(
    "old, new",
    [
        ("The port of service s0 is 9000.", "The port of service s1 is 9001."),
        ("On day 1 I adopted a dog from shelter number 7.", "On day 2 I adopted a cat from shelter number 14."),
        ("Tomas moved from Porto to Leeds.", "Marta moved from Leeds to Gdansk."),
    ],
)
def test_one_form_filled_in_two_places_is_about_another_thing(old: str, new: str) -> None:
    """Nobody is asked about siblings, also where a word of change stands in both."""
    assert judge(new, [Candidate(key=1, text=old)]) == Judgement()


def test_a_chain_of_changes_ends_the_last_link() -> None:
    """What says that the old thing came ends; what says that it went is over already. A way back is a change, too."""
    links = ["Ada moved from Oslo to Rome.", "Ada moved from Rome to Graz.", "Ada moved from Graz to Rome."]
    for known in (1, 2):
        found = judge(links[known], [Candidate(key=n, text=text) for n, text in enumerate(links[:known])])
        assert found.ends is not None
        assert found.ends[0] == known - 1


@for_each(
    "old, new",
    [
        ("Database migrations are done with Flyway.", "Data migrations are done with Flyway."),
        ("Log errors and ignore warnings.", "Log warnings and ignore errors."),
    ],
)
def test_what_is_done_with_a_tool_or_ignored_by_a_program_is_not_over(old: str, new: str) -> None:
    """Only who is done with a thing, and an order to ignore it, say that it is over."""
    assert judge(new, [Candidate(key=1, text=old)]).ends is None
    assert judge("We're done with Flyway.", [Candidate(key=1, text="We use Flyway.")]).ends is not None


@for_each(
    "old, new",
    [
        ("ERR_LOCK in CI means that somebody added a package with npm instead of pnpm.", "We use pnpm, not npm, in web."),
        ("npm install in web/ breaks the lockfile of pnpm.", "We use pnpm, not npm, in the web folder."),
        ("CI failed because tests ran with unittest instead of pytest.", "We use pytest, not unittest."),
        ("Times were off because somebody stored local time instead of UTC.", "We store UTC, not local time."),
        ("The report was empty, it read from the replica instead of the primary.", "Reports read from the primary, not the replica."),
    ],
)  # fmt: skip
def test_a_memory_of_both_things_is_not_ended_by_a_rule(old: str, new: str) -> None:
    """It tells why the rule is there. What holds the old thing alone is ended."""
    assert judge(new, [Candidate(key=0, text=old, cosine=0.8)]).ends is None
    assert judge("We use pnpm, not npm, in the web folder.", [Candidate(key=0, text="The web folder uses npm.")]).ends


@for_each("old", ["Should the API move to port 81?", "Previously the API listened on port 82."])
def test_a_question_or_a_look_back_cannot_be_replaced(old: str) -> None:
    """They say nothing of the present, and do not stand in the way of what does."""
    known = [Candidate(key=1, text="The API listens on port 80."), Candidate(key=2, text=old)]
    found = judge("The API moved from port 80 to port 81.", known)
    assert found.ends is not None
    assert found.ends[0] == 1


def test_a_first_sentence_may_announce_a_correction() -> None:
    """It is no word of the statement."""
    known = [Candidate(key=1, text="We changed the API port from 80 to 81.")]
    assert judge("That's wrong. The API listens on port 80.", known).asks


def test_too_slow_is_not_also() -> None:
    """At the end of a clause "too" means also; before another word it is a degree."""
    known = [Candidate(key=1, text="The queue is RabbitMQ.")]
    assert judge("We moved the queue from RabbitMQ to NATS because replay was too slow.", known).ends
    assert judge("We moved the queue from RabbitMQ to NATS too", known).ends is None


@for_each(
    "old, new",
    [
        ("Use pnpm, never npm.", "Use npm, never pnpm."),
        ("Commits go to main.", "Commits do not go to main."),
        ("We use tabs and no spaces.", "We use spaces and no tabs."),
    ],
)
def test_the_opposite_is_asked_about(old: str, new: str) -> None:
    """A denial that came or went, or that now denies what was said before."""
    assert judge(new, [Candidate(key=1, text=old)]).asks == ((1, "it gives the opposite"),)


@for_each(
    "older, newer",
    [
        ("The suite takes 7 min 14 s on two cores.", "The suite takes 6 min 50 s on two cores."),
        ("The kit costs 1,190 €.", "A kit is 1,250 €, plywood got dearer."),
        (
            "Backups of the shop go to the NAS called heron.",
            "Shop backups land in a bucket, the NAS was too slow for it.",
        ),
        ("Signing keys are rotated every 14 days.", "The signing keys get rotated weekly, 14 days were too long."),
    ],
)
def test_without_a_word_of_change_the_nearest_is_asked_about(older: str, newer: str) -> None:
    """Much of it is repeated, and no other memory is as near; nothing ends."""
    others = [Candidate(key=n, text=text, cosine=0.1) for n, text in ((2, "CI is red."), (3, "Tea is at four."))]
    found = judge(newer, [Candidate(key=1, text=older, cosine=0.85), *others])
    assert found.ends is None
    assert [key for key, _ in found.asks] == [1]


@for_each(
    "text",
    [
        "Is the kit 1,250 €?",
        "Perhaps the kit costs 1,250 €.",
        "We plan to sell the kit for 1,250 €.",
        "The kit was 990 € until 2024.",
        "The kit costs 1,190 €.",
        "The kit costs 1,190 € with the paddle.",
    ],
)
def test_what_asserts_nothing_new_asks_nothing(text: str) -> None:
    """A question, a doubt, a plan, a look back, the same once more, and the same with more beside it."""
    assert judge(text, [Candidate(key=1, text="The kit costs 1,190 €.", cosine=0.95)]) == Judgement()


def test_where_two_things_are_equally_near_the_statement_may_be_about_a_third() -> None:
    """Other memories name staging and production, so each side speaks of another of several things."""
    texts = (
        "The cart runs 6 replicas in production.",
        "The web shop runs in production.",
        "The web shop runs in staging.",
    )
    old = [Candidate(key=n, text=text, cosine=0.8 - n / 10) for n, text in enumerate(texts)]
    assert judge("In staging the cart has 2 replicas.", old) == Judgement()


def test_an_agent_asks_about_the_users_word_only_if_it_says_that_something_changed() -> None:
    """Another value alone does not unsettle what the user said."""
    old = Candidate(key=1, text="The release branch is called stable.", cosine=0.9, needs_change=True)
    assert judge("The release branch is called main.", [old]) == Judgement()
    assert [key for key, _ in judge("The release branch is called main now.", [old]).asks] == [1]
    assert [key for key, _ in judge("The release branch is called main.", [old.but(needs_change=False)]).asks] == [1]
