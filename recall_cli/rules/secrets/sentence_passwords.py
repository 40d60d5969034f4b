"""Secrets in a sentence, in many languages: "Das Passwort lautet X", "the wifi password? it's X".

A word that names a password and a value that looks like one are in one sentence. A value that looks generated is masked
anywhere near the name. A value such as `Winter-2085` is masked only if the sentence joins the two.
"""

from recall_cli.language.patterns import compile_pattern, compile_patterns
from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.naming_words import is_public_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMS = compile_patterns("sentences", "passwords")
_MAX_VALUE_LENGTH = 200
"""A longer run of characters is no password."""
_PLAIN_RUN = compile_pattern(r"[!-~]{6,}")
_PASSWORD_SIGNS = frozenset("!#$%^*?&@+~")
_NON_WORD_SIGNS = frozenset("!$%^*?#")
"""Signs that no word has among its letters."""
_NON_VALUE_SIGNS = frozenset("/=<>|{}\\(,;[]")
_MAX_CHARS_AFTER, _MAX_CHARS_BEFORE, _MAX_WORDS_AFTER, _MAX_WORDS_BEFORE = 110, 70, 11, 7
"""The limits of characters and words between the name and a value after it or before it."""
_JOINING_WORDS = read_words("secrets", "joining words")
_LOGIN_SEPARATORS = read_words("secrets", "login separators")
_WITH_WORDS = read_words("secrets", "with words")
_TYPING_WORDS = read_words("secrets", "typing words")
_AS_WORDS = read_words("secrets", "as words")
_USE_WORDS = read_words("secrets", "use words")
_PARTICLES_BEFORE_VALUE = frozenset("はが是为為了成用는은이가를을로てをと「『“")
_PARTICLES_AFTER_VALUE = frozenset("はがをと是作为為는은이가를을로」』”")
_COMPOUND_HEADS = read_words("secrets", "compound heads")
_ID_WORDS = read_phrases("secrets", "words of ids")


def find_sentence_passwords(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every secret that is in one sentence with a word that names it."""
    secrets = list(_find_login_passwords(text, lowercase))
    values = [
        (begin, end, strong)
        for begin, end in _find_values(text)
        if (strong := password_strength(text[begin:end])) is not None
    ]
    if not values:
        return secrets
    names = [(match.start(), match.end(), match.lastgroup or "key") for match in _FORMS["name"].finditer(lowercase)]
    if not names:
        return secrets
    import bisect

    starts = [start for start, _, _ in names]
    for begin, end, strong in values:
        nearby = bisect.bisect_left(starts, begin)
        for at in range(max(0, nearby - 3), min(len(names), nearby + 2)):
            kind = _classify_value(text, lowercase, names[at], (begin, end), strong)
            if kind:
                secrets.append((begin, end, kind))
                break
    return secrets


def _find_login_passwords(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Passwords in sentences about logging in: "als admin mit X", "X로 로그인"."""
    if not any(word in lowercase for word in _LOGIN_CUES):
        return
    places = [
        (match.start(match.lastindex or 1), match.end(match.lastindex or 1))
        for match in _FORMS["login with"].finditer(lowercase)
    ]
    for after in _FORMS["login word"].finditer(lowercase):
        before = max(0, after.start() - 90)
        used = _FORMS["value before login"].search(lowercase[before : after.start()])
        places += [(before + used.start(1), before + used.end(1))] if used else []
    for start, end in places:
        value = text[start:end].strip("\"'`.,;:)(")
        begin = text.find(value, start)
        _, capital, digit, sign = value_shape.character_classes(value.replace("-", "").replace(".", ""))
        strength = password_strength(value) if digit else None
        if strength or (strength is False and capital and sign and len(value) > 7):
            yield begin, begin + len(value), "password"


_LOGIN_CUES = ("authenticat", "with ", " mit ", " avec ", " con ", " com ", " z ", " с ", "로그인", "ログイン")


def _find_values(text: str) -> "Iterator[tuple[int, int]]":
    """The possible positions of a value: a run of plain characters with letters and digits; of `name/value` the
    value.
    """
    for match in _PLAIN_RUN.finditer(text):
        begin, end = match.span()
        if end - begin > _MAX_VALUE_LENGTH or _is_inside_word(text, begin, end):
            continue
        run = match.group()
        bare = run.lstrip("(\"'`[{<“«*")
        begin += len(run) - len(bare)
        bare = bare.rstrip("\"'`.,;:)]}>*" if begin > match.start() else "\"'`.,;:)]}>")
        lead, equals, rest = bare.partition("=")
        if equals and lead.isidentifier() and len(rest) >= 6:
            begin, bare = begin + len(lead) + 1, rest.strip("\"'`")
            begin += len(rest) - len(rest.lstrip("\"'`"))
        name, slash, rest = bare.partition("/")
        if slash and name.isalpha() and len(rest) >= 6 and "/" not in rest:
            begin, bare = begin + len(name) + 1, rest
        if len(bare) >= 6 and not bare.isdigit() and (not bare.isalpha() or is_odd_password(bare)):
            yield begin, begin + len(bare)


def _is_inside_word(text: str, begin: int, end: int) -> bool:
    """Whether a run of plain characters is only a part of a word with accents."""
    before, after = text[begin - 1 : begin] if begin else "", text[end : end + 1]
    return any(sign.isalpha() and "\x7f" < sign < "\u0370" for sign in (before, after))


def password_strength(value: str) -> "bool | None":
    """True for a value that looks generated, False for one that a person could have chosen, None for no password."""
    small, capital, digit, _ = value_shape.character_classes(value)
    if not digit and not is_odd_password(value):
        return None
    if not (small or capital) or not _NON_VALUE_SIGNS.isdisjoint(value) or value_shape.is_placeholder(value):
        return None
    if (
        value[0] in "0123456789"
        and value.lstrip("0123456789").isalpha()
        and value[1:2].isupper()
        and value[2:].islower()
    ):
        return None  # a product such as 1Password
    if (
        value_shape.is_technical_term(value.rstrip("!?*#"))
        or value_shape.is_uuid(value)
        or value.lower() in value_shape.NON_SECRET_WORDS
    ):
        return None
    if value_shape.is_hex(value):
        return False if len(value) >= 8 else None
    if not digit:
        return False
    if value[-1] in "!?" and capital and value[-3:-1].isdigit():
        return True
    if not _PASSWORD_SIGNS.isdisjoint(value.rstrip("?!")) or (value[-1] in "!?" and value_shape.looks_random(value, 8)):
        return True
    return (
        value_shape.looks_random(value, 8)
        and not value_shape.is_slug(value)
        and not value_shape.is_code_expression(value)
    )


def is_odd_password(value: str) -> bool:
    """Whether a value without digits cannot be a word: generated letters, joined words, or a sign among letters."""
    letters = value.rstrip("!?.,")
    if len(value) < 8 or not letters.isascii():
        return False
    if letters.isalpha():
        return value_shape.is_generated_word(letters) or value_shape.is_joined_words(letters)
    small, capital, _, _ = value_shape.character_classes(value)
    return (small and capital and not _NON_WORD_SIGNS.isdisjoint(letters[1:])) or value_shape.has_jumbled_case(letters)


def _classify_value(
    text: str, lowercase: str, name: "tuple[int, int, str]", value: "tuple[int, int]", is_strong: bool
) -> "str | None":
    """The kind of the secret that this name announces; None if the sentence does not join name and value."""
    start, end, family = name
    begin, stop = value
    if start < stop and begin < end:
        return None
    behind = begin >= end
    between = lowercase[end:begin] if behind else lowercase[stop:start]
    if len(between) > (_MAX_CHARS_AFTER if behind else _MAX_CHARS_BEFORE) or _FORMS["sentence end"].search(between):
        return None
    words = between.split()
    if len(words) > (_MAX_WORDS_AFTER if behind else _MAX_WORDS_BEFORE):
        return None
    if family == "key":
        if any(word in lowercase[max(0, min(start, begin) - 24) : max(stop, end)] for word in _ID_WORDS):
            return None
        is_key = (
            _is_key_after_name(text[begin:stop], lowercase, start, between, words)
            if behind
            else _is_key_before_name(text[begin:stop], words)
        )
        return "token" if is_key else None
    if behind and not between.isascii() and len(words) < 5 and not set(text[stop : stop + 2]) - set(" .,;\n!"):
        is_strong = True  # Russian and other languages say "the password of X" and the value, with nothing between
    joined = (
        _joins_name_to_value(text, value, between, words, family)
        if behind
        else _joins_value_to_name(lowercase, begin, between, words)
    )
    headed = bool(words) and behind and words[0].strip(".,;:") in _COMPOUND_HEADS
    if headed and not (is_strong and len(text[begin:stop]) >= 10):
        return None
    if family == "lock":
        words_before = lowercase[:begin].split()
        return "password" if is_strong and words_before and words_before[-1] in _WITH_WORDS | _TYPING_WORDS else None
    if family == "login":
        is_strong = is_strong or value_shape.is_generated_word(text[begin:stop])
        chosen = is_strong or (words[-1:] == ["/"] and text[begin:stop] != lowercase[begin:stop])
        gets_in = not behind and not words and is_strong
        return "password" if (behind and joined and chosen) or gets_in else None
    if value_shape.is_hex(text[begin:stop]):
        return "password" if joined and behind and not headed else None
    return "password" if joined or is_strong else None


def _joins_name_to_value(text: str, value: "tuple[int, int]", between: str, words: "list[str]", family: str) -> bool:
    """Whether the words between a name and the value after it say that the value is what is named."""
    begin, stop = value
    if family == "login":
        return not words or words[-1] in _LOGIN_SEPARATORS or words[-1][-1] in ":," or text[begin - 1] == "/"
    if words and words[-1] in ("a", "to", "in", "on") and not value_shape.character_classes(text[begin:stop])[2]:
        return False  # the next noun of a sentence: "the password guessing attack on a WordPress site"
    bare = between.rstrip(" \t\n\"'`(“«„*")
    if not words or bare in ("", "?", ":", ",", "："):
        return True
    return (
        words[-1].strip("\"'`“«(") in _JOINING_WORDS
        or bare[-1] in ":：？?,—–=→>"
        or bare[-1] in _PARTICLES_BEFORE_VALUE
    )


def _joins_value_to_name(lowercase: str, begin: int, between: str, words: "list[str]") -> bool:
    """Whether the words between a value and the name after it say so: "X is the password", "use X as password"."""
    if (words and words[0].strip("\"'`)”»") in _AS_WORDS) or between.lstrip(" \"'`)”»?!")[:1] in _PARTICLES_AFTER_VALUE:
        return True
    before = lowercase[max(0, begin - 24) : begin].split()
    return bool(before) and before[-1] in _USE_WORDS


def _is_key_after_name(value: str, lowercase: str, start: int, between: str, words: "list[str]") -> bool:
    """Whether a value after "API key … is" is a key: it looks generated, and nothing calls it an id."""
    if (
        not words
        or (words[-1] not in _JOINING_WORDS and between.rstrip()[-1] not in ":?=是は는은")
        or is_public_name(lowercase, start)
    ):
        return False
    if words[0].strip(".,;:") in _COMPOUND_HEADS:
        return False
    return value_shape.looks_random(value, 14) or (value_shape.is_hex(value) and len(value) >= 32)


def _is_key_before_name(value: str, words: "list[str]") -> bool:
    """Whether a generated value is before "… API key": "use X for the Acme API key", `export X=… # Acme token`."""
    if len(words) > 5 or value.startswith("0x"):
        return False
    return (value_shape.looks_random(value, 20) and not value_shape.is_slug(value)) or (
        value_shape.is_hex(value) and len(value) >= 32
    )
