"""recall shadow: try another ranking on what was asked before."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_iso
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.measure.shadow import RankingComparison, Replay

PARAMS = (
    option("ranking", "The ranking to try.", choices=RANKINGS, default=RANKINGS[1]),
    option("against", "The ranking to hold it against.", choices=RANKINGS, default=DEFAULT_RANKING),
    option("limit", "So many of the newest questions.", "-n", kind="int", default=50, low=1, high=10_000, metavar="N"),
    option("forget", "Forget every question that was kept.", kind="flag"),
)
EXAMPLES = (
    ("recall shadow --ranking five-factor", "what that would change in the answers to your past questions"),
    ("recall shadow --forget", "recall config queries 0 keeps none from then on"),
)


def shadow(app: "App", *, ranking: str, against: str, limit: int, forget: bool) -> Reply:
    """Ask past questions again under two rankings and show what changes among the first five answers."""
    from recall_cli.flows.measure import shadow as flow

    if forget:
        count = flow.forget_questions(app)
        said = f"{count} question{'' if count == 1 else 's'} forgotten"
        return Reply(lambda: {"forgotten": count}, lambda: [said])
    found = flow.compare_rankings(app, against, ranking, limit)
    if not found.replays:
        kept = app.settings["queries"]
        app.note("nothing was asked yet" if kept else "no questions are kept (recall config queries 200)")
    return Reply(
        lambda: report_document(found),
        lambda: report_lines(found, app.short_id),
        lambda console: _print_screen(console, found, app.short_id),
    )


def report_document(found: "RankingComparison") -> "dict[str, Any]":
    """What changes, as programs read it."""
    return {
        "ranking": found.other_ranking,
        "against": found.current_ranking,
        "questions": len(found.replays),
        "same_first": round(found.same_first, 4),
        "overlap": round(found.overlap, 4),
        "changes": [
            {
                "query": one.question.query,
                "asked": format_iso(one.question.at),
                "times": one.question.times,
                "same_first": one.shift.same_first,
                "overlap": round(one.shift.overlap, 4),
                "come": [*one.shift.added],
                "gone": [*one.shift.removed],
                "moved": [{"id": id_, "from": before, "to": after} for id_, before, after in one.shift.moved],
            }
            for one in found.replays
        ],
    }


def change_rows(one: "Replay", short: "Callable[[str], str]") -> "list[tuple[str, str, str]]":
    """What changes for one question: how, which memory, its words."""
    shift = one.shift
    told = [("+", id_) for id_ in shift.added] + [("-", id_) for id_ in shift.removed]
    told += [(f"{before}→{after}", id_) for id_, before, after in shift.moved]
    return [(how, short(id_), make_printable(one.texts[id_])) for how, id_ in told]


def summary(found: "RankingComparison") -> str:
    """The whole in one line."""
    many = len(found.replays)
    return (
        f"{found.other_ranking} instead of {found.current_ranking}: {many} question{'' if many == 1 else 's'}, "
        f"the same first answer in {found.same_first:.0%}, {found.overlap:.0%} of the answers stay"
    )


def report_lines(found: "RankingComparison", short: "Callable[[str], str]") -> "list[str]":
    """A line a change, led by its question; then the whole."""
    told = [
        f"{make_printable(one.question.query)}\t" + "\t".join(change)
        for one in found.replays
        for change in change_rows(one, short)
    ]
    return [*told, summary(found)] if found.replays else []


def _print_screen(console: "Any", found: "RankingComparison", short: "Callable[[str], str]") -> None:
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, make_grid, print_footer

    for one in found.replays:
        if one.shift.is_unchanged:
            continue
        console.print(Text(make_printable(one.question.query), style=ACCENT))
        table = make_grid()
        for how, id_, text in change_rows(one, short):
            style = {"+": "green", "-": DANGER}.get(how, DIM)
            table.add_row("  ", Text(how, style=style), Text(id_, style=DIM), Text(text, overflow="fold"))
        console.print(table)
    if found.replays:
        print_footer(console, summary(found))
