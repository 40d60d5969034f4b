"""Which orders to an agent a plain ASCII word can be part of, in any context.

For very many texts this is computed once per word (`rules/text/prefilter`). The combined flags of its words show for
most texts that no order can be found.
"""

from recall_cli.rules.injection import CODE_SIGNS, MARKUP_SIGNS, MIN_ENCODED_LENGTH
from recall_cli.rules.injection.letter_codes import join_signed_letters, split_joined_words, split_name_words
from recall_cli.rules.injection.orders import (
    FOREIGN_SMALL_WORDS,
    PHRASE_KEYS,
    PRIVATE_PLACES,
    can_fit_form,
    meaning_bits,
    tokenize,
)

_MARKUP_FLAG, _CHECK_FLAG = 1, 2
_FLAG_BITS, _MAX_PHRASES = 2, 384
"""The phrases of which a word is the first key start at the third bit; those of which it is the second key, 384
bits later.
"""
_FORM_SHIFT = _FLAG_BITS + 2 * _MAX_PHRASES
"""The meanings of a word stand above its phrases."""
_ALL_PHRASES = (1 << _MAX_PHRASES) - 1


def _number_bits(numbers: str) -> int:
    return sum(1 << int(number) for number in numbers.split(",") if number)


_KEY_BITS = {
    word: _number_bits(numbers.partition("/")[0]) << _FLAG_BITS
    | _number_bits(numbers.partition("/")[2]) << _FLAG_BITS + _MAX_PHRASES
    for word, numbers in PHRASE_KEYS.pairs().items()
}
"""Each key, with the phrases of which it is the first and the second key."""
_UNKEYED_CLUES = ("](http", "exec(")
_SINGLE_LETTER_WORDS = frozenset("ai")
"""Letters that stand alone in ordinary texts. A key written with spaces has others too."""


def word_flags(word: str) -> int:
    """What a word can be part of: markup, orders that are found without keys, and each phrase."""
    low = word.lower()
    if low in FOREIGN_SMALL_WORDS or len(low) >= MIN_ENCODED_LENGTH or join_signed_letters(low) != low:
        return _CHECK_FLAG
    if split_joined_words(word) != word:
        return _name_flags(split_name_words(word)) | _own_flags(low)
    return _own_flags(low)


def _name_flags(words: "list[str]") -> int:
    """The flags of all words of a joined name."""
    flags = 0
    for word in words:
        flags |= _own_flags(word.lower()) if word.lower() not in FOREIGN_SMALL_WORDS else _CHECK_FLAG
    return flags


def _own_flags(low: str) -> int:
    if len(low) > 1 and low.replace("_", "").isalpha() and not _has_private_place(low):
        return _KEY_BITS.get(low, 0) | meaning_bits(low) << _FORM_SHIFT
    said = tokenize(low)
    flags = meaning_bits(low) << _FORM_SHIFT
    if any(sign in low for sign in MARKUP_SIGNS):
        flags |= _MARKUP_FLAG
    if any(sign in low for sign in CODE_SIGNS):
        flags |= _CHECK_FLAG
    if any(place in low for place in _UNKEYED_CLUES):
        flags |= _CHECK_FLAG
    if any(len(one) == 1 and one.isalpha() and one not in _SINGLE_LETTER_WORDS for one in said):
        flags |= _CHECK_FLAG  # a letter of a word written with spaces
    if ":" in low:
        said.append("@says")
    for one in said:
        flags |= _CHECK_FLAG if one in FOREIGN_SMALL_WORDS else _KEY_BITS.get(one, 0)
    return flags


def _has_private_place(lowercase: str) -> bool:
    return any(place in lowercase for place in PRIVATE_PLACES)


def cannot_hold_order(flags: int) -> bool:
    """Whether the rule would find nothing in a text of such words, apart from markup."""
    return (
        flags & _CHECK_FLAG == 0
        and flags >> _FLAG_BITS & flags >> _FLAG_BITS + _MAX_PHRASES & _ALL_PHRASES == 0
        and not can_fit_form(flags >> _FORM_SHIFT)
    )


def has_no_markup(flags: int) -> bool:
    """Whether such words have no sign of markup."""
    return flags & _MARKUP_FLAG == 0
