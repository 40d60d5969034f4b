"""Trust: set by the channel, lowered by the source, never raised."""

import itertools

from recall_cli.domain.memory import SOURCES, TRUST_LEVELS
from recall_cli.rules.beliefs.trust import lowest_trust, trust_of_import, trust_of_source
from tests.for_each import for_each

SOURCE_CASES = (
    ("user", "user", "user"), ("user", "agent", "agent"), ("user", "tool", "tool"),
    ("agent", "user", "agent"), ("agent", "agent", "agent"), ("agent", "tool", "tool"),
)  # fmt: skip


@for_each("channel, source, trust", SOURCE_CASES)
def test_the_channel_is_the_ceiling(channel: str, source: str, trust: str) -> None:
    """A caller can name a less trusted source, but not a more trusted one."""
    assert trust_of_source(channel, source) == trust


def test_nothing_ever_raises_it() -> None:
    """For every channel and source, the result is not above the channel."""
    for channel, source in itertools.product(TRUST_LEVELS, SOURCES):
        assert TRUST_LEVELS.index(trust_of_source(channel, source)) >= TRUST_LEVELS.index(channel)


IMPORT_CASES = (
    ("user", "user", "user"), ("user", "agent", "agent"), ("user", "tool", "tool"), ("agent", "user", "imported"),
    ("agent", "agent", "agent"), ("agent", "imported", "imported"), ("agent", "tool", "tool"),
    ("agent", "colleague", "imported"), ("user", "colleague", "colleague"), ("team", "colleague", "colleague"),
    ("team", "user", "colleague"), ("team", "imported", "imported"),
)  # fmt: skip


@for_each("channel, recorded, trust", IMPORT_CASES)
def test_an_import_is_the_users_word_only_where_a_person_runs_it(channel: str, recorded: str, trust: str) -> None:
    """An agent cannot create statements of the user or of a colleague through a file."""
    assert trust_of_import(channel, recorded) == trust


def test_the_least_trusted_counts() -> None:
    """A derived memory has the lowest trust of its sources."""
    assert lowest_trust("user", "tool", "agent") == "tool"
    assert lowest_trust("user") == "user"
