"""Of which orders to an agent a word of plain ASCII can be a part, whatever stands around it.

For very many texts it is found out once a word (`rules/sieve`). What the words of a text can be a part of, all
together, tells of most texts that the rule would find nothing.
"""

from recall_cli.rules.injection import LONG, SIGNS
from recall_cli.rules.injection.keys import KEYS
from recall_cli.rules.injection.phrases import COMMON, PRIVATE, words

_SIGN, _LOOK = 1, 2
_BITS, _MOST = 2, 384
"""The numbers of the phrases that a word is the first key of come behind two bits, and those it is the second key of
384 bits behind them."""
_EVERY = (1 << _MOST) - 1


def _places(numbers: str) -> int:
    """The numbers of a list as bits."""
    return sum(1 << int(number) for number in numbers.split(",") if number)


def _numbered() -> "dict[str, int]":
    """Each key, with the phrases that it is the first and the second key of."""
    pairs = KEYS.split()
    parted = {word: said.partition("/") for word, said in zip(pairs[::2], pairs[1::2], strict=True)}
    return {word: _places(one) << _BITS | _places(other) << _BITS + _MOST for word, (one, _, other) in parted.items()}


_KEYS = _numbered()
_ANYWHERE = ("](http", "exec(")
_HARMLESS = frozenset("ai")
"""Letters that stand alone in ordinary texts; a key that somebody wrote apart has others too."""


def keys(word: str) -> int:
    """What a word can be a part of: markup, what is found without keys, each phrase."""
    low = word.lower()
    if low in COMMON or len(low) >= LONG:
        return _LOOK
    if len(low) > 1 and low.replace("_", "").isalpha() and not _names_a_place(low):
        return _KEYS.get(low, 0)
    said = words(low)
    found = _SIGN if any(sign in low for sign in SIGNS) else 0
    if any(place in low for place in _ANYWHERE):
        found |= _LOOK
    if any(len(one) == 1 and one.isalpha() and one not in _HARMLESS for one in said):
        found |= _LOOK  # a letter of a word that is written apart
    if ":" in low:
        said.append("@says")
    for one in said:
        found |= _LOOK if one in COMMON else _KEYS.get(one, 0)
    return found


def _names_a_place(low: str) -> bool:
    return any(place in low for place in PRIVATE)


def is_orderly(found: int) -> bool:
    """Whether the rule would find nothing in a text of such words; markup apart."""
    return found & _LOOK == 0 and found >> _BITS & found >> _BITS + _MOST & _EVERY == 0


def is_plain(found: int) -> bool:
    """Whether no sign of markup is in such words."""
    return found & _SIGN == 0
