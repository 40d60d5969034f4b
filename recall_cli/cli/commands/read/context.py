"""recall context: what an agent should know now."""

from recall_cli.cli.doors.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    PROJECT,
    GLOBAL_ONLY,
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
    from recall_cli.flows.brief.touching import touch

    if compact and format != "text":
        from recall_cli.domain.errors import UsageError

        raise UsageError("--compact is a form of its own", "leave out --format, or --compact")
    with app.reading(app.view(agent, clearance)) as tx:
        brief = flow.told(app, tx, query, budget, project, only_global=global_)
    return Reply(
        lambda: document(brief, query),
        lambda: _lines(brief, compact=compact) if format == "text" else _formatted(brief, query, format, budget),
        None if compact or format != "text" else lambda console: _screen(console, brief),
        after=None if no_touch else lambda: touch(app, brief.memories),
        empty="" if compact or format != "text" else "no relevant memories",
    )


def document(brief: "Brief", query: str) -> "dict[str, Any]":
    """A brief as programs read it."""
    from recall_cli.rules.brief.budget import brief_tokens
    from recall_cli.rules.text.records import as_json

    told = [
        {"section": one.section, "kind": one.kind, "text": one.text, "memories": [as_json(m) for m in one.memories]}
        | ({"stale": one.stale} if one.stale else {})
        for one in brief.told
    ]
    return {
        "query": query or None,
        "project": brief.project,
        "tokens": brief_tokens(brief.block) if told else 0,
        "told": told,
    }


def _lines(brief: "Brief", *, compact: bool) -> "list[str]":
    if compact:
        return [brief.block] if brief.told else []
    from recall_cli.cli.screens.show import safe

    told = [(one.id, one.kind, safe(one.text), safe(one.stale)) for one in brief.told]
    return ["\t".join(filter(None, parts)) for parts in told]


def _formatted(brief: "Brief", query: str, format: str, budget: int) -> "list[str]":
    if format == "json":
        from recall_cli.domain.jsontext import dumps

        return [dumps(document(brief, query))]
    from recall_cli.cli.screens.page import page

    return page(brief, budget)


def _screen(console: "Any", brief: "Brief") -> None:
    from recall_cli.cli.screens import stories

    stories.brief(console, brief)
