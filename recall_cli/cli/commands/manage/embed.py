"""recall embed: use a full embedding model for meaning."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.inference.static_table import MODEL_NAME as TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.measure.embed import EmbedResult

PARAMS = (
    option(
        "model",
        "A model that fastembed knows, or a folder with an ONNX model; none: only the built-in vectors.",
        metavar="NAME|FOLDER",
        completes="file",
    ),
    option("dry_run", "Show what would be done and downloaded without doing it.", kind="flag"),
)
EXAMPLES = (
    ("recall embed", "all-MiniLM-L6-v2, downloaded once (90 MB); later only new memories"),
    ("recall embed --model ~/models/all-MiniLM-L6-v2", "from a folder, without network"),
    ("recall embed --model none", "back to the built-in vectors; recall undo does that too"),
)


def embed(app: "App", *, model: "str | None", dry_run: bool) -> Reply:
    """Embed all memories with a full model, for better search by meaning. Queries use the model from then on.

    You can interrupt it: the next run continues. Memories stored later use the built-in vectors until recall embed or
    recall worker embeds them.
    """
    from recall_cli.flows.measure.embed import embed as read

    with ProgressBar() as bar:
        result = read(app, model, lambda made, total: bar("embedding", made, total), dry_run=dry_run)
    return Reply(
        result.as_json,
        lambda: ["\t".join(_result_parts(result))],
        lambda console: _print_screen(console, result),
    )


def _result_parts(result: "EmbedResult") -> "list[str]":
    if result.dry_run and result.model != TABLE:
        fetch = f", {result.megabytes:.0f} MB to download" if result.megabytes else ""
        return ["would use", make_printable(result.model), f"{memory_count_text(result.remaining)} to embed{fetch}"]
    word = "in use" if result.op is not None else "still in use"
    if result.model == TABLE:
        return ["would use" if result.dry_run else word, "the built-in vectors", "no full model"]
    remaining = f", {result.remaining:,} remaining" if result.remaining else ""
    slow = "" if result.ready else ", each query starts the model (half a second)"
    return [word, make_printable(result.model), f"{memory_count_text(result.made)} embedded{remaining}{slow}"]


def _print_screen(console: "Console", result: "EmbedResult") -> None:
    from recall_cli.cli.output.terminal import print_result

    word, model, what = _result_parts(result)
    print_result(console, word, f"{model}  {what}", f"recall undo {result.op}" if result.op is not None else "")
