"""Of which secrets a word of plain ASCII can be a part: every finder needs a word of a kind that is told here.

Whatever stands around the word; so for very many texts it is found out once (`rules/sieve`).
"""

import re

from recall_cli.rules.secrets.names import is_named
from recall_cli.rules.secrets.phrases import LEAST, longest_mix
from recall_cli.rules.secrets.vendors import SHORTEST, vendor_tokens

_LOUD, _DIGIT, _CODE = 1, 2, 4
BITS = 3
_SIGNS = frozenset("=|\"'`@")
_TELLING = (
    "://", "-----", "/p:", "/user:", "thin:", "sqlplus", "authorization", "bearer", "ssws", "basic", "aws4-hmac",
    "htpasswd", "add_user", "adduser", "change_password", "private-l", "base64,", "aaaa", "sha1", "sha2", "sha3",
    "sha5", "h1:", "zh:", "vault:v", "mnemonic", "phrase", "seed", "bip", "otp", "2fa", "mfa", "authenticator", "wifi",
    "wi-fi", "wpa", "answer", "community", "snmp", "wallet", "metamask", "recovery", "<<<", "useradd",
    "frase", "fraza",
)  # fmt: skip
_DIGITS = frozenset("0123456789")
_OF_CODES = ("pin", "tan", "puk", "cvv", "cvc", "code", "kod", "codigo", "codice", "geheimzahl")
_NAMES_OF_CODES = re.compile(r"(?<![a-z_\-])(?:pin|tan|puk|cvv|cvc)|code|kod|codigo|codice|geheimzahl")


def is_quiet(found: int) -> bool:
    """Whether nothing can be found in a text whose words are of these kinds, all together."""
    return found & _LOUD == 0 and found & (_DIGIT | _CODE) != _DIGIT | _CODE


def without_stop(word: str) -> str:
    """The word without a stop or comma behind it, where that makes no difference to any finder."""
    bare = word[:-1]
    return bare if bare.isalnum() and (word[-1] == "." or (word[-1] == "," and len(word) < 15)) else word


def kind(word: str) -> int:
    """What a word can be a part of: a secret by itself or by its neighbours, a number with the name of a code."""
    low = word.lower()
    has_digit = not _DIGITS.isdisjoint(low)
    if low[0] == "-" or not _SIGNS.isdisjoint(low) or low.count(":") > 3 or is_named(low):
        return _LOUD
    for telling in _TELLING:
        if telling in low:
            return _LOUD
    if has_digit and (longest_mix(low) >= LEAST or _is_of_a_card(low)):
        return _LOUD
    if (len(word) >= SHORTEST or "/" in word or ":" in word) and vendor_tokens(word):
        return _LOUD
    return (_DIGIT if has_digit else 0) | (_CODE if _names_a_code(low) else 0)


def _is_of_a_card(low: str) -> bool:
    """Whether a word can begin the number of a payment card: many digits, or a first group of four."""
    digits = sum(map(low.count, "0123456789"))
    return digits >= 13 or (digits == 4 and low.strip(".,;:!?()").isdigit() and low.lstrip("(")[0] in "3456")


def _names_a_code(low: str) -> bool:
    for name in _OF_CODES:
        if name in low:
            return _NAMES_OF_CODES.search(low) is not None
    return False
