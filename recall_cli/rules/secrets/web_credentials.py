"""Secrets recognized by what carries them: addresses, headers and cookies."""

import re

from recall_cli.rules.secrets import value_shape

_URL_LOGIN = re.compile(r"://([^\s:/@\"'<>\x00]{0,100})(?::([^\s\"'<>\x00/]{1,200}))?@(?=[\w.\[$*-])")
_ORACLE_LOGIN = r"(?:thin:|sqlplus(?: -[a-zA-Z]{1,3}){0,3} )[\w.$]{1,40}/([^\s@\"'<>\x00]{3,100})@"
_SLASH_LOGIN = r"(?<![\w/.])[\w.$]{2,40}/([^\s@\"'/<>\x00]{6,60})@//?[\w.-]{2,60}[:/]"
_MAIL_RELAY_LOGIN = r"(?m)\]?:\d{2,5}[ \t]{1,4}[\w.+-]{1,60}@[\w.-]{1,60}:([^\s\x00]{6,80})$"
_LOGINS = (
    (("thin:", "sqlplus"), _ORACLE_LOGIN, "url-password"),
    (("@/",), _SLASH_LOGIN, "url-password"),
    ((":25", ":465", ":587"), _MAIL_RELAY_LOGIN, "password"),
)
"""Logins without a scheme: what a text with one has, and the kind of the password."""
_LOGIN_AT_HOST = (
    r"(?<![\w/.@])(?!(?:mailto|xmpp|sips?|acct|npm|cc|to|git):)[\w.\-]{2,40}:([^\s:/@\"'<>\x00]{6,64})"
    r"@(?!sha)[a-z\d\-]{1,40}(?:\.[a-z\d\-]{1,40}){0,6}(?![\w@])"
)
_AUTH_HEADER = (
    r"authorization[\"'\]]{0,2}\s{0,4}[:=,]\s{0,4}[\"'`]{0,2}"
    r"((?:snowflake token=|pve[a-z]{3}token=[\w.@!-]{1,60}=|[a-z][a-z0-9_\-]{1,30} )\s{0,2}[\"']?)?"
    r"([^\s\"'`,;\x00]{6,})"
    r"|\b(?:bearer|ssws)\s{1,3}([a-z0-9._~+/=\-]{12,})|\bbasic\s{1,3}([a-z0-9+/]{8,}={0,2})"
    r"|aws4-hmac-sha256 [^\n]{10,300}signature=([0-9a-f]{64})"
)
_COOKIE_HEADER = (
    r"cookie(?:jar)?[\"'\])]{0,2}\s{0,3}[:=,(]\s{0,3}[\"'`]?([^\n\r\"'`\x00]{8,4000})|"
    r"(?:\s-b|--cookie)[ =]"
    r"[\"']?([\w.\-]{1,60}=[^\n\r\"'\x00]{6,4000})"
)
_COOKIE_PAIR = re.compile(r"([\w.\-]{1,80})=([^;,\s\x00]{6,4000})")
_SESSION_PARAMETER = (
    r"((?:(?:sessid|sessionid|sess|session|sid|ssid|li_at|sessiontoken|session_key|laravel_session|session-token|session_token|remember_me|csrftoken|xsrf-token))=)"
    r"([^;,&\s\"'<>\x00]{16,4000})|[?&](?:sig|signature|x-amz-signature|x-goog-signature|"
    r"x-amz-security-token|code|"
    r"st|hmac)=([a-z0-9%+/_=\-]{20,2000})"
)
_SESSION_COOKIE_WORDS = tuple("sess sid auth token jwt remember csrf xsrf login sso id key secret".split())


def find_web_credentials(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every secret in an address, a header or a cookie."""
    return [*find_url_passwords(text, lowercase), *_find_auth_headers(text, lowercase), *_find_cookies(text, lowercase)]


def find_url_passwords(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Passwords in scheme://user:password@host, and single tokens in scheme://token@host."""
    secrets = _find_scheme_logins(text) if "://" in lowercase else []
    for cues, pattern, kind in _LOGINS:
        if any(cue in lowercase for cue in cues):
            found = (match for match in re.finditer(pattern, text) if is_likely_password(match.group(1), ""))
            secrets += [(*match.span(1), kind) for match in found]
    for match in re.finditer(_LOGIN_AT_HOST, text) if "@" in lowercase and "://" not in lowercase else ():
        value = match.group(1)
        if (
            not value_shape.is_placeholder(value)
            and value_shape.character_classes(value)[2]
            and (value_shape.looks_random(value, 8) or value_shape.character_classes(value)[3])
        ):
            secrets.append((*match.span(1), "url-password"))
    return secrets


def _find_scheme_logins(text: str) -> "list[tuple[int, int, str]]":
    """Passwords and tokens in addresses with a scheme."""
    secrets = []
    for match in _URL_LOGIN.finditer(text):
        user, word = match.group(1), match.group(2)
        if word is None:
            if value_shape.looks_random(user, 16) and not value_shape.is_placeholder(user):
                secrets.append((*match.span(1), "url-token"))
        elif is_likely_password(word, user) and "://" not in word:
            secrets.append((*match.span(2), "url-password"))
            if value_shape.looks_random(user, 20) and word.lower() in ("x-oauth-basic", "x"):
                secrets.append((*match.span(1), "url-token"))
        elif value_shape.looks_random(user, 20):
            secrets.append((*match.span(1), "url-token"))
    return secrets


def is_likely_password(password: str, user: str) -> bool:
    """Whether the word is that user's own password, and not a placeholder or a well-known default."""
    bare = password.lower().strip("*.")
    if not bare or bare in value_shape.NON_SECRET_WORDS or bare == user.lower() or value_shape.is_placeholder(password):
        return False
    return (
        len(password) >= 4 and not (password.isupper() and bare.replace("_", "").isalpha()) and bare[-8:] != "password"
    )


def _find_auth_headers(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Values of Authorization headers, and of Bearer and Basic wherever they occur."""
    secrets = []
    if any(word in lowercase for word in ("authorization", "bearer", "ssws", "basic", "aws4-hmac")):
        for match in re.finditer(_AUTH_HEADER, lowercase):
            which = match.lastindex or 2
            start, end = match.span(which)
            value = text[start:end].rstrip(".)}]")
            kind = ("auth-header", "auth-header", "bearer-token", "basic-auth", "signature")[which - 1]
            named = which == 2 and match.group(1)
            if _is_header_credential(value, bool(named) and "basic" in match.group(1), which):
                secrets.append((start, start + len(value), kind))
    return secrets


def _is_header_credential(value: str, is_basic: bool, group: int) -> bool:
    """Whether the value of a header is a credential: Basic decodes to a pair, others look generated."""
    if value_shape.is_placeholder(value) or value.lower() in value_shape.NON_SECRET_WORDS:
        return False
    if is_basic or group == 4:
        if is_basic and value_shape.looks_random(value, 20):
            return True
        return (is_basic or len(value) >= 16 or value_shape.character_classes(value)[2]) and _is_basic_pair(value)
    return (value_shape.looks_random(value.strip("="), 8) and not value_shape.is_technical_term(value)) or group == 5


def _is_basic_pair(value: str) -> bool:
    """Whether base64 text decodes to user:password in printable characters."""
    import binascii

    try:
        decoded = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except ValueError:
        return False
    return b":" in decoded and all(32 <= sign < 127 for sign in decoded)


def _is_session_id(value: str) -> bool:
    """Whether the value of a session cookie is one although it contains words by chance."""
    return len(value) >= 24 and value.isalnum() and sum(map(str.isdigit, value)) > 2 and len(set(value)) > 9


def _find_cookies(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Values of session cookies. Settings such as theme=dark stay."""
    secrets = []
    if "cookie" in lowercase or " -b" in lowercase:
        for match in re.finditer(_COOKIE_HEADER, lowercase):
            start, end = match.span(match.lastindex or 1)
            for pair in _COOKIE_PAIR.finditer(text, start, end):
                name, value = pair.group(1).lower(), pair.group(2)
                named = any(word in name for word in _SESSION_COOKIE_WORDS)
                random = value_shape.looks_random(value, 8 if named else 20) or (named and _is_session_id(value))
                if random and not value_shape.is_placeholder(value):
                    secrets.append((*pair.span(2), "cookie"))
    names = ("sess", "sid", "li_at", "srf", "remember_me=")
    if any(name in lowercase for name in names) or ("?" in lowercase and "=" in lowercase):
        for match in re.finditer(_SESSION_PARAMETER, lowercase):
            start, end = match.span(2 if match.group(2) else 3)
            value = text[start:end]
            if (
                value_shape.looks_random(value, 16)
                and not value_shape.is_placeholder(value)
                and not value_shape.is_uuid(value)
            ):
                secrets.append((start, end, "cookie" if match.group(2) else "signature"))
    return secrets
