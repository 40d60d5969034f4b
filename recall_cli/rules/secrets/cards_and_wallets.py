"""Secrets that are recognized by their form alone: payment card numbers and private keys of wallets."""

import re

from recall_cli.language.tables import read_phrases
from recall_cli.rules.secrets import value_shape

_CARD_NUMBER = re.compile(
    r"(?<![\w.,:/=#+-])(?<!\d )[3-6]\d{3}(?:\d{9,15}|([ -])\d{4}\1\d{4}\1\d{1,7}|([ -])\d{6}\2\d{4,5})(?![\w.,:-]*\d)"
)
_ASSIGNED_CARD_NUMBER = re.compile(r"(?<=[:=])[3-6]\d{12,18}(?!\w)")
_CARD_LENGTHS = {"3": (14, 15, 16), "4": (13, 16, 19), "5": (16,), "6": (16, 17, 18, 19)}
_OTHER_NUMBER_NAMES = read_phrases("secrets", "names of other numbers")
_WALLET_IMPORT_KEY = re.compile(
    r"(?<![\w+/=\-])(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![\w+/=\-])"
)
_NAMED_WALLET_KEY = re.compile(
    r"(?:private|secret|spend|view)[ _-]?key\W{1,6}(?:is\W{1,3})?(0x[0-9a-f]{64}|[0-9a-f]{64})(?!\w)"
)


def find_cards_and_wallets(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every card number with a correct check digit, and every private key of a wallet."""
    secrets = (
        [(*match.span(), "card-number") for match in _find_cards(text, lowercase)] if _may_hold_cards(text) else []
    )
    for match in _WALLET_IMPORT_KEY.finditer(text):
        if all(value_shape.character_classes(match.group())[:3]) and not value_shape.is_placeholder(match.group()):
            secrets.append((*match.span(), "wallet-key"))
    if "key" in lowercase:
        secrets += [
            (*match.span(1), "private-key")
            for match in _NAMED_WALLET_KEY.finditer(lowercase)
            if len(set(match.group(1))) > 8
        ]
    return secrets


def _may_hold_cards(text: str) -> bool:
    return sum(map(text.count, "0123456789")) >= 13


def _find_cards(text: str, lowercase: str) -> "list[re.Match[str]]":
    return [
        match
        for pattern in (_CARD_NUMBER, _ASSIGNED_CARD_NUMBER)
        for match in pattern.finditer(text)
        if _is_card_number("".join(sign for sign in match.group() if sign.isdigit()))
        and not lowercase[max(0, match.start() - 20) : match.start()].rstrip(" :#=").endswith(_OTHER_NUMBER_NAMES)
    ]


def _is_card_number(digits: str) -> bool:
    """Whether the check digit is correct, for a number of a valid length. Test numbers repeat a digit."""
    if len(digits) not in _CARD_LENGTHS[digits[0]] or len(set(digits)) < 5:
        return False
    total = 0
    for place, sign in enumerate(reversed(digits)):
        value = int(sign) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
