"""Tells an address from the name of a file, by its form. Loaded only for a value that begins like one."""

import os

from recall_cli.domain.errors import UsageError

SERVER_SCHEMES = ("postgresql", "postgres")
"""What the address of a server of PostgreSQL begins with, in any case."""
WEB_SCHEMES = ("https", "http")
"""What the address of a `recall serve` begins with. Plain http is for this machine alone."""
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def check_place(text: str, where: str) -> str:
    """A file's name as it is, or the address of a server with its scheme in lower case; UsageError for others."""
    if not is_address(text):
        return text
    scheme, mark, rest = text.strip().partition("://")
    if mark and scheme.lower() in SERVER_SCHEMES:
        return f"{scheme.lower()}://{rest}"
    if mark and scheme.lower() in WEB_SCHEMES:
        return _check_web_address(scheme.lower(), rest, where)
    raise UsageError(
        f"{where} is neither a file nor an address that recall knows: {_shown_start(text)}",
        "a server is https://HOST or postgresql://HOST/DATABASE; a file of this name is ./NAME",
    )


def _check_web_address(scheme: str, rest: str, where: str) -> str:
    """The address of a `recall serve` in its one form; UsageError if it holds a password or goes in plain."""
    authority, _, path = rest.partition("/")
    if "@" in authority:
        raise UsageError(
            f"{where} holds a user or a password", "the token has a file of its own: recall join https://…"
        )
    host, port = split_authority(authority)
    good = host.strip("[]").replace(".", "").replace("-", "").replace(":", "").isalnum() and host.isascii()
    if (
        not good
        or authority.endswith(":")
        or not (port == "" or (port.isdigit() and port.isascii() and 0 < int(port[:6]) < 65_536))
    ):
        raise UsageError(f"{where} names no machine: {_shown_start(f'{scheme}://{rest}')}", "for example https://HOST")
    if not path.isascii() or not all(sign.isalnum() or sign in "-._~/" for sign in path) or ".." in path:
        raise UsageError(f"{where} has more than a machine and a path", "for example https://HOST or https://HOST/PATH")
    if scheme == "http" and host not in LOOPBACK_HOSTS:
        raise UsageError(f"{where} would send your memories in plain over the network", f"https://{host}")
    return f"{scheme}://{authority.lower()}/{path}".rstrip("/")


def split_authority(authority: str) -> "tuple[str, str]":
    """The host in lower case, with the brackets of an IPv6 address, and the port; empty without one."""
    host, colon, port = authority.lower().rpartition(":")
    return (host, port) if colon and not port.endswith("]") else (authority.lower(), "")


def refuse_address(text: str, where: str) -> None:
    """UsageError for an address where only a file or a folder makes sense."""
    if is_address(text):
        raise UsageError(
            f"{where} takes a file, and {_shown_start(text)} is an address",
            "recall admin migrate moves a store to a server; a file of this name is ./NAME",
        )


def is_address(text: str) -> bool:
    """Does a text have the form of an address: `word:…`, `word//…`, `user@host/…`, or `key=value …` as libpq takes it?

    A name with a slash before the colon, the at or the equals sign is a file, and so is a drive (C:).
    """
    text = text.strip()
    scheme, colon, rest = text.partition(":")
    if colon and "/" not in scheme and len(scheme) != 1 and (not scheme or _is_word(scheme) or rest.startswith("//")):
        return True
    start, slash, rest = text.partition("/")
    user, _, host = start.partition("@")
    is_login = bool(host) and user[:1].isalnum() and not any(map(str.isspace, start))
    if slash and (is_login or (_is_word(start) and rest.startswith("/"))):
        return True
    key, equals, _ = text.partition("=")
    return bool(equals) and key.strip().isidentifier()


def _is_word(text: str) -> bool:
    return text[:1].isalpha() and all(sign.isalnum() or sign in "+.-_" for sign in text)


def is_made_of_address(path: str) -> bool:
    """Was this absolute path made of an address, as recall once did (/home/ann/postgresql:/db.example.org/recall)?"""
    parts = path.split("/")
    schemes = (part[:-1] for part in parts[:-1] if part.endswith(":"))
    has_scheme = any(len(word) > 1 and word[0].isalpha() and word.replace("+", "a").isalnum() for word in schemes)
    return has_scheme or any(" " in part and is_address(part) and "=" in part for part in parts)


def is_same_file(first: str, second: str) -> bool:
    """Do two paths name the same file, or would they?"""
    both = os.path.exists(first) and os.path.exists(second)
    return os.path.samefile(first, second) if both else os.path.realpath(first) == os.path.realpath(second)


def _shown_start(text: str) -> str:
    """The beginning of an address, which cannot hold a password."""
    start = min(at for at in (*map(text.find, ":=@/"), len(text)) if at >= 0)
    return text[: start + 1].strip()[:40] + "…"
