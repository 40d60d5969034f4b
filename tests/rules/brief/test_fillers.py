"""Fillers that a brief leaves out of a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.brief.fillers import remove_fillers
from tests.for_each import for_each


@for_each("text, rest", [
        ("last thing: remember that deploys need two reviews.", "deploys need two reviews."),
        ("btw the cache is Redis", "the cache is Redis"),
        ("BTW, the cache is Redis", "the cache is Redis"),
        ("hm, the build fails on ARM", "the build fails on ARM"),
        ("Great 🎉", ""), ("great!", ""), ("ok", ""), ("Thanks 🙏", ""),
        ("ok, use pnpm here", "use pnpm here"),
        ("great 🎉 the port is 9090", "the port is 9090"),
        ("The port is 9090 🎉", "The port is 9090"),
        ("One more thing - by the way: we use tabs.", "we use tabs."),
        ("Note that the queue is NATS.", "the queue is NATS."),
        ("Please note that CI runs on ARM.", "CI runs on ARM."),
        ("Great Expectations validates our data.", "Great Expectations validates our data."),
        ("So far we use NATS.", "So far we use NATS."),
        ("Right now the port is 80.", "Right now the port is 80."),
        ("OK responses have status 200.", "OK responses have status 200."),
        ("Hmac keys rotate monthly.", "Hmac keys rotate monthly."),
        ("Also-known-as names are kept.", "Also-known-as names are kept."),
        ("Umbrella is the deploy host.", "Umbrella is the deploy host."),
        ("Sure-fire retries are three.", "Sure-fire retries are three."),
        ("a → b", "a → b"), ("価格は円です", "価格は円です"),
    ],)  # fmt: skip
def test_fillers_are_left_out_and_nothing_else(text: str, rest: str) -> None:
    """Fillers are removed; words that belong to the sentence stay."""
    assert remove_fillers(text) == rest


@given(st.text())
def test_what_stays_is_a_part_of_the_text(text: str) -> None:
    """No letter is changed, and a second run removes nothing more."""
    rest = remove_fillers(text)
    assert rest in text
    assert remove_fillers(rest) == rest
