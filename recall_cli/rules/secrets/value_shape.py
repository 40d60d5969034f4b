"""The form of a value: random, a placeholder, a plain word, an identifier. Mostly counting, few patterns.

The finders know where a secret could be. These functions decide whether the value there is one.
"""

from recall_cli.language.patterns import compile_pattern, escape
from recall_cli.language.tables import read_phrases, read_rows, read_words

NON_SECRET_WORDS = read_words("secrets", "no secrets")
"""Words in the place of a value that are not values."""
_TECHNICAL_PREFIXES = tuple(read_words("secrets", "technical beginnings"))
_PLACEHOLDERS = (*read_phrases("secrets", "placeholders"), "\x00")
"""Parts of a value that mean "put your own here" or "this was removed"."""
_TYPED_RUNS = ("1234567890", "abcdefgh", "deadbeef", "0000000000")
"""Runs that people type when they invent a value. A value that is little more than such a run is no secret."""
_REFERENCE_PREFIXES = read_phrases("secrets", "reference beginnings")
"""Values that refer to the place of a secret."""

_LOWERCASE = "abcdefghijklmnopqrstuvwxyz"
_UPPERCASE = _LOWERCASE.upper()
_DIGITS = "0123456789"
_CLASS_TABLE = str.maketrans(_LOWERCASE + _UPPERCASE + _DIGITS, "a" * 26 + "A" * 26 + "0" * 10)
_KEEP_LOWERCASE = str.maketrans(_UPPERCASE + _DIGITS + "+/.~", " " * 40)
_KEEP_UPPERCASE = str.maketrans(_LOWERCASE + _DIGITS + "+/.~", " " * 40)
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_MAX_SAMPLE_LENGTH = 200  # the characters that decide; more of a very long value adds nothing

# One pattern instead of fifty searches, because every candidate is checked.
_PLACEHOLDER = compile_pattern("|".join(map(escape, _PLACEHOLDERS)) + "|[-_]here$")


def character_classes(value: str) -> "tuple[bool, bool, bool, bool]":
    """Which of lower case, capitals, digits and other signs occur."""
    seen = set(value[:_MAX_SAMPLE_LENGTH].translate(_CLASS_TABLE))
    return "a" in seen, "A" in seen, "0" in seen, bool(seen - {"a", "A", "0"})


def is_hex(value: str) -> bool:
    """Whether every character is a hexadecimal digit."""
    return bool(value) and _HEX_DIGITS.issuperset(value)


def is_uuid(value: str) -> bool:
    """Whether the value is written as a UUID."""
    return len(value) == 36 and value.count("-") == 4 and is_hex(value.replace("-", ""))


def looks_random(value: str, min_length: int = 16) -> bool:
    """Whether the characters change classes as often as in generated values, unlike in words and slugs."""
    core = value[:_MAX_SAMPLE_LENGTH].replace("-", "").replace("_", "").rstrip("=")
    if len(core) < min_length or len(set(core)) < min(9, len(core) * 0.45):
        return False
    shape = core.translate(_CLASS_TABLE)
    small, capital, digit = "a" in shape, "A" in shape, "0" in shape
    if not (small or capital) or not (digit or (small and capital)):
        return False
    jumps = sum(left != right for left, right in zip(shape, shape[1:], strict=False))
    if word_share(core) > 0.55 or is_version_number(value):
        return False
    some = 0.1 if len(core) >= 16 and word_share(core) < 0.1 else 0.18
    return jumps >= (len(shape) - 1) * (some if digit else 0.33)


def word_share(value: str) -> float:
    """The share of characters in words: five or more letters of one case, a quarter of them vowels."""
    small, capital = value.translate(_KEEP_LOWERCASE).split(), value.translate(_KEEP_UPPERCASE).lower().split()
    words = [run for run in small + capital if len(run) >= 5 and sum(map(run.count, "aeiouy")) * 4 >= len(run)]
    return sum(map(len, words)) / len(value)


def is_version_number(value: str) -> bool:
    """Whether the value is numbers with dots, with or without a leading v or a suffix: 1.2.3, v2.0.1-rc1."""
    head = value.lstrip("vV").split("-")[0].split("+")[0]
    return "." in head and all(part.isdigit() for part in head.split("."))


def is_placeholder(value: str) -> bool:
    """Whether the value is a placeholder, a reference or a look-up instead of a secret itself."""
    sample = value[:_MAX_SAMPLE_LENGTH].lower()
    if _is_typed_run(sample):
        return True
    if _PLACEHOLDER.search(sample):
        return not looks_random(value, 40)
    if ("%s" in sample or "%d" in sample) and not looks_random(value, 8):
        return True
    if sample.startswith(_REFERENCE_PREFIXES):
        return not _is_secret_despite_prefix(value)
    if sample.startswith("%") and sample.endswith("%"):
        return True
    return len(set(sample)) < 3 or ("(" in sample and sample.endswith(")") and _is_identifier(sample.split("(")[0]))


def is_likely_password(password: str, user: str = "") -> bool:
    """Whether the word is that user's own password, and not a placeholder or a well-known default."""
    bare = password.lower().strip("*.")
    if not bare or bare in NON_SECRET_WORDS or bare == user.lower() or is_placeholder(password):
        return False
    return (
        len(password) >= 4 and not (password.isupper() and bare.replace("_", "").isalpha()) and bare[-8:] != "password"
    )


def _is_typed_run(sample: str) -> bool:
    """Whether hardly anything is left of a value without runs such as 1234567890 or abcdefgh."""
    rest = sample
    for run in _TYPED_RUNS:
        rest = rest.replace(run, "")
    return len(rest) < min(6, len(sample))


def _is_secret_despite_prefix(value: str) -> bool:
    """Whether a value is a secret although it starts with the sign of a reference."""
    rest = value.lstrip("$@-/\\{[<%")
    if value.startswith("--") or not value.startswith(("$", "@", "-", "/")):
        return False
    if looks_random(rest, 24) and word_share(rest) < 0.2:
        return True
    if "/" in rest or value.startswith("/"):
        return False
    if _is_identifier(rest):
        return looks_random(rest, 10)
    return len(rest) >= 7 and all(character_classes(rest)[::2])


def _is_identifier(value: str) -> bool:
    """Whether the value could be an identifier, dotted or not, in source code."""
    return all(part.isidentifier() for part in value.split(".")) if value else False


def is_code_expression(value: str) -> bool:
    """Whether an unquoted value reads as an expression: a call, an index, a dotted or snake-case name."""
    if "(" in value or "[" in value or (("::" in value or "->" in value) and not looks_random(value, 24)):
        return True
    if not _is_identifier(value.rstrip("?!*&;")):
        return False
    if "." in value and word_share(value) >= 0.2:
        return True
    return ("." in value or "_" in value) and not looks_random(value, 10)


def is_technical_term(value: str) -> bool:
    """Whether the value is a technical term, a version, an address or a file name with digits."""
    low = value.lower().lstrip("(")
    if low.startswith(_TECHNICAL_PREFIXES) and not looks_random(value, 16):
        return True
    name, _, ending = low.rpartition(".")
    if name and ending.isalpha() and len(ending) <= 5 and name.replace("-", "").replace("_", "").isalnum():
        return not looks_random(value, 16)
    is_address = "@" in low and "." in low.split("@")[-1] and low.split("@")[0].replace(".", "").isalnum()
    return is_version_number(value) or is_address


def is_slug(value: str) -> bool:
    """Whether the value is plain words and short numbers joined by hyphens, dots, underscores or slashes."""
    if has_jumbled_case(value):
        return False
    parts = value.replace("_", "-").replace(".", "-").replace("/", "-").replace(":", "-").split("-")
    return all(
        part.isalpha() or (part.isdigit() and len(part) < 5) or _is_numbered_word(part) for part in parts if part
    )


_REGULAR_CASING = compile_pattern(
    r"(?:[a-z]+|[A-Z]{1,5}(?![a-z])|[A-Z][a-z]{2,}"
    r"|(?:Id|Db|Is|At|To|By|In|On|Of|Up|My|Os|Io|Ui|No|Go|Js|Py|Ts|Mc|Ip|Ci|Do)(?![a-z]))+[A-Z]{0,5}s?"
)
_JOINED_WORDS = compile_pattern(r"(?:[A-Z][a-z]{2,}){2,5}")
_RARE_PAIRS = compile_pattern(
    r"q(?!u)|j[bcdfghjklmnpqrstvwxz]|x[bdfgjkmnrsvwxz]|v[bcdfghjkmpqtvwxz]|z[bcdfgjkmnpqrsvx]|[bcdfghklmnprstw](?=x)"
    r"|[cfghkmpw](?=[jvz])|[bcdfgjkpqvx]{3}|w[bcfgjkmpqvwx]"
)
"""Pairs of letters that hardly any word of a European language has two of."""
_NON_LETTERS = compile_pattern(r"[^A-Za-z]+")


def has_jumbled_case(value: str) -> bool:
    """Whether capitals and small letters are mixed as in no word and no name: `tkeXTs`, but not `GitHubActions`."""
    letters = [part for part in _NON_LETTERS.split(value[:_MAX_SAMPLE_LENGTH]) if part]
    core = "".join(letters)
    if len(core) < 8 or core in (core.lower(), core.upper()):
        return False
    jumps = sum(left.isupper() != right.isupper() for left, right in zip(core, core[1:], strict=False))
    return jumps * 3 >= len(core) - 1 and any(len(part) > 3 and not _REGULAR_CASING.fullmatch(part) for part in letters)


def is_generated_word(value: str) -> bool:
    """Whether a word of letters only is no word of a language: jumbled case, or pairs of letters that no word has."""
    if len(value) < 8 or not (value.isalpha() and value.isascii()):
        return False
    return has_jumbled_case(value) or len(_RARE_PAIRS.findall(value.lower())) > 1


def is_joined_words(value: str) -> bool:
    """Whether a value is a few words with a capital each, as in `GreenWalrus`."""
    return len(value) >= 8 and _JOINED_WORDS.fullmatch(value) is not None


def _is_numbered_word(part: str) -> bool:
    """Whether a part is a word with at most four digits after it, as in node12, or v2."""
    stem = part.rstrip(_DIGITS)
    return stem.isalpha() and len(part) - len(stem) <= 4 and stem in (stem.lower(), stem.upper(), stem.title())


_STATE_ENDINGS = {
    language: tuple(endings.split()) for language, endings in read_rows("secrets", "state endings").items()
}
_PLAIN_STATES = {language: frozenset(words.split()) for language, words in read_rows("secrets", "states").items()}
_GERMAN_PARTICIPLE = compile_pattern(
    r"(?:\w*ge\w+|(?:be|ver|er|ent|zer|miss|über|unter|ab|an|auf|aus|ein|vor|zu|um|nach|un|hinter)\w+)(?:t|en)"
)


_MAX_STATE_LENGTH = 14
"""A longer word is words that somebody joined."""


def is_state_word(word: str, language: str) -> bool:
    """Whether a word can say how something is: it ends like an adjective or participle, or is a common one."""
    last = word.replace("_", "-").rpartition("-")[2].lower()
    if is_plain_state(last, language) or is_plain_state(word.lower(), language):
        return True
    if language == "de" and word[0].islower() and _GERMAN_PARTICIPLE.fullmatch(last):
        return True
    is_name = word[0].isupper() and language not in ("de", "en")
    if len(last) > _MAX_STATE_LENGTH and language != "de" and not last.endswith(("ment", "mente", "ly")):
        return False
    return not is_name and last.endswith(_STATE_ENDINGS[language])


def is_plain_state(word: str, language: str) -> bool:
    """Whether a word that says how something is has no ending that shows it."""
    return word in _PLAIN_STATES[language]


def is_any_state_word(word: str) -> bool:
    """Whether a word can say how something is, in any of the languages."""
    return any(is_state_word(word, language) for language in _STATE_ENDINGS)


def line_start(text: str, position: int, max_distance: int) -> int:
    """Where the line of a position begins, or a position so far before it: a line may be as long as a file."""
    first = max(0, position - max_distance)
    return text.rfind("\n", first, position) + 1 or first
