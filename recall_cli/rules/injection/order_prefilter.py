"""Of which orders to an agent a word of plain ASCII can be a part, whatever stands around it.

For very many texts it is found out once a word (`rules/sieve`). What the words of a text can be a part of, all
together, tells of most texts that the rule would find nothing.
"""

from recall_cli.rules.injection import MARKUP_SIGNS, MIN_ENCODED_LENGTH
from recall_cli.rules.injection.order_phrases import FOREIGN_SMALL_WORDS, PRIVATE_PLACES, tokenize
from recall_cli.rules.injection.phrase_keys import PHRASE_KEYS

_MARKUP_FLAG, _CHECK_FLAG = 1, 2
_FLAG_BITS, _MAX_PHRASES = 2, 384
"""The numbers of the phrases that a word is the first key of come behind two bits, and those it is the second key of
384 bits behind them."""
_ALL_PHRASES = (1 << _MAX_PHRASES) - 1


def _number_bits(numbers: str) -> int:
    """The numbers of a list as bits."""
    return sum(1 << int(number) for number in numbers.split(",") if number)


def _build_key_bits() -> "dict[str, int]":
    """Each key, with the phrases that it is the first and the second key of."""
    pairs = PHRASE_KEYS.split()
    parted = {word: said.partition("/") for word, said in zip(pairs[::2], pairs[1::2], strict=True)}
    return {
        word: _number_bits(one) << _FLAG_BITS | _number_bits(other) << _FLAG_BITS + _MAX_PHRASES
        for word, (one, _, other) in parted.items()
    }


_KEY_BITS = _build_key_bits()
_UNKEYED_CLUES = ("](http", "exec(")
_SINGLE_LETTER_WORDS = frozenset("ai")
"""Letters that stand alone in ordinary texts; a key that somebody wrote apart has others too."""


def word_flags(word: str) -> int:
    """What a word can be a part of: markup, what is found without keys, each phrase."""
    low = word.lower()
    if low in FOREIGN_SMALL_WORDS or len(low) >= MIN_ENCODED_LENGTH:
        return _CHECK_FLAG
    if len(low) > 1 and low.replace("_", "").isalpha() and not _has_private_place(low):
        return _KEY_BITS.get(low, 0)
    said = tokenize(low)
    found = _MARKUP_FLAG if any(sign in low for sign in MARKUP_SIGNS) else 0
    if any(place in low for place in _UNKEYED_CLUES):
        found |= _CHECK_FLAG
    if any(len(one) == 1 and one.isalpha() and one not in _SINGLE_LETTER_WORDS for one in said):
        found |= _CHECK_FLAG  # a letter of a word that is written apart
    if ":" in low:
        said.append("@says")
    for one in said:
        found |= _CHECK_FLAG if one in FOREIGN_SMALL_WORDS else _KEY_BITS.get(one, 0)
    return found


def _has_private_place(lowercase: str) -> bool:
    return any(place in lowercase for place in PRIVATE_PLACES)


def cannot_hold_order(flags: int) -> bool:
    """Whether the rule would find nothing in a text of such words; markup apart."""
    return flags & _CHECK_FLAG == 0 and flags >> _FLAG_BITS & flags >> _FLAG_BITS + _MAX_PHRASES & _ALL_PHRASES == 0


def has_no_markup(flags: int) -> bool:
    """Whether no sign of markup is in such words."""
    return flags & _MARKUP_FLAG == 0
