"""The tokens of this machine: one line for each server, in a file that only the user can read.

A token is never part of an address, of a setting or of a log, and is sent to the server that it belongs to, and to no
other.
"""

import os
import stat

from recall_cli.domain.errors import StoreError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

TOKEN_VARIABLE = "RECALL_TOKEN"  # noqa: S105 — the name of a variable
MAX_FILE_BYTES, MAX_TOKEN_LETTERS = 100_000, 1_000


def token_path(app: "App") -> str:
    """The file with the tokens."""
    from recall_cli.settings import config_folder

    return os.path.join(config_folder(app.environment), "tokens")


def find_token(app: "App") -> str:
    """The token for the server of the settings; StoreError if there is none."""
    token = app.environment.get(TOKEN_VARIABLE) or _read_tokens(app).get(app.settings.database, "")
    if not token:
        raise StoreError(
            f"this machine has no token for {app.settings.database}", f"recall join {app.settings.database}"
        )
    return check_token(token)


def has_token(app: "App") -> bool:
    """Is there a token for the server of the settings?"""
    return bool(app.environment.get(TOKEN_VARIABLE) or _read_tokens(app).get(app.settings.database))


def is_kept(app: "App", address: str, token: str) -> bool:
    """Whether this is the token that the file has for a server."""
    return _read_tokens(app).get(address) == token


def check_token(text: str) -> str:
    """A token as it may be sent; UsageError for anything else."""
    token = text.strip()
    if not (token.isascii() and token.replace("_", "").replace("-", "").isalnum() and 20 < len(token) <= 200):
        raise UsageError(
            "that is no token", "recall admin token create NAME --allow commands, at the server, shows one"
        )
    return token


def read_token_file(path: str) -> str:
    """The token in a file that somebody was given; UsageError if it holds none."""
    try:
        with open(os.path.expanduser(path), encoding="ascii", errors="replace") as file:
            return check_token(file.read(MAX_TOKEN_LETTERS))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or '').lower()}", "--token-file names a file") from None


def keep_token(app: "App", address: str, token: str) -> None:
    """Keep the token for a server, in the place of an earlier one."""
    tokens = {**_read_tokens(app), address: check_token(token)}
    _write_tokens(app, tokens)


def forget_token(app: "App", address: str) -> bool:
    """Forget the token for a server; False if there was none."""
    tokens = _read_tokens(app)
    if tokens.pop(address, None) is None:
        return False
    _write_tokens(app, tokens)
    return True


def _write_tokens(app: "App", tokens: "dict[str, str]") -> None:
    from recall_cli.atomic_file import replace_file

    path = token_path(app)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    replace_file(path, [f"{address} {token}\n".encode() for address, token in sorted(tokens.items())])


def _read_tokens(app: "App") -> "dict[str, str]":
    """Every token by the address of its server. A file that others could read or write is refused."""
    path = token_path(app)
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"cannot read {path}: {(error.strerror or '').lower()}", "it holds your tokens") from None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
            raise StoreError(f"others could read your tokens in {path}", f"chmod 600 {path}")
        lines = os.read(file, MAX_FILE_BYTES).decode("ascii", "replace").split("\n")
    finally:
        os.close(file)
    pairs = (line.split(" ") for line in lines)
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
