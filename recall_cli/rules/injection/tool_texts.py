"""Is a text that a server sends to models poisoned? Such texts are plain descriptions; anything else is refused.

Stricter than the check of memories: a description has no reason to give orders, to name addresses or to hide anything.
No regular expressions: a server checks all its texts at every start.
"""

from recall_cli.language.tables import read_phrases, read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_TYPOGRAPHY = frozenset("\n–—…“”‘’×")
"""What such a text may have beside printable ASCII."""
_ADDRESS_SIGNS = ("://", "www.", "mailto:", "data:", "javascript:")
_ADDRESS_ENDINGS = read_words("orders", "address endings")
_MARKUP_SIGNS = frozenset("<>`[]{}|\\#")
_ROLES = ("system:", "assistant:", "user:", "human:", "developer:", "tool:")
_CONDITIONS = read_words("orders", "conditions of descriptions")
_CONDITION_PHRASES = read_phrases("orders", "condition phrases")
_ORDERS = read_words("orders", "orders of descriptions")
_DUTIES = read_phrases("orders", "duties")
_CALL_WORDS = read_words("orders", "calls")
_TOOL_WORDS = read_words("orders", "tools")
_SECRECY = read_phrases("orders", "secrecy")
_OVERRIDES = read_phrases("orders", "overrides")
_EXFILTRATION_WORDS = read_words("orders", "words of exfiltration")
_EXFILTRATION_PHRASES = read_phrases("orders", "phrases of exfiltration")
_PUNCTUATION = str.maketrans("!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~–—…“”‘’×", " " * 39)
MAX_WORD_LETTERS = 40
"""A longer word is no word."""


def poison_reason(text: str, tool_names: "Iterable[str]" = ()) -> "str | None":
    """Why a description must not be sent to a model; None if it only describes."""
    low = text.lower()
    return (
        _character_reason(text)
        or _address_reason(low)
        or _markup_reason(low)
        or _phrase_reason(low)
        or _sentence_reason(low, frozenset(tool_names))
    )


def _character_reason(text: str) -> "str | None":
    if text.isascii() and text.replace("\n", " ").isprintable():
        return None
    strange = next((letter for letter in text if letter not in _TYPOGRAPHY and not " " <= letter <= "~"), None)
    return None if strange is None else f"invisible or foreign character U+{ord(strange):04X}"


def _address_reason(low: str) -> "str | None":
    if any(sign in low for sign in _ADDRESS_SIGNS):
        return "an address"
    for word in low.split():
        bare = word.strip(".,;:!?()'\"")
        name, dot, ending = bare.rpartition(".")
        if dot and name and name[-1].isalnum() and ending.partition("/")[0] in _ADDRESS_ENDINGS:
            return "an address"
        if len(bare) > MAX_WORD_LETTERS:
            return "a word that could be encoded text"
    return None


def _markup_reason(low: str) -> "str | None":
    if not _MARKUP_SIGNS.isdisjoint(low):
        return "markup"
    if any(line.strip().startswith(_ROLES) for line in low.splitlines()):
        return "an imitated turn of a conversation"
    return None


def _phrase_reason(low: str) -> "str | None":
    flat = " ".join(low.split())
    kinds = (
        ("secrecy", _SECRECY),
        ("an override of instructions", _OVERRIDES),
        ("a duty of the reader", _DUTIES),
        ("exfiltration", _EXFILTRATION_PHRASES),
    )
    return next((kind for kind, phrases in kinds if any(phrase in flat for phrase in phrases)), None)


def _sentence_reason(low: str, tool_names: "frozenset[str]") -> "str | None":
    for sentence in _split_sentences(low):
        words = frozenset(sentence.translate(_PUNCTUATION).split())
        if not words.isdisjoint(_EXFILTRATION_WORDS):
            return "exfiltration"
        if not words.isdisjoint(_CALL_WORDS) and not words.isdisjoint(_TOOL_WORDS | tool_names):
            return "a chained call"
        has_condition = not words.isdisjoint(_CONDITIONS) or any(phrase in sentence for phrase in _CONDITION_PHRASES)
        if has_condition and not words.isdisjoint(_ORDERS):
            return "a conditional order"
    return None


def _split_sentences(low: str) -> "list[str]":
    """The sentences; an order after a line break belongs to the condition before it."""
    flat = " ".join(low.split())
    for sign in ".!?":
        flat = flat.replace(sign + " ", "\n")
    return flat.split("\n")
