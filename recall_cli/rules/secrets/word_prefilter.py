"""What a plain ASCII word can be part of: every finder of secrets needs a word of one of these kinds.

This does not depend on the context, so for very many texts it is computed once per word (`rules/text/prefilter`).
"""

from recall_cli.language.patterns import compile_pattern
from recall_cli.language.tables import read_phrases
from recall_cli.rules.secrets.naming_words import has_naming_word
from recall_cli.rules.secrets.sentence_passwords import is_odd_password
from recall_cli.rules.secrets.surrounding_words import MIN_PASSWORD_LENGTH, longest_mixed_word
from recall_cli.rules.secrets.vendor_tokens import MIN_TOKEN_LENGTH, find_vendor_tokens

_SECRET_PART, _HAS_DIGIT, _CODE_NAME = 1, 2, 4
KIND_BITS = 3
_SECRET_SIGNS = frozenset("=|\"'`@")
_SECRET_CLUES = read_phrases("secrets", "clues in one word")
_DIGITS = frozenset("0123456789")
_CODE_WORDS = ("pin", "tan", "puk", "cvv", "cvc", "code", "kod", "codigo", "codice", "geheimzahl", "combina")
_CODE_WORD = compile_pattern(r"(?<![a-z_\-])(?:pin|tan|puk|cvv|cvc)|code|kod|codigo|codice|geheimzahl|combina")


def cannot_hold_secret(kinds: int) -> bool:
    """Whether nothing can be found in a text whose words have these kinds, all together."""
    return kinds & _SECRET_PART == 0 and kinds & (_HAS_DIGIT | _CODE_NAME) != _HAS_DIGIT | _CODE_NAME


def without_punctuation(word: str) -> str:
    """The word without a stop or comma after it, if that makes no difference to any finder."""
    bare = word[:-1]
    return bare if bare.isalnum() and (word[-1] == "." or (word[-1] == "," and len(word) < 15)) else word


def word_kinds(word: str) -> int:
    """What a word can be part of: a secret by itself or by its neighbours, or a number with the name of a code."""
    low = word.lower()
    has_digit = not _DIGITS.isdisjoint(low)
    if low[0] == "-" or not _SECRET_SIGNS.isdisjoint(low) or low.count(":") > 3 or has_naming_word(low):
        return _SECRET_PART
    for telling in _SECRET_CLUES:
        if telling in low:
            return _SECRET_PART
    if not has_digit and is_odd_password(word.strip("\"'`.,;:!?()[]{}<>*")):
        return _SECRET_PART
    if has_digit and (longest_mixed_word(low) >= MIN_PASSWORD_LENGTH or _may_be_card_part(low)):
        return _SECRET_PART
    if (len(word) >= MIN_TOKEN_LENGTH or "/" in word or ":" in word) and find_vendor_tokens(word):
        return _SECRET_PART
    tells_value = has_digit or low.startswith("access")  # a code with digits, or an access code that is a word
    return (_HAS_DIGIT if tells_value else 0) | (_CODE_NAME if _has_code_word(low) else 0)


def _may_be_card_part(lowercase: str) -> bool:
    """Whether a word can begin a payment card number: many digits, or a first group of four."""
    digits = sum(map(lowercase.count, "0123456789"))
    return digits >= 13 or (
        digits == 4 and lowercase.strip(".,;:!?()").isdigit() and lowercase.lstrip("(")[0] in "3456"
    )


def _has_code_word(lowercase: str) -> bool:
    for name in _CODE_WORDS:
        if name in lowercase:
            return _CODE_WORD.search(lowercase) is not None
    return False
