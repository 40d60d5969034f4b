"""Which addresses of remotes sync uses: those that name a place, and none that names a program."""

MAX_ADDRESS_LETTERS = 1_000
SCHEMES = ("https", "http", "ssh", "git", "file")


def address_problem(address: str, *, stated: bool) -> str:
    """Why an address is not used; empty if it is. A folder is used only if a person stated it."""
    if not address or len(address) > MAX_ADDRESS_LETTERS or not address.isprintable():
        return "it is no address"
    if address.startswith("-") or "::" in address.partition("/")[0]:
        return "it could name a program"
    scheme, separator, rest = address.partition("://")
    if not separator:
        host, colon, path = address.partition(":")
        if colon and "/" not in host:  # user@host:path
            return "" if host and path and not _is_option(host.rpartition("@")[2]) else "it could name a program"
        return "" if stated and address.startswith("/") else "it is a folder: name it whole with --to /…"
    if scheme not in SCHEMES:
        return f"sync does not use {scheme}://"
    if scheme == "file":
        return "" if stated else "it is a folder: name it whole with --to /…"
    login, at, host = rest.partition("/")[0].rpartition("@")
    if _is_option(host) or _is_option(login) or not host:
        return "it could name a program"
    if at and ":" in login:
        return "it holds a password: let git keep it (git credential)"
    return ""


def is_folder(address: str) -> bool:
    """Is this a folder of this machine?"""
    return address.startswith(("/", "file://"))


def _is_option(part: str) -> bool:
    return part.startswith("-")
