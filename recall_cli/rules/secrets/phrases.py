"""Secrets told by the words after or around them: codes, PINs, seed phrases, "log in with X as password".

Here too lives the rule for generated tokens without any prefix: they are masked only when a word such
as token or credential stands close by on the same line, and nothing calls them an id or a digest.
"""

import re

from recall_cli.rules.secrets import judge
from recall_cli.rules.secrets.names import is_public
from recall_cli.rules.secrets.words import WEAK_WORDS

LEAST, _GENERATED = 6, 20
"""So long at least is a password that only its sentence tells, and a token that only a word near it tells."""
_DIGITS, _LETTERS = frozenset("0123456789"), frozenset("abcdefghijklmnopqrstuvwxyz")
_BEHIND = (
    r"(\S{6,120}?)[\"'`”»,)]{0,3} {1,2}(?:as|is|was|=|being)(?: also)?(?: the| my| our|"
    r" a| an| your| its| his| their)?"
    r"(?: [\w./'’-]{1,20}){0,3}? (?:pass(?:word|phrase|code|wd)?|pwd|secret|token|api key|"
    r"login|credentials?)(?!\w)"
)
_REFERRED = re.compile(
    r" (?:for|(?:[—–(-] ?)?(?:that|it)['’]?s) (?:the|my|our|your|its|his|their|a)"
    r"(?: [\w./'’-]{1,20}){0,3}? (?:password|passphrase|passcode|pwd|secret|token|api key)(?!\w)"
)
_LOGIN = (
    r"(?:log(?:ged)?[ -]?in|login|logon|sign[ -]?in|log on|auth(?:enticate)?|connect|creds?|"
    r"credentials?|account|wi-?fi|wlan|user(?:name)?)"
    r"(?:(?: to| into| on| for| at) [\w.:/-]{1,60}){0,2}"
    r"(?: (?:as|with|using|via|is|are|user|username|:|=)|:|=| (?=[\w.@-]{2,30} ?[:/])){1,3}"
    r" ?[\"'`]?([\w.@+-]{2,60})[\"'`]?"
    r"(?: ?[:/|] ?|,? (?:and|with|pw|pass|password:?|using|pwd) )[\"'`]?(\S{5,120})"
)
_KNOWN_USERS = ("admin", "root", "postgres", "ubuntu")
_KNOWN_USER = (
    r"(?<![\w/.@-])(?:admin|administrator|root|postgres|ubuntu|sysadmin)[\"'`]? ?[:/|] ?"
    r"[\"'`]?([^\s/\"'`|]{6,120})"
)
_PIN_WORDS = ("pin", "code", "otp", "puk", "cvv", "cvc", "tan")
_PIN = (
    r"(?<![a-z_\-])(?:pin|passcode|tan|puk|cvv|cvc|security code|alarm code|door code|"
    r"gate code|lock code|unlock code|safe code|"
    r"access code|vault code|entry code|garage code|2fa code|mfa code|otp(?: code)?|totp code|"
    r"one[- ]time (?:code|password)|"
    r"verification code|backup code|recovery code|login code|code pin)"
    r"(?: code| number)?(?: (?:for|of|on|to) (?:[\w'’-]{1,20} ){0,4}[\w'’-]{1,20})?"
    r"(?:\s{0,2}[:=]\s{0,2}| is(?: now)?:? | was | set to | changed to |(?<=[ -]time code) )[\"'`]?(\d{4,10}"
    r"|\d{3}[ -]\d{3})(?![\w.])"
)
_CODES = (
    r"(?:recovery|backup|scratch|emergency|one[- ]time|2fa|mfa|rescue)[ _-](?:codes?|keys?)"
    r"(?:[^\n:=]{0,60}?[:=\n]|(?:(?: is| are| was))?(?= [a-z0-9]{4,10}-[a-z0-9]{4,10}\b))"
)
_CODE = re.compile(r"(?<![\w/.#-])(?=[\w-]*\d)([a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){0,5}|\d{3,5} \d{3,5})(?![\w/.:-])")
_SEED = (
    r"(?:seed|metamask|mnemonic|recovery|secret|backup|wallet|bip-?39)(?: recovery)?(?: ?(?:phrase|"
    r"words|mnemonic|seed))?[\"']?"
    r"(?:[^\n:=\"]{0,50}?)(?:\s?[:=]\s?|\sis:?\s|\n|\s)[\"'`]?((?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}"
    r"(?:[ ,\n]+|$)){11,24}[a-z]{0,8})"
)
_APP_WORDS = r"app(?:lication)?[ -]password[^\n:=]{0,30}?(?::|=| is) ?((?:[a-z]{4} ){3}[a-z]{4})(?![a-z])"
_PHRASE = (
    r"(?m)pass ?phrase(?: (?:for|of) [\w' -]{1,40}?)?(?:\s?[:=]\s?| is:? )[\"'`]?([a-z]{3,12}"
    r"(?: [a-z]{3,12}){3,9})(?=[\"'`.,;!?)]|\s*$)")  # fmt: skip
_PGPASS = r"(?m)^[\w.*\-]{1,80}:(?:\d{2,5}|\*):[\w*\-]{1,60}:[\w*.\-]{1,60}:([^\s:\x00]{4,120})$"
_OTPAUTH = r"otpauth(?:-migration)?://[^\s\"'<>\x00]{0,200}?(?:secret|data)=([a-z0-9%+/=_-]{8,400})"
_SEED32 = (
    r"(?:totp|2fa|mfa|otp|authenticator|seed|secret)[^\n]{0,40}?(?<![A-Za-z0-9])([A-Z2-7]{16,64}"
    r"=*|(?:[A-Za-z2-7]{4} ){3,8}[A-Za-z2-7]{4})(?![A-Za-z0-9])"
)
_LONG = re.compile(r"(?<![\w+/=.\-])[A-Za-z0-9_+/.~\-]{20,400}={0,2}(?![\w+/])")
_CUES = re.compile(
    r"(?<![a-z])(?:tokens?|secrets?|passwords?|credentials?|api[ _-]?keys?|(?:access|secret|deploy|service|"
    r"signing|auth|private|account|license|admin|master)[ _-]?keys?|auth|bearer|creds|pat|aws|jwt|authkey|"
    r"(?:session|auth)[ _-]cookie|login)"
    r"(?![a-z])"
)
_HARMLESS = re.compile(
    r"(?:id|ids|request|req|commit|sha\d*|digest|hash|checksum|integrity|fingerprint|trace|span|job|build|"
    r"session|run|message|batch|public key|etag|nonce|file|path|image|tag|version|address|contract|cid)"
    r"[\"']?(?: is)?[ :=#\"'(`]{1,4}$"
)
_ID_PREFIX = re.compile(
    r"[a-z]{2,12}_0[0-9A-Za-z]|(?:req|msg|run|job|evt|cus|price|prod|sub|pi|ch|in|acct|toolu|call|resp|thread|"
    r"asst|file|chatcmpl|batch|pm|seti|cs|arn|i|vpc|subnet|sg|ami|vol|Qm|baf\w|0x|pk)[_-]?(?:live_|test_)?"
    r"[0-9A-Za-z]{8}"
)


def phrased(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Every secret that only the sentence around it gives away."""
    longest = longest_mix(low)
    behind = _words_behind(text, low) if longest >= LEAST else []
    return [*behind, *_codes(text, low), *(_near_a_cue(text, low) if longest >= _GENERATED else [])]


def longest_mix(low: str) -> int:
    """How long the longest word is that mixes letters with digits: without one nothing needs to be looked for."""
    longest = 0
    for word in low.replace("\n", " ").split(" "):
        if len(word) > longest and not word.isalpha() and not _DIGITS.isdisjoint(word):
            bare = word.lstrip("\"'`“”«»(").rstrip("\"'`.,;:)?")
            if len(bare) > longest and not _LETTERS.isdisjoint(bare):
                longest = len(bare)
    return longest


def _words_behind(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Values named after they were said: "X as the password"; pairs: "log in with user / X"."""
    found: list[tuple[int, int, str]] = []
    patterns = [(_LOGIN, 2)]
    if " as " in low or " is " in low or " = " in low or " was " in low:
        patterns.append((_BEHIND, 1))
    if any(user in low for user in _KNOWN_USERS):
        patterns.append((_KNOWN_USER, 1))
    for pattern, group in patterns:
        for hit in re.finditer(pattern, low):
            start = hit.start(group)
            value = text[start : hit.end(group)].strip("\"'`“”«»(")
            start = text.find(value, start) if value else start
            value = value.rstrip("\"'`.,;:)?")
            if judge.is_hex(value) and len(value) in (40, 64):
                continue  # a commit or a digest
            if _is_mixed(value) and (pattern is _BEHIND or judge.classes(value)[3] or judge.looks_random(value, 10)):
                found.append((start, start + len(value), "password"))
    for hit in _REFERRED.finditer(low):
        start = max(low.rfind(" ", 0, hit.start()), low.rfind("\n", 0, hit.start())) + 1
        value = text[start : hit.start()].strip("\"'`“«(”»,)")
        start = text.find(value, start)
        if _is_mixed(value) and not judge.is_hex(value) and (judge.classes(value)[3] or judge.looks_random(value, 10)):
            found.append((start, start + len(value), "password"))
    return found


def _is_mixed(value: str) -> bool:
    """Whether a word in a sentence can only be a password: letters and digits, and no path or address."""
    small, capital, digit, sign = judge.classes(value)
    if not (digit and (small or capital)) or len(value) < 6 or judge.is_stand_in(value) or "/" in value or "=" in value:
        return False
    if (
        judge.is_technical(value)
        or (judge.is_slug(value) and not value.isalnum())
        or judge.is_code(value)
        or judge.is_uuid(value)
    ):
        return False
    return (sign or judge.looks_random(value, 8) or not judge.is_hex(value)) and value.lower() not in WEAK_WORDS


def _codes(text: str, low: str) -> "list[tuple[int, int, str]]":
    """PINs and one-time codes behind their name, recovery codes in a list, lines of a .pgpass file."""
    found = [(*hit.span(1), "pin") for hit in re.finditer(_PIN, low)] if any(word in low for word in _PIN_WORDS) else []
    read_to = 0
    for head in re.finditer(_CODES, low) if "code" in low or "key" in low else ():
        if head.start() < read_to:
            continue
        stop = low.find("\n\n", head.end(), head.end() + 600)
        read_to = stop if stop >= 0 else min(len(low), head.end() + 400)
        for code in _CODE.finditer(low, head.end(), read_to):
            if len(code.group(1)) >= 6:
                found.append((*code.span(1), "recovery-code"))
    if ":" in low:
        for hit in re.finditer(_PGPASS, text):
            if not judge.is_stand_in(hit.group(1)) and hit.group(1).lower() not in WEAK_WORDS:
                found.append((*hit.span(1), "password"))
    return found


def seeds(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Mnemonic phrases, passphrases of several words, and the seeds of one-time passwords."""
    found = []
    if (
        "wallet" in low
        or "metamask" in low
        or "recovery" in low
        or "mnemonic" in low
        or "phrase" in low
        or "seed" in low
        or "bip" in low
    ):
        found += [(hit.start(1), hit.start(1) + len(hit.group(1).rstrip()), "seed-phrase")
                  for hit in re.finditer(_SEED, low) if _are_seed_words(hit.group(1))]  # fmt: skip
        found += [(*hit.span(1), "password") for hit in re.finditer(_PHRASE, low) if _are_seed_words(hit.group(1))]
    if "password" in low and "app" in low:
        found += [(*hit.span(1), "password") for hit in re.finditer(_APP_WORDS, low)]
    if "otpauth" in low:
        found += [(*hit.span(1), "otp-seed") for hit in re.finditer(_OTPAUTH, low)]
    if "totp" in low or "2fa" in low or "mfa" in low or "otp" in low or "authenticator" in low:
        found += [
            (*hit.span(1), "otp-seed")
            for hit in re.finditer(_SEED32, _with_small_cue(text))
            if _is_seed32(hit.group(1))
        ]
    return found


def _with_small_cue(text: str) -> str:
    """The text with the capitals of its cue words lowered, so that one pattern reads cue and seed."""
    return (
        text.replace("TOTP", "totp")
        .replace("2FA", "2fa")
        .replace("MFA", "mfa")
        .replace("OTP", "otp")
        .replace("Authent", "authent")
    )


def _is_seed32(value: str) -> bool:
    """Whether a base32 run is a seed: it has digits, or is grouped in fours in one case."""
    groups = value.split()
    return any(map(str.isdigit, value)) and (len(groups) == 1 or value in (value.upper(), value.lower()))


_SENTENCE = frozenset(
    """the is are was be and for not must with your from has have should stored used when where which into via
    them its our may store store write derive generate""".split()
)  # fmt: skip


def _are_seed_words(value: str) -> bool:
    """Whether the words are a mnemonic rather than a sentence: no function words, hardly a repetition."""
    words = [word for word in value.replace(",", " ").split() if word.isalpha()]
    return not _SENTENCE.intersection(words) and len(set(words)) > 1 and "phrase" not in words


def _near_a_cue(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Generated tokens of unknown make with a cue such as token or credential close by on the line."""
    found = []
    cues = None
    for hit in _LONG.finditer(text):
        start, end = hit.span()
        value = hit.group().rstrip(".~-")
        if not _is_generated(value):
            continue
        if cues is None:
            cues = [cue.span() for cue in _CUES.finditer(low) if not is_public(low, cue.start())]
            if not cues:
                return []
        left = max(text.rfind("\n", 0, start) + 1, start - 90)
        right = text.find("\n", end, end + 50)
        right = right if right >= 0 else end + 50
        if _HARMLESS.search(low[max(left, start - 24) : start]):
            continue
        if any((left <= a and b <= start) or (end <= a and b <= right) for a, b in cues):
            found.append((start, start + len(value), "token"))
    return found


def _is_generated(value: str) -> bool:
    """Whether a long word can only be generated: all three classes, no words in it, no id, no path."""
    small, capital, digit, _ = judge.classes(value)
    if not (small and capital and digit) or _ID_PREFIX.match(value) or judge.is_stand_in(value):
        return False
    if judge.is_slug(value) or (value.count("/") and len(value) < 38) or value.count(".") > 2:
        return False
    return sum(map(str.isdigit, value)) > 1 and judge.wordiness(value) < 0.3 and judge.looks_random(value, _GENERATED)
