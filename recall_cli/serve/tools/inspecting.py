"""The tools that look at what is stored: one memory, counts, contested facts."""

from recall_cli.domain.errors import NotFound
from recall_cli.domain.moment import format_day, format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import author_for_model, operation_source
from recall_cli.rules.text.memory_json import memory_as_json
from recall_cli.serve.fenced import fence_lines, memory_lines
from recall_cli.serve.tool import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.serve.session import Session

_HIDDEN_FIELDS = frozenset(
    {"user", "agent", "session", "extracted_by", "span", "metadata", "trust", "source", "seen_at", "accessed_at"}
)
"""Fields that a model does not need. The names of agents and sessions are free text; `author` says what is certain."""
MAX_EVENTS = 100


def inspect_memory(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """One memory: its fields, its origin, or its history."""
    show = {"details": _details, "why": _origin, "history": _history}[values["show"]]
    with session.app.read_transaction() as tx:
        return show(session, tx, values["id"])


def _find_visible(tx: "Transaction", prefix: str, *, deleted: bool = False) -> "Memory":
    """The memory, unless it is held for review: an agent does not see such words."""
    from recall_cli.flows.search.id_lookup import find_memory

    memory = find_memory(tx, prefix, deleted=deleted)
    if memory.held is not None:
        raise NotFound(f"memory {tx.memories.short_id(memory.id)} is held for review", "a person at a terminal decides")
    return memory


def _details(session: "Session", tx: "Transaction", prefix: str) -> ToolResult:
    from recall_cli.flows.brief.usage import record_use

    memory = _find_visible(tx, prefix)
    fields = memory_as_json(memory)
    shown = {name: value for name, value in fields.items() if name not in _HIDDEN_FIELDS and value not in (None, {})}
    app = session.app
    return ToolResult(text=fence_lines(tx, [shown]), after=lambda: record_use(app, [memory]))


def _origin(_session: "Session", tx: "Transaction", prefix: str) -> ToolResult:
    """Who said a memory and in which words, what it superseded, and how it was used."""
    from recall_cli.flows.explain.why import explain_memory

    _find_visible(tx, prefix, deleted=True)
    found = explain_memory(tx, prefix)
    memory = found.memory
    line: dict[str, Any] = memory_lines(tx, [memory])[0]
    line |= {"stored": format_iso(memory.created_at), "original_words": memory.span or memory.text}
    line |= {"used": memory.access_count, "helpful": memory.helpful, "unhelpful": memory.unhelpful}
    line |= {"times_stated": memory.seen_count}
    related = {
        "superseded": [old for old in found.ended if old.held is None],
        "superseded_by": [found.ended_by] if found.ended_by is not None and found.ended_by.held is None else [],
        "contested_with": [side for side in found.sides if side.held is None],
    }
    lines = [line]
    for relation, memories in related.items():
        lines += [{"relation": relation, **other} for other in memory_lines(tx, memories)]
    return ToolResult(text=fence_lines(tx, lines))


def _history(_session: "Session", tx: "Transaction", prefix: str) -> ToolResult:
    """Every change of a memory, and of those before and after it."""
    from recall_cli.flows.explain import history as flow

    histories = flow.hide_held(flow.history_of_memory(tx, prefix))
    lines: list[dict[str, Any]] = []
    for item in histories:
        lines.append(memory_lines(tx, [item.memory])[0])
        lines += [_event_line(event) for event in item.events[-MAX_EVENTS:]]
    return ToolResult(text=fence_lines(tx, lines))


def _event_line(event: "Event") -> "dict[str, Any]":
    """A change: when, by whom, and the values before it."""
    line: dict[str, Any] = {"change": event.kind, "at": format_iso(event.at)}
    line["by"] = author_for_model(event.trust, event.agent, operation_source(event.session))
    before = {name: event.before[name] for name in ("text", "value", "type", "topic") if event.before.get(name)}
    return {**line, **({"before": before} if before else {})}


def memory_stats(session: "Session", _values: "dict[str, Any]") -> ToolResult:
    """Counts of what the caller may see."""
    from recall_cli.flows.explain.stats import stats

    with session.app.read_transaction() as tx:
        counts = stats(tx)
        line: dict[str, Any] = {
            "memories": counts.live,
            "types": counts.types,
            "projects": {name or "(none)": count for name, count in counts.projects.items()},
            "states": {state: count for state, count in counts.states.items() if state != "live"},
            "contested_facts": counts.conflicts,
            "waiting_texts": sum(counts.jobs.get(state, 0) for state in ("waiting", "queued", "claimed", "running")),
            "jobs": counts.jobs,
            "first": None if counts.first is None else format_day(counts.first),
            "last": None if counts.last is None else format_day(counts.last),
        }
        return ToolResult(text=fence_lines(tx, [line]))


def list_conflicts(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """The open questions with both memories of each, and the contested facts with all values of each."""
    from recall_cli.flows.explain.conflicts import open_conflicts
    from recall_cli.flows.questions import list_open_questions

    with session.app.read_transaction() as tx:
        filters = Filters(projects=session.projects_to_read(tx, values["project"]))
        conflicts, questions = open_conflicts(tx, filters), list_open_questions(tx, filters)
        lines: list[dict[str, Any]] = []
        for question in questions:
            lines += memory_lines(tx, [question.newer, question.older])
        for conflict in conflicts:
            lines.append(
                {"fact": f"{conflict.entity}.{conflict.attribute}", "reason": conflict.reason, "flips": conflict.flips}
            )
            notes = {memory.n: {"value": memory.value} for memory in conflict.values}
            lines += memory_lines(tx, [*conflict.values], notes)
        return ToolResult(text=fence_lines(tx, lines) or "no contested facts, and no open questions")
