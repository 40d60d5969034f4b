"""Secrets recognized by the words after or around them: codes, PINs, seed phrases, "log in with X as password".

The rule for generated tokens without a prefix is here too: they are masked only if a word such as token or credential
is near them on the same line, and nothing calls them an id or a digest.
"""

import re

from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.naming_words import is_public_name

MIN_PASSWORD_LENGTH, _MIN_TOKEN_LENGTH = 6, 20
"""The shortest password that only its sentence shows, and the shortest token that only a word near it shows."""
_DIGITS, _LETTERS = frozenset("0123456789"), frozenset("abcdefghijklmnopqrstuvwxyz")
_CODE_LIST_NAME = (
    r"(?:recovery|backup|scratch|emergency|one[- ]time|2fa|mfa|rescue)[ _-](?:codes?|keys?)"
    r"(?:[^\n:=]{0,60}?[:=\n]|(?:(?: is| are| was))?(?= [a-z0-9]{4,10}-[a-z0-9]{4,10}\b))"
)
_LISTED_CODE = re.compile(
    r"(?<![\w/.#-])(?=[\w-]*\d)([a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){0,5}|\d{3,5} \d{3,5})(?![\w/.:-])"
)
_LONG_WORD = re.compile(r"(?<![\w+/=.\-])[A-Za-z0-9_+/.~\-]{20,400}={0,2}(?![\w+/])")
_CUE_WORDS = re.compile(
    r"(?<![a-z])(?:tokens?|secrets?|passwords?|credentials?|api[ _-]?keys?|(?:access|secret|deploy|service|"
    r"signing|auth|private|account|license|admin|master)[ _-]?keys?|auth|bearer|creds|pat|aws|jwt|authkey|"
    r"(?:session|auth)[ _-]cookie|login)"
    r"(?![a-z])"
)
_ID_NAME = re.compile(
    r"(?:id|ids|request|req|commit|sha\d*|digest|hash|checksum|integrity|fingerprint|trace|span|job|build|"
    r"session|run|message|batch|public key|etag|nonce|file|path|image|tag|version|address|contract|cid)"
    r"[\"']?(?: is)?[ :=#\"'(`]{1,4}$"
)
_ID_PREFIX = re.compile(
    r"[a-z]{2,12}_0[0-9A-Za-z]|(?:req|msg|run|job|evt|cus|price|prod|sub|pi|ch|in|acct|toolu|call|resp|thread|"
    r"asst|file|chatcmpl|batch|pm|seti|cs|arn|i|vpc|subnet|sg|ami|vol|Qm|baf\w|0x|pk)[_-]?(?:live_|test_)?"
    r"[0-9A-Za-z]{8}"
)


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
    """Recovery codes in a list."""
    secrets = []
    read_to = 0
    for head in re.finditer(_CODE_LIST_NAME, lowercase) if "code" in lowercase or "key" in lowercase else ():
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
            cues = [cue.span() for cue in _CUE_WORDS.finditer(lowercase) if not is_public_name(lowercase, cue.start())]
            if not cues:
                return []
        left = max(text.rfind("\n", 0, start) + 1, start - 90)
        right = text.find("\n", end, end + 50)
        right = right if right >= 0 else end + 50
        if _ID_NAME.search(lowercase[max(left, start - 24) : start]):
            continue
        if any((left <= a and b <= start) or (end <= a and b <= right) for a, b in cues):
            secrets.append((start, start + len(value), "token"))
    return secrets


def _is_generated_token(value: str) -> bool:
    """Whether a long word can only be generated: letters of both cases and digits, no words, not an id or a path."""
    small, capital, digit, _ = value_shape.character_classes(value)
    if not (small and capital and digit) or _ID_PREFIX.match(value) or value_shape.is_placeholder(value):
        return False
    if value_shape.is_slug(value) or (value.count("/") and len(value) < 38) or value.count(".") > 2:
        return False
    return (
        sum(map(str.isdigit, value)) > 1
        and value_shape.word_share(value) < 0.3
        and value_shape.looks_random(value, _MIN_TOKEN_LENGTH)
    )
