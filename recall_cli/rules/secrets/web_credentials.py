"""Secrets recognized by what carries them: addresses, headers and cookies."""

from recall_cli.language.patterns import compile_pattern
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.forms import LOGINS_AND_HEADERS, SESSIONS, find_forms

_URL_LOGIN = compile_pattern(r"://([^\s:/@\"'<>\x00]{0,100})(?::([^\s\"'<>\x00/]{1,200}))?@(?=[\w.\[$*-])")
_COOKIE_HEADER = compile_pattern(
    r"cookie(?:jar)?[\"'\])]{0,2}\s{0,3}[:=,(]\s{0,3}[\"'`]?([^\n\r\"'`\x00]{8,4000})|"
    r"(?:\s-b|--cookie)[ =]"
    r"[\"']?([\w.\-]{1,60}=[^\n\r\"'\x00]{6,4000})"
)
_COOKIE_PAIR = compile_pattern(r"([\w.\-]{1,80})=([^;,\s\x00]{6,4000})")
_SESSION_COOKIE_WORDS = tuple("sess sid auth token jwt remember csrf xsrf login sso id key secret".split())


def find_web_credentials(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every secret in an address, a header or a cookie."""
    return [
        *(_find_scheme_logins(text) if "://" in lowercase else []),
        *find_forms(LOGINS_AND_HEADERS, text, lowercase),
        *_find_cookies(text, lowercase),
        *find_forms(SESSIONS, text, lowercase),
    ]


def _find_scheme_logins(text: str) -> "list[tuple[int, int, str]]":
    secrets = []
    for match in _URL_LOGIN.finditer(text):
        user, word = match.group(1), match.group(2)
        if word is None:
            if value_shape.looks_random(user, 16) and not value_shape.is_placeholder(user):
                secrets.append((*match.span(1), "url-token"))
        elif value_shape.is_likely_password(word, user) and "://" not in word:
            secrets.append((*match.span(2), "url-password"))
            if value_shape.looks_random(user, 20) and word.lower() in ("x-oauth-basic", "x"):
                secrets.append((*match.span(1), "url-token"))
        elif value_shape.looks_random(user, 20):
            secrets.append((*match.span(1), "url-token"))
    return secrets


def _is_session_id(value: str) -> bool:
    """Whether the value of a session cookie is one although it contains words by chance."""
    return len(value) >= 24 and value.isalnum() and sum(map(str.isdigit, value)) > 2 and len(set(value)) > 9


def _find_cookies(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Values of session cookies. Settings such as theme=dark stay."""
    secrets = []
    if "cookie" in lowercase or " -b" in lowercase:
        for match in _COOKIE_HEADER.finditer(lowercase):
            start, end = match.span(match.lastindex or 1)
            for pair in _COOKIE_PAIR.finditer(text, start, end):
                name, value = pair.group(1).lower(), pair.group(2)
                named = any(word in name for word in _SESSION_COOKIE_WORDS)
                random = value_shape.looks_random(value, 8 if named else 20) or (named and _is_session_id(value))
                if random and not value_shape.is_placeholder(value):
                    secrets.append((*pair.span(2), "cookie"))
    return secrets
