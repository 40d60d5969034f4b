"""Which addresses of remotes sync uses: those that name a place, and none that names a program."""

MAX_ADDRESS_LETTERS = 1_000
SIGNS_OF_A_LOGIN = (
    "could not read username",
    "authentication failed",
    "error: 401",
    "error: 403",
    "error: 404",
    "not found",
    "access denied",
)
"""How git says that a server asks for a login. Hosts say of a private repository that it is not there."""
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


def anonymous_address(address: str) -> str:
    """Where anybody could read this remote without a login, if it is public; empty for a folder of this machine."""
    if is_folder(address):
        return ""
    scheme, separator, rest = address.partition("://")
    if not separator:
        host, _, path = address.partition(":")
        return f"https://{host.rpartition('@')[2]}/{path.lstrip('/')}"
    host, slash, path = rest.partition("/")
    host = host.rpartition("@")[2]
    if scheme == "ssh":
        return f"https://{host.partition(':')[0]}/{path}"
    return f"{scheme}://{host}{slash}{path}"


def is_refusal(message: str) -> bool:
    """Does git's message say that a server shows this to nobody without a login?"""
    return any(sign in message.lower() for sign in SIGNS_OF_A_LOGIN)


def is_folder(address: str) -> bool:
    """Is this a folder of this machine?"""
    return address.startswith(("/", "file://"))


def _is_option(part: str) -> bool:
    return part.startswith("-")
