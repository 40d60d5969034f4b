"""Secrets recognized by the words after or around them: codes, PINs, seed phrases, "log in with X as password".

The rule for generated tokens without a prefix is here too: they are masked only if a word such as token or credential
is near them on the same line, and nothing calls them an id or a digest.
"""

import re

from recall_cli.language.tables import read_words
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
_SEED_PHRASE = (
    r"(?:seed|metamask|mnemonic|recovery|secret|backup|wallet|bip-?39)(?: recovery)?(?: ?(?:phrase|"
    r"words|mnemonic|seed))?[\"']?"
    r"(?:[^\n:=\"]{0,50}?)(?:\s?[:=]\s?|\sis:?\s|\n|\s)[\"'`]?((?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}"
    r"(?:[ ,\n]+|$)){11,24}[a-z]{0,8})"
)
_APP_PASSWORD = r"app(?:lication)?[ -]password[^\n:=]{0,30}?(?::|=| is) ?((?:[a-z]{4} ){3}[a-z]{4})(?![a-z])"
_PGPASS_LINE = (
    r"(?<![\w.*:/\-])[\w.*\-]{1,80}:(?:\d{4,5}|\*):[\w*\-]{1,60}:[\w*.\-]{1,60}:([^\s:\"'`\x00]{4,120})(?![^\s\"'`])"
)
_OTPAUTH_URL = r"otpauth(?:-migration)?://[^\s\"'<>\x00]{0,200}?(?:secret|data)=([a-z0-9%+/=_-]{8,400})"
_BASE32_SEED = (
    r"(?:totp|2fa|mfa|otp|authenticator|seed|secret)[^\n]{0,40}?(?<![A-Za-z0-9])([A-Z2-7]{16,64}"
    r"=*|(?:[A-Za-z2-7]{4} ){3,8}[A-Za-z2-7]{4})(?![A-Za-z0-9])"
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
        *_find_codes(text, lowercase),
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


def _find_codes(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Recovery codes in a list, lines of a .pgpass file."""
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
    if ":" in lowercase:
        for match in re.finditer(_PGPASS_LINE, text):
            if (
                not value_shape.is_placeholder(match.group(1))
                and match.group(1).lower() not in value_shape.NON_SECRET_WORDS
            ):
                secrets.append((*match.span(1), "password"))
    return secrets


def find_seeds(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Mnemonic phrases, passphrases of several words, and the seeds of one-time passwords."""
    secrets = []
    if any(word in lowercase for word in ("wallet", "metamask", "recovery", "mnemonic", "phrase", "seed", "bip")):
        secrets += [
            (match.start(1), match.start(1) + len(match.group(1).rstrip()), "seed-phrase")
            for match in re.finditer(_SEED_PHRASE, lowercase)
            if _are_seed_words(match.group(1))
        ]
    if "password" in lowercase and "app" in lowercase:
        secrets += [(*match.span(1), "password") for match in re.finditer(_APP_PASSWORD, lowercase)]
    if "otpauth" in lowercase:
        secrets += [(*match.span(1), "otp-seed") for match in re.finditer(_OTPAUTH_URL, lowercase)]
    if any(word in lowercase for word in ("2fa", "mfa", "otp", "authenticator")):
        secrets += [
            (*match.span(1), "otp-seed")
            for match in re.finditer(_BASE32_SEED, _lowercase_cues(text))
            if _is_base32_seed(match.group(1))
        ]
    return secrets


def _lowercase_cues(text: str) -> str:
    """The text with the capitals of its cue words lowered, so that one pattern reads cue and seed."""
    for cue in ("TOTP", "2FA", "MFA", "OTP", "Authent"):
        text = text.replace(cue, cue.lower())
    return text


def _is_base32_seed(value: str) -> bool:
    """Whether a base32 run is a seed: it has digits, or groups of four letters in one case."""
    groups = value.split()
    return any(map(str.isdigit, value)) and (len(groups) == 1 or value in (value.upper(), value.lower()))


_FUNCTION_WORDS = read_words("secrets", "no seed words")


def _are_seed_words(value: str) -> bool:
    """Whether the words are a mnemonic rather than a sentence: no function words and hardly any repetition."""
    words = [word for word in value.replace(",", " ").split() if word.isalpha()]
    return not _FUNCTION_WORDS.intersection(words) and len(set(words)) > 1 and "phrase" not in words


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
