"""Keys, codes and passphrases in a sentence of one of ten languages: "La clé API est X".

Each kind has its names and its own form of values. Between the two are a few words at most. The last of them joins the
two: a colon, "is", "lautet", "est", "to".
"""

from recall_cli.language.patterns import compile_pattern, compile_patterns
from recall_cli.language.tables import read_words
from recall_cli.rules.secrets import value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_FORMS = compile_patterns("sentences", "keys and codes")
_OBJECTS = (" the ", " it ", " to ", " this ", " all ", " your ", " our ", " every ", " a ")
"""What stands before a PIN, and not before the verb "to pin"."""
_MAX_DISTANCES = {"key": (70, 8), "code": (40, 5), "phrase": (50, 6)}
"""The limit of characters and words between a name and its value."""

_KEY_VALUE = compile_pattern(
    r"(?<![0-9A-Za-z_/=.+-])(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{12,15}|[A-Za-z0-9][\w.~+/-]{15,199}={0,2})(?![\w/])"
)
_CODE_VALUE = compile_pattern(
    r"(?<![0-9A-Za-z_.-])[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}(?![0-9A-Za-z_-])"
    r"|(?<![0-9A-Za-z_.-])\d{6,10}(?![0-9A-Za-z_-])"
)
_PIN_VALUE = compile_pattern(
    r"(?<![0-9A-Za-z_.-])(?:(?=[A-Z-]*\d)(?=[\d-]*[A-Z])(?:[A-Z\d]{4,8}|[A-Z\d]{2,6}(?:-[A-Z\d]{2,6}){1,4})[#*]?"
    r"|(?:[#*]?\d{2,10}[#*]\d{0,6}[#*]?)"
    r"|\d{4,10}|\d{2,4}(?:[ -]\d{2,4}){1,3})(?![0-9A-Za-z_%*#-]|[.,:/]\d)"
)
_QUOTED_TEXT = compile_pattern(r"[\"„“«‚‘「『]\s?([^\"„“”«»‘’」』\n]{6,120}?)\s?[\"”“»’」』]")
_UNQUOTED_TEXT = compile_pattern(
    r"[^\n.!?;:()\"„“«「。=<>{}\[\]—–]{8,120}?(?=,\s|\s?[(—–]| - |[.!?;。]?\s*(?:\n|$)|[.!?;]\s)"
)
_JOINING_WORDS = read_words("secrets", "key joining words")
_JOINING_SIGNS = frozenset(":：=은는이가はが—–→,")
_DATE_LIKE_CODE = compile_pattern(r"(?:19|20)\d\d-\d\d(?:-\d\d)?$")
_STATE_WORDS = read_words("secrets", "passphrase states")
_JOINED_CLAUSE_WORDS = read_words("secrets", "clause words")


def find_sentence_keys(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every key, code and passphrase that a sentence names."""
    secrets = [
        (*span, "token")
        for span in _find_values(text, lowercase, _FORMS["key"], "key", _KEY_VALUE)
        if _is_key_value(text, span)
    ]
    for span in _find_values(text, lowercase, _FORMS["code"], "code", _CODE_VALUE):
        value = text[span[0] : span[1]]
        if not value_shape.character_classes(value)[2] or _DATE_LIKE_CODE.match(value):
            continue
        secrets.append((*span, "recovery-code"))
    return [
        *secrets,
        *_find_place_codes(text, lowercase),
        *_find_entered_codes(text, lowercase),
        *_find_answers(text, lowercase),
        *_find_passphrases(text, lowercase),
    ]


def _find_place_codes(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Codes that their name tells: "the door code is now 4471#", "il codice del portone è 3390B"."""
    for name in _FORMS["code of a place"].finditer(lowercase):
        start, end = name.span()
        before, after = lowercase[max(0, start - 40) : start], lowercase[end : end + 60]
        if _FORMS["other code"].search(before + name.group().removesuffix("code")) or _FORMS["other sort"].match(after):
            continue
        is_secret = (
            _FORMS["secret code"].search(name.group())
            or _FORMS["secret sort"].search(before)
            or _FORMS["secret sort"].search(after)
        )
        if (
            not is_secret
            and not _FORMS["place"].search(lowercase, max(0, start - 60), end + 60)
            and not _FORMS["place"].search(name.group())
        ):
            continue
        value = _PIN_VALUE.search(text, end, end + 100)
        if (
            value is None
            or _FORMS["counted"].match(text, value.end())
            or (text[start:end] == "pin" and _is_verb(before, after))
        ):
            continue
        between = lowercase[end : value.start()]
        if ("\n" in between and between.strip()) or len(between) > 70 or "http" in between:
            continue
        if any(stop in between for stop in (". ", "? ", "! ")) and not _FORMS["new sentence"].search(between):
            continue
        if _FORMS["said code"].search(between) and not (
            between.endswith(" ") and not between.strip() and value.group()[0] not in "0123456789#*"
        ):
            yield (*value.span(), "pin")


def _is_verb(before: str, after: str) -> bool:
    """Whether "pin" is what somebody does: "pin the version to 20260112"."""
    return after.startswith(_OBJECTS) or (before.strip() != "" and _FORMS["before a pin"].search(before) is None)


def _find_entered_codes(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Codes that somebody enters to open something: "the alarm goes off if you type 3719", "unlocked with 829104"."""
    for value in _PIN_VALUE.finditer(text):
        floor = value_shape.line_start(lowercase, value.start(), 90)
        before, after = lowercase[floor : value.start()], lowercase[value.end() : value.end() + 60]
        if _FORMS["counted"].match(text, value.end()) or "port" in after[:20] or "port" in before[-12:]:
            continue
        entering = _FORMS["entering"].search(before)
        if not entering and not _FORMS["typed in"].match(after):
            continue
        unlocks = _FORMS["unlocking"].search(before) or _FORMS["unlocking"].search(after)
        is_bare = entering and entering["tool"] and not unlocks
        near = _FORMS["place"].search(before) or _FORMS["place"].search(after)
        if not is_bare and (near or (unlocks and not entering)):
            yield (*value.span(), "pin")


def _find_answers(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Answers to a security question: a name or an odd word behind "we answered", "pusimos", "the answer is"."""
    for name in _FORMS["security question"].finditer(lowercase):
        answer = _FORMS["answer"].match(text, name.end())
        if answer is None:
            continue
        span = answer.span("value" if answer["given"] is None else "given")
        tells = _FORMS["answer name"].search(lowercase, max(0, name.start() - 30), span[0]) or not (
            answer["is"] or answer["is2"]
        )
        if tells and not value_shape.is_placeholder(text[slice(*span)]):
            yield (*span, "password")


def _find_values(
    text: str, lowercase: str, names: "re.Pattern[str]", kind: str, values: "re.Pattern[str]"
) -> "Iterator[tuple[int, int]]":
    """The positions of values of a kind after one of its names, if words join the two."""
    max_distance, max_words = _MAX_DISTANCES[kind]
    for name in names.finditer(lowercase):
        value = values.search(text, name.end(), min(len(text), name.end() + max_distance + 200))
        if value is None or value.start() - name.end() > max_distance:
            continue
        between = lowercase[name.end() : value.start()]
        if len(between.split()) <= max_words and _joins_name_to_value(between, name.group()):
            yield value.span()


def _joins_name_to_value(between: str, name: str) -> bool:
    """Whether the words between a name and a value say that the value is what is named."""
    bare = between.rstrip(" \t\"'`„“«「(*")
    if any(stop in between for stop in (". ", "! ", "? ", "。", "\n\n")) or "http" in between:
        return False
    if not bare.strip():
        return True
    if bare[-1] in _JOINING_SIGNS or bare.split()[-1] in _JOINING_WORDS:
        return True
    return not name.isascii() and not between.isascii() and between[-1:] == " "  # "токен для деплоя X"


def _is_key_value(text: str, span: "tuple[int, int]") -> bool:
    """Whether a value after the name of a key looks generated."""
    value = text[span[0] : span[1]]
    if (
        value_shape.is_placeholder(value)
        or value_shape.is_uuid(value)
        or value_shape.is_slug(value)
        or value.count("/") > 1
    ):
        return False
    return (
        value_shape.looks_random(value, 12)
        or (value_shape.is_hex(value) and len(value) >= 32)
        or _is_prefixed_key(value)
    )


def _is_prefixed_key(value: str) -> bool:
    """Whether a short prefix stands before a generated value: ak_…"""
    _, sign, rest = value.partition("_")
    return bool(sign) and value_shape.looks_random(rest, 14)


def _find_passphrases(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Passphrases of words: in quotes after their name, or everything after a colon or "is" up to the end."""
    max_distance, max_words = _MAX_DISTANCES["phrase"]
    for name in _FORMS["passphrase"].finditer(lowercase):
        quoted = _QUOTED_TEXT.search(text, name.end(), min(len(text), name.end() + max_distance + 130))
        between = lowercase[name.end() : quoted.start()] if quoted else ""
        if (
            quoted
            and len(between) <= max_distance
            and len(between.split()) <= max_words
            and _joins_name_to_value(between, name.group())
        ):
            if _is_passphrase(quoted.group(1), min_words=2):
                yield (*quoted.span(1), "password")
            continue
        joining = _FORMS["joining phrase"].match(lowercase, name.end())
        end = joining.end() if joining else 0
        value = _UNQUOTED_TEXT.match(text, end) if end else None
        if (
            value
            and _is_passphrase(value.group(), min_words=3)
            and _can_be_passphrase(value.group(), lowercase[end - 2 : end])
        ):
            begin = end + len(value.group()) - len(value.group().lstrip())
            yield begin, begin + len(value.group().strip()), "password"


def _is_passphrase(value: str, min_words: int) -> bool:
    """Whether a text is a few plain words and not a sentence about something else."""
    words = value.replace("-", " ").split()
    spaced = any(sign >= "\u1100" for sign in value)
    if not all(word.strip(",-'’").replace("'", "").replace("-", "").isalpha() for word in words) or len(words) > 10:
        return False
    return len(words) >= min_words or (spaced and len(value) >= 6)


_SENTENCE_ENDINGS = ("다", "요", "す", "い", "ない", "하세요", "ください")
_PARTICIPLE_ENDINGS = tuple("ée ées ado ada ata ato uta ana ane ana. tsya тся ся ирана".split())


def _can_be_passphrase(value: str, joining_sign: str) -> bool:
    """Whether the text after "is" can be the passphrase itself, and not a sentence about it."""
    words = value.lower().strip().rstrip(".").split()
    if words[-1].endswith(_SENTENCE_ENDINGS) or words[0] in _STATE_WORDS:
        return False
    if joining_sign.rstrip()[-1:] in ":：":
        return True
    if (
        value_shape.is_any_state_word(words[0]) or words[0].endswith(_PARTICIPLE_ENDINGS)
    ) and not _JOINED_CLAUSE_WORDS.isdisjoint(words[:3]):
        return False
    return words[-1] not in _STATE_WORDS
