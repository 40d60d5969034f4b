"""recall context: what an agent should know now."""

from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.brief.context import Brief

PARAMS = (
    argument("query", "What the work is about; without it, what matters in the project.", kind="words", default=""),
    option("compact", "The form for agents: fenced as data, one JSON line a memory.", kind="flag"),
    option(
        "format",
        "Text for people, json as with --json, markdown for a page.",
        choices=("text", "json", "markdown"),
        default="text",
    ),
    option("budget", "How many tokens it may cost.", kind="int", default=800, low=50, high=100_000, metavar="TOKENS"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("agent", "The agent that is told; it sees its own and shared memories where that is set."),
    option("clearance", "Nothing classified above this.", choices=CLASSIFICATIONS),
    option("no_touch", "Do not count this as a use.", kind="flag"),
)
EXAMPLES = (
    ("recall context --compact", "what a session begins with"),
    ("recall context --format markdown > BRIEF.md", "the same as a page"),
    ('recall context "moving the queue to NATS" --compact --budget 400', ""),
)


def context(
    app: "App",
    *,
    query: str,
    compact: bool,
    format: str,
    budget: int,
    project: "str | None",
    global_: bool,
    agent: "str | None",
    clearance: "str | None",
    no_touch: bool,
) -> Reply:
    """The few memories that are worth their tokens; where nothing is relevant, nothing."""
    from recall_cli.flows.brief import context as flow
    from recall_cli.flows.brief.usage import record_use

    if compact and format != "text":
        from recall_cli.domain.errors import UsageError

        raise UsageError("--compact is a form of its own", "leave out --format, or --compact")
    with app.read_transaction(app.view(agent, clearance)) as tx:
        brief = flow.make_brief(app, tx, query, budget, project, only_global=global_)
    return Reply(
        lambda: brief_document(brief, query),
        lambda: (
            _brief_lines(brief, compact=compact) if format == "text" else _formatted_lines(brief, query, format, budget)
        ),
        None if compact or format != "text" else lambda console: _print_brief(console, brief),
        after=None if no_touch else lambda: record_use(app, brief.memories),
        empty="" if compact or format != "text" else "no relevant memories",
    )


def brief_document(brief: "Brief", query: str) -> "dict[str, Any]":
    """A brief as programs read it."""
    from recall_cli.rules.brief.budget import estimate_brief_tokens
    from recall_cli.rules.text.memory_json import memory_as_json

    told = [
        {
            "section": one.section,
            "kind": one.kind,
            "text": one.text,
            "memories": [memory_as_json(m) for m in one.memories],
        }
        | ({"stale": one.stale} if one.stale else {})
        for one in brief.told
    ]
    return {
        "query": query or None,
        "project": brief.project,
        "tokens": estimate_brief_tokens(brief.block) if told else 0,
        "told": told,
    }


def _brief_lines(brief: "Brief", *, compact: bool) -> "list[str]":
    if compact:
        return [brief.block] if brief.told else []
    from recall_cli.cli.output.formatting import make_printable

    told = [(one.id, one.kind, make_printable(one.text), make_printable(one.stale)) for one in brief.told]
    return ["\t".join(filter(None, parts)) for parts in told]


def _formatted_lines(brief: "Brief", query: str, format: str, budget: int) -> "list[str]":
    if format == "json":
        from recall_cli.domain.json_text import dumps

        return [dumps(brief_document(brief, query))]
    from recall_cli.cli.output.markdown import markdown_lines

    return markdown_lines(brief, budget)


def _print_brief(out: "Console", told: "Brief") -> None:
    """What an agent is told here, section by section."""

    from rich.text import Text

    from recall_cli.cli.output.formatting import make_printable
    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer
    from recall_cli.rules.brief.budget import estimate_brief_tokens
    from recall_cli.rules.brief.sections import SECTION_TITLES

    section = ""
    table = make_grid()
    for one in told.told:
        if one.section != section:
            section = one.section
            if table.row_count:
                out.print(table)
            table = make_grid()
            out.print(Text(SECTION_TITLES[section], style="bold"))
        text = Text(make_printable(one.text))
        if one.stale:
            text.append(f"  ← {make_printable(one.stale)}", style="yellow")
        table.add_row(" ", Text(one.id, style=ACCENT), Text(one.kind, style=DIM), text)
    if table.row_count:
        out.print(table)
    cost = f"{estimate_brief_tokens(told.block):,} tokens · recall context --compact is what an agent reads"
    print_footer(out, cost if told.told else "nothing to tell: an agent is told nothing")
