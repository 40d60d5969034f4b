"""What the rules keep of a short session: what holds tomorrow, and not what was asked for today."""

from recall_cli.domain.turn import AGENT, USER, Turn
from recall_cli.rules.conversation.choose import choose_statements
from recall_cli.rules.conversation.statements import split_turns
from tests.for_each import for_each


def kept(*said: tuple[str, str]) -> list[str]:
    """The statements that are kept of a conversation."""
    turns = [Turn(speaker=speaker, text=text, id=str(number)) for number, (speaker, text) in enumerate(said)]
    return [one.text for one in choose_statements(turns, split_turns(turns))]


@for_each(
    "text",
    [
        "rename the helper `calc` to `calculate_total`",
        "and please add a line to the changelog",
        "set up the data layer of the shop",
        "add an integration test for the orders repository",
        "where do the nightly jobs of the shop run",
        "if not can you merge the release branch of the shop",
        "how should we toggle the new checkout page",
        "the footer of the shop shows last year, any idea?",
    ],
)
def test_what_was_asked_for_today_is_not_kept(text: str) -> None:
    """A task is over when it is done, and a question when it is answered."""
    assert kept((USER, text), (AGENT, "Done, and all tests pass."), (USER, "thanks")) == []


@for_each(
    "text",
    [
        "use tabs in go files, spaces everywhere else",
        "don't mock the database in integration tests",
        "run the linter before you commit",
        "use the read replica for reports",
        "staging moved again, it's stg3.acme.internal now",
        "we renamed display_name to full_name yesterday",
        "Docker on this machine needs the old daemon",
        "billing stays in the monolith - we settled that with finance",
    ],
)
def test_a_short_session_leaves_what_the_user_says_of_the_work(text: str) -> None:
    """A rule, a fact or a change, also where it reads like an order or says little."""
    assert kept((USER, "what does app.py do?"), (AGENT, "It starts the server."), (USER, text), (AGENT, "Okay.")) == [
        text
    ]


@for_each(
    "reply", ["You're right, the order is read again.", "You’re absolutely right! I had not looked.", "You are right."]
)
def test_what_the_user_corrected_is_not_kept(reply: str) -> None:
    """The agent's claim is left out when the user contradicts it and the agent then says that they are right."""
    claim = "The `orders` table is not locked, because Postgres reads an old version of each row."
    asked = (USER, "why does the checkout wait for the report of the shop so long?")
    doubt = (USER, "but the report does select for update, so it waits for the lock of each order")
    assert claim in kept(asked, (AGENT, claim), doubt, (AGENT, "I will look at the plan of the query."))
    assert claim not in kept(asked, (AGENT, claim), doubt, (AGENT, reply))
