"""recall restore: bring a copy of the store back."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument("file", "A copy that recall backup made.", completes="file", metavar="FILE"),
    option("force", "Put it in the place of the store that is there, which is kept beside.", kind="flag"),
)
EXAMPLES = (
    ("recall restore memories-today.db", "where there is no store yet"),
    ("recall restore memories-today.db --force", "what is there now is kept as recall.db.before-…"),
    ("recall restore memories-today.db --db other.db", "beside it"),
)


def restore(app: "App", *, file: str, force: bool) -> Reply:
    """Bring a copy back as the store, after looking through it; a damaged or newer one changes nothing.

    A store that is there is replaced only with --force, by a person, as one write that others see whole or not at
    all; what it held until then is kept beside it.
    """
    from recall_cli.flows.transfer.backup import restore as bring_back
    from recall_cli.flows.transfer.backup import visible_rows

    done = bring_back(app, file, force=force)
    rows = visible_rows(app, done.content)
    count = rows["memory"]

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_copy

        then = f"what was there is kept: {done.previous_store}" if done.previous_store else ""
        print_copy(console, "restored", f"{memory_count_text(count)} from", done.source, then)

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
