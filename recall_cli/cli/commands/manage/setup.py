"""recall setup: prepare a PostgreSQL server for many users."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.engines.postgres.setup import SetupStep

PARAMS = (
    option("login", "A role that shall use recall; made if it is missing.", metavar="ROLE"),
    option("only", "The only user that this role may be.", metavar="USER"),
)
EXAMPLES = (
    ("recall setup --db postgresql://admin@db.example.org/recall", "as an administrator; repeating changes nothing"),
    ("recall setup --db postgresql://admin@db.example.org/recall --login alice --only alice", "a login for one user"),
)
MISSING_STATUS = 1


def setup(app: "App", *, login: "str | None", only: "str | None") -> Reply:
    """Prepare a PostgreSQL server, or check it: extension, roles, schema, tables and isolation.

    What this login may not do is printed as SQL for an administrator. Passwords come from libpq's own places.
    """
    from recall_cli.flows.transfer.server_setup import set_up_server

    steps = set_up_server(app, login or "", only or "")
    missing = [step for step in steps if step.state == "missing"]
    return Reply(
        lambda: {"ready": not missing, "steps": [step.fields() for step in steps]},
        lambda: [_line(step) for step in steps],
        lambda console: _print_steps(console, steps, missing),
        status=MISSING_STATUS if missing else 0,
    )


def _line(step: "SetupStep") -> str:
    return "\t".join(map(make_printable, (step.state, step.part, step.remedy))).rstrip("\t")


def _print_steps(console: "Console", steps: "list[SetupStep]", missing: "list[SetupStep]") -> None:
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, make_grid

    table = make_grid()
    styles = {"present": DIM, "made": ACCENT, "missing": DANGER}
    for step in steps:
        table.add_row(Text(step.state, style=styles[step.state]), Text(make_printable(step.part)))
    console.print(table)
    if missing:
        console.print(Text("an administrator of the server runs:", style=DANGER))
        for step in missing:
            console.print(Text("  " + make_printable(step.remedy)), soft_wrap=True)
    else:
        console.print(Text("ready: recall --db postgresql://… stores here (recall help teams)", style=DIM))
