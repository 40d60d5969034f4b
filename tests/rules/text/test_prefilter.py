"""The prefilter for orders: where it sees nothing, the rules find nothing; `test_secrets` checks it for secrets."""

import random
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.rules.injection import order_prefilter
from recall_cli.rules.injection.markup import markup_reason
from recall_cli.rules.injection.orders import MIN_SPACED_LETTERS, PHRASE_KEYS, PRIVATE_PLACES, order_reason
from recall_cli.rules.injection.pattern_parser import PATTERN_LINES
from recall_cli.rules.text import prefilter
from recall_cli.rules.text.prefilter import Prefilter, injection_flags
from tests.bench.corpus import Corpus
from tests.long_run import repetitions
from tests.rules.injection.test_injection import HARMLESS, HOSTILE

WORDS = [key for key in PHRASE_KEYS.pairs() if not key.startswith("@")]
PIECES = st.sampled_from(
    [
        *WORDS,
        *PRIVATE_PLACES,
        *"abix",
        *"<`#[\":|.,!?'@$(",
        ".)",
        ". ",
        "https://x.test",
        "a@b.c",
        "](http",
        "exec(",
        "you",
    ]
)


def passes_prefilter(text: str, known: Prefilter) -> bool:
    """Whether the prefilter sees no order in a text."""
    sentences = [injection_flags(found) for found in known.sentence_flags(text)]
    assert injection_flags(known.flags(text)) == reduce(or_, sentences)
    return all(map(order_prefilter.cannot_hold_order, sentences)) and order_prefilter.has_no_markup(
        injection_flags(known.flags(text))
    )


def injection_verdict(text: str) -> "str | None":
    """The verdict of the full rule."""
    return markup_reason(text.lower()) or order_reason(text.lower())


def test_what_is_held_does_not_pass() -> None:
    """No text that the rules hold passes, alone or joined from two pieces; most ordinary texts pass."""
    dice, known = random.Random(7), Prefilter()
    whole = HOSTILE + HARMLESS
    texts = [*whole]
    for _ in range(6_000):
        first, second = dice.choice(HOSTILE), dice.choice(whole)
        joint = dice.choice(("", " ", "\n", ". ", ": ", "\n.\n"))
        texts.append(first[: dice.randrange(len(first) + 1)] + joint + second[dice.randrange(len(second) + 1) :])
    assert [
        text for text in texts if text.isascii() and passes_prefilter(text, known) and injection_verdict(text)
    ] == []
    assert sum(injection_verdict(text) is not None for text in texts) > 500
    ordinary = [str(memory["text"]) for memory in Corpus().memories(400)]
    assert sum(passes_prefilter(text, known) for text in ordinary) > 250


@settings(max_examples=repetitions(500))
@given(st.lists(PIECES, max_size=16), st.sampled_from(["", " ", " ", " "]))
def test_no_order_passes(pieces: "list[str]", between: str) -> None:
    """Keys, private folders, letters and signs in any order, with and without spaces, do not pass."""
    text = between.join(pieces)
    assert not passes_prefilter(text, Prefilter()) or injection_verdict(text) is None


def test_every_phrase_has_a_bit() -> None:
    """There are enough bits for all phrases, and no key consists of single letters."""
    assert len(PATTERN_LINES) <= order_prefilter._MAX_PHRASES
    assert [
        word for word in WORDS if len(word) >= MIN_SPACED_LETTERS and set(word) <= order_prefilter._SINGLE_LETTER_WORDS
    ] == []


def test_what_is_remembered_has_a_bound_and_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of words is limited, and its limit does not change any result."""
    texts = [str(memory["text"]) for memory in Corpus().memories(300)]
    alone = [Prefilter().flags(text) for text in texts]
    monkeypatch.setattr(prefilter, "MAX_CACHED_WORDS", 50)
    known = Prefilter()
    assert [known.flags(text) for text in texts * 2] == alone * 2
    assert len(known) <= 51
