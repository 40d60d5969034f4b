"""recall context: the most relevant memories for an agent."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, marks_cell
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.scope import View
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.context import Brief

PARAMS = (
    argument("query", "The task; without it, the most important memories of the project.", kind="words", default=""),
    option("error", "What fixed an error: its text, or - to read it from standard input.", metavar="TEXT"),
    option("file", "What is known about this file. Repeat it for more files.", kind="many", metavar="PATH"),
    option("diff", "What was learned about the lines that you changed; with -, reads `git diff`.", kind="flag"),
    option("compact", "The format for agents: fenced as data, one line per memory.", kind="flag"),
    option("budget", "Maximum number of tokens.", kind="int", default=800, low=50, high=100_000, metavar="TOKENS"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("agent", "The agent that reads; with agent_scoping it sees only its own and shared memories.", rare=True),
    option("clearance", "Only memories classified up to this level.", choices=CLASSIFICATIONS, rare=True),
    option("no_touch", "Do not record this as a use.", kind="flag", rare=True),
)
EXAMPLES = (
    ("recall context --compact", "what an agent reads at session start"),
    ('recall context "moving the queue to NATS" --compact --budget 400', ""),
    ("pytest 2>&1 | recall context --error -", "what fixed the same error before"),
    ("recall context --file src/client.py", "what is known about a file"),
    ("git diff | recall context --diff -", "what was learned about the changed lines"),
)


def context(
    app: "App",
    *,
    query: str,
    error: "str | None",
    file: "tuple[str, ...]",
    diff: bool,
    compact: bool,
    budget: int,
    project: "str | None",
    global_: bool,
    agent: "str | None",
    clearance: "str | None",
    no_touch: bool,
) -> Reply:
    """Print the most relevant memories within a token budget, or nothing."""
    subject = _read_subject(query, error, file, diff=diff, only_global=global_)
    if compact and subject is None and not query.strip():
        return _stored_brief_reply(
            app, app.view(agent, clearance), budget, project, only_global=global_, touch=not no_touch
        )
    from recall_cli.flows.brief import context as flow
    from recall_cli.flows.brief.usage import record_use

    with app.read_transaction(app.view(agent, clearance)) as tx:
        if subject is None:
            brief = flow.make_brief(app, tx, query, budget, project, only_global=global_)
        else:
            brief = subject(app, tx, budget, project)
    was_asked = subject is not None or bool(query.strip())
    return Reply(
        lambda: brief.as_json(query),
        lambda: _brief_lines(brief, compact=compact),
        None if compact else lambda out: _print_brief(out, brief),
        after=None if no_touch else lambda: record_use(app, brief.memories, was_asked=was_asked),
        empty="" if compact else _describe_silence(brief),
    )


def _stored_brief_reply(
    app: "App", view: "View", budget: int, project: "str | None", *, only_global: bool, touch: bool
) -> Reply:
    """The brief for the start of a session as an agent reads it, which may be stored."""
    from recall_cli.domain.store_request import add_request
    from recall_cli.flows.brief.request import request_of_command
    from recall_cli.flows.brief.stored_brief import StoredBrief, stored_session_brief
    from recall_cli.flows.brief.usage import record_use

    request = request_of_command(app, budget)
    brief = StoredBrief("", ())
    if app.settings.has_store():
        from recall_cli.flows.projects import is_memory_enabled
        from recall_cli.workplace import current_workplace

        with app.read_transaction(view) as tx:
            brief = stored_session_brief(app, tx, budget, project, only_global=only_global)
            request = request if is_memory_enabled(tx, current_workplace()) else ""
    text = add_request(brief.block, request)

    def document() -> "dict[str, object]":
        from recall_cli.flows.brief.context import make_brief

        with app.read_transaction(view) as tx:
            return make_brief(app, tx, "", budget, project, only_global=only_global).as_json("")

    return Reply(
        document,
        lambda: [text] if text else [],
        after=(lambda: record_use(app, brief.memories, brief=brief, was_asked=False)) if touch else None,
    )


def _describe_silence(brief: "Brief") -> str:
    """Why a brief is empty."""
    return "no memory fits into so few tokens (raise --budget)" if brief.too_long else "no relevant memories"


def _read_subject(
    query: str, error: "str | None", file: "tuple[str, ...]", *, diff: bool, only_global: bool
) -> "Callable[[App, Transaction, int, str | None], Brief] | None":
    """The brief for an error, files or a diff, as a function of the transaction; None for a question or nothing."""
    if error is None and not file and not diff:
        return None
    from recall_cli.domain.errors import UsageError

    if (error is not None) + bool(file) + diff > 1 or (query and not (diff and query == "-")) or only_global:
        raise UsageError("--error, --file and --diff stand alone", "without a question, --global, or one another")
    from recall_cli.flows.at_action import lookup

    if error is not None:
        text = read_input("the text of the error") if error == "-" else error
        if not text.strip():
            raise UsageError("there is no error to look up", "e.g. pytest 2>&1 | recall context --error -")
        return lambda app, tx, budget, project: lookup.brief_for_error(app, tx, text, budget, project)
    if file:
        return lambda app, tx, budget, project: lookup.brief_for_files(app, tx, file, budget, project)
    from recall_cli.rules.actions.changed_lines import parse_diff

    changes = parse_diff(read_input("a diff, as git diff prints it")) if query == "-" else lookup.work_tree_changes()
    return lambda app, tx, budget, project: lookup.brief_for_diff(app, tx, changes, budget, project)


def read_input(what: str) -> str:
    """All of standard input, as text."""
    import sys

    from recall_cli.cli.parsing.standard_input import announce_input, decode_input
    from recall_cli.workplace import client

    if (served := client()) is not None:
        return str(served.ask("standard input", None))
    announce_input(what)
    return decode_input(sys.stdin.buffer.read() if sys.stdin is not None else b"")


def _brief_lines(brief: "Brief", *, compact: bool) -> "list[str]":
    if compact:
        return [brief.block] if brief.lines else []
    rows = [(line.id, line.kind, *map(make_printable, (line.text, "; ".join(line.marks)))) for line in brief.all_lines]
    return ["\t".join(filter(None, parts)) for parts in rows]


def _print_brief(out: "Screen", brief: "Brief") -> None:
    from recall_cli.rules.brief.budget import estimate_tokens
    from recall_cli.rules.brief.sections import SECTION_TITLES

    any_marks = any(line.marks for line in brief.all_lines)
    for section in dict.fromkeys(line.section for line in brief.lines):
        out.line((SECTION_TITLES[section], "bold"))
        lines = [line for line in brief.all_lines if line.section == section]
        out.table(
            [
                [" ", (line.id, ACCENT), (line.kind, DIM), *([marks_cell(line.marks)] if any_marks else []), line.text]
                for line in lines
            ]
        )
    cost = f"{estimate_tokens(brief.block):,} tokens · as an agent reads it: recall context --compact"
    out.footer(cost if brief.lines else f"{_describe_silence(brief)}; agents get an empty brief")
