"""recall get: show memories by their ids."""

from recall_cli.cli.output.formatting import (
    ACCENT,
    DIM,
    format_times,
    load_anchor_statuses,
    make_printable,
    memory_documents,
    memory_line,
    state_marks,
)
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.staleness import AnchorStatus

PARAMS = (
    argument(
        "ids",
        "Ids as recall shows them, or how whole ids begin (6 characters or more).",
        kind="arguments",
        completes="id",
        metavar="ID...",
    ),
    AS_OF_OPTION,
    option("no_touch", "Do not record this as a use.", kind="flag"),
)
EXAMPLES = (("recall get 7c1e", ""), ("recall get 7c1e --as-of yesterday", "as it was on that date"))


def get(app: "App", *, ids: "tuple[str, ...]", as_of: "str | None", no_touch: bool) -> Reply:
    """Show memories with all their fields."""
    from recall_cli.flows.brief.usage import record_use
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        if as_of is None:
            memories = [find_memory(tx, id_) for id_ in ids]
            anchor_statuses = load_anchor_statuses(tx, memories)
        else:
            from recall_cli.rules.dates.typed_dates import parse_typed_date

            moment = parse_typed_date(as_of, app.now(), whole_day=True)
            memories, anchor_statuses = [_memory_at(tx, id_, moment, app.now()) for id_ in ids], {}

    def screen(out: "Screen") -> None:
        for memory in memories:
            _print_details(out, memory, anchor_statuses.get(memory.n, []))

    return Reply(
        lambda: _documents(memories, anchor_statuses),
        lambda: [_memory_line(memory, anchor_statuses.get(memory.n, [])) for memory in memories],
        screen,
        after=None if no_touch else lambda: record_use(app, memories),
    )


def _documents(memories: "list[Memory]", anchor_statuses: "dict[int, list[AnchorStatus]]") -> "object":
    """One document for one memory, else a list of them."""
    documents = memory_documents(memories, anchor_statuses)
    return documents[0] if len(documents) == 1 else documents


def _memory_line(memory: "Memory", anchor_statuses: "Sequence[AnchorStatus]") -> str:
    held = f"\theld for review: {make_printable(memory.held)}" if memory.held is not None else ""
    return memory_line(memory, anchor_statuses=anchor_statuses) + held


def _memory_at(tx: "Transaction", id_: str, moment: int, now: int) -> "Memory":
    """A memory as it was at a moment; NotFound if it was not stored yet or was deleted."""
    from recall_cli.flows.search.id_lookup import find_memory
    from recall_cli.flows.search.past_state import memory_at

    memory = find_memory(tx, id_, deleted=True)
    was = memory_at(tx, memory, moment)
    if was.created_at > moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(
            f"memory {tx.memories.short_id(memory.id)} was not stored yet {format_when(moment, now)}",
            f"it was stored {format_when(was.created_at, now)}",
        )
    if was.deleted_at is not None and was.deleted_at <= moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(f"memory {tx.memories.short_id(memory.id)} was deleted {format_when(was.deleted_at, now)}")
    return was


def _print_details(out: "Screen", memory: "Memory", anchor_statuses: "Sequence[AnchorStatus]") -> None:
    from recall_cli.rules.beliefs.authorship import author_for_person
    from recall_cli.rules.places.staleness import read_anchors

    now = out.now
    marks = state_marks(memory, now, out.short_id)
    out.line((memory.id, ACCENT), f"  {memory.type}", *((f"  ← {mark}", "yellow") for mark in marks))
    out.indented(memory.text, keep_line_breaks=True)
    rows = {
        "project": memory.project,
        "topic": memory.topic,
        "fact": f"{memory.entity}.{memory.attribute} = {memory.value or ''}" if memory.entity else None,
        "tags": memory.tags,
        "importance": f"{memory.importance:.2f}",
        "confidence": f"{memory.confidence:.2f}",
        "said by": f"{author_for_person(memory.trust, memory.agent, memory.source)} ({memory.trust})"
        + (f", session {memory.session}" if memory.session else ""),
        "classified": memory.classification if memory.classification != "internal" else None,
        "stored": format_when(memory.created_at, now),
        "changed": format_when(memory.updated_at, now) if memory.updated_at != memory.created_at else None,
        "used": _usage_text(memory, now),
        "seen": format_times(memory.seen_count) if memory.seen_count > 1 else None,
        "valid": _validity_text(memory, now),
        "superseded by": memory.superseded_by,
        "held": memory.held,
        "anchored": "; ".join(anchor.description for anchor in anchor_statuses)
        or ", ".join(anchor.place for anchor in read_anchors(memory.anchors)),
    }
    out.table([["       ", (name, DIM), str(value)] for name, value in rows.items() if value])


def _usage_text(memory: "Memory", now: int) -> "str | None":
    if not memory.access_count:
        return None
    last = "" if memory.accessed_at is None else f", last {format_when(memory.accessed_at, now)}"
    return format_times(memory.access_count) + last


def _validity_text(memory: "Memory", now: int) -> "str | None":
    if memory.valid_from is None and memory.valid_until is None:
        return None
    return " ".join(
        f"{word} {format_when(moment, now)}"
        for word, moment in (("from", memory.valid_from), ("until", memory.valid_until))
        if moment is not None
    )
