"""recall bench: measure search quality on questions with known answers."""

import sys

from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, RANKING_ALIASES, RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
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
    option(
        "own",
        "Benchmark your own store: ask for facts that changed; the old value must not answer.",
        kind="flag",
    ),
    option(
        "model",
        "Use this embedding model (see recall embed) instead of the built-in vectors.",
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
    ("recall bench sets/meetings", "docs.jsonl: space, id, text, author, time, session"),
    ("recall bench --own", "do corrections stay corrected?"),
    (
        "recall bench sets/* --ranking default --ranking words",
        "queries.jsonl: space, id, text, time, gold, gold_sessions",
    ),
)


def bench(  # each space gets its own store; the user's store is not touched
    app: "App",
    *,
    folders: "tuple[str, ...]",
    ranking: "tuple[str, ...]",
    model: "str | None",
    own: bool,
) -> Reply:
    """Import each space into its own store, ask its questions and measure the answers."""
    import tempfile

    from recall_cli.flows.measure.bench import read_dataset, run_benchmark
    from recall_cli.flows.measure.self_benchmark import run_self_benchmark as own_exam

    if not folders and not own:
        raise UsageError("bench needs a folder, or --own", "recall bench --help describes the folders")
    sets = [read_dataset(folder) for folder in folders]
    rankings = tuple(dict.fromkeys(ranking)) or (DEFAULT_RANKING,)
    exams: list[BenchResult] = []
    done, total = 0, sum(one.size for one in sets)

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done:,} of {total:,} questions " if total else f"\r{done:,} questions ")
            sys.stderr.flush()

    with tempfile.TemporaryDirectory(prefix="recall-bench-") as folder:
        for one in sets:
            exams += run_benchmark(one, rankings, folder, progress, model)
    if own:
        exams += own_exam(app, rankings, progress)
        if not exams[-1].questions:
            app.note("no fact in your store has changed yet, so there are no questions")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return Reply(
        lambda: figures_document(exams), lambda: figure_lines(exams), lambda console: _print_figures(console, exams)
    )


def figures_document(exams: "list[BenchResult]") -> "dict[str, Any]":
    """The figures as JSON."""
    return {
        "exams": [
            {
                "set": exam.name,
                "ranking": exam.ranking,
                "questions": exam.questions,
                "ms": exam.ms,
                "tokens": exam.tokens,
                "measures": {
                    name: {"mean": round(mean, 4), "within": round(within, 4)}
                    for name, (mean, within) in exam.figures.items()
                },
            }
            for exam in exams
        ]
    }


def figure_lines(exams: "list[BenchResult]") -> "list[str]":
    """One line per measure: set, ranking, measure, mean, half of the confidence interval."""
    told = []
    for exam in exams:
        for name, (mean, within) in exam.figures.items():
            told.append(f"{exam.name}\t{exam.ranking}\t{name}\t{mean:.4f}\t{within:.4f}")
        told += [f"{exam.name}\t{exam.ranking}\ttokens@5\t{exam.tokens:.1f}\t"]
        told += [f"{exam.name}\t{exam.ranking}\tms\t{exam.ms:.2f}\t"]
    return told


def _print_figures(out: "Console", found: "list[BenchResult]") -> None:
    """Print a table for each set, with a column for each ranking."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    for name in dict.fromkeys(exam.name for exam in found):
        own = [exam for exam in found if exam.name == name]
        out.print(Text(f"{name} · {own[0].questions:,} questions", style="bold"))
        measures = list(dict.fromkeys(measure for exam in own for measure in exam.figures))
        table = make_grid()
        table.add_row("", *(Text(exam.ranking, style=ACCENT) for exam in own))
        for measure in measures:
            cells = [exam.figures.get(measure, (0.0, 0.0)) for exam in own]
            table.add_row(
                Text(measure, style=DIM), *(f"{100 * mean:.1f} ± {100 * within:.1f}" for mean, within in cells)
            )
        table.add_row(Text("tokens of first 5", style=DIM), *(f"{exam.tokens:.0f}" for exam in own))
        out.print(table)
        print_footer(out, "time per search: " + ", ".join(f"{exam.ms:.1f} ms ({exam.ranking})" for exam in own))
    _print_bars(out, found)


def _print_bars(out: "Console", found: "list[BenchResult]") -> None:
    """Print bars for each ranking's recall among the first five results, with confidence intervals."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid

    width = max(10, min(40, out.width - 45))
    table = make_grid()
    for exam in found:
        name = next((one for one in ("recall@5", "session recall@5", "silent") if one in exam.figures), "")
        if not name:
            continue
        mean, within = exam.figures[name]
        low, full, high = (round(width * min(1.0, max(0.0, mean + side))) for side in (-within, 0.0, within))
        bar = Text("█" * low + "▓" * (full - low) + "░" * (high - full), style=ACCENT)
        table.add_row(Text(exam.name), Text(exam.ranking, style=DIM), bar, Text(f"{100 * mean:.1f} {name}", style=DIM))
    if table.row_count > 1:
        out.print(table)
