"""Secrets told by what carries them: addresses, headers and cookies."""

import re

from recall_cli.rules.secrets import judge
from recall_cli.rules.secrets.words import WEAK_WORDS

_ADDRESS = re.compile(r"://([^\s:/@\"'<>\x00]{0,100})(?::([^\s\"'<>\x00/]{1,200}))?@(?=[\w.\[$*-])")
_THIN = r"(?:thin:|sqlplus(?: -[a-zA-Z]{1,3}){0,3} )[\w.$]{1,40}/([^\s@\"'<>\x00]{3,100})@"
_SLASHED = r"(?<![\w/.])[\w.$]{2,40}/([^\s@\"'/<>\x00]{6,60})@//?[\w.-]{2,60}[:/]"
_RELAY = r"(?m)\]?:\d{2,5}[ \t]{1,4}[\w.+-]{1,60}@[\w.-]{1,60}:([^\s\x00]{6,80})$"
_AT_HOST = (
    r"(?<![\w/.@])(?!(?:mailto|xmpp|sips?|acct|npm|cc|to|git):)[\w.\-]{2,40}:([^\s:/@\"'<>\x00]{6,64})"
    r"@(?!sha)[a-z\d\-]{1,40}(?:\.[a-z\d\-]{1,40}){0,6}(?![\w@])"
)
_HEADER = (
    r"authorization[\"'\]]{0,2}\s{0,4}[:=,]\s{0,4}[\"'`]{0,2}"
    r"((?:snowflake token=|pve[a-z]{3}token=[\w.@!-]{1,60}=|[a-z][a-z0-9_\-]{1,30} )\s{0,2}[\"']?)?"
    r"([^\s\"'`,;\x00]{6,})"
    r"|\b(?:bearer|ssws)\s{1,3}([a-z0-9._~+/=\-]{12,})|\bbasic\s{1,3}([a-z0-9+/]{8,}={0,2})"
    r"|aws4-hmac-sha256 [^\n]{10,300}signature=([0-9a-f]{64})"
)
_COOKIE = (
    r"cookie(?:jar)?[\"'\])]{0,2}\s{0,3}[:=,(]\s{0,3}[\"'`]?([^\n\r\"'`\x00]{8,4000})|"
    r"(?:\s-b|--cookie)[ =]"
                     r"[\"']?([\w.\-]{1,60}=[^\n\r\"'\x00]{6,4000})")  # fmt: skip
_PAIR = re.compile(r"([\w.\-]{1,80})=([^;,\s\x00]{6,4000})")
_SESSION = (
    r"((?:(?:sessid|sessionid|sess|session|sid|ssid|li_at|sessiontoken|session_key|laravel_session|session-token|session_token|remember_me|csrftoken|xsrf-token))=)"
    r"([^;,&\s\"'<>\x00]{16,4000})|[?&](?:sig|signature|x-amz-signature|x-goog-signature|"
    r"x-amz-security-token|code|"
    r"st|hmac)=([a-z0-9%+/_=\-]{20,2000})"
)
_SESSION_WORDS = (
    "sess",
    "sid",
    "auth",
    "token",
    "jwt",
    "remember",
    "csrf",
    "xsrf",
    "login",
    "sso",
    "id",
    "key",
    "secret",
)


def carried(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Every secret that an address, a header or a cookie carries."""
    return [
        *addresses(text, low),
        *_headers(text, low),
        *_cookies(text, low),
    ]


def addresses(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Passwords in scheme://user:password@host, and lone tokens in scheme://token@host."""
    found = []
    for hit in _ADDRESS.finditer(text) if "://" in low else ():
        user, word = hit.group(1), hit.group(2)
        if word is None:
            if judge.looks_random(user, 16) and not judge.is_stand_in(user):
                found.append((*hit.span(1), "url-token"))
        elif is_password(word, user) and "://" not in word:
            found.append((*hit.span(2), "url-password"))
            if judge.looks_random(user, 20) and word.lower() in ("x-oauth-basic", "x"):
                found.append((*hit.span(1), "url-token"))
        elif judge.looks_random(user, 20):
            found.append((*hit.span(1), "url-token"))
    if "thin:" in low or "sqlplus" in low:
        found += [(*hit.span(1), "url-password") for hit in re.finditer(_THIN, text) if is_password(hit.group(1), "")]
    if "@/" in low:
        found += [
            (*hit.span(1), "url-password") for hit in re.finditer(_SLASHED, text) if is_password(hit.group(1), "")
        ]
    if "@" in low and (":25" in low or ":465" in low or ":587" in low):
        found += [(*hit.span(1), "password") for hit in re.finditer(_RELAY, text) if is_password(hit.group(1), "")]
    for hit in re.finditer(_AT_HOST, text) if "@" in low and "://" not in low else ():
        value = hit.group(1)
        if (
            not judge.is_stand_in(value)
            and judge.classes(value)[2]
            and (judge.looks_random(value, 8) or judge.classes(value)[3])
        ):
            found.append((*hit.span(1), "url-password"))
    return found


def is_password(word: str, user: str) -> bool:
    """Whether the word is a password of that user's own, and not a placeholder or a well-known default."""
    bare = word.lower().strip("*.")
    if not bare or bare in WEAK_WORDS or bare == user.lower() or judge.is_stand_in(word):
        return False
    return len(word) >= 4 and not (word.isupper() and bare.replace("_", "").isalpha()) and bare[-8:] != "password"


def _headers(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Values of Authorization headers, and of Bearer and Basic wherever they are written."""
    found = []
    if "authorization" in low or "bearer" in low or "ssws" in low or "basic" in low or "aws4-hmac" in low:
        for hit in re.finditer(_HEADER, low):
            which = hit.lastindex or 2
            start, end = hit.span(which)
            value = text[start:end].rstrip(".)}]")
            kind = ("auth-header", "auth-header", "bearer-token", "basic-auth", "signature")[which - 1]
            named = which == 2 and hit.group(1)
            if _is_header_value(value, bool(named) and "basic" in hit.group(1), which):
                found.append((start, start + len(value), kind))
    return found


def _is_header_value(value: str, basic: bool, which: int) -> bool:
    """Whether the value of a header is a credential: Basic decodes to a pair, others look generated."""
    if judge.is_stand_in(value) or value.lower() in WEAK_WORDS:
        return False
    if basic or which == 4:
        if basic and judge.looks_random(value, 20):
            return True
        return (basic or len(value) >= 16 or judge.classes(value)[2]) and _is_pair(value)
    return (judge.looks_random(value.strip("="), 8) and not judge.is_technical(value)) or which == 5


def _is_pair(value: str) -> bool:
    """Whether base64 text decodes to user:password in printable characters."""
    import binascii

    try:
        plain = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except ValueError:
        return False
    return b":" in plain and all(32 <= sign < 127 for sign in plain)


def _is_session(value: str) -> bool:
    """Whether the value of a session cookie is one although chance put words into it."""
    return len(value) >= 24 and value.isalnum() and sum(map(str.isdigit, value)) > 2 and len(set(value)) > 9


def _cookies(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Values of session cookies; settings such as theme=dark stay."""
    found = []
    if "cookie" in low or " -b" in low:
        for hit in re.finditer(_COOKIE, low):
            start, end = hit.span(hit.lastindex or 1)
            for pair in _PAIR.finditer(text, start, end):
                name, value = pair.group(1).lower(), pair.group(2)
                named = any(word in name for word in _SESSION_WORDS)
                random = judge.looks_random(value, 8 if named else 20) or (named and _is_session(value))
                if random and not judge.is_stand_in(value):
                    found.append((*pair.span(2), "cookie"))
    if (
        "sess" in low
        or "sid" in low
        or "li_at" in low
        or "srf" in low
        or "remember_me=" in low
        or ("?" in low and "=" in low)
    ):
        for hit in re.finditer(_SESSION, low):
            start, end = hit.span(2 if hit.group(2) else 3)
            value = text[start:end]
            if judge.looks_random(value, 16) and not judge.is_stand_in(value) and not judge.is_uuid(value):
                found.append((start, end, "cookie" if hit.group(2) else "signature"))
    return found
