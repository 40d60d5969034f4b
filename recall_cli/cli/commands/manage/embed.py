"""recall embed: let a full embedding model read the memories."""

import sys

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.inference.static_table import MODEL_NAME as TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.measure.embed import EmbedResult

PARAMS = (
    option(
        "model",
        "A model that fastembed knows, or a folder with an ONNX model; none for the table that ships alone.",
        metavar="NAME|FOLDER",
        completes="file",
    ),
    option("dry_run", "Say what would be done and fetched, and do nothing.", kind="flag"),
)
EXAMPLES = (
    ("recall embed", "all-MiniLM-L6-v2, fetched once (90 MB); later, what was stored since"),
    ("recall embed --model ~/models/all-MiniLM-L6-v2", "from a folder, without a network"),
    ("recall embed --model none", "back to the table; recall undo does that too"),
)


def embed(app: "App", *, model: "str | None", dry_run: bool) -> Reply:
    """Read every memory with a full model, so that meaning is found better; questions are read with it from then on.

    Interrupt it at will: it goes on where it stopped. What is stored later is found by the table that ships until
    recall embed or recall worker has read it.
    """
    from recall_cli.flows.measure.embed import embed as read

    shown = sys.stderr.isatty()
    bar: list[Any] = []

    def progress(made: int, total: int) -> None:
        if not shown:
            return
        if not bar:
            from recall_cli.cli.output.terminal import make_progress_bar

            bar.append(make_progress_bar("reading", total))
            bar[0].start()
        bar[0].update(bar[0].task_ids[0], completed=made, total=total)

    try:
        done = read(app, model, progress, dry_run=dry_run)
    finally:
        for one in bar:
            one.stop()
    return Reply(
        lambda: result_document(done),
        lambda: ["\t".join(_result_parts(done))],
        lambda console: _print_screen(console, done),
    )


def result_document(done: "EmbedResult") -> "dict[str, Any]":
    """A round as programs read it."""
    return {
        "model": done.model,
        "before": done.before,
        "embedded": done.made,
        "left": done.left,
        "ready": done.ready,
        "megabytes": done.megabytes,
        "operation": done.op,
        "dry_run": done.dry_run,
    }


def _result_parts(done: "EmbedResult") -> "list[str]":
    if done.dry_run and done.model != TABLE:
        fetch = f", {done.megabytes:.0f} MB to fetch" if done.megabytes else ""
        return ["would use", make_printable(done.model), f"{memory_count_text(done.left)} to read{fetch}"]
    word = "in use" if done.op is not None else "still in use"
    if done.model == TABLE:
        return ["would use" if done.dry_run else word, "the table that ships", "no full model"]
    left = f", {done.left:,} to come" if done.left else ""
    slow = "" if done.ready else ", questions start its engine (half a second)"
    return [word, make_printable(done.model), f"{memory_count_text(done.made)} read{left}{slow}"]


def _print_screen(console: "Any", done: "EmbedResult") -> None:
    from recall_cli.cli.output.terminal import print_result

    word, model, what = _result_parts(done)
    print_result(console, word, f"{model}  {what}", f"recall undo {done.op}" if done.op is not None else "")
