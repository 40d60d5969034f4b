"""recall bench: measure search quality on questions with known answers."""

import sys

from recall_cli.cli.output.formatting import ACCENT, DIM
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, RANKING_ALIASES, RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.measure.bench import BenchResult

PARAMS = (
    argument(
        "folders",
        "Folders with docs.jsonl and queries.jsonl (see the examples).",
        kind="arguments",
        default=(),
        completes="file",
        metavar="FOLDER...",
    ),
    option("own", "Benchmark your own store: ask for facts that changed; the old value must not answer.", kind="flag"),
    option("public", "Run public benchmarks, each recognised by its files (recall help figures).", kind="flag"),
    option(
        "model",
        "Use this embedding model (see recall admin embed) instead of the built-in vectors.",
        metavar="NAME|FOLDER",
        completes="file",
    ),
    option(
        "ranking",
        "Ranking to measure; repeatable (default: default).",
        kind="many",
        choices=RANKINGS,
        aliases=RANKING_ALIASES,
    ),
)
EXAMPLES = (
    ("recall admin bench sets/meetings", "docs.jsonl: space, id, text, author, time, session"),
    ("recall admin bench --own", "do corrections stay corrected?"),
    ("recall admin bench --public LongMemEval locomo", "any@5, all@5, R@k, MRR, NDCG, precision, silence"),
    (
        "recall admin bench sets/* --ranking default --ranking words",
        "queries.jsonl: space, id, text, time, gold, gold_sessions",
    ),
)


def bench(  # each space gets its own store; the user's store is not touched
    app: "App", *, folders: "tuple[str, ...]", ranking: "tuple[str, ...]", model: "str | None", own: bool, public: bool
) -> Reply:
    """Import each space into its own store, ask its questions and measure the answers."""
    import tempfile

    from recall_cli.flows.measure.bench import read_dataset, run_benchmark
    from recall_cli.flows.measure.public_bench import run_public_set
    from recall_cli.flows.measure.public_sets import find_public_sets
    from recall_cli.flows.measure.self_benchmark import run_self_benchmark

    _check_choice(folders, ranking, own=own, public=public)
    sets = [found for folder in folders for found in find_public_sets(folder)] if public else []
    datasets = [] if public else [read_dataset(folder) for folder in folders]
    rankings = tuple(dict.fromkeys(ranking)) or (DEFAULT_RANKING,)
    results: list[BenchResult] = []
    done = 0
    total = sum(dataset.size for dataset in [*datasets, *(found.dataset for found in sets if found.dataset)])

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done:,} of {total:,} questions " if total else f"\r{done:,} questions ")
            sys.stderr.flush()

    with tempfile.TemporaryDirectory(prefix="recall-bench-") as folder:
        for dataset in datasets:
            results += run_benchmark(dataset, rankings, folder, progress, model)
        results += [run_public_set(found, folder, progress, model) for found in sets]
    if own:
        results += run_self_benchmark(app, rankings, progress)
        if not results[-1].questions:
            app.note("no fact in your store has changed yet, so there are no questions")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return Reply(
        lambda: {"exams": [result.as_json() for result in results]},
        lambda: figure_lines(results),
        lambda out: _print_figures(out, results),
    )


def _check_choice(folders: "tuple[str, ...]", ranking: "tuple[str, ...]", *, own: bool, public: bool) -> None:
    """Refuse options that do not go together."""
    if not folders and not own:
        raise UsageError("bench needs a folder, or --own", "recall admin bench --help describes the folders")
    if public and (ranking or not folders):
        problem = "measures only recall's own ranking" if ranking else "needs folders"
        raise UsageError(f"--public {problem}", "recall admin bench --public FOLDER...")


BAR_MEASURES = ("recall@5", "session recall@5", "silent", "R@5")
"""The first of these that a set has is drawn as a bar."""


def figure_lines(results: "list[BenchResult]") -> "list[str]":
    """One line per measure: set, ranking, measure, mean, half of the confidence interval."""
    lines = []
    for result in results:
        for name, (mean, within) in result.figures.items():
            lines.append(f"{result.name}\t{result.ranking}\t{name}\t{mean:.4f}\t{within:.4f}")
        lines += [f"{result.name}\t{result.ranking}\ttokens@5\t{result.tokens:.1f}\t"]
        lines += [f"{result.name}\t{result.ranking}\tms\t{result.ms:.2f}\t"]
    return lines


def _print_figures(out: "Screen", results: "list[BenchResult]") -> None:
    """Print a table for each set, with a column for each ranking."""
    for name in dict.fromkeys(result.name for result in results):
        rows = [result for result in results if result.name == name]
        out.line((f"{name} · {rows[0].questions:,} questions", "bold"))
        measures = list(dict.fromkeys(measure for result in rows for measure in result.figures))
        table: list[list[Cell]] = [["", *((result.ranking, ACCENT) for result in rows)]]
        for measure in measures:
            cells = [result.figures.get(measure, (0.0, 0.0)) for result in rows]
            table.append([(measure, DIM), *(f"{100 * mean:.1f} ± {100 * within:.1f}" for mean, within in cells)])
        table.append([("tokens of first 5", DIM), *(f"{result.tokens:.0f}" for result in rows)])
        out.table(table)
        out.footer("time per search: " + ", ".join(f"{result.ms:.1f} ms ({result.ranking})" for result in rows))
    _print_bars(out, results)


def _print_bars(out: "Screen", results: "list[BenchResult]") -> None:
    """Print bars for each ranking's recall among the first five results, with confidence intervals."""
    width = max(10, min(40, out.width - 45))
    rows: list[list[Cell]] = []
    for result in results:
        name = next((measure for measure in BAR_MEASURES if measure in result.figures), "")
        if not name:
            continue
        mean, within = result.figures[name]
        low, full, high = (round(width * min(1.0, max(0.0, mean + side))) for side in (-within, 0.0, within))
        bar = "█" * low + "▓" * (full - low) + "░" * (high - full)
        rows.append([result.name, (result.ranking, DIM), (bar, ACCENT), (f"{100 * mean:.1f} {name}", DIM)])
    if len(rows) > 1:
        out.table(rows)
