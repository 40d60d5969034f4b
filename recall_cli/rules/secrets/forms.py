"""Secrets that their own syntax shows: headers, commands, card numbers, seeds. Each form is a row of a table.

`language/secret_forms.txt` has the rows, in groups that are searched together. A form is tried only in a text that has
one of its cues. Its pattern finds a value, and its judge says whether the value is a secret.
"""

from recall_cli.domain.record import Record
from recall_cli.language.patterns import compile_pattern
from recall_cli.language.tables import read_entries, read_phrases, read_words, to_phrase
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.value_shape import character_classes, is_likely_password, is_placeholder, looks_random

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    Judge = Callable[[str, re.Match[str]], bool]

_NO_SEED_WORDS = read_words("secrets", "no seed words")
_CARD_LENGTHS = {"3": (14, 15, 16), "4": (13, 16, 19), "5": (16,), "6": (16, 17, 18, 19)}
_OTHER_NUMBER_NAMES = read_phrases("secrets", "names of other numbers")
_STRONG_HEADINGS = ("passw", "pwd", "wort", "contrase", "senha", "has", "heslo", "密", "パス")


class SecretForm(Record):
    """One form."""

    kind: str
    lowercase: bool
    """Whether the pattern reads the text in small letters."""
    judge: str
    cues: "tuple[str, ...]"
    pattern: "re.Pattern[str]"


def _read_forms(entries: "list[list[str]]") -> "list[SecretForm]":
    """The forms of a section: each has a line of fields and, below it, its pattern."""
    forms = []
    for fields, *pattern in entries:
        kind, letters, judge, cues = fields.rpartition(": ")[2].split(" ")
        words = ("",) if cues == "-" else tuple(map(to_phrase, cues.split("|")))
        forms.append(
            SecretForm(
                kind=kind,
                lowercase=letters == "low",
                judge=judge,
                cues=words,
                pattern=compile_pattern("".join(pattern)),
            )
        )
    return forms


PRIVATE_KEYS = _read_forms(read_entries("secret_forms", "private keys"))
VENDOR_SHAPES = _read_forms(read_entries("secret_forms", "vendor shapes"))
SEEDS = _read_forms(read_entries("secret_forms", "seeds"))
LOGINS_AND_HEADERS = _read_forms(read_entries("secret_forms", "logins and headers"))
SESSIONS = _read_forms(read_entries("secret_forms", "sessions"))
COMMANDS = _read_forms(read_entries("secret_forms", "commands"))
NAMES_AND_VALUES = _read_forms(read_entries("secret_forms", "names and values"))
NUMBERS = _read_forms(read_entries("secret_forms", "numbers"))


def find_forms(forms: "list[SecretForm]", text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Every secret in one of these forms. `lowercase` has the length of the text."""
    for form in forms:
        for cue in form.cues:  # a plain loop: every text passes here
            if cue in lowercase:
                break
        else:
            continue
        judge = _JUDGES[form.judge]
        for match in form.pattern.finditer(lowercase if form.lowercase else text):
            start, end = match.span(_value_group(match))
            value = text[start:end].rstrip()
            if judge(value, match):
                yield start, start + len(value), form.kind


def _value_group(match: "re.Match[str]") -> int:
    """The first group that matched and has no name."""
    named = match.re.groupindex.values()
    return next(at for at, value in enumerate(match.groups(), 1) if value is not None and at not in named)


def _is_login_at_host(value: str, match: "re.Match[str]") -> bool:
    """Whether a text without addresses has a password before an @ and a host."""
    _, _, digit, sign = character_classes(value)
    return "://" not in match.string and not is_placeholder(value) and digit and (looks_random(value, 8) or sign)


def _is_header_value(value: str, match: "re.Match[str]") -> bool:
    """Whether the value of a header is a credential: that of Basic decodes to a pair, others look generated."""
    if "basic" in (match["scheme"] or ""):
        return _can_be_credential(value) and (looks_random(value, 20) or _is_basic_pair(value))
    return _is_generated(value, match)


def _is_generated(value: str, _: "re.Match[str]") -> bool:
    return _can_be_credential(value) and looks_random(value.strip("="), 8) and not value_shape.is_technical_term(value)


def _is_basic_value(value: str, _: "re.Match[str]") -> bool:
    return _can_be_credential(value) and (len(value) >= 16 or character_classes(value)[2]) and _is_basic_pair(value)


def _can_be_credential(value: str) -> bool:
    return not is_placeholder(value) and value.lower() not in value_shape.NON_SECRET_WORDS


def _is_basic_pair(value: str) -> bool:
    """Whether base64 text decodes to user:password in printable characters."""
    import binascii

    try:
        decoded = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except ValueError:
        return False
    return b":" in decoded and all(32 <= sign < 127 for sign in decoded)


def _is_session_value(value: str, _: "re.Match[str]") -> bool:
    return looks_random(value, 16) and not is_placeholder(value) and not value_shape.is_uuid(value)


def _is_user_password(value: str, match: "re.Match[str]") -> bool:
    return is_likely_password(value, match["user"]) and not (value.isdigit() or value[0] == "/")


def _is_argument(value: str, _: "re.Match[str]") -> bool:
    return " " not in value and is_likely_password(value)


def _is_piped(value: str, match: "re.Match[str]") -> bool:
    """Whether what is piped into a command is a password, and not plain words that are joined."""
    is_asked = "sudo" in match.group() or "login" in match.group()
    return _is_argument(value, match) and (is_asked or not value_shape.is_slug(value))


def _is_setting(value: str, match: "re.Match[str]") -> bool:
    return _has_password_digit(value, match) and len(value) >= 6 and not value_shape.is_technical_term(value)


def _has_password_digit(value: str, _: "re.Match[str]") -> bool:
    return is_likely_password(value) and character_classes(value)[2]


def _is_vendor_shape(value: str, _: "re.Match[str]") -> bool:
    return not is_placeholder(value.replace("/", "")) and any(map(str.isdigit, value))


def _are_seed_words(value: str, _: "re.Match[str]") -> bool:
    """Whether the words are a mnemonic rather than a sentence: no function words and hardly any repetition."""
    words = [word for word in value.lower().replace(",", " ").split() if word.isalpha()]
    return not _NO_SEED_WORDS.intersection(words) and len(set(words)) > 1 and "phrase" not in words


def _is_base32_seed(value: str, _: "re.Match[str]") -> bool:
    """Whether a base32 run is a seed: it has digits, or groups of four letters in one case."""
    groups = value.split()
    return any(map(str.isdigit, value)) and (len(groups) == 1 or value in (value.upper(), value.lower()))


def _is_card_number(value: str, match: "re.Match[str]") -> bool:
    """Whether the check digit of a valid number is correct, and nothing names another number. Test numbers repeat."""
    digits = value.replace(" ", "").replace("-", "")
    before = match.string[max(0, match.start(1) - 20) : match.start(1)].lower().rstrip(" :#=")
    if len(digits) not in _CARD_LENGTHS[digits[0]] or len(set(digits)) < 5 or before.endswith(_OTHER_NUMBER_NAMES):
        return False
    total = 0
    for place, sign in enumerate(reversed(digits)):
        number = int(sign) * (1 + place % 2)
        total += number - 9 if number > 9 else number
    return total % 10 == 0


def is_secret_value(value: str, heading: str) -> bool:
    """Whether a value under such a name is a secret, and not a rule, a type or a word."""
    if not 5 <= len(value) <= 300 or " " in value or not _can_be_credential(value):
        return False
    small, capital, digit, sign = character_classes(value)
    if not digit or not (small or capital) or value_shape.is_technical_term(value) or value_shape.is_uuid(value):
        return False
    if not any(word in heading for word in _STRONG_HEADINGS):
        return looks_random(value, 16)
    return not value_shape.is_slug(value) or looks_random(value, 8) or sign


_JUDGES: "dict[str, Judge]" = {
    "any": lambda _value, _match: True,
    "argument": _is_argument,
    "base32-seed": _is_base32_seed,
    "basic": _is_basic_value,
    "card": _is_card_number,
    "cell": lambda value, _: is_secret_value(value, "passw"),
    "client-token": lambda value, _: looks_random(value, 32) and all(character_classes(value)[:3]),
    "credential": lambda value, _: _can_be_credential(value),
    "generated": _is_generated,
    "header": _is_header_value,
    "login-at-host": _is_login_at_host,
    "password": lambda value, _: is_likely_password(value),
    "password-with-digit": _has_password_digit,
    "piped": _is_piped,
    "random": lambda value, _: looks_random(value, 16),
    "seed-words": _are_seed_words,
    "session": _is_session_value,
    "setting": _is_setting,
    "user-password": _is_user_password,
    "various": lambda value, _: len(set(value)) > 8,
    "vendor-shape": _is_vendor_shape,
    "wallet": lambda value, _: all(character_classes(value)[:3]) and not is_placeholder(value),
}
