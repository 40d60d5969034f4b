"""The sieve of very many texts: where it sees nothing, the rules would find nothing; of secrets see `test_secrets`."""

import random
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.rules.injection import orderly
from recall_cli.rules.injection.keys import KEYS
from recall_cli.rules.injection.markup import imitates
from recall_cli.rules.injection.patterns import lines
from recall_cli.rules.injection.phrases import APART, PRIVATE, spoken
from recall_cli.rules.text import sieve
from recall_cli.rules.text.sieve import Sieve, orders
from tests.bench.corpus import Corpus
from tests.rules.injection.test_suspicion import HARMLESS, HOSTILE

WORDS = [key for key in KEYS.split()[::2] if not key.startswith("@")]
PIECES = st.sampled_from(
    [*WORDS, *PRIVATE, *"abix", *"<`#[\":|.,!?'@$(", ".)", ". ", "https://x.test", "a@b.c", "](http", "exec(", "you"]
)


def passed(text: str, known: Sieve) -> bool:
    """Does the sieve see nothing of an order in a text?"""
    sentences = [orders(found) for found in known.sentences(text)]
    assert orders(known.found(text)) == reduce(or_, sentences)
    return all(map(orderly.is_orderly, sentences)) and orderly.is_plain(orders(known.found(text)))


def judged(text: str) -> "str | None":
    """What the rule says of it."""
    return imitates(text.lower()) or spoken(text.lower())


def test_what_is_held_does_not_pass() -> None:
    """Of texts that are held, and of pieces of two texts put together, none passes; of an ordinary text most do."""
    dice, known = random.Random(7), Sieve()
    whole = HOSTILE + HARMLESS
    texts = [*whole]
    for _ in range(6_000):
        one, two = dice.choice(HOSTILE), dice.choice(whole)
        joint = dice.choice(("", " ", "\n", ". ", ": ", "\n.\n"))
        texts.append(one[: dice.randrange(len(one) + 1)] + joint + two[dice.randrange(len(two) + 1) :])
    assert [text for text in texts if text.isascii() and passed(text, known) and judged(text)] == []
    assert sum(judged(text) is not None for text in texts) > 500
    ordinary = [str(memory["text"]) for memory in Corpus().memories(400)]
    assert sum(passed(text, known) for text in ordinary) > 250


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=16), st.sampled_from(["", " ", " ", " "]))
def test_no_order_passes(pieces: "list[str]", between: str) -> None:
    """Keys, private places, letters and signs in any order, with spaces and without."""
    text = between.join(pieces)
    assert not passed(text, Sieve()) or judged(text) is None


def test_every_phrase_has_a_bit() -> None:
    """There are fewer phrases than bits for each key; and no key is made of those letters that stand alone in a text."""
    assert len(lines()) <= orderly._MOST
    assert [word for word in WORDS if len(word) >= APART and set(word) <= orderly._HARMLESS] == []


def test_what_is_remembered_has_a_bound_and_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are forgotten when they have become many; what they are found to be does not depend on it."""
    texts = [str(memory["text"]) for memory in Corpus().memories(300)]
    alone = [Sieve().found(text) for text in texts]
    monkeypatch.setattr(sieve, "REMEMBERED", 50)
    known = Sieve()
    assert [known.found(text) for text in texts * 2] == alone * 2
    assert len(known) <= 51
