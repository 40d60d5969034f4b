"""recall restore: restore the store from a backup."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen

PARAMS = (
    argument("file", "A file made by recall backup.", completes="file", metavar="FILE"),
    option("force", "Replace the current store, which is kept beside it.", kind="flag"),
)
EXAMPLES = (
    ("recall backup --restore memories-today.db", "if there is no store yet"),
    ("recall backup --restore memories-today.db --force", "the current store is kept as recall.db.before-…"),
    ("recall backup --restore memories-today.db --db other.db", "restore to another file"),
)


def restore(app: "App", *, file: str, force: bool) -> Reply:
    """Restore the store from a backup, after checking it. A damaged or newer backup changes nothing.

    An existing store is replaced only with --force, by a person, in one atomic write. The previous store is kept
    beside it.
    """
    from recall_cli.flows.transfer.backup import restore as restore_store
    from recall_cli.flows.transfer.backup import visible_rows

    done = restore_store(app, file, force=force)
    rows = visible_rows(app, done.content)
    count = rows["memory"]

    def screen(out: "Screen") -> None:
        hint = f"the previous store was moved to {done.previous_store}" if done.previous_store else ""
        out.copied("restored", f"{memory_count_text(count)} from", done.source, hint)

    return Reply(
        lambda: {
            "store": done.path,
            "file": done.source,
            "memories": count,
            "rows": rows,
            "schema": done.content.schema,
            "kept": done.previous_store,
        },
        lambda: [
            f"restored\t{count}\t{make_printable(done.path)}",
            *([f"kept\t{make_printable(done.previous_store)}"] if done.previous_store else []),
        ],
        screen,
    )
