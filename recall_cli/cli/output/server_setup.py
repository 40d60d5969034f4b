"""A server as its administrator sees it: what `recall setup` prepared there, and the logins."""

from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.flows.setup import server_setup as flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.postgres.logins import Login
    from recall_cli.engines.postgres.setup import SetupStep

MISSING_STATUS = 1


def set_up_server(app: "App", login: str, only: str, key_file: str, *, any_user: bool) -> Reply:
    """Prepare a PostgreSQL server, or check it: extension, roles, schema, tables and isolation."""
    steps = flow.set_up_server(app, login, only, key_file, any_user=any_user)
    return _reply(steps, "ready: recall --db postgresql://… stores here (recall help teams)")


def remove_login(app: "App", login: str) -> Reply:
    """Let a role use recall no more."""
    steps = flow.remove_server_login(app, login)
    return _reply(steps, f"{login} can use recall no more; the role stays, and so do the user's memories")


def list_logins(app: "App") -> Reply:
    """The roles that can use recall, and whom each may be."""
    return list_reply(
        "logins",
        flow.find_server_logins(app),
        document=lambda login: login.fields(),
        line=lambda login: (login.name, _whom(login)),
        cells=lambda _out, login: [login.name, (_whom(login), DANGER if login.any_user else DIM)],
        empty="no login can use recall here (recall setup --login NAME makes one)",
    )


def _whom(login: "Login") -> str:
    """Whom a login may be, in words."""
    whom = "any user" if login.any_user else ", ".join(login.users) or "nobody yet"
    return whom + (", signed" if login.signs else "") + (" (the role was removed)" if login.is_gone else "")


def _reply(steps: "list[SetupStep]", ready: str) -> Reply:
    missing = [step for step in steps if step.state == "missing"]

    def screen(out: "Screen") -> None:
        styles = {"present": DIM, "made": ACCENT, "missing": DANGER}
        out.table([[(step.state, styles[step.state]), step.part] for step in steps])
        if missing:
            out.line(("an administrator of the server runs:", DANGER))
            for step in missing:
                out.line(f"  {step.remedy}", whole=True)
        else:
            out.footer(ready)

    return Reply(
        lambda: {"ready": not missing, "steps": [step.fields() for step in steps]},
        lambda: ["\t".join(map(make_printable, (step.state, step.part, step.remedy))).rstrip("\t") for step in steps],
        screen,
        status=MISSING_STATUS if missing else 0,
    )
