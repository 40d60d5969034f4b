"""Secrets recognized by the words near them: recovery codes in a list, and generated tokens without a prefix.

Such a token is masked only if a word such as token or credential is near it on the same line, and nothing calls it an
id or a digest.
"""

from recall_cli.language.patterns import compile_pattern, compile_patterns
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.naming_words import is_public_name

_FORMS = compile_patterns("sentences", "surroundings")
MIN_PASSWORD_LENGTH, _MIN_TOKEN_LENGTH = 6, 20
"""The shortest password that only its sentence shows, and the shortest token that only a word near it shows."""
_DIGITS, _LETTERS = frozenset("0123456789"), frozenset("abcdefghijklmnopqrstuvwxyz")
_LISTED_CODE = compile_pattern(
    r"(?<![\w/.#-])(?=[\w-]*\d)([a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){0,5}|\d{3,5} \d{3,5})(?![\w/.:-])"
)
_LONG_WORD = compile_pattern(r"(?<![\w+/=.\-])[A-Za-z0-9_+/.~\-]{20,400}={0,2}(?![\w+/])")


def find_by_surrounding_words(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every secret that only the sentence around it shows."""
    longest = longest_mixed_word(lowercase)
    return [
        *_find_codes(lowercase),
        *(_find_tokens_near_cues(text, lowercase) if longest >= _MIN_TOKEN_LENGTH else []),
    ]


def longest_mixed_word(lowercase: str) -> int:
    """The length of the longest word that mixes letters with digits. Without one, there is nothing to find."""
    longest = 0
    for word in lowercase.replace("\n", " ").split(" "):
        if len(word) > longest and not word.isalpha() and not _DIGITS.isdisjoint(word):
            bare = word.lstrip("\"'`“”«»(").rstrip("\"'`.,;:)?")
            if len(bare) > longest and not _LETTERS.isdisjoint(bare):
                longest = len(bare)
    return longest


def _find_codes(lowercase: str) -> "list[tuple[int, int, str]]":
    secrets = []
    read_to = 0
    for head in _FORMS["list of codes"].finditer(lowercase) if "code" in lowercase or "key" in lowercase else ():
        if head.start() < read_to:
            continue
        stop = lowercase.find("\n\n", head.end(), head.end() + 600)
        read_to = stop if stop >= 0 else min(len(lowercase), head.end() + 400)
        for code in _LISTED_CODE.finditer(lowercase, head.end(), read_to):
            if len(code.group(1)) >= 6:
                secrets.append((*code.span(1), "recovery-code"))
    return secrets


def _find_tokens_near_cues(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Generated tokens of an unknown kind, with a cue such as token or credential near them on the line."""
    secrets = []
    cues = None
    for match in _LONG_WORD.finditer(text):
        start, end = match.span()
        value = match.group().rstrip(".~-")
        if not _is_generated_token(value):
            continue
        if cues is None:
            cues = [
                cue.span() for cue in _FORMS["cue"].finditer(lowercase) if not is_public_name(lowercase, cue.start())
            ]
            if not cues:
                return []
        left = value_shape.line_start(text, start, 90)
        right = text.find("\n", end, end + 50)
        right = right if right >= 0 else end + 50
        if _FORMS["name of an id"].search(lowercase[max(left, start - 24) : start]):
            continue
        if any((left <= a and b <= start) or (end <= a and b <= right) for a, b in cues):
            secrets.append((start, start + len(value), "token"))
    return secrets


def _is_generated_token(value: str) -> bool:
    """Whether a long word can only be generated: letters of both cases and digits, no words, not an id or a path."""
    small, capital, digit, _ = value_shape.character_classes(value)
    if not (small and capital and digit) or _FORMS["prefix of an id"].match(value) or value_shape.is_placeholder(value):
        return False
    if value_shape.is_slug(value) or (value.count("/") and len(value) < 38) or value.count(".") > 2:
        return False
    return (
        sum(map(str.isdigit, value)) > 1
        and value_shape.word_share(value) < 0.3
        and value_shape.looks_random(value, _MIN_TOKEN_LENGTH)
    )
