"""The grammar of names: words that announce a secret, and the ways to connect them with a value."""

from recall_cli.language.patterns import compile_pattern, compile_patterns
from recall_cli.language.tables import read_phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_FORMS = compile_patterns("sentences", "names of values")
NAMING_WORD, CONNECTION, FAR_CONNECTION = _FORMS.values()
STEMS = read_phrases("sentences", "naming stems")
_NON_ASCII_STEMS = read_phrases("sentences", "naming stems beyond ascii")
SHORT_STEMS = ("mdp", "pw", "psk", "pat", "cred", "auth", "sig", "dsn", "salt", "otp", "seed", "login")
_SHORT_STEM = compile_pattern(rf"(?:{'|'.join(SHORT_STEMS)})(?![a-z])")
_PREFIXED_STEMS, _MAX_PREFIX_LENGTH = ("key", "pass", "psk"), len("subscription ")
"""Words that may stand after others of the same name, within this many letters: "mot de passe", "subscription key"."""
_PUBLIC_QUALIFIERS = read_phrases("sentences", "public qualifiers")
"""Words before `key` or `token` that make it no secret."""
_IDENTIFIER_PARTS = read_phrases("sentences", "identifier parts")


def has_naming_word(lowercase: str) -> bool:
    """Whether NAMING_WORD can match: searching for its words without their variants takes a tenth of the time."""
    for stem in STEMS:
        if stem in lowercase:
            return True
    for end in SHORT_STEMS:
        if end in lowercase:
            return _SHORT_STEM.search(lowercase) is not None or (
                not lowercase.isascii() and any(stem in lowercase for stem in _NON_ASCII_STEMS)
            )
    return not lowercase.isascii() and any(stem in lowercase for stem in _NON_ASCII_STEMS)


def find_naming_words(lowercase: str) -> "Iterator[re.Match[str]]":
    """The matches of NAMING_WORD, from left to right. It is tried only at its words, which takes a tenth of the
    time.
    """
    if not lowercase.isascii():
        yield from NAMING_WORD.finditer(lowercase)
        return
    places: set[int] = set()
    for word in (*STEMS, *SHORT_STEMS):
        at = lowercase.find(word)
        while at >= 0:
            places.update(range(max(0, at - _MAX_PREFIX_LENGTH), at) if word in _PREFIXED_STEMS else ())
            places.add(at)
            at = lowercase.find(word, at + 1)
    end = 0
    for at in sorted(places):
        match = NAMING_WORD.match(lowercase, at) if at >= end else None
        if match is not None:
            yield match
            end = match.end()


def starts_a_word(text: str, lowercase: str, start: int, family: str) -> bool:
    """Whether a short naming word starts a word or a part of an identifier; in "compass" it does not."""
    if start == 0 or not lowercase[start - 1].isalpha() or (text[start].isupper() and text[start - 1].islower()):
        return True
    return (
        family == "short"
        and lowercase[max(0, start - 8) : start].endswith(_IDENTIFIER_PARTS)
        and lowercase[start : start + 3] != "pat"
    )


def is_public_name(lowercase: str, start: int) -> bool:
    """Whether the word before the naming word makes the value no secret: public key, next page token."""
    return lowercase[max(0, start - 24) : start].rstrip(" _-").endswith(_PUBLIC_QUALIFIERS)


def connection_syntax(connection: "re.Match[str]", text: str, start: int) -> str:
    """The name of the syntax that connects the naming word with its value."""
    syntax = connection.lastgroup or "bare"
    if syntax == "bare" and text[max(0, start - 24) : start].rsplit(" ", 1)[-1].startswith("-"):
        return "flag"
    return "key line" if syntax == "set" and "\n" in connection["set"] else syntax
