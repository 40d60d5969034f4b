"""recall embed: use a full embedding model for meaning."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.inference.static_table import MODEL_NAME as TABLE
from recall_cli.rules.ranking.measures import MIN_PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.measure.embed import EmbedResult
    from recall_cli.flows.measure.gate_setup import GateResult

PARAMS = (
    option(
        "model",
        "A model that fastembed knows, or a folder with an ONNX model; none: only the built-in vectors.",
        metavar="NAME|FOLDER",
        completes="file",
    ),
    option(
        "gate",
        "Folder of an ONNX cross-encoder that must confirm what answers a question; off: none.",
        metavar="FOLDER|off",
        completes="file",
    ),
    option("dry_run", "Show what would be done and downloaded without doing it.", kind="flag"),
)
EXAMPLES = (
    ("recall admin embed", "all-MiniLM-L6-v2, downloaded once (90 MB); later only new memories"),
    ("recall admin embed --model ~/models/all-MiniLM-L6-v2", "from a folder, without network"),
    ("recall admin embed --model none", "back to the built-in vectors; recall undo does that too"),
    (
        "recall admin embed --gate ~/models/ms-marco-MiniLM-L6",
        "read up to 8 answers with their question; fewer wrong ones",
    ),
    ("recall admin embed --gate off", "answers are shown as the search judges them"),
)


def embed(app: "App", *, model: "str | None", gate: "str | None", dry_run: bool) -> Reply:
    """Embed all memories with a full model, for better search by meaning. Queries use the model from then on.

    With --gate, nothing is embedded: a cross-encoder from a folder reads each answer together with its question, and
    recall context, recall search, agents' questions and the hook of prompts tell only what it confirms.

    You can interrupt it: the next run continues. Memories stored later use the built-in vectors until this command or
    recall worker embeds them.
    """
    from recall_cli.flows.measure.embed import embed as read

    if gate is not None:
        return _set_gate(app, model, gate, dry_run=dry_run)
    with ProgressBar() as bar:
        result = read(app, model, lambda made, total: bar("embedding", made, total), dry_run=dry_run)

    def screen(out: "Screen") -> None:
        _print_parts(out, _result_parts(result), f"recall undo {result.op}" if result.op is not None else "")
        if result.gate:
            _print_parts(out, ["gate", make_printable(result.gate), "confirms what answers"], "")

    return Reply(result.as_json, lambda: ["\t".join(_result_parts(result))], screen)


def _set_gate(app: "App", model: "str | None", wanted: str, *, dry_run: bool) -> Reply:
    """Use a gate, or none; the vectors of memories stay as they are."""
    from recall_cli.flows.measure.gate_setup import set_gate

    if model is not None:
        raise UsageError("--gate and --model are two steps", "run recall admin embed twice, once with each")
    result = set_gate(app, wanted, dry_run=dry_run)
    parts = _gate_parts(result)
    return Reply(
        result.as_json,
        lambda: ["\t".join(parts)],
        lambda out: _print_parts(
            out, parts, "recall admin embed --gate off" if result.changed and result.folder else ""
        ),
    )


def _gate_parts(result: "GateResult") -> "list[str]":
    """What happened, the gate, and what it does with questions about the user's own memories."""
    if not result.folder:
        return [
            "switched off" if result.changed else "still off",
            "no gate",
            "answers are shown as the search judges them",
        ]
    word = "would use" if result.dry_run else "in use" if result.changed else "still in use"
    if result.pairs < MIN_PAIRS:
        what = f"floor {result.floor:.2f}, not measured: there are too few memories"
    else:
        what = (
            f"floor {result.floor:.2f}: of {result.pairs} memories it confirms {result.confirmed:.0%}"
            f" for their own words and {1 - result.rejected:.0%} for those of others"
        )
    return [word, make_printable(result.folder), what]


def _print_parts(out: "Screen", parts: "list[str]", undo: str) -> None:
    word, subject, what = parts
    out.result(word, f"{subject}  {what}", undo)


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
