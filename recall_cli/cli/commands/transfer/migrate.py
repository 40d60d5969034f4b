"""recall migrate: move a whole store to a server, from a server, or to another file."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Piece
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.transfer.migrate import MovedUser

PARAMS = (
    argument("source", "The store to move: a file, or the address of a server.", completes="file", metavar="FROM"),
    argument("target", "Where to: a new file, or the address of a server.", completes="file", metavar="TO"),
    option("all_users", "Move every user of the file, each into rows of their own on the server.", kind="flag"),
    option("as_", "Give the memories to this user of the destination.", metavar="USER"),
    option("dry_run", "Show what would be moved, and whether the destination takes it.", kind="flag"),
)
EXAMPLES = (
    ("recall admin migrate memories.db postgresql://db.example.org/recall", "from a file to a server"),
    (
        "recall admin migrate memories.db postgresql://alice@db.example.org/recall --as alice",
        "to a login that is the user alice",
    ),
    ("recall admin migrate postgresql://db.example.org/recall memories.db", "and back"),
    ("recall admin migrate memories.db postgresql://db.example.org/recall --dry-run", ""),
)


def migrate(app: "App", *, source: str, target: str, all_users: bool, as_: "str | None", dry_run: bool) -> Reply:
    """Move a whole store to another engine: memories with their history, links, audit log, jobs, tokens and vectors.

    The source stays as it is. The destination must be empty; a server is prepared with recall setup. At the end every
    row is read again from both sides and compared. An interrupted move is continued by the same command. With --as the
    memories of the setting user become those of another user; the audit log then gets a new chain with that name.
    """
    from recall_cli.cli.output.progress import ProgressBar
    from recall_cli.flows.transfer.migrate import migrate as move

    with ProgressBar(shown=not app.prints_json) as bar:
        app.progress = bar
        moved = move(app, source, target, target_user=as_ or "", all_users=all_users, dry_run=dry_run)

    def screen(out: "Screen") -> None:
        verb: Piece = ("would move  ", DIM) if dry_run else ("moved  ", ACCENT)
        for user in moved:
            rows = sum(table.rows for table in user.tables)
            about = f"  {user.operations:,} operations, {rows:,} rows"
            renamed = f" as {user.target_user}" if user.target_user != user.user else ""
            out.line(verb, f"{memory_count_text(user.memories)} of {user.user}{renamed}", (about, DIM))
            if renamed:
                out.footer("  the audit log has a new chain: the old one names the old user")
            elif user.sealed_again:
                out.footer("  the audit log has a new chain: the file's chain holds other users' rows too")
        if not dry_run:
            out.footer(
                f"every row was compared on both sides; use it from now on: recall config db {target}", whole=True
            )

    return Reply(
        lambda: {"dry_run": dry_run, "users": [_user_json(user) for user in moved]},
        lambda: [_user_line(user, dry_run=dry_run) for user in moved],
        screen,
    )


def _user_json(moved: "MovedUser") -> "dict[str, object]":
    tables = {table.table: {"rows": table.rows, "hash": table.hash or None} for table in moved.tables}
    return {**moved.fields(), "tables": tables}


def _user_line(moved: "MovedUser", *, dry_run: bool) -> str:
    rows = sum(table.rows for table in moved.tables)
    name = make_printable(moved.user)
    return f"{'would move' if dry_run else 'moved'}\t{name}\t{moved.memories}\t{moved.operations}\t{rows}"
