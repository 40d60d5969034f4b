"""recall shadow: compare another ranking on past queries."""

from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, RANKING_ALIASES, RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.measure.shadow import RankingComparison, Replay

PARAMS = (
    option("ranking", "The ranking to try.", choices=RANKINGS, aliases=RANKING_ALIASES, default=RANKINGS[1]),
    option(
        "against", "The ranking to compare with.", choices=RANKINGS, aliases=RANKING_ALIASES, default=DEFAULT_RANKING
    ),
    option(
        "limit", "Number of past queries, newest first.", "-n", kind="int", default=50, low=1, high=10_000, metavar="N"
    ),
    option("forget", "Delete all stored past queries.", kind="flag"),
)
EXAMPLES = (
    ("recall admin shadow --ranking five-factor", "how the results of your past queries would change"),
    ("recall admin shadow --forget", "recall config queries 0 also stops storing queries"),
)


def shadow(app: "App", *, ranking: str, against: str, limit: int, forget: bool) -> Reply:
    """Run past queries with two rankings and show the changes among the first five results."""
    from recall_cli.flows.measure import shadow as flow

    if forget:
        count = flow.forget_questions(app)
        line = f"{count} past quer{'y' if count == 1 else 'ies'} deleted"
        return Reply(lambda: {"forgotten": count}, lambda: [line])
    comparison = flow.compare_rankings(app, against, ranking, limit)
    if not comparison.replays:
        stored = app.settings["queries"]
        app.note("no past queries yet" if stored else "past queries are not stored (recall config queries 200)")

    def screen(out: "Screen") -> None:
        for replay in comparison.replays:
            if replay.shift.is_unchanged:
                continue
            out.line((replay.question.query, ACCENT))
            rows: list[list[Cell]] = []
            for how, id_, text in change_rows(replay, out.short_id):
                style = {"+": "green", "-": DANGER}.get(how, DIM)
                rows.append(["  ", (how, style), (id_, DIM), text])
            out.table(rows)
        if comparison.replays:
            out.footer(summary(comparison))

    return Reply(
        comparison.as_json,
        lambda: report_lines(comparison, app.short_id),
        screen,
    )


def change_rows(replay: "Replay", short: "Callable[[str], str]") -> "list[tuple[str, str, str]]":
    """The changes for one query: kind of change, memory id, text."""
    shift = replay.shift
    changes = [("+", id_) for id_ in shift.added] + [("-", id_) for id_ in shift.removed]
    changes += [(f"{before}→{after}", id_) for id_, before, after in shift.moved]
    return [(how, short(id_), make_printable(replay.texts[id_])) for how, id_ in changes]


def summary(comparison: "RankingComparison") -> str:
    """The comparison in one line."""
    many = len(comparison.replays)
    return (
        f"{comparison.other_ranking} instead of {comparison.current_ranking}: "
        f"{many} past quer{'y' if many == 1 else 'ies'}, "
        f"same first result for {comparison.same_first:.0%}, {comparison.overlap:.0%} of results stay"
    )


def report_lines(comparison: "RankingComparison", short: "Callable[[str], str]") -> "list[str]":
    """One line per change with its query; then the summary."""
    lines = [
        f"{make_printable(replay.question.query)}\t" + "\t".join(change)
        for replay in comparison.replays
        for change in change_rows(replay, short)
    ]
    return [*lines, summary(comparison)] if comparison.replays else []
