"""recall token: tokens for the clients of recall serve."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.moment import format_age, format_day, format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.tables.access.tokens import Token

ACTIONS = ("create", "list", "revoke")
PARAMS = (
    argument("action", "create, list or revoke.", choices=ACTIONS, default="list", metavar="[create|list|revoke]"),
    argument("name", "The name of the token, such as laptop.", default=None, metavar="[NAME]"),
    option("user", "Whose memories the token opens (default: yours).", metavar="NAME"),
    option("agent", "The agent as which the client acts (default: the token's name).", metavar="NAME", rare=True),
    option("read_only", "Without the tools that store or change.", kind="flag"),
    option(
        "allow",
        "Also erase for good, show the audit log, settle contested facts, or give commands; repeatable.",
        kind="many",
        choices=("erase", "audit", "settle", "commands"),
    ),
    option("clearance", "Only memories classified up to this level.", choices=CLASSIFICATIONS, rare=True),
    option("topics", "Only memories of these topics, separated by commas.", metavar="TOPIC,...", rare=True),
    option("projects", "Only memories of these projects, and those of none.", metavar="NAME,..."),
    option(
        "rate",
        "Maximum number of requests in a minute.",
        kind="int",
        default=600,
        low=1,
        high=1_000_000,
        metavar="N",
        rare=True,
    ),
    option("expires", "When it stops working: 90d, 2027-01-31 (default: never).", metavar="DATE"),
)
EXAMPLES = (
    ("recall admin token create laptop --expires 90d", "shows the token once"),
    ("recall admin token create ann-laptop --user ann --allow commands", "for recall join https://… on a laptop"),
    ("recall admin token create ci --read-only --projects shop", "reads one project"),
    ("recall admin token", "all tokens, and when each was last used"),
    ("recall admin token revoke laptop", "its next request is refused"),
)


def token(
    app: "App",
    *,
    action: str,
    name: "str | None",
    user: "str | None",
    agent: "str | None",
    read_only: bool,
    allow: "tuple[str, ...]",
    clearance: "str | None",
    topics: "str | None",
    projects: "str | None",
    rate: int,
    expires: "str | None",
) -> Reply:
    """Create, list or revoke the tokens that clients of recall serve need. Only a hash of each token is stored."""
    from recall_cli.flows.access import tokens as flow

    if action == "list":
        if name is not None:
            raise UsageError("list takes no name", "recall admin token list")
        return _list_reply(flow.list_tokens(app, user), app.now())
    if name is None:
        raise UsageError(f"{action} needs the name of a token", f"recall admin token {action} laptop")
    if action == "revoke":
        op = flow.revoke_token(app, name, user)
        return Reply(
            lambda: {"revoked": name, "operation": op},
            lambda: [f"revoked\t{name}"],
            lambda out: out.line(f"revoked {name}: its next request is refused"),
        )
    app.makes_store = True
    made = flow.create_token(
        app,
        flow.TokenRequest(
            name=name,
            user=user,
            agent=agent,
            read_only=read_only,
            extra_rights=allow,
            clearance=clearance,
            topics=_split_names(topics),
            projects=_split_names(projects),
            per_minute=rate,
            expires=expires,
        ),
    )
    return _new_token_reply(made.token, made.text, app.now())


def _new_token_reply(made: "Token", text: str, now: int) -> Reply:
    def screen(out: "Screen") -> None:
        out.line((text, ACCENT), whole=True)
        out.footer(f"token {made.name}: {_summary(made, now)}")
        out.footer("copy it now: it is shown only once, and recall keeps only a hash of it")

    return Reply(lambda: {**_document(made, now), "token": text}, lambda: [text], screen)


def _split_names(text: "str | None") -> "tuple[str, ...]":
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def _list_reply(tokens: "list[Token]", now: int) -> Reply:
    def cells(_out: "Screen", each: "Token") -> "list[Cell]":
        state = each.state_at(now)
        style = "" if state == "valid" else DIM
        used = f"used {format_age(each.used_at, now)}" if each.used_at is not None else "never used"
        return [(each.name, style or ACCENT), (state, style), (_summary(each, now), style), (used, DIM)]

    return list_reply(
        "tokens",
        tokens,
        document=lambda each: _document(each, now),
        line=lambda each: (
            each.name,
            each.state_at(now),
            _summary(each, now),
            format_iso(each.used_at) or "never used",
        ),
        cells=cells,
        empty="no tokens (make one: recall admin token create laptop)",
    )


def _summary(made: "Token", now: int) -> str:
    """What a token allows, in a few words."""
    parts = [" and ".join(made.rights) if len(made.rights) < 3 else ", ".join(made.rights), f"as {made.agent}"]
    if made.clearance is not None:
        parts.append(f"up to {made.clearance}")
    for what, names in (("topics", made.topics), ("projects", made.projects)):
        if names:
            parts.append(f"{what} {', '.join(names)}")
    if made.expires_at is not None:
        parts.append(f"{'expired' if made.state_at(now) == 'expired' else 'until'} {format_day(made.expires_at)}")
    return make_printable(", ".join(parts))


def _document(made: "Token", now: int) -> "dict[str, object]":
    return {
        "name": made.name,
        "state": made.state_at(now),
        "user": made.user,
        "agent": made.agent,
        "rights": [*made.rights],
        "clearance": made.clearance,
        "topics": [*made.topics],
        "projects": [*made.projects],
        "per_minute": made.per_minute,
        "created_at": format_iso(made.created_at),
        "expires_at": format_iso(made.expires_at),
        "used_at": format_iso(made.used_at),
        "revoked_at": format_iso(made.revoked_at),
    }
