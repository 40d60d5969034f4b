"""The tools that find memories: by a question, and for a task."""

from recall_cli.domain.scope import Filters
from recall_cli.flows.brief.usage import record_use
from recall_cli.serve.fenced import fence_lines, memory_lines
from recall_cli.serve.tool import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction
    from recall_cli.serve.session import Session

BRIEF_WAS_GIVEN = "the brief of this session was given by a hook; a query finds more, and again repeats the brief"


def search_memories(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """The memories that match a question best."""
    from recall_cli.flows.search.certainty import find_hits
    from recall_cli.flows.search.unread_texts import find_unread_texts, texts_in_files
    from recall_cli.rules.ranking.evidence import LESS_LIKELY

    app, query = session.app, values["query"]
    in_files = texts_in_files(app) if app.has_text_files else {}
    with app.read_transaction(app.view(clearance=values["clearance"])) as tx:
        wanted = _build_filters(session, tx, values)
        result = find_hits(app, tx, query, wanted, values["limit"], explain=False)
        notes: dict[int, dict[str, Any]] = {}
        for hit in result.hits:
            stale = "; ".join(state.description for state in hit.anchor_statuses if state.stale)
            note = {"stale": stale} if stale else {}
            notes[hit.memory.n] = {**note, **({"certainty": hit.certainty} if hit.certainty == LESS_LIKELY else {})}
        memories = [hit.memory for hit in result.hits]
        lines = memory_lines(tx, memories, notes)
        waiting = []
        if in_files or tx.search.has_unread_texts():
            waiting = find_unread_texts(tx, query, wanted, in_files, session.place_of_caller(values["project"]))
        text = fence_lines(tx, [*lines, *(one.as_line() for one in waiting)])
    if not result.asked:
        text = "the query has no searchable word"
    elif not memories and not waiting:
        text = "no memory matches: nothing is known about this"
    elif not waiting and all(hit.certainty == LESS_LIKELY for hit in result.hits):
        text = f"weak matches only; perhaps nothing is known about this\n{text}"
    return ToolResult(text=text, after=lambda: record_use(app, memories, (query, wanted.projects)))


def _build_filters(session: "Session", tx: "Transaction", values: "dict[str, Any]") -> Filters:
    from recall_cli.rules.dates.typed_dates import parse_typed_date

    ends = {"since": False, "until": True, "as_of": True}
    now = session.app.now()
    moments: dict[str, Any] = {
        name: parse_typed_date(values[name], now, whole_day=whole)
        for name, whole in ends.items()
        if values[name] is not None
    }
    return Filters(
        types=(values["type"],) if values["type"] else (),
        topic=values["topic"],
        projects=session.projects_to_read(tx, values["project"]),
        agent=values["agent"],
        include=frozenset(("superseded", "expired") if values["include_ended"] else ()),
        min_confidence=session.app.settings["min_confidence"],
        **moments,
    )


def memory_context(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """The brief for a task; without a query that of the session, unless a hook gave it."""
    from recall_cli.flows.brief.context import make_brief

    app, query = session.app, values["query"] or ""
    if not (query.strip() or values["project"] or values["again"]) and session.has_brief():
        return ToolResult(text=BRIEF_WAS_GIVEN)
    project = session.project_to_read(values["project"])
    with app.read_transaction(app.view(clearance=values["clearance"])) as tx:
        brief = make_brief(app, tx, query, values["budget"], project, folder=session.folder)
    text = brief.block or "no relevant memories"
    return ToolResult(text=text, after=lambda: record_use(app, brief.memories, was_asked=bool(query)))
