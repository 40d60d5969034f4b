"""Tokens for clients of the server: made and shown once, found again by their public part, ended for good."""

import os

from recall_cli.domain.errors import NotFound, NotStored, RecallError, UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.domain.shell_words import command_line
from recall_cli.engines.tables.access.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

TOKEN_PREFIX = "recall_"  # noqa: S105 — the beginning of every token, and no secret
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
SECRET_BYTES = 32
MAX_NAME_LETTERS = 60
MAX_TOKEN_LETTERS = 200
READ_RIGHTS, AGENT_RIGHTS = ("read",), ("read", "write")


class TokenRequest(Record):
    """What a new token shall allow."""

    name: str
    user: "str | None" = None
    agent: "str | None" = None
    read_only: bool = False
    extra_rights: "tuple[str, ...]" = ()
    clearance: "str | None" = None
    topics: "tuple[str, ...]" = ()
    projects: "tuple[str, ...]" = ()
    per_minute: int = 600
    expires: "str | None" = None


class NewToken(Record):
    """A token with its text, which nobody can show again."""

    token: Token
    text: str


def create_token(app: "App", request: TokenRequest) -> NewToken:
    """Make a token. Anybody but a person at a terminal gives no more than they have themselves."""
    _check_names(request)
    _check_allowed(app, request)
    text, id_ = _new_text()
    expires_at = None
    if request.expires is not None:
        from recall_cli.rules.dates.typed_dates import parse_typed_date

        expires_at = parse_typed_date(request.expires, app.now(), ahead=True, whole_day=True)
        if expires_at <= app.now():
            raise UsageError(f"--expires {request.expires} is in the past", "for example 90d, or a date")
    rights = READ_RIGHTS if request.read_only else AGENT_RIGHTS
    token = Token(
        n=0,
        id=id_,
        user=request.user or app.settings["user"],
        name=request.name,
        agent=request.agent or request.name,
        rights=(*rights, *dict.fromkeys(request.extra_rights)),
        clearance=request.clearance,
        topics=request.topics,
        projects=request.projects,
        per_minute=request.per_minute,
        created_at=app.now(),
        expires_at=expires_at,
    )
    with app.write_transaction(View(user=token.user)) as tx:
        op = tx.operations.add("token", trust=app.channel, agent=app.agent, note=token.name)
        token = token.but(op=op)
        if not tx.tokens.add(token, hash_of(text)):
            raise UsageError(
                f"there is a token {token.name} already",
                f"{command_line('recall', 'admin', 'token', 'revoke', token.name)}, or choose another name",
            )
    return NewToken(token=token, text=text)


def _new_text() -> "tuple[str, str]":
    """A new token and its public part."""
    from base64 import urlsafe_b64encode

    id_ = "".join(ID_LETTERS[byte & 31] for byte in os.urandom(ID_LENGTH))
    secret = urlsafe_b64encode(os.urandom(SECRET_BYTES)).decode().rstrip("=")
    return f"{TOKEN_PREFIX}{id_}_{secret}", id_


def _check_names(request: TokenRequest) -> None:
    """Names are stored as they are: short, plain, and no secret among them."""
    from recall_cli.rules.secrets import reject_secret_name

    for what, name in (("the name", request.name), ("--agent", request.agent or "agent")):
        if not (0 < len(name) <= MAX_NAME_LETTERS and all(letter.isalnum() or letter in "-_." for letter in name)):
            raise UsageError(
                f"{what} of a token has letters, digits, hyphens, dots and underscores, not {name[:80]!r}",
                "for example laptop or claude-desktop",
            )
    for name in (request.name, request.agent or "", *request.topics, *request.projects):
        reject_secret_name(name, "a name of the token")
    if request.read_only and set(request.extra_rights) - {"audit", "commands"}:
        raise UsageError(
            "--read-only goes with --allow audit and --allow commands only", "erasing and settling write to the store"
        )


def _check_allowed(app: "App", request: TokenRequest) -> None:
    """NotStored if the caller would give more than they have."""
    if app.channel == "user":
        return
    view, wish = app.view(), ""
    if request.user not in (None, app.settings["user"]):
        wish = "a token for another user"
    elif request.extra_rights:
        wish = f"a token with --allow {request.extra_rights[0]}"
    elif view.clearance < CLASSIFICATIONS.index(request.clearance or CLASSIFICATIONS[-1]):
        wish = f"a token with a clearance above {CLASSIFICATIONS[view.clearance]}"
    elif view.topics is not None and not (request.topics and set(request.topics) <= set(view.topics)):
        wish = "a token for more topics than your own"
    elif view.agent is not None and request.agent != view.agent:
        wish = "a token for another agent"
    if wish:
        raise NotStored(f"not created: only a person at a terminal makes {wish}", "ask your user to run the command")


def list_tokens(app: "App", user: "str | None" = None) -> "list[Token]":
    """The tokens of the user, also the revoked and expired ones."""
    with app.read_transaction(_view_of(app, user)) as tx:
        return tx.tokens.all()


def revoke_token(app: "App", name: str, user: "str | None" = None) -> int:
    """End a token; its next request is refused. The number of the operation."""
    with app.write_transaction(_view_of(app, user)) as tx:
        if not tx.tokens.revoke(name):
            raise NotFound(
                f"there is no valid token {name[:80]}",
                "recall admin token list shows yours, with --user NAME those of another user",
            )
        return tx.operations.add("revoke", trust=app.channel, agent=app.agent, note=name)


def _view_of(app: "App", user: "str | None") -> View:
    """A view of the user's own tokens; of another user's only for a person."""
    if user is not None and user != app.settings["user"] and app.channel != "user":
        raise NotStored("not done: only a person at a terminal sees the tokens of another user", "leave out --user")
    return View(user=user or app.settings["user"])


# What the server asks


def hash_of(text: str) -> bytes:
    """The SHA-256 of a secret text, so that comparing takes the same time for any text."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "replace")).digest()


def find_token(app: "App", text: str) -> "Token | None":
    """The valid token with this text; None for any other text, whatever is wrong with it."""
    from hmac import compare_digest

    id_, mark, _ = text.removeprefix(TOKEN_PREFIX).partition("_")
    if not (mark and text.startswith(TOKEN_PREFIX) and len(id_) == ID_LENGTH and len(text) <= MAX_TOKEN_LETTERS):
        return None
    with app.read_transaction(View(user="")) as tx:
        row = tx.tokens.by_id(id_)
    if row is None:
        return None
    token, stored_hash = row
    fits = compare_digest(stored_hash, hash_of(text))
    return token if fits and token.state_at(app.now()) == "valid" else None


def record_token_use(app: "App", token: Token) -> None:
    """Note that a token is used. This may be lost: a busy store is not waited for."""
    try:
        with app.best_effort_write(View(user=token.user)) as tx:
            tx.tokens.record_use(token.n)
    except RecallError:
        return


# What a restored copy may bring back


def valid_token_hashes(app: "App") -> "list[str]":
    """What the valid tokens of the present store are known by."""
    with app.read_transaction() as tx:
        return tx.tokens.valid_hashes()


def revoke_restored_tokens(app: "App", still_valid: "list[str]") -> int:
    """End the tokens that a restored copy brought back: they may have been revoked since the copy was made."""
    if set(valid_token_hashes(app)) <= set(still_valid):
        return 0
    with app.write_transaction() as tx:
        return tx.tokens.revoke_others(still_valid)
